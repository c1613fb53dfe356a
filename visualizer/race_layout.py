"""Where everything of a race goes: the rule and the clock on top, the lanes in a grid, time along the bottom."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from visualizer.layout import REFERENCE

GRIDS = {
    2: ((2, 1), (1, 2)),
    3: ((3, 1), (2, 2), (1, 3)),
    4: ((2, 2), (1, 4)),
    5: ((3, 2), (2, 3), (1, 5)),
    6: ((3, 2), (2, 3), (1, 6)),
}
"""Columns and rows, by the number of lanes; the one with the largest boards is taken."""
_ROWS = {2: 27, 3: 23, 4: 19, 5: 17, 6: 15}
"""Height of a lane's part of the time line, by the number of lanes."""


class LaneLayout(NamedTuple):
    """Where the parts of one lane go."""

    rect: pygame.Rect
    heading: pygame.Rect
    """Its name, and below it what it has come to."""
    board: pygame.Rect
    facts: pygame.Rect
    """Counters, its bare time, remarks."""

    @classmethod
    def of(cls, rect: pygame.Rect, scale: float) -> LaneLayout:
        """The arrangement with the largest board: all text beside it, the name above it, or text above and below."""
        ways = (_named_above(rect, scale), _beside(rect, scale), _stacked(rect, scale))
        return max(ways, key=lambda way: way.board.width)


class RaceLayout(NamedTuple):
    scale: float
    header: pygame.Rect
    lanes: tuple[LaneLayout, ...]
    strip: pygame.Rect
    controls: pygame.Rect

    @classmethod
    def of(cls, size: tuple[int, int], count: int) -> RaceLayout:
        """The layout of a window of that size, from 800x600 up, with so many lanes (2 … 6)."""
        width, height = size
        scale = max(0.75, min(height / REFERENCE[1], width / 1180))
        margin = max(14, round(30 * scale))
        controls = pygame.Rect(margin, 0, width - 2 * margin, round(46 * scale))
        controls.bottom = height - round(margin * 0.7)
        strip = pygame.Rect(margin, 0, controls.width, count * round(_ROWS[count] * scale) + round(15 * scale))
        strip.bottom = controls.top - round(6 * scale)
        header = pygame.Rect(margin, round(margin * 0.6), controls.width, round(66 * scale))
        room = pygame.Rect(margin, header.bottom + round(12 * scale), controls.width, 0)
        room.height = strip.top - round(14 * scale) - room.top
        return cls(scale, header, _grid(room, count, scale), strip, controls)


def _grid(room: pygame.Rect, count: int, scale: float) -> tuple[LaneLayout, ...]:
    ways = [_cells(room, columns, rows, count, scale) for columns, rows in GRIDS[count]]
    return max(ways, key=lambda lanes: lanes[0].board.width)


def _cells(room: pygame.Rect, columns: int, rows: int, count: int, scale: float) -> tuple[LaneLayout, ...]:
    across, down = round(28 * scale), round(20 * scale)
    width, height = (room.width - (columns - 1) * across) // columns, (room.height - (rows - 1) * down) // rows
    lanes = []
    for i in range(count):
        row, column = divmod(i, columns)
        rect = pygame.Rect(room.left + column * (width + across), room.top + row * (height + down), width, height)
        lanes.append(LaneLayout.of(rect, scale))
    return tuple(lanes)


def _column(scale: float) -> int:
    """The least width of text beside a board."""
    return round(136 * scale)


def heading_height(scale: float) -> int:
    """Pixels of a heading whose name stands in one line."""
    return round(60 * scale)


def _named_above(rect: pygame.Rect, scale: float) -> LaneLayout:
    gap, top = round(14 * scale), heading_height(scale)
    side = max(1, min(rect.height - top, rect.width - gap - _column(scale)))
    board = pygame.Rect(rect.left, rect.top + top, side, side)
    facts = pygame.Rect(board.right + gap, board.top, rect.right - board.right - gap, rect.bottom - board.top)
    return LaneLayout(rect, pygame.Rect(rect.left, rect.top, rect.width, top), board, facts)


def _beside(rect: pygame.Rect, scale: float) -> LaneLayout:
    gap = round(14 * scale)
    side = max(1, min(rect.height, rect.width - gap - _column(scale)))
    board = pygame.Rect(rect.left, rect.top, side, side)
    text = pygame.Rect(board.right + gap, rect.top, rect.right - board.right - gap, rect.height)
    heading = pygame.Rect(text.left, text.top, text.width, min(round(92 * scale), text.height // 2))
    facts = pygame.Rect(text.left, heading.bottom, text.width, text.bottom - heading.bottom)
    return LaneLayout(rect, heading, board, facts)


def _stacked(rect: pygame.Rect, scale: float) -> LaneLayout:
    top, foot = heading_height(scale), round(68 * scale)
    side = max(1, min(rect.width, rect.height - top - foot))
    width = min(rect.width, max(side, round(300 * scale)))
    column = pygame.Rect(rect.left + (rect.width - width) // 2, rect.top, width, rect.height)
    board = pygame.Rect(column.left + (width - side) // 2, rect.top + top, side, side)
    facts = pygame.Rect(column.left, board.bottom + round(8 * scale), width, foot - round(8 * scale))
    return LaneLayout(rect, pygame.Rect(column.left, rect.top, width, top), board, facts)
