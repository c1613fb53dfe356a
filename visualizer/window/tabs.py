"""The tabs below the counters. They show and hide panes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from visualizer.style.theme import mix
from visualizer.toolkit.canvas import Canvas, smallest_type
from visualizer.toolkit.fonts import Face, Fonts

TALLEST = 0.75
"""The maximum size of type, as a share of the height of a row."""


class Tab(NamedTuple):
    """A tab that shows or hides something."""

    id: str
    """The id of the tab's action."""
    label: str
    key: str
    on: bool = False
    enabled: bool = True
    """Whether the tab has anything to show."""
    hovered: bool = False


def tab_height(scale: float = 1.0) -> int:
    """Return the height of a row in pixels."""
    return max(22, round(27 * scale))


class TabRows(NamedTuple):
    """The layout of the tabs."""

    rects: dict[str, pygame.Rect]
    size: int
    """The em size of the tabs' text in pixels."""
    keys: bool
    """Whether the tabs name their keys. Words matter more than keys, which tooltips and the help name too."""


def lay_out_tabs(tabs: Sequence[Tab], rect: pygame.Rect, fonts: Fonts, scale: float = 1.0) -> TabRows:
    """Place the tabs from the left, in as few rows as possible, the first of which is ``rect``. They show words and
    keys in the largest type that fits, or only words. Words are never truncated.

    In a row whose type has been enlarged, so that it is too low for its scale, keys are dropped to make words larger.
    """
    for rows in range(1, len(tabs) + 1):
        across = -(-len(tabs) // rows)
        lines = [tabs[start : start + across] for start in range(0, len(tabs), across)]
        for keys, size in _ways(rect.height, scale):
            widths = [[_width(tab, fonts, size, keys) for tab in line] for line in lines]
            for gap in (round(size * 1.3), round(size * 0.9), round(size * 0.6)):
                if all(sum(each) + gap * (len(each) - 1) <= rect.width for each in widths):
                    return TabRows(_placed(lines, widths, gap, rect, scale), size, keys)
    return TabRows(_placed(lines, widths, 0, rect, scale), size, keys)


def _ways(height: int, scale: float) -> Iterator[tuple[bool, int]]:
    """Yield whether to show keys and the size of type, the best first."""
    least = smallest_type(scale)
    largest = max(least, min(round(14 * scale), round(height * TALLEST)))
    sizes = range(largest, least - 1, -1)
    if height < tab_height(scale):
        yield from ((keys, size) for size in sizes for keys in (True, False))
    yield from ((keys, size) for keys in (True, False) for size in sizes)


def _placed(
    lines: Sequence[Sequence[Tab]], widths: Sequence[Sequence[int]], gap: int, rect: pygame.Rect, scale: float
) -> dict[str, pygame.Rect]:
    rects, height = {}, min(rect.height, tab_height(scale))
    for row, (line, wide) in enumerate(zip(lines, widths, strict=True)):
        x = rect.left
        for tab, width in zip(line, wide, strict=True):
            rects[tab.id] = pygame.Rect(x, rect.top + row * rect.height, width, height)
            x += width + gap
    return rects


def _word_width(tab: Tab, fonts: Fonts, size: int) -> int:
    # Rounded to whole pixels, a short label may be narrower in bold than in regular type.
    return max(fonts.width(tab.label, face, size) for face in (Face.STRONG, Face.BODY))


def _width(tab: Tab, fonts: Fonts, size: int, keys: bool) -> int:
    """Return the width of the tab's label, and of its key if it is shown, including the space before it."""
    key = round(size * 0.45) + fonts.width(tab.key, Face.BODY, size) if keys else 0
    return _word_width(tab, fonts, size) + key


def paint_tabs(canvas: Canvas, rect: pygame.Rect, tabs: Sequence[Tab], height: int = 0) -> dict[str, pygame.Rect]:
    """Paint the tabs from the top of a cleared area, open ones bold and underlined, in rows of a height in pixels, or
    as high as the area. Return each tab's rectangle.
    """
    first = pygame.Rect(rect.left, rect.top, rect.width, height or rect.height)
    rows = lay_out_tabs(tabs, first, canvas.fonts, canvas.scale)
    bottom = max(place.bottom for place in rows.rects.values())
    with canvas.clipped(rect):
        canvas.fill(canvas.theme.thin_line, (rect.left, bottom - 1, rect.width, 1))
        for tab in tabs:
            _paint_tab(canvas, rows, tab, canvas.px(2, 2))
    return rows.rects


def _paint_tab(canvas: Canvas, rows: TabRows, tab: Tab, line: int) -> None:
    theme = canvas.theme
    place, size = rows.rects[tab.id], rows.size
    ink = theme.ink if tab.on or tab.hovered else theme.soft
    if not tab.enabled:
        ink = mix(theme.background, theme.soft, 0.6)
    middle, face = place.top + (place.height - line) // 2, Face.STRONG if tab.on else Face.BODY
    with canvas.clipped(place):
        canvas.text(tab.label, face, size, ink, left=place.left, middle=middle)
        if rows.keys:
            soft = theme.soft if tab.enabled else ink
            canvas.text(tab.key, Face.BODY, size, soft, right=place.right, middle=middle)
        if tab.on:
            canvas.fill(theme.accent, (place.left, place.bottom - line, place.width, line))
