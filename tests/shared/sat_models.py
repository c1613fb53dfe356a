"""Finds models of clauses with a SAT solver that is not part of this project, either pycosat or MiniSat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Clauses = Iterable[list[int]]


def each(clauses: Clauses) -> Iterator[list[int]]:
    """Yield every model once as a list of literals, or skip the test if no SAT solver is installed."""
    try:
        import pycosat
    except ImportError:
        import pytest  # programs that act as SAT solvers start faster without it

        pysat = pytest.importorskip("pysat.solvers", reason="needs a SAT solver: pip install '.[pycosat]'")
        with pysat.Solver(name="minisat22", bootstrap_with=clauses) as solver:
            yield from solver.enum_models()
    else:
        yield from pycosat.itersolve(clauses)


def first(clauses: Clauses) -> list[int] | None:
    """Return a model, or ``None`` if there is none."""
    return next(each(clauses), None)
