"""Arrows between candidates, drawn over the cells: solid for strong links, dashed for weak ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from visualizer.style.theme import Color
from visualizer.toolkit import shapes
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.shapes import Point

Arrow = tuple[Point, Point, bool]
"""An arrow's start and end, and whether its link is strong."""
BEND = 0.12
"""How far an arrow bends, as a share of its length, to avoid candidates on the straight line."""
PIECE = 7.0
"""The length of the pieces of an arc, in pixels. A dashed arrow skips every other piece."""


def paint_links(canvas: Canvas, arrows: Sequence[Arrow], radius: float) -> None:
    """Paint arrows between candidates, from rim to rim of shapes with the given ``radius``."""
    width = max(1.5, radius * 0.17)
    for start, end, strong in arrows:
        points = list(_between(start, end, radius * 1.08))
        if len(points) > 1:
            color = canvas.theme.ink if strong else canvas.theme.soft
            _line(canvas, points, width, color, dashed=not strong)
            size = max(5.0, radius * 0.62)
            canvas.arrow_head(points[-2], points[-1], size, size * 0.48, color)


def _between(start: Point, end: Point, rim: float) -> Iterator[Point]:
    """Yield the points of a slight arc between the rims of two shapes."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    knee = (start[0] + dx / 2 - dy * BEND, start[1] + dy / 2 + dx * BEND)
    pieces = max(2, round(hypot(dx, dy) / PIECE))
    for x, y in shapes.curve(start, knee, end, pieces):
        if min(hypot(x - start[0], y - start[1]), hypot(x - end[0], y - end[1])) >= rim:
            yield x, y


def _line(canvas: Canvas, points: Sequence[Point], width: float, color: Color, *, dashed: bool) -> None:
    step = 1 if dashed else 3  # a line needs fewer pieces to look smooth
    for i in range(0, len(points) - 1, step):
        if not dashed or i % 2 == 0:
            canvas.stroke(points[i], points[min(i + step, len(points) - 1)], width, color)
