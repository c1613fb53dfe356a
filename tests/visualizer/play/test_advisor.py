"""Tests that hints in the window are true of the board, and disappear when the position changes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from advice import ANSWER, FIG1, HARD, SLOW, ask, before, play, told, wrong
from app_driver import Driver
from foreign_runs import alive, waits
from hands import hand
from made import solutions_of
from slow import slow_but

import solvers
from puzzles import Puzzle, alphabet_of
from puzzles.corpus import named
from puzzles.geometry import STANDARD
from solvers.algorithms import person
from solvers.algorithms.person import OWN
from solvers.core.step import Kind, place, write
from solvers.explain.hint import hint
from solvers.techniques import Grid
from solvers.techniques.registry import carry_out, next_use, rungs
from visualizer.files.store import DocumentStore, default
from visualizer.narration.hints import in_strengths
from visualizer.play import advisor
from visualizer.play import state as view
from visualizer.play.saved_games import Keeper, SavedGames
from visualizer.play.state import Game
from visualizer.scene.board import links_of, parts_of
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.style import theme
from visualizer.text.spans import plain
from visualizer.views.board import Link, MarkRole, Outline, Wash

INKALA = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
"""A puzzle beyond any ladder (Arto Inkala, 2012)."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(FIG1, size=(1000, 700))) as driver:
        hand(driver.session).remember(DocumentStore(None))  # each test starts afresh
        yield driver


# Hints --------------------------------------------------------------------------------------------------------------


def test_a_hint_comes_in_three_strengths_and_is_carried_out(driver: Driver) -> None:
    session = play(driver)
    found = hint(FIG1)
    assert found.finding and found.technique
    (cell, digit), where, name = found.finding.places[0], found.where, FIG1.geometry.name
    said = [ask(driver, "h") for _ in range(3)]
    assert [text.partition(" Press H again")[0].partition(" Enter")[0] for text in said] == [
        plain(sentence) for sentence in in_strengths(found)
    ]
    assert said[0].startswith(f"Look at {name(cell)}.") and where == ((), (cell,))
    assert said[1].startswith("Naked single") and f"must be {digit}" not in said[1]
    assert f"{name(cell)} must be {digit}" in said[2] and said[2].endswith("Enter applies it.")
    assert told(session).washes[cell] is Wash.STEP and told(session).parts == {cell: ((digit, MarkRole.RING),)}
    assert view.board_view(session.board, None, hand(session).game).cells[cell].large
    others = [at for at, wash in told(session).washes.items() if wash is Wash.LIT]
    assert sorted(session.board.values[at] for at in others) == sorted({*range(1, 10)} - {digit}), "one for each"
    assert set(others) <= set(FIG1.geometry.peers[cell])
    assert ask(driver, "h") == said[2] and "the whole hint" in session.toast
    driver.press("RETURN")
    assert session.board.values[cell] == digit and hand(session).game.hint_view is None
    assert (hand(session).game.clock.hints, hand(session).game.cursor, session.timeline.length) == (1, cell, 1)
    driver.press("Ctrl+z")
    assert not session.board.values[cell] and session.timeline.length == 1


@pytest.mark.parametrize("technique", slow_but(["aic"], ["x_wing", "aic"]))
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


def test_of_a_hidden_single_the_cells_that_keep_its_digit_out_of_the_others_are_lit(driver: Driver) -> None:
    puzzle = named.find("seven")
    session = play(driver, puzzle)
    said = [ask(driver, "h") for _ in range(3)][-1]
    assert said.startswith("Hidden single: r1c9 must be 1: no other cell of box 3 can hold it.")
    lit = [at for at, wash in told(session).washes.items() if wash is Wash.LIT]
    assert lit and all(session.board.values[at] == 1 for at in lit)
    seen = {peer for at in lit for peer in puzzle.geometry.peers[at]}
    box = next(unit for unit in puzzle.geometry.units if str(unit) == "box 3")
    assert {puzzle.geometry.name(at) for at in set(box.cells) - seen if not puzzle.givens[at]} == {"r1c9"}


def test_a_lone_part_is_drawn_large_unless_marks_or_arrows_stand_beside_it(driver: Driver) -> None:
    session = play(driver, FIG1)
    game, board = hand(session).game, session.board
    [ask(driver, "h") for _ in range(3)]
    shown = told(session)
    (cell,) = shown.parts
    assert view.board_view(board, None, game).cells[cell].large
    game.hint_view = replace(shown, links=(Link((cell, 1), (cell, 2), strong=True),))
    assert not view.board_view(board, None, game).cells[cell].large
    game.hint_view, game.automatic = shown, True
    assert not view.board_view(board, None, game).cells[cell].large


@pytest.mark.slow
def test_beyond_every_technique_a_what_if_is_told_part_by_part_with_its_marks(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisor, "MOST_HINT_SECONDS", 1e9)  # however slow the machine is
    session = play(driver, INKALA)
    said = [ask(driver, "h") for _ in range(2)]
    assert said[0].startswith("No technique finds anything here, so try a what-if: look at r6c1.")
    assert said[1].startswith("What if r6c1 is 6? Then the singles leave 2 cases, and each ends in a contradiction.")
    cell = {INKALA.geometry.name(cell): cell for cell in INKALA.geometry.cells}.__getitem__
    assert told(session).parts == {cell("r6c1"): ((6, MarkRole.TARGET),)}
    singles = ask(driver, "h")
    assert singles.startswith("Suppose r6c1 is 6. Then r4c5=6 (only place in box 5); ")
    assert "Now in column 2, 3 can only be in r5c2 or r7c2. Press H again for more." in singles
    assert told(session).parts[cell("r4c5")] == ((6, MarkRole.ONE),)
    assert told(session).parts[cell("r5c2")] == ((3, MarkRole.OTHER),) == told(session).parts[cell("r7c2")]
    assert "If r5c2 is 3, then r4c4=3 (only place in row 4); " in ask(driver, "h")
    row = session.puzzle.geometry.units[3].cells
    assert told(session).parts[cell("r4c4")] == ((3, MarkRole.ONE),) and cell("r7c2") not in told(session).parts
    assert all(told(session).washes[cell] is Wash.UNIT for cell in row), "row 4 has no place for 8"
    assert ask(driver, "h").endswith("So 6 is struck from r6c1. Enter applies it.")
    assert cell("r4c4") not in told(session).parts and told(session).parts[cell("r4c5")] == ((6, MarkRole.ONE),)
    driver.press("RETURN")
    marks = session.board.candidates[cell("r6c1")]
    assert marks & OWN and not marks >> 6 & 1 and session.timeline.length == 1
    assert ask(driver, "h").startswith("No technique finds anything here, so try a what-if: look at r6c3.")


@pytest.mark.parametrize("automatic", [False, True])
def test_of_cells_without_marks_all_that_the_rules_leave_counts_and_what_is_struck_is_noted(
    driver: Driver, automatic: bool
) -> None:
    """Check a position without marks, in which locked candidates are the next technique."""
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
    said, washes = [], []
    for _ in range(3):
        said.append(ask(driver, "h"))
        washes.append({cell for cell, wash in told(session).washes.items() if wash is Wash.UNIT})
    name = FIG1.geometry.name(three)
    assert said[0].startswith("Something is wrong in rows 1 to 3. ") and name not in said[0] + said[1]
    assert (washes[0], len(washes[1]), washes[2]) == (set(range(27)), 9, set()) and three in washes[1] < washes[0]
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
    first, middle, last = map(plain, in_strengths(hint(FIG1, position)))
    assert first == "Something is wrong in rows 1 to 3."
    box = re.fullmatch(r"Something is wrong in (box \d)\.", middle)
    assert box and cell in next(unit.cells for unit in FIG1.geometry.units if str(unit) == box[1])
    assert FIG1.geometry.name(cell) in last


def test_with_clashing_givens_nothing_offers_to_watch_a_solve(driver: Driver) -> None:
    """Check each place that would: the start of a run, a game, a hint, solving from here, and the editor."""
    session = driver.session
    session.load(named.find("misprint"))
    session.judge.start()
    assert waits(lambda: driver.frame() is not None and session.composer.verdict.finished)
    driver.frame()
    assert driver.caption().startswith("No solution: r4c8 and r6c9 are both 4 in box 6, ")
    assert driver.caption().endswith("E edits the givens.") and "watch" not in driver.caption()
    driver.press("p")
    assert driver.caption().endswith("E edits the givens.")
    assert ask(driver, "h").endswith("E edits the givens.")
    driver.press("s")
    assert session.solver.person and session.toast == "There is nothing to solve: givens clash. E edits them."
    driver.press("e")
    driver.frame()
    assert driver.caption().endswith("Type another digit over a wrong one, or Backspace erases it.")


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
    answer = solutions_of(puzzle)[0].givens
    assert session.timeline.length and all(
        digit in (0, answer[cell]) for cell, digit in enumerate(session.board.values)
    )


def test_digits_are_called_as_they_are_shown(driver: Driver) -> None:
    session = play(driver)
    finding = hint(FIG1).finding
    assert finding
    cell, digit = finding.places[0]
    try:
        session.symbols = theme.Symbols.LETTERS
        said = [ask(driver, "F2") for _ in range(3)]
        assert "F2 again" in said[0], "H is a digit now"
        assert f"{FIG1.geometry.name(cell)} must be {theme.LETTERS[digit - 1]}" in said[2]
        session.symbols = theme.Symbols.SHAPES
        driver.frame()
        assert hand(session).game.hint_view is None, "it spoke of letters"
        for _ in range(3):
            ask(driver, "h")
        assert f"must be {digit}:" in driver.caption()
    finally:
        session.symbols = theme.Symbols.DIGITS


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


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert plain(view.solved(game, STANDARD.rule)).startswith("Solved. Every row")
    game.clock.seconds, game.clock.hints, game.clock.checks = 754.0, 2, 1
    assert plain(view.solved(game, STANDARD.rule)).startswith("Solved in 12:34, with 2 hints and 1 check. ")
    last = FIG1.blanks[-1]
    all_but_one = bytes(0 if cell == last else digit for cell, digit in enumerate(ANSWER))
    session = play(driver, FIG1, person.written([write(all_but_one)], FIG1))
    ask(driver, "h"), ask(driver, "h")
    keeper = Keeper(hand(session).moves, SavedGames(default()))
    kept_game = keeper.kept()
    driver.press("RETURN")
    driver.frame()
    assert re.match(r"Solved( in \d+:\d\d)?, with 1 hint\. ", driver.caption())
    assert session.timeline.last_kind() is Kind.SOLVED
    session.load(named.find("lab"))
    assert not hand(session).game.clock.hints, "another puzzle"
    assert kept_game and keeper.restore(kept_game) and hand(session).game.clock.hints == 1
