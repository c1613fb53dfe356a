"""Paints the options of an algorithm on a card in the middle of the window, large enough to read from far away."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from visualizer.dialogs.options import OptionsCard, Row
from visualizer.session.option_choices import shown, steps
from visualizer.text.spans import Span
from visualizer.toolkit.buttons import Button, button_height, keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.card import (
    card_pad,
    middle_card,
    paint_arrow,
    paint_bar,
    paint_buttons,
    paint_line,
    paint_title,
)
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.messages import paint_keys
from visualizer.toolkit.open_card import CARD, Places

BUTTONS = (
    Button("leave", "Cancel", "Esc"),
    Button("play", "Play", "Shift+Enter"),
    Button("run", "Run", "Enter", primary=True),
)
"""The buttons, from right to left."""
CLOSE = (Button("leave", "Close", "Esc"),)
"""The button if there is nothing to choose."""
KEYS = (("↑ ↓", "choose"), ("← →", "change"), ("Del", "the default"))
NOTHING = "nothing"
"""What stands for an empty text."""
MOST_LINES = 3
"""The most lines about an option; longer texts are set smaller."""


class _Measures(NamedTuple):
    """The measures of the card in pixels."""

    size: int
    """The em of names and values."""
    small: int
    """The em of everything else."""
    row: int
    """The height of an option: name and value, and its description below."""


def paint_options(canvas: Canvas, layout: Layout, card: OptionsCard) -> Places:
    """Paint title, options, errors, keys and buttons. Return where everything is."""
    pad = card_pad(canvas)
    width = min(canvas.px(820), canvas.surface.get_width() - 20)
    measures = _measure(canvas, card, width - 2 * pad)
    size, small, row = measures
    title, foot = round(size * 2.0), round(small * 1.36) * 3 + button_height(canvas.scale)
    spare = canvas.surface.get_height() - 20 - 2 * pad - title - foot
    room = min(len(card.rows), max(1, spare // row))
    ground, inner = middle_card(canvas, width, 2 * pad + title + room * row + foot)
    with canvas.clipped(ground):
        paint_title(canvas, inner, card.title, size)
        box = pygame.Rect(inner.left - pad // 2, inner.top + title, inner.width + pad, room * row)
        places = _paint_rows(canvas, box, room, card, measures)
        below = pygame.Rect(
            inner.left, box.bottom, inner.width, inner.bottom - box.bottom - button_height(canvas.scale)
        )
        _paint_said(canvas, below, card, small)
        buttons = paint_buttons(canvas, inner, BUTTONS if card.rows else CLOSE)
        keys = pygame.Rect(inner.left, inner.top, 0, inner.height)
        keys.width = min(rect.left for rect in buttons.values()) - small - keys.left
        paint_keys(canvas, keys, KEYS if card.rows else ())
    return {**places, **buttons, CARD: ground}


def _measure(canvas: Canvas, card: OptionsCard, width: int) -> _Measures:
    """Give all options the same room: that of the one with the longest description."""
    size, small = canvas.px(20, 16), canvas.px(16, 13)
    least, most = round(small * 1.36), round(small * 1.36) * MOST_LINES
    about = max((canvas.fonts.wrap(_about(row), width, most, small, 11).height for row in card.rows), default=least)
    return _Measures(size, small, round(size * 2.0) + max(least, about) + round(small * 0.8))


def _about(row: Row) -> tuple[Span, ...]:
    """Say what an option changes, what it can be, and its default."""
    option, default = row.option, shown(row.option.default) or NOTHING
    choices = f"One of {', '.join(option.choices)}." if option.choices else ""
    return (Span(" ".join(filter(None, [option.description, choices, f"Default: {default}."]))),)


def _paint_rows(canvas: Canvas, box: pygame.Rect, room: int, card: OptionsCard, measures: _Measures) -> Places:
    """Paint the options that fit. Return where they are, with what can be clicked."""
    card.settle(room)
    places: Places = {}
    for i in range(card.top, min(card.top + room, len(card.rows))):
        rect = pygame.Rect(box.left, box.top + (i - card.top) * measures.row, box.width, measures.row)
        if i == card.cursor:
            canvas.rounded(rect, canvas.theme.unit_wash, max(4, measures.size // 3))
        places |= _paint_row(canvas, rect.inflate(-2 * measures.size, 0), i, card, measures)
        places["row", i] = rect
    if len(card.rows) > room:
        paint_bar(canvas, box, card.top, room, len(card.rows))
    return places


def _paint_row(canvas: Canvas, rect: pygame.Rect, i: int, card: OptionsCard, its: _Measures) -> Places:
    """Paint a name, its value, and its description below."""
    row, size = card.rows[i], its.size
    value = pygame.Rect(0, rect.top + round(size * 0.2), round(rect.width * 0.46), round(size * 1.8))
    value.right = rect.right
    width = value.left - rect.left - size
    name = row.option.name.replace("_", " ")
    written = canvas.text(name, Face.STRONG, size, canvas.theme.ink, left=rect.left, middle=value.centery, within=width)
    places = _paint_value(canvas, value, i, card, size)
    if i == card.cursor and not card.is_default(row):
        between = pygame.Rect(written.right + size, value.top, value.left - written.right - 2 * size, value.height)
        places |= _paint_default(canvas, between, i, its.small)
    room = rect.bottom - value.bottom
    lines = canvas.fonts.wrap(_about(row), rect.width, room, its.small, 11)
    canvas.paragraph((rect.left, value.bottom + its.small // 5), lines, canvas.theme.soft)
    return places


def _paint_value(canvas: Canvas, rect: pygame.Rect, i: int, card: OptionsCard, size: int) -> Places:
    """Paint the value: between two arrows if it has steps, on a line while it is being written."""
    theme = canvas.theme
    row, here = card.rows[i], i == card.cursor
    places: Places = {}
    if steps(row.option):
        reach = round(size * 1.8)
        places["less", i] = pygame.Rect(rect.left, rect.top, reach, rect.height)
        places["more", i] = places["less", i].move(rect.width - reach, 0)
        for kind, towards in (("less", -1), ("more", 1)):
            paint_arrow(canvas, places[kind, i], towards, theme.ink if here else theme.soft, size)
        rect = rect.inflate(-2 * reach, 0)
    if here and row.edit is not None:
        paint_line(canvas, rect, row.edit, True, size)
        return places
    if not row.text and not card.trouble(row):
        canvas.text(NOTHING, Face.BODY, size, theme.soft, centre=rect.centerx, middle=rect.centery)
        return places
    color = theme.conflict if card.trouble(row) else theme.ink if card.is_default(row) else theme.accent
    canvas.text(
        row.text, Face.STRONG, size, color, centre=rect.centerx, middle=rect.centery, within=rect.width, least=12
    )
    return places


def _paint_default(canvas: Canvas, rect: pygame.Rect, i: int, size: int) -> Places:
    """Paint the key that restores the default, at the right end of its room if there is enough. It can be clicked
    too.
    """
    theme = canvas.theme
    word, cap = "default", round(size * 0.85)
    key = keycap_width("Del", canvas.fonts, cap)
    width = key + size // 2 + canvas.fonts.width(word, Face.BODY, size)
    if width > rect.width:
        return {}
    left = rect.right - width
    place = pygame.Rect(left, rect.centery - cap, key, 2 * cap)
    paint_keycap(canvas, place, "Del", cap, theme.panel, theme.soft)
    canvas.text(word, Face.BODY, size, theme.soft, left=left + key + size // 2, middle=rect.centery)
    return {("default", i): pygame.Rect(left, rect.top, width, rect.height)}


def _paint_said(canvas: Canvas, rect: pygame.Rect, card: OptionsCard, size: int) -> None:
    """Say what is wrong, or that there are no options."""
    wrong = card.said
    if wrong or card.hint:
        lines = canvas.fonts.wrap(wrong or card.hint, rect.width, rect.height - size // 2, size, 11)
        color = canvas.theme.conflict if wrong else canvas.theme.ink
        canvas.paragraph((rect.left, rect.top + size // 3), lines, color)
