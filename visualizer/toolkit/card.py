"""The building blocks of a card: background, title, text field, buttons, scroll bar, arrows."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from visualizer.style.theme import Color
from visualizer.toolkit.buttons import Button, button_height, button_width, paint_button
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.messages import dim, paint_card, paint_keys
from visualizer.toolkit.open_card import HitTargets
from visualizer.toolkit.text_field import LineEdit


def em_size(canvas: Canvas) -> int:
    """Return the size of a card's text, in pixels."""
    return canvas.em(16)


def card_pad(canvas: Canvas) -> int:
    """Return a card's padding, in pixels."""
    return canvas.px(22, 14)


def middle_card(canvas: Canvas, width: int, height: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Dim the window and paint a card in the middle. Return the card's rectangle and the area inside its padding."""
    whole = canvas.surface.get_rect()
    dim(canvas, whole)
    card = pygame.Rect(0, 0, min(width, whole.width - 20), min(height, whole.height - 20))
    card.center = whole.center
    paint_card(canvas, card)
    pad = card_pad(canvas)
    return card, card.inflate(-2 * pad, -2 * pad)


def paint_title(canvas: Canvas, inner: pygame.Rect, text: str, size: int) -> None:
    big = canvas.fonts.shrink(text, Face.STRONG, round(size * 1.3), inner.width, canvas.smallest)
    canvas.text(text, Face.STRONG, big, canvas.theme.ink, left=inner.left, middle=inner.top + round(size * 0.7))


def paint_buttons(
    canvas: Canvas, inner: pygame.Rect, buttons: Sequence[Button], keys: Sequence[tuple[str, str]] = ()
) -> HitTargets:
    """Paint buttons along the bottom, from right to left, with keys to their left. Return the buttons' rectangles."""
    scale = canvas.scale
    places: HitTargets = {}
    right = inner.right
    for button in buttons:
        width = button_width(button, canvas.fonts, scale)
        rect = pygame.Rect(right - width, inner.bottom - button_height(scale), width, button_height(scale))
        paint_button(canvas, rect, button)
        places[button.id, 0] = rect
        right = rect.left - canvas.px(10, 6)
    room = pygame.Rect(inner.left, inner.top, rect.left - em_size(canvas) - inner.left, inner.height)
    paint_keys(canvas, room, keys)
    return places


def cancel_and(keep: str) -> tuple[Button, Button]:
    """Return the two buttons for a card that asks for text: one to cancel and one to accept."""
    return Button("leave", "Cancel", "Esc"), Button("keep", keep, "Enter", primary=True)


def paint_line(canvas: Canvas, rect: pygame.Rect, edit: LineEdit, active: bool, size: int) -> None:
    """Paint a text field with its selection and caret, scrolled to keep the caret visible."""
    theme = canvas.theme
    width, radius = 1 + active, max(3, size // 3)
    canvas.rounded(rect, theme.background, radius)
    canvas.rounded(rect, theme.accent if active else theme.thin_line, radius, width)
    inner = rect.inflate(-size, -size // 2)

    def along(letters: int) -> int:
        return canvas.fonts.width(edit.text[:letters], Face.BODY, size)

    left = inner.left - max(0, along(edit.caret) + 2 - inner.width)
    with canvas.clipped(inner):
        start, end = edit.selection
        if active and start < end:
            canvas.fill(theme.step_wash, (left + along(start), inner.top, along(end) - along(start), inner.height))
        canvas.text(edit.text, Face.BODY, size, theme.ink, left=left, middle=inner.centery)
        if active:
            canvas.fill(theme.ink, (left + along(edit.caret), inner.top, max(1, size // 10), inner.height))


def current_row(canvas: Canvas, rect: pygame.Rect, here: bool) -> None:
    """Highlight a row of a list if the cursor is on it."""
    if here:
        canvas.rounded(rect, canvas.theme.unit_wash, canvas.px(5, 3))


def paint_bar(canvas: Canvas, box: pygame.Rect, top: int, room: int, count: int) -> None:
    """Paint a scroll bar along the right edge of a list."""
    wide = 4
    height = max(12, box.height * room // count)
    y = box.top + (box.height - height) * top // max(1, count - room)
    canvas.rounded(pygame.Rect(box.right - wide - 3, y, wide, height), canvas.theme.faint, 2)


def paint_share(canvas: Canvas, track: pygame.Rect, top: int, room: int, count: int) -> None:
    """Paint a scroll bar on a track, in proportion to the share of rows that are visible."""
    bar = pygame.Rect(track.left, track.top + track.height * top // count, track.width, track.height * room // count)
    canvas.rounded(bar, canvas.theme.faint, track.width // 2)


def paint_arrow(canvas: Canvas, rect: pygame.Rect, towards: int, color: Color, size: int) -> None:
    """Paint a triangle in the middle of the rectangle, for going to the previous (-1) or next (1) value."""
    half = size * 0.3
    tip, back = rect.centerx + towards * half, rect.centerx - towards * half
    y = rect.centery
    canvas.polygon([(tip, y), (back, y - half * 1.2), (back, y + half * 1.2)], color)
