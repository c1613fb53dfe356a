"""The row of tabs under the counters: what the column can show, which of it is shown, and the key of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from visualizer import shapes
from visualizer.fonts import Face, Fonts
from visualizer.theme import Theme, mix

_LEAST = 10
"""The smallest em."""


class Tab(NamedTuple):
    """Something that can be shown or put away."""

    id: str
    """The action that does it."""
    label: str
    key: str
    on: bool = False
    enabled: bool = True
    """There is something to show."""
    hovered: bool = False


def tab_height(scale: float = 1.0) -> int:
    """Pixels from the top of the row to its bottom."""
    return max(22, round(27 * scale))


def _size(scale: float) -> int:
    return max(12, round(14 * scale))


def lay_out_tabs(
    tabs: Sequence[Tab], rect: pygame.Rect, fonts: Fonts, scale: float = 1.0
) -> tuple[dict[str, pygame.Rect], int]:
    """A rectangle for each tab's id, from the left, and the em at which all of them fit the row.

    Where even the least em is too large, the longest labels have to be shortened; keys never are.
    """
    for size in range(_size(scale), _LEAST - 1, -1):
        gap, widths = round(size * 1.3), [_width(tab, fonts, size) for tab in tabs]
        room = rect.width - gap * (len(tabs) - 1)
        if sum(widths) <= room:
            break
    else:
        gap = min(gap, max(1, rect.width // (6 * len(tabs))))
        keys = [_key_width(tab, fonts, size) for tab in tabs]
        labels = [width - key for width, key in zip(widths, keys, strict=True)]
        room = max(0, rect.width - gap * (len(tabs) - 1) - sum(keys))
        widths = [label + key for label, key in zip(_squeezed(labels, room), keys, strict=True)]
    rects, x = {}, rect.left
    for tab, width in zip(tabs, widths, strict=True):
        rects[tab.id] = pygame.Rect(x, rect.top, width, tab_height(scale))
        x += width + gap
    return rects, size


def _squeezed(widths: list[int], room: int) -> list[int]:
    """No wider in sum than the room: none is wider than the widest may be."""
    most, left = room, len(widths)
    for width in sorted(widths):
        most = room // left
        if width > most:
            break
        room, left = room - width, left - 1
    return [min(width, most) for width in widths]


def _width(tab: Tab, fonts: Fonts, size: int) -> int:
    # Whole pixels: a short label may be narrower heavy than light.
    label = max(fonts.width(tab.label, face, size) for face in (Face.STRONG, Face.BODY))
    return label + _key_width(tab, fonts, size)


def _key_width(tab: Tab, fonts: Fonts, size: int) -> int:
    """With the space before it."""
    return round(size * 0.45) + fonts.width(tab.key, Face.BODY, size)


def paint_tabs(
    surface: pygame.Surface,
    rect: pygame.Rect,
    tabs: Sequence[Tab],
    theme: Theme,
    fonts: Fonts,
    scale: float = 1.0,
) -> dict[str, pygame.Rect]:
    """The row on its cleared ground; what is shown is heavy and underlined. Returns where each tab is."""
    rects, size = lay_out_tabs(tabs, rect, fonts, scale)
    with shapes.clipped(surface, rect):
        surface.fill(theme.background, rect)
        surface.fill(theme.thin_line, (rect.left, rect.top + tab_height(scale) - 1, rect.width, 1))
        for tab in tabs:
            _paint_tab(surface, rects[tab.id], tab, size, theme, fonts, max(2, round(2 * scale)))
    return rects


def _paint_tab(
    surface: pygame.Surface, place: pygame.Rect, tab: Tab, size: int, theme: Theme, fonts: Fonts, line: int
) -> None:
    ink = theme.ink if tab.on or tab.hovered else theme.soft
    if not tab.enabled:
        ink = mix(theme.background, theme.soft, 0.6)
    middle, face = place.top + (place.height - line) // 2, Face.STRONG if tab.on else Face.BODY
    room = place.width - _key_width(tab, fonts, size)
    label = fonts.shorten(tab.label, face, size, room)
    with shapes.clipped(surface, place):
        drawn = fonts.draw(surface, label, face, size, ink, left=place.left, middle=middle)
        left = min(drawn.width, room) + place.left + round(size * 0.45)
        soft = theme.soft if tab.enabled else ink
        fonts.draw(surface, tab.key, Face.BODY, size, soft, left=left, middle=middle)
        if tab.on:
            surface.fill(theme.accent, (place.left, place.bottom - line, place.width, line))
