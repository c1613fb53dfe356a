"""A puzzle to be saved, on a card: folder and files, the name, the format and what it leaves out."""

from __future__ import annotations

import pygame

from visualizer.dialogs.file_browser_paint import paint_entries, paint_said, shorten_path
from visualizer.dialogs.save_puzzle import WHATS, PuzzleCard
from visualizer.toolkit.buttons import button_height
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.card import cancel_and, card_pad, em_size, middle_card, paint_buttons, paint_line, paint_title
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.messages import paint_keys
from visualizer.toolkit.open_card import CARD, Places

MOST_ROWS = 10
KEYS = (("Tab", "to the format"), ("← →", "change it"))


def paint_puzzle_card(canvas: Canvas, layout: Layout, card: PuzzleCard) -> Places:
    """A card in the middle of the window. Returns where everything is."""
    pad, size = card_pad(canvas), em_size(canvas)
    row, line, gap = round(size * 1.75), round(size * 2.2), round(size * 0.7)
    fixed = 2 * pad + round(size * 3.7) + line + 2 * line + 4 * gap + round(size * 2.2) + button_height(canvas.scale)
    room = max(3, min(MOST_ROWS, (canvas.surface.get_height() - 2 * pad - fixed) // row))
    ground, inner = middle_card(canvas, canvas.px(820), fixed + room * row)
    with canvas.clipped(ground):
        paint_title(canvas, inner, card.title, size)
        where = shorten_path(str(card.folder), canvas.fonts, size, inner.width)
        canvas.text(where, Face.BODY, size, canvas.theme.soft, left=inner.left, middle=inner.top + round(size * 2.3))
        box = pygame.Rect(inner.left, inner.top + round(size * 3.7), inner.width, room * row)
        places = paint_entries(canvas, box, card, row, size)
        field = pygame.Rect(inner.left, box.bottom + gap, inner.width, line)
        paint_line(canvas, field, card.edit, card.line is not None, size)
        bar = pygame.Rect(inner.left, field.bottom + gap, inner.width, line)
        places |= _paint_formats(canvas, bar, card, size)
        bar = pygame.Rect(inner.left, bar.bottom + gap, inner.width, line)
        chips = [(WHATS[i], i == card.what, True) for i in range(len(WHATS))]
        places |= _paint_chips(canvas, bar, "what", chips, card.part == "what", size)
        said = pygame.Rect(inner.left, bar.bottom + gap // 2, inner.width, round(size * 2.2))
        paint_said(canvas, said, card.trouble or card.hint, bool(card.trouble), size)
        buttons = paint_buttons(canvas, inner, cancel_and("Save"))
        keys = pygame.Rect(inner.left, inner.top, 0, inner.height)
        keys.width = min(rect.left for rect in buttons.values()) - size - keys.left
        paint_keys(canvas, keys, KEYS)
    return {**places, **buttons, ("line", 0): field, CARD: ground}


def _paint_formats(canvas: Canvas, bar: pygame.Rect, card: PuzzleCard, size: int) -> Places:
    here = card.form
    chips = [(form.name, form is here, not card.refusal(form)) for form in card.formats]
    return _paint_chips(canvas, bar, "form", chips, card.part == "form", size)


def _paint_chips(
    canvas: Canvas, bar: pygame.Rect, kind: str, chips: list[tuple[str, bool, bool]], active: bool, size: int
) -> Places:
    """Names in a row, the chosen one marked, those that cannot be chosen faint. Returns where each is."""
    theme, fonts = canvas.theme, canvas.fonts
    places: Places = {}
    radius, small = max(3, size // 3), size
    while small > 11 and sum(fonts.width(name, Face.STRONG, small) + small for name, _, _ in chips) > bar.width:
        small -= 1
    left = bar.left
    for number, (name, chosen, possible) in enumerate(chips):
        face = Face.STRONG if chosen else Face.BODY
        rect = pygame.Rect(left, bar.top, fonts.width(name, Face.STRONG, small) + small, bar.height)
        if chosen:
            canvas.rounded(rect, theme.unit_wash, radius)
            canvas.rounded(rect, theme.accent if active else theme.thin_line, radius, 1 + active)
        color = theme.ink if possible else theme.faint
        middle = rect.left + (rect.width - fonts.width(name, face, small)) // 2
        canvas.text(name, face, small, color, left=middle, middle=rect.centery)
        places[kind, number] = rect
        left = rect.right
    return places
