"""The search as an icicle: each guess is a bar at its level, as wide as the number of steps it stays open.

The bars are not stored. If two consecutive steps both reach a level, they belong to the same guess there, because the
BACKTRACK that ends a guess is itself a step at a lesser depth. So the least and greatest depths of each column are all
it takes to draw it: bars are unbroken down to the least depth, and mixed from there down to the greatest.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from puzzles.geometry import Cell, Digit
from visualizer.analysis.depth_profile import Stretches, stretches
from visualizer.timeline.chunk import BLOCK, Chunk
from visualizer.timeline.fast_chunk import Positions, greatest, least, opened_at, turns_within
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

    def until(self, position: int) -> "Icicle":
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
    return Icicle(edges, floors, peaks, joins[:-1], timeline.extremes(0, timeline.length)[1], parts.exact)


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


# The individual guesses of a run: which are open at a position, and for how long. The guess of a level is the step
# after the last step at a lesser depth, and the next step at a lesser depth undoes it. Each chunk records which
# guesses are open at its start, so finding either end of a bar means reading at most one chunk.


class GuessNode(NamedTuple):
    """A guess and how long it stays open."""

    level: int
    position: int
    """The position of the guess, or the earliest possible one if ``exact`` is False."""
    end: int | None
    """The position where the guess is undone (the latest possible one unless ``exact``); ``None`` while it is open."""
    steps: int
    """The number of steps so far below the guess: after it was made and before it is undone."""
    cell: Cell = -1
    """The guessed cell; -1 if the guess has been forgotten and there is no board to read it from."""
    digit: Digit = 0
    sign: bool = True
    exact: bool = True


_Read = dict[int, tuple[Positions, Positions]]
"""Stretches of equal depth, by the first position of the block they were read from."""


def path_at(timeline: Timeline, position: int) -> tuple[GuessNode, ...]:
    """Return the guesses on the board at a known position, outermost first."""
    chunk = timeline.chunk_at(position)
    board = timeline.board_at(position)
    opened = chunk.opened if position == chunk.start else opened_at(chunk, position)
    read = _Read()
    return tuple(
        _node(timeline, position, level, at, board.guess_at(level), read) for level, at in enumerate(opened, 1)
    )


def standing(icicle: Icicle, path: Sequence[GuessNode]) -> Positions:
    """Return, for each column of an icicle, how many levels are filled by the guesses of a path."""
    begins = np.array([node.position for node in path], np.int64)
    ends = np.array([2**62 if node.end is None else node.end for node in path], np.int64)
    first, last = icicle.edges[:-1] + 1, np.maximum(icicle.edges[1:], icicle.edges[:-1] + 1)
    begun = np.searchsorted(begins, first, side="right")
    undone = np.searchsorted(-ends, -last, side="left")
    return np.minimum(np.minimum(begun, undone), icicle.floors)


def node_at(timeline: Timeline, position: int, level: int) -> GuessNode | None:
    """Return the guess open on a level at a position, or ``None`` if the search is not that deep.

    If the steps have been forgotten, the result is only as precise as their landmark allows.
    """
    chunk = timeline.chunk_at(position)
    if chunk.forgotten and position != chunk.start:
        return _remembered(timeline, chunk, position, level)
    path = path_at(timeline, position)
    return path[level - 1] if 1 <= level <= len(path) else None


def _remembered(timeline: Timeline, chunk: Chunk, position: int, level: int) -> GuessNode | None:
    """Return the guess on a level at a position, as precisely as a landmark allows."""
    floors = np.array(chunk.floors, np.int64)
    here = int(np.searchsorted(chunk.peak_starts(), position - 1, side="right")) - 1
    if not 1 <= level <= chunk.peaks[here]:
        return None
    shallow = np.flatnonzero(floors[:here] < level)  # earlier stretches that certainly drop below the level
    at = int(chunk.peak_starts()[shallow[-1]]) + 1 if len(shallow) else chunk.start + 1
    if not len(shallow) and level <= len(chunk.opened):
        at = chunk.opened[level - 1]
        if floors[here] >= level:
            board = timeline.run.board()
            board.restore(chunk.snapshots[0])
            return _node(timeline, position, level, at, board.guess_at(level), {})
    end, _ = _end(timeline, position, level, {})
    if end == position:
        return None
    last = timeline.length if end is None else end - 1
    return GuessNode(level, at, end, last - at, exact=False)


def _node(
    timeline: Timeline, position: int, level: int, at: int, guess: tuple[Cell, Digit, bool], read: _Read
) -> GuessNode:
    end, exact = _end(timeline, position, level, read)
    last = timeline.length if end is None else end - 1
    return GuessNode(level, at, end, last - at, *guess, exact)


def _end(timeline: Timeline, position: int, level: int, read: _Read) -> tuple[int | None, bool]:
    """Return the position where an open guess is undone, and whether that position is exact. Within a landmark, it is
    the latest possible one. If no guess can be open at the given position, return that position.
    """
    chunks = timeline.chunks

    def undone(chunk: Chunk) -> bool:
        return len(chunk.opened) < level or chunk.opened[level - 1] > position

    chunk = chunks[bisect_right(chunks, False, lo=timeline.index(position) + 1, key=undone) - 1]
    start = max(position, chunk.start)
    if not chunk.forgotten:
        return _end_in(timeline, chunk, start, level, read), True
    starts = np.array(chunk.peak_starts())
    ends = np.append(starts[1:], chunk.end)
    later = ends[(starts >= start) & (np.array(chunk.floors, np.int64) < level)]
    return int(later[0] if len(later) else ends[np.searchsorted(ends, start)]), False


def _end_in(timeline: Timeline, chunk: Chunk, start: int, level: int, read: _Read) -> int | None:
    """Return the first position after ``start`` in a chunk where the depth is below ``level``, if any."""
    first = (start - chunk.start) // BLOCK
    shallow = np.flatnonzero(np.frombuffer(bytes(chunk.floors), np.uint16)[first:] < level)[:2] + first
    for block in [*shallow.tolist(), len(chunk.floors)]:
        begin = max(start, chunk.start + block * BLOCK)
        if begin not in read:
            end = min(chunk.start + (block + 1) * BLOCK, chunk.end)
            read[begin] = turns_within(chunk, begin, end)
        starts, depths = read[begin]
        where = depths < level
        if where.any():
            return int(starts[where.argmax()]) + 1
    return None
