"""The list to open from, on a card: the line that filters, files opened last, games, a folder, what the chosen is."""

from __future__ import annotations

import pygame

from visualizer.dialogs.file_browser_paint import paint_said, shorten_path
from visualizer.dialogs.open import Kind, OpenCard, Row
from visualizer.style.theme import Theme
from visualizer.toolkit import shapes
from visualizer.toolkit.buttons import button_height
from visualizer.toolkit.card import (
    cancel_and,
    card_pad,
    em_size,
    middle_card,
    paint_bar,
    paint_buttons,
    paint_line,
    paint_title,
)
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.icons import Icon, paint_icon
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.messages import paint_keys
from visualizer.toolkit.open_card import CARD, Places

MOST_ROWS = 18
KEYS = (("Tab", "completes"), ("Ctrl+↑", "up"), ("Del", "forgets"))
PLACEHOLDER = "A part of a name, a path, or a puzzle such as fig1"


def paint_open(surface: pygame.Surface, layout: Layout, theme: Theme, fonts: Fonts, card: OpenCard) -> Places:
    """A card in the middle of the window. Returns where everything is."""
    scale, pad, size = layout.scale, card_pad(layout.scale), em_size(layout.scale)
    row, line, gap = round(size * 1.75), round(size * 2.2), round(size * 0.8)
    fixed = 2 * pad + round(size * 1.6) + 2 * gap + line + round(size * 2.2) + button_height(scale)
    room = max(3, min(MOST_ROWS, (surface.get_height() - 2 * pad - fixed) // row))
    ground, inner = middle_card(surface, round(760 * scale), fixed + room * row, theme, scale)
    with shapes.clipped(surface, ground):
        paint_title(surface, inner, card.title, theme, fonts, size)
        field = pygame.Rect(inner.left, inner.top + round(size * 1.6) + gap, inner.width, line)
        _paint_field(surface, field, card, theme, fonts, size)
        box = pygame.Rect(inner.left, field.bottom + gap, inner.width, room * row)
        places = _paint_rows(surface, box, card, row, theme, fonts, size)
        said = pygame.Rect(inner.left, box.bottom, inner.width, round(size * 2.2))
        paint_said(surface, said, card.said, card.bad, theme, fonts, size)
        buttons = paint_buttons(surface, inner, cancel_and(card.verb), theme, fonts, scale)
        keys = pygame.Rect(inner.left, inner.top, 0, inner.height)
        keys.width = min(rect.left for rect in buttons.values()) - size - keys.left
        paint_keys(surface, keys, KEYS, theme, fonts, scale)
    return {**places, **buttons, ("line", 0): field, CARD: ground}


def _paint_field(
    surface: pygame.Surface, field: pygame.Rect, card: OpenCard, theme: Theme, fonts: Fonts, size: int
) -> None:
    paint_line(surface, field, card.edit, True, theme, fonts, size)
    if not card.edit.text:
        left = field.left + round(size * 0.8)
        fonts.draw(surface, PLACEHOLDER, Face.BODY, size, theme.faint, left=left, middle=field.centery)


def _paint_rows(
    surface: pygame.Surface, box: pygame.Rect, card: OpenCard, row: int, theme: Theme, fonts: Fonts, size: int
) -> Places:
    room = box.height // row
    card.settle(room)
    shapes.rounded(surface, box, theme.thin_line, max(3, size // 3), 1)
    places: Places = {}
    with shapes.clipped(surface, box.inflate(-2, -2)):
        for i in range(card.top, min(card.top + room, len(card.rows))):
            rect = pygame.Rect(box.left + 2, box.top + (i - card.top) * row, box.width - 4, row)
            if card.rows[i].kind is Kind.HEADING:
                _paint_heading(surface, rect, card.rows[i], theme, fonts, size)
            else:
                places["row", i] = rect
                _paint_row(surface, rect, card, i, theme, fonts, size)
        if len(card.rows) > room:
            paint_bar(surface, box, card.top, room, len(card.rows), theme)
    return places


def _paint_heading(surface: pygame.Surface, rect: pygame.Rect, row: Row, theme: Theme, fonts: Fonts, size: int) -> None:
    small = max(12, round(size * 0.85))
    text = shorten_path(row.name, fonts, small, rect.width - 2 * size)
    fonts.draw(surface, text, Face.BODY, small, theme.soft, left=rect.left + size // 2, middle=rect.centery)


def _paint_row(
    surface: pygame.Surface, rect: pygame.Rect, card: OpenCard, i: int, theme: Theme, fonts: Fonts, size: int
) -> None:
    """A name; behind that of a file opened last the folder that it is in, behind that of a game how far it is."""
    row = card.rows[i]
    if i == card.cursor:
        shapes.rounded(surface, rect.inflate(-4, -2), theme.unit_wash, max(3, size // 4))
    if row.kind in (Kind.FOLDER, Kind.UP):
        paint_icon(surface, Icon.FOLDER, (rect.left + size, rect.centery), size, theme.soft)
    words = "the folder above" if row.kind is Kind.UP else row.name
    color = theme.faint if card.missing(row) else theme.soft if row.kind is Kind.UP else theme.ink
    room = rect.width - 4 * size
    more = row.kind in (Kind.RECENT, Kind.GAME, Kind.NAMED)
    text = fonts.shorten(words, Face.BODY, size, round(room * 0.6) if more else room)
    drawn = fonts.draw(surface, text, Face.BODY, size, color, left=rect.left + 2 * size, middle=rect.centery)
    if more:
        small, left = max(12, round(size * 0.85)), rect.right - 2 * size - drawn.right
        told = fonts.shorten(row.told, Face.BODY, small, left) if row.told else ""
        told = told or shorten_path(str(row.path.parent), fonts, small, left)
        width = fonts.width(told, Face.BODY, small)
        fonts.draw(surface, told, Face.BODY, small, theme.faint, left=rect.right - size - width, middle=rect.centery)
