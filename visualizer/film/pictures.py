"""The pictures of a film's digits, if it shows colours or shapes instead of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from puzzles.geometry import Digit
from visualizer.style.symbols import Point, Symbols, colour, shape
from visualizer.style.theme import contrast


def pictures(symbols: Symbols, count: int) -> list[dict[str, Any]]:
    """Return a picture of each digit for a player; nothing if digits are text.

    A shape consists of paths to fill and to stroke, in coordinates from -1 to 1. A patch consists of its colour and
    whether the text on it is black.
    """
    if not symbols.drawn:
        return []
    one = _shape if symbols is Symbols.SHAPES else _patch
    return [one(digit) for digit in range(1, count + 1)]


def _shape(digit: Digit) -> dict[str, Any]:
    filled, stroked = shape(digit)
    return {"filled": _path(filled), "stroked": _path(stroked)}


def _path(corners: Iterable[Point]) -> str:
    points = [f"{x:.3g} {y:.3g}" for x, y in corners]
    return f"M{'L'.join(points)}Z" if points else ""


def _patch(digit: Digit) -> dict[str, Any]:
    fill = colour(digit)
    return {"colour": f"rgb{fill}", "black": contrast((0, 0, 0), fill) >= contrast((255, 255, 255), fill)}
