"""Tests that a player can write digits, undo moves and make marks without losing anything."""

from __future__ import annotations

from random import Random

import pytest
from app_driver import Driver
from hands import hand, write
from strategies import solution_of

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.person import OWN
from solvers.explain.records import SolutionCount
from visualizer.narration.explanations import VerdictView
from visualizer.play import state as play_view
from visualizer.session.session import Session
from visualizer.text.spans import Span
from visualizer.views.board import Role

FIG1 = named.find("fig1")
SOLUTION = solution_of("fig1")
BLANKS = FIG1.blanks


def steps(session: Session) -> list[str]:
    return [session.timeline.step(at).kind.name for at in range(1, session.timeline.length + 1)]


def test_digits_are_written_where_the_cursor_is_and_givens_stay(driver: Driver) -> None:
    driver.press("P")
    assert hand(driver.session).game.cursor == BLANKS[0] == 0
    driver.press("5")
    driver.press("Right")
    driver.press("Right")
    driver.press("7")
    assert driver.shown()[0] == 5 and driver.shown()[2] == 8 and "given" in driver.session.toast
    cells = driver.app.picture.scene(driver.session).board.cells
    assert cells[0].role is Role.PERSON and cells[2].role is Role.GIVEN
    assert steps(driver.session) == ["PLACE"]


def test_the_same_digit_again_rubs_it_out(driver: Driver) -> None:
    driver.press("P")
    write(driver, 0, 5)
    write(driver, 0, 5)
    assert driver.shown() == FIG1.givens and steps(driver.session) == ["PLACE", "ERASE"]


def test_every_move_is_taken_back_and_made_again(driver: Driver) -> None:
    driver.press("P")
    random, boards = Random(5), [driver.shown()]
    for _ in range(20):
        before = driver.session.timeline.length
        write(driver, random.choice(BLANKS), random.randrange(1, 10))
        if driver.session.timeline.length > before:
            boards.append(driver.shown())
    for board in reversed(boards[:-1]):
        driver.press("Ctrl+Z")
        assert driver.shown() == board
    driver.press("Ctrl+Z")
    assert driver.shown() == boards[0] and "nothing to undo" in driver.session.toast
    for board in boards[1:]:
        driver.press("Ctrl+Y")
        assert driver.shown() == board == driver.replayed()
    driver.press("PageDown")
    assert driver.shown() == boards[-1] and "nothing to redo" in driver.session.toast


def test_a_move_after_some_were_taken_back_forks_and_the_old_line_is_kept(driver: Driver) -> None:
    driver.press("P")
    for cell, digit in zip(BLANKS[:4], (5, 6, 7, 8), strict=True):
        write(driver, cell, digit)
    old = driver.shown()
    driver.press("Ctrl+Z", 2)
    write(driver, BLANKS[5], 9)
    new = driver.shown()
    assert steps(driver.session) == ["PLACE"] * 3 and "kept" in driver.session.toast
    driver.press("Ctrl+Backspace")
    assert driver.position == 2 and driver.session.timeline.length == 4
    driver.press("End")
    driver.frames(3)
    assert driver.shown() == old
    driver.press("Ctrl+Shift+Backspace")
    assert driver.shown() == new == driver.replayed()


def test_the_move_that_was_taken_back_can_be_written_again(driver: Driver) -> None:
    driver.press("P")
    write(driver, BLANKS[0], 5)
    driver.press("Ctrl+Z")
    assert driver.position == 0
    write(driver, BLANKS[0], 5)
    assert driver.session.board.values[BLANKS[0]] == 5 and driver.position == driver.session.timeline.length == 1
    assert "earlier moves" not in driver.session.toast


def test_marks_by_shift_by_pencil_and_by_themselves(driver: Driver) -> None:
    driver.press("P")
    driver.press("Shift+3")
    driver.press("M")
    driver.press("7")
    board, game = driver.session.board, hand(driver.session).game
    assert board.candidates[0] == OWN | 1 << 3 | 1 << 7 and game.marks(board, 0) == 1 << 3 | 1 << 7
    driver.press("Shift+2")
    assert driver.shown()[0] == 2, "with the pencil, Shift writes"
    driver.press("Backspace")
    driver.press("A")
    board = driver.session.board
    assert game.marks(board, 0) == 1 << 3 | 1 << 7, "a cell's own marks stay"
    free = [cell for cell in BLANKS if cell]
    for cell in free:
        left = [digit for digit in range(1, 10) if not board.holders(cell, digit)]
        assert game.marks(board, cell) == sum(1 << digit for digit in left)
    game.cursor = cell = free[0]
    left = [digit for digit in range(1, 10) if game.marks(board, cell) >> digit & 1]
    driver.press(str(left[0]))
    board = driver.session.board
    assert game.marks(board, cell) == sum(1 << digit for digit in left[1:]), "one struck, the others are kept"
    driver.press("Backspace")
    assert not driver.session.board.candidates[cell]


def test_no_mark_is_shown_that_a_digit_rules_out_and_it_is_there_again_with_the_digit_gone(driver: Driver) -> None:
    driver.press("P")
    driver.press("Shift+3")
    game, peer = hand(driver.session).game, next(cell for cell in BLANKS if cell in FIG1.geometry.peers[0])
    write(driver, peer, 3)
    assert game.marks(driver.session.board, 0) == 0
    write(driver, peer, 3)
    assert game.marks(driver.session.board, 0) == 1 << 3


def test_clashes_are_framed_at_once_unless_switched_off(driver: Driver) -> None:
    driver.press("P")
    write(driver, 0, 5)

    def framed() -> set[int]:
        cells = driver.app.picture.scene(driver.session).board.cells
        return {cell for cell, view in enumerate(cells) if view.culprit}

    assert framed() == {0, 27}
    driver.press("X")
    assert framed() == set()


def test_the_grid_that_is_completed_is_solved_and_undo_goes_before_the_last_digit(driver: Driver) -> None:
    driver.press("P")
    for cell in BLANKS:
        write(driver, cell, SOLUTION.givens[cell])
    assert driver.app.picture.scene(driver.session).board.solved and steps(driver.session)[-1] == "SOLVED"
    assert not hand(driver.session).clock_runs
    driver.press("Ctrl+Z")
    assert driver.shown().count(0) == 1
    driver.press("Ctrl+Y")
    assert driver.app.picture.scene(driver.session).board.solved
    write(driver, BLANKS[0], SOLUTION.givens[BLANKS[0]])
    assert driver.shown()[BLANKS[0]] == 0 and steps(driver.session)[-2:] == ["SOLVED", "ERASE"]


def test_space_shows_the_moves_again_and_the_time_line_is_theirs(driver: Driver) -> None:
    driver.press("P")
    for cell, digit in zip(BLANKS[:6], (5, 6, 7, 8, 9, 1), strict=True):
        write(driver, cell, digit)
    last = driver.shown()
    driver.press("Home")
    assert driver.shown() == FIG1.givens
    driver.press("Space")
    driver.frames(900)
    assert driver.shown() == last and driver.position == 6
    driver.click(driver.on_strip(0.5))
    assert driver.position == 3 and driver.shown() == driver.replayed()


def test_the_game_is_kept_while_an_algorithm_is_watched(driver: Driver) -> None:
    driver.press("P")
    write(driver, 0, 5)
    driver.session.toast = "of something before"
    driver.press("Escape")
    assert driver.session.toast == "Your game is kept. P resumes it."
    assert driver.session.solver.name == "mrv" and driver.app.open
    driver.press("Right", 4)
    driver.press("P")
    assert driver.shown()[0] == 5
    driver.press("P")
    assert driver.session.solver.name == "mrv" and driver.position == 4


def test_another_puzzle_by_accident_is_no_loss(driver: Driver) -> None:
    driver.press("P")
    write(driver, 0, 5)
    driver.press("R")
    driver.until_drawn()
    assert driver.session.puzzle != FIG1 and driver.session.solver.person and not driver.session.timeline.length
    driver.press("Ctrl+Backspace")
    assert driver.session.puzzle == FIG1 and driver.shown()[0] == 5


def test_solve_from_here_tells_the_persons_digits_from_the_algorithms(driver: Driver) -> None:
    driver.press("P")
    for cell in BLANKS[:3]:
        write(driver, cell, SOLUTION.givens[cell])
    driver.press("S")
    assert driver.session.solver.name == "mrv"
    driver.press("End")
    driver.frames(30)
    cells = driver.app.picture.scene(driver.session).board.cells
    assert {cells[cell].role for cell in BLANKS[:3]} == {Role.PERSON}
    assert {cells[cell].role for cell in BLANKS[3:]} <= {Role.FIXED, Role.GUESSED}
    driver.press("Backspace")
    assert driver.session.solver.person and driver.shown()[0] == SOLUTION.givens[0]


# Entering a puzzle


def test_a_puzzle_is_entered_cell_by_cell(driver: Driver) -> None:
    driver.press("Ctrl+N")
    for symbol in str(FIG1):
        driver.press("Right" if symbol == "." else symbol)
    assert hand(driver.session).game.editing and hand(driver.session).moves.entered() == FIG1
    assert {view.role for view in driver.app.picture.scene(driver.session).board.cells} == {Role.GIVEN, Role.BLANK}
    driver.press("P")
    assert driver.session.solver.person and driver.session.puzzle == FIG1 and not hand(driver.session).game.editing


@pytest.mark.parametrize("blank", [".", "0", "Space"])
def test_a_row_is_typed_as_newspapers_print_it(driver: Driver, blank: str) -> None:
    driver.press("E")
    for symbol in "..84.9":
        driver.press(blank if symbol == "." else symbol)
    assert driver.shown()[:6] == (0, 0, 8, 4, 0, 9) and hand(driver.session).game.cursor == 6
    driver.press("Backspace", 2)
    assert hand(driver.session).game.cursor == 5


def test_a_full_grid_that_is_entered_is_no_solution_and_is_gone_back_to_as_it_was(driver: Driver) -> None:
    driver.press("E")
    driver.session.load(SOLUTION)
    for digit in (SOLUTION.givens[0] % 9 + 1, SOLUTION.givens[0]):
        write(driver, 0, digit)
    options, position = dict(driver.session.options), driver.position
    assert set(steps(driver.session)) == {"PLACE"}
    driver.press("E")
    assert not driver.session.solver.person
    driver.press("Backspace")
    assert (dict(driver.session.options), driver.position) == (options, position)


def test_many_solutions_are_no_alarm_while_a_puzzle_is_entered(driver: Driver) -> None:
    driver.press("E")
    board, verdict = driver.session.board, VerdictView(SolutionCount.SEVERAL, (Span("12 solutions.", "conflict"),))
    said = play_view.caption(None, board, board, hand(driver.session).game, verdict)
    assert said[0] == Span("12 solutions so far. ")
    none = VerdictView(SolutionCount.NONE, (Span("No solution.", "conflict"),))
    assert play_view.caption(None, board, board, hand(driver.session).game, none)[0].voice == "conflict"


def test_a_clash_is_said_while_clashes_are_shown(driver: Driver) -> None:
    driver.press("P")
    holder = next(cell for cell in FIG1.geometry.peers[BLANKS[0]] if FIG1.givens[cell])
    write(driver, BLANKS[0], FIG1.givens[holder])
    assert f"{FIG1.geometry.name(holder)} " in driver.caption() and driver.caption().endswith("it too.")
    driver.press("X")
    assert not driver.caption().endswith("it too.")


def test_keys_that_type_a_digit_are_not_offered(driver: Driver) -> None:
    driver.press("P")
    driver.press("Shift+T")
    assert hand(driver.session).typed_symbols.startswith("ABC")
    view = driver.app.picture.controls.extras(driver.session).pad_view(None, None)
    keys = {tool.id: tool.keycap for tool in view.tools}
    assert keys["automatic"] == "F7" and keys["pencil"] == "F6" and "F2 gives a hint" in driver.caption()
    _, right = driver.app.picture.controls.buttons(driver.session)
    assert {button.id: button.keycap for button in right}["check"] == "F4"


def test_in_hexadecimal_nought_is_a_digit(driver: Driver) -> None:
    text = "0123456789ABCDEF" + "." * 240
    driver.session.watch(Puzzle.parse(text), solvers.get("mrv"), {})
    driver.press("E")
    hand(driver.session).game.cursor = 16
    driver.press("0")
    driver.press(".")
    driver.press("F")
    assert driver.session.board.values[16:20] == [1, 0, 16, 0]


def test_backspace_rubs_out_and_then_goes_back(driver: Driver) -> None:
    driver.press("Ctrl+N")
    for key in ("1", "2", "3", "Backspace", "Backspace"):
        driver.press(key)
    assert driver.shown()[:3] == (1, 2, 0) and hand(driver.session).game.cursor == 2


def test_clear_is_one_move_and_is_taken_back(driver: Driver) -> None:
    driver.press("E")
    assert driver.shown() == FIG1.givens
    driver.press("Ctrl+N")
    assert not any(driver.shown())
    driver.press("Ctrl+Z")
    assert driver.shown() == FIG1.givens


def test_what_is_drawn_while_editing_is_written_into_the_grid(driver: Driver) -> None:
    driver.press("E")
    driver.press("R")
    driver.until_drawn()
    assert hand(driver.session).game.editing and driver.shown() != FIG1.givens and any(driver.shown())
    driver.press("Ctrl+Z")
    assert driver.shown() == FIG1.givens


@pytest.mark.parametrize(("key", "name"), [("E", "mrv"), ("B", "backtracking"), ("S", "sat")])
def test_what_was_entered_is_watched(driver: Driver, key: str, name: str) -> None:
    driver.press("E")
    write(driver, 0, 3)
    driver.press(key)
    assert driver.session.solver.name == name and driver.session.puzzle == FIG1.update(0, 3)
    driver.session.player.pause()
    driver.press("Backspace")
    assert hand(driver.session).game.editing and driver.shown()[0] == 3


def test_the_size_goes_round_and_what_was_entered_is_there_again(driver: Driver) -> None:
    driver.press("Ctrl+N")
    driver.press("4")
    for side in (10, 12, 16, 25, 4, 6, 8, 9):
        driver.press("Z" if driver.session.puzzle.geometry.side <= 9 else "F9")
        assert driver.session.puzzle.geometry == Geometry.of_side(side) and not any(driver.shown())
    for _ in range(9):
        driver.press("Ctrl+Backspace")
    assert driver.shown()[0] == 4


def test_a_full_grid_that_is_wrong_is_said_to_be_so(driver: Driver) -> None:
    driver.press("P")
    for cell in BLANKS[:-1]:
        write(driver, cell, SOLUTION.givens[cell])
    driver.press("X")  # clashes are not shown
    write(driver, BLANKS[-1], SOLUTION.givens[BLANKS[-1]] % 9 + 1)
    assert "full, but not a solution: C finds the mistake" in driver.caption()
    write(driver, BLANKS[-1], SOLUTION.givens[BLANKS[-1]])
    assert driver.caption().startswith("Solved") and "full" not in driver.caption()


def test_ones_own_marks_look_unlike_those_by_themselves(driver: Driver) -> None:
    driver.press("P")
    driver.press("Shift+3")
    driver.press("A")
    cells = driver.app.picture.scene(driver.session).board.cells
    assert cells[0].noted and not any(view.noted for view in cells[1:]) and cells[BLANKS[1]].candidates
