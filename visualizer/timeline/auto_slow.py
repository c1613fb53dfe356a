"""Slows down a fast run automatically just before interesting events."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection

import numpy as np

from solvers.core.step import Kind
from visualizer.timeline.chunk import BLOCK, Chunk
from visualizer.timeline.condition import Condition
from visualizer.timeline.search import find
from visualizer.timeline.timeline import Timeline

RUN_UP = 6
"""The number of steps shown at a readable speed before an event."""
APART = 2.0
"""The minimum time at full speed between two glimpses, in seconds."""
APART_RECORDS = 1.0
"""The minimum time at full speed before a record depth or an answer is shown slowly, in seconds."""
HELP = (
    "A fast run slows down before a conflict, a new greatest depth or a solution, "
    "and spends most of its time at full speed."
)
_DEAD_ENDS = (Kind.CONFLICT,)
_ANSWERS = (Kind.SOLVED, Kind.GAVE_UP)
_PORTION = 2**18
"""The maximum number of steps searched for record depths per call."""


class Records:
    """The positions at which the recorded run reaches a new greatest depth, at most one per level."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.positions: list[int] = []
        self.deepest = 0
        self._done = 0

    def grow(self) -> None:
        """Search newly recorded steps for record depths, up to a limit per call."""
        timeline, until = self.timeline, self._done + _PORTION
        while self._done < min(timeline.length, until):
            chunk = timeline.chunk_at(self._done)
            if chunk.codes is None:  # its steps are forgotten: the greatest depth is known, but not its position
                self.deepest = max(self.deepest, *chunk.peaks)
                self._done = chunk.end
            else:
                self._look(chunk)

    def _look(self, chunk: Chunk) -> None:
        """Read the next block of a chunk that sets a record depth, skipping those that do not."""
        block = (self._done - chunk.start) // BLOCK
        while block < len(chunk.peaks) and chunk.peaks[block] <= self.deepest:
            block += 1
        start = max(self._done, chunk.start + block * BLOCK)
        end = min(chunk.start + (block + 1) * BLOCK, chunk.end)
        if start < end:
            starts, depths = chunk.turns_within(self.timeline.book.table, start, end)
            so_far = np.maximum.accumulate(np.concatenate([[self.deepest], depths]))
            self.positions += (starts[np.diff(so_far) > 0] + 1).tolist()
            self.deepest = int(so_far[-1])
        self._done = max(start, end)

    def after(self, position: int) -> int | None:
        """Return the position of the first record depth after a position, if any."""
        index = bisect_right(self.positions, position)
        return self.positions[index] if index < len(self.positions) else None


class Glimpses:
    """Picks the events of a fast run to show slowly.

    A glimpse shows the last RUN_UP steps before an event at a readable speed, then pauses briefly on the event. An
    event gets one if the run has been at full speed long enough since the last glimpse: two seconds for a conflict, one
    for a new greatest depth or an answer. A glimpse takes less than a second, so most of the time is spent at full
    speed. All times are measured in ticks. Pressing play may start with a glimpse.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.records = Records(timeline)
        self.at: int | None = None
        """The position of the event being shown."""
        self.full = APART
        """Time spent at full speed since the last glimpse, in seconds."""

    def begin(self, position: int, target: int, counted: Condition | None) -> int:
        """Return the position on the way to a target where the run should slow down, or the target if it should not.

        ``counted`` says which steps count towards the run-up; ``None`` means all of them.
        """
        event = self._next(position)
        if event is None:
            return target
        start = max(position, self._run_up(event, position, counted))
        if start > target:
            return target
        self.at = event
        return start

    def _next(self, position: int) -> int | None:
        """Return the next event that may be shown briefly."""
        due = []
        if self.full >= APART_RECORDS:
            self.records.grow()
            due = [self.records.after(position), self._find(_ANSWERS, position)]
        if self.full >= APART:
            due.append(self._find(_DEAD_ENDS, position))
        return min((event for event in due if event is not None), default=None)

    def _find(self, kinds: Collection[Kind], position: int) -> int | None:
        found = find(self.timeline, kinds, position)
        return found.position if found and found.exact else None

    def _run_up(self, event: int, position: int, counted: Condition | None) -> int:
        """Return the position RUN_UP counted steps before an event, but not before the current position."""
        if counted is None:
            return event - RUN_UP
        start = event
        for _ in range(RUN_UP):
            found = find(self.timeline, counted, start, forward=False)
            if found is None or not found.exact or found.position <= position:
                return position
            start = found.position
        return start

    def end(self) -> None:
        """End the current glimpse, because the event has been shown or the run is moving elsewhere."""
        if self.at is not None:
            self.at, self.full = None, 0.0

    def forget(self) -> None:
        """Reset after the run has stopped, so that the next event can be shown immediately."""
        self.at, self.full = None, APART
