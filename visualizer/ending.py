"""What is said where a run has come to its end."""

from __future__ import annotations

from solvers.step import Kind
from visualizer.keys import action, caps
from visualizer.timeline import Timeline


def whats_next(timeline: Timeline, more: tuple[str, ...] = ()) -> str:
    """What the end means, and which keys lead on; ``more``: actions that the front end adds."""
    solved = timeline.last_kind() is Kind.SOLVED
    found = int(timeline.counts(timeline.length)[Kind.SOLVED])
    said = ["Already solved."] * solved
    if timeline.failure:
        said.append("The solver has stopped with an error.")
    elif not found:
        said.append("The run has ended without a solution.")
    elif timeline.finished:
        said.append(f"No further solution: there {'is one' if found == 1 else f'are {found}'} in all.")
    leads = ["random", "home"] + ["another"] * (solved and not timeline.finished) + list(more)
    return " ".join(said) + " " + " · ".join(f"{caps(action(id))[0]}: {action(id).help.lower()}" for id in leads)
