"""A solver with an option of every kind, whose steps reveal which values were set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import solvers
from puzzles import Puzzle
from solvers.core.registry import Option, Solver

ALL = (
    Option("encoding", "extended", "How it is written.", choices=("extended", "minimal", "compact")),
    Option("seed", 7, "Another seed, other digits.", 0),
    Option("shift", -3, "A number that may be negative."),
    Option("loud", False, "Whether it says all."),
    Option("decay", 0.95, "How fast it fades.", 0.5),
    Option("command", "minisat -v", "What is run."),
)


def tuned(puzzle: Puzzle, **options: Any) -> Iterator[solvers.Step]:
    """Yield steps whose cells show the values of the options."""
    for option in ALL:
        value = options.get(option.name, option.default)
        yield solvers.core.step.look(sum(map(ord, str(value))) % 81)
    yield solvers.core.step.GAVE_UP


TUNED = Solver("tuned", "Tuned", "For a test.", "", tuned, options=ALL, complete=False)
