"""What is known about a SAT solver whose search cannot be seen: its formula, name, time and statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from solvers.core.step import Step
from solvers.sat import answer as sat_answer
from solvers.sat import cnf, numbering
from solvers.sat.interface import Took, encoding_for, time_text
from solvers.sat.numbering import Variables
from visualizer.narration.answer import size_of_formula, who_of
from visualizer.views.formula import FormulaLine


class BlackBox(NamedTuple):
    """The formula of a solver whose search cannot be shown."""

    facts: tuple[FormulaLine, ...]
    givens: bool
    """Whether the givens are unit clauses in the formula."""
    variables: Variables
    """How the variables are numbered on the screen."""
    renumbered: str = ""
    """A note shown if the SAT solver was given different variable numbers."""
    no_model: bool = False
    """Whether the SAT solver has found that there is no model."""
    known: bool = True
    """Whether the clauses are known. They are not if the answer was opened from a file."""


def box_of(
    solver: Solver,
    options: Mapping[str, Any],
    puzzle: Puzzle,
    pending: Step | None,
    no_model: bool = False,
    *,
    other: bool = False,
) -> BlackBox | None:
    """Return a solver's black box, or ``None`` if its search can be seen or it produces no clauses.

    ``pending`` is the solver's last report while it is still computing. It is not recorded, so the figures are always
    the latest, wherever the playhead is. ``no_model`` means that the solver has found there is no model.
    ``other`` means to number the variables in the other way, if there are two.
    """
    if not solver.black_box or solver.formula != "clauses":
        return None
    chosen = {one.name: one.default for one in solver.options} | solver.settled(options)
    if answer := chosen[sat_answer.OPTION]:
        return _box_of_answer(answer, puzzle, chosen, other)
    took = pending.detail if pending is not None and isinstance(pending.detail, Took) else None
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    variables, clauses, settled = _known(puzzle, encoding.name)
    who = who_of(solver, options)
    facts = (
        FormulaLine((), "heading", f"{size_of_formula(clauses, variables)} ({encoding.name})"),
        *(_report(took, who) if took else ()),
        FormulaLine((), "", encoding.summary),
        FormulaLine((), "", f"a black box: {who} looks for a model, but its search cannot be seen"),
    )
    shown = numbered(encoding, puzzle, chosen["numbering"], other)
    note = f"These numbers give row, column and digit; {who} was given 1 to {grouped(variables)}, cell by cell."
    return BlackBox(facts, not settled, shown, note if shown.numbering == "rcd" else "", no_model)


def _box_of_answer(answer: str, puzzle: Puzzle, chosen: Mapping[str, Any], other: bool) -> BlackBox:
    """Return the box for an answer opened from a file. Only its variables are known."""
    facts = (
        FormulaLine((), "heading", f"An answer from {sat_answer.where_from(answer)}"),
        FormulaLine((), "", "nothing was solved here: the answer was read and checked against the givens and rules"),
    )
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    variables = numbered(encoding, puzzle, chosen["numbering"], other)
    return BlackBox(facts, givens=False, variables=variables, known=False)


@lru_cache(maxsize=8)
def numbered(encoding: cnf.Encoding, puzzle: Puzzle, name: str, other: bool = False) -> Variables:
    """Return the variables with the named numbering, or with ``other``, the other one. Return those with the only
    numbering that suits the encoding and size, if there is only one.
    """
    if encoding.own_numbering or not numbering.has_rcd(puzzle.geometry):
        return numbering.of(encoding, puzzle)
    return numbering.of(encoding, puzzle, "rcd" if (name == "rcd") is not other else "compact")


@lru_cache(maxsize=8)
def _known(puzzle: Puzzle, encoding: str) -> tuple[int, int, bool]:
    """Return the number of variables, the number of clauses, and whether any digits are settled beforehand."""
    found = cnf.ENCODINGS[encoding]
    return *found.size(puzzle), any(found.values(puzzle))


def _report(took: Took, who: str) -> Iterator[FormulaLine]:
    after = f", after {time_text(took.making)} for the clauses" if took.making else ""
    yield FormulaLine((), "", f"{who}: {time_text(took.seconds - took.making)} for the latest answer{after}")
    figures = ", ".join(_counted(number, name) for name, number in took.figures.items())
    so_far = f"{figures} so far, for all answers together" if figures else ""
    yield FormulaLine((), "", so_far or "it does not report its conflicts, decisions or propagations")


def _counted(number: int, name: str) -> str:
    return f"{grouped(number)} {name.removesuffix('s') if number == 1 else name}"
