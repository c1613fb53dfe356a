"""The individual guesses of a run: which are open at a position, and for how long.

The guess of a level is the step after the last step at a lesser depth, and the next step at a lesser depth undoes it.
Each chunk records which guesses are open at its start, so finding either end of a bar means reading at most one chunk.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from puzzles.geometry import Cell, Digit
from visualizer.analysis.icicle import Icicle
from visualizer.timeline.chunk import BLOCK, Chunk, Positions
from visualizer.timeline.timeline import Timeline


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


_Guess = tuple[Cell, Digit, bool]
_Read = dict[int, tuple[Positions, Positions]]
"""Stretches of equal depth, by the first position of the block they were read from."""


def path_at(timeline: Timeline, position: int) -> tuple[GuessNode, ...]:
    """Return the guesses on the board at a known position, outermost first."""
    chunk = timeline.chunk_at(position)
    board = timeline.board_at(position)
    opened = chunk.opened if position == chunk.start else chunk.opened_at(timeline.book.table, position)
    read = _Read()
    guesses = ((level, at, board.guess_at(level)) for level, at in enumerate(opened, 1))
    return tuple(_node(timeline, position, *guess, read) for guess in guesses)


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
    if chunk.codes is None and position != chunk.start:
        return _remembered(timeline, chunk, position, level)
    opened = chunk.opened if position == chunk.start else chunk.opened_at(timeline.book.table, position)
    if not 1 <= level <= len(opened):
        return None
    at = opened[level - 1]
    return _node(timeline, position, level, at, _guess(timeline, chunk, level, at), {})


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
            return _node(timeline, position, level, at, _guess(timeline, chunk, level, at), {})
    end, _ = _end(timeline, position, level, {})
    if end == position:
        return None
    last = timeline.length if end is None else end - 1
    return GuessNode(level, at, end, last - at, exact=False)


def _guess(timeline: Timeline, chunk: Chunk, level: int, at: int) -> _Guess:
    """Return a guess given its position, read from its step or from the board at the start of a chunk."""
    if timeline.known(at):
        step = timeline.step(at)
        return step.cell, step.digit, step.sign
    board = timeline.run.board()
    board.restore(chunk.snapshots[0])
    return board.guess_at(level)


def _node(timeline: Timeline, position: int, level: int, at: int, guess: _Guess, read: _Read) -> GuessNode:
    end, exact = _end(timeline, position, level, read)
    last = timeline.length if end is None else end - 1
    return GuessNode(level, at, end, last - at, *guess, exact)


def _end(timeline: Timeline, position: int, level: int, read: _Read) -> tuple[int | None, bool]:
    """Return the position where an open guess is undone, and whether that position is exact. If no guess can be open at
    the given position, return that position.
    """
    chunks = timeline.chunks

    def undone(chunk: Chunk) -> bool:
        return len(chunk.opened) < level or chunk.opened[level - 1] > position

    chunk = chunks[bisect_right(chunks, False, lo=timeline.index(position) + 1, key=undone) - 1]
    start = max(position, chunk.start)
    if chunk.codes is None:
        return _latest_end(chunk, start, level), False
    return _end_in(timeline, chunk, start, level, read), True


def _latest_end(landmark: Chunk, start: int, level: int) -> int:
    """Return the latest position at which a guess can end if it is undone within the given landmark."""
    starts = landmark.peak_starts()
    ends = np.append(starts[1:], landmark.end)
    later = ends[(starts >= start) & (np.array(landmark.floors, np.int64) < level)]
    return int(later[0] if len(later) else ends[np.searchsorted(ends, start)])


def _end_in(timeline: Timeline, chunk: Chunk, start: int, level: int, read: _Read) -> int | None:
    """Return the first position after ``start`` in a chunk where the depth is below ``level``, if any."""
    first = (start - chunk.start) // BLOCK
    shallow = np.flatnonzero(np.frombuffer(bytes(chunk.floors), np.uint16)[first:] < level)[:2] + first
    for block in [*shallow.tolist(), len(chunk.floors)]:
        begin = max(start, chunk.start + block * BLOCK)
        if begin not in read:
            end = min(chunk.start + (block + 1) * BLOCK, chunk.end)
            read[begin] = chunk.turns_within(timeline.book.table, begin, end)
        starts, depths = read[begin]
        where = depths < level
        if where.any():
            return int(starts[where.argmax()]) + 1
    return None
