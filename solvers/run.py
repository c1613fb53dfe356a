"""Runs a solver for its steps, its first answer, or all its answers. All of them come from the same steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core import registry
from solvers.core.fork import Plan
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step

DEFAULT = "elimination"
"""The solver to watch if none is named."""
QUICK = "bitboard"
"""The fastest solver on grids of up to ``QUICK_UP_TO`` cells per side."""
QUICK_UP_TO = 16
QUICK_BEYOND = ("sat", "cdcl")
"""The fastest solvers on larger grids; the first that can run here is used."""


class SizeError(ValueError):
    """The error for a grid whose size the solver cannot handle."""


def quickest(geometry: Geometry) -> str:
    """Return the fastest solver for a size of grid: the one to use when nobody is watching."""
    if geometry.side <= QUICK_UP_TO:
        return QUICK
    return next(name for name in QUICK_BEYOND if not registry.get(name).lacking())


def trace(puzzle: Puzzle, name: str = DEFAULT, **options: Any) -> Iterator[Step]:
    """Yield the steps of a search. Clashing givens are a CONFLICT at once, without a search.

    It ends without SOLVED or GAVE_UP if there is no solution; a caller that keeps asking after a SOLVED gets the next
    one. The options are the solver's own and those of every solver (:data:`solvers.core.registry.COMMON`). Raises
    ``LookupError`` for an unknown name, ``ValueError`` for an option of every solver that does not suit this puzzle,
    and :class:`SizeError` for a grid that the solver cannot handle.
    """
    solver = registry.get(name)
    plan = planned(solver, puzzle, options)
    return plan.steps(lambda puzzle, **noted: solver.run(puzzle, **plan.options, **noted))


def planned(solver: Solver, puzzle: Puzzle, options: Mapping[str, Any]) -> Plan:
    """Plan a run. Raises ``ValueError`` and :class:`SizeError`, as :func:`trace` does."""
    if not solver.sizes(puzzle.geometry):
        side = puzzle.geometry.side
        raise SizeError(f"{solver.title} does not know grids of {side}x{side}; choose another algorithm")
    return Plan.of(solver, puzzle, options)


def solutions(puzzle: Puzzle, name: str | None = None, **options: Any) -> Iterator[Puzzle]:
    """Yield every solution, each once, in the order the solver finds them; without a name, use the :func:`quickest`."""
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
    """Count the :func:`solutions`, up to the limit."""
    return sum(1 for _ in islice(solutions(puzzle, name, **options), limit))
