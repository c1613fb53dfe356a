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
from visualizer.painting.board import BoardPainter
from visualizer.printing.board_pdf import pdf
from visualizer.printing.page_layout import PlacedBoard, Sheet
from visualizer.scene.board import Boards, board_view
from visualizer.style import theme
from visualizer.style.theme import Symbols
from visualizer.toolkit.canvas import Fonts
from visualizer.views.board import BoardView, CellView
from visualizer.views.plan import plan_of

WINDOWS = Geometry(9, STANDARD.places, (*STANDARD.units, Unit("window", 1, (10, 11, 12, 19, 20, 21, 28, 29, 30))))
LIGHT = theme.load("light")


def empty(shape: Geometry) -> BoardView:
    return BoardView(shape, (CellView(),) * len(shape.cells))


def test_diagonals_are_lines_and_other_units_that_no_line_shows_are_tinted() -> None:
    lines = [stroke.lines for stroke in plan_of(X).below]
    assert lines == [(((0, 0), (9, 9)),), (((0, 9), (9, 0)),)] and not plan_of(X).tinted
    assert plan_of(WINDOWS).tinted == {*WINDOWS.units[-1].cells} and not plan_of(WINDOWS).below
    sumless = Geometry.of_spec("killer 4x4; cage r1c1 r1c2 r2c1")
    for shape in (STANDARD, Geometry.boxes(2, 3), JIGSAW, SAMURAI, sumless):
        assert not plan_of(shape).tinted, "rows, columns, regions and cages are seen"


@pytest.mark.parametrize("shape", [X, WINDOWS])
def test_every_board_draws_them(shape: Geometry) -> None:
    puzzle = puzzle_of(shape, 0.5)
    board = solvers.get("mrv").board(puzzle)
    boards = [empty(shape), board_view(Boards(None, board, board))]
    for view in boards:
        assert {cell for cell, seen in enumerate(view.cells) if seen.tinted} == plan_of(shape).tinted
        assert view.with_digits_only().cells[10].tinted is (shape is WINDOWS), "also without candidates"


@pytest.mark.parametrize("name", theme.names())
def test_the_window_draws_each_sign_in_its_own_way(name: str) -> None:
    colors, surface = theme.load(name), pygame.Surface((640, 640))
    seen = []
    for shape in (X, WINDOWS):
        painter = BoardPainter(colors, Fonts())
        painter.paint(surface, surface.get_rect(), empty(shape))
        rects = [painter.rect_of(cell) for cell in (0, 8, 10)]
        spots = [(rect.x + rect.width * across // 8, rect.y + rect.height // 8)
                 for rect in rects if rect for across in (1, 3, 7)]  # fmt: skip
        seen.append([tuple(surface.get_at(spot))[:3] != colors.panel for spot in spots])
    assert seen == [[True, False, False, False, False, True, True, False, False], 6 * [False] + 3 * [True]]


def test_prints_svg_and_pages_draw_them() -> None:
    lines = [len([*svg_of(empty(shape), LIGHT, Symbols.DIGITS).iter("line")]) for shape in (STANDARD, X)]
    assert lines == [0, 2]
    sheets = [Sheet(600, 600, (PlacedBoard(empty(shape), 10, 10, 500, "", 9),)) for shape in (STANDARD, X, WINDOWS)]
    assert len({pdf([sheet], Symbols.DIGITS) for sheet in sheets}) == 3
    headers = [film_of(Puzzle.empty(shape), "mrv").header for shape in (STANDARD, X)]
    assert "strokes" not in headers[0] and headers[1]["strokes"] == (plan_of(X).below, ())
