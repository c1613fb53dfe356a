"""The list of algorithms, open over the window: a cursor that keys and mouse move, and what is chosen with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

import solvers
from puzzles.puzzle import Puzzle
from visualizer.line_edit import LineEdit
from visualizer.remarks import Remark, remarks

MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -(10**6), "End": 10**6}
"""How far a key moves the cursor, in algorithms."""
OTHERS = "Others"
Place = tuple[str, int]
"""What can be pointed at: ("row", 2)."""


class Row(NamedTuple):
    """A line of the list: the heading of a family, or an algorithm of it."""

    text: str
    name: str = ""
    """The solver's; "" for a heading."""


class Picker:
    """Open from the start; ``chosen`` is told the solver's name and whether it is to play at once.

    ``puzzle`` says which one is watched.
    """

    modal = False
    """Keys that it has no use for keep their meaning."""
    cells = False
    edit: LineEdit | None = None
    line: LineEdit | None = None

    def __init__(self, current: str, puzzle: Callable[[], Puzzle], chosen: Callable[[str, bool], None]) -> None:
        self.current = current
        self.rows = rows()
        self.top = 0
        """The first row in sight."""
        self.done = False
        self._choices = [i for i, row in enumerate(self.rows) if row.name]
        self.cursor = next(i for i in self._choices if self.rows[i].name == current)
        self.follow = True
        """The cursor has been moved by a key: it is to be kept in sight."""
        self._chosen = chosen
        self._puzzle = puzzle
        self._known: tuple[Puzzle | None, dict[str, tuple[Remark, ...]]] = (None, {})

    @property
    def name(self) -> str:
        """The solver under the cursor."""
        return self.rows[self.cursor].name

    def remarks(self, name: str) -> tuple[Remark, ...]:
        """What is to be known of a solver on this puzzle, looked up once; one that is being drawn may come any time."""
        puzzle = self._puzzle()
        if self._known[0] is not puzzle:
            self._known = (puzzle, {})
        if name not in self._known[1]:
            self._known[1][name] = remarks(solvers.get(name), puzzle)
        return self._known[1][name]

    def key(self, name: str) -> bool:
        """A key that moves or chooses is used up."""
        if name in MOVES:
            here = self._choices.index(self.cursor) + MOVES[name]
            self.cursor = self._choices[max(0, min(here, len(self._choices) - 1))]
            self.follow = True
            return True
        if name in ("Return", "Shift+Return"):
            self._choose(play=name.startswith("Shift"))
            return True
        self.done = name in ("Escape", "A")
        return self.done

    def point(self, place: Place) -> None:
        """The pointer is on a row."""
        if place[0] == "row":
            self.cursor, self.follow = place[1], False

    def press(self, place: Place) -> None:
        """A click on a row chooses it."""
        self.point(place)
        self._choose(play=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def write(self) -> None:
        """There is nothing to write on."""

    def scroll(self, by: int) -> None:
        """Show rows further down, or up. The painter knows how many there is room for."""
        self.top += by
        self.follow = False

    def settle(self, room: int) -> None:
        """Bring the first row in sight to where it makes sense, with room for so many."""
        if self.follow:
            heading = self.cursor - 1 if not self.rows[self.cursor - 1].name else self.cursor
            self.top = max(self.cursor - room + 1, min(self.top, heading))
        self.top = max(0, min(self.top, len(self.rows) - room))

    def _choose(self, play: bool) -> None:
        self.done = True
        self._chosen(self.name, play)


def rows() -> tuple[Row, ...]:
    """Every family with its algorithms, in the order of the registry."""
    families: dict[str, list[Row]] = {}
    for name in solvers.names():
        solver = solvers.get(name)
        families.setdefault(solver.family or OTHERS, []).append(Row(solver.title, name))
    return tuple(row for family, its in families.items() for row in (Row(family), *its))
