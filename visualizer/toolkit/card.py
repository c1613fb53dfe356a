"""What cards over the window are made of: ground, title, a line that is written on, buttons, a list's bar, arrows."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from visualizer.style.theme import Color, Theme
from visualizer.toolkit import shapes
from visualizer.toolkit.buttons import Button, button_height, button_width, paint_button
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.messages import dim, paint_card
from visualizer.toolkit.open_card import Places
from visualizer.toolkit.text_field import LineEdit


def em_size(scale: float) -> int:
    """Pixels of the em."""
    return max(13, round(16 * scale))


def card_pad(scale: float) -> int:
    return max(14, round(22 * scale))


def middle_card(
    surface: pygame.Surface, width: int, height: int, theme: Theme, scale: float
) -> tuple[pygame.Rect, pygame.Rect]:
    """A card in the middle of the dimmed window, and the room in it."""
    whole = surface.get_rect()
    dim(surface, whole, theme)
    card = pygame.Rect(0, 0, min(width, whole.width - 20), min(height, whole.height - 20))
    card.center = whole.center
    paint_card(surface, card, theme, scale)
    pad = card_pad(scale)
    return card, card.inflate(-2 * pad, -2 * pad)


def paint_title(surface: pygame.Surface, inner: pygame.Rect, text: str, theme: Theme, fonts: Fonts, size: int) -> None:
    big = fonts.shrink(text, Face.STRONG, round(size * 1.3), inner.width, 12)
    fonts.draw(surface, text, Face.STRONG, big, theme.ink, left=inner.left, middle=inner.top + round(size * 0.7))


def paint_buttons(
    surface: pygame.Surface, inner: pygame.Rect, buttons: Sequence[Button], theme: Theme, fonts: Fonts, scale: float
) -> Places:
    """At the foot, from its right end to the left. Returns where each is, by its id."""
    places: Places = {}
    right = inner.right
    for button in buttons:
        width = button_width(button, fonts, scale)
        rect = pygame.Rect(right - width, inner.bottom - button_height(scale), width, button_height(scale))
        paint_button(surface, rect, button, theme, fonts, scale)
        places[button.id, 0] = rect
        right = rect.left - max(6, round(10 * scale))
    return places


def cancel_and(keep: str) -> tuple[Button, Button]:
    """The two buttons of a card that asks for a text."""
    return Button("leave", "Cancel", "Esc"), Button("keep", keep, "Enter", primary=True)


def paint_line(
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


def current_row(surface: pygame.Surface, rect: pygame.Rect, here: bool, theme: Theme, scale: float) -> None:
    """The ground of a row of a list where the cursor is."""
    if here:
        shapes.rounded(surface, rect, theme.unit_wash, max(3, round(5 * scale)))


def paint_bar(surface: pygame.Surface, box: pygame.Rect, top: int, room: int, count: int, theme: Theme) -> None:
    """How much of a list of so many rows is in sight, along the right edge of its box."""
    wide = 4
    height = max(12, box.height * room // count)
    y = box.top + (box.height - height) * top // max(1, count - room)
    shapes.rounded(surface, pygame.Rect(box.right - wide - 3, y, wide, height), theme.faint, 2)


def paint_arrow(surface: pygame.Surface, rect: pygame.Rect, towards: int, color: Color, size: int) -> None:
    """A triangle in the middle of the rectangle: what is clicked for the value before (towards -1) or after (1)."""
    half = size * 0.3
    tip, back = rect.centerx + towards * half, rect.centerx - towards * half
    y = rect.centery
    shapes.polygon(surface, [(tip, y), (back, y - half * 1.2), (back, y + half * 1.2)], color)
