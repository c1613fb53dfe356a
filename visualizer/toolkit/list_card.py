"""A card with a list of rows and a cursor that follows the keys and the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from visualizer.toolkit.open_card import Card, HitTarget

MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -(10**6), "End": 10**6}
"""How many selectable rows each key moves the cursor."""


class ListCard(Card):
    """An open list. Subclasses define the rows and what choosing one does."""

    rows: Sequence[Any] = ()
    cursor = 0
    top = 0
    """The first visible row."""
    follow = True
    """Whether to keep the cursor in view, because it was last moved with a key."""

    @property
    def choices(self) -> Sequence[int]:
        """The selectable rows."""
        return range(len(self.rows))

    def key(self, name: str) -> bool:
        """Handle a key that moves the cursor, or pass it to :meth:`acted`."""
        if name in MOVES:
            self.move(MOVES[name])
            return True
        return self.acted(name)

    def acted(self, name: str) -> bool:
        """Handle a key that does not move the cursor. Return False if the list has no use for it."""
        raise NotImplementedError

    def move(self, by: int) -> None:
        """Move the cursor by the given number of selectable rows. From a row that cannot be selected, move it to the
        first or last one that can.
        """
        choices = self.choices
        if self.cursor in choices:
            self.cursor = choices[max(0, min(choices.index(self.cursor) + by, len(choices) - 1))]
        elif choices:
            self.cursor = choices[-1 if by < 0 else 0]
        self.follow = True

    def clicked(self) -> None:
        """Choose the row under the cursor after a click."""
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
        """Scroll by the given number of rows. The limits are applied in :meth:`settle`."""
        self.top, self.follow = self.top + by, False

    def settle(self, room: int) -> None:
        """Update the first visible row, given how many rows fit."""
        if self.follow and self.cursor >= 0:
            self.top = max(self.cursor - room + 1, min(self.top, self.heading))
        self.top = max(0, min(self.top, len(self.rows) - room))

    @property
    def heading(self) -> int:
        """The row to keep visible along with the row under the cursor."""
        return self.cursor
