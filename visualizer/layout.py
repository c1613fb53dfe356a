"""Where everything in the window goes: one square board, one column beside it, time along the bottom."""

from __future__ import annotations

from typing import NamedTuple

import pygame

REFERENCE = (1366, 768)
"""The size at which the scale is 1."""


class Layout(NamedTuple):
    scale: float
    board: pygame.Rect
    panel: pygame.Rect
    strip: pygame.Rect
    controls: pygame.Rect

    @classmethod
    def of(cls, size: tuple[int, int]) -> Layout:
        """The layout of a window of that size, from 800x600 up."""
        width, height = size
        scale = max(0.75, min(height / REFERENCE[1], width / 1180))
        margin = max(14, round(30 * scale))
        controls = pygame.Rect(margin, 0, width - 2 * margin, round(46 * scale))
        controls.bottom = height - round(margin * 0.7)
        strip = pygame.Rect(margin, 0, controls.width, round(58 * scale))
        strip.bottom = controls.top - round(8 * scale)
        top = round(margin * 0.8)
        side = min(strip.top - round(10 * scale) - top, width - 3 * margin - max(250, round(width * 0.32)))
        board = pygame.Rect(margin, top, side, side)
        panel = pygame.Rect(board.right + margin, top, 0, strip.top - round(12 * scale) - top)
        panel.width = width - margin - panel.left
        return cls(scale, board, panel, strip, controls)


def inside(rect: pygame.Rect, point: tuple[int, int] | None) -> bool:
    """Whether a point, if there is one, is in the rectangle."""
    return point is not None and rect.collidepoint(point)
