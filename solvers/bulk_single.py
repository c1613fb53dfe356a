"""One puzzle at a time: the bulk engine's way with grids that are not 9x9, and with the few that need endless guesses.

Grids up to 16x16 are for :mod:`solvers.fast`; on larger ones the solver that is quickest for their size is asked.
"""

from __future__ import annotations

from puzzles.puzzle import Puzzle
from solvers import fast
from solvers.run import QUICK_UP_TO, count_solutions, quickest
from solvers.run import solve as solve_by_steps


def solve(puzzle: Puzzle) -> Puzzle | None:
    """The first solution, or ``None`` where there is none."""
    if puzzle.geometry.side <= QUICK_UP_TO:
        return fast.solve(puzzle)
    return solve_by_steps(puzzle, quickest(puzzle.geometry))


def count(puzzle: Puzzle, limit: int) -> int:
    """How many solutions there are, counting no further than the limit."""
    if puzzle.geometry.side <= QUICK_UP_TO:
        return fast.count(puzzle, limit)
    return count_solutions(puzzle, limit, quickest(puzzle.geometry))
