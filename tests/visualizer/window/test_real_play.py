"""Tests of a session in a real window, in which a puzzle is typed, played, checked, saved and restored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from real_window import Line, RealWindow, display, lacking, until
from strategies import solution_of

import solvers
from puzzles.corpus import named
from puzzles.geometry import Cell, Digit
from solvers.core.registry import START
from visualizer.painting.board import BoardPainter
from visualizer.session.session import Session
from visualizer.style import theme
from visualizer.toolkit.canvas import Fonts
from visualizer.toolkit.layout import WindowLayout

pytestmark = pytest.mark.skipif(bool(lacking()), reason=lacking() or "nothing is lacking")

PUZZLE = named.find("fig1")
SOLUTION = solution_of("fig1")
RIGHT = SOLUTION.givens
NAMES = [PUZZLE.geometry.name(cell) for cell in PUZZLE.geometry.cells]
ONE, TWO, MARKED, *_ = PUZZLE.blanks
MARKS = [1, 7]
KEYS = [str(digit) if digit else "Right" for digit in PUZZLE.givens]
CLASH = 6
"""A blank cell with an 8 in its row."""
SIZE = (1280, 800)
LIGHT = theme.load("light")


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("SOLVESCOPE_STATE", str(tmp_path / "state"))
    with display() as name:
        yield name


@pytest.fixture(scope="module")
def board() -> BoardPainter:
    """Return a painter that paints the board as the window does."""
    painter, session = BoardPainter(LIGHT, Fonts()), Session(PUZZLE)
    painter.paint(pygame.Surface(SIZE), pygame.Rect(*WindowLayout.of(SIZE).board), session.composer.start)
    session.close()
    return painter


def with_digits(**digits: Digit) -> str:
    """Return the puzzle with digits in some cells, in the form that the log uses."""
    return str(PUZZLE.with_values([digits.get(name, given) for name, given in zip(NAMES, PUZZLE.givens, strict=True)]))


def shows(window: RealWindow, board: BoardPainter, cell: Cell, color: theme.Color) -> bool:
    """Return whether the cell on the screen contains a colour."""
    rect = board.rect_of(cell)
    assert rect is not None
    seen = np.asarray(window.screenshot())[rect.top : rect.bottom, rect.left : rect.right]
    return bool((seen == np.array(color)).all(axis=2).any())


def go_to(window: RealWindow, board: BoardPainter, cell: Cell) -> None:
    """Click a cell to move the cursor there, unless it is there already."""
    rect = board.rect_of(cell)
    assert rect is not None
    if window.lines()[-1]["cursor"] != NAMES[cell]:
        window.click(rect.center)
        window.wait("cursor", cursor=NAMES[cell])


# The parts of the sitting -------------------------------------------------------------------------------------------


def type_the_puzzle(window: RealWindow, board: BoardPainter) -> None:
    """Type a puzzle with a clash, check that it is reported at once, and correct it."""
    entered = window.press("ctrl+n", "new", editing=True, cursor=NAMES[0])
    assert set(entered["board"]) == {"."}
    window.keys(*KEYS[:CLASH], "8")
    both = ["r1c3", "r1c7"]
    told = window.wait("judged", clashes=both)
    assert "8" in told["caption"] and all(name in told["caption"] for name in both), told["caption"]
    until(lambda: all(shows(window, board, cell, LIGHT.conflict) for cell in (2, 6)), "the clash on the screen")
    window.keys("Left")
    window.press("Delete", "clear", clashes=[], cursor="r1c7")
    window.keys(*KEYS[CLASH:])
    told = window.wait("judged", board=str(PUZZLE))
    assert told["caption"].startswith("Exactly one solution."), told["caption"]


def write_and_mark(window: RealWindow) -> None:
    """Write digits, make marks in both ways, and undo and redo moves."""
    started = window.press("Return", "agree", editing=False, board=str(PUZZLE), cursor=NAMES[ONE])
    assert (started["position"], started["puzzle"]) == (0, str(PUZZLE))
    written = with_digits(r1c1=RIGHT[ONE])
    window.press(str(RIGHT[ONE]), "typed", board=written, position=1)
    window.press("Tab", "next blank", cursor=NAMES[TWO])
    window.press("Tab", "next blank", cursor=NAMES[MARKED])
    window.press("m", "pencil")
    window.press("7", "typed", marks=[7], board=written)
    window.press("m", "pencil")
    window.press("shift+1", "typed", marks=MARKS, board=written)
    window.press("shift+2", "typed", marks=[1, 2, 7])
    window.press("shift+2", "typed", marks=MARKS, position=5)
    refused = window.press("shift+3", "typed", marks=MARKS, position=5)
    assert refused["toast"] == "3 cannot go in r1c5: r1c1 holds it in row 1."
    for position, marks in ((4, [1, 2, 7]), (3, MARKS), (2, [7]), (1, [])):
        window.press("ctrl+z", "undo", marks=marks, position=position, cursor=NAMES[MARKED])
    window.press("ctrl+z", "undo", board=str(PUZZLE), position=0, cursor=NAMES[ONE])
    for position in range(1, 6):
        window.press("ctrl+y", "redo", position=position, length=5)
    assert (window.lines()[-1]["marks"], window.lines()[-1]["board"]) == (MARKS, written)


def take_a_hint(window: RealWindow) -> None:
    """Ask for a hint in three stages and carry it out, which places a right digit or strikes marks."""
    before = window.lines()[-1]
    said = []
    for strength in (1, 2, 3):
        window.keys("h")
        said.append(window.wait("advised", strength=strength)["caption"])
    assert len(set(said)) == 3 and all(" again for " in words for words in said[:2])
    assert "Enter applies it" in said[2]
    assert window.lines()[-1]["board"] == before["board"]
    done = window.press("Return", "agree")
    assert done["position"] > before["position"] and "to undo" in done["toast"]
    new = [name for name, was, now in zip(NAMES, before["board"], done["board"], strict=True) if was != now]
    assert all(RIGHT[NAMES.index(name)] == int(done["board"][NAMES.index(name)]) for name in new)


def make_a_mistake_and_be_told(window: RealWindow, board: BoardPainter) -> None:
    """Write a wrong digit that clashes with none, and let the check find it and go back."""
    before = window.lines()[-1]
    cell, digit = wrong(before["board"])
    go_to(window, board, cell)
    window.press(str(digit), "typed", clashes=[])
    window.press("Tab", "next blank")
    after = window.press(str(RIGHT[NAMES.index(window.lines()[-1]["cursor"])]), "typed")
    window.keys("c")
    told = window.wait("advised", advice="wrong digit")
    assert f"The first mistake is {NAMES[cell]} = {digit}, your move" in told["caption"], told["caption"]
    until(lambda: shows(window, board, cell, LIGHT.conflict), "the mistake on the screen")
    back = window.press("Return", "agree", board=before["board"], cursor=NAMES[cell])
    assert (back["position"], back["length"]) == (before["position"], after["length"])


def wrong(board: str) -> tuple[Cell, Digit]:
    """Return a wrong digit for a cell that clashes with no other."""
    puzzle = PUZZLE.parse(board)
    return next(
        (cell, digit)
        for cell in puzzle.blanks
        for digit in puzzle.geometry.digits
        if digit != RIGHT[cell] and not any(puzzle.givens[peer] == digit for peer in puzzle.geometry.peers[cell])
    )


def hand_it_over(window: RealWindow, board: BoardPainter) -> None:
    """Let an algorithm continue, race it against a what-if, and return to the game."""
    game = window.lines()[-1]
    handed = window.press("s", "solve from here", mode="playing")
    assert set(handed["start"].split()) == set(placed(game["board"]))
    paused = window.press("space", "play", mode="paused", solver=handed["solver"])
    for _ in range(3):
        before, paused = paused, window.step("Right", "forward")
        assert paused["position"] > before["position"]
    cell, digit = candidate(paused, handed["start"])
    window.click(point_of(board, cell, digit))
    race = window.wait("race opened")
    one, other = race["race"]
    assert other.startswith(one) and other.endswith(f":fork={paused['position']}:{NAMES[cell]}={digit}")
    window.wait("arrived", positions=[paused["position"]] * 2)
    window.press("Right", "forward")
    window.wait("arrived", positions=[paused["position"] + 1] * 2)
    window.press("l", "left the race")
    back = window.press("BackSpace", "before")
    assert facts(back) == facts(game)


GAME = ("puzzle", "solver", "board", "position", "length")


def placed(board: str) -> list[str]:
    """Return the digits other than the givens, as a solver's option writes them."""
    return [f"{name}={now}" for name, now, given in zip(NAMES, board, str(PUZZLE), strict=True) if now != given]


def candidate(line: Line, start: str) -> tuple[Cell, Digit]:
    """Return a wrong candidate of a cell that is blank in the run."""
    solver = solvers.get(line["solver"])
    here = solver.board(PUZZLE, {START.name: start})
    steps = (step for step in solvers.trace(PUZZLE, solver.name, start=start) if step.kind is not solvers.Kind.PENDING)
    for step, _ in zip(steps, range(line["position"]), strict=False):
        here.apply(step)
    return next(
        (cell, digit)
        for cell in PUZZLE.blanks
        for digit in PUZZLE.geometry.digits
        if digit != RIGHT[cell] and not here.values[cell] and here.candidates[cell] >> digit & 1
        if not here.holders(cell, digit)
    )


def point_of(board: BoardPainter, cell: Cell, digit: Digit) -> tuple[int, int]:
    """Return the candidate's position on the screen."""
    rect = board.rect_of(cell)
    assert rect is not None
    points = ((x, y) for x in range(rect.left, rect.right, 3) for y in range(rect.top, rect.bottom, 3))
    return next(point for point in points if board.candidate_at(point) == (cell, digit))


def save(window: RealWindow) -> tuple[Path, Path]:
    """Save the board for other programs, and save the view."""
    window.press("ctrl+shift+s", "save puzzle")
    window.type("mine.sdk")
    window.keys("Tab", "Tab", "Right", "Return")
    position = window.wait("puzzle saved", format="sdk")
    window.press("ctrl+s", "save")
    window.type("lecture")
    window.keys("Return")
    return Path(position["path"]), Path(window.wait("saved")["path"])


def quit_by_escape(window: RealWindow) -> None:
    """Leave first the game and then the program with Esc."""
    window.press("Escape", "left")
    window.press("Escape", "asked to quit")
    window.press("Escape", "quit")
    assert window.ended() == 0 and window.errors.read_text() == ""


def same(window: RealWindow, board: BoardPainter, game: Line) -> None:
    """Check that the game is unchanged, including its marks, from the first frame on."""
    first = next(line for line in window.lines() if line["event"] == "drawn")
    assert {what: first[what] for what in facts(game)} == facts(game)
    go_to(window, board, MARKED)
    assert window.lines()[-1]["marks"] == MARKS


def facts(game: Line) -> Line:
    """Return the facts that decide whether two games are the same."""
    return {what: game[what] for what in GAME if what in game}


@pytest.mark.slow
def test_a_sitting(screen: str, tmp_path: Path, board: BoardPainter) -> None:
    with RealWindow(screen, tmp_path / "first", "--seed", 1, size=SIZE) as window:
        type_the_puzzle(window, board)
        write_and_mark(window)
        take_a_hint(window)
        make_a_mistake_and_be_told(window, board)
        hand_it_over(window, board)
        game = window.lines()[-1]
        position, view = save(window)
        quit_by_escape(window)
    with RealWindow(screen, tmp_path / "again", "--seed", 1, size=SIZE) as window:
        same(window, board, game)
        assert window.lines()[0]["toast"].startswith("Your unfinished game.")
        window.press("ctrl+y", "redo", position=game["position"] + 1)
        quit_by_escape(window)
    with RealWindow(screen, tmp_path / "view", view, size=SIZE) as window:
        same(window, board, game)
    with RealWindow(screen, tmp_path / "position", position, size=SIZE) as window:
        same(window, board, {what: game[what] for what in ("puzzle", "solver", "board")})
