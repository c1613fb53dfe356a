"""Takes the bare times of a race's lanes, one after the other, so that none disturbs another."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.puzzle import Puzzle
from visualizer.race.lane import Lane, Measure, Measuring


class Stopwatch:
    """Each lane is measured once; those with the same solver and options share a time."""

    def __init__(self, puzzle: Puzzle, lanes: Sequence[Lane], measure: Measure) -> None:
        self.puzzle, self.lanes = puzzle, lanes
        self._measure = measure
        self._measuring: Measuring | None = None

    @property
    def lane(self) -> Lane | None:
        """The next lane without a time; ``None``: all have theirs, or cannot run."""
        return next((lane for lane in self.lanes if lane.timeline and lane.timing is None), None)

    def go_on(self) -> None:
        """Start what is to be measured next, or look whether it has come to its end."""
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
        """Abandon what is being measured."""
        if self._measuring is not None:
            self._measuring.close()
        self._measuring = None
