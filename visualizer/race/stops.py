"""The stops of a presented race: the moments at which lanes finish."""

from __future__ import annotations

from bisect import bisect_right

from visualizer.race.race import Race


class RaceStops:
    """The finishes known so far. A finish is known once no other lane can still finish before it."""

    def __init__(self, race: Race) -> None:
        finishes = {course.finish for course in race.courses} - {None, 0}
        self._times = sorted(t for t in finishes if t is not None and t <= race.horizon)
        self.complete = race.finished
        """Whether there will be no more stops."""

    @property
    def total(self) -> int:
        """The number of stops so far."""
        return len(self._times)

    def number(self, t: int) -> int:
        """Return the number of the last stop at or before a time, or 0 if there is none."""
        return bisect_right(self._times, t)

    def position(self, number: int) -> int | None:
        """Return the time of a stop, or ``None`` if it is not known."""
        return self._times[number - 1] if number <= len(self._times) else None
