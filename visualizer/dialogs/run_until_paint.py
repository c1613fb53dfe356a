"""Paints the list of what a run can be played until, and a frame around the cell on the board."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from puzzles.geometry import Cell
from visualizer.dialogs.run_until import LITERAL, Until, What
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.card import paint_arrow
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.messages import paint_card, paint_keys
from visualizer.toolkit.open_card import CARD, Places

TITLE = "Run until …"
KEYS = (("Enter", "goes there"), ("Shift+Enter", "looks back"), ("Esc", "closes"))
HINTS = {
    What.CELL: "← → or Shift with any arrow: another cell. Or click it on the board.",
    What.DIGIT: "← → or the digit itself.",
    **dict.fromkeys(LITERAL, "← → or a digit: another digit. Shift with any arrow, or a click: another cell."),
    What.DEPTH: "← → or type the number.",
    What.TECHNIQUE: "← → : another one that this algorithm uses.",
}
"""How to change each line."""


def paint_until(canvas: Canvas, layout: Layout, until: Until, rect_of: Callable[[Cell], pygame.Rect | None]) -> Places:
    """Paint the card at the foot of the panel. Return where everything is."""
    size, row, pad = canvas.px(16, 13), canvas.px(31, 24), canvas.px(16, 10)
    width = min(layout.panel.width, canvas.px(520))
    # Title, lines, hint, keys.
    card = pygame.Rect(0, 0, width, row * (len(until.rows) + 3) + 2 * pad)
    card.bottomright = (layout.panel.right, layout.controls.top - canvas.px(6))
    rows = {i: pygame.Rect(card.left + pad // 2, 0, width - pad, row) for i in range(len(until.rows))}
    places: Places = {}
    with canvas.clipped(card):
        paint_card(canvas, card)
        top = card.top + pad
        big = round(size * 1.2)
        canvas.text(TITLE, Face.STRONG, big, canvas.theme.ink, left=card.left + pad, middle=top + row // 2)
        for i, rect in rows.items():
            rect.top = top + row * (i + 1)
            places |= _paint_row(canvas, rect, i, until, size)
        inner = card.inflate(-2 * pad, -2 * pad)
        _hint(canvas, inner, rows[len(rows) - 1].bottom + row // 2, until)
        paint_keys(canvas, inner, KEYS)
    if until.what in (What.CELL, *LITERAL):
        _frame(canvas, rect_of(until.cell))
    return {**places, **{("row", i): rect for i, rect in rows.items()}, CARD: card}


def _paint_row(canvas: Canvas, rect: pygame.Rect, i: int, until: Until, size: int) -> Places:
    """Paint a line; at the cursor its value stands between two arrows. Return where these are."""
    theme = canvas.theme
    here = i == until.cursor
    if here:
        canvas.rounded(rect, theme.unit_wash, max(3, rect.height // 6))
    before, value, after = until.parts(until.rows[i])
    x, room = rect.left + size, rect.right - size // 2
    x = canvas.text(before, Face.BODY, size, theme.ink, left=x, middle=rect.centery).right if before else x
    if not value:
        return {}
    places: Places = {}
    reach = size * 5 // 4
    if here:
        places["less", i] = pygame.Rect(x, rect.top, reach, rect.height)
        paint_arrow(canvas, places["less", i], -1, theme.soft, size)
        x += reach
    x = canvas.text(
        value, Face.STRONG, size, theme.accent, left=x, middle=rect.centery, within=max(size, room - x - reach * here)
    ).right
    if here:
        places["more", i] = pygame.Rect(x, rect.top, reach, rect.height)
        paint_arrow(canvas, places["more", i], 1, theme.soft, size)
        x += reach
    canvas.text(after, Face.BODY, size, theme.ink, left=x, middle=rect.centery)
    return places


def _hint(canvas: Canvas, inner: pygame.Rect, middle: int, until: Until) -> None:
    text = HINTS.get(until.what, "")
    size = canvas.fonts.shrink(text, Face.BODY, canvas.px(13, 11), inner.width, 10)
    if text:
        canvas.text(text, Face.BODY, size, canvas.theme.soft, left=inner.left, middle=middle)


def _frame(canvas: Canvas, rect: pygame.Rect | None) -> None:
    """Paint a frame around the chosen cell."""
    if rect is not None:
        width = canvas.px(3, 2)
        canvas.rounded(rect.inflate(width, width), canvas.theme.accent, max(3, rect.width // 8), width)
