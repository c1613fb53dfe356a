"""A section of a recorded run, packed into two bytes per step, with everything needed to jump to any position in it."""

from array import array
from collections.abc import Sequence
from itertools import chain
from sys import getsizeof

import numpy as np
import numpy.typing as npt

from solvers.core.board import Snapshot
from solvers.core.step import Kind

BLOCK = 1024
"""The number of steps between snapshots, and so the maximum number replayed to show a position."""
CHUNK = 64 * BLOCK
"""The number of steps kept or forgotten together."""
GRAIN = 64
"""The number of steps per value of the depth profile."""

Ints = npt.NDArray[np.integer]
Positions = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]
"""The number of steps of each kind, indexed by Kind."""

_GUESS, _BACKTRACK = int(Kind.GUESS), int(Kind.BACKTRACK)
"""The kinds that change the depth, as plain numbers, because numpy compares them faster."""
_ROOM = 1024
"""The number of codes that a table has room for at first."""


class StepTable:
    """The distinct (step, source line) pairs of a run, indexed by code, with arrays for fast lookups."""

    def __init__(self) -> None:
        self.kinds = np.zeros(_ROOM, np.int8)
        self.levels = np.zeros(_ROOM, np.int32)
        self.turning = np.zeros(_ROOM, np.bool_)
        """For each code, whether the step changes the depth."""
        self.restarts = np.zeros(_ROOM, np.bool_)
        self.size = 0

    def add(self, kind: Kind, level: int, restart: bool = False) -> int:
        if self.size == len(self.kinds):
            for name in ("kinds", "levels", "turning", "restarts"):
                old = getattr(self, name)
                setattr(self, name, np.concatenate([old, np.zeros_like(old)]))
        self.kinds[self.size] = kind
        self.levels[self.size] = level
        self.turning[self.size] = kind in (Kind.GUESS, Kind.BACKTRACK)
        self.restarts[self.size] = restart
        self.size += 1
        return self.size - 1


# A run of tens of millions of steps has to fit in memory, and every position in it must show at once. So a step is a
# two-byte code in the table of the run's distinct steps, and every BLOCK steps there is a snapshot of the board, from
# which the steps up to the position are replayed. When memory runs short, a chunk forgets its codes, and what is left
# of it is a *landmark*: enough to draw that part of the run, and to check the solver's steps when it is run again.


class Chunk:
    """Up to CHUNK steps, starting at ``start``. When memory runs short, a chunk forgets its codes (``codes is None``)
    but keeps its first snapshot, its counts, the guesses open at its start, and its greatest and least depths.

    ``opened`` holds the positions of the guesses open before the chunk, outermost first.
    """

    def __init__(self, start: int, snapshot: Snapshot, base: Counts, opened: Sequence[int] = ()) -> None:
        self.start = start
        self.length = 0
        self.codes: array[int] | None = array("H")
        self.snapshots = [snapshot]
        self.base = base
        """The counts of all steps before this chunk."""
        self.block_counts: list[Counts] = [base]
        """The counts of all steps before each block of the chunk."""
        self.depth_at_start = [len(opened)]
        """The depth before each block of the chunk."""
        self.depths: array[int] = array("H")
        """The greatest depth in each GRAIN steps, for closed blocks."""
        self.lows: array[int] = array("H")
        """The least depth in each GRAIN steps, for closed blocks."""
        self.peaks: array[int] = array("H")
        """The greatest depth in each closed block or, in merged landmarks, in each group of blocks."""
        self.floors: array[int] = array("H")
        """The least depth in each closed block or, in merged landmarks, in each group of blocks."""
        self.opened: array[int] = array("Q", opened)
        self.still_open: array[int] = self.opened
        """The positions of the guesses open after the last closed block."""

    @property
    def end(self) -> int:
        return self.start + self.length

    def append_code(self, code: int) -> None:
        """Append a code. A code above 65535 makes the whole chunk use four bytes per step."""
        assert self.codes is not None
        try:
            self.codes.append(code)
        except OverflowError:
            self.codes = array("I", self.codes)
            self.codes.append(code)

    def window(self, start: int, end: int) -> Ints:
        """Return a copy of the codes between two positions. The chunk must not have been forgotten."""
        assert self.codes is not None
        return np.array(memoryview(self.codes)[start - self.start : end - self.start], dtype=np.uint32)

    def depths_within(self, table: StepTable, start: int, end: int) -> npt.NDArray[np.int64]:
        """Return the depth after each step between two positions in the chunk."""
        first = (start - self.start) // BLOCK * BLOCK + self.start
        depth = self.depth_at_start[(first - self.start) // BLOCK]
        return depths(table, self.window(first, end), depth)[start - first :]

    def turns_within(self, table: StepTable, start: int, end: int) -> tuple[Positions, Positions]:
        """Return the start and depth of each stretch of equal depth between two positions in the chunk.

        A stretch that starts at p covers the steps leading to p + 1 and later positions.
        """
        first = (start - self.start) // BLOCK * BLOCK + self.start
        depth = self.depth_at_start[(first - self.start) // BLOCK]
        starts, values = turns(table, self.window(first, end), depth)
        before = max(0, int(np.searchsorted(starts, start - first, side="right")) - 1)
        return np.maximum(starts[before:] + first, start), values[before:]

    def opened_at(self, table: StepTable, position: int) -> "array[int]":
        """Return the positions of the guesses open at a position in the chunk, which must not have been forgotten."""
        closed = self.start + len(self.peaks) * BLOCK
        if position < closed:
            return opened_after(self.opened, *self.turns_within(table, self.start, position))
        return opened_after(self.still_open, *self.turns_within(table, closed, position))

    def close_block(self, table: StepTable, snapshot: Snapshot) -> None:
        """Record a summary of the block just filled, and a snapshot of the board after it."""
        codes = self.window(self.end - BLOCK, self.end)
        profile = depths(table, codes, self.depth_at_start[-1])
        grains = profile.reshape(-1, GRAIN)
        peaks, lows = grains.max(axis=1), grains.min(axis=1)
        self.depths.extend(peaks.tolist())
        self.lows.extend(lows.tolist())
        self.peaks.append(int(peaks.max()))
        self.floors.append(int(lows.min()))
        self.still_open = opened_after(self.still_open, np.arange(self.end - BLOCK, self.end), profile)
        self.block_counts.append(self.block_counts[-1] + count(table, codes))
        self.depth_at_start.append(int(profile[-1]))
        self.snapshots.append(snapshot)

    def forget(self) -> None:
        """Forget the steps, turning the chunk into a landmark."""
        self.codes = None
        del self.snapshots[1:], self.block_counts[1:], self.depth_at_start[1:], self.depths[:], self.lows[:]
        self.still_open = self.opened

    def absorb(self, other: "Chunk") -> bool:
        """Merge the next chunk into this one if both are landmarks and this one is no longer than the next."""
        if self.codes is not None or other.codes is not None or self.length > other.length:
            return False
        count, end = max(len(self.peaks), len(other.peaks)), other.end
        starts = np.concatenate([self.peak_starts(), other.peak_starts()])
        edges = self.start + np.arange(count) * (end - self.start) // count
        self.peaks = array("H", greatest(starts, np.array(self.peaks + other.peaks), edges, end).tolist())
        self.floors = array("H", least(starts, np.array(self.floors + other.floors), edges, end).tolist())
        self.length += other.length
        return True

    def peak_starts(self) -> npt.NDArray[np.int64]:
        """Return the first position of each group of blocks in a landmark. Each group has one peak."""
        return self.start + np.arange(len(self.peaks)) * self.length // len(self.peaks)

    def around(self, chunk: "Chunk") -> "list[Chunk]":
        """Split this landmark around a re-recorded chunk. Return any part before, the chunk, and any part after."""
        parts = [chunk]
        if chunk.start > self.start:
            before = Chunk(self.start, self.snapshots[0], self.base, self.opened)
            parts.insert(0, before.spanning(self, chunk.start))
        if chunk.end < self.end:
            after = Chunk(chunk.end, chunk.snapshots[-1], chunk.block_counts[-1], chunk.still_open)
            parts.append(after.spanning(self, self.end))
        return parts

    def spanning(self, landmark: "Chunk", end: int) -> "Chunk":
        """Turn this chunk into a landmark for part of another one, from this chunk's start to ``end``."""
        self.forget()
        self.length = end - self.start
        self.peaks, self.floors = array("H", [max(landmark.peaks)]), array("H", [min(landmark.floors)])
        return self

    def footprint(self) -> int:
        """Return the chunk's size in bytes."""
        held = vars(self), *vars(self).values(), *self.block_counts, *self.snapshots, *chain(*self.snapshots)
        return sum(map(getsizeof, held))


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


def count(table: StepTable, codes: Ints) -> Counts:
    return np.bincount(table.kinds.take(codes), minlength=len(Kind)).astype(np.int64)


def depths(table: StepTable, codes: Ints, depth: int) -> npt.NDArray[np.int64]:
    """Return the depth after each step, given the initial depth. A GUESS adds one; a BACKTRACK returns to its level."""
    kinds = table.kinds.take(codes)
    climbs = (kinds == _GUESS).cumsum(dtype=np.int64)
    falls = (kinds == _BACKTRACK).nonzero()[0]
    landed = np.maximum(table.levels.take(codes[falls]), 0) - climbs[falls]
    edges = np.concatenate(([0], falls, [len(codes)]))
    after: Positions = climbs + np.concatenate(([depth], landed)).repeat(edges[1:] - edges[:-1])
    return after


def turns(table: StepTable, codes: Ints, depth: int) -> tuple[Positions, Positions]:
    """Return the index of the first step of each stretch of equal depth, and that depth."""
    where = np.flatnonzero(table.turning.take(codes))
    values = depths(table, codes[where], depth)
    if len(codes) and not (len(where) and where[0] == 0):
        return np.append(0, where), np.append(depth, values)
    return where, values


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
