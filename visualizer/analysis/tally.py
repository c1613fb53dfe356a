"""Running sums of step weights, stored at block boundaries."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np

from solvers.core.step import Step
from visualizer.timeline import chunk as packed
from visualizer.timeline.timeline import Timeline

_POINTS = 65_536
"""The maximum number of stored sums; beyond that, every second one is dropped."""
_PORTION = 2**18
"""The maximum number of steps summed per call."""


class Tally:
    """Sums of step weights along one run. Call :meth:`grow` as the run grows, before its steps are forgotten."""

    def __init__(self, timeline: Timeline, weigh: Callable[[Step], int]) -> None:
        self.timeline = timeline
        self._weigh = weigh
        self._weights = array("q")
        """The weight of each step code."""
        self._sums = array("q", [0])
        """The sum at each multiple of the stride."""
        self._blocks = 1
        """The stride, in blocks."""

    def grow(self) -> None:
        """Add newly closed blocks, up to a limit per call."""
        stride = self._stride
        for _ in range(max(1, _PORTION // stride)):
            done = (len(self._sums) - 1) * stride
            if done + stride > self.timeline.length:
                return
            self._sums.append(self._sums[-1] + self._between(done, done + stride))
            if len(self._sums) > _POINTS:
                self._sums, self._blocks = self._sums[::2], 2 * self._blocks
                stride = self._stride

    def at(self, position: int) -> int:
        """Return the sum of the weights up to a position. Steps forgotten before they were added count as 0."""
        index = min(position // self._stride, len(self._sums) - 1)
        return self._sums[index] + self._between(index * self._stride, position)

    @property
    def _stride(self) -> int:
        return self._blocks * packed.BLOCK

    def _between(self, start: int, end: int) -> int:
        """Return the sum of the weights between two positions."""
        for step in self.timeline.book.steps[len(self._weights) :]:
            self._weights.append(self._weigh(step))
        if start >= end:
            return 0
        weights, total = np.frombuffer(self._weights, np.int64), 0
        for chunk in self.timeline.between(start, end):
            if chunk.codes is not None:
                total += int(weights.take(chunk.window(max(start, chunk.start), min(end, chunk.end))).sum())
        return total
