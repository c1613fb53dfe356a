"""A puzzle as a formula in conjunctive normal form.

The variable ``cell * symbols + digit`` (from 1) says that the digit stands in the cell; a literal is a variable or its
negative, a clause a list of literals of which one at least must hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle

Clause = list[int]


def variable(geometry: Geometry, cell: Cell, digit: Digit) -> int:
    """The number of the variable, from 1."""
    return cell * geometry.symbols + digit


def extended(puzzle: Puzzle) -> Iterator[Clause]:
    """The extended encoding: each cell exactly one digit, each unit each digit exactly once; then a clause a given.

    On the common grid 4 blocks (cells, rows, columns, boxes) of 2,997 clauses, and the givens.
    Lynce and Ouaknine, *Sudoku as a SAT Problem*, 2006.
    """
    geometry = puzzle.geometry
    for cell in geometry.cells:
        yield from _exactly_one([variable(geometry, cell, digit) for digit in geometry.digits])
    for unit in geometry.units:
        for digit in geometry.digits:
            yield from _exactly_one([variable(geometry, cell, digit) for cell in unit.cells])
    yield from givens(puzzle)


def _exactly_one(variables: Sequence[int]) -> Iterator[Clause]:
    yield list(variables)
    for one, other in combinations(variables, 2):
        yield [-one, -other]


def givens(puzzle: Puzzle) -> Iterator[Clause]:
    """A unit clause for each given."""
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            yield [variable(puzzle.geometry, cell, digit)]


def extended_size(puzzle: Puzzle) -> tuple[int, int]:
    """How many variables and clauses the extended encoding has, without making it."""
    geometry = puzzle.geometry
    groups = [geometry.symbols] * len(geometry.cells)
    groups += [len(unit.cells) for unit in geometry.units for _ in geometry.digits]
    return len(geometry.cells) * geometry.symbols, sum(1 + comb(size, 2) for size in groups) + puzzle.clues


def decode(geometry: Geometry, model: Sequence[int]) -> list[Digit]:
    """The grid that a model describes, 0 where no variable of a cell holds."""
    values = [0] * len(geometry.cells)
    for literal in model:
        if 0 < literal <= len(values) * geometry.symbols:
            cell, digit = divmod(literal - 1, geometry.symbols)
            values[cell] = digit + 1
    return values
