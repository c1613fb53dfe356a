"""Paints the list of levels: what each takes, and how many puzzles the open collection has."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from visualizer.dialogs.level import LevelList
from visualizer.narration.levels import CHOICES, TAKES, named, points
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.card import current_row
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.messages import paint_card, paint_keys
from visualizer.toolkit.open_card import CARD, Places

TITLE = "How hard?"
KEYS = (("Enter", "draws one"), ("G", "makes one"), ("Esc", "closes"))


def paint_levels(canvas: Canvas, layout: Layout, card: LevelList) -> Places:
    """Paint the card on the bar of buttons, at its right end. Return where everything is."""
    size, row, pad = canvas.px(15.5, 13), canvas.px(31, 24), canvas.px(14, 8)
    lines = len(CHOICES) + 2 + bool(card.remark)  # the title, and the keys
    rect = pygame.Rect(0, 0, min(layout.controls.width, canvas.px(680)), lines * row + 2 * pad)
    rect.bottomright = (layout.controls.right, layout.controls.top - canvas.px(6))
    inner = rect.inflate(-2 * pad, -2 * pad)
    card.settle(len(CHOICES))
    rows = {i: pygame.Rect(rect.left + pad // 2, inner.top + row * (i + 1), rect.width - pad, row) for i in _numbers()}
    with canvas.clipped(rect):
        paint_card(canvas, rect)
        _paint_top(canvas, rows[0].move(0, -row), card, size)
        words = _words(card, rows[0], canvas.fonts, size)
        for i, place in rows.items():
            _paint_row(canvas, place, i, words, card)
        if card.remark:
            _paint_remark(canvas, rows[len(rows) - 1].move(0, row), card.remark, size)
        paint_keys(canvas, inner, KEYS)
    return {**{("row", i): place for i, place in rows.items()}, CARD: rect}


def _numbers() -> range:
    return range(len(CHOICES))


class _Words(NamedTuple):
    """What the rows say about their levels, in columns."""

    texts: tuple[str, ...]
    left: int
    right: int
    size: int


def _words(card: LevelList, row: pygame.Rect, fonts: Fonts, size: int) -> _Words:
    """Lay out the words: with points if every row has room, and all in type of one size."""
    names = max(fonts.width(named(level), Face.STRONG, size) for level in CHOICES)
    counts = max((fonts.width(count, Face.BODY, size) + size for count in card.counts), default=0)
    left, right = row.left + _indent(fonts, size) + names + size, row.right - size // 2 - counts
    texts = tuple(", ".join(filter(None, [TAKES[level], points(level)])) for level in CHOICES)
    for shown in (texts, tuple(TAKES.values())):
        small = min(fonts.shrink(text, Face.BODY, size - 1, right - left, 11) for text in shown)
        if all(fonts.width(text, Face.BODY, small) <= right - left for text in shown):
            break
    return _Words(shown, left, right, small)


def _indent(fonts: Fonts, size: int) -> int:
    """Return the pixels from the edge of a row to its level's name; the digit and the mark of the choice stand
    there.
    """
    return size // 2 + keycap_width("0", fonts, _cap(size)) + round(size * 1.8)


def _cap(size: int) -> int:
    return max(10, round(size * 0.78))


def _paint_top(canvas: Canvas, rect: pygame.Rect, card: LevelList, size: int) -> None:
    """Paint the title, and what is counted."""
    left, middle = rect.left + size // 2, rect.centery - size // 4
    title = canvas.text(TITLE, Face.STRONG, round(size * 1.2), canvas.theme.ink, left=left, middle=middle)
    if card.counts:
        small = size - 2
        room = rect.right - title.right - 2 * size
        right = rect.right - size // 2
        canvas.text(card.collection, Face.BODY, small, canvas.theme.soft, right=right, middle=middle, within=room)


def _paint_row(canvas: Canvas, rect: pygame.Rect, i: int, words: _Words, card: LevelList) -> None:
    """Paint a row: its digit, its name, what it takes, how many there are."""
    theme, fonts = canvas.theme, canvas.fonts
    level, size, middle = CHOICES[i], canvas.px(15.5, 13), rect.centery
    current_row(canvas, rect, i == card.cursor)
    cap = _cap(size)
    digit = pygame.Rect(rect.left + size // 2, rect.top, keycap_width("0", fonts, cap), rect.height)
    paint_keycap(canvas, digit, str(i), cap, theme.panel, theme.soft)
    left, chosen = rect.left + _indent(fonts, size), level == card.current
    if chosen:
        canvas.check((left - size * 0.9, middle), size * 0.36, theme.deduced)
    face, color = (Face.STRONG, theme.deduced) if chosen else (Face.BODY, theme.ink)
    canvas.text(named(level), face, size, color, left=left, middle=middle)
    room = words.right - words.left
    canvas.text(words.texts[i], Face.BODY, words.size, theme.soft, left=words.left, middle=middle, within=room)
    if card.counts:
        canvas.text(card.counts[i], Face.BODY, size, theme.soft, right=rect.right - size // 2, middle=middle)


def _paint_remark(canvas: Canvas, rect: pygame.Rect, remark: str, size: int) -> None:
    room = rect.inflate(-size, 0)
    canvas.text(
        remark, Face.BODY, size - 1, canvas.theme.ink, left=room.left, middle=room.centery, within=room.width, least=11
    )
