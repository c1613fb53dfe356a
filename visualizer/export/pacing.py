"""Decides how long each step of a film is shown: steps pass evenly, but the film holds where there is something to
see.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from solvers.core.step import Kind

HOLDS = {Kind.CONFLICT: 0.6, Kind.LEARN: 0.8, Kind.SOLVED: 2.0}
"""How long a film holds at each kind of step, in seconds, if it has the time."""
SHORTEST = 0.1
"""The shortest hold that people notice, in seconds."""


def holds_within(most: float, numbers: Mapping[Kind, int]) -> dict[Kind, float]:
    """Return how long to hold at each kind of step, so that all holds together take at most ``most`` seconds.

    ``numbers`` says how many steps of each kind there are. If there are too many, all holds are shortened by the same
    factor. Kinds whose holds would be too short to notice get none, which leaves more time for the others.
    """
    kept = [kind for kind in sorted(HOLDS, key=HOLDS.__getitem__) if numbers.get(kind)]
    while kept:
        scale = min(1.0, most / sum(HOLDS[kind] * numbers[kind] for kind in kept))
        if scale * HOLDS[kept[0]] >= SHORTEST:
            return {kind: scale * HOLDS[kind] for kind in kept}
        del kept[0]
    return {}


@dataclass(frozen=True)
class Pacing:
    """The times of a film's steps. Each hold comes after the given number of steps, in order."""

    steps: int
    speed: float
    """The speed between holds, in steps per second."""
    holds: tuple[tuple[int, float], ...] = ()
    """The number of steps shown so far and the seconds to hold there, for each hold."""

    @cached_property
    def _ends(self) -> list[float]:
        """The time at which each hold ends."""
        held = accumulate(seconds for _, seconds in self.holds)
        return [count / self.speed + so_far for (count, _), so_far in zip(self.holds, held, strict=True)]

    @property
    def seconds(self) -> float:
        """The length of the film."""
        return self.steps / self.speed + sum(seconds for _, seconds in self.holds)

    def at(self, second: float) -> tuple[int, bool]:
        """Return how many steps have been shown by the given time, and whether the film is holding then."""
        passed = bisect_right(self._ends, second)
        start, shown = (self._ends[passed - 1], self.holds[passed - 1][0]) if passed else (0.0, 0)
        count = shown + int((second - start) * self.speed + 1e-6)
        if passed < len(self.holds) and count >= self.holds[passed][0]:
            return self.holds[passed][0], True
        return min(count, self.steps), False


def speed_for(steps: int, seconds: float) -> float:
    """Return the speed at which the steps take the given time."""
    return steps / seconds
