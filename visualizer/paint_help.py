"""What lies over the window for a while: the help on keys, a notice that stays, a toast that goes by itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from visualizer import shapes
from visualizer.fonts import Face, Fonts, Paragraph
from visualizer.icons import Icon, paint_icon
from visualizer.paint_controls import keycap_width, paint_keycap
from visualizer.scene import Span
from visualizer.theme import Theme, mix


class HelpGroup(NamedTuple):
    """A heading and its rows of (keys, meaning); keys with a space between get a cap each: ``"Space"``, ``"+ −"``."""

    title: str
    rows: tuple[tuple[str, str], ...]


class _Row(NamedTuple):
    keys: tuple[str, ...]
    meaning: Paragraph
    height: int


class _Block(NamedTuple):
    title: str
    rows: tuple[_Row, ...]
    height: int


class _Table(NamedTuple):
    """The help set in columns at a size that fits."""

    size: int
    columns: tuple[tuple[_Block, ...], ...]
    keys: int
    """Pixels for the keys of a row."""
    width: int
    """Pixels of a column."""
    height: int


def paint_help(
    surface: pygame.Surface,
    rect: pygame.Rect,
    groups: Sequence[HelpGroup],
    theme: Theme,
    fonts: Fonts,
    scale: float = 1.0,
    title: str = "Keys",
) -> pygame.Rect:
    """Dim the rectangle and put a card with the keys in its middle: one to three columns, as large as fits.

    Returns the card's rectangle. Paint it once over a finished window: dimming twice is darker.
    """
    dim(surface, rect, theme)
    margin = max(10, round(24 * scale))
    room = rect.inflate(-4 * margin, -4 * margin - round(46 * scale))
    table = _largest(tuple(groups), room.width, room.height, fonts, scale)
    gap = _column_gap(table.size)
    width = len(table.columns) * (table.width + gap) - gap
    heading = round(table.size * 2.5)
    card = _centred(rect, width + 2 * margin, table.height + heading + 2 * margin)
    with shapes.clipped(surface, card):
        paint_card(surface, card, theme, scale)
        _heading(surface, card.inflate(-2 * margin, -2 * margin), title, table.size, theme, fonts)
        for i, blocks in enumerate(table.columns):
            at = (card.left + margin + i * (table.width + gap), card.top + margin + heading)
            _paint_column(surface, at, blocks, table, theme, fonts)
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


def _column_gap(size: int) -> int:
    return size * 3


@lru_cache(maxsize=4)
def _largest(groups: tuple[HelpGroup, ...], width: int, height: int, fonts: Fonts, scale: float) -> _Table:
    """The setting with the largest type that fits; the narrowest of equals, so that lines stay short.

    Looked for once, and not in each frame while the help is open: it takes as long as ten frames.
    """
    size = max(12, round(21 * scale))
    while True:
        for count in (1, 2, 3):
            table = _set(groups, width, count, size, fonts)
            if table is not None and table.height <= height:
                return table
        if size <= 9:
            return _set(groups, width, 3, size, fonts) or _Table(size, (), 0, width, 0)
        size -= 1


def _set(groups: Sequence[HelpGroup], width: int, count: int, size: int, fonts: Fonts) -> _Table | None:
    """The table in that many columns at that size, or ``None`` where a column would be too narrow to read."""
    keys = max((_keys_width(row[0].split(), fonts, size) for group in groups for row in group.rows), default=0) + size
    column = min((width - (count - 1) * _column_gap(size)) // count, keys + 24 * size)
    if column < keys + 11 * size:
        return None
    blocks = [_block(group, column - keys, size, fonts) for group in groups]
    columns = _balanced(blocks, count, size)
    height = max((sum(block.height for block in its) + (len(its) - 1) * size for its in columns if its), default=0)
    return _Table(size, columns, keys, column, height)


def _block(group: HelpGroup, width: int, size: int, fonts: Fonts) -> _Block:
    rows = []
    for keys, meaning in group.rows:
        lines = fonts.wrap((Span(meaning),), width, 10 * size, size, size)
        rows.append(_Row(tuple(keys.split()), lines, max(round(size * 1.9), lines.height + round(size * 0.5))))
    return _Block(group.title, tuple(rows), round(size * 2) + sum(row.height for row in rows))


def _balanced(blocks: Sequence[_Block], count: int, gap: int) -> tuple[tuple[_Block, ...], ...]:
    """The blocks in order over columns: the lowest height that takes them all in ``count`` columns."""
    heights = [block.height for block in blocks]
    limits = sorted(
        {sum(heights[i : j + 1]) + (j - i) * gap for i in range(len(heights)) for j in range(i, len(heights))}
    )
    for limit in limits:
        columns = _filled(blocks, limit, gap)
        if len(columns) <= count:
            return columns
    return (tuple(blocks),)


def _filled(blocks: Sequence[_Block], limit: int, gap: int) -> tuple[tuple[_Block, ...], ...]:
    columns: list[tuple[_Block, ...]] = []
    column: tuple[_Block, ...] = ()
    for block in blocks:
        if column and sum(its.height + gap for its in column) + block.height > limit:
            columns.append(column)
            column = ()
        column = (*column, block)
    return (*columns, column)


def _keys_width(keys: Sequence[str], fonts: Fonts, size: int) -> int:
    cap = round(size * 0.85)
    return sum(keycap_width(key, fonts, cap) for key in keys) + max(0, len(keys) - 1) * (size // 3)


def _paint_column(
    surface: pygame.Surface, at: tuple[int, int], blocks: Sequence[_Block], table: _Table, theme: Theme, fonts: Fonts
) -> None:
    left, y = at
    size = table.size
    for block in blocks:
        fonts.draw(surface, block.title, Face.STRONG, size, theme.accent, left=left, middle=y + round(size * 0.7))
        surface.fill(theme.thin_line, (left, y + round(size * 1.6), table.width, 1))
        y += round(size * 2)
        for row in block.rows:
            _paint_row(surface, (left, y), row, table, theme, fonts)
            y += row.height
        y += size


def _paint_row(
    surface: pygame.Surface, at: tuple[int, int], row: _Row, table: _Table, theme: Theme, fonts: Fonts
) -> None:
    x, y = at
    size, cap = table.size, round(table.size * 0.85)
    first = row.meaning.leading if len(row.meaning.lines) > 1 else row.height
    top = y + (0 if first == row.height else (row.height - row.meaning.height) // 2)
    for key in row.keys:
        width = keycap_width(key, fonts, cap)
        paint_keycap(surface, pygame.Rect(x, top, width, first), key, cap, fonts, theme.panel, theme.ink)
        x += width + size // 3
    below = y + (row.height - row.meaning.height) // 2
    fonts.draw_paragraph(surface, (at[0] + table.keys, below), row.meaning, theme.voice)


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
