"""A card over the window: its model gets keys and mouse first, and its painter says where everything is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pygame

from puzzles.geometry import Cell
from visualizer.text.phrases import drawable
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.layout import Layout
from visualizer.toolkit.text_field import LineEdit

Place = tuple[str, int]
CARD: Place = ("card", 0)
Places = dict[Place, pygame.Rect]
"""Where what can be clicked was painted, what lies on top first; the card itself last."""
Point = tuple[int, int]
CellAt = Callable[[Point], Cell | None]
"""Tells the cell of the board at a point."""
RectOf = Callable[[Cell], pygame.Rect | None]
"""Tells where a cell of the board is drawn, if it is."""


class Model(Protocol):
    """What an open card is about."""

    @property
    def modal(self) -> bool:
        """Nothing else can be done while it is open."""

    @property
    def cells(self) -> bool:
        """Cells of the board can be clicked while it is open."""

    @property
    def line(self) -> LineEdit | None:
        """What is being written on, if anything."""

    @property
    def edit(self) -> LineEdit | None:
        """What text that is typed goes to."""

    done: bool

    def key(self, name: str) -> bool: ...

    def write(self) -> None: ...

    def point(self, place: Place) -> None: ...

    def press(self, place: Place) -> None: ...

    def scroll(self, by: int) -> None: ...

    def paint(self, canvas: Canvas, layout: Layout) -> Places:
        """Paint the card. Returns where everything is."""


class Over:
    """A card that is open."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.places: Places = {}
        self._pressed: Place | None = None
        self._seen = False
        """It is painted as it is now: only then is it known where anything is."""

    def paint(self, canvas: Canvas, layout: Layout) -> None:
        self.places = self.model.paint(canvas, layout)
        self._seen = True

    def key(self, name: str) -> bool:
        """True if the key is used up."""
        self._seen = False
        edit = self.model.edit
        if edit is not None and name in ("Ctrl+C", "Ctrl+X", "Ctrl+V"):
            self._clipboard(name[-1], edit)
            return True
        return self.model.key(name) or self.model.modal

    def _clipboard(self, letter: str, edit: LineEdit) -> None:
        """Copy, cut or paste; where there is no clipboard, or no text on it, nothing happens."""
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
        """Text for the line, if there is one."""
        if self.model.edit is not None:
            self._seen = False
            self.model.write()
            self.model.edit.put(text)

    def mouse(self, event: pygame.Event, cell_at: CellAt) -> bool:
        """A press beside the card closes it, unless it is modal; all that the mouse does is used up."""
        if event.type == pygame.TEXTINPUT:
            self.type(event.text)
        elif event.type == pygame.MOUSEWHEEL:
            self._seen = False
            self.model.scroll(-event.y)
        elif event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        elif not self._seen:  # a click in the same frame as what came before it: on what, nobody can have seen
            self._pressed = None
        elif event.type == pygame.MOUSEMOTION:
            self.model.point(self._at(event.pos, cell_at) or CARD)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event, cell_at)
        else:
            self._released(event, cell_at)
        return True

    def _released(self, event: pygame.Event, cell_at: CellAt) -> None:
        pressed, self._pressed = self._pressed, None
        place = self._at(event.pos, cell_at)
        self.model.point(place or CARD)
        if event.button == 1 and place is not None and place == pressed and place != CARD:
            self._seen = False
            self.model.press(place)

    def _press(self, event: pygame.Event, cell_at: CellAt) -> None:
        place = self._at(event.pos, cell_at)
        self._pressed = place if event.button == 1 else None
        if place is None and not self.model.modal:
            self.model.done = True

    def _at(self, point: Point, cell_at: CellAt) -> Place | None:
        """What is there."""
        found = next((place for place, rect in self.places.items() if rect.collidepoint(point)), None)
        if found is None and self.model.cells:
            cell = cell_at(point)
            return None if cell is None else ("cell", cell)
        return found


class DialogHost(Protocol):
    """Where dialogs open, and the folder that their files are in."""

    folder: Path

    def open(self, model: Model) -> None:
        """Open a card over the window, in place of any other."""
