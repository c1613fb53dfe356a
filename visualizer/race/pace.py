"""The paces of a race and their speeds, and the places of lanes by what their answers cost."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from puzzles.figures import grouped


class Pace(Enum):
    """The unit in which all lanes of a race advance equally."""

    STEPS = "steps"
    GUESSES = "guesses"


BY_TIME = "time"
"""A pace of earlier versions, at which the lanes advanced by measured time."""


class PaceRule(NamedTuple):
    """A pace's description, and the speeds to choose from, in units of t per second."""

    title: str
    note: str
    """What the pace means, and what it does not tell you."""
    speeds: tuple[float, ...]
    speed: float


def _scale(first: int, last: int) -> tuple[float, ...]:
    return tuple(float(f"{factor}e{power}") for power in range(first, last) for factor in (1, 2, 5))


RULES = {
    Pace.STEPS: PaceRule(
        "Equal steps",
        "Every lane has made the same number of steps. A step in one algorithm may be as much work as many in another.",
        (0.5, *_scale(0, 7), 1e7, 2e7),
        200.0,
    ),
    Pace.GUESSES: PaceRule(
        "Equal guesses",
        "Every lane has made the same number of guesses. Deductions between two guesses are not counted.",
        (0.5, *_scale(0, 6), 1e6),
        2.0,
    ),
}


def clock_text(pace: Pace, t: int) -> str:
    """Format the time on the clock, as in "step 1,204" or "guess 12"."""
    unit = {Pace.STEPS: "step", Pace.GUESSES: "guess"}[pace]
    return f"{unit} {grouped(t)}"


class FinishPlace(NamedTuple):
    rank: int
    """The rank, counting from 1."""
    tied: bool = False

    def __str__(self) -> str:
        tens = self.rank // 10 % 10 == 1
        ending = "th" if tens else {1: "st", 2: "nd", 3: "rd"}.get(self.rank % 10, "th")
        return f"{'=' * self.tied}{self.rank}{ending}"


def ranks(costs: Sequence[int | None]) -> list[FinishPlace | None]:
    """Rank lanes by cost. A cost of ``None`` gets no place."""
    known = [cost for cost in costs if cost is not None]
    return [
        None if cost is None else FinishPlace(1 + sum(other < cost for other in known), known.count(cost) > 1)
        for cost in costs
    ]
