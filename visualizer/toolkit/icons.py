"""Icons drawn as shapes rather than glyphs, so that none can be missing and all are sharp at any size."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import pygame

from visualizer.style.theme import Color
from visualizer.toolkit import shapes


class Icon(Enum):
    PLAY = "play"
    PAUSE = "pause"
    BACK = "one step back"
    FORWARD = "one step forward"
    START = "to the start"
    END = "to the end"
    CHEVRON = "opens a list"
    CLOSE = "close"
    ALERT = "trouble"
    FOLDER = "folder"
    MENU = "everything there is"


def paint_icon(surface: pygame.Surface, icon: Icon, centre: tuple[int, int], size: int, color: Color) -> None:
    """Paint an icon centred on a point, ``size`` pixels across."""
    _DRAWN[icon](surface, centre[0], centre[1], size / 2, color)


def _triangle(
    surface: pygame.Surface, x: float, y: float, r: float, towards: int, color: Color, length: float = 1.3
) -> None:
    """Paint a triangle that points right (1) or left (-1), with its tip at x."""
    back = x - towards * r * length
    shapes.polygon(surface, [(back, y - r * 0.82), (x, y), (back, y + r * 0.82)], color)


def _bar(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    """Paint a vertical bar with its left edge at x."""
    top = round(y - r * 0.82)
    surface.fill(color, (round(x), top, max(2, round(r * 0.34)), round(y + r * 0.82) - top))


def _play(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    _triangle(surface, x + r * 0.85, y, r, 1, color, 1.5)


def _pause(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    width = max(2, round(r * 0.42))
    for left in (round(x - r * 0.2) - width, round(x + r * 0.2)):
        surface.fill(color, (left, round(y - r * 0.78), width, round(r * 1.56)))


def _back(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    _triangle(surface, x - r * 0.8, y, r, -1, color)
    _bar(surface, x + r * 0.6, y, r, color)


def _forward(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    _bar(surface, x - r * 0.94, y, r, color)
    _triangle(surface, x + r * 0.8, y, r, 1, color)


def _start(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    _bar(surface, x - r, y, r, color)
    _triangle(surface, x - r * 0.62, y, r, -1, color, 0.85)
    _triangle(surface, x + r * 0.2, y, r, -1, color, 0.85)


def _end(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    _triangle(surface, x - r * 0.2, y, r, 1, color, 0.85)
    _triangle(surface, x + r * 0.62, y, r, 1, color, 0.85)
    _bar(surface, x + r * 0.66, y, r, color)


def _chevron(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    width = max(1.5, r * 0.36)
    shapes.stroke(surface, (x - r * 0.75, y - r * 0.3), (x, y + r * 0.45), width, color)
    shapes.stroke(surface, (x, y + r * 0.45), (x + r * 0.75, y - r * 0.3), width, color)


def _close(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    for up in (r * 0.65, -r * 0.65):
        shapes.stroke(surface, (x - r * 0.65, y - up), (x + r * 0.65, y + up), max(1.5, r * 0.28), color)


def _alert(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    corners = [(x, y - r * 0.82), (x + r * 0.95, y + r * 0.8), (x - r * 0.95, y + r * 0.8)]
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        shapes.stroke(surface, start, end, max(1.5, r * 0.19), color)
    shapes.stroke(surface, (x, y - r * 0.22), (x, y + r * 0.22), max(1.5, r * 0.2), color)
    shapes.disc(surface, (round(x), round(y + r * 0.52)), max(1, round(r * 0.12)), color)


def _folder(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    left, top, width = round(x - r * 0.9), round(y - r * 0.7), round(r * 1.8)
    surface.fill(color, (left, top, round(r * 0.8), round(r * 0.4)))
    shapes.rounded(
        surface, pygame.Rect(left, top + round(r * 0.25), width, round(r * 1.2)), color, max(1, round(r / 5))
    )


def _menu(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    """Paint three lines of equal length."""
    wide, high = round(r * 1.7), max(2, round(r * 0.26))
    for row in (-1, 0, 1):
        surface.fill(color, (round(x - wide / 2), round(y + row * r * 0.6 - high / 2), wide, high))


_DRAWN: dict[Icon, Callable[[pygame.Surface, float, float, float, Color], None]] = {
    Icon.PLAY: _play,
    Icon.PAUSE: _pause,
    Icon.BACK: _back,
    Icon.FORWARD: _forward,
    Icon.START: _start,
    Icon.END: _end,
    Icon.CHEVRON: _chevron,
    Icon.CLOSE: _close,
    Icon.ALERT: _alert,
    Icon.FOLDER: _folder,
    Icon.MENU: _menu,
}
