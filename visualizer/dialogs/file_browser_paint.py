"""The cards that ask for a line of text: a bookmark's name, a file to be saved to."""

from __future__ import annotations

import pygame

from visualizer.dialogs.file_browser import Entry, FileList
from visualizer.dialogs.text_prompt import Naming
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
from visualizer.toolkit.fonts import ELLIPSIS, Face, Fonts
from visualizer.toolkit.icons import Icon, paint_icon
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.open_card import CARD, Places

MOST_ROWS = 14


def paint_naming(surface: pygame.Surface, layout: Layout, theme: Theme, fonts: Fonts, naming: Naming) -> Places:
    """A card in the middle of the window. Returns where everything is."""
    scale, pad, size = layout.scale, card_pad(layout.scale), em_size(layout.scale)
    line, gap = round(size * 2.2), round(size * 0.9)
    height = 2 * pad + round(size * 1.6) + gap + line + gap + button_height(scale)
    card, inner = middle_card(surface, round(520 * scale), height, theme, scale)
    paint_title(surface, inner, naming.title, theme, fonts, size)
    field = pygame.Rect(inner.left, inner.top + round(size * 1.6) + gap, inner.width, line)
    paint_line(surface, field, naming.edit, True, theme, fonts, size)
    buttons = paint_buttons(surface, inner, cancel_and(naming.keep), theme, fonts, scale)
    return {**buttons, ("line", 0): field, CARD: card}


def paint_files(surface: pygame.Surface, layout: Layout, theme: Theme, fonts: Fonts, files: FileList) -> Places:
    """The folder, its entries, the line, and what is wrong. Returns where everything is."""
    scale, pad, size = layout.scale, card_pad(layout.scale), em_size(layout.scale)
    row, line, gap = round(size * 1.85), round(size * 2.2), round(size * 0.8)
    fixed = 2 * pad + round(size * 3.7) + 2 * gap + line + round(size * 1.8) + button_height(scale)
    room = max(3, min(MOST_ROWS, (surface.get_height() - 2 * pad - fixed) // row))
    card, inner = middle_card(surface, round(640 * scale), fixed + room * row, theme, scale)
    paint_title(surface, inner, files.title, theme, fonts, size)
    where = shorten_path(str(files.folder), fonts, size, inner.width)
    fonts.draw(surface, where, Face.BODY, size, theme.soft, left=inner.left, middle=inner.top + round(size * 2.3))
    box = pygame.Rect(inner.left, inner.top + round(size * 3.7), inner.width, room * row)
    places = paint_entries(surface, box, files, row, theme, fonts, size)
    field = pygame.Rect(inner.left, box.bottom + gap, inner.width, line)
    paint_line(surface, field, files.edit, files.cursor < 0, theme, fonts, size)
    said = pygame.Rect(inner.left, field.bottom, inner.width, round(size * 2.2))
    paint_said(surface, said, files.trouble or files.hint, bool(files.trouble), theme, fonts, size)
    buttons = paint_buttons(surface, inner, cancel_and("Save"), theme, fonts, scale)
    return {**places, **buttons, ("line", 0): field, CARD: card}


def paint_said(
    surface: pygame.Surface, rect: pygame.Rect, words: str, bad: bool, theme: Theme, fonts: Fonts, size: int
) -> None:
    """A line about what is chosen, smaller where it is long."""
    small = fonts.shrink(words, Face.BODY, size, rect.width, 11)
    text = fonts.shorten(words, Face.BODY, small, rect.width)
    color = theme.conflict if bad else theme.soft
    fonts.draw(surface, text, Face.BODY, small, color, left=rect.left, middle=rect.centery)


def paint_entries(
    surface: pygame.Surface, box: pygame.Rect, files: FileList, row: int, theme: Theme, fonts: Fonts, size: int
) -> Places:
    """The list, as much of it as there is room for. Returns where its rows are."""
    room = box.height // row
    files.settle(room)
    shapes.rounded(surface, box, theme.thin_line, max(3, size // 3), 1)
    places: Places = {}
    with shapes.clipped(surface, box.inflate(-2, -2)):
        for i in range(files.top, min(files.top + room, len(files.entries))):
            rect = pygame.Rect(box.left + 2, box.top + (i - files.top) * row, box.width - 4, row)
            places["row", i] = rect
            _paint_entry(surface, rect, files.entries[i], i == files.cursor, theme, fonts, size)
        if len(files.entries) > room:
            paint_bar(surface, box, files.top, room, len(files.entries), theme)
    return places


def _paint_entry(
    surface: pygame.Surface, rect: pygame.Rect, entry: Entry, here: bool, theme: Theme, fonts: Fonts, size: int
) -> None:
    if here:
        shapes.rounded(surface, rect.inflate(-4, -2), theme.unit_wash, max(3, size // 4))
    if entry.folder:
        paint_icon(surface, Icon.FOLDER, (rect.left + size, rect.centery), size, theme.soft)
    words = "the folder above" if entry.name == ".." else entry.name
    text = fonts.shorten(words, Face.BODY, size, rect.width - 4 * size)
    color = theme.soft if entry.name == ".." else theme.ink
    fonts.draw(surface, text, Face.BODY, size, color, left=rect.left + 2 * size, middle=rect.centery)


def shorten_path(text: str, fonts: Fonts, size: int, width: int) -> str:
    """A path; where there is no room for all of it, its end."""
    while fonts.width(text, Face.BODY, size) > width and len(text) > 4:
        text = ELLIPSIS + text[max(2, len(text) // 12) :]
    return text
