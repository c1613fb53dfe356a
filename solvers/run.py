"""Run a solver: its steps, its first answer, all its answers. Each of these consumes the same steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core import registry
from solvers.core.fork import Plan
from solvers.core.step import Kind, Step

DEFAULT = "elimination"
"""The solver that is watched where none is named."""
QUICK = "bitboard"
"""The solver that answers soonest on grids of up to this many cells a side."""
QUICK_UP_TO = 16
QUICK_BEYOND = ("sat", "cdcl")
"""The solvers that answer soonest on larger grids; the first that can run here is taken."""


class SizeError(ValueError):
    """A solver was asked for a grid of a size that it does not know."""


def quickest(geometry: Geometry) -> str:
    """Name the solver that answers soonest on a grid of this size: the one to take when nothing is watched."""
    if geometry.side <= QUICK_UP_TO:
        return QUICK
    return next(name for name in QUICK_BEYOND if not registry.get(name).lacking())


def trace(puzzle: Puzzle, name: str = DEFAULT, **options: Any) -> Iterator[Step]:
    """Yield the steps of a search. Clashing givens are a CONFLICT at once, and no search.

    It ends without SOLVED or GAVE_UP where there is no solution; a caller that keeps asking after a SOLVED gets the
    next one. The options are those of the solver and those that every solver has
    (:data:`solvers.core.registry.COMMON`). Raises ``LookupError`` for an unknown name, ``ValueError`` for an option
    that every solver has and that cannot be on this puzzle, and :class:`SizeError` for a grid that the solver cannot
    take.
    """
    solver = registry.get(name)
    if not solver.sizes(puzzle.geometry):
        side = puzzle.geometry.side
        raise SizeError(f"{solver.title} does not know grids of {side}x{side}; choose another algorithm")
    plan = Plan.of(solver, puzzle, options)
    return plan.steps(lambda puzzle, **noted: solver.run(puzzle, **plan.options, **noted))


def solutions(puzzle: Puzzle, name: str | None = None, **options: Any) -> Iterator[Puzzle]:
    """Yield every solution, each once, in the order the solver finds them: without a name, the :func:`quickest`."""
    name = name or quickest(puzzle.geometry)
    board = registry.get(name).board(puzzle, options)
    for step in trace(puzzle, name, **options):
        if step.kind is Kind.SOLVED:
            yield board.solution()
        elif step.kind is not Kind.PENDING:
            board.apply(step)


def solve(puzzle: Puzzle, name: str | None = None, **options: Any) -> Puzzle | None:
    """Return the first of :func:`solutions`, or ``None`` if the solver finds none."""
    return next(solutions(puzzle, name, **options), None)


def count_solutions(puzzle: Puzzle, limit: int = 2, name: str | None = None, **options: Any) -> int:
    """Count the :func:`solutions`, no further than the limit."""
    return sum(1 for _ in islice(solutions(puzzle, name, **options), limit))
