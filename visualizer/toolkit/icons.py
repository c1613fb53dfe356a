"""Icons drawn as shapes rather than glyphs, so that none can be missing and all are sharp at any size."""

from collections.abc import Callable
from enum import Enum
from functools import partial

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


_TRANSPORT: dict[Icon, tuple[tuple[float, ...], tuple[tuple[float, int, float], ...]]] = {
    Icon.PLAY: ((), ((0.85, 1, 1.5),)),
    Icon.BACK: ((0.6,), ((-0.8, -1, 1.3),)),
    Icon.FORWARD: ((-0.94,), ((0.8, 1, 1.3),)),
    Icon.START: ((-1.0,), ((-0.62, -1, 0.85), (0.2, -1, 0.85))),
    Icon.END: ((0.66,), ((-0.2, 1, 0.85), (0.62, 1, 0.85))),
}
"""The left edges of an icon's vertical bars, and its triangles: tip, direction (1 is right) and length."""


def _transport(icon: Icon, surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    bars, triangles = _TRANSPORT[icon]
    top, low = round(y - r * 0.82), round(y + r * 0.82)
    for left in bars:
        surface.fill(color, (round(x + r * left), top, max(2, round(r * 0.34)), low - top))
    for at, towards, length in triangles:
        tip = x + r * at
        back = tip - towards * r * length
        shapes.polygon(surface, [(back, y - r * 0.82), (tip, y), (back, y + r * 0.82)], color)


def _pause(surface: pygame.Surface, x: float, y: float, r: float, color: Color) -> None:
    width = max(2, round(r * 0.42))
    for left in (round(x - r * 0.2) - width, round(x + r * 0.2)):
        surface.fill(color, (left, round(y - r * 0.78), width, round(r * 1.56)))


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
    **{icon: partial(_transport, icon) for icon in _TRANSPORT},
    Icon.PAUSE: _pause,
    Icon.CHEVRON: _chevron,
    Icon.CLOSE: _close,
    Icon.ALERT: _alert,
    Icon.FOLDER: _folder,
    Icon.MENU: _menu,
}
