"""Courses, which convert the time on a race's clock to a lane's position.

Time t is a whole number of steps or guesses. A course converts it to a position on a lane's
timeline and back. At time t, the lane is at the last position it has reached by then.
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from solvers.core.step import Kind
from visualizer.timeline import chunk as packed
from visualizer.timeline.chunk import Positions
from visualizer.timeline.search import SearchHit
from visualizer.timeline.timeline import Timeline

FOREVER = 2**62
"""A time later than all others."""
EXACT = 50_000
"""The maximum length, in steps, of a run whose guesses are looked up individually for drawing."""
PORTION = 4096
"""How many steps to record when it is unclear how many are needed."""


class Course:
    """A lane's progress when all lanes advance in equal steps."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline

    @property
    def done(self) -> bool:
        """Whether the lane has been recorded up to its first answer or the end of its run."""
        return self.timeline.finished or self.timeline.resting

    @property
    def horizon(self) -> int:
        """The last time at which the lane's position is known for certain, or -1 if there is none."""
        return FOREVER if self.done else self.arrival(self.timeline.length) - 1

    @property
    def finish(self) -> int | None:
        """The time at which the lane stops moving, or ``None`` if unknown."""
        return self.arrival(self.timeline.length) if self.done else None

    def position(self, t: int) -> SearchHit:
        """Return the lane's position at a time up to the horizon, approximate where steps have been discarded."""
        return SearchHit(min(t, self.timeline.length), exact=True)

    def arrival(self, position: int) -> int:
        """Return the time at which the lane reaches a position."""
        return position

    def wanted(self, t: int) -> int:
        """Return how far to record to know the lane's position at this time."""
        return t + 1

    def positions(self, times: Positions) -> Positions:
        """Return the positions at many increasing times, accurate to a block of steps. Used for drawing."""
        return np.minimum(times, self.timeline.length)


class ByGuesses(Course):
    """Progress in equal guesses. At time t, the lane is at its t-th guess or, after its last guess, at its end."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(timeline)
        self._starts, self._guesses = [0], [0]
        """The start of each block, and how many guesses come before it."""

    def position(self, t: int) -> SearchHit:
        found = nth_guess(self.timeline, t) if t > 0 else SearchHit(0, exact=True)
        return found or SearchHit(self.timeline.length, exact=True)

    def arrival(self, position: int) -> int:
        return int(self.timeline.counts(position - 1)[Kind.GUESS]) + 1 if position else 0

    def wanted(self, t: int) -> int:
        return self.timeline.length + PORTION

    def positions(self, times: Positions) -> Positions:
        timeline = self.timeline
        if timeline.length < EXACT and all(chunk.codes is not None for chunk in timeline.chunks):
            codes = np.concatenate([chunk.window(chunk.start, chunk.end) for chunk in timeline.chunks])
            where = np.flatnonzero(timeline.book.table.kinds[codes] == Kind.GUESS) + 1
            return np.concatenate([[0], where, [timeline.length]])[np.minimum(times, len(where) + 1)]
        self._index()
        total = int(timeline.counts(timeline.length)[Kind.GUESS])
        guesses, starts = np.array([*self._guesses, total]), np.array([*self._starts, timeline.length])
        block = np.clip(np.searchsorted(guesses, times, side="left") - 1, 0, len(guesses) - 2)
        spans, made = np.diff(starts)[block], np.maximum(np.diff(guesses)[block], 1)
        found: Positions = starts[block] + (times - guesses[block]) * spans // made
        return np.where(times > total, timeline.length, np.where(times <= 0, 0, found))

    def _index(self) -> None:
        """Add newly completed blocks to the index, which outlives their steps."""
        for chunk in self.timeline.chunks:
            if chunk.end <= self._starts[-1]:
                continue
            for block, counts in enumerate(chunk.block_counts):
                start = chunk.start + block * packed.BLOCK
                if start > self._starts[-1]:
                    self._starts.append(start)
                    self._guesses.append(int(counts[Kind.GUESS]))


def nth_guess(timeline: Timeline, number: int) -> SearchHit | None:
    """Return the position of the n-th guess (counting from 1) among the recorded steps, in logarithmic time."""
    chunks = timeline.chunks
    chunk = chunks[bisect_left(chunks, number, lo=1, key=lambda chunk: int(chunk.base[Kind.GUESS])) - 1]
    if chunk.codes is None:
        return SearchHit(chunk.start + 1, exact=False)
    counts = chunk.block_counts
    block = bisect_left(counts, number, lo=1, key=lambda count: int(count[Kind.GUESS])) - 1
    start = chunk.start + block * packed.BLOCK
    end = min(start + packed.BLOCK, chunk.end)
    hits = np.flatnonzero(timeline.book.table.kinds[chunk.window(start, end)] == Kind.GUESS)
    left = number - int(counts[block][Kind.GUESS])
    return SearchHit(start + int(hits[left - 1]) + 1, exact=True) if left <= len(hits) else None
