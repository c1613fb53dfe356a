"""Tests that what no line of a board shows, such as a diagonal, is drawn under the digits by every painter."""

from __future__ import annotations

import pygame
import pytest
from shapes import JIGSAW, SAMURAI, X, puzzle_of

import solvers
from puzzles.geometry import STANDARD, Geometry, Unit
from puzzles.puzzle import Puzzle
from visualizer.export.svg import svg_of
from visualizer.film.film import film_of
from visualizer.painting.cell import CellPainter
from visualizer.printing.board_pdf import pdf
from visualizer.printing.page_layout import PlacedBoard, Sheet
from visualizer.scene.board import Boards, board_view
from visualizer.style import theme
from visualizer.style.theme import Symbols
from visualizer.toolkit.canvas import Canvas, Fonts
from visualizer.views.board import BoardView, CellView
from visualizer.views.plan import FALLING, RISING, TINT, plan_of

WINDOWS = Geometry(9, STANDARD.places, (*STANDARD.units, Unit("window", 1, (10, 11, 12, 19, 20, 21, 28, 29, 30))))
LIGHT = theme.load("light")


def empty(shape: Geometry) -> BoardView:
    return BoardView(shape, (CellView(),) * len(shape.cells))


def test_diagonals_are_lines_and_other_units_that_no_line_shows_are_tinted() -> None:
    under = plan_of(X).under
    assert [cell for cell in X.cells if under[cell] & FALLING] == [*range(0, 81, 10)]
    assert [cell for cell in X.cells if under[cell] & RISING] == [*range(8, 73, 8)]
    assert under[40] == FALLING | RISING and not any(signs & TINT for signs in under)
    assert {cell for cell, signs in enumerate(plan_of(WINDOWS).under) if signs} == {*WINDOWS.units[-1].cells}
    assert {*plan_of(WINDOWS).under} == {0, TINT}
    for shape in (STANDARD, Geometry.boxes(2, 3), JIGSAW, SAMURAI):
        assert not plan_of(shape).under, "rows, columns and regions are seen"


@pytest.mark.parametrize("shape", [X, WINDOWS])
def test_every_board_draws_them(shape: Geometry) -> None:
    puzzle = puzzle_of(shape, 0.5)
    board = solvers.get("mrv").board(puzzle)
    boards = [empty(shape), board_view(Boards(None, board, board))]
    for view in boards:
        assert tuple(cell.under for cell in view.cells) == plan_of(shape).under
        assert view.with_digits_only().cells[10].under, "also without candidates"


@pytest.mark.parametrize("sign", [FALLING, RISING, TINT])
@pytest.mark.parametrize("name", theme.names())
def test_the_window_draws_each_sign_in_its_own_way(sign: int, name: str) -> None:
    colors = theme.load(name)
    pixels = set()
    for view in (CellView(), CellView(under=sign)):
        surface = pygame.Surface((60, 60))
        CellPainter(colors, X, "123456789", 60).paint(Canvas(surface, colors, Fonts()), view)
        places = [(15, 15), (45, 15), (30, 8)] if sign == TINT else [(15, 15), (45, 15)]
        pixels.add(tuple(tuple(surface.get_at(place))[:3] != colors.panel for place in places))
    assert (
        pixels
        == {
            FALLING: {(False, False), (True, False)},
            RISING: {(False, False), (False, True)},
            TINT: {(False,) * 3, (True,) * 3},
        }[sign]
    )


def test_prints_svg_and_pages_draw_them() -> None:
    lines = [len([*svg_of(empty(shape), LIGHT, Symbols.DIGITS).iter("line")]) for shape in (STANDARD, X)]
    assert lines == [0, 18]
    sheets = [Sheet(600, 600, (PlacedBoard(empty(shape), 10, 10, 500, "", 9),)) for shape in (STANDARD, X, WINDOWS)]
    assert len({pdf([sheet], Symbols.DIGITS) for sheet in sheets}) == 3
    headers = [film_of(Puzzle.empty(shape), "mrv").header for shape in (STANDARD, X)]
    assert "under" not in headers[0] and headers[1]["under"] == plan_of(X).under
