"""Try each digit that fits in the cell with the fewest candidates, and go back from every dead end."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.step import SOLVED, Step, backtrack, conflict, guess

TITLE = "Choosing well"
ENUMERATES = False


def choosing_well(puzzle: Puzzle) -> Iterator[Step]:
    yield from _search(puzzle, list(puzzle.givens), 0)


def _search(puzzle: Puzzle, values: list[Digit], level: int) -> Iterator[Step]:
    if 0 not in values:
        yield SOLVED
        return
    blanks = [cell for cell, value in enumerate(values) if not value]
    cell = min(blanks, key=lambda blank: len(_fits(puzzle, values, blank)))
    fits = _fits(puzzle, values, cell)
    if not fits:
        yield conflict(cell)
    for digit in fits:
        yield guess(cell, digit)
        values[cell] = digit
        yield from _search(puzzle, values, level + 1)
        if 0 not in values:
            return
        values[cell] = 0
        yield backtrack(level)


def _fits(puzzle: Puzzle, values: list[Digit], cell: Cell) -> list[Digit]:
    held = {values[peer] for peer in puzzle.geometry.peers[cell]}
    return [digit for digit in puzzle.geometry.digits if digit not in held]
