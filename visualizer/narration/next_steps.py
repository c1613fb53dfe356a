"""Explains the end of a run, and which keys go on from there."""

from __future__ import annotations

from solvers.core.registry import Solver
from solvers.core.step import Kind
from visualizer.keymap import WATCH, key_of
from visualizer.narration.outcome import back_from_guess, guess_at_end
from visualizer.timeline.timeline import Timeline
from visualizer.views.placed import with_placed


def whats_next(timeline: Timeline, solver: Solver, more: tuple[str, ...] = ()) -> str:
    """Return a sentence about the end, and the keys; ``more``: further actions of the front end."""
    solved = timeline.last_kind() is Kind.SOLVED
    leads = ["random", "home"] + ["another"] * (solved and not timeline.finished) + list(more)
    keys = " · ".join(f"{key_of(id)}: {WATCH[id].help.lower()}" for id in leads)
    return " ".join([*["Already solved."] * solved, *_ending(timeline, solver), keys])


def _ending(timeline: Timeline, solver: Solver) -> list[str]:
    found, under = int(timeline.counts(timeline.length)[Kind.SOLVED]), with_placed(timeline.head.puzzle)
    if timeline.failure:
        return ["The solver has stopped with an error."]
    if guess := guess_at_end(timeline):
        return [f"Nothing {'more ' if found else ''}is left under {guess}. {back_from_guess()}"]
    if not found:
        return [f"The run has ended without a solution{under}."]
    if not timeline.finished:
        return []
    if not solver.proves or timeline.last_kind() is Kind.GAVE_UP:
        return [f"The solver has ended after {'one solution' if found == 1 else f'{found} solutions'}."]
    return [f"No further solution{under}: there {'is one' if found == 1 else f'are {found}'} in all."]
