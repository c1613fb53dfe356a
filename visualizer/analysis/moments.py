"""The moments of a run that matter, found as the run is recorded."""

from typing import NamedTuple

import numpy as np

from puzzles.figures import counted
from solvers.core.step import Kind
from visualizer.timeline.chunk import BLOCK, Chunk
from visualizer.timeline.fast_chunk import codes_within, depths_within, kinds_of
from visualizer.timeline.timeline import Timeline

FAR = 2
"""The least number of levels that a way back must lead up to be worth a mark."""
NOTHING = -1


class RunMoment(NamedTuple):
    position: int
    name: str
    """What the position is; if it is several things, the most important first, as in "first dead end, the end"."""
    shorter: tuple[str, ...] = ()
    """The name without figures, and its most important part alone."""


class Moments:
    """The first guess, the first dead end, the longest way back, the guess that cost most, and the end of a run.

    The last three change as more of the run is recorded. Forgotten steps are left out.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._first = {Kind.GUESS: NOTHING, Kind.CONFLICT: NOTHING}
        self._farthest = FAR - 1, NOTHING
        """The number of levels of the longest way back, and its position."""
        self._costliest = 0, NOTHING
        """The number of steps below the guess that cost most, and its position."""
        self._latest = np.zeros(1, np.int64)
        """For each depth, the last position at which the search was no deeper."""
        self._done = 0

    def all(self) -> tuple[RunMoment, ...]:
        """Return the moments known so far, in order. Those at the same position are one."""
        levels, back = self._farthest
        cost, guess = self._costliest
        found = [
            (self._first[Kind.GUESS], "first guess", ""),
            (self._first[Kind.CONFLICT], "first dead end", ""),
            (back, "longest way back", f": {levels} levels"),
            (guess, "costliest guess", f": {counted(cost, 'step')}"),
        ]
        if self.timeline.over:
            found.append((self.timeline.length, "the end", ""))
        moments = []
        for at in sorted({position for position, *_ in found if position > 0}):
            names = {name: figure for position, name, figure in found if position == at}
            whole = ", ".join(name + figure for name, figure in names.items())
            moments.append(RunMoment(at, whole, (", ".join(names), next(iter(names)))))
        return tuple(moments)

    def grow(self) -> None:
        """Look through the next part of what has been recorded."""
        timeline = self.timeline
        if timeline.length - self._done >= (1 if timeline.over else BLOCK):
            chunk = timeline.chunk_at(self._done)
            if not chunk.forgotten:
                self._look(chunk, max(self._done, chunk.start))
            self._done = chunk.end

    # A guess stays open while the search is deeper than before it. So between two positions that are next to each other
    # among those no deeper than a level, there is one guess and all that it cost.

    def _look(self, chunk: Chunk, start: int) -> None:
        kinds = kinds_of(chunk, codes_within(chunk, start, chunk.end))
        depths = depths_within(chunk, start, chunk.end)
        for kind, first in self._first.items():
            if first == NOTHING and len(found := np.flatnonzero(kinds == kind)):
                self._first[kind] = start + int(found[0]) + 1
        if not depths.any() and len(self._latest) == 1:
            self._latest[0] = chunk.end
            return
        before = np.concatenate([[len(self._latest) - 1], depths[:-1]])
        self._farthest = max(self._farthest, _greatest(before - depths, start), key=lambda one: one[0])
        deepest = max(len(self._latest) - 1, int(depths.max()))
        self._latest = np.concatenate([self._latest, np.full(deepest + 1 - len(self._latest), start)])
        least_so_far, least_from_here = np.minimum.accumulate(depths), np.minimum.accumulate(depths[::-1])
        for depth in range(int(depths.min()), deepest):
            at = start + 1 + np.searchsorted(-least_so_far, [-depth])
            if self._costliest[0] < len(depths):  # else only a guess made earlier can have cost more
                at = start + 1 + np.flatnonzero(depths <= depth)
            cost, closed = _greatest(np.diff(at, prepend=self._latest[depth]) - 1, 0)
            if cost > self._costliest[0]:
                guess = int(at[closed - 2]) if closed > 1 else int(self._latest[depth])
                self._costliest = cost, guess + 1
            self._latest[depth] = chunk.end - int(np.searchsorted(-least_from_here, -depth))
        self._latest = self._latest[: int(depths[-1]) + 1]
        self._latest[-1] = chunk.end


def _greatest(values: np.typing.NDArray[np.integer], start: int) -> tuple[int, int]:
    """Return the greatest value, and the position after the step that has it."""
    index = int(values.argmax())
    return int(values[index]), start + index + 1
