"""The layout of the window: a square board, a column beside it, time along the bottom."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import pygame

Point = tuple[int, int]
"""A pixel of the window."""
REFERENCE = (1366, 768)
"""The window size at which the scale is 1."""
SMALLEST_SCALE = 0.75
GROWTH = 0.55
"""The share of a larger window's extra size that enlarges the type; the rest makes room for more rows."""
LEAST_BOARD = 0.4
"""The minimum side of the board as a share of the window's smaller side, whatever the other parts need."""


LEAST_SIZE = (960, 540)
"""The minimum size of a window in scaled pixels: type grows only while the window is larger than this."""
LEAST_FOR_CAPTION = (683, 384)
"""The minimum size of a window in pixels of the caption's scale, which may exceed the scale of other text."""
CAPTION = (89, 0.3)
"""The height of a two-line caption at scale 1, and the greatest share of the panel's height for a larger one."""


def scale_of(size: tuple[int, int], zoom: float = 1.0, least: tuple[int, int] = LEAST_SIZE) -> float:
    """Return the scale of type and margins: the normal scale times ``zoom``, as far as there is room.

    Above the reference size, the scale grows more slowly than the window.
    """
    width, height = size
    fitting = min(height / REFERENCE[1], width / 1180)
    usual = max(SMALLEST_SCALE, fitting if fitting <= 1 else 1 + GROWTH * (fitting - 1))
    return min(usual * zoom, max(usual, min(width / least[0], height / least[1])))


class WindowLayout(NamedTuple):
    scale: float
    board: pygame.Rect
    panel: pygame.Rect
    strip: pygame.Rect
    controls: pygame.Rect
    hand: pygame.Rect
    """The row of buttons at the foot of the panel for actions by hand."""
    caption_scale: float
    """The scale of the caption, larger than that of the other text if all type is enlarged."""

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        board: float = 1.0,
        time: float = 1.0,
        *,
        controls_shown: bool = True,
        zoom: float = 1.0,
    ) -> WindowLayout:
        """Lay out a window of at least 800x600.

        ``board`` is the board's side as a share of the largest possible. ``time`` multiplies the height of the time
        line, but the board keeps at least LEAST_BOARD. Without controls, the other parts get their room. ``zoom``
        enlarges all type as far as there is room, and the caption further.
        """
        width, height = size
        scale, usual = scale_of(size, zoom), scale_of(size)
        margin = max(14, round(30 * usual))
        controls = pygame.Rect(margin, 0, width - 2 * margin, round(46 * scale) if controls_shown else 0)
        controls.bottom = height - round(margin * 0.7)
        top = round(margin * 0.8)
        low, least = round(58 * scale), ceil(LEAST_BOARD * min(size))
        spare = controls.top - round(18 * usual) - low - top - least
        strip = pygame.Rect(margin, 0, controls.width, low + max(0, min(round(low * (time - 1)), spare)))
        strip.bottom = controls.top - round(8 * usual)
        side = min(
            strip.top - round(10 * usual) - top,
            width - 3 * margin - max(250, round(width * min(0.5, 0.32 * max(1.0, scale / usual)))),
        )
        side = max(min(side, least), round(side * board))
        square = pygame.Rect(margin, top, side, side)
        panel = pygame.Rect(square.right + margin, top, 0, strip.top - round(12 * usual) - top)
        panel.width = width - margin - panel.left
        hand = pygame.Rect(panel.left, 0, panel.width, max(28, round(34 * scale)) if controls.height else 0)
        hand.bottom = panel.bottom
        most = max(scale, CAPTION[1] * panel.height / CAPTION[0])
        return cls(scale, square, panel, strip, controls, hand, min(most, scale_of(size, zoom, LEAST_FOR_CAPTION)))


def inside(rect: pygame.Rect, point: tuple[int, int] | None) -> bool:
    """Tell whether a point is in the rectangle. ``None`` is never inside."""
    return point is not None and rect.collidepoint(point)
