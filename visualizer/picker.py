"""The list of algorithms, open over the window: a cursor that keys and mouse move, and what is chosen with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

import solvers
from puzzles.puzzle import Puzzle
from visualizer.remarks import Remark, remarks

MOVES = {"Up": -1, "Down": 1, "PageUp": -8, "PageDown": 8, "Home": -(10**6), "End": 10**6}
"""How far a key moves the cursor, in algorithms."""
OTHERS = "Others"


class Row(NamedTuple):
    """A line of the list: the heading of a family, or an algorithm of it."""

    text: str
    name: str = ""
    """The solver's; "" for a heading."""


class Places(NamedTuple):
    """Where the open list was painted."""

    card: pygame.Rect
    rows: dict[int, pygame.Rect]
    """Of the rows that are in sight, by their number."""


class Picker:
    """Open from the start; ``chosen`` is told the solver's name and whether it is to play at once."""

    def __init__(self, current: str, chosen: Callable[[str, bool], None]) -> None:
        self.current = current
        self.rows = rows()
        self.top = 0
        """The first row in sight."""
        self.places = Places(pygame.Rect(0, 0, 0, 0), {})
        self.done = False
        self._choices = [i for i, row in enumerate(self.rows) if row.name]
        self.cursor = next(i for i in self._choices if self.rows[i].name == current)
        self.follow = True
        """The cursor has been moved by a key: it is to be kept in sight."""
        self._chosen = chosen
        self._pressed: int | None = None
        self._known: tuple[Puzzle | None, dict[str, tuple[Remark, ...]]] = (None, {})

    @property
    def name(self) -> str:
        """The solver under the cursor."""
        return self.rows[self.cursor].name

    def remarks(self, name: str, puzzle: Puzzle) -> tuple[Remark, ...]:
        """What is to be known of a solver on this puzzle, looked up once."""
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
        return False

    def mouse(self, event: pygame.Event) -> bool:
        """A press beside the list closes it; all that happens on it, and that press, is used up."""
        if event.type == pygame.MOUSEWHEEL:
            self.scroll(-event.y)
            return True
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return False
        inside = self.places.card.collidepoint(event.pos)
        row = self._row_at(event.pos)
        if row is not None:
            self.cursor, self.follow = row, False
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.done = not inside
            self._pressed = row if event.button == 1 else None
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            pressed, self._pressed = self._pressed, None
            if row is not None and row == pressed:
                self._choose(play=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
        return True

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

    def _row_at(self, point: tuple[int, int]) -> int | None:
        found = (i for i, rect in self.places.rows.items() if self.rows[i].name and rect.collidepoint(point))
        return next(found, None)

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
