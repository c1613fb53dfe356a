"""A list on a card over the window, with a cursor that keys and mouse move among the rows."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.toolkit.text_field import LineEdit

MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -(10**6), "End": 10**6}
"""How far a key moves the cursor, in selectable rows."""
HitTarget = tuple[str, int]
"""What the pointer hits on a card, by kind and number: ("row", 2)."""


class ListCard:
    """An open list. Its subclasses say what a row is and what choosing it does."""

    modal = False
    """Whether the list takes all keys; it does not: keys that it does not use keep their meaning."""
    cells = False
    edit: LineEdit | None = None
    line: LineEdit | None = None

    def __init__(self, count: int, choices: Sequence[int], cursor: int) -> None:
        """Open a list of ``count`` rows with the selectable ones, and the cursor on one of those."""
        self.count = count
        self.cursor = cursor
        self.top = 0
        """The first visible row."""
        self.follow = True
        """Whether to keep the cursor in view, because a key moved it last."""
        self.done = False
        self._choices = list(choices)

    def key(self, name: str) -> bool:
        """Handle a key that moves or chooses. Return whether it was one."""
        if name in MOVES:
            here = self._choices.index(self.cursor) + MOVES[name]
            self.cursor = self._choices[max(0, min(here, len(self._choices) - 1))]
            self.follow = True
            return True
        return self.acted(name)

    def acted(self, name: str) -> bool:
        """Handle any other key. Return whether it means something here."""
        raise NotImplementedError

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

    def write(self) -> None:
        """Do nothing: there is no line to write on."""

    def scroll(self, by: int) -> None:
        """Show rows further down, or up; the painter knows how many fit."""
        self.top += by
        self.follow = False

    def settle(self, room: int) -> None:
        """Choose the first visible row, given room for that many."""
        if self.follow:
            self.top = max(self.cursor - room + 1, min(self.top, self.heading))
        self.top = max(0, min(self.top, self.count - room))

    @property
    def heading(self) -> int:
        """The row to keep in view together with the one at the cursor."""
        return self.cursor
