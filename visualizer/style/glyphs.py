"""Thirty-six shapes for digits: nine outlines filled in four ways, distinguishable without colour.

Coordinates run from -1 to 1, with y pointing down.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from math import cos, pi, sin
from typing import NamedTuple

from puzzles.geometry import Digit

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a polygon."""
STROKE = 0.18
"""The width of the line around an unfilled part."""
_ROUND = 48
"""The number of corners used to approximate a circle."""


class Fill(Enum):
    """The part of an outline that is filled."""

    ALL = "all"
    NONE = "none"
    LEFT = "left half"
    LOWER = "lower half"


class Shape(NamedTuple):
    """A polygon to fill and, for some shapes, another to draw as a closed line of width STROKE."""

    filled: Outline
    stroked: Outline


@cache
def shape(digit: Digit) -> Shape:
    """Return the shape for a digit from 1 to 36. Any nine in a row differ in outline, and neighbours differ in fill."""
    number = digit - 1
    outline, fill = OUTLINES[number % len(OUTLINES)], tuple(Fill)[number % len(Fill)]
    if fill is Fill.ALL:
        return Shape(outline, ())
    inner = tuple((x * (1 - STROKE / 2), y * (1 - STROKE / 2)) for x, y in outline)
    middle = _middle(inner)
    within = {Fill.LEFT: lambda point: -point[0], Fill.LOWER: lambda point: point[1] - middle}
    return Shape(_cut(inner, within[fill]) if fill in within else (), inner)


def _middle(outline: Outline) -> float:
    """Return the y that halves the area, so that half-filled is as distinct from full as from empty."""
    low, high = -1.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        below = _cut(outline, lambda point, level=middle: point[1] - level)  # type: ignore[misc]
        low, high = (middle, high) if _area(below) > _area(outline) / 2 else (low, middle)
    return low


def _area(outline: Outline) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, (*outline[1:], *outline[:1]), strict=True))) / 2


def _cut(outline: Outline, inside: Callable[[Point], float]) -> Outline:
    """Return the part of a polygon where ``inside``, which is linear along each edge, is at least 0."""
    kept: list[Point] = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        at, then = inside(a), inside(b)
        if at >= 0:
            kept.append(a)
        if at * then < 0:
            share = at / (at - then)
            kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return tuple(kept)


def _arc(centre: Point, radius: float, start: float, end: float, corners: int) -> list[Point]:
    """Return the points of an arc between two angles, which are in turns, clockwise from the right."""
    angles = [2 * pi * (start + (end - start) * i / corners) for i in range(corners + 1)]
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


def _star(points: int, inner: float) -> Outline:
    radii = [1.0, inner] * points
    angles = [pi * (i / points - 0.5) for i in range(2 * points)]
    return tuple((radius * cos(angle), radius * sin(angle)) for radius, angle in zip(radii, angles, strict=True))


def _plus(arm: float) -> Outline:
    return (
        (-arm, -1), (arm, -1), (arm, -arm), (1, -arm), (1, arm), (arm, arm),
        (arm, 1), (-arm, 1), (-arm, arm), (-1, arm), (-1, -arm), (-arm, -arm),
    )  # fmt: skip


OUTLINES: tuple[Outline, ...] = (
    tuple(_arc((0, 0), 0.95, 0, 1, _ROUND)[:-1]),
    ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    ((0, -0.98), (1, 0.8), (-1, 0.8)),
    ((-1, -0.8), (1, -0.8), (0, 0.98)),
    ((0, -1), (0.86, 0), (0, 1), (-0.86, 0)),
    _plus(0.36),
    _star(5, 0.5),
    ((-0.92, -0.95), (0.92, -0.95), (0.28, 0), (0.92, 0.95), (-0.92, 0.95), (-0.28, 0)),
    tuple(_arc((0, 0.55), 1, 0.5, 1, _ROUND // 2)),
)
"""The nine outlines: disc, square, triangle, inverted triangle, diamond, plus, star, hourglass, dome."""
