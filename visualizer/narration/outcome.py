"""Explains how a run ended, which keys to press next, and why a search of it found nothing. Describes its options."""

import re
from collections.abc import Mapping
from typing import Any

from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from solvers.core.fork import is_end_of_fork
from solvers.core.registry import FORK, START, Solver, written
from solvers.core.step import Kind, Why
from solvers.explain.records import SolutionCount
from solvers.external.registry import file_of
from solvers.sat import answer as sat_answer
from solvers.sat.interface import Formula, Took, time_text
from visualizer.keymap import WATCH, key_of
from visualizer.narration.explanations import VerdictView
from visualizer.text.spans import Caption, Span
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Goal
from visualizer.views.board import with_placed

# Sentences about the answer of a SAT solver, whose search cannot be watched.


def words_of_answer(
    solver: Solver, options: Mapping[str, Any], timeline: Timeline, awaited: bool, verdict: VerdictView, timed: bool
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
        formula = _formula(timeline)
        if formula is not None and not formula.variables:
            took = _took(timeline)
            time = f" in {time_text(took.seconds)}" if took and timed else ""
            return (Span(f"Writing the clauses settled every cell{time}: there was nothing left for {who} to do."),)
        return (Span(f"{who} found this model of {_size(timeline)}{_in_time(timeline, timed)}."),)
    if not has_no_model(timeline):
        return ()
    start = Span(f"No solution{with_placed(timeline.head.puzzle)}: ", "conflict")
    return start, Span(f"{who} found {_size(timeline)} unsatisfiable{_in_time(timeline, timed)}."), *_why(verdict)


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


def _size(timeline: Timeline) -> str:
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


def guess_at_end(timeline: Timeline) -> str:
    """Return the manual guess that the run ended with, such as "r3c4 = 7"; "" if it ended differently."""
    step = timeline.step(timeline.length) if timeline.finished and timeline.length else None
    if step is None or not is_end_of_fork(step):
        return ""
    puzzle = timeline.head.puzzle
    return f"{puzzle.geometry.name(step.cell)} = {puzzle.symbol(step.digit)}"


def misses_a_solution(timeline: Timeline, solver: Solver, answer: SolutionCount) -> bool:
    """Return whether the user's own solver has ended without a solution, although the puzzle has one."""
    if file_of(solver) is None or not timeline.finished or timeline.failure or not timeline.length:
        return False
    found = int(timeline.counts(timeline.length)[Kind.SOLVED])
    gave_up = timeline.last_kind() is Kind.GAVE_UP
    return not (found or gave_up or guess_at_end(timeline)) and answer in (SolutionCount.ONE, SolutionCount.SEVERAL)


def ending(timeline: Timeline, puzzle: Puzzle, solver: Solver, answer: SolutionCount) -> Caption:
    """Return what to add to the last step's sentence, which is usually nothing except at the end.

    ``puzzle`` includes any digits placed before the run, and ``answer`` is what is known of its solutions.
    """
    if not timeline.finished or timeline.last_kind() is Kind.GAVE_UP or not puzzle.is_valid():
        return ()
    found, under = int(timeline.counts(timeline.length)[Kind.SOLVED]), with_placed(puzzle)
    if guess := guess_at_end(timeline):
        told = f" With it: {_solutions(found)}." if found else ""
        which = "another" if found else "a solution"
        return (Span(f"{told} This run does not show whether there is {which} without {guess}."),)
    if timeline.step(timeline.length).why is Why.ASSUMED:
        return (Span(f" Under these assumptions, that is all: {_solutions(found)}."),) if found else ()
    if misses_a_solution(timeline, solver, answer):
        return (Span(" The solver ended without a solution, but there is one.", "conflict"),)
    if not solver.proves:
        return (Span(f" The solver ended {'after' if found else 'without'} {_solutions(found)}."),)
    if not found:
        return (Span(f" No solution{under}: ", "conflict"), Span("every possibility has been tried."))
    if not solver.enumerates:
        return ()
    return (Span(f" That is all{under}: ", "solved"), Span(f"{_solutions(found)}."))


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def numbered(timeline: Timeline, position: int, solved: Caption) -> Caption:
    """Add the number of the solution to a sentence starting with "Solved:", unless it is the first."""
    number = int(timeline.counts(position)[Kind.SOLVED])
    if number < 2:
        return solved
    which = f"The {_ORDINALS[number - 1]} solution" if number <= len(_ORDINALS) else f"Solution {grouped(number)}"
    return Span(f"{which}:", "solved"), *solved[1:]


_WITHOUT = {
    Kind.GUESS: "No guess was needed: {} opens a puzzle that needs some.",
    Kind.CONFLICT: "There was no dead end: {} opens a puzzle that has some.",
    Kind.LEARN: "There was nothing to learn: {} opens a puzzle where there is.",
    Kind.ELIMINATE: "Singles were enough: {} opens a puzzle that needs more.",
}
"""What to say of a run that shows nothing of its solver's idea, with the key for a puzzle that does."""


def what_follows(timeline: Timeline, solver: Solver) -> Caption:
    """Offer a puzzle that shows more if the run has shown nothing of the solver's idea. When it is paused at the second
    solution or a later one, explain how to look for another.
    """
    counts = timeline.counts(timeline.length)
    number = int(counts[Kind.SOLVED]) if timeline.resting else 0
    idea = solver.idea
    puzzle = timeline.head.puzzle
    by_rules = idea is Kind.ELIMINATE and bool(puzzle.geometry.rules)  # which may need more than singles
    if number == 1 and idea is not None and not (counts[idea] or by_rules or puzzle.is_solved()):
        return (Span(f" {_WITHOUT[idea].format(key_of('showing'))}"),)
    if number < 2 or solver.black_box or not solver.enumerates:
        return ()
    another = f"a {_ORDINALS[number]}" if number < len(_ORDINALS) else "another"
    return (Span(f" Press {key_of('another')} to look for {another}."),)


def _solutions(found: int) -> str:
    return f"{grouped(found)} solutions" if found > 1 else "one solution" if found else "a solution"


def whats_next(timeline: Timeline, solver: Solver) -> str:
    """Say how the run ended and which keys are available."""
    solved = timeline.last_kind() is Kind.SOLVED
    leads = ["random", "home", *["another"] * (solved and not timeline.finished), "copy text"]
    keys = " · ".join(f"{key_of(id)}: {WATCH[id].help.lower()}" for id in leads if id in WATCH)
    return " ".join([*["Already solved."] * solved, *_end(timeline, solver), keys])


def _end(timeline: Timeline, solver: Solver) -> list[str]:
    found, under = int(timeline.counts(timeline.length)[Kind.SOLVED]), with_placed(timeline.head.puzzle)
    if timeline.failure:
        return ["The solver has stopped with an error."]
    if guess := guess_at_end(timeline):
        back = f"{key_of('before')} goes back to the run without that guess."
        return [f"No {'further ' if found else ''}solution is possible with {guess}. {back}"]
    if not found:
        return [f"The run has ended without a solution{under}."]
    if not timeline.finished:
        return []
    if not solver.proves or timeline.last_kind() is Kind.GAVE_UP:
        return [f"The solver has ended after {'one solution' if found == 1 else f'{found} solutions'}."]
    return [f"No more solutions{under}: there {'is only one' if found == 1 else f'are {found} in all'}."]


def words_of_unmet(unmet: Goal | None, puzzle: Puzzle, timeline: Timeline) -> str:
    """Say that a seek did not reach its goal; "" if it did, or if it could stop anywhere."""
    if unmet is None or unmet.or_end:
        return ""
    if unmet.condition is not None:
        return unmet.condition.missed(puzzle, unmet.forward, timeline.resting)
    return f"The run has only {counted(timeline.length, 'step')}: there is no step {grouped(unmet.position)}."


# A run's options ----------------------------------------------------------------------------------------------------


_TIMED = re.compile(r"(\d+):(\w+)(=|≠|!=)(\S)")


def in_words(options: Mapping[str, Any]) -> str:
    """Describe a run's options, as in "seed=3, 2 digits of yours, r3c4 = 7 guessed by hand after step 812"."""
    common = {START.name, FORK.name, sat_answer.OPTION}
    answer = str(options.get(sat_answer.OPTION, ""))
    placed = len(str(options.get(START.name, "")).split())
    guesses = str(options.get(FORK.name, "")).split()
    words = (
        written({name: value for name, value in options.items() if name not in common}),
        f"the answer from {sat_answer.where_from(answer)}" if answer else "",
        f"{counted(placed, 'digit')} of yours" if placed else "",
        *(f"{guess} guessed by hand after step {grouped(at)}" for at, guess in map(timed, guesses)),
    )
    return ", ".join(filter(None, words))


def timed(word: str) -> tuple[int, str]:
    found = _TIMED.fullmatch(word)
    return (int(found[1]), f"{found[2]} {'=' if found[3] == '=' else '≠'} {found[4]}") if found else (0, "")
