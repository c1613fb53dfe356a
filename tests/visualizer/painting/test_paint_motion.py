"""Tests that a moving board repaints only what changes, and always looks as if it were painted from scratch."""

from __future__ import annotations

import pygame
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from puzzles.geometry import Geometry
from visualizer.painting.board import BoardPainter
from visualizer.painting.motion import Sprite, motion_between, moving_cells, paint_motion
from visualizer.style import theme as themes
from visualizer.toolkit.canvas import Fonts
from visualizer.views.board import BoardView, CellView, Role, Wash

GEOMETRY = Geometry.boxes(2, 2)
CELLS = len(GEOMETRY.cells)
RECT = pygame.Rect(0, 0, 160, 160)
FONTS = Fonts()
THEME = themes.load("light")
VIEWS = st.sampled_from([
    CellView(1, Role.FIXED), CellView(2, Role.FIXED, wash=Wash.UNIT), CellView(1, Role.GUESSED, 12),
    CellView(3, Role.GUESSED, 2, wash=Wash.STEP), CellView(4, Role.GUESSED, 3, culprit=True), CellView(4, Role.GIVEN),
    CellView(), CellView(candidates=0b11110), CellView(candidates=0b01100, struck=0b10010), CellView(dead=True),
])  # fmt: skip
BOARDS = st.lists(VIEWS, min_size=CELLS, max_size=CELLS).map(lambda cells: BoardView(GEOMETRY, tuple(cells), "1234"))


def paint(
    surface: pygame.Surface, painter: BoardPainter, view: BoardView, sprites: tuple[Sprite, ...], time: float
) -> list[pygame.Rect]:
    moving = moving_cells(sprites, time)
    changed = painter.paint(surface, RECT, view, max(0.0, 0.5 - time), moving.keys())
    return changed + paint_motion(surface, painter, moving, time)


@examples(60)
@given(st.lists(BOARDS, min_size=3, max_size=3), st.booleans(), st.permutations(range(CELLS)))
def test_each_frame_of_a_motion_looks_as_if_painted_anew(boards: list[BoardView], leap: bool, order: list[int]) -> None:
    surface, painter = pygame.Surface(RECT.size), BoardPainter(THEME, FONTS)
    placed = [(cell, 1 + i // 4) for i, cell in enumerate(order)]
    painter.paint(surface, RECT, boards[0])
    for before, after, until in ((*boards[:2], 0.4), (*boards[1:], 2.0)):  # the second cuts the first short
        sprites = motion_between(before, after, placed, placed, leap=leap)
        for frame in range(8):
            time = until * frame / 7
            last = surface.copy()
            for rect in paint(surface, painter, after, sprites, time):
                last.fill("black", rect)
                last.blit(surface, rect, rect)
            assert last.get_buffer().raw == surface.get_buffer().raw, "a cell changed that was not among the changed"
            anew = pygame.Surface(RECT.size)
            paint(anew, BoardPainter(THEME, FONTS), after, sprites, time)
            assert anew.get_buffer().raw == surface.get_buffer().raw, time
        assert not moving_cells(sprites, 2.0)


def test_a_digit_that_waits_to_leave_is_not_painted_again() -> None:
    views = [CellView(digit=1 + cell % 4, role=Role.FIXED) for cell in GEOMETRY.cells]
    before, after = (BoardView(GEOMETRY, tuple(cells), "1234") for cells in (views, [CellView()] * CELLS))
    surface, painter = pygame.Surface(RECT.size), BoardPainter(THEME, FONTS)
    painter.paint(surface, RECT, before)
    sprites = motion_between(before, after, [(cell, 1) for cell in GEOMETRY.cells])
    last = CELLS - 1  # the first one to leave
    assert paint(surface, painter, after, sprites, 0.0) == [painter.rect_of(last)]
    assert paint(surface, painter, after, sprites, 0.0) == []
