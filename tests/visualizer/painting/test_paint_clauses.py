"""Tests that the marks of a clause can be told apart without colour at every size."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest
from app_driver import Driver

from puzzles import Geometry, Puzzle
from puzzles.geometry import usual_alphabet
from visualizer.painting.cell import CellPainter
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.settings import Options
from visualizer.style import theme as themes
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.views.board import CellView, NamingClause, Role

HARD = Puzzle.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")


def grey(view: CellView, side: int, size: int, theme: str, flash: float = 0.0) -> bytes:
    surface = pygame.Surface((size, size))
    geometry = Geometry.of_side(side)
    CellPainter(themes.load(theme), geometry, usual_alphabet(side), size).paint(
        Canvas(surface, themes.load(theme), Fonts()), view, flash
    )
    return bytes(pygame.surfarray.array3d(pygame.transform.grayscale(surface)).tobytes())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("side", "size"), [(4, 120), (9, 68), (9, 40), (16, 40), (25, 24)])
@pytest.mark.parametrize("digit", [0, 3])
def test_wanted_unwanted_and_false_literals_are_told_apart_without_colour(
    side: int, size: int, theme: str, digit: int
) -> None:
    bare = CellView(digit, Role.FIXED if digit else Role.BLANK, candidates=0 if digit else 0b11110)
    named = bare._replace(clause=NamingClause.REASON)
    looks = {
        "not named": bare,
        "named": named,
        "wanted": named._replace(asserted=1 << 2),
        "unwanted": named._replace(denied=1 << 2),
        "another": named._replace(asserted=1 << 4),
        "wanted and false": named._replace(asserted=1 << 2, candidates=0 if digit else 0b11010),
    }
    if digit:  # the digit in the cell is not wanted; any wanted digit is false
        looks |= {"unwanted": named._replace(denied=1 << digit)}
        del looks["wanted and false"]
    pictures = {name: grey(view, side, size, theme) for name, view in looks.items()}
    for one, other in combinations(looks, 2):
        assert pictures[one] != pictures[other], f"{one} looks like {other}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_cell_of_a_conflicts_clause_flashes_and_stays_marked(theme: str) -> None:
    view = CellView(candidates=0b100, clause=NamingClause.CONFLICT, asserted=0b10)
    reason = view._replace(clause=NamingClause.REASON)
    assert grey(view, 9, 60, theme, 1.0) != grey(view, 9, 60, theme, 0.0)
    assert grey(reason, 9, 60, theme, 1.0) == grey(reason, 9, 60, theme, 0.0)
    assert grey(view, 9, 60, theme) != grey(CellView(candidates=0b100), 9, 60, theme)


@pytest.mark.parametrize("pane", ["trail", "implications"])
@pytest.mark.parametrize("solver", ["cdcl", "mrv"])
def test_the_panes_stand_in_the_column_and_change_with_the_step(pane: str, solver: str) -> None:
    driver = Driver(Options(HARD, solver=solver, size=(1000, 700)))
    session, picture = driver.session, driver.app.picture
    session.panes.take(PaneLayout(pane))
    pictures = []
    for position in (400, 401, 486, 487, 488):
        session.player.to(position)
        for _ in range(200):
            driver.frame()
            if session.player.mode is Motion.PAUSED:
                break
        picture.forget()
        picture.paint(driver.app.display.surface, session)
        rect = picture.column.rects.get(pane)
        assert rect is not None and rect.height > 60
        pictures.append(pygame.surfarray.array3d(driver.app.display.surface.subsurface(rect)).tobytes())
    driver.close()
    if solver == "cdcl":
        assert len(set(pictures)) >= (5 if pane == "trail" else 3)
    elif pane == "implications":
        assert len(set(pictures)) == 1, "it says that this solver learns no clauses"
