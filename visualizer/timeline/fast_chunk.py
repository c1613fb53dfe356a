"""A chunk whose questions numpy answers, for runs of many millions of steps."""

from array import array
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from solvers.core.board import Snapshot
from solvers.core.step import Kind, Step
from visualizer.timeline.chunk import BLOCK, GRAIN, Chunk, Counts, Flags, Turns
from visualizer.timeline.timeline import Timeline

Ints = npt.NDArray[np.integer]
Positions = npt.NDArray[np.int64]

_GUESS, _BACKTRACK = int(Kind.GUESS), int(Kind.BACKTRACK)
"""The kinds that change the depth, as plain numbers, because numpy compares them faster."""


# A codebook grows by appending to arrays, which is not possible while an array of numpy's shares their memory. So the
# functions below share it only until they return, and return copies.


class FastChunk(Chunk):
    def counts(self, position: int) -> Counts:
        block = min((position - self.start) // BLOCK, len(self.block_counts) - 1)
        kinds = kinds_of(self, codes_within(self, self.start + block * BLOCK, position))
        counts = np.frombuffer(self.block_counts[block], np.int64) + np.bincount(kinds, minlength=len(Kind))
        return array("q", counts.tobytes())

    def changes(self, start: int, end: int) -> list[Step]:
        codes, steps = codes_within(self, start, end), self.book.steps
        return [steps[code] for code in codes[flagged(self.book.changing, codes)].tolist()]

    def where(self, start: int, end: int, flags: Flags, then: Flags | None = None) -> list[int]:
        codes = codes_within(self, start, end + (then is not None))
        found = flagged(flags, codes)
        if then is not None:
            found = found[: len(codes) - 1] & flagged(then, codes[1:])
        where: list[int] = (found.nonzero()[0] + (start + 1)).tolist()
        return where

    def tally(self, start: int, end: int) -> Mapping[int, int]:
        times = np.bincount(codes_within(self, start, end))
        codes = times.nonzero()[0]
        return dict(zip(codes.tolist(), times[codes].tolist(), strict=True))

    def turns(self, start: int, end: int) -> Turns:
        starts, depths = turns_within(self, start, end)
        return starts.tolist(), depths.tolist()

    def falls(self, start: int, end: int, least: int) -> Sequence[int]:
        starts, depths = turns_within(self, start, end)
        falls: list[int] = (starts[-np.diff(depths, prepend=self.depth(start)) >= least] + 1).tolist()
        return falls

    def close_block(self, snapshot: Snapshot) -> None:
        start, end = self.end - BLOCK, self.end
        profile = depths_within(self, start, end)
        grains = profile.reshape(-1, GRAIN)
        still_open = opened_after(self.still_open, np.arange(start, end), profile)
        self.block_counts.append(self.counts(end))
        peaks, lows = grains.max(axis=1).tolist(), grains.min(axis=1).tolist()
        self.summed_up(snapshot, peaks, lows, int(profile[-1]), still_open)


Timeline.keeper = FastChunk  # for all runs of a program that loads numpy anyway, as a window does


def codes_within(chunk: Chunk, start: int, end: int) -> Ints:
    """Return a copy of the codes between two positions. The chunk must not have been forgotten."""
    return np.array(memoryview(chunk.codes)[start - chunk.start : end - chunk.start], dtype=np.intp)


def kinds_of(chunk: Chunk, codes: Ints) -> Ints:
    """Return the kinds of the steps with the given codes."""
    return np.frombuffer(chunk.book.kinds, np.int8).take(codes)


def flagged(flags: Flags, codes: Ints) -> npt.NDArray[np.bool_]:
    """Return the flags of codes."""
    return np.frombuffer(flags, np.bool_).take(codes)


def depths_within(chunk: Chunk, start: int, end: int) -> Positions:
    """Return the depth after each step between two positions in a chunk."""
    first, depth = chunk.block_before(start)
    codes = codes_within(chunk, first, end)
    return _depths(chunk, codes, depth)[start - first :]


def turns_within(chunk: Chunk, start: int, end: int) -> tuple[Positions, Positions]:
    """Return the start and depth of each stretch of equal depth between two positions in a chunk, as
    :meth:`Chunk.turns` does.
    """
    first, depth = chunk.block_before(start)
    codes = codes_within(chunk, first, end)
    where = flagged(chunk.book.turning, codes).nonzero()[0]
    starts, values = np.append(0, where), np.append(depth, _depths(chunk, codes[where], depth))
    before = int(np.searchsorted(starts, start - first, side="right")) - 1
    return np.maximum(starts[before:] + first, start), values[before:]


def _depths(chunk: Chunk, codes: Ints, depth: int) -> Positions:
    """Return the depth after each step, given the initial depth. A GUESS adds one; a BACKTRACK returns to its level."""
    kinds = kinds_of(chunk, codes)
    climbs = (kinds == _GUESS).cumsum(dtype=np.int64)
    falls = (kinds == _BACKTRACK).nonzero()[0]
    landed = np.frombuffer(chunk.book.lands, np.int64).take(codes[falls]) - climbs[falls]
    edges = np.concatenate(([0], falls, [len(codes)]))
    after: Positions = climbs + np.concatenate(([depth], landed)).repeat(edges[1:] - edges[:-1])
    return after


def opened_at(chunk: Chunk, position: int) -> "array[int]":
    """Return the positions of the guesses open at a position in a chunk, which must not have been forgotten."""
    closed = chunk.start + len(chunk.peaks) * BLOCK
    if position < closed:
        return opened_after(chunk.opened, *turns_within(chunk, chunk.start, position))
    return opened_after(chunk.still_open, *turns_within(chunk, closed, position))


def opened_after(opened: "array[int]", starts: Ints, values: Ints) -> "array[int]":
    """Return the positions of the guesses open after a series of steps, given those open before it.

    The steps are given by their depths: each value applies from one start to the next. The guess of a level is the step
    after the last step at a lesser depth.
    """
    if not len(values):
        return opened
    least_from_here = np.minimum.accumulate(values[::-1])[::-1]
    kept = opened[: int(least_from_here[0])]
    where = np.searchsorted(least_from_here, np.arange(len(kept) + 1, int(values[-1]) + 1))
    return kept + array("Q", (starts[where] + 1).tolist())


def greatest(starts: Ints, values: Ints, edges: Ints, end: int) -> Positions:
    """Return the greatest value between each edge and the next. A value applies from its start until the next value
    starts, which may be several edges later.
    """
    return np.maximum.reduceat(np.append(values, 0), _bounds(starts, edges, end))[::2].astype(np.int64)


def least(starts: Ints, values: Ints, edges: Ints, end: int) -> Positions:
    """Return the least value between each edge and the next. See :func:`greatest` for the arguments."""
    return np.minimum.reduceat(np.append(values, 0), _bounds(starts, edges, end))[::2].astype(np.int64)


def _bounds(starts: Ints, edges: Ints, end: int) -> npt.NDArray[np.intp]:
    """Return, for each part, the index of its first value and the index just past its last value."""
    first = np.searchsorted(starts, edges, side="right") - 1
    beyond = np.searchsorted(starts, np.append(edges[1:], end), side="left")
    return np.stack([first, beyond], axis=1).ravel()
