"""A list on a card over the window, with a cursor that keys and mouse move from row to row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from visualizer.toolkit.open_card import Card, HitTarget

MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -(10**6), "End": 10**6}
"""The number of selectable rows by which each key moves the cursor."""


class ListCard(Card):
    """An open list. Each subclass defines its rows and what choosing one does."""

    rows: Sequence[Any] = ()
    cursor = 0
    top = 0
    """The first visible row."""
    follow = True
    """Whether to keep the cursor in view, because a key moved it last."""

    @property
    def choices(self) -> Sequence[int]:
        """The selectable rows."""
        return range(len(self.rows))

    def key(self, name: str) -> bool:
        """Handle a key that moves the cursor, or another key of the list."""
        if name in MOVES:
            self.move(MOVES[name])
            return True
        return self.acted(name)

    def acted(self, name: str) -> bool:
        """Handle a key that does not move the cursor. Return False if the list does not use it."""
        raise NotImplementedError

    def move(self, by: int) -> None:
        """Move the cursor by a number of selectable rows; from an unselectable row, to the first or last selectable
        one.
        """
        choices = self.choices
        if self.cursor in choices:
            self.cursor = choices[max(0, min(choices.index(self.cursor) + by, len(choices) - 1))]
        elif choices:
            self.cursor = choices[-1 if by < 0 else 0]
        self.follow = True

    def clicked(self) -> None:
        """Choose the row at the cursor after a click."""
        raise NotImplementedError

    def point(self, place: HitTarget) -> None:
        """Move the cursor to the row under the pointer."""
        if place[0] == "row":
            self.cursor, self.follow = place[1], False

    def press(self, place: HitTarget) -> None:
        """Choose the row that was clicked."""
        self.point(place)
        self.clicked()

    def scroll(self, by: int) -> None:
        """Scroll the list by a number of rows; the painter knows how many fit."""
        self.top, self.follow = self.top + by, False

    def settle(self, room: int) -> None:
        """Update the first visible row, given the number of rows that fit."""
        if self.follow and self.cursor >= 0:
            self.top = max(self.cursor - room + 1, min(self.top, self.heading))
        self.top = max(0, min(self.top, len(self.rows) - room))

    @property
    def heading(self) -> int:
        """The row to keep visible together with the row at the cursor."""
        return self.cursor
