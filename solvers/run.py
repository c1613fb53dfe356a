"""Runs a solver to get its steps, its first solution or all its solutions. The solutions are read from the steps."""

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core import registry
from solvers.core.fork import Plan
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from solvers.sat import backends

DEFAULT = "elimination"
"""The solver to watch by default."""
QUICK = "bitboard"
"""The fastest solver on grids with up to ``QUICK_UP_TO`` cells per side."""
QUICK_UP_TO = 12
QUICK_BEYOND = ("sat", "cdcl")
"""The fastest solvers on larger grids. The first one that can run on this machine is used."""
QUICK_ANYWAY = 16
"""Up to this number of cells per side, :data:`QUICK` is faster if there is no SAT solver that can stop."""
FEW = 10
"""Up to this number of solutions, a SAT solver is faster. Each solution is another clause for it."""
UNWATCHED: dict[str, dict[str, Any]] = {"sat": {"here": True}}
"""The options that make solvers quicker if nobody is watching."""


class SizeError(ValueError):
    """The error for a grid size that the solver does not support."""


def default_for(puzzle: Puzzle) -> str:
    """Return the solver to watch by default that takes a puzzle."""
    return next((name for name in (DEFAULT, *registry.names()) if not registry.get(name).unfit(puzzle)), DEFAULT)


def quickest(geometry: Geometry, wanted: float = 1) -> str:
    """Return the fastest solver for a grid size and up to ``wanted`` solutions, for use when nobody is watching."""
    small = QUICK_UP_TO if wanted <= FEW and backends.can_stop() else QUICK_ANYWAY
    if geometry.side <= small and not geometry.rules:
        return QUICK
    return next(name for name in QUICK_BEYOND if not registry.get(name).lacking())


def trace(puzzle: Puzzle, name: str = DEFAULT, **options: Any) -> Iterator[Step]:
    """Yield the steps of a search. If the givens clash, there is just a CONFLICT, without a search.

    If there is no solution, the steps end without SOLVED or GAVE_UP. Continuing after a SOLVED finds the next solution.
    The options are the solver's own and the common ones (:data:`solvers.core.registry.COMMON`). Raises ``LookupError``
    for an unknown name, ``ValueError`` for a common option that does not suit this puzzle, and :class:`SizeError` for a
    grid size that the solver does not support.
    """
    solver = registry.get(name)
    plan = planned(solver, puzzle, options)
    return plan.steps(lambda puzzle, **noted: solver.run(puzzle, **plan.options, **noted))


def unwatched(puzzle: Puzzle, wanted: float = 1) -> Iterator[Step]:
    """Yield the steps of the :func:`quickest` solver, which nobody is watching."""
    name = quickest(puzzle.geometry, wanted)
    return trace(puzzle, name, **UNWATCHED.get(name, {}))


def planned(solver: Solver, puzzle: Puzzle, options: Mapping[str, Any]) -> Plan:
    """Plan a run. Raises ``ValueError`` and :class:`SizeError`, like :func:`trace`."""
    if misfit := solver.misfit(puzzle):
        raise SizeError(f"{misfit}; choose a different algorithm")
    return Plan.of(solver, puzzle, options)


def solutions(puzzle: Puzzle, name: str | None = None, **options: Any) -> Iterator[Puzzle]:
    """Yield each solution once, in the order the solver finds them. The default solver is the :func:`quickest`."""
    return _solutions(puzzle, name, options, math.inf)


def _solutions(puzzle: Puzzle, name: str | None, options: Mapping[str, Any], wanted: float) -> Iterator[Puzzle]:
    solver = registry.get(name or quickest(puzzle.geometry, wanted))
    board = solver.board(puzzle, options)
    for step in trace(puzzle, solver.name, **options) if name or options else unwatched(puzzle, wanted):
        if step.kind is Kind.SOLVED:
            yield board.solution()
        elif step.kind is not Kind.PENDING:
            board.apply(step)


def solve(puzzle: Puzzle, name: str | None = None, **options: Any) -> Puzzle | None:
    """Return the first of the :func:`solutions`, or ``None`` if the solver finds none."""
    return next(_solutions(puzzle, name, options, 1), None)


def count_solutions(puzzle: Puzzle, limit: int = 2, name: str | None = None, **options: Any) -> int:
    """Count the :func:`solutions`, up to the limit."""
    return sum(1 for _ in islice(_solutions(puzzle, name, options, limit), limit))
