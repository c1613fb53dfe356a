"""Tests that puzzles of Simon Tatham's programs are solved by every search that knows their rules."""

from __future__ import annotations

from itertools import islice

import pytest
from sgt import GAMES_OF, LARGE, one_solution, proved, puzzles_of

import solvers
from puzzles.puzzle import Puzzle
from solvers.core.step import Kind

STRONG = ("mrv", "cdcl")
MOST_STEPS = 1_500
"""How many steps of a search that may take for ever are checked."""


def check(puzzle: Puzzle, answer: Puzzle, name: str) -> None:
    """Check that the first steps of a search are legal, and that its solution is right if it comes to one."""
    board = solvers.get(name).board(puzzle)
    for step in islice(solvers.trace(puzzle, name), MOST_STEPS):
        assert board.objection(step) is None, (name, step)
        board.apply(step)
        if step.kind is Kind.SOLVED:
            assert board.solution() == answer, name
            return


@pytest.mark.slow
@pytest.mark.parametrize("corpus", GAMES_OF)
def test_each_search_solves_real_puzzles_and_each_step_is_legal(corpus: str) -> None:
    for puzzle in puzzles_of(corpus, range(100, 104)):
        answer = proved(puzzle)
        assert all(one_solution(puzzle, name) == answer for name in STRONG)
        for name in solvers.names():
            solver = solvers.get(name)
            if reason := solver.unfit(puzzle):
                assert "cannot apply the rule" in reason if puzzle.geometry.rules else reason
            elif name not in STRONG and not solver.black_box:
                check(puzzle, answer, name)


@pytest.mark.slow
@pytest.mark.parametrize("corpus", LARGE)
def test_a_sat_solver_solves_large_ones_and_each_step_is_legal(corpus: str) -> None:
    for puzzle in puzzles_of(corpus, range(100, 102)):
        assert one_solution(puzzle, "sat") == proved(puzzle)
