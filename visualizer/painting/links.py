"""Arrows from candidate to candidate, over the cells: a strong link is solid, a weak one is dashed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

import pygame

from visualizer.style.theme import Color, Theme
from visualizer.toolkit import shapes

Point = tuple[float, float]
Arrow = tuple[Point, Point, bool]
"""The start, the end, and whether the link is strong."""
BEND = 0.12
"""How far an arrow bends, as a share of its length, so that it avoids what lies in line."""
PIECE = 7.0
"""The length in pixels of the pieces of an arc; a dashed arrow omits every other one."""


def paint_links(surface: pygame.Surface, arrows: Sequence[Arrow], radius: float, theme: Theme) -> None:
    """Paint each arrow from the rim of a candidate's shape to the rim of the next; the shapes have that ``radius``."""
    width = max(1.5, radius * 0.17)
    for start, end, strong in arrows:
        points = list(_between(start, end, radius * 1.08))
        if len(points) > 1:
            color = theme.ink if strong else theme.soft
            _line(surface, points, width, color, dashed=not strong)
            _head(surface, points, max(5.0, radius * 0.62), color)


def _between(start: Point, end: Point, rim: float) -> Iterator[Point]:
    """Return points on a slight arc between the rims of the shapes at its ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    knee = (start[0] + dx / 2 - dy * BEND, start[1] + dy / 2 + dx * BEND)
    pieces = max(2, round(hypot(dx, dy) / PIECE))
    for i in range(pieces + 1):
        t = i / pieces
        x, y = (a * (1 - t) ** 2 + 2 * k * t * (1 - t) + b * t**2 for a, k, b in zip(start, knee, end, strict=True))
        if min(hypot(x - start[0], y - start[1]), hypot(x - end[0], y - end[1])) >= rim:
            yield x, y


def _line(surface: pygame.Surface, points: Sequence[Point], width: float, color: Color, *, dashed: bool) -> None:
    step = 1 if dashed else 3  # a line needs fewer pieces to look smooth
    for i in range(0, len(points) - 1, step):
        if not dashed or i % 2 == 0:
            shapes.stroke(surface, points[i], points[min(i + step, len(points) - 1)], width, color)


def _head(surface: pygame.Surface, points: Sequence[Point], size: float, color: Color) -> None:
    (x, y), (tip_x, tip_y) = points[-2:]
    length = hypot(tip_x - x, tip_y - y) or 1.0
    ux, uy = (tip_x - x) / length, (tip_y - y) / length
    back_x, back_y = tip_x - ux * size, tip_y - uy * size
    across_x, across_y = -uy * size * 0.48, ux * size * 0.48
    corners = [(tip_x, tip_y), (back_x + across_x, back_y + across_y), (back_x - across_x, back_y - across_y)]
    shapes.polygon(surface, corners, color)
