"""Tests that each pane matches its approved picture, in the column of a large window and of a small one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

import pygame
import pytest
from pane_views import shown
from pictures import compare, differ

from puzzles import Puzzle
from solvers.core.pseudocode import read
from solvers.study.copies import RunEnd
from solvers.study.cost import OK, OTHER, TIMEOUT
from visualizer.panes.code.listing import CodeView, Part, PlainView, VariableRow
from visualizer.panes.paint import painter_of
from visualizer.panes.statistics.copies import CopiesView
from visualizer.panes.trail.pane import TrailPane
from visualizer.session.pane_layout import names
from visualizer.session.session import Session
from visualizer.style import theme
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Canvas, Fonts

FONTS = Fonts()
EXPECTED = Path(__file__).parent / "expected"
HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
SIZES = {"large": ((620, 330), 1.0), "small": ((300, 170), 0.8)}
STATES = {
    "formula": ("formula", "cdcl", 486),
    "formula-model": ("formula", "sat", 30),
    "code": ("code", "mrv", 40),
    "code-words": ("code", "mrv", 40),
    "code-words-variables": ("code", "mrv", 40),
    "cover": ("cover", "exact-cover", 301),
    "trail": ("trail", "cdcl", 120),
    "trail-reasons": ("trail", "cdcl", 486),
    "implications": ("implications", "cdcl", 486),
    "tree": ("tree", "mrv", 700),
    "tree-icicle": ("tree", "backtracking", 4000),
    "statistics": ("statistics", "mrv", 700),
    "statistics-copies": ("statistics", "mrv", 700),
}
"""The pane, the solver and the position of each picture, by its name."""
SOURCE = '''def solve(board):
    """Fill the cell that has the fewest candidates."""
    cell = min(board.blank, key=lambda cell: len(board.candidates(cell)), default=None)
    if cell is None:
        return True  # nothing is left
    for digit in board.candidates(cell):
        board.place(cell, digit)
        yield Step(Kind.GUESS, cell, digit, level=board.level, why=Why.FEWEST_CANDIDATES, detail=board.trail)
        if (yield from solve(board)):
            return True
        board.undo()
    return False'''

WORDS = (
    ("pick the blank cell with the fewest candidates", ""),
    ("for each candidate, smallest first:", ""),
    ("    write it, strike it from its peers", "GUESS"),
    ("    while a cell has one candidate left: write it", "FIX"),
    ("    if a cell has none: take it all back", "BACKTRACK"),
    ("solved when no cell is blank", "SOLVED"),
)
VALUES = (("board", "60 cells blank"), ("cell", "r4c6"), ("digit", "7"), ("level", "3"), ("names", "[1, 2]"))
NEW: dict[str, tuple[Part, ...]] = {"cell": ((0, 4),), "digit": ((0, 1),)}
VARIABLES = tuple(VariableRow(*value) for value in VALUES)
CALLED = (
    VariableRow("", "in search, 2 of 2"),
    *(VariableRow(*value, NEW.get(value[0])) for value in VALUES[:3]),
    VariableRow("", "in mine, 1 of 2"),
    VariableRow("cell", "r1c1"),
)
STOPPED, GAVE_UP = (RunEnd(10_000, TIMEOUT),) * 3, (RunEnd(900, OTHER),) * 2
COPIES = CopiesView(
    "A copy is the same puzzle with its rows, columns and digits renamed: what differs is luck.",
    RunEnd(1204, OK),
    (*(RunEnd(176 + 2 * number**2, OK) for number in range(60)), *STOPPED, *GAVE_UP),
)


@contextmanager
def session_at(solver: str, position: int) -> Iterator[Session]:
    """Return a session whose run is recorded up to a position and no further."""
    session = Session(HARD, solver=solver)
    try:
        session.player.ahead = 0
        session.player.to(position)
        while session.player.mode is not Motion.PAUSED:
            session.tick(0.05, perf_counter, 0.05)
        while session.analysis.follow(perf_counter, 1.0):
            pass
        yield session
    finally:
        session.close()


def view_of(name: str, session: Session) -> Any:
    """Return what the pane shows, with sample code in place of the solver's own, which may change."""
    if name.startswith("code-words"):
        lines = read(f"PSEUDOCODE = {WORDS}")
        return PlainView(lines, 5, CALLED if name == "code-words-variables" else ())
    if name == "code":
        lines = tuple(SOURCE.split("\n"))
        return CodeView("solver.py", lines, 1, len(lines), 8, VARIABLES)
    view = shown(session, STATES[name][0])
    return view._replace(copies=COPIES) if name == "statistics-copies" else view


def computed(name: str, session: Session, look: str, size: str) -> pygame.Surface:
    pane = session.panes[STATES[name][0]]
    extent, scale = SIZES[size]
    view, painter = view_of(name, session), painter_of(pane)
    surface = pygame.Surface(extent)
    while True:
        surface.fill(theme.load(look).background)
        painter.paint(Canvas(surface, theme.load(look), FONTS, scale), surface.get_rect().inflate(-12, -12), view)
        if not pane.unsettled(analysing=False):
            return surface


@pytest.mark.parametrize("name", STATES)
def test_the_pane_looks_as_it_was_liked(name: str, tmp_path: Path) -> None:
    _, solver, position = STATES[name]
    with session_at(solver, position) as session:
        session.panes.one(TrailPane).reasons = name == "trail-reasons"
        if name == "tree-icicle":
            session.analysis.tree.too_large = True
        for look, size in product(theme.names(), SIZES):
            compare(computed(name, session, look, size), EXPECTED / f"{name}-{size}-{look}.png", tmp_path)


def test_there_is_a_picture_of_every_pane_and_none_that_nothing_paints() -> None:
    assert {pane for pane, _, _ in STATES.values()} == set(names()), "say in STATES what is on the pane's pictures"
    assert {path.stem for path in EXPECTED.glob("*.png")} == {
        f"{name}-{size}-{look}" for name in STATES for size in SIZES for look in theme.names()
    }


@pytest.mark.parametrize("pane", ["formula", "trail", "implications"])
def test_the_tolerance_tells_one_step_from_another(pane: str) -> None:
    one, other = pygame.Surface((300, 170)), pygame.Surface((300, 170))
    for position, surface in ((486, one), (401, other)):
        with session_at("cdcl", position) as session:
            canvas = Canvas(surface, theme.load("light"), Fonts(), 0.8)
            painter_of(session.panes[pane]).paint(canvas, surface.get_rect(), shown(session, pane))
    assert differ(one, other)
