"""Paints strokes: the marks of a kind and its rules, and cells that are edges."""

from collections.abc import Callable, Iterable
from itertools import pairwise

import pygame

from visualizer.style.theme import Color, Theme
from visualizer.toolkit.canvas import Canvas, Face, Fonts
from visualizer.toolkit.shapes import Blit, Point
from visualizer.views.strokes import Stroke

THIN = 4
"""How wide a line of a rule may be, in pixels, to be kept crisp instead of having round ends."""
LEAST_TEXT = 8
"""The smallest legible font size in pixels."""
REACH = 1.5
"""How far the picture of an edge reaches from its middle, in squares."""


def strokes_at(canvas: Canvas, square: int, strokes: Iterable[Stroke], at: Callable[[float, float], Point]) -> None:
    """Paint strokes, given the side of a square in pixels, and where a row and a column, counted in squares, are."""
    for stroke in strokes:
        color, size = canvas.theme.mark(stroke.ink), max(1.0, stroke.size * square)
        for line in stroke.lines:
            points = [at(y, x) for y, x in line]
            x, y = points[0]
            if stroke.text:
                size = max(LEAST_TEXT, round(size))
                canvas.text(stroke.text, Face.STRONG, size, color, centre=round(x), middle=round(y))
            elif len(points) == 1:
                ring = max(1, round(stroke.ring * square)) if stroke.ring else 0
                canvas.disc((round(x), round(y)), max(1, round(size / 2)), color, ring)
            else:
                _paint_line(canvas, points, size, color)


def _paint_line(canvas: Canvas, points: list[Point], size: float, color: Color) -> None:
    """Paint a line. A thin one along a row or a column fills whole pixels."""
    for start, end in pairwise(points):
        (left, right), (top, low) = (sorted(map(round, ends)) for ends in zip(start, end, strict=True))
        if size < THIN and 0 in (right - left, low - top):
            width = round(size)
            left, top = (left - width // 2, top) if right == left else (left, top - width // 2)
            canvas.fill(color, (left, top, max(width, right - left), max(width, low - top)))
        else:
            canvas.stroke(start, end, size, color)


def paint_edge(canvas: Canvas, square: int, strokes: Iterable[Stroke], middle: Point) -> None:
    """Paint strokes of an edge around a point. A level that would be too small to read is left out."""
    legible = (one for one in strokes if not one.text or one.size * square >= LEAST_TEXT)
    strokes_at(canvas, square, legible, lambda y, x: (middle[0] + (x - 0.5) * square, middle[1] + (y - 0.5) * square))


def edge_picture(strokes: Iterable[Stroke], square: int, theme: Theme, fonts: Fonts) -> Blit:
    """Return a transparent picture of an edge's strokes, and where it is from the top left corner of its place."""
    side = 2 * round(REACH * square) + square % 2
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    paint_edge(Canvas(picture, theme, fonts), square, strokes, (side / 2, side / 2))
    seen, away = picture.get_bounding_rect(), (side - square) // 2
    return picture.subsurface(seen).copy(), (seen.left - away, seen.top - away)
