"""The layout of a race: pace and clock at the top, lanes in a grid, the timeline at the bottom."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from puzzles.geometry import Geometry
from visualizer.painting.board import BoardLayout
from visualizer.toolkit.canvas import smallest_type
from visualizer.toolkit.layout import BARS, scale_of

GRIDS = {
    2: ((2, 1), (1, 2)),
    3: ((3, 1), (2, 2), (1, 3)),
    4: ((2, 2), (4, 1), (1, 4)),
    5: ((3, 2), (2, 3), (1, 5)),
    6: ((3, 2), (2, 3), (1, 6)),
}
"""(columns, rows) by number of lanes. The first is used unless another makes boards larger by a factor of MUCH, or
of MUCH_IN_LARGE_TYPE if names take two lines, because a row of lanes is easier to compare.
"""
MUCH, MUCH_IN_LARGE_TYPE = 1.1, 1.2
LEAST_BOARD = 0.23
"""The minimum size of a board, as a share of the window's smaller side. Text is enlarged only as far as this allows."""
HEADER_HEIGHT = 66
"""The height of the header at scale 1."""
_ROWS = {2: 27, 3: 23, 4: 20, 5: 18, 6: 16}
"""The height of a lane's row in the timeline, keyed by the number of lanes."""
_ROW_GROWTH = {2: 1.75, 3: 1.6, 4: 1.5}
"""The maximum factor by which zoom enlarges a row, keyed by the number of lanes. With more lanes, it is BARS."""
HEADINGS = {1: 37, 2: 58}
"""The height of a heading at scale 1, keyed by the number of lines."""
HEADINGS_BESIDE = {1: (84, 0.5), 2: (112, 0.62)}
"""The maximum height at scale 1 of a heading beside a board, and its maximum share of the height, keyed by the number
of lines that it would need above the board.
"""
FEET = {1: 84, 2: 60}
"""The height of the text below a board at scale 1, keyed by the number of lines above it."""


class LaneLayout(NamedTuple):
    """The layout of one lane."""

    rect: pygame.Rect
    heading: pygame.Rect
    """The area for the lane's name and state."""
    board: pygame.Rect
    """The exact rectangle of the board, including its frame."""
    facts: pygame.Rect
    """The area for counters, captions and remarks."""

    @classmethod
    def of(cls, rect: pygame.Rect, geometry: Geometry, scale: float, lines: int = 1) -> LaneLayout:
        """Lay out a lane with its name above the board, in one line or two. If the board would be larger by a factor of
        MUCH with all text beside it, or with text above and below, use that layout instead.
        """
        ways = [way(rect, geometry, scale, lines) for way in (_named_above, _beside, _stacked)]
        best = max(ways, key=lambda way: way.board.width)
        return ways[0] if best.board.width < MUCH * ways[0].board.width else best


class RaceLayout(NamedTuple):
    scale: float
    """The scale of the lanes."""
    header: pygame.Rect
    lanes: tuple[LaneLayout, ...]
    strip: pygame.Rect
    controls: pygame.Rect
    bar_scale: float
    """The scale of everything except the lanes."""

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, size: tuple[int, int], count: int, geometry: Geometry, zoom: float = 1.0, lines: int = 1) -> RaceLayout:
        """Return the layout of 2 to 6 lanes in a window of at least 800x600.

        ``zoom`` enlarges the lanes' text fully, as long as the boards keep LEAST_BOARD, the timeline if there are few
        lanes, and everything else a little. ``lines`` is the number of lines for the lanes' names: 1 or 2.
        """
        width, height = size
        usual = scale_of(size)
        bars = usual * min(zoom, BARS)
        margin = max(14, round(30 * usual))
        controls = pygame.Rect(margin, 0, width - 2 * margin, round(46 * bars))
        controls.bottom = height - round(margin * 0.7)
        strip = pygame.Rect(margin, 0, controls.width, count * _row(count, usual, zoom) + round(15 * bars))
        strip.bottom = controls.top - round(6 * usual)
        header = pygame.Rect(margin, round(margin * 0.6), controls.width, round(HEADER_HEIGHT * bars))
        room = pygame.Rect(margin, header.bottom + round(10 * usual), controls.width, 0)
        room.height = strip.top - round(10 * usual) - room.top
        scale = usual * zoom
        lanes = _lanes(room, count, geometry, scale, lines)
        while scale > bars and _side(lanes) < LEAST_BOARD * min(size):
            scale = max(bars, scale * 0.97)
            lanes = _lanes(room, count, geometry, scale, lines)
        return cls(scale, header, lanes, strip, controls, bars)


def _lanes(room: pygame.Rect, count: int, geometry: Geometry, scale: float, lines: int) -> tuple[LaneLayout, ...]:
    """Return the lanes in the first grid, unless another makes the boards much larger."""
    ways = [_cells(room, columns, rows, count, geometry, scale, lines) for columns, rows in GRIDS[count]]
    best, much = max(ways, key=_side), MUCH if lines == 1 else MUCH_IN_LARGE_TYPE
    return ways[0] if _side(best) < much * _side(ways[0]) else best


def _row(count: int, usual: float, zoom: float) -> int:
    """Return the height of a lane's row in the timeline, which has to fit its name."""
    scale = usual * min(zoom, _ROW_GROWTH.get(count, BARS))
    return max(16 if scale >= 0.85 else 13, round(_ROWS[count] * scale))


def _side(lanes: tuple[LaneLayout, ...]) -> int:
    return lanes[0].board.width


def _cells(
    room: pygame.Rect, columns: int, rows: int, count: int, geometry: Geometry, scale: float, lines: int
) -> tuple[LaneLayout, ...]:
    across, down = round(28 * scale), round(18 * scale)
    width, height = (room.width - (columns - 1) * across) // columns, (room.height - (rows - 1) * down) // rows
    lanes = []
    for i in range(count):
        row, column = divmod(i, columns)
        rect = pygame.Rect(room.left + column * (width + across), room.top + row * (height + down), width, height)
        lanes.append(LaneLayout.of(rect, geometry, scale, lines))
    return tuple(lanes)


def _column(scale: float) -> int:
    """Return the minimum width of the text beside a board, which is legible at any scale."""
    return round(max(136 * scale, 10.5 * smallest_type(scale)))


def heading_height(scale: float, lines: int = 1) -> int:
    """Return the height of a heading above a board."""
    return round(HEADINGS[lines] * scale)


def fitted_board(left: int, top: int, side: int, geometry: Geometry) -> pygame.Rect:
    """Return the frame of the largest board that fits a square, moved to the square's top left corner."""
    frame = BoardLayout.fit(pygame.Rect(left, top, max(1, side), max(1, side)), geometry).frame
    return frame.move(left - frame.left, top - frame.top)


def _named_above(rect: pygame.Rect, geometry: Geometry, scale: float, lines: int) -> LaneLayout:
    gap, top = round(14 * scale), heading_height(scale, lines)
    side = min(rect.height - top, rect.width - gap - _column(scale))
    board = fitted_board(rect.left, rect.top + top, side, geometry)
    facts = pygame.Rect(board.right + gap, board.top, rect.right - board.right - gap, rect.bottom - board.top)
    return LaneLayout(rect, pygame.Rect(rect.left, rect.top, rect.width, top), board, facts)


def _beside(rect: pygame.Rect, geometry: Geometry, scale: float, lines: int) -> LaneLayout:
    gap = round(14 * scale)
    board = fitted_board(rect.left, rect.top, min(rect.height, rect.width - gap - _column(scale)), geometry)
    text = pygame.Rect(board.right + gap, rect.top, rect.right - board.right - gap, rect.height)
    tall, share = HEADINGS_BESIDE[lines]
    heading = pygame.Rect(text.left, text.top, text.width, min(round(tall * scale), round(share * text.height)))
    facts = pygame.Rect(text.left, heading.bottom, text.width, text.bottom - heading.bottom)
    return LaneLayout(rect, heading, board, facts)


def _stacked(rect: pygame.Rect, geometry: Geometry, scale: float, lines: int) -> LaneLayout:
    top, foot = heading_height(scale, lines), round(FEET[lines] * scale)
    board = fitted_board(rect.left, rect.top + top, min(rect.width, rect.height - top - foot), geometry)
    width = min(rect.width, max(board.width, round(300 * scale)))
    left = rect.left + (rect.width - width) // 2
    board.left = left if board.width > width * 0.8 else left + (width - board.width) // 2
    top_of_facts = board.bottom + round(9 * scale)
    facts = pygame.Rect(left, top_of_facts, width, min(rect.bottom - top_of_facts, 3 * foot))
    return LaneLayout(rect, pygame.Rect(left, rect.top, width, top), board, facts)
