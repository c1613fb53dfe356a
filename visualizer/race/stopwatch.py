"""Measures the bare times of a race's lanes one after the other, so that they do not disturb each other."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.puzzle import Puzzle
from visualizer.race.lane import Lane, Measure, Measuring


class Stopwatch:
    """Measures each lane once; lanes with the same solver and options share a time."""

    def __init__(self, puzzle: Puzzle, lanes: Sequence[Lane], measure: Measure) -> None:
        self.puzzle, self.lanes = puzzle, lanes
        self._measure = measure
        self._measuring: Measuring | None = None

    @property
    def lane(self) -> Lane | None:
        """The next lane without a time; ``None`` if all have theirs or cannot run."""
        return next((lane for lane in self.lanes if lane.timeline and lane.timing is None), None)

    def go_on(self) -> None:
        """Start the next measurement, or check whether the current one has ended."""
        lane = self.lane
        if lane is None:
            return
        if self._measuring is None:
            assert lane.solver is not None
            self._measuring = self._measure(lane.solver, self.puzzle, lane.entry)
        timing = self._measuring.poll()
        if timing is not None:
            self.stop()
            for other in self.lanes:
                if other.entry == lane.entry:
                    other.timing = timing

    def stop(self) -> None:
        """Abandon the measurement under way."""
        if self._measuring is not None:
            self._measuring.close()
        self._measuring = None
