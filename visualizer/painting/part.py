"""The shapes around candidates that show their role in a technique, and the stroke through struck ones."""

from __future__ import annotations

import pygame

from visualizer.style.theme import Color
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.shapes import Point
from visualizer.views.board import MarkRole

PART_VOICES = {
    MarkRole.ONE: "deduced",
    MarkRole.OTHER: "guessed",
    MarkRole.FIN: "solved",
    MarkRole.RING: "",
    MarkRole.TARGET: "conflict",
}
"""The name of the colour for each role."""
FILLED = (MarkRole.ONE, MarkRole.OTHER, MarkRole.FIN)
"""The roles with a filled shape, which is painted under the digit."""


def paint_part(canvas: Canvas, centre: tuple[int, int], reach: int, part: MarkRole, color: Color) -> None:
    """Paint the shape for a role: a disc, a square, a ring or a diamond."""
    x, y = centre
    if part is MarkRole.ONE:
        canvas.disc(centre, reach, color)
    elif part is MarkRole.OTHER:
        side = max(1, round(reach * 0.88))
        canvas.rounded(pygame.Rect(x - side, y - side, 2 * side, 2 * side), color, max(1, reach // 4))
    elif part is MarkRole.FIN:
        canvas.polygon([(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)], color)
    else:
        canvas.disc(centre, reach, color, max(1, round(reach * 0.16)))


def through(slot: pygame.Rect, size: int) -> tuple[Point, Point, float]:
    """Return the ends and the width of a stroke through a candidate of the given font size."""
    x, y = slot.center
    across, up = size * 0.38, size * 0.32
    return (x - across, y + up), (x + across, y - up), max(1.0, size / 10)
