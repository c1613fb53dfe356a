"""Sentences about the answer of a SAT solver, whose search cannot be watched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzles.figures import counted
from solvers.core.registry import Solver
from solvers.core.step import Kind
from solvers.explain.records import SolutionCount
from solvers.sat import answer as sat_answer
from solvers.sat.interface import Formula, Took, time_text
from visualizer.text.spans import Caption, Span
from visualizer.timeline.timeline import Timeline
from visualizer.views.placed import with_placed
from visualizer.views.verdict import VerdictView


def words_of_answer(
    solver: Solver,
    options: Mapping[str, Any],
    timeline: Timeline,
    awaited: bool,
    verdict: VerdictView,
    *,
    timed: bool = True,
) -> Caption:
    """Describe the SAT solver's answer, or say that there is none yet. Return () if there is nothing to say.

    ``awaited`` means that the solver is still looking for it; otherwise the playhead is at the end.
    Unless it is ``timed``, the sentence leaves out how long the answer took.
    """
    if answer := options.get(sat_answer.OPTION):
        where = sat_answer.where_from(answer)
        brought = Span(f"The answer is from {where}. It agrees with every given and breaks no rule.")
        return (brought,) if awaited or timeline.resting else ()
    who, found = who_of(solver, options), bool(timeline.counts(timeline.length)[Kind.SOLVED])
    if awaited:
        return (Span(f"{who} looks for {'another' if found else 'a'} model of {_size(timeline)} …"),)
    if timeline.resting:
        return _found(who, timeline, timed)
    if not has_no_model(timeline):
        return ()
    start = Span(f"No solution{with_placed(timeline.head.puzzle)}: ", "conflict")
    return start, Span(f"{who} finds no model of {_size(timeline)}{_in_time(timeline, timed)}."), *_why(verdict)


def has_no_model(timeline: Timeline) -> bool:
    """Return whether the SAT solver has been run and found that there is no model."""
    return (
        _took(timeline) is not None
        and timeline.finished
        and not timeline.failure
        and not timeline.counts(timeline.length)[Kind.SOLVED]
    )


def who_of(solver: Solver, options: Mapping[str, Any]) -> str:
    """Return the name of the SAT solver in use, or the command that runs it."""
    chosen = solver.settled(options)
    return str(chosen.get("command") or chosen.get("backend") or solver.title)


def _found(who: str, timeline: Timeline, timed: bool) -> Caption:
    formula = _formula(timeline)
    if formula is not None and not formula.variables:
        took = _took(timeline)
        time = f" in {time_text(took.seconds)}" if took and timed else ""
        return (Span(f"Writing the clauses settled every cell{time}: there was nothing left for {who} to do."),)
    return (Span(f"{who} found this model of {_size(timeline)}{_in_time(timeline, timed)}."),)


def _size(timeline: Timeline) -> str:
    """Describe the size of the formula, if known."""
    formula = _formula(timeline)
    return size_of_formula(formula.clauses, formula.variables) if formula is not None else "the formula"


def _formula(timeline: Timeline) -> Formula | None:
    """Return the size of the formula that the solver has written, or ``None`` if it has not written one yet."""
    first = timeline.step(1).detail if timeline.length and timeline.known(1) else None
    return first if isinstance(first, Formula) else None


def size_of_formula(clauses: int, variables: int) -> str:
    """Describe the size of a formula, as in "1,234 clauses over 56 variables"."""
    return f"{counted(clauses, 'clause')} over {counted(variables, 'variable')}"


def _in_time(timeline: Timeline, timed: bool) -> str:
    """Return how long the answer took, including the time to write the clauses, as a phrase; "" unless timed."""
    took = _took(timeline)
    return f" in {took}" if took and timed else ""


def _took(timeline: Timeline) -> Took | None:
    """Return the solver's last report on its work, if it has been run."""
    detail = timeline.pending.detail if timeline.pending is not None else None
    return detail if isinstance(detail, Took) else None


def _why(verdict: VerdictView) -> Caption:
    """Explain why there is no solution, if known. The reason is looked for in the background."""
    if verdict.answer is SolutionCount.NONE:
        return Span(" Why: "), *verdict.caption[1:]
    if not verdict.finished:
        return (Span(" Looking for the reason …"),)
    return (Span(" The reason is not known."),) if verdict.answer is SolutionCount.UNKNOWN and verdict.caption else ()
