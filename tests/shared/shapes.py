"""Shapes that are no square with boxes, made by hand from their cells and units."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import solvers
from puzzles.geometry import STANDARD, Geometry, Unit
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule
from solvers.sat.interface import Request, SatSolution
from solvers.sat.worker import solved

REGIONS = "AAAABCCCC AABBBCBCC AADBBBBCC ADDEFFFFF DDEEEEEFF DDDEEHEFF DGHHHHIII GGHGHHIII GGGGGHIII"
"""The region of each cell of the jigsaw, row by row."""
LINES = STANDARD.units[:18]


class Odd(Rule):
    name = "odd"

    def step(self, state: object, digit: int) -> int | None:
        return 0 if digit % 2 else None


SMALL = Geometry.boxes(2, 2)
ONLY_ODD = Geometry(4, SMALL.places, SMALL.units, (Odd((0, 1)),))
"""A 4x4 grid whose first two cells hold odd digits, so that digits are not all alike."""


def jigsaw(regions: str = REGIONS) -> Geometry:
    """Return a 9x9 grid with the given regions."""
    cells = defaultdict[str, list[int]](list)
    for cell, region in enumerate(regions.replace(" ", "")):
        cells[region].append(cell)
    units = (Unit("region", i, tuple(held)) for i, held in enumerate(cells.values(), 1))
    return Geometry(9, STANDARD.places, (*LINES, *units))


def overlapping(*corners: tuple[int, int]) -> Geometry:
    """Return 9x9 grids with boxes with the given top left cells, which share the cells where they overlap."""
    places = sorted({(row + down, column + right) for row, column in corners for down, right in STANDARD.places})
    at = {place: cell for cell, place in enumerate(places)}
    numbers, units = defaultdict[str, int](int), list[Unit]()
    for row, column in corners:
        for unit in STANDARD.units:
            places_of = (STANDARD.places[cell] for cell in unit.cells)
            cells = tuple(at[row + down, column + right] for down, right in places_of)
            if cells not in {other.cells for other in units}:
                numbers[unit.kind] += 1
                units.append(Unit(unit.kind, numbers[unit.kind], cells))
    return Geometry(9, tuple(places), tuple(units))


JIGSAW = jigsaw()
X = Geometry(9, STANDARD.places, (*STANDARD.units, Unit("diagonal", 1, tuple(range(0, 81, 10))),
                                  Unit("diagonal", 2, tuple(range(8, 73, 8)))))  # fmt: skip
SIX = Geometry.boxes(2, 3)
LOOSE = Geometry(6, SIX.places, (*SIX.units, Unit("diagonal", 1, tuple(range(1, 30, 7)), False),
                                 Unit("diagonal", 2, tuple(range(4, 25, 5)), False)))  # fmt: skip
"""A 6x6 grid with two diagonals of five cells, which lack a digit."""
SAMURAI = overlapping((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def puzzle_of(shape: Geometry, share: float, seed: int = 1) -> Puzzle:
    """Return a solved grid of a shape with a share of its cells left blank."""
    empty = Puzzle.empty(shape)
    solved = next(solvers.solutions(empty, "cdcl")).givens
    blank = set(Random(seed).sample(shape.cells, round(share * len(shape.cells))))
    return empty.with_values([0 if cell in blank else digit for cell, digit in enumerate(solved)])


def models_of(puzzle: Puzzle, encoding: str) -> list[tuple[int, ...]]:
    """Return every model of a puzzle's formula, as digits."""
    answers = solved(Request(puzzle, encoding, "auto", "", None))
    next(answers)  # the size of the formula
    models = []
    while isinstance(one := next(answers), SatSolution) and one.values is not None:
        if not one.cuts:
            models.append(one.values)
    return models
