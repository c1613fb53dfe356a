"""The search as an icicle: each guess is a bar at its level, as wide as the number of steps it stays open.

The bars are not stored. If two consecutive steps both reach a level, they belong to the same guess there, because the
BACKTRACK that ends a guess is itself a step at a lesser depth. So the least and greatest depths of each column are all
it takes to draw it: bars are unbroken down to the least depth, and mixed from there down to the greatest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from visualizer.analysis.depth_stretches import Stretches, greatest_depth, stretches
from visualizer.timeline.chunk import Positions, greatest, least
from visualizer.timeline.timeline import Timeline

LEAST_LEVELS = 8
"""The minimum number of levels that an icicle up to the playhead makes room for."""
STEP_BY_STEP = 48
"""The number of steps per column below which columns are computed from individual steps."""


@dataclass(frozen=True)
class Icicle:
    """A range of positions to draw, as arrays with one value per column.

    Column c covers the steps starting at position ``edges[c]``, and always at least one step.
    """

    edges: Positions
    """The position at the left edge of each column, plus the one at the right edge of the last column."""
    floors: Positions
    """The level down to which a single bar fills the whole column; 0 beyond the end of the recording."""
    peaks: Positions
    """The deepest level in the column. Guesses below the floor were open for only part of it."""
    joins: Positions
    """For each pair of adjacent columns, the deepest level at which their bars belong to the same guesses."""
    deepest: int
    """The greatest depth recorded so far."""
    exact: bool
    """Whether each depth comes from the column's own steps. If not, it may include a nearby depth, and ``joins`` holds
    only what is certain.
    """

    def until(self, position: int) -> Icicle:
        """Return the icicle up to a position. The number of levels grows in jumps, so rescaling is rare."""
        shown = self.edges[:-1] < position
        floors, peaks = self.floors * shown, self.peaks * shown
        deepest = stride(int(peaks.max(initial=0)), LEAST_LEVELS)
        return replace(self, floors=floors, peaks=peaks, joins=self.joins * shown[1:], deepest=deepest)


@dataclass(frozen=True, eq=False)
class IcicleView:
    """An icicle with one column per pixel, and the path to the playhead."""

    icicle: Icicle
    standing: Positions
    """For each column, the deepest level at which its bar is on the path to the playhead."""
    position: int
    solved: bool = False
    """Whether the playhead is at a solution."""


def stride(number: int, least: int) -> int:
    """Round a number up to the nearest of ``least`` times 1, 1.5, 2, 3, 4, 6 …"""
    power = least
    while power < number:
        power *= 2
    return power * 3 // 4 if power > least and power * 3 // 4 >= number else power


def icicle(timeline: Timeline, window: tuple[int, int], columns: int) -> Icicle:
    """Return the icicle of a window of positions, which may extend beyond the run, in the given number of columns."""
    start, end = window
    edges = start + np.arange(columns + 1) * (end - start) // columns
    until = min(end, timeline.length)
    parts = stretches(timeline, start, until, (end - start) // columns, STEP_BY_STEP)
    floors, peaks, joins = np.zeros((3, columns), np.int64)
    shown = int(np.searchsorted(edges[:-1], until))
    if shown:
        floors[:shown] = least(parts.starts, parts.lows, edges[:shown], until)
        peaks[:shown] = greatest(parts.starts, parts.highs, edges[:shown], until)
        joins[:shown] = _joins(parts, edges[:shown], floors[:shown], until)
    return Icicle(edges, floors, peaks, joins[:-1], greatest_depth(timeline, timeline.length), parts.exact)


def _joins(parts: Stretches, edges: Positions, floors: Positions, end: int) -> Positions:
    """Return, for each column, the deepest level at which a guess continues into the next column. Single-step columns
    are joined.
    """
    if not parts.exact:
        joins: Positions = np.minimum(floors, np.append(floors[1:], 0))
        return joins
    rights = np.append(edges[1:], end)
    last = np.searchsorted(parts.starts, np.maximum(rights - 1, edges), side="right") - 1
    first = np.append(np.searchsorted(parts.starts, edges[1:], side="right") - 1, last[-1])
    joins = np.minimum(parts.lows[last], parts.lows[first])
    joins[-1] = 0
    return joins
