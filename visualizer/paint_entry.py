"""A line that is being written, and the cards that have one: a bookmark's name, a file to be saved or opened."""

from __future__ import annotations

from pathlib import Path

import pygame

from visualizer import shapes
from visualizer.file_list import Entry, FileList
from visualizer.fonts import ELLIPSIS, Face, Fonts
from visualizer.icons import Icon, paint_icon
from visualizer.layout import Layout
from visualizer.line_edit import LineEdit
from visualizer.naming import Naming
from visualizer.over import CARD, Places
from visualizer.paint_board import BoardPainter
from visualizer.paint_controls import Button, button_height, button_width, paint_button
from visualizer.paint_help import dim, paint_card
from visualizer.theme import Theme

MOST_ROWS = 14


def paint_naming(
    surface: pygame.Surface, layout: Layout, board: BoardPainter, theme: Theme, fonts: Fonts, naming: Naming
) -> Places:
    """A card in the middle of the window. Returns where everything is."""
    scale, pad, size = layout.scale, _pad(layout.scale), _size(layout.scale)
    line, gap = round(size * 2.2), round(size * 0.9)
    height = 2 * pad + round(size * 1.6) + gap + line + gap + button_height(scale)
    card, inner = _card(surface, round(520 * scale), height, theme, scale)
    _title(surface, inner, naming.title, theme, fonts, size)
    field = pygame.Rect(inner.left, inner.top + round(size * 1.6) + gap, inner.width, line)
    _paint_line(surface, field, naming.edit, True, theme, fonts, size)
    return {**_buttons(surface, inner, "Keep", theme, fonts, scale), ("line", 0): field, CARD: card}


def paint_files(
    surface: pygame.Surface, layout: Layout, board: BoardPainter, theme: Theme, fonts: Fonts, files: FileList
) -> Places:
    """The folder, its entries, the line, and what is wrong. Returns where everything is."""
    scale, pad, size = layout.scale, _pad(layout.scale), _size(layout.scale)
    row, line, gap = round(size * 1.85), round(size * 2.2), round(size * 0.8)
    fixed = 2 * pad + round(size * 3.7) + 2 * gap + line + round(size * 1.8) + button_height(scale)
    room = max(3, min(MOST_ROWS, (surface.get_height() - 2 * pad - fixed) // row))
    card, inner = _card(surface, round(640 * scale), fixed + room * row, theme, scale)
    _title(surface, inner, files.title, theme, fonts, size)
    where = _shorten_path(files.folder, fonts, size, inner.width)
    fonts.draw(surface, where, Face.BODY, size, theme.soft, left=inner.left, middle=inner.top + round(size * 2.3))
    box = pygame.Rect(inner.left, inner.top + round(size * 3.7), inner.width, room * row)
    places = _paint_entries(surface, box, files, row, theme, fonts, size)
    field = pygame.Rect(inner.left, box.bottom + gap, inner.width, line)
    _paint_line(surface, field, files.edit, files.cursor < 0, theme, fonts, size)
    said = files.trouble or files.hint
    small = fonts.shrink(said, Face.BODY, size, inner.width, 11)
    color = theme.conflict if files.trouble else theme.soft
    text = fonts.shorten(said, Face.BODY, small, inner.width)
    fonts.draw(surface, text, Face.BODY, small, color, left=inner.left, middle=field.bottom + round(size * 1.1))
    buttons = _buttons(surface, inner, "Save" if files.saving else "Open", theme, fonts, scale)
    return {**places, **buttons, ("line", 0): field, CARD: card}


def _size(scale: float) -> int:
    """Pixels of the em."""
    return max(13, round(16 * scale))


def _pad(scale: float) -> int:
    return max(14, round(22 * scale))


def _card(
    surface: pygame.Surface, width: int, height: int, theme: Theme, scale: float
) -> tuple[pygame.Rect, pygame.Rect]:
    """A card in the middle of the dimmed window, and the room in it."""
    whole = surface.get_rect()
    dim(surface, whole, theme)
    card = pygame.Rect(0, 0, min(width, whole.width - 20), min(height, whole.height - 20))
    card.center = whole.center
    paint_card(surface, card, theme, scale)
    pad = _pad(scale)
    return card, card.inflate(-2 * pad, -2 * pad)


def _title(surface: pygame.Surface, inner: pygame.Rect, text: str, theme: Theme, fonts: Fonts, size: int) -> None:
    big = fonts.shrink(text, Face.STRONG, round(size * 1.3), inner.width, 12)
    fonts.draw(surface, text, Face.STRONG, big, theme.ink, left=inner.left, middle=inner.top + round(size * 0.7))


def _buttons(
    surface: pygame.Surface, inner: pygame.Rect, keep: str, theme: Theme, fonts: Fonts, scale: float
) -> Places:
    """The two at the foot, at its right end."""
    places: Places = {}
    right = inner.right
    for id, button in (
        ("leave", Button("leave", "Cancel", "Esc")),
        ("keep", Button("keep", keep, "Enter", primary=True)),
    ):
        width = button_width(button, fonts, scale)
        rect = pygame.Rect(right - width, inner.bottom - button_height(scale), width, button_height(scale))
        paint_button(surface, rect, button, theme, fonts, scale)
        places[id, 0] = rect
        right = rect.left - max(6, round(10 * scale))
    return places


def _paint_line(
    surface: pygame.Surface, rect: pygame.Rect, edit: LineEdit, active: bool, theme: Theme, fonts: Fonts, size: int
) -> None:
    """Text in a frame, with what is selected and the caret; scrolled so that the caret is in sight."""
    width, radius = 1 + active, max(3, size // 3)
    shapes.rounded(surface, rect, theme.background, radius)
    shapes.rounded(surface, rect, theme.accent if active else theme.thin_line, radius, width)
    inner = rect.inflate(-size, -size // 2)

    def along(letters: int) -> int:
        return fonts.width(edit.text[:letters], Face.BODY, size)

    left = inner.left - max(0, along(edit.caret) + 2 - inner.width)
    with shapes.clipped(surface, inner):
        start, end = edit.selection
        if active and start < end:
            surface.fill(theme.step_wash, (left + along(start), inner.top, along(end) - along(start), inner.height))
        fonts.draw(surface, edit.text, Face.BODY, size, theme.ink, left=left, middle=inner.centery)
        if active:
            surface.fill(theme.ink, (left + along(edit.caret), inner.top, max(1, size // 10), inner.height))


def _paint_entries(
    surface: pygame.Surface, box: pygame.Rect, files: FileList, row: int, theme: Theme, fonts: Fonts, size: int
) -> Places:
    """The list, as much of it as there is room for."""
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
            _paint_bar(surface, box, files, room, theme)
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


def _paint_bar(surface: pygame.Surface, box: pygame.Rect, files: FileList, room: int, theme: Theme) -> None:
    """How much of the list is in sight."""
    wide, count = 4, len(files.entries)
    height = max(12, box.height * room // count)
    top = box.top + (box.height - height) * files.top // max(1, count - room)
    shapes.rounded(surface, pygame.Rect(box.right - wide - 3, top, wide, height), theme.faint, 2)


def _shorten_path(folder: Path, fonts: Fonts, size: int, width: int) -> str:
    """The folder's path; where there is no room for all of it, its end."""
    text = str(folder)
    while fonts.width(text, Face.BODY, size) > width and len(text) > 4:
        text = ELLIPSIS + text[max(2, len(text) // 12) :]
    return text
