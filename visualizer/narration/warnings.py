"""Warnings before a run: a solver that cannot run on the puzzle, may never end, or may give up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver

MOST_GRIDS = 10_000_000
"""The maximum number of grids that a search through every order of every row can try in a minute or two."""


class Remark(NamedTuple):
    text: str
    prevents: bool = False
    """Whether the solver cannot run on this puzzle at all."""


def too_many_grids(solver: Solver, puzzle: Puzzle) -> int:
    """Return how many grids the solver has to check one by one, if it will not finish; 0 if it will."""
    if not solver.exhaustive:
        return 0
    from solvers.algorithms.rows import orders

    return grids if (grids := orders(puzzle)) > MOST_GRIDS else 0


def remarks(solver: Solver, puzzle: Puzzle, options: Mapping[str, Any] = MappingProxyType({})) -> tuple[Remark, ...]:
    """Return the warnings, one sentence each, most important first; none for a solver that simply works."""
    said: list[Remark] = []
    if lacking := solver.lacking(options):
        said.append(Remark(lacking, prevents=True))
    if not solver.sizes(puzzle.geometry):
        side = puzzle.geometry.side
        said.append(Remark(f"It does not know grids of {side}x{side}.", prevents=True))
    elif grids := too_many_grids(solver, puzzle):
        said.append(Remark(f"May not end here: the number of grids to try has {len(str(grids))} digits."))
    if not (solver.complete or solver.person):
        said.append(Remark("May give up without an answer, and never proves that there is none."))
    return tuple(said)
