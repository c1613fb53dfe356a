"""Explains how a run ended, which keys to press next, and why a search of the run found nothing."""

from __future__ import annotations

from puzzles.figures import counted, grouped
from puzzles.puzzle import Puzzle
from solvers.core.fork import is_end_of_fork
from solvers.core.registry import Solver
from solvers.core.step import Kind, Why
from solvers.explain.records import SolutionCount
from solvers.external.registry import file_of
from visualizer.keymap import WATCH, key_of
from visualizer.text.spans import Caption, Span
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.transport import Goal
from visualizer.views.placed import with_placed


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
    if not timeline.finished or timeline.last_kind() is Kind.GAVE_UP or puzzle.clashes():
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


def what_follows(timeline: Timeline, solver: Solver) -> Caption:
    """Explain how to look for another solution when the run is paused at the second or a later one."""
    number = int(timeline.counts(timeline.length)[Kind.SOLVED]) if timeline.resting else 0
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
