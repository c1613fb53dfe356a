"""The presenter's drawing with the mouse: smooth thick lines on a transparent surface over the picture."""

from __future__ import annotations

from functools import cache
from math import ceil, hypot

import pygame

from visualizer.style.theme import Color
from visualizer.toolkit.layout import Point
from visualizer.toolkit.shapes import FINE, stamp

PEN = 1 / 100
"""The width of a line, as a share of the window's height."""
ERASER = 1 / 14
"""The width of the eraser, as a share of the window's height."""


class Ink:
    """Lines in one colour. Each is made of overlapping round stamps, so only the new part needs drawing."""

    def __init__(self) -> None:
        self._surface: pygame.Surface | None = None
        self._bounds = pygame.Rect(0, 0, 0, 0)
        """The part of the surface that has been drawn on."""
        self._color: Color = (0, 0, 0)

    def __bool__(self) -> bool:
        return self._surface is not None

    def wipe(self) -> None:
        """Erase all lines."""
        self._surface = None

    def draw(self, size: tuple[int, int], color: Color, start: Point, end: Point) -> None:
        """Draw a line on a picture of the given size."""
        if self._surface is None or self._surface.get_size() != size:
            self._surface = pygame.Surface(size, pygame.SRCALPHA)
            self._surface.fill((*color, 0))
            self._bounds, self._color = pygame.Rect(start, (0, 0)), color
        width = max(4, round(PEN * size[1]))
        brush = _brush(width, color)
        self._stamp(self._surface, brush, start, end, pygame.BLEND_RGBA_MAX)

    def erase(self, start: Point, end: Point) -> None:
        """Erase everything along a line."""
        if self._surface is not None:
            brush = _brush(round(ERASER * self._surface.get_height()), (0, 0, 0))
            self._stamp(self._surface, brush, start, end, pygame.BLEND_RGBA_SUB)

    def _stamp(self, surface: pygame.Surface, brush: pygame.Surface, start: Point, end: Point, how: int) -> None:
        width = brush.get_width()
        (ax, ay), (bx, by) = start, end
        steps = max(1, ceil(hypot(bx - ax, by - ay) / (width / 8)))
        half = width / 2
        places = ((ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps + 1))
        surface.fblits([(brush, (round(x - half), round(y - half))) for x, y in places], how)
        touched = pygame.Rect(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by)).inflate(width + 3, width + 3)
        self._bounds = self._bounds.union(touched).clip(surface.get_rect())

    def paint(self, surface: pygame.Surface, color: Color) -> None:
        """Paint the lines over a picture in the given colour."""
        if self._surface is None:
            return
        if color != self._color:
            self._color = color
            self._surface.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
            self._surface.fill((*color, 0), special_flags=pygame.BLEND_RGBA_ADD)
        surface.blit(self._surface, self._bounds.topleft, self._bounds)


@cache
def _brush(width: int, color: Color) -> pygame.Surface:
    """Return a disc with a smooth edge."""
    half = width * FINE / 2
    return stamp(width, width, color, lambda large: pygame.draw.circle(large, (*color, 255), (half, half), half))
