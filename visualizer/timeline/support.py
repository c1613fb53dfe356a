"""The steps behind the current board: for each entry of the trail, the step that made it, latest first.

A step is undone by the next step at a lesser depth. So walking back only requires keeping track of the least depth seen
so far, and skips blocks of steps that are all deeper than that.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.geometry import Cell, Digit
from solvers.core.step import CHANGING, Kind, Step, Why
from visualizer.timeline import chunk as chunks
from visualizer.timeline.chunk import BLOCK, Chunk, Ints, depths
from visualizer.timeline.timeline import Timeline

MOST_BLOCKS = 96
"""The maximum number of blocks read for one position, which takes a few milliseconds."""
_MAKING = np.array([kind in (Kind.GUESS, Kind.FIX, Kind.ELIMINATE) for kind in Kind])


def standing_steps(timeline: Timeline, position: int, above: int = -1) -> Iterator[tuple[int, Step]]:
    """Yield the position of each step still in effect at a position, and the step itself, latest first.

    Only steps at levels deeper than ``above`` are yielded. Stops early if steps are forgotten or too far back.
    """
    table, steps = timeline.book.table, timeline.book.steps
    least, left = 2**31, MOST_BLOCKS
    for chunk, start, end in blocks_before(timeline, position):
        block = (start - chunk.start) // chunks.BLOCK
        if block < len(chunk.floors) and chunk.codes is not None and _deeper(chunk, block, end, least):
            continue
        if chunk.codes is None or not left:
            return
        left -= 1
        codes = chunk.window(start, end)
        depths = chunk.depths_within(table, start, end)
        beyond = np.minimum(np.append(np.minimum.accumulate(depths[::-1])[::-1][1:], least), least)
        stands = (depths <= beyond) & _MAKING[table.kinds[codes]] & (depths > above)
        bare = np.flatnonzero((table.kinds[codes] == Kind.BACKTRACK) & (table.levels[codes] < 0))
        stands[: int(bare[-1]) if len(bare) else 0] = False
        for index in np.flatnonzero(stands)[::-1].tolist():
            yield start + index + 1, steps[int(codes[index])]
        least = min(least, int(depths.min()))
        if len(bare) or least <= above:
            return


def _deeper(chunk: Chunk, block: int, end: int, least: int) -> bool:
    """Return whether a whole block is deeper than anything after it, and therefore undone."""
    return end == chunk.start + (block + 1) * chunks.BLOCK and chunk.floors[block] > least


def blocks_before(timeline: Timeline, position: int) -> Iterator[tuple[Chunk, int, int]]:
    """Yield the chunk, start and end of each block before a position, last block first."""
    end = position
    while end > 0:
        chunk = timeline.chunk_at(end - 1)
        start = chunk.start + (end - 1 - chunk.start) // chunks.BLOCK * chunks.BLOCK
        yield chunk, start, end
        end = start


# The guesses tried and undone before another guess at the same point in the search.


class TriedGuesses(NamedTuple):
    """Guesses that were tried and undone."""

    guesses: tuple[tuple[Cell, Digit], ...] = ()
    """The cell and digit of each guess, in the order they were made."""
    all_told: bool = True
    """Whether these are all the guesses. False if the earliest are too far back or forgotten."""


NOTHING_TRIED = TriedGuesses()


MOST_TRIED = 128
"""The maximum number of blocks to read: an eighth of a million steps, or a few milliseconds."""
_REFUTES = (Why.NONE, Why.REFUTED, Why.EXHAUSTED, Why.ENUMERATE)
"""Reasons for undoing a guess for good. (After a restart or a backjump, the same guess may be made again.)"""
_CHANGING = np.array(CHANGING)


def tried_before(timeline: Timeline, position: int) -> TriedGuesses:
    """Return the guesses tried on the same board before the guess made at this position.

    This moves the timeline's board, so a board obtained from it earlier changes.
    """
    search, level, table = _Search(timeline), timeline.board_at(position - 1).level, timeline.book.table
    found: list[tuple[Cell, Digit]] = []
    at: int | None = position
    while at is not None:
        back = search.last(at, lambda codes, depth: _CHANGING[table.kinds[codes]])
        step = timeline.step(back) if back is not None else None
        if back is None or step is None or step.kind is not Kind.BACKTRACK or step.level != level:
            break
        cell, digit, sign = timeline.board_at(back - 1).guess_at(level + 1)
        if step.why not in _REFUTES or not sign:
            break
        found.append((cell, digit))
        at = search.last(back, lambda codes, depth: np.append(depth, depths(table, codes, depth)[:-1]) <= level)
    return TriedGuesses(tuple(reversed(found)), not search.gave_up)


class _Search:
    """A limited backward search through a timeline, block by block."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.gave_up = False
        self._left = MOST_TRIED

    def last(self, position: int, wanted: Callable[[Ints, int], npt.NDArray[np.bool_]]) -> int | None:
        """Return the position of the last matching step before the given one. ``wanted`` selects steps of a block by
        their codes and the depth before the block.
        """
        for chunk, start, end in blocks_before(self.timeline, position - 1):
            if chunk.codes is None or not self._left:
                self.gave_up = True
                return None
            self._left -= 1
            depth = chunk.depth_at_start[(start - chunk.start) // BLOCK]
            hits = np.flatnonzero(wanted(chunk.window(start, end), depth))
            if len(hits):
                return start + int(hits[-1]) + 1
        return None
