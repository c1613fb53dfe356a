"""Counts how often each cell was tried, and how often it was in conflict, up to any position."""

from array import array
from bisect import bisect_right, insort
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from puzzles.figures import grouped
from puzzles.geometry import Cell
from visualizer.analysis.touched import cells_in_conflict, cells_tried
from visualizer.timeline import chunk as packed
from visualizer.timeline.fast_chunk import Ints, codes_within
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import HOTTEST, HeatedEvent, HeatMap

Totals = npt.NDArray[np.int64]
"""Two counts per cell, shape (2, cells): times tried and times in conflict."""

KEPT_BYTES = 8 * 2**20
"""The memory for totals stored along the run. For 9x9 grids, it holds totals every 65,536 steps for up to 424 million
steps; beyond that, the interval doubles each time the memory fills up.
"""
AT_ONCE = 6
"""The maximum number of chunks counted per call; each takes a fraction of a millisecond."""


@dataclass(frozen=True, eq=False)
class HeatView:
    """How often each cell was tried and in conflict up to a position, as read-only arrays with one number per cell."""

    tried: npt.NDArray[np.int64]
    conflicts: npt.NDArray[np.int64]

    def hottest(self, count: int) -> list[Cell]:
        """Return up to ``count`` cells that were tried or in conflict, most often tried first, then most conflicts."""
        order = np.lexsort((-self.conflicts, -self.tried))
        return [int(cell) for cell in order[:count] if self.tried[cell] or self.conflicts[cell]]


def warmth(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return how warm to draw each cell, 0 … 1: the square root of its count relative to the greatest count. A cell
    twice as warm was tried four times as often. A logarithmic scale would make every cell of a long search look hot.
    """
    return np.sqrt(counts / max(1, int(counts.max(initial=0))))


# The heat at a position is the nearest totals stored before it plus the steps in between. Totals are taken at the ends
# of chunks as the run is recorded. When there are too many, every second one goes, and later ones are taken half as
# often.


class Heat:
    """The heat of one run, computed from totals stored at chunk boundaries (the longer the run, the sparser).

    Call :meth:`follow` every frame, even when the heat is not shown: steps that are forgotten before they are counted
    have to be recreated. (A frame records less than a chunk.)
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._looked_at = 0
        """The number of step codes examined."""
        self._codes, self._places = array("i"), array("i")
        """Pairs of a step code and a place in the totals where its step counts."""
        nothing = np.zeros((2, len(timeline.head.geometry.cells)), np.int64)
        nothing.flags.writeable = False
        self._kept: dict[int, Totals] = {0: nothing}
        self._positions = [0]
        """The positions of the stored totals, in ascending order."""
        self._most_kept = max(64, KEPT_BYTES // nothing.nbytes)
        self._stride = 1
        """The interval between stored totals, in chunks."""
        self._latest = self._furthest = 0, nothing

    def follow(self, chunks: int = AT_ONCE) -> bool:
        """Count newly recorded chunks, a few per call. Return True once all are counted."""
        return self._advance(self.timeline.chunks[-1].start, chunks)

    def at(self, position: int, chunks: int = AT_ONCE) -> HeatView | None:
        """Return the exact heat at a position. The time this takes does not grow with the length of the run.

        Return ``None`` if it is not known yet. In that case, reach the position given by :meth:`missing`, if any, and
        try again.
        """
        if not self._advance(position, chunks):
            return None
        return HeatView(*self._last_known(position)[1])

    def missing(self, position: int) -> int | None:
        """Return the position to reach (with :meth:`Timeline.reach`) before asking again, if steps were forgotten
        before they were counted; otherwise ``None``.
        """
        known = self._last_known(position)[0]
        return None if known == position or self._between(known, known + 1) is not None else known + 1

    def _advance(self, goal: int, chunks: int) -> bool:
        """Count from the last known totals towards a position, up to a limited number of chunks."""
        known, totals = self._last_known(goal)
        while known < goal and chunks:
            codes = self._between(known, goal)
            if codes is None:
                return False
            known, totals = known + len(codes), totals + self._count(codes)
            totals.flags.writeable = False
            self._note(known, totals)
            chunks -= 1
        return known == goal

    def _last_known(self, position: int) -> tuple[int, Totals]:
        """Return the latest known totals at or before a position, and where they were taken."""
        kept = self._positions[bisect_right(self._positions, position) - 1]
        known = (kept, self._kept[kept]), self._latest, self._furthest
        return max((one for one in known if one[0] <= position), key=itemgetter(0))

    def _between(self, start: int, end: int) -> Ints | None:
        """Return the codes between two positions, up to the end of the chunk; ``None`` if they have been forgotten."""
        chunk = self.timeline.chunk_at(start)
        return None if chunk.forgotten else codes_within(chunk, start, min(end, chunk.end))

    def _count(self, codes: Ints) -> Totals:
        """Return the totals of some steps. Each code is examined once, and cells outside the grid (a user's solver may
        name any) are ignored.
        """
        steps, puzzle = self.timeline.book.steps, self.timeline.head.puzzle
        cells = puzzle.geometry.cells
        for code, step in enumerate(steps[self._looked_at :], self._looked_at):
            for row, touched in enumerate((cells_tried(step), cells_in_conflict(step, puzzle))):
                places = [row * len(cells) + cell for cell in touched if cell in cells]
                self._codes.extend([code] * len(places))
                self._places.extend(places)
        self._looked_at = len(steps)
        times = np.bincount(codes, minlength=len(steps))
        of_pair, place = np.frombuffer(self._codes, np.int32), np.frombuffer(self._places, np.int32)
        return np.bincount(place, times[of_pair], 2 * len(cells)).astype(np.int64).reshape(2, -1)

    def _note(self, position: int, totals: Totals) -> None:
        self._latest = position, totals
        number, rest = divmod(position, packed.CHUNK)
        if rest:
            return
        if position > self._furthest[0]:
            self._furthest = position, totals
        if number % self._stride == 0 and position not in self._kept:
            self._kept[position] = totals
            insort(self._positions, position)
        while len(self._positions) > self._most_kept:  # drop every second total
            self._stride *= 2
            self._positions = [at for at in self._positions if at // packed.CHUNK % self._stride == 0]
            self._kept = {at: self._kept[at] for at in self._positions}


# The heat map drawn on the board: what it counts, and how warm each cell is.


def heat_map(heat: HeatView, heated: HeatedEvent) -> HeatMap | None:
    """Return the heat map to show, or ``None`` if it is off."""
    if heated is HeatedEvent.NOTHING:
        return None
    counts = heat.tried if heated is HeatedEvent.TRIED else heat.conflicts
    most = int(counts.max(initial=0))
    degrees = [max(1, round(part * HOTTEST)) if part else 0 for part in warmth(counts).tolist()]
    times = "never yet" if not most else "once at most" if most == 1 else f"up to {grouped(most)} times"
    return HeatMap(tuple(degrees), heated.voice, f"How often each cell was {heated.value}: {times}")
