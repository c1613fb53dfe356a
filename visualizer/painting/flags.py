"""Bookmarks on the timeline. Each is a pole, with its name on a tag if there is room and a pennant if not."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from visualizer.toolkit.canvas import Canvas, smallest_type
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.views.time_line import Flag


class PlacedFlag(NamedTuple):
    """A flag and where to paint it."""

    flag: Flag
    x: int
    """The x coordinate of the pole."""
    rect: pygame.Rect
    """The rectangle of the tag or pennant."""
    text: str
    """As much of the name as fits, or "" for a pennant."""


Flags = tuple[PlacedFlag, ...]


def lay_out_flags(along: pygame.Rect, flags: tuple[Flag, ...], fonts: Fonts, scale: float) -> Flags:
    """Position the flags in the visible part of the timeline. A name may extend as far as the next pole."""
    size = _size(scale)
    shown = [flag for flag in flags if 0.0 <= flag.where <= 1.0]
    places = [along.left + round(flag.where * (along.width - 1)) for flag in shown]
    placed: list[PlacedFlag] = []

    def tag(flag: Flag, x: int, room: int) -> tuple[str, pygame.Rect]:
        room -= 2 * size
        text = fonts.shorten(flag.name, Face.STRONG, size, room) if room > 3 * size else ""
        if not text:
            return "", pygame.Rect(x, along.top, round(9 * scale), round(8 * scale))
        return text, pygame.Rect(x, along.top, fonts.width(text, Face.STRONG, size) + size, round(size * 1.5))

    for flag, x, following in zip(shown, places, [*places[1:], along.right], strict=False):
        text, rect = tag(flag, x, following - x)
        if rect.right > along.right:  # at the end of the run the flag points to the left
            text, rect = tag(flag, x, x - (placed[-1].rect.right if placed else along.left))
            rect.right = x
        placed.append(PlacedFlag(flag, x, rect, text))
    return tuple(placed)


def paint_flags(canvas: Canvas, flags: Flags, bottom: int) -> None:
    """Paint the flags, with poles down to ``bottom``. The frame sets the names apart from the program's own text."""
    theme = canvas.theme
    size, width = _size(canvas.scale), canvas.px(1.5, 1)
    for _, x, rect, text in flags:
        canvas.fill(theme.ink, (x - width // 2, rect.top, width, bottom - rect.top))
        if not text:
            pole, tip = (rect.left, rect.right) if rect.left == x else (rect.right, rect.left)
            corners = [(pole, rect.top), (tip, rect.centery), (pole, rect.bottom)]
            canvas.polygon(corners, theme.ink)
            continue
        canvas.fill(theme.ink, rect)
        canvas.fill(theme.panel, rect.inflate(-2 * width, -2 * width))
        canvas.text(text, Face.STRONG, size, theme.ink, left=rect.left + size // 2, middle=rect.centery)


def flag_at(point: tuple[int, int], flags: Flags) -> Flag | None:
    """Return the flag whose tag or pennant is at or very near a point, preferring the last one."""
    found = (placed.flag for placed in reversed(flags) if placed.rect.inflate(6, 6).collidepoint(point))
    return next(found, None)


def _size(scale: float) -> int:
    return max(smallest_type(scale), round(12 * scale))
