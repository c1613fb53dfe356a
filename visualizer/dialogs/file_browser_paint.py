"""The cards that ask for a line of text: a bookmark's name, a file to be saved to."""

from __future__ import annotations

import pygame

from visualizer.dialogs.file_browser import Entry, FileList
from visualizer.dialogs.text_prompt import Naming
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
from visualizer.toolkit.fonts import ELLIPSIS, Face, Fonts
from visualizer.toolkit.icons import Icon
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.open_card import CARD, Places

MOST_ROWS = 14


def paint_naming(canvas: Canvas, layout: Layout, naming: Naming) -> Places:
    """A card in the middle of the window. Returns where everything is."""
    pad, size = card_pad(canvas), em_size(canvas)
    line, gap = round(size * 2.2), round(size * 0.9)
    height = 2 * pad + round(size * 1.6) + gap + line + gap + button_height(canvas.scale)
    card, inner = middle_card(canvas, canvas.px(520), height)
    paint_title(canvas, inner, naming.title, size)
    field = pygame.Rect(inner.left, inner.top + round(size * 1.6) + gap, inner.width, line)
    paint_line(canvas, field, naming.edit, True, size)
    buttons = paint_buttons(canvas, inner, cancel_and(naming.keep))
    return {**buttons, ("line", 0): field, CARD: card}


def paint_files(canvas: Canvas, layout: Layout, files: FileList) -> Places:
    """The folder, its entries, the line, and what is wrong. Returns where everything is."""
    pad, size = card_pad(canvas), em_size(canvas)
    row, line, gap = round(size * 1.85), round(size * 2.2), round(size * 0.8)
    fixed = 2 * pad + round(size * 3.7) + 2 * gap + line + round(size * 1.8) + button_height(canvas.scale)
    room = max(3, min(MOST_ROWS, (canvas.surface.get_height() - 2 * pad - fixed) // row))
    card, inner = middle_card(canvas, canvas.px(640), fixed + room * row)
    paint_title(canvas, inner, files.title, size)
    where = shorten_path(str(files.folder), canvas.fonts, size, inner.width)
    canvas.text(where, Face.BODY, size, canvas.theme.soft, left=inner.left, middle=inner.top + round(size * 2.3))
    box = pygame.Rect(inner.left, inner.top + round(size * 3.7), inner.width, room * row)
    places = paint_entries(canvas, box, files, row, size)
    field = pygame.Rect(inner.left, box.bottom + gap, inner.width, line)
    paint_line(canvas, field, files.edit, files.cursor < 0, size)
    said = pygame.Rect(inner.left, field.bottom, inner.width, round(size * 2.2))
    paint_said(canvas, said, files.trouble or files.hint, bool(files.trouble), size)
    buttons = paint_buttons(canvas, inner, cancel_and("Save"))
    return {**places, **buttons, ("line", 0): field, CARD: card}


def paint_said(canvas: Canvas, rect: pygame.Rect, words: str, bad: bool, size: int) -> None:
    """A line about what is chosen, smaller where it is long."""
    color = canvas.theme.conflict if bad else canvas.theme.soft
    canvas.text(words, Face.BODY, size, color, left=rect.left, middle=rect.centery, within=rect.width, least=11)


def paint_entries(canvas: Canvas, box: pygame.Rect, files: FileList, row: int, size: int) -> Places:
    """The list, as much of it as there is room for. Returns where its rows are."""
    room = box.height // row
    files.settle(room)
    canvas.rounded(box, canvas.theme.thin_line, max(3, size // 3), 1)
    places: Places = {}
    with canvas.clipped(box.inflate(-2, -2)):
        for i in range(files.top, min(files.top + room, len(files.entries))):
            rect = pygame.Rect(box.left + 2, box.top + (i - files.top) * row, box.width - 4, row)
            places["row", i] = rect
            _paint_entry(canvas, rect, files.entries[i], i == files.cursor, size)
        if len(files.entries) > room:
            paint_bar(canvas, box, files.top, room, len(files.entries))
    return places


def _paint_entry(canvas: Canvas, rect: pygame.Rect, entry: Entry, here: bool, size: int) -> None:
    theme = canvas.theme
    if here:
        canvas.rounded(rect.inflate(-4, -2), theme.unit_wash, max(3, size // 4))
    if entry.folder:
        canvas.icon(Icon.FOLDER, (rect.left + size, rect.centery), size, theme.soft)
    words = "the folder above" if entry.name == ".." else entry.name
    color = theme.soft if entry.name == ".." else theme.ink
    canvas.text(
        words, Face.BODY, size, color, left=rect.left + 2 * size, middle=rect.centery, within=rect.width - 4 * size
    )


def shorten_path(text: str, fonts: Fonts, size: int, width: int) -> str:
    """A path; where there is no room for all of it, its end."""
    while fonts.width(text, Face.BODY, size) > width and len(text) > 4:
        text = ELLIPSIS + text[max(2, len(text) // 12) :]
    return text
