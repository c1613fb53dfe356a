"""The row of tabs under the counters: what the column can show, which of it is shown, and the key of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from visualizer.fonts import Face, Fonts
from visualizer.theme import Theme, mix

SMALLEST = 10
"""Pixels of the em of a tab, at least."""


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
    """A rectangle for each tab's id, from the left, and the em at which all of them fit the row."""
    gap = max(8, round(18 * scale))
    for size in range(_size(scale), SMALLEST - 1, -1):
        widths = [_width(tab, fonts, size) for tab in tabs]
        if sum(widths) + gap * (len(tabs) - 1) <= rect.width:
            break
        gap = max(6, gap - 3)
    rects, x = {}, rect.left
    for tab, width in zip(tabs, widths, strict=True):
        rects[tab.id] = pygame.Rect(x, rect.top, width, tab_height(scale))
        x += width + gap
    return rects, size


def _that_fit(tabs: Sequence[Tab], rect: pygame.Rect, fonts: Fonts, scale: float) -> Sequence[Tab]:
    """Where there is no room for every key, they go: the tooltips still name them."""
    rects, _ = lay_out_tabs(tabs, rect, fonts, scale)
    fit = not rects or max(place.right for place in rects.values()) <= rect.right
    return tabs if fit else [tab._replace(key="") for tab in tabs]


def _width(tab: Tab, fonts: Fonts, size: int) -> int:
    key = round(size * 0.45) + fonts.width(tab.key, Face.BODY, size) if tab.key else 0
    return fonts.width(tab.label, Face.STRONG, size) + key


def paint_tabs(
    surface: pygame.Surface,
    rect: pygame.Rect,
    tabs: Sequence[Tab],
    theme: Theme,
    fonts: Fonts,
    scale: float = 1.0,
) -> dict[str, pygame.Rect]:
    """The row on its cleared ground; what is shown is heavy and underlined. Returns where each tab is."""
    tabs = _that_fit(tabs, rect, fonts, scale)
    rects, size = lay_out_tabs(tabs, rect, fonts, scale)
    line = max(2, round(2 * scale))
    surface.fill(theme.background, rect)
    surface.fill(theme.thin_line, (rect.left, rect.top + tab_height(scale) - 1, rect.width, 1))
    for tab in tabs:
        place = rects[tab.id]
        ink = theme.ink if tab.on or tab.hovered else theme.soft
        if not tab.enabled:
            ink = mix(theme.background, theme.soft, 0.6)
        middle = place.top + (place.height - line) // 2
        face = Face.STRONG if tab.on else Face.BODY
        drawn = fonts.draw(surface, tab.label, face, size, ink, left=place.left, middle=middle)
        soft = mix(theme.background, theme.soft, 0.85) if tab.enabled else ink
        fonts.draw(surface, tab.key, Face.BODY, size, soft, left=drawn.right + round(size * 0.45), middle=middle)
        if tab.on:
            surface.fill(theme.accent, (place.left, place.bottom - line, place.width, line))
    return rects
