"""The row of tabs below the counters. They show and hide panes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import pygame

from visualizer.style.theme import mix
from visualizer.toolkit.canvas import Canvas, smallest_type
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.icons import Icon

TALLEST = 0.75
"""The maximum size of type, as a share of the height of the row."""


class TabForm(Enum):
    """The forms that a tab can take, widest first. Words are never truncated."""

    WORDS = "word and key"
    PLAIN = "word"
    """Used only for enlarged type: large words matter more than keys."""
    SHOWN = "icon and key, but words for open tabs"
    ICONS = "icon and key"
    BARE = "icon"


class Tab(NamedTuple):
    """A tab that shows or hides something."""

    id: str
    """The id of the tab's action."""
    label: str
    key: str
    icon: Icon
    """The icon that replaces the label if there is no room for it."""
    on: bool = False
    enabled: bool = True
    """Whether the tab has anything to show."""
    hovered: bool = False


def tab_height(scale: float = 1.0) -> int:
    """Return the height of the row in pixels."""
    return max(22, round(27 * scale))


def _size(scale: float) -> int:
    return max(smallest_type(scale), round(14 * scale))


class TabRow(NamedTuple):
    """The layout of the tabs."""

    rects: dict[str, pygame.Rect]
    size: int
    """The em size of the tabs' text in pixels."""
    form: TabForm


def lay_out_tabs(tabs: Sequence[Tab], rect: pygame.Rect, fonts: Fonts, scale: float = 1.0) -> TabRow:
    """Place the tabs from the left. They show words in the largest type that fits, or icons if no words fit.

    In a row whose type has been enlarged, so that it is too low for its scale, keys are dropped to make words larger.
    """
    for form, size in _ways(rect.height, scale):
        widths = [_width(tab, fonts, size, form) for tab in tabs]
        for gap in (round(size * 1.3), round(size * 0.9)):
            if sum(widths) + gap * (len(tabs) - 1) <= rect.width:
                return TabRow(_placed(tabs, widths, gap, rect, scale), size, form)
    gap = max(1, (rect.width - sum(widths)) // max(1, len(tabs) - 1))
    return TabRow(_placed(tabs, widths, gap, rect, scale), size, form)


def _ways(height: int, scale: float) -> Iterator[tuple[TabForm, int]]:
    """Yield the forms and sizes of a row to try, the best first."""
    sizes = range(max(smallest_type(scale), min(_size(scale), round(height * TALLEST))), smallest_type(scale) - 1, -1)
    if height < tab_height(scale):
        yield from ((form, size) for size in sizes for form in (TabForm.WORDS, TabForm.PLAIN))
    yield from ((form, size) for form in TabForm if form is not TabForm.PLAIN for size in sizes)


def _placed(
    tabs: Sequence[Tab], widths: Sequence[int], gap: int, rect: pygame.Rect, scale: float
) -> dict[str, pygame.Rect]:
    rects, x, height = {}, rect.left, min(rect.height, tab_height(scale))
    for tab, width in zip(tabs, widths, strict=True):
        rects[tab.id] = pygame.Rect(x, rect.top, width, height)
        x += width + gap
    return rects


def _name_width(tab: Tab, fonts: Fonts, size: int, form: TabForm) -> int:
    """Return the width of the tab's label, or of the icon in its place."""
    if _has_word(tab, form):
        # Rounded to whole pixels, a short label may be narrower in bold than in regular type.
        return max(fonts.width(tab.label, face, size) for face in (Face.STRONG, Face.BODY))
    return _icon_size(size)


def _has_word(tab: Tab, form: TabForm) -> bool:
    return form in (TabForm.WORDS, TabForm.PLAIN) or (form is TabForm.SHOWN and tab.on)


def _has_key(form: TabForm) -> bool:
    return form not in (TabForm.PLAIN, TabForm.BARE)


def _icon_size(size: int) -> int:
    return round(size * 1.25)


def _width(tab: Tab, fonts: Fonts, size: int, form: TabForm) -> int:
    key = _key_width(tab, fonts, size) if _has_key(form) else 0
    return _name_width(tab, fonts, size, form) + key


def _key_width(tab: Tab, fonts: Fonts, size: int) -> int:
    """Return the width of the tab's key, including the space before it."""
    return round(size * 0.45) + fonts.width(tab.key, Face.BODY, size)


def paint_tabs(canvas: Canvas, rect: pygame.Rect, tabs: Sequence[Tab]) -> dict[str, pygame.Rect]:
    """Clear the row and paint the tabs, open ones bold and underlined. Return each tab's rectangle."""
    scale = canvas.scale
    row = lay_out_tabs(tabs, rect, canvas.fonts, scale)
    with canvas.clipped(rect):
        canvas.fill(canvas.theme.background, rect)
        height = min(rect.height, tab_height(scale))
        canvas.fill(canvas.theme.thin_line, (rect.left, rect.top + height - 1, rect.width, 1))
        for tab in tabs:
            _paint_tab(canvas, row, tab, canvas.px(2, 2))
    return row.rects


def _paint_tab(canvas: Canvas, row: TabRow, tab: Tab, line: int) -> None:
    theme = canvas.theme
    place, size = row.rects[tab.id], row.size
    ink = theme.ink if tab.on or tab.hovered else theme.soft
    if not tab.enabled:
        ink = mix(theme.background, theme.soft, 0.6)
    middle, face = place.top + (place.height - line) // 2, Face.STRONG if tab.on else Face.BODY
    name = _name_width(tab, canvas.fonts, size, row.form)
    with canvas.clipped(place):
        if _has_word(tab, row.form):
            name = canvas.text(tab.label, face, size, ink, left=place.left, middle=middle).width
        else:
            canvas.icon(tab.icon, (place.left + name // 2, middle), name, ink)
        if _has_key(row.form):
            left = place.left + name + round(size * 0.45)
            soft = theme.soft if tab.enabled else ink
            canvas.text(tab.key, Face.BODY, size, soft, left=left, middle=middle)
        if tab.on:
            canvas.fill(theme.accent, (place.left, place.bottom - line, place.width, line))
