"""Asks for a name, such as that of a bookmark or a file."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from visualizer.toolkit import cards
from visualizer.toolkit.buttons import button_height
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.layout import WindowLayout


class TextPrompt(cards.Card):
    """A prompt for a name, with the current one selected in full or in part. ``chosen`` is called with the result."""

    modal = True

    def __init__(
        self,
        title: str,
        name: str,
        chosen: Callable[[str], None],
        *,
        selected: int | None = None,
        keep: str = "Keep",
    ) -> None:
        self.title = title
        self.keep = keep
        """The label of the confirm button."""
        self.edit = cards.LineEdit(name, selected)
        self._chosen = chosen

    @property
    def field(self) -> cards.LineEdit:
        return self.edit

    def key(self, name: str) -> bool:
        """Handle a key: Enter accepts the name, Esc cancels, and anything else edits it."""
        if name == "Return":
            self.done = True
            self._chosen(self.edit.text)
        elif name == "Escape":
            self.done = True
        else:
            self.edit.key(name)
        return True

    def press(self, place: cards.HitTarget) -> None:
        self.key("Return" if place[0] == "keep" else "Escape")

    def paint(self, canvas: Canvas, layout: WindowLayout) -> cards.HitTargets:
        pad, size = cards.card_pad(canvas), cards.em_size(canvas)
        line, gap = round(size * 2.2), round(size * 0.9)
        height = 2 * pad + round(size * 1.6) + gap + line + gap + button_height(canvas.scale)
        card, inner = cards.middle_card(canvas, canvas.px(520), height)
        cards.paint_title(canvas, inner, self.title, size)
        field = pygame.Rect(inner.left, inner.top + round(size * 1.6) + gap, inner.width, line)
        cards.paint_line(canvas, field, self.edit, True, size)
        buttons = cards.paint_buttons(canvas, inner, cards.cancel_and(self.keep))
        return {**buttons, ("line", 0): field, cards.CARD: card}
