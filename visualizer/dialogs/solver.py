"""The list of algorithms: a cursor that keys and mouse move, and what is chosen with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

import solvers
from puzzles.puzzle import Puzzle
from visualizer.narration.warnings import Remark, remarks
from visualizer.toolkit.list_card import ListCard

OTHERS = "Others"


class Row(NamedTuple):
    """A line of the list: the heading of a family, or one of its algorithms."""

    text: str
    name: str = ""
    """The solver's name; "" for a heading."""


class Picker(ListCard):
    """An open list. ``chosen`` receives the solver's name, and whether to play at once.

    ``puzzle`` says which one is watched.
    """

    def __init__(self, current: str, puzzle: Callable[[], Puzzle], chosen: Callable[[str, bool], None]) -> None:
        self.current = current
        self.rows = rows()
        choices = [i for i, row in enumerate(self.rows) if row.name]
        super().__init__(len(self.rows), choices, next(i for i in choices if self.rows[i].name == current))
        self._chosen = chosen
        self._puzzle = puzzle
        self._known: tuple[Puzzle | None, dict[str, tuple[Remark, ...]]] = (None, {})

    @property
    def name(self) -> str:
        """The solver under the cursor."""
        return self.rows[self.cursor].name

    @property
    def heading(self) -> int:
        """Return the family's heading, if it stands right above."""
        return self.cursor - 1 if not self.rows[self.cursor - 1].name else self.cursor

    def remarks(self, name: str) -> tuple[Remark, ...]:
        """Return warnings about a solver on this puzzle, looked up once; a puzzle that is being drawn may come any
        time.
        """
        puzzle = self._puzzle()
        if self._known[0] is not puzzle:
            self._known = (puzzle, {})
        if name not in self._known[1]:
            self._known[1][name] = remarks(solvers.get(name), puzzle)
        return self._known[1][name]

    def acted(self, name: str) -> bool:
        """Act on a key: Enter chooses, with Shift it also plays."""
        if name in ("Return", "Shift+Return"):
            self._choose(play=name.startswith("Shift"))
            return True
        self.done = name in ("Escape", "A")
        return self.done

    def clicked(self) -> None:
        """Choose by the mouse."""
        self._choose(play=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _choose(self, play: bool) -> None:
        self.done = True
        self._chosen(self.name, play)


def rows() -> tuple[Row, ...]:
    """Return every family with its algorithms, in the order of the registry."""
    families: dict[str, list[Row]] = {}
    for name in solvers.names():
        solver = solvers.get(name)
        families.setdefault(solver.family or OTHERS, []).append(Row(solver.title, name))
    return tuple(row for family, its in families.items() for row in (Row(family), *its))
