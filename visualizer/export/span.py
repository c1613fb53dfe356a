"""The part of a run that a film shows, measured in counted steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from time import perf_counter

from solvers.core.step import Kind
from visualizer.export.recording import RecordError
from visualizer.timeline.chunk import Counts
from visualizer.timeline.condition import CONDITIONS, Condition, any_of
from visualizer.timeline.player import Player
from visualizer.timeline.search import find, nth


class Span:
    """The steps of a recorded run from the playhead to another position."""

    def __init__(self, player: Player, last: int) -> None:
        self._timeline, self.first, self.last = player.timeline, player.position, last
        self._condition = CONDITIONS[player.grain]
        self._listed = None if self._condition.by_kind else tuple(self._positions(self._condition))
        """The positions of the counted steps; ``None`` if they follow from the counts of each kind."""
        self._before = 0 if self._listed is not None else self._counted(self.first)
        self.steps = self.count(max(self.first, last - 1)) + 1
        """The number of counted steps. The last position always counts."""
        self._at = 0, self.first
        """The number of steps last asked for, and the position after them."""

    def count(self, position: int) -> int:
        """Return the number of counted steps up to a position, which must be known."""
        if self._listed is not None:
            return bisect_right(self._listed, position)
        return self._counted(position) - self._before

    def position(self, count: int) -> int:
        """Return the position after the given number of steps, which must never decrease from one call to the next."""
        if count >= self.steps:
            return self.last
        if self._listed is not None:
            return self._listed[count - 1] if count else self.first
        before, position = self._at
        if count > before:
            self._at = count, self._nth(position, count - before)
        return self._at[1]

    def numbers(self, kinds: Collection[Kind]) -> dict[Kind, int]:
        """Return how many counted steps of these kinds there are before the last position."""
        start, end = self._counts(self.first), self._counts(max(self.first, self.last - 1))
        shown = [kind for kind in kinds if not self._condition.kinds or kind in self._condition.kinds]
        return {kind: int(end[kind] - start[kind]) for kind in shown}

    def places(self, kinds: Collection[Kind]) -> Iterator[tuple[int, Kind]]:
        """Yield the number of counted steps up to each step of these kinds before the last position, and its kind."""
        for position in self._positions(any_of(kinds)) if kinds else ():
            if position < self.last:
                yield self.count(position), self._timeline.step(position).kind

    def _positions(self, condition: Condition) -> Iterator[int]:
        """Yield the positions of the matching steps, replaying any forgotten part of the run."""
        position = self.first
        while (hit := find(self._timeline, condition, position)) is not None and hit.position <= self.last:
            if hit.exact:
                position = hit.position
                yield position
            else:
                self._reach(hit.position)

    def _nth(self, position: int, count: int) -> int:
        while (found := nth(self._timeline, self._condition, position, count)) is not None:
            if self._timeline.known(found):
                return found
            self._reach(found)
        return self.last

    def _counted(self, position: int) -> int:
        return int(self._counts(position)[list(self._condition.kinds) or list(Kind)].sum())

    def _counts(self, position: int) -> Counts:
        self._reach(position)
        return self._timeline.counts(position)

    def _reach(self, position: int) -> None:
        while not self._timeline.reach(position, perf_counter, 1.0):
            if self._timeline.lost:
                raise RecordError(self._timeline.lost)
