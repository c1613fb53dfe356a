"""Messages over the window: the keyboard help, a notice that stays, and a toast that disappears."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from visualizer.style.theme import Theme, mix
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, less_than
from visualizer.toolkit.fonts import ELLIPSIS, Face, Fonts
from visualizer.toolkit.help_layout import (
    HelpColumn,
    HelpGroup,
    HelpRow,
    HelpTable,
    cap_gap,
    cap_size,
    column_gap,
    group_gap,
    pages,
)
from visualizer.toolkit.icons import Icon
from visualizer.toolkit.layout import scale_of

VEIL = 0.63
"""How much to darken everything behind a card, from 0 to 1."""
NO_ROWS = HelpGroup("", ())


class HelpCard(NamedTuple):
    """The help as painted."""

    rect: pygame.Rect
    pages: int
    """The number of pages. A small window cannot show all keys at once."""


def paint_help(
    canvas: Canvas,
    rect: pygame.Rect,
    groups: Sequence[HelpGroup],
    title: str = "Keys",
    first: HelpGroup = NO_ROWS,
    page: int = 0,
) -> HelpCard:
    """Dim the rectangle and paint a card with a page of the keyboard help in its middle, in the largest type that fits.

    ``first``: rows to paint larger, above the others. Call this once per finished frame, because every call dims the
    rectangle further.

    Zoom has no effect here: the type already fills the card, and larger type would need more pages.
    """
    dim(canvas, rect)
    look = canvas.theme, scale_of(rect.size), rect.size
    picture, count = _help_card(canvas.fonts, *look, tuple(groups), title, first, page)
    card = picture.get_rect(center=rect.center)
    canvas.surface.blit(picture, card)
    return HelpCard(card, count)


@lru_cache(maxsize=2)
def _help_card(
    fonts: Fonts,
    theme: Theme,
    scale: float,
    size: tuple[int, int],
    groups: tuple[HelpGroup, ...],
    title: str,
    first: HelpGroup,
    page: int,
) -> tuple[pygame.Surface, int]:
    """Return a picture of the card for a window of the given size, and the number of pages. The picture is
    cached because it contains about two hundred pieces of text.
    """
    canvas = Canvas(pygame.Surface(size), theme, fonts, scale)
    rect = canvas.surface.get_rect()
    margin = canvas.px(22, 10)
    heading = canvas.px(44)
    room = rect.inflate(-3 * margin, -3 * margin - heading)
    gap, sizes = margin if first.rows else 0, (canvas.smallest, canvas.px(21, 13))
    found = pages(first, groups, room.size, gap, sizes, fonts)
    page = min(page, len(found) - 1)
    top, table = found[page]
    above = top.height + gap if top.columns else 0
    heading, gap = max(heading, round(2.6 * table.size)), column_gap(table.size)
    width = max(_width(table), _width(top))
    card = _centred(rect, width + 2 * margin, table.height + above + heading + 2 * margin)
    card.topleft = 0, 0
    canvas = Canvas(pygame.Surface(card.size, pygame.SRCALPHA), theme, fonts, scale)
    paint_card(canvas, card)
    inner = card.inflate(-2 * margin, -2 * margin)
    where = f", page {page + 1} of {len(found)}" if len(found) > 1 else ""
    _heading(canvas, inner, title + where, max(table.size, canvas.px(14)), more=page + 1 < len(found))
    for i, column in enumerate(top.columns):
        at = (inner.left + i * (top.width + column_gap(top.size)), inner.top + heading)
        _paint_column(canvas, at, column, top)
    for i, column in enumerate(table.columns):
        _paint_column(canvas, (inner.left + i * (table.width + gap), inner.top + heading + above), column, table)
    return canvas.surface, len(found)


def _width(table: HelpTable) -> int:
    """Return the total width of a table in pixels."""
    gap = column_gap(table.size)
    return max(0, len(table.columns) * (table.width + gap) - gap)


def _centred(rect: pygame.Rect, width: int, height: int) -> pygame.Rect:
    """Return a rectangle of the given size in the middle of another, made smaller if it would not fit."""
    inner = pygame.Rect(0, 0, min(width, rect.width), min(height, rect.height))
    inner.center = rect.center
    return inner


def dim(canvas: Canvas, rect: pygame.Rect) -> None:
    """Darken a rectangle."""
    left = 1 - VEIL
    canvas.surface.fill((round(255 * left),) * 3, rect, special_flags=pygame.BLEND_RGB_MULT)
    veil = mix((0, 0, 0), mix(canvas.theme.background, (0, 0, 0), 0.55), VEIL)
    canvas.surface.fill(veil, rect, special_flags=pygame.BLEND_RGB_ADD)


def paint_card(canvas: Canvas, card: pygame.Rect) -> None:
    """Paint the background of a card, with rounded corners and a thin border."""
    radius, edge = canvas.px(12, 6), canvas.px(1, 1)
    canvas.rounded(card, canvas.theme.thin_line, radius)
    canvas.rounded(card.inflate(-2 * edge, -2 * edge), canvas.theme.panel, radius - edge)


def paint_keys(canvas: Canvas, rect: pygame.Rect, keys: Sequence[tuple[str, str]], middle: int | None = None) -> int:
    """Paint as many keys and their meanings as fit, along the bottom of the rectangle or centred on ``middle``.

    Return the y above the keys.
    """
    theme = canvas.theme
    size, cap = canvas.em(13), canvas.em(11.5)
    height = round(size * 1.9)
    x, middle = rect.left, rect.bottom - height // 2 if middle is None else middle
    for key, meaning in keys:
        width = keycap_width(key, canvas.fonts, cap)
        if x + width + size // 2 + canvas.fonts.width(meaning, Face.BODY, size) > rect.right:
            break
        paint_keycap(canvas, pygame.Rect(x, middle - cap, width, 2 * cap), key, cap, theme.panel, theme.soft)
        word = canvas.text(meaning, Face.BODY, size, theme.soft, left=x + width + size // 2, middle=middle)
        x = word.right + size
    return rect.bottom - height


def _heading(canvas: Canvas, room: pygame.Rect, title: str, size: int, *, more: bool) -> None:
    middle = room.top + round(size * 0.8)
    canvas.text(title, Face.STRONG, round(size * 1.4), canvas.theme.ink, left=room.left, middle=middle)
    right = _key_with_word(canvas, room.right, middle, size, "Esc", "closes")
    if more:
        _key_with_word(canvas, right - 2 * size, middle, size, "F1", "next page")


def _key_with_word(canvas: Canvas, right: int, middle: int, size: int, key: str, word: str) -> int:
    """Paint a key and what it does, with their right edge at the given x. Return their left edge."""
    theme = canvas.theme
    cap = less_than(size, 0.85)
    width = keycap_width(key, canvas.fonts, cap)
    said = canvas.text(word, Face.BODY, size, theme.soft, right=right, middle=middle)
    place = pygame.Rect(said.left - size // 2 - width, middle - cap, width, 2 * cap)
    paint_keycap(canvas, place, key, cap, theme.panel, theme.soft)
    return place.left


def _paint_column(canvas: Canvas, at: tuple[int, int], column: HelpColumn, table: HelpTable) -> None:
    left, y = at
    size = table.size
    for block in column.blocks:
        if block.head:
            canvas.text(block.title, Face.STRONG, size, canvas.theme.accent, left=left, middle=y + round(size * 0.7))
            canvas.fill(canvas.theme.thin_line, (left, y + round(size * 1.5), table.width, 1))
        y += block.head
        for row in block.rows:
            _paint_row(canvas, (left, y), row, column.keys, size)
            y += row.height
        y += group_gap(size)


def _paint_row(canvas: Canvas, at: tuple[int, int], row: HelpRow, across: int, size: int) -> None:
    """Paint a row of the help: its keys, in a column ``across`` pixels wide, and their meaning."""
    theme = canvas.theme
    left, top = at
    cap = cap_size(size)
    line = row.height if len(row.keys) == len(row.meaning.lines) == 1 else round(size * 1.72)
    for i, keys in enumerate(row.keys):
        x = left
        for key in keys:
            width = keycap_width(key, canvas.fonts, cap)
            box = pygame.Rect(x, top + i * line, width, line)
            if key == ELLIPSIS:
                canvas.text(key, Face.BODY, cap, theme.soft, centre=box.centerx, middle=box.centery)
            else:
                paint_keycap(canvas, box, key, cap, theme.panel, theme.ink)
            x += width + cap_gap(size)
    below = top + (line - row.meaning.leading) // 2
    canvas.paragraph((left + across, below), row.meaning, theme.voice)


def paint_notice(canvas: Canvas, rect: pygame.Rect, text: str) -> pygame.Rect:
    """Paint a large, wrapped message on a card in the middle of the rectangle, with the key that closes it.

    The text may contain line breaks. The type shrinks before anything is cut off. Return the card's rectangle.
    """
    theme = canvas.theme
    pad, size = canvas.px(18, 10), canvas.px(20, 15)
    icon = round(size * 1.7)
    width = min(rect.width, 44 * size)
    lines = canvas.fonts.wrap(text, width - 3 * pad - icon, rect.height - 3 * pad - 2 * size, size, canvas.smallest)
    card = _centred(rect, width, max(lines.height, icon) + 2 * pad + round(size * 1.7))
    top, small = card.top + pad, less_than(size)
    text_at = (card.left + 2 * pad + icon, top + max(0, icon - lines.leading) // 2)
    with canvas.clipped(card):
        paint_card(canvas, card)
        canvas.rounded(card, theme.conflict, canvas.px(12, 6), canvas.px(2, 2))
        middle = top + max(icon, lines.leading) // 2
        canvas.icon(Icon.ALERT, (card.left + pad + icon // 2, middle), icon, theme.conflict)
        canvas.paragraph(text_at, lines, theme.voice)
        _key_with_word(canvas, card.right - pad, card.bottom - pad - small // 2, small, "Esc", "closes")
    return card


def paint_toast(canvas: Canvas, rect: pygame.Rect, text: str, words: pygame.Rect | None = None) -> pygame.Rect:
    """Paint a short message on a plate along the bottom: dark, or light in the dark theme. Return its rectangle.

    If the plate would cover the ``words`` on the right, it moves to the left of them.
    """
    size = canvas.px(17, 14)
    pad = round(size * 1.1)
    needed = canvas.fonts.width(text, Face.BODY, size) + 2 * pad
    if words and rect.centerx + needed // 2 > words.left - pad:
        rect = pygame.Rect(rect.left, rect.top, words.left - pad - rect.left, rect.height)
    lines = canvas.fonts.wrap(text, rect.width - 2 * pad, rect.height - size, size, canvas.smallest)
    width = max(canvas.fonts.line_width(line, lines.size) for line in lines.lines)
    plate = pygame.Rect(0, 0, min(width + 2 * pad, rect.width), min(lines.height + size, rect.height))
    plate.midbottom = rect.midbottom
    with canvas.clipped(plate):
        canvas.rounded(plate, canvas.theme.ink, min(plate.height // 2, size))
        canvas.paragraph((plate.left + pad, plate.top + size // 2), lines, canvas.theme.background)
    return plate
