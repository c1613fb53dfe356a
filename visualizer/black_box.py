"""What is known of a SAT solver whose search is not seen: its formula, who solves it, the time and what it reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from puzzles.puzzle import Puzzle
from solvers import cnf
from solvers.registry import Solver
from solvers.sat import Took, encoding_for, time_text
from solvers.step import Step
from visualizer.scene import FormulaLine


class Box(NamedTuple):
    """A formula whose solving is not seen."""

    facts: tuple[FormulaLine, ...]
    givens: bool
    """Its givens are unit clauses of it."""


def box_of(solver: Solver, options: Mapping[str, Any], puzzle: Puzzle, pending: Step | None) -> Box | None:
    """``None`` for a solver that is no black box, or that makes no clauses.

    ``pending`` is what it has last said while it was computing: that is not recorded, so the figures are those of the
    answer it has come to, wherever the playhead is.
    """
    if not solver.black_box or solver.formula != "clauses":
        return None
    chosen = {one.name: options.get(one.name, one.default) for one in solver.options}
    took = pending.detail if pending is not None and isinstance(pending.detail, Took) else None
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    variables, clauses, settled = _known(puzzle, encoding.name)
    who = chosen["command"] or chosen["backend"]
    facts = (
        FormulaLine((), "heading", f"{clauses:,} clauses over {variables:,} variables ({encoding.name})"),
        *(_report(took, who) if took else ()),
        FormulaLine((), "", encoding.summary),
        FormulaLine((), "", f"a black box: {who} looks for a model, and its search is not seen"),
    )
    return Box(facts, givens=not settled)


@lru_cache(maxsize=8)
def _known(puzzle: Puzzle, encoding: str) -> tuple[int, int, bool]:
    """Variables, clauses, and whether digits are settled before there is a formula."""
    found = cnf.ENCODINGS[encoding]
    return *found.size(puzzle), any(found.values(puzzle))


def _report(took: Took, who: str) -> Iterator[FormulaLine]:
    after = f", after {time_text(took.making)} for the clauses" if took.making else ""
    yield FormulaLine((), "", f"{who}: {time_text(took.seconds - took.making)} for the latest answer{after}")
    figures = ", ".join(_counted(number, name) for name, number in took.figures.items())
    so_far = f"{figures} so far, all answers together" if figures else ""
    yield FormulaLine((), "", so_far or "it does not report its conflicts, decisions and propagations")


def _counted(number: int, name: str) -> str:
    return f"{number:,} {name.removesuffix('s') if number == 1 else name}"
