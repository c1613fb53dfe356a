"""Find every solution: place every single, then try each digit of the cell with the fewest candidates."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.step import SOLVED, Step, Why, backtrack, conflict, fix, guess

TITLE = "All of them"


def all_of_them(puzzle: Puzzle) -> Iterator[Step]:
    yield from _search(puzzle, list(puzzle.givens), 0)


def _search(puzzle: Puzzle, values: list[Digit], level: int) -> Iterator[Step]:
    while found := _single(puzzle, values):
        cell, digit, why, unit = found
        values[cell] = digit
        yield fix(cell, digit, why, unit)
    if 0 not in values:
        yield SOLVED
        return
    blanks = [cell for cell, value in enumerate(values) if not value]
    cell = min(blanks, key=lambda blank: len(_fits(puzzle, values, blank)))
    fits = _fits(puzzle, values, cell)
    if not fits:
        yield conflict(cell)
    before = list(values)
    for digit in fits:
        yield guess(cell, digit)
        values[cell] = digit
        yield from _search(puzzle, values, level + 1)
        values[:] = before
        yield backtrack(level)


def _single(puzzle: Puzzle, values: list[Digit]) -> tuple[Cell, Digit, Why, int] | None:
    for cell, value in enumerate(values):
        fits = _fits(puzzle, values, cell)
        if not value and len(fits) == 1:
            return cell, fits[0], Why.NAKED_SINGLE, -1
    for number, unit in enumerate(puzzle.geometry.units):
        for digit in puzzle.geometry.digits:
            places = [cell for cell in unit.cells if not values[cell] and digit in _fits(puzzle, values, cell)]
            if len(places) == 1 and digit not in [values[cell] for cell in unit.cells]:
                return places[0], digit, Why.HIDDEN_SINGLE, number
    return None


def _fits(puzzle: Puzzle, values: list[Digit], cell: Cell) -> list[Digit]:
    held = {values[peer] for peer in puzzle.geometry.peers[cell]}
    return [digit for digit in puzzle.geometry.digits if digit not in held]
