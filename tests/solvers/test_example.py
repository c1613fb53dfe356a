"""Tests of the template for users' own solvers."""

from __future__ import annotations

from itertools import islice

import pytest
from foreign_runs import EXAMPLE, recorded, start
from hypothesis import given
from strategies import examples, solvable

import solvers
from puzzles import Geometry, Puzzle
from solvers.core import counting
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind
from solvers.example import example
from solvers.external import registry

pytestmark = pytest.mark.usefixtures("nothing_is_left")


@examples(40)
@given(solvable())
def test_the_template_finds_every_solution_with_legal_steps(puzzle: Puzzle) -> None:
    board, found = Board(puzzle, Candidates.NONE), 0
    for step in islice(example(puzzle), 50_000):
        assert board.objection(step) is None
        before = board.snapshot()
        board.apply(step)
        assert (board.snapshot() != before) == (step.kind < Kind.LOOK)
        found += step.kind is Kind.SOLVED
        if found == 3:
            return
    assert found == counting.count(puzzle, 3)


def test_the_template_is_short_and_says_what_it_is() -> None:
    solver = registry.load(EXAMPLE)
    assert solver.title == "First digit that fits" and solver.candidates is Candidates.NONE
    assert "\n" not in solver.summary and solver.summary.endswith(".")
    function = EXAMPLE.read_text(encoding="utf-8").partition("def example")[2]
    assert function.count("\n") <= 30
    assert "example" not in solvers.names()


def test_other_sizes_are_taken() -> None:
    for side in (4, 6, 16):
        puzzle = Puzzle.empty(Geometry.of_side(side))
        with start(EXAMPLE, puzzle) as run:
            assert sum(1 for _ in islice(recorded(run), 40)) == 40
