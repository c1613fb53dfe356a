"""One puzzle at a time: for grids that are not 9x9, and for the few that need too many guesses for the bulk engine.

They get the answer of the quickest solver for their size. Up to 16x16 that is :mod:`solvers.core.counting`.
"""

from __future__ import annotations

from puzzles.puzzle import Puzzle
from solvers.core import counting
from solvers.run import QUICK_UP_TO, count_solutions
from solvers.run import solve as solve


def count(puzzle: Puzzle, limit: int) -> int:
    """Count the solutions, up to the limit."""
    if puzzle.geometry.side <= QUICK_UP_TO:
        return counting.count(puzzle, limit)
    return count_solutions(puzzle, limit)
