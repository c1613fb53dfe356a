"""A surface to paint on, together with its theme, fonts and scale."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import hypot
from typing import Unpack

import pygame

from visualizer.style.theme import Color, Theme
from visualizer.toolkit import shapes
from visualizer.toolkit.fonts import Anchor, Face, Fonts, Paragraph
from visualizer.toolkit.icons import Icon, paint_icon
from visualizer.toolkit.shapes import Point

SMALL, SMALLEST = 13, 11
"""The smallest font sizes in pixels, for windows of 1024x768 or more and for smaller ones."""
ROOMY = 0.85
"""The minimum scale at which SMALL is the smallest font size."""


def smallest_type(scale: float) -> int:
    """Return the smallest font size in pixels at the given scale."""
    return SMALL if scale >= ROOMY else SMALLEST


def less_than(size: int, share: float = 0.8) -> int:
    """Return the font size for secondary text next to text of the given size: smaller, if that is still legible."""
    return min(size, max(SMALL, round(size * share)))


@dataclass(frozen=True, slots=True)
class Canvas:
    """A surface to paint on, in one theme and at one scale."""

    surface: pygame.Surface
    theme: Theme
    fonts: Fonts
    scale: float = 1.0
    """The number of pixels per pixel of the reference window."""

    def px(self, length: float, least: int = 0) -> int:
        """Convert a length in the reference window to whole pixels on this canvas."""
        return max(least, round(length * self.scale))

    @property
    def smallest(self) -> int:
        """The smallest font size in pixels."""
        return smallest_type(self.scale)

    def em(self, size: float) -> int:
        """Convert a font size in the reference window to pixels on this canvas, keeping it legible."""
        return self.px(size, self.smallest)

    def fill(self, color: Color, rect: pygame.Rect | tuple[float, float, float, float]) -> None:
        """Fill a rectangle."""
        self.surface.fill(color, rect)

    def clipped(self, rect: pygame.Rect) -> AbstractContextManager[None]:
        """Clip drawing to the rectangle until the block ends."""
        return shapes.clipped(self.surface, rect)

    def text(
        self,
        text: str,
        face: Face,
        size: int,
        color: Color,
        *,
        within: int | None = None,
        least: int | None = None,
        slanted: bool = False,
        **at: Unpack[Anchor],
    ) -> pygame.Rect:
        """Draw a line of text at an anchor. Return the area it covers.

        Text wider than ``within`` is shrunk, down to size ``least`` if necessary, and then cut off. ``slanted`` text
        leans to the right, like handwriting.
        """
        if within is not None:
            size = self.fonts.shrink(text, face, size, within, least or size)
            text = self.fonts.shorten(text, face, size, within)
        return self.fonts.draw(self.surface, text, face, size, color, slanted=slanted, **at)

    def paragraph(self, at: tuple[int, int], paragraph: Paragraph, color: Color | Callable[[str], Color]) -> None:
        """Draw wrapped lines with their top left corner at a point, in one colour or with a colour for each span."""
        self.fonts.draw_paragraph(self.surface, at, paragraph, color if callable(color) else lambda voice: color)

    def icon(self, icon: Icon, centre: tuple[int, int], size: int, color: Color) -> None:
        """Draw an icon centred on a point."""
        paint_icon(self.surface, icon, centre, size, color)

    def rounded(self, rect: pygame.Rect, color: Color, radius: int, width: int = 0) -> None:
        """Draw a rectangle with rounded corners; a width of 0 fills it."""
        shapes.rounded(self.surface, rect, color, radius, width)

    def disc(self, centre: tuple[int, int], radius: int, color: Color, width: int = 0) -> None:
        """Draw a circle; a width of 0 fills it."""
        shapes.disc(self.surface, centre, radius, color, width)

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        """Fill an antialiased polygon."""
        shapes.polygon(self.surface, points, color)

    def stroke(self, start: Point, end: Point, width: float, color: Color) -> None:
        """Draw a line with rounded ends."""
        shapes.stroke(self.surface, start, end, width, color)

    def cross(self, centre: Point, reach: float, width: float, color: Color) -> None:
        """Draw a cross with arms of the given length."""
        x, y = centre
        for up in (reach, -reach):
            self.stroke((x - reach, y - up), (x + reach, y + up), width, color)

    def arrow_head(self, start: Point, tip: Point, length: float, half: float, color: Color) -> None:
        """Draw the head of an arrow that runs from ``start`` to ``tip``; ``half`` is half the head's width."""
        dx, dy = tip[0] - start[0], tip[1] - start[1]
        far = max(1.0, hypot(dx, dy))
        ux, uy = dx / far, dy / far
        x, y = tip[0] - ux * length, tip[1] - uy * length
        self.polygon([tip, (x - uy * half, y + ux * half), (x + uy * half, y - ux * half)], color)

    def check(self, centre: Point, reach: float, color: Color) -> None:
        """Draw a tick; ``reach`` is half its width."""
        x, y = centre
        knee = (x - reach * 0.2, y + reach * 0.65)
        width = max(1.0, reach * 0.38)
        self.stroke((x - reach * 0.85, y), knee, width, color)
        self.stroke(knee, (x + reach * 0.85, y - reach * 0.6), width, color)

    def hatch(self, rect: pygame.Rect, gap: int, width: float, color: Color) -> None:
        """Hatch a rectangle with diagonal lines."""
        with self.clipped(rect):
            for x in range(rect.left - rect.height, rect.right, max(2, gap)):
                self.stroke((x, rect.bottom), (x + rect.height, rect.top), width, color)

    def figure(
        self, centre: tuple[int, int], side: int, filled: Sequence[Point], stroked: Sequence[Point], width: float,
        color: Color,
    ) -> None:  # fmt: skip
        """Draw one polygon filled and another as a closed line. Both, and the line's width, are given from -1 to 1."""
        picture = shapes.figure(side, tuple(filled), tuple(stroked), width, color)
        self.surface.blit(picture, (centre[0] - side // 2, centre[1] - side // 2))
