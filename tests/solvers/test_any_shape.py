"""Tests that each search solves shapes that are no square with boxes, or says why it does not take them."""

from __future__ import annotations

from itertools import islice

import pytest
from shapes import JIGSAW, SAMURAI, X, puzzle_of

import solvers
from puzzles.geometry import Geometry, Unit
from puzzles.puzzle import Puzzle
from solvers.algorithms import person
from solvers.core import literals
from solvers.core.step import Kind

MOST_STEPS = 40_000
MOST_SOLUTIONS = 500
REFUSED = {
    ("samurai", "rows"): "needs rows that hold every digit and share no cell",
    ("samurai", "rows-pruned"): "needs rows that hold every digit and share no cell",
}
"""The searches that do not take a shape, and why."""
TOO_LONG = {("jigsaw", "rows"), ("x", "rows"), ("samurai", "backtracking"), ("samurai", "blank-sum")}
"""The searches that would take longer than a test may: they are asked about nearly full grids."""


@pytest.mark.parametrize("name", solvers.names())
@pytest.mark.parametrize(("kind", "shape"), [("jigsaw", JIGSAW), ("x", X), ("samurai", SAMURAI)])
def test_a_search_finds_a_solution_of_any_shape_or_says_why_not(kind: str, shape: Geometry, name: str) -> None:
    solver = solvers.get(name)
    puzzle = puzzle_of(shape, 0.1 if (kind, name) in TOO_LONG else 0.4)
    assert solver.fits(puzzle) == REFUSED.get((kind, name), "")
    if solver.fits(puzzle):
        return
    board = solver.board(puzzle)
    for step in islice(solvers.trace(puzzle, name), MOST_STEPS):
        board.apply(step)
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
    assert step.kind is Kind.SOLVED or not solver.complete, "a complete search ends with a solution"
    if step.kind is Kind.SOLVED:
        assert board.solution().is_solution_of(puzzle), "in the rows, columns and regions of the shape"


@pytest.mark.parametrize("shape", [JIGSAW, X])
def test_searches_agree_on_the_number_of_solutions(shape: Geometry) -> None:
    puzzle = puzzle_of(shape, 0.55, seed=3)
    found = {name: {*islice(solvers.solutions(puzzle, name), MOST_SOLUTIONS)} for name in ("mrv", "sat", "cdcl")}
    assert found["mrv"] == found["sat"] == found["cdcl"] and 1 <= len(found["mrv"]) < MOST_SOLUTIONS


def test_cells_in_no_unit_may_hold_anything() -> None:
    free = Puzzle((1, 0, 0), Geometry(2, ((0, 0), (0, 1), (1, 1)), (Unit("row", 1, (0, 1)),)))
    for name in solvers.names():
        if not solvers.get(name).fits(free) and solvers.get(name).enumerates:
            found = sorted(one.givens for one in solvers.solutions(free, name))
            assert found == [(1, 2, 1), (1, 2, 2)], name


@pytest.mark.parametrize("shape", [JIGSAW, SAMURAI])
def test_names_of_cells_are_those_of_the_shape_in_literals_and_moves(shape: Geometry) -> None:
    puzzle = Puzzle.empty(shape)
    for cell in shape.cells:
        literal = cell * shape.symbols + 3
        assert literals.parse(literals.write(literal, puzzle), puzzle) == literal
        assert [step.cell for step in person.read(f"{shape.name(cell)}=3", puzzle)] == [cell]
    with pytest.raises(ValueError, match="outside the"):
        literals.parse("r22c1=3", puzzle)
