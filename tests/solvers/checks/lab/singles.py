"""Place every single, and give up when there are none left."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.step import GAVE_UP, SOLVED, Step, Why, fix

TITLE = "Only what must be"
CANDIDATES = "none"
COMPLETE = False


def singles(puzzle: Puzzle) -> Iterator[Step]:
    values = list(puzzle.givens)
    while found := _single(puzzle, values):
        cell, digit, why, unit = found
        values[cell] = digit
        yield fix(cell, digit, why, unit)
    yield GAVE_UP if 0 in values else SOLVED


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
