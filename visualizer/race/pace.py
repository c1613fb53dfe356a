"""The paces of a race and their speeds, with descriptions."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from puzzles.figures import grouped
from solvers.checks.timing import time_text
from visualizer.text import numbers


class Pace(Enum):
    """The unit in which all lanes of a race advance equally."""

    STEPS = "steps"
    GUESSES = "guesses"
    TIME = "time"


class Rule(NamedTuple):
    """A pace's description, and the speeds to choose from, in units of t per second."""

    title: str
    note: str
    """What the pace means, and what it does not tell you."""
    speeds: tuple[float, ...]
    speed: float
    """The default speed."""


def _scale(first: int, last: int) -> tuple[float, ...]:
    return tuple(float(f"{factor}e{power}") for power in range(first, last) for factor in (1, 2, 5))


RULES = {
    Pace.STEPS: Rule(
        "Equal steps",
        "Every lane has made the same number of steps. A step in one algorithm may be as much work as many in another.",
        (0.5, *_scale(0, 7), 1e7, 2e7),
        200.0,
    ),
    Pace.GUESSES: Rule(
        "Equal guesses",
        "Every lane has made the same number of guesses. Deductions between two guesses are not counted.",
        (0.5, *_scale(0, 6), 1e6),
        2.0,
    ),
    Pace.TIME: Rule(
        "Equal time",
        "Each lane is at the step that its timed run had reached by the time shown. Runs are timed without the window, "
        "one at a time, each in its own process; the median of several is used.",
        (*_scale(2, 9), 1e9),
        5e5,
    ),
}


def clock_text(pace: Pace, t: int) -> str:
    """Format the time on the clock, as in "step 1,204", "guess 12" or "1.25 ms"."""
    if pace is Pace.TIME:
        return time_text(t)
    unit = {Pace.STEPS: "step", Pace.GUESSES: "guess"}[pace]
    return f"{unit} {grouped(t)}"


def speed_text(pace: Pace, speed: float) -> str:
    """Format a speed, as in "20 steps/s", "2 guesses/s" or "1 ms = 2 s"."""
    if pace is Pace.TIME:
        if f"{speed:e}"[0] == "5":
            return f"{_unit(2 * speed)} = 2 s"
        return f"{_unit(speed)} = 1 s"
    return numbers.speed_text(speed, pace.value)


def _unit(nanoseconds: float) -> str:
    size, unit = next(one for one in ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")) if nanoseconds >= one[0])
    return f"{nanoseconds / size:g} {unit}"
