"""Warnings before a run: the solver may be unable to run on the puzzle, never finish, or give up."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver

MOST_GRIDS = 10_000_000
"""The largest number of grids that a search trying every order of every row can get through in a minute or two."""


class Remark(NamedTuple):
    text: str
    prevents: bool = False
    """Whether the solver cannot run on this puzzle at all."""


def too_many_grids(solver: Solver, puzzle: Puzzle) -> int:
    """Return the number of grids the solver would check one by one, if they are too many to finish; otherwise 0."""
    if not solver.exhaustive:
        return 0
    from solvers.algorithms.rows import orders

    return grids if (grids := orders(puzzle)) > MOST_GRIDS else 0


def remarks(solver: Solver, puzzle: Puzzle, options: Mapping[str, Any] = MappingProxyType({})) -> tuple[Remark, ...]:
    """Return any warnings, one sentence each, most important first."""
    from solvers.external.registry import file_of  # imported late, because few commands need it

    said: list[Remark] = []
    if lacking := solver.lacking(options):
        said.append(Remark(lacking, prevents=True))
    if misfit := solver.unfit(puzzle):
        said.append(Remark(f"It {misfit}.", prevents=True))
    elif grids := too_many_grids(solver, puzzle):
        said.append(Remark(f"May never finish here: the number of grids to try has {len(str(grids))} digits."))
    if file := file_of(solver):
        said += [Remark(f"{fault}.".replace("?.", "?")) for fault in file.faults]
    if not (solver.complete or solver.person):
        said.append(Remark("May give up without an answer, and never proves that there is none."))
    return tuple(said)
