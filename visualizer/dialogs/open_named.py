"""The puzzles that come with the program, in the list of what can be opened: by name, and what each one is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from puzzles.corpus import named
from visualizer.dialogs.open import Kind, Row


@cache
def rows_of_named() -> tuple[Row, ...]:
    """Return a row for each named puzzle, by the alphabet."""
    found = sorted(named.all(), key=lambda one: one.name.casefold())
    return tuple(Row(Kind.NAMED, one.name, Path(), _told(one), one.name) for one in found)


def _told(one: named.Named) -> str:
    """ "9x9, 28 givens, one solution"."""
    side, clues = one.puzzle.geometry.side, one.puzzle.clues
    return f"{side}x{side}, {clues} given{'s' * (clues != 1)}, {_solutions(one)}"


def _solutions(one: named.Named) -> str:
    if one.count is None:
        return f"at least {one.at_least} solutions"
    return {0: "no solution", 1: "one solution"}.get(one.count, f"{one.count} solutions")
