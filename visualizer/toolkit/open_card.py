"""A card over the window. It sees key and mouse events first; painting it returns the rectangles of its parts."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from puzzles.geometry import Cell
from visualizer.text.phrases import drawable
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.layout import Point, WindowLayout
from visualizer.toolkit.text_field import LineEdit

HitTarget = tuple[str, int]
"""A part of a card that the pointer can hit: its kind and number, as in ("row", 2)."""
CARD: HitTarget = ("card", 0)
HitTargets = dict[HitTarget, pygame.Rect]
"""The rectangles of all targets, topmost first and the card itself last."""
CellAt = Callable[[Point], Cell | None]
"""A function that returns the cell at a point, if any."""
RectOf = Callable[[Cell], pygame.Rect | None]
"""A function that returns the rectangle of a cell, or ``None`` if the cell is not drawn."""


class Card:
    """The content of an open card. The defaults suit a card without a text field."""

    modal = False
    """Whether the card blocks everything else. If not, keys it does not use keep their usual meaning."""
    cells = False
    """Whether cells of the board can be clicked while the card is open."""
    done = False
    """Whether the card is ready to close."""
    once: tuple[str, ...] = ("Return", "Escape", "A", "R", "U")
    """Keys that do not repeat while held down, even with Shift or Ctrl."""

    @property
    def field(self) -> LineEdit | None:
        """The text field that receives typed text."""
        return None

    def write(self) -> None:
        """Start editing the text field."""

    def key(self, name: str) -> bool:
        """Handle a key. Return False if the card has no use for it."""
        raise NotImplementedError

    def point(self, place: HitTarget) -> None:
        """Respond to the pointer moving over a target."""

    def press(self, place: HitTarget) -> None:
        """Respond to a click on a target."""

    def scroll(self, by: int) -> None:
        """Scroll by the given number of rows."""

    def paint(self, canvas: Canvas, layout: WindowLayout) -> HitTargets:
        """Paint the card. Return the rectangles of its targets."""
        raise NotImplementedError


class Overlay:
    """An open card and its event handling."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.places: HitTargets = {}
        self._pressed: HitTarget | None = None
        self._seen = False
        """Whether the card has been painted in its current state, so that its targets are up to date."""

    def paint(self, canvas: Canvas, layout: WindowLayout) -> None:
        self.places = self.card.paint(canvas, layout)
        self._seen = True

    def key(self, name: str) -> bool:
        """Handle a key. Return whether the card used it."""
        self._seen = False
        edit = self.card.field
        if edit is not None and name in ("Ctrl+C", "Ctrl+X", "Ctrl+V"):
            self._clipboard(name[-1], edit)
            return True
        return self.card.key(name) or self.card.modal

    def _clipboard(self, letter: str, edit: LineEdit) -> None:
        """Copy, cut or paste. Do nothing if there is no clipboard or no text on it."""
        try:
            if letter == "V":
                self.type(pygame.scrap.get_text())
                return
            pygame.scrap.put_text(drawable(edit.selected))
        except (pygame.error, UnicodeDecodeError):
            return
        if letter == "X":
            self.type("")

    def type(self, text: str) -> None:
        """Type text into the card's field, if it has one."""
        if self.card.field is not None:
            self._seen = False
            self.card.write()
            self.card.field.put(text)

    def mouse(self, event: pygame.Event, cell_at: CellAt) -> bool:
        """Handle a mouse event or typed text, or return False. A click outside a card that is not modal closes it."""
        if event.type == pygame.TEXTINPUT:
            self.type(event.text)
        elif event.type == pygame.MOUSEWHEEL:
            self._seen = False
            self.card.scroll(-event.y)
        elif event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        elif not self._seen:  # a click before painting: its target is not visible yet
            self._pressed = None
        elif event.type == pygame.MOUSEMOTION:
            self.card.point(self._at(event.pos, cell_at) or CARD)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event, cell_at)
        else:
            self._released(event, cell_at)
        return True

    def _released(self, event: pygame.Event, cell_at: CellAt) -> None:
        pressed, self._pressed = self._pressed, None
        place = self._at(event.pos, cell_at)
        self.card.point(place or CARD)
        if event.button == 1 and place is not None and place == pressed and place != CARD:
            self._seen = False
            self.card.press(place)

    def _press(self, event: pygame.Event, cell_at: CellAt) -> None:
        place = self._at(event.pos, cell_at)
        self._pressed = place if event.button == 1 else None
        if place is None and not self.card.modal:
            self.card.done = True

    def _at(self, point: Point, cell_at: CellAt) -> HitTarget | None:
        """Return the target at a point."""
        found = next((place for place, rect in self.places.items() if rect.collidepoint(point)), None)
        if found is None and self.card.cells:
            cell = cell_at(point)
            return None if cell is None else ("cell", cell)
        return found
