"""What lies over the window for a while: the help on keys, a notice that stays, a toast that goes by itself."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from visualizer.style.theme import Theme, mix
from visualizer.text.spans import Span
from visualizer.toolkit import shapes
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.fonts import ELLIPSIS, Face, Fonts
from visualizer.toolkit.help_layout import (
    Column,
    HelpGroup,
    HelpRow,
    HelpTable,
    cap_gap,
    cap_size,
    column_gap,
    group_gap,
    largest,
)
from visualizer.toolkit.icons import Icon, paint_icon


def paint_help(
    surface: pygame.Surface,
    rect: pygame.Rect,
    groups: Sequence[HelpGroup],
    theme: Theme,
    fonts: Fonts,
    scale: float = 1.0,
    title: str = "Keys",
) -> pygame.Rect:
    """Dim the rectangle and put a card with the keys in its middle, in as many columns as give the largest type.

    Returns the card's rectangle. Paint it once over a finished window: dimming twice is darker.
    """
    dim(surface, rect, theme)
    margin, most = max(10, round(22 * scale)), max(12, round(21 * scale))
    heading = round(44 * scale)
    room = rect.inflate(-3 * margin, -3 * margin - heading)
    table = largest(tuple(groups), room.size, most, fonts)
    heading, gap = max(heading, round(2.6 * table.size)), column_gap(table.size)
    width = len(table.columns) * (table.width + gap) - gap
    card = _centred(rect, width + 2 * margin, table.height + heading + 2 * margin)
    with shapes.clipped(surface, card):
        paint_card(surface, card, theme, scale)
        inner = card.inflate(-2 * margin, -2 * margin)
        _heading(surface, inner, title, max(table.size, round(14 * scale)), theme, fonts)
        for i, column in enumerate(table.columns):
            at = (inner.left + i * (table.width + gap), inner.top + heading)
            _paint_column(surface, at, column, table, theme, fonts)
    return card


def _centred(rect: pygame.Rect, width: int, height: int) -> pygame.Rect:
    """A rectangle of that size, cut down where it must be, in the middle of the other."""
    inner = pygame.Rect(0, 0, min(width, rect.width), min(height, rect.height))
    inner.center = rect.center
    return inner


def dim(surface: pygame.Surface, rect: pygame.Rect, theme: Theme) -> None:
    """Push what is there into the background."""
    veil = pygame.Surface(rect.size, pygame.SRCALPHA)
    veil.fill((*mix(theme.background, (0, 0, 0), 0.55), 160))
    surface.blit(veil, rect)


def paint_card(surface: pygame.Surface, card: pygame.Rect, theme: Theme, scale: float) -> None:
    """The ground of what lies over the window: round corners, a thin edge."""
    radius, edge = max(6, round(12 * scale)), max(1, round(scale))
    shapes.rounded(surface, card, theme.thin_line, radius)
    shapes.rounded(surface, card.inflate(-2 * edge, -2 * edge), theme.panel, radius - edge)


def paint_keys(
    surface: pygame.Surface,
    rect: pygame.Rect,
    keys: Sequence[tuple[str, str]],
    theme: Theme,
    fonts: Fonts,
    scale: float,
) -> int:
    """Keys and what they do, along the foot of the rectangle, as many as fit. Returns the y at which they start."""
    size, cap = max(11, round(13 * scale)), max(10, round(11.5 * scale))
    height = round(size * 1.9)
    x, middle = rect.left, rect.bottom - height // 2
    for key, meaning in keys:
        width = keycap_width(key, fonts, cap)
        if x + width + size // 2 + fonts.width(meaning, Face.BODY, size) > rect.right:
            break
        paint_keycap(surface, pygame.Rect(x, middle - cap, width, 2 * cap), key, cap, fonts, theme.panel, theme.soft)
        word = fonts.draw(surface, meaning, Face.BODY, size, theme.soft, left=x + width + size // 2, middle=middle)
        x = word.right + size
    return rect.bottom - height


def _heading(surface: pygame.Surface, room: pygame.Rect, title: str, size: int, theme: Theme, fonts: Fonts) -> None:
    middle = room.top + round(size * 0.8)
    fonts.draw(surface, title, Face.STRONG, round(size * 1.4), theme.ink, left=room.left, middle=middle)
    _closes(surface, room.right, middle, size, theme, fonts)


def _closes(surface: pygame.Surface, right: int, middle: int, size: int, theme: Theme, fonts: Fonts) -> None:
    """The Esc key and what it does, up to that x."""
    cap = round(size * 0.85)
    width = keycap_width("Esc", fonts, cap)
    word = fonts.draw(surface, "closes", Face.BODY, size, theme.soft, right=right, middle=middle)
    key = pygame.Rect(word.left - size // 2 - width, middle - cap, width, 2 * cap)
    paint_keycap(surface, key, "Esc", cap, fonts, theme.panel, theme.soft)


def _paint_column(
    surface: pygame.Surface, at: tuple[int, int], column: Column, table: HelpTable, theme: Theme, fonts: Fonts
) -> None:
    left, y = at
    size = table.size
    for block in column.blocks:
        fonts.draw(surface, block.title, Face.STRONG, size, theme.accent, left=left, middle=y + round(size * 0.7))
        surface.fill(theme.thin_line, (left, y + round(size * 1.5), table.width, 1))
        y += block.head
        for row in block.rows:
            _paint_row(surface, (left, y), row, column.keys, size, theme, fonts)
            y += row.height
        y += group_gap(size)


def _paint_row(
    surface: pygame.Surface, at: tuple[int, int], row: HelpRow, across: int, size: int, theme: Theme, fonts: Fonts
) -> None:
    """The keys, which take ``across`` pixels, and the first line of what they do stand on one line."""
    left, top = at
    cap = cap_size(size)
    line = row.height if len(row.keys) == len(row.meaning.lines) == 1 else round(size * 1.72)
    for i, keys in enumerate(row.keys):
        x = left
        for key in keys:
            width = keycap_width(key, fonts, cap)
            box = pygame.Rect(x, top + i * line, width, line)
            if key == ELLIPSIS:
                fonts.draw(surface, key, Face.BODY, cap, theme.soft, centre=box.centerx, middle=box.centery)
            else:
                paint_keycap(surface, box, key, cap, fonts, theme.panel, theme.ink)
            x += width + cap_gap(size)
    below = top + (line - row.meaning.leading) // 2
    fonts.draw_paragraph(surface, (left + across, below), row.meaning, theme.voice)


def paint_notice(
    surface: pygame.Surface,
    rect: pygame.Rect,
    text: str,
    theme: Theme,
    fonts: Fonts,
    scale: float = 1.0,
    voice: str = "conflict",
) -> pygame.Rect:
    """A message on a card in the middle of the rectangle, wrapped and large; it says that Esc closes it.

    ``voice`` gives its colour and icon: "conflict" for trouble, "solved" for success, else a remark.
    Lines may be broken by hand. The type shrinks before anything is cut off. Returns the card's rectangle.
    """
    pad, size = max(10, round(18 * scale)), max(15, round(20 * scale))
    icon = round(size * 1.7)
    width = min(rect.width, 44 * size)
    lines = fonts.wrap((Span(text),), width - 3 * pad - icon, rect.height - 3 * pad - 2 * size, size, 12)
    card = _centred(rect, width, max(lines.height, icon) + 2 * pad + round(size * 1.7))
    color = theme.voice(voice) if voice else theme.accent
    shape = {"conflict": Icon.ALERT, "solved": Icon.CHECK}.get(voice, Icon.INFO)
    top, small = card.top + pad, round(size * 0.8)
    text_at = (card.left + 2 * pad + icon, top + max(0, icon - lines.leading) // 2)
    with shapes.clipped(surface, card):
        paint_card(surface, card, theme, scale)
        shapes.rounded(surface, card, color, max(6, round(12 * scale)), max(2, round(2 * scale)))
        paint_icon(surface, shape, (card.left + pad + icon // 2, top + max(icon, lines.leading) // 2), icon, color)
        fonts.draw_paragraph(surface, text_at, lines, theme.voice)
        _closes(surface, card.right - pad, card.bottom - pad - small // 2, small, theme, fonts)
    return card


def paint_toast(
    surface: pygame.Surface, rect: pygame.Rect, text: str, theme: Theme, fonts: Fonts, scale: float = 1.0
) -> pygame.Rect:
    """A few words on a dark (in the dark theme, light) plate at the foot of the rectangle. Returns the plate."""
    size = max(14, round(17 * scale))
    pad = round(size * 1.1)
    lines = fonts.wrap((Span(text),), rect.width - 2 * pad, rect.height - size, size, 11)
    width = max(fonts.line_width(line, lines.size) for line in lines.lines)
    plate = pygame.Rect(0, 0, min(width + 2 * pad, rect.width), min(lines.height + size, rect.height))
    plate.midbottom = rect.midbottom
    with shapes.clipped(surface, plate):
        shapes.rounded(surface, plate, theme.ink, min(plate.height // 2, size))
        fonts.draw_paragraph(surface, (plate.left + pad, plate.top + size // 2), lines, lambda voice: theme.background)
    return plate
