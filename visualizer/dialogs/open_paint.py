"""The list to open from, on a card: the line that filters, files opened last, games, a folder, what the chosen is."""

from __future__ import annotations

import pygame

from visualizer.dialogs.file_browser_paint import paint_said, shorten_path
from visualizer.dialogs.open import Kind, OpenCard, Row
from visualizer.toolkit.buttons import button_height
from visualizer.toolkit.canvas import Canvas
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
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.icons import Icon
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.messages import paint_keys
from visualizer.toolkit.open_card import CARD, Places

MOST_ROWS = 18
KEYS = (("Tab", "completes"), ("Ctrl+↑", "up"), ("Del", "forgets"))
PLACEHOLDER = "A part of a name, a path, or a puzzle such as fig1"


def paint_open(canvas: Canvas, layout: Layout, card: OpenCard) -> Places:
    """A card in the middle of the window. Returns where everything is."""
    pad, size = card_pad(canvas), em_size(canvas)
    row, line, gap = round(size * 1.75), round(size * 2.2), round(size * 0.8)
    fixed = 2 * pad + round(size * 1.6) + 2 * gap + line + round(size * 2.2) + button_height(canvas.scale)
    room = max(3, min(MOST_ROWS, (canvas.surface.get_height() - 2 * pad - fixed) // row))
    ground, inner = middle_card(canvas, canvas.px(760), fixed + room * row)
    with canvas.clipped(ground):
        paint_title(canvas, inner, card.title, size)
        field = pygame.Rect(inner.left, inner.top + round(size * 1.6) + gap, inner.width, line)
        _paint_field(canvas, field, card, size)
        box = pygame.Rect(inner.left, field.bottom + gap, inner.width, room * row)
        places = _paint_rows(canvas, box, card, row, size)
        said = pygame.Rect(inner.left, box.bottom, inner.width, round(size * 2.2))
        paint_said(canvas, said, card.said, card.bad, size)
        buttons = paint_buttons(canvas, inner, cancel_and(card.verb))
        keys = pygame.Rect(inner.left, inner.top, 0, inner.height)
        keys.width = min(rect.left for rect in buttons.values()) - size - keys.left
        paint_keys(canvas, keys, KEYS)
    return {**places, **buttons, ("line", 0): field, CARD: ground}


def _paint_field(canvas: Canvas, field: pygame.Rect, card: OpenCard, size: int) -> None:
    paint_line(canvas, field, card.edit, True, size)
    if not card.edit.text:
        left = field.left + round(size * 0.8)
        canvas.text(PLACEHOLDER, Face.BODY, size, canvas.theme.faint, left=left, middle=field.centery)


def _paint_rows(canvas: Canvas, box: pygame.Rect, card: OpenCard, row: int, size: int) -> Places:
    room = box.height // row
    card.settle(room)
    canvas.rounded(box, canvas.theme.thin_line, max(3, size // 3), 1)
    places: Places = {}
    with canvas.clipped(box.inflate(-2, -2)):
        for i in range(card.top, min(card.top + room, len(card.rows))):
            rect = pygame.Rect(box.left + 2, box.top + (i - card.top) * row, box.width - 4, row)
            if card.rows[i].kind is Kind.HEADING:
                _paint_heading(canvas, rect, card.rows[i], size)
            else:
                places["row", i] = rect
                _paint_row(canvas, rect, card, i, size)
        if len(card.rows) > room:
            paint_bar(canvas, box, card.top, room, len(card.rows))
    return places


def _paint_heading(canvas: Canvas, rect: pygame.Rect, row: Row, size: int) -> None:
    small = max(12, round(size * 0.85))
    text = shorten_path(row.name, canvas.fonts, small, rect.width - 2 * size)
    canvas.text(text, Face.BODY, small, canvas.theme.soft, left=rect.left + size // 2, middle=rect.centery)


def _paint_row(canvas: Canvas, rect: pygame.Rect, card: OpenCard, i: int, size: int) -> None:
    """A name; behind that of a file opened last the folder that it is in, behind that of a game how far it is."""
    theme, fonts = canvas.theme, canvas.fonts
    row = card.rows[i]
    if i == card.cursor:
        canvas.rounded(rect.inflate(-4, -2), theme.unit_wash, max(3, size // 4))
    if row.kind in (Kind.FOLDER, Kind.UP):
        canvas.icon(Icon.FOLDER, (rect.left + size, rect.centery), size, theme.soft)
    words = "the folder above" if row.kind is Kind.UP else row.name
    color = theme.faint if card.missing(row) else theme.soft if row.kind is Kind.UP else theme.ink
    room = rect.width - 4 * size
    more = row.kind in (Kind.RECENT, Kind.GAME, Kind.NAMED)
    wide = round(room * 0.6) if more else room
    drawn = canvas.text(words, Face.BODY, size, color, left=rect.left + 2 * size, middle=rect.centery, within=wide)
    if more:
        small, left = max(12, round(size * 0.85)), rect.right - 2 * size - drawn.right
        told = fonts.shorten(row.told, Face.BODY, small, left) if row.told else ""
        told = told or shorten_path(str(row.path.parent), fonts, small, left)
        width = fonts.width(told, Face.BODY, small)
        canvas.text(told, Face.BODY, small, theme.faint, left=rect.right - size - width, middle=rect.centery)
