"""The window layout: a square board, a panel beside it, and the timeline along the bottom."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import pygame

Point = tuple[int, int]
"""A position in the window, in pixels."""
REFERENCE = (1366, 768)
"""The window size at scale 1."""
SMALLEST_SCALE = 0.75
GROWTH = 0.55
"""How much of a window's extra size goes into larger type; the rest makes room for more rows."""
LEAST_BOARD = 0.4
"""The minimum side of the board as a share of the window's shorter side, no matter what else needs room."""
BESIDE_LARGE_TYPE = 0.45
"""The minimum side of the board as a share of the window's width when larger type widens the panel. In a low window,
the board may be smaller.
"""

BARS = 1.25
"""The maximum factor by which zoom enlarges the timeline and the buttons, to leave room for the panel."""
PANEL, WIDEST_PANEL = 0.32, 0.62
"""The panel's width as a share of the window's: the minimum at the normal font size, and the maximum at any size."""
STEP = 0.05
"""The step between sizes of enlarged type, as a share of the normal size. All type sizes are multiples of this step."""
COUNTERS = 58
"""The height of a row of counters at scale 1."""


def scale_of(size: tuple[int, int]) -> float:
    """Return the normal scale of type and margins, which grows more slowly than the window above the reference size."""
    fitting = _fitting(size)
    return max(SMALLEST_SCALE, fitting if fitting <= 1 else 1 + GROWTH * (fitting - 1))


def full_scale_of(size: tuple[int, int]) -> float:
    """Return a type scale that grows as fast as the window, for cards that must be legible throughout a hall."""
    return max(SMALLEST_SCALE, _fitting(size))


def _fitting(size: tuple[int, int]) -> float:
    """Return a window's size as a multiple of the reference size."""
    width, height = size
    return min(height / REFERENCE[1], width / 1180)


def rows_at(rows: int, height: int, scale: float) -> int:
    """Return how many rows a list shows in a window of the given height, if the reference window shows ``rows``."""
    return max(rows, round(rows * height / (REFERENCE[1] * scale)))


def enlarged(usual: float, scale: float) -> Iterator[float]:
    """Yield scales from ``scale`` down to just above ``usual``, to find the largest type that fits.

    Apart from the first, the scales do not depend on ``scale``, so a larger ``scale`` never leads to smaller type.
    """
    if scale > usual:
        yield scale
    step = ceil(round((scale / usual - 1) / STEP, 6)) - 1
    yield from (usual * (1 + STEP * i) for i in range(step, 0, -1))


class WindowLayout(NamedTuple):
    scale: float
    """The scale of text in the panel and on cards."""
    board: pygame.Rect
    panel: pygame.Rect
    strip: pygame.Rect
    controls: pygame.Rect
    hand: pygame.Rect
    """The row of buttons for manual actions at the bottom of the panel."""
    bar_scale: float
    """The scale of the timeline, buttons and tabs."""
    under: pygame.Rect
    """The area for counters below the board; its height is zero if there is no room for a row of them."""
    enlarged: bool
    """Whether the type is larger than normal, so that parts of the panel may have to be dropped."""

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        board: float = 1.0,
        time: float = 1.0,
        *,
        controls_shown: bool = True,
        zoom: float = 1.0,
    ) -> "WindowLayout":
        """Lay out a window of at least 800x600 pixels.

        ``board`` is the side of the board as a share of the largest possible. ``time`` multiplies the height of the
        timeline as long as the board keeps LEAST_BOARD. If controls are hidden, other parts use their space. ``zoom``
        enlarges the panel's type in full, at the expense of the board, which keeps BESIDE_LARGE_TYPE. The timeline,
        buttons and tabs grow only a little.
        """
        width, height = size
        usual = scale_of(size)
        scale, bars = usual * zoom, usual * min(zoom, BARS)
        margin = max(14, round(30 * usual))
        controls = pygame.Rect(margin, 0, width - 2 * margin, round(46 * bars) if controls_shown else 0)
        controls.bottom = height - round(margin * 0.7)
        top = round(margin * 0.8)
        low, least = round(58 * bars), ceil(LEAST_BOARD * min(size))
        spare = controls.top - round(18 * usual) - low - top - least
        strip = pygame.Rect(margin, 0, controls.width, low + max(0, min(round(low * (time - 1)), spare)))
        strip.bottom = controls.top - round(8 * usual)
        beside = max(250, round(width * min(WIDEST_PANEL, PANEL * max(1.0, zoom))))
        share = max(least, min(round(BESIDE_LARGE_TYPE * width), width - 3 * margin - round(width * PANEL)))
        side = min(strip.top - round(10 * usual) - top, max(share, width - 3 * margin - beside))
        gap, row = round(14 * usual), round(COUNTERS * scale)
        side = max(min(side, least), round(side * board))
        square = pygame.Rect(margin, top, side, side)
        panel = pygame.Rect(square.right + margin, top, 0, strip.top - round(12 * usual) - top)
        panel.width = width - margin - panel.left
        hand = pygame.Rect(panel.left, 0, panel.width, max(28, round(34 * bars)) if controls.height else 0)
        hand.bottom = panel.bottom
        under = pygame.Rect(square.left, square.bottom + gap, side, 0)
        if zoom > 1 and panel.bottom - under.top >= row:
            under.height = panel.bottom - under.top
        return cls(scale, square, panel, strip, controls, hand, bars, under, zoom > 1)


def inside(rect: pygame.Rect, point: tuple[int, int] | None) -> bool:
    """Return whether the rectangle contains the point. ``None`` is never inside."""
    return point is not None and rect.collidepoint(point)
