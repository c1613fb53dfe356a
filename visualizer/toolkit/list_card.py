"""A list on a card over the window: a cursor that keys and mouse move among the rows that can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.toolkit.text_field import LineEdit

MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -(10**6), "End": 10**6}
"""How far a key moves the cursor, in rows that can be chosen."""
Place = tuple[str, int]
"""What can be pointed at: ("row", 2)."""


class ListCard:
    """Open from the start. What a row is, and what choosing it does, its kinds say."""

    modal = False
    """Keys that it has no use for keep their meaning."""
    cells = False
    edit: LineEdit | None = None
    line: LineEdit | None = None

    def __init__(self, count: int, choices: Sequence[int], cursor: int) -> None:
        """``count`` rows, of which these can be chosen, the cursor on one of them."""
        self.count = count
        self.cursor = cursor
        self.top = 0
        """The first row in sight."""
        self.follow = True
        """The cursor has been moved by a key: it is to be kept in sight."""
        self.done = False
        self._choices = list(choices)

    def key(self, name: str) -> bool:
        """A key that moves or chooses is used up."""
        if name in MOVES:
            here = self._choices.index(self.cursor) + MOVES[name]
            self.cursor = self._choices[max(0, min(here, len(self._choices) - 1))]
            self.follow = True
            return True
        return self.acted(name)

    def acted(self, name: str) -> bool:
        """Do what a key means that moves nothing. False where it means nothing here."""
        raise NotImplementedError

    def clicked(self) -> None:
        """The row at the cursor has been clicked."""
        raise NotImplementedError

    def point(self, place: Place) -> None:
        """The pointer is on a row."""
        if place[0] == "row":
            self.cursor, self.follow = place[1], False

    def press(self, place: Place) -> None:
        """A click on a row chooses it."""
        self.point(place)
        self.clicked()

    def write(self) -> None:
        """There is nothing to write on."""

    def scroll(self, by: int) -> None:
        """Show rows further down, or up. The painter knows how many there is room for."""
        self.top += by
        self.follow = False

    def settle(self, room: int) -> None:
        """Bring the first row in sight to where it makes sense, with room for so many."""
        if self.follow:
            self.top = max(self.cursor - room + 1, min(self.top, self.heading))
        self.top = max(0, min(self.top, self.count - room))

    @property
    def heading(self) -> int:
        """The row that should be in sight with the one at the cursor."""
        return self.cursor
