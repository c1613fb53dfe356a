"""What is known of a SAT solver whose search is not seen: its formula, who solves it, the time, what it reports, and
what its answer means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from solvers.explain.records import Answer
from solvers.sat import answer as sat_answer
from solvers.sat import cnf, numbering
from solvers.sat.numbering import Variables
from solvers.sat.request import Formula, Took, encoding_for, time_text
from visualizer.text.spans import Caption, Span
from visualizer.timeline.timeline import Timeline
from visualizer.views.formula import FormulaLine
from visualizer.views.placed import with_placed
from visualizer.views.verdict import VerdictView


class Box(NamedTuple):
    """A formula whose solving is not seen."""

    facts: tuple[FormulaLine, ...]
    givens: bool
    """Its givens are unit clauses of it."""
    variables: Variables
    """How they are numbered where they are shown."""
    renumbered: str = ""
    """Said of them, where the SAT solver has been given other numbers."""
    no_model: bool = False
    """There is none: the SAT solver has said so, or the givens break a rule, so that it was not asked."""
    known: bool = True
    """Its clauses are those of the facts; of an answer from elsewhere they are not known."""


def box_of(
    solver: Solver, options: Mapping[str, Any], puzzle: Puzzle, pending: Step | None, no_model: bool = False
) -> Box | None:
    """``None`` for a solver that is no black box, or that makes no clauses.

    ``pending`` is what it has last said while it was computing: that is not recorded, so the figures are those of the
    answer it has come to, wherever the playhead is. ``no_model``: it has come to the answer that there is none.
    """
    if not solver.black_box or solver.formula != "clauses":
        return None
    chosen = {one.name: one.default for one in solver.options} | solver.settled(options)
    if answer := chosen[sat_answer.OPTION]:
        return _box_of_answer(answer, puzzle, chosen)
    took = pending.detail if pending is not None and isinstance(pending.detail, Took) else None
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    variables, clauses, settled = _known(puzzle, encoding.name)
    who = who_of(solver, options)
    clash = bool(puzzle.clashes())
    search = f"{who} was not asked: the givens break a rule"
    if not clash:
        search = f"a black box: {who} looks for a model, and its search is not seen"
    facts = (
        FormulaLine((), "heading", f"{_sized(clauses, variables)} ({encoding.name})"),
        *(_report(took, who) if took else ()),
        FormulaLine((), "", encoding.summary),
        FormulaLine((), "", search),
    )
    shown = numbered(encoding, puzzle, chosen["numbering"])
    other = f"These numbers are row, column and digit; {who} had 1 to {grouped(variables)}, cell by cell."
    return Box(facts, not settled, shown, other if shown.numbering == "rcd" else "", no_model or clash)


def _box_of_answer(answer: str, puzzle: Puzzle, chosen: Mapping[str, Any]) -> Box:
    """Of an answer from elsewhere the formula is not known, but for its variables."""
    facts = (
        FormulaLine((), "heading", f"An answer from {sat_answer.where_from(answer)}"),
        FormulaLine((), "", "nothing was solved here: it has been read, and checked against givens and rules"),
    )
    encoding = cnf.ENCODINGS[encoding_for(puzzle.geometry, chosen["encoding"])]
    return Box(facts, givens=False, variables=numbered(encoding, puzzle, chosen["numbering"]), known=False)


@lru_cache(maxsize=8)
def numbered(encoding: cnf.Encoding, puzzle: Puzzle, name: str) -> Variables:
    """The variables as they are shown: in the numbering of that name, where encoding and size have it."""
    if encoding.own_numbering or not numbering.has_rcd(puzzle.geometry):
        return numbering.of(encoding, puzzle)
    return numbering.of(encoding, puzzle, name)


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
    yield FormulaLine((), "", so_far or "it does not report its conflicts, decisions or propagations")


def _counted(number: int, name: str) -> str:
    return f"{grouped(number)} {name.removesuffix('s') if number == 1 else name}"


# Its answer ---------------------------------------------------------------------------------------------------------


def said_of_answer(
    solver: Solver, options: Mapping[str, Any], timeline: Timeline, sweeping: bool, verdict: VerdictView
) -> Caption:
    """What is said while an answer is looked for and appears, and at its end; empty where there is nothing to say.

    ``sweeping``: it appears just now, or is waited for; otherwise the playhead stands at the end.
    """
    if answer := options.get(sat_answer.OPTION):
        return _brought(sat_answer.where_from(answer)) if sweeping or timeline.resting else ()
    who, found = who_of(solver, options), bool(timeline.counts(timeline.length)[Kind.SOLVED])
    if timeline.head.puzzle.clashes():  # it is not asked
        return ()
    if sweeping:
        return _awaited(who, timeline, found)
    if timeline.resting:
        return _found(who, timeline)
    if not has_no_model(timeline):
        return ()
    start = Span(f"No solution{with_placed(timeline.head.puzzle)}: ", "conflict")
    return start, Span(f"{who} finds no model of {_size(timeline)}{_in_time(timeline)}."), *_why(verdict)


def has_no_model(timeline: Timeline) -> bool:
    """The SAT solver has been asked, and there is no model."""
    asked = timeline.pending is not None and isinstance(timeline.pending.detail, Took)
    return asked and timeline.finished and not timeline.failure and not timeline.counts(timeline.length)[Kind.SOLVED]


def who_of(solver: Solver, options: Mapping[str, Any]) -> str:
    """The SAT solver that is asked, or the command that runs one."""
    chosen = solver.settled(options)
    return str(chosen.get("command") or chosen.get("backend") or solver.title)


def _brought(where: str) -> Caption:
    return (Span(f"The answer is from {where}. It agrees with every given and breaks no rule."),)


def _awaited(who: str, timeline: Timeline, found: bool) -> Caption:
    if timeline.resting:
        return Span("The answer: ", "solved"), *_found(who, timeline)
    if timeline.finished:
        return ()
    return (Span(f"{who} looks for {'another' if found else 'a'} model of {_size(timeline)} …"),)


def _found(who: str, timeline: Timeline) -> Caption:
    formula = _formula(timeline)
    if formula is not None and not formula.variables:
        took = timeline.pending.detail if timeline.pending is not None else None
        time = f" in {time_text(took.seconds)}" if isinstance(took, Took) else ""
        return (Span(f"Writing the clauses settled every cell{time}: nothing was left for {who}."),)
    return (Span(f"{who} found this model of {_size(timeline)}{_in_time(timeline)}."),)


def _size(timeline: Timeline) -> str:
    """How large the formula is, as far as it has been made."""
    formula = _formula(timeline)
    return _sized(formula.clauses, formula.variables) if formula is not None else "the formula"


def _formula(timeline: Timeline) -> Formula | None:
    """Return what the solver has said of its formula, once it has made it."""
    first = timeline.step(1).detail if timeline.length and timeline.known(1) else None
    return first if isinstance(first, Formula) else None


def _sized(clauses: int, variables: int) -> str:
    return f"{grouped(clauses)} clauses over {grouped(variables)} variables"


def _in_time(timeline: Timeline) -> str:
    """How long that took, with the making of the clauses."""
    took = timeline.pending.detail if timeline.pending is not None else None
    return f" in {took}" if isinstance(took, Took) else ""


def _why(verdict: VerdictView) -> Caption:
    """Why there is no solution, as far as that is known: the search for it goes on beside this one."""
    if verdict.answer is Answer.NONE:
        return Span(" Why: "), *verdict.caption[1:]
    if not verdict.finished:
        return (Span(" Why is being looked for …"),)
    return (Span(" Why is not known."),) if verdict.answer is Answer.UNKNOWN and verdict.caption else ()
