"""Check and Hint in the window: what they say is true of the board, comes bit by bit, and can be carried out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from app_driver import Driver
from foreign_runs import alive, waits
from hands import hand
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import solvers
from puzzles import Geometry, Puzzle, alphabet_of
from puzzles.corpus import named
from solvers.algorithms import person
from solvers.algorithms.person import OWN
from solvers.core import counting
from solvers.core.step import Kind, Step, erase, place, write
from solvers.explain.hint import Advice, check, hint
from solvers.techniques import Grid
from solvers.techniques.climb import carry_out, next_use, rungs
from visualizer.files.store import State, default
from visualizer.narration.hints import in_strengths
from visualizer.play import advisor, hint_view, move_log, view
from visualizer.play.keeper import Keeper
from visualizer.play.saved_games import SavedGames
from visualizer.play.state import Game, HintView
from visualizer.scene.finding import links_of, parts_of
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.style import symbols
from visualizer.text.spans import plain
from visualizer.views.board import Outline, Part, Wash

FIG1 = named.find("fig1")
ANSWER = counting.first(FIG1)[0].givens
SEVERAL = named.find("three")
"""With three solutions."""
HARD = Puzzle.parse(".6..5.4.3.2.1...........7..4.3...6..7..5........2.........8..5.6...4...........1.")
"""It takes an X-wing, and then an AIC."""
SLOW = Puzzle.empty(Geometry.boxes(5, 5))
"""What to do next on it is not found out within a second."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(FIG1, size=(1000, 700))) as driver:
        hand(driver.session).remember(State(None))  # each test begins anew
        yield driver


def play(driver: Driver, puzzle: Puzzle = FIG1, text: str = "") -> Session:
    """The puzzle, with these moves made."""
    session = driver.session
    hand(session).game.automatic = False
    hand(session).game._clocks.clear()
    session.notice = ""
    session.load(puzzle)
    session.watch(puzzle, solvers.get(person.NAME), {"moves": text} if text else {})
    clock = hand(session).game.clock
    clock.seconds, clock.hints, clock.checks = 0.0, 0, 0
    driver.frame()
    return session


def ask(driver: Driver, key: str) -> str:
    """Press it, and wait for what comes."""
    driver.press(key)
    assert waits(lambda: driver.frame() is not None and not hand(driver.session).advisor.busy)
    return driver.caption()


def told(session: Session) -> HintView:
    assert hand(session).game.hint_view is not None
    return hand(session).game.hint_view


def wrong(cell: int) -> int:
    return ANSWER[cell] % 9 + 1


def before(technique: str, puzzle: Puzzle = HARD) -> str:
    """The moves after which that technique is the next: all digits and marks of the way there."""
    grid, techniques = Grid.of(puzzle), rungs(puzzle.geometry)
    while (use := next_use(grid, techniques)) and use[0].name != technique:
        assert use[1]
        carry_out(grid, use[1])
    assert use
    board = person.board_of(puzzle)
    steps = [write(bytes(grid.values))]
    steps += [person.marked(board, cell, grid.masks[cell]) for cell, digit in enumerate(grid.values) if not digit]
    return person.written(steps, puzzle)


# Hints --------------------------------------------------------------------------------------------------------------


def test_a_hint_comes_in_three_strengths_and_is_carried_out(driver: Driver) -> None:
    session = play(driver)
    found = hint(FIG1)
    assert found.finding and found.technique
    (cell, digit), where, name = found.finding.places[0], found.where, FIG1.geometry.name
    said = [ask(driver, "h") for _ in range(3)]
    assert [text.partition(" H again")[0].partition(" Enter")[0] for text in said] == [
        plain(sentence) for sentence in in_strengths(found)
    ]
    assert said[0].startswith(f"Look at {name(cell)}.") and where == ((), (cell,))
    assert said[1].startswith("Naked single") and f"must be {digit}" not in said[1]
    assert f"{name(cell)} must be {digit}" in said[2] and said[2].endswith("Enter does it.")
    assert told(session).washes[cell] is Wash.STEP and told(session).parts == {cell: ((digit, Part.RING),)}
    assert ask(driver, "h") == said[2] and "the whole hint" in session.toast
    driver.press("RETURN")
    assert session.board.values[cell] == digit and hand(session).game.hint_view is None
    assert (hand(session).game.clock.hints, hand(session).game.cursor, session.timeline.length) == (1, cell, 1)
    driver.press("Ctrl+z")
    assert not session.board.values[cell] and session.timeline.length == 1


@pytest.mark.parametrize("technique", ["x_wing", "aic"])
def test_a_technique_shows_its_evidence_and_its_strikes_become_marks(driver: Driver, technique: str) -> None:
    session = play(driver, HARD, before(technique))
    length = session.timeline.length
    title = solvers.techniques.get(technique).title
    assert ask(driver, "h").startswith("Look at ") and told(session).washes and not told(session).parts
    named_ = ask(driver, "h")
    pattern = named_.removeprefix(f"{title}: ").partition(". ")[0]
    digits, _, cells = pattern.partition(" in ")
    assert cells and not told(session).links
    ask(driver, "h")
    found = hand(session).advisor.shown
    assert found and found.finding and found.technique and found.technique.name == technique
    assert told(session).parts == parts_of(found.finding) and told(session).links == links_of(found.finding)
    assert bool(told(session).links) == (technique == "aic")
    assert set(re.findall(r"\d", digits)) == set(map(str, found.finding.digits))
    assert set(re.findall(r"r\dc\d", cells)) == {HARD.geometry.name(cell) for cell in found.finding.cells}
    marks = {cell: session.board.candidates[cell] for cell in HARD.geometry.cells}
    driver.press("RETURN")
    board = session.board
    for cell, digit in found.finding.strikes:
        assert board.candidates[cell] & OWN and marks[cell] >> digit & 1 and not board.candidates[cell] >> digit & 1
    gone = {cell for cell, _ in found.finding.strikes}
    assert all(board.candidates[cell] == mask for cell, mask in marks.items() if cell not in gone)
    assert session.timeline.length == length + len(gone), "a move a cell"
    ask(driver, "h")
    assert hand(session).advisor.shown and hand(session).advisor.shown.finding != found.finding


@pytest.mark.parametrize("automatic", [False, True])
def test_of_cells_without_marks_all_that_the_rules_leave_counts_and_what_is_struck_is_noted(
    driver: Driver, automatic: bool
) -> None:
    """With the digits alone, some way on: locked candidates are the next."""
    grid, techniques = Grid.of(HARD), rungs(HARD.geometry)
    while (use := next_use(grid, techniques)) and use[1] and use[1].places:
        carry_out(grid, use[1])
    assert use and use[1]
    session = play(driver, HARD, person.written([write(bytes(grid.values))], HARD))
    hand(session).game.automatic = automatic
    ask(driver, "h")
    assert hand(session).advisor.shown and hand(session).advisor.shown.finding == use[1]
    driver.press("RETURN")
    carry_out(grid, use[1])
    board = session.board
    for cell in {cell for cell, _ in use[1].strikes}:
        assert hand(session).game.marks(board, cell) == grid.masks[cell] == board.candidates[cell] & ~OWN
    hand(session).game.automatic = False
    hand(session).game._clocks.clear()


def test_a_wrong_digit_is_told_bit_by_bit_and_gone_back_from(driver: Driver) -> None:
    one, two, three = FIG1.blanks[:3]
    steps = [place(one, ANSWER[one]), place(three, wrong(three)), place(two, ANSWER[two])]
    session = play(driver, FIG1, person.written(steps, FIG1))
    said = [ask(driver, "h") for _ in range(3)]
    name = FIG1.geometry.name(three)
    assert said[0].startswith("Something is wrong. ") and name not in said[0] + said[1] and not told(session).washes
    assert said[2].startswith(f"Something is wrong: {name} is not {wrong(three)}. It is your move 2 of 3.")
    assert (told(session).outlined, told(session).outline) == ((three,), Outline.GUILTY)
    driver.press("RETURN")
    game = hand(session).game
    assert (driver.position, driver.length, game.cursor) == (1, 3, three) and game.hint_view is None
    driver.press("PageDown", 2)
    assert driver.position == 3, "the line was kept"


def test_the_middle_strength_of_a_mistake_is_its_box() -> None:
    cell = FIG1.blanks[5]
    position = list(FIG1.givens)
    position[cell] = wrong(cell)
    _, middle, last = map(plain, in_strengths(hint(FIG1, position)))
    box = re.fullmatch(r"Something is wrong, in (box \d)\.", middle)
    assert box and cell in next(unit.cells for unit in FIG1.geometry.units if str(unit) == box[1])
    assert FIG1.geometry.name(cell) in last


def test_a_hint_while_watching_is_for_the_game_and_not_for_the_algorithm(driver: Driver) -> None:
    first = FIG1.blanks[0]
    session = play(driver, FIG1, person.written([place(first, ANSWER[first])], FIG1))
    session.set_solver("mrv")
    session.player.to(20)
    driver.until_paused()
    assert session.board.filled > FIG1.clues + 1
    said = ask(driver, "h")
    assert session.solver.person and driver.position == 1 and said.startswith("Look at ")
    assert hand(session).advisor.shown
    assert hand(session).advisor.shown.finding == hint(FIG1, FIG1.update(first, ANSWER[first]).givens).finding


def test_a_hint_on_grids_of_letters_is_asked_for_with_a_key_that_types_nothing(driver: Driver) -> None:
    puzzle = named.find("side-25")
    session = play(driver, puzzle)
    assert "H" in alphabet_of(puzzle) and "F2 again" in ask(driver, "F2")
    puzzle = named.find("side-16")
    session = play(driver, puzzle)
    assert "H" not in alphabet_of(puzzle) and "again" not in ask(driver, "h"), "it is none of the grid's letters"
    assert "F2 again" in ask(driver, "F2")
    ask(driver, "F2"), ask(driver, "F2")
    driver.press("RETURN")
    answer = counting.first(puzzle)[0].givens
    assert session.timeline.length and all(
        digit in (0, answer[cell]) for cell, digit in enumerate(session.board.values)
    )


def test_digits_are_called_as_they_are_shown(driver: Driver) -> None:
    session = play(driver)
    finding = hint(FIG1).finding
    assert finding
    cell, digit = finding.places[0]
    try:
        session.show_symbols(symbols.Symbols.LETTERS)
        said = [ask(driver, "F2") for _ in range(3)]
        assert "F2 again" in said[0], "H is a digit now"
        assert f"{FIG1.geometry.name(cell)} must be {symbols.LETTERS[digit - 1]}" in said[2]
        session.show_symbols(symbols.Symbols.SHAPES)
        driver.frame()
        assert hand(session).game.hint_view is None, "it spoke of letters"
        for _ in range(3):
            ask(driver, "h")
        assert f"must be {digit}:" in driver.caption()
    finally:
        session.show_symbols(symbols.Symbols.DIGITS)


# Checks -------------------------------------------------------------------------------------------------------------


def test_a_check_counts_what_is_right(driver: Driver) -> None:
    one, two = FIG1.blanks[:2]
    session = play(driver)
    assert ask(driver, "c").startswith(f"No digit is written yet; {len(FIG1.blanks)} to go.")
    hand(session).moves.make(place(one, ANSWER[one]))
    left = len(FIG1.blanks) - 1
    assert ask(driver, "c") == f"{FIG1.geometry.name(one)} = {ANSWER[one]} is right; {left} to go."
    hand(session).moves.make(place(two, ANSWER[two]))
    assert ask(driver, "c") == f"All 2 digits are right; {left - 1} to go." and hand(session).game.clock.checks == 3


def test_a_check_names_the_first_mistake_in_the_order_of_the_moves(driver: Driver) -> None:
    one, two, three = FIG1.blanks[:3]
    session = play(driver)
    for step in (place(three, wrong(three)), place(one, ANSWER[one]), place(two, wrong(two))):
        hand(session).moves.make(step)
    name = FIG1.geometry.name
    assert ask(driver, "c").startswith(f"The first mistake is {name(three)} = {wrong(three)}, your move 1 of 3. Enter")
    assert told(session).outlined == (three,)
    driver.press("PageUp", 2)
    assert ask(driver, "c").startswith(f"The first mistake is {name(three)} = {wrong(three)}, your last move.")
    driver.press("PageUp")
    assert ask(driver, "c").startswith("No digit is written yet"), "what comes after the playhead does not count"
    driver.press("PageDown", 3)
    ask(driver, "c")
    driver.press("RETURN")
    assert (driver.position, driver.length) == (0, 3)


def test_of_a_finished_grid_that_is_wrong_it_is_said_what_stands_twice(driver: Driver) -> None:
    cell = FIG1.blanks[7]
    values = bytearray(ANSWER)
    values[cell] = wrong(cell)
    session = play(driver, FIG1, person.written([write(bytes(ANSWER[:-1]) + bytes([0])), write(bytes(values))], FIG1))
    said = ask(driver, "c")
    twice = re.match(r"(\d) stands twice in ((?:row|column|box) \d)", said)
    assert twice and int(twice[1]) == wrong(cell) and 0 not in session.board.values
    held = [values[c] for c in next(unit.cells for unit in FIG1.geometry.units if str(unit) == twice[2])]
    assert held.count(wrong(cell)) == 2
    assert f"The first mistake is {FIG1.geometry.name(cell)} = {wrong(cell)}, your last move" in said
    play(driver, FIG1, person.written([write(bytes(ANSWER))], FIG1))
    assert ask(driver, "c") == "Every cell is filled, and nothing is wrong."


def test_marks_that_lack_the_digit_are_told_after_digits_and_none_made_is_not_none_left(driver: Driver) -> None:
    one, two = FIG1.blanks[:2]
    session = play(driver)
    own = [person.marked(session.board, two, mask) for mask in (1 << ANSWER[two] | 1 << 9, 1 << wrong(two), 0)]
    for step in (place(one, ANSWER[one]), *own[:2]):
        hand(session).moves.make(step)
    name = FIG1.geometry.name(two)
    said = ask(driver, "c")
    assert said.startswith(
        f"Your digits are right, but the digit that belongs in {name} is struck there: your last move."
    )
    assert told(session).outlined == (two,)
    assert ask(driver, "h").startswith("Something is wrong in your marks.")
    driver.press("RETURN")
    assert driver.position == 2 and session.board.candidates[two] >> ANSWER[two] & 1
    hand(session).moves.make(own[2])
    assert ask(driver, "c").startswith(f"{FIG1.geometry.name(one)} = {ANSWER[one]} is right")
    hand(session).moves.make(place(one, wrong(one)))
    hand(session).moves.make(own[1])
    assert ask(driver, "c").startswith(f"The first mistake is {FIG1.geometry.name(one)}")


def test_of_several_solutions_only_what_leaves_none_is_a_mistake(driver: Driver) -> None:
    found = counting.first(SEVERAL, 3)
    cell = next(c for c in SEVERAL.blanks if len({one.givens[c] for one in found}) > 1)
    left = len(SEVERAL.blanks) - 1
    name = SEVERAL.geometry.name(cell)
    for one in found:
        play(driver, SEVERAL, person.written([place(cell, one.givens[cell])], SEVERAL))
        assert ask(driver, "c").startswith(f"{name} = {one.givens[cell]} can stand: a solution is left; {left} to go.")
    none = next(d for d in range(1, 10) if d not in {one.givens[cell] for one in found})
    play(driver, SEVERAL, person.written([place(cell, none)], SEVERAL))
    assert f"{name} = {none}, your last move. With it no solution is left." in ask(driver, "c")


def test_of_a_puzzle_without_solution_both_say_why(driver: Driver) -> None:
    session = play(driver, named.find("misprint"))
    assert ask(driver, "h") == "This puzzle has no solution."
    session.judge.start()
    assert waits(lambda: driver.frame() is not None and session.composer.verdict.finished)
    for key in ("c", "h"):
        said = ask(driver, key)
        assert said == plain(session.composer.verdict.caption) and "both 4 in box 6" in said
        assert told(session).outlined == session.composer.verdict.outlined


def test_while_watching_and_editing_the_verdict_is_told_when_it_comes(driver: Driver) -> None:
    session = driver.session
    session.load(FIG1)
    session.set_solver("mrv", play=True)
    driver.press("c")
    assert waits(lambda: driver.frame() is not None and session.toast == "Exactly one solution.")
    driver.press("e")
    driver.press("c")
    assert waits(lambda: driver.frame() is not None and driver.caption() == "Exactly one solution.")
    hand(session).moves.make(erase(next(cell for cell, digit in enumerate(FIG1.givens) if digit)))
    driver.frame()
    assert hand(session).game.hint_view is None
    driver.press("RETURN")
    assert session.solver.person and not hand(session).game.editing, "Enter plays what has been entered"


@pytest.mark.parametrize("keys", [("E", "8"), ("Right",)])
def test_one_clash_is_said_once(keys: tuple[str, ...]) -> None:
    puzzle = FIG1.update(0, 8) if keys == ("Right",) else FIG1
    with Driver(Options(puzzle, solver="mrv", size=(1000, 700))) as driver:
        session = driver.session
        for key in (*keys, "C"):
            driver.press(key)
        assert waits(lambda: driver.frame() is not None and session.composer.verdict.finished)
        said = f"{session.toast} {session.notice} {driver.caption() if session.solver.person else ''}"
        assert said.count("r1c1 and r1c3") == 1 and "stands twice" not in said


def test_that_it_may_give_up_is_not_said_beside_an_answer() -> None:
    session = Session(FIG1, None, "annealing")
    assert any("give up" in remark.text for remark in session.remarks)
    while not (session.timeline.finished or session.timeline.resting):
        session.timeline.reach(session.timeline.length + 10_000, float, 0.0)
    assert not session.remarks
    session.set_solver("human")
    assert any("give up" in remark.text for remark in session.remarks)
    session.close()


def test_on_a_grid_too_large_to_know_nothing_is_claimed() -> None:
    """One digit on an empty 25x25: it is known to leave a solution, or it is said that this is not known."""
    session = Session(SLOW, solver=person.NAME)
    hand(session).moves.make(place(0, 1))
    hand(session).moves.make(place(1, 2))
    found = check(SLOW, session.board.values, moves=[(0, 1), (1, 2)])
    assert found.advice is Advice.RIGHT and not found.unique
    said = plain(hint_view.checked(found, hand(session).advisor.here).caption)
    expected = "All 2 digits can stand" if found.sure else "No mistake is known in your 2 digits"
    assert said.startswith(expected)
    unsure = plain(hint_view.checked(replace(found, sure=False), hand(session).advisor.here).caption)
    assert unsure.startswith("No mistake is known in your 2 digits; it is not certain that a solution is left.")
    session.close()


# What has been left -------------------------------------------------------------------------------------------------


def test_what_is_told_goes_with_the_place_it_was_told_for(driver: Driver) -> None:
    session = play(driver)
    ask(driver, "h")
    hand(session).moves.make(place(FIG1.blanks[0], ANSWER[FIG1.blanks[0]]))
    assert hand(session).game.hint_view is None
    ask(driver, "h")
    driver.press("HOME")
    driver.frame()
    assert hand(session).game.hint_view is None and hand(session).advisor.shown is None


def test_the_window_goes_on_and_an_answer_for_what_has_been_left_is_not_shown(driver: Driver) -> None:
    session = play(driver, SLOW)
    driver.press("F2")
    assert hand(session).advisor.busy and driver.app.busy and driver.caption().startswith("Looking for a hint …")
    hand(session).moves.make(place(0, 1))
    driver.frame()
    assert not hand(session).advisor.busy and hand(session).game.hint_view is None
    driver.press("F2")
    assert hand(session).advisor.busy
    play(driver)
    driver.frame()
    assert not hand(session).advisor.busy and hand(session).game.hint_view is None
    assert ask(driver, "h").startswith("Look at "), "the next one is worked out by another process"


def test_escape_gives_it_up_and_so_does_the_time_limit(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(driver, SLOW)
    driver.press("F2")
    driver.press("Escape")
    assert not hand(session).advisor.busy and session.solver.person and "No longer looking" in session.toast
    monkeypatch.setattr(advisor, "MOST_HINT_SECONDS", 0.0)
    driver.press("F2")
    driver.frames(2)
    assert not hand(session).advisor.busy and driver.caption().startswith("No answer in 0 seconds")
    assert not hand(session).game.clock.hints


@pytest.mark.skipif(os.name != "posix", reason="asks for a process by its number")
def test_no_process_is_left() -> None:
    session = Session(FIG1, solver=person.NAME)
    session.do("hint")
    assert waits(lambda: hand(session).advisor.tick(0.0) or not hand(session).advisor.busy)
    pid = hand(session).advisor._worker.pid
    assert pid is not None and alive(pid)
    session.close()
    assert not alive(pid)
    session = Session(SLOW, solver=person.NAME)
    session.do("check")
    session.do("hint")
    pid = hand(session).advisor._worker.pid
    assert pid is not None and hand(session).advisor.busy
    session.close()
    assert not alive(pid) and not hand(session).advisor.busy


# Counting -----------------------------------------------------------------------------------------------------------


def test_how_much_help_there_was_is_said_at_the_end_and_kept(driver: Driver) -> None:
    game = Game()
    assert plain(view.solved(game)).startswith("Solved. Every row")
    game.clock.seconds, game.clock.hints, game.clock.checks = 754.0, 2, 1
    assert plain(view.solved(game)).startswith("Solved in 12:34, with 2 hints and 1 check. ")
    last = FIG1.blanks[-1]
    all_but_one = bytes(0 if cell == last else digit for cell, digit in enumerate(ANSWER))
    session = play(driver, FIG1, person.written([write(all_but_one)], FIG1))
    ask(driver, "h"), ask(driver, "h")
    keeper = Keeper(session, hand(session).game, hand(session).moves, SavedGames(default()))
    kept_game = keeper.kept()
    driver.press("RETURN")
    driver.frame()
    assert re.match(r"Solved( in \d+:\d\d)?, with 1 hint\. ", driver.caption())
    assert session.timeline.last_kind() is Kind.SOLVED
    session.load(named.find("lab"))
    assert not hand(session).game.clock.hints, "another puzzle"
    assert kept_game and keeper.restore(kept_game) and hand(session).game.clock.hints == 1


# Which move has written what ----------------------------------------------------------------------------------------

_CELLS = st.integers(0, 15)
_MOVES = st.lists(st.tuples(_CELLS, st.integers(-2, 4), st.integers(0, 15)), max_size=25)
FOUR = Puzzle.empty(Geometry.boxes(2, 2))


@examples(60)
@given(_MOVES)
def test_each_digit_and_each_strike_is_laid_to_the_move_that_made_it(drawn: list[tuple[int, int, int]]) -> None:
    board, steps = person.board_of(FOUR), list[Step]()
    for cell, what, mask in drawn:
        step = erase(cell) if not what else place(cell, what) if what > 0 else person.marked(board, cell, mask << 1)
        if what == -2:
            step = write(bytes((digit + cell) % 5 for digit in board.values))
        if not board.objection(step):
            steps += person.made(board, step)
    timeline = Session(FOUR, solver=person.NAME, options={"moves": person.written(steps, FOUR)}).timeline
    end = timeline.length
    boards = [(tuple(b.values), tuple(b.candidates)) for b in (timeline.board_at(at) for at in range(end + 1))]
    since = move_log.standing(timeline, end)
    assert sorted(since) == [cell for cell, digit in enumerate(boards[end][0]) if digit]
    assert list(since.values()) == sorted(since.values())
    for cell, at in since.items():
        digit = boards[end][0][cell]
        assert boards[at - 1][0][cell] != digit and all(values[cell] == digit for values, _ in boards[at:])
    for cell, marks in enumerate(boards[end][1]):
        for digit in range(1, 5):
            lacks = [bool(mask[cell] & OWN) and not mask[cell] >> digit & 1 for _, mask in boards]
            first = end + 1 - next((i for i, lack in enumerate(reversed(lacks)) if not lack), end + 1)
            expected = first if marks & OWN and lacks[end] else 0
            assert move_log.struck(timeline, end, cell, digit) == expected
