"""The guesses tried and undone before another guess at the same point in the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.geometry import Cell, Digit
from solvers.core.step import CHANGING, Kind, Why
from visualizer.timeline.chunk import BLOCK, Ints, depths
from visualizer.timeline.support import blocks_before
from visualizer.timeline.timeline import Timeline


class TriedGuesses(NamedTuple):
    """Guesses that were tried and undone."""

    guesses: tuple[tuple[Cell, Digit], ...] = ()
    """The cell and digit of each guess, in the order they were made."""
    all_told: bool = True
    """Whether these are all the guesses. False if the earliest are too far back or forgotten."""


NOTHING_TRIED = TriedGuesses()


MOST_BLOCKS = 128
"""The maximum number of blocks to read: an eighth of a million steps, or a few milliseconds."""
_REFUTES = (Why.NONE, Why.REFUTED, Why.EXHAUSTED, Why.ENUMERATE)
"""Reasons for undoing a guess for good. (After a restart or a backjump, the same guess may be made again.)"""
_CHANGING = np.array(CHANGING)


def tried_before(timeline: Timeline, position: int) -> TriedGuesses:
    """Return the guesses tried on the same board before the guess made at this position.

    This moves the timeline's board, so a board obtained from it earlier changes.
    """
    search, level = _Search(timeline), timeline.board_at(position - 1).level
    found: list[tuple[Cell, Digit]] = []
    at: int | None = position
    while at is not None:
        back = search.changing_before(at)
        step = timeline.step(back) if back is not None else None
        if back is None or step is None or step.kind is not Kind.BACKTRACK or step.level != level:
            break
        cell, digit, sign = timeline.board_at(back - 1).guess_at(level + 1)
        if step.why not in _REFUTES or not sign:
            break
        found.append((cell, digit))
        at = search.opening_of(back, level)
    return TriedGuesses(tuple(reversed(found)), not search.gave_up)


class _Search:
    """A limited backward search through a timeline, block by block."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.gave_up = False
        self._left = MOST_BLOCKS

    def changing_before(self, position: int) -> int | None:
        """Return the position of the last step before the given one that changes the board."""
        table = self.timeline.book.table
        return self._last(position, lambda codes, depth: _CHANGING[table.kinds[codes]])

    def opening_of(self, position: int, level: int) -> int | None:
        """Return the position of the latest guess made at depth ``level``."""
        table = self.timeline.book.table
        return self._last(position, lambda codes, depth: np.append(depth, depths(table, codes, depth)[:-1]) <= level)

    def _last(self, position: int, wanted: Callable[[Ints, int], npt.NDArray[np.bool_]]) -> int | None:
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
