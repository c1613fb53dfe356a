"""Counts how often each cell was tried and how often it was in a conflict, up to any position.

A cell is *tried* when a digit is put or refused there: by a GUESS (of either sign), a REJECT, a FIX, a person's PLACE,
both cells of a SWAP, and both of a swap that local search considered. So a naive search counts its attempts, and a
propagating one every time it fills the cell. Two things do not count: candidates struck as a consequence of a trial,
and the digits of a black box's model, which nobody saw being tried.

A cell is *in a conflict* when the CONFLICT names it: the dead cell, the two that clash; of a dead unit or clause, every
cell that was blank at the start.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right, insort
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core.step import Kind, Step, Why
from visualizer.timeline import chunk as packed
from visualizer.timeline.chunk import Ints
from visualizer.timeline.timeline import Timeline

Totals = npt.NDArray[np.int64]
"""Two counts for each cell, shape (2, cells): times tried, and times in a conflict."""

KEPT_BYTES = 8 * 2**20
"""The memory for totals kept along the run. On a 9x9 this keeps one every 65,536 steps up to 424 million steps; beyond
that the distance doubles each time.
"""
AT_ONCE = 6
"""The maximum number of chunks counted in one call; each takes a fraction of a millisecond."""
_RECENT = 32


@dataclass(frozen=True, eq=False)
class HeatView:
    """The counts of tries and conflicts of each cell up to a position, as read-only arrays with one number per cell."""

    position: int
    tried: npt.NDArray[np.int64]
    conflicts: npt.NDArray[np.int64]

    def hottest(self, count: int) -> list[Cell]:
        """Return the ``count`` hottest cells: the most tried first, then those most often in conflict."""
        order = np.lexsort((-self.conflicts, -self.tried))
        return [int(cell) for cell in order[:count] if self.tried[cell] or self.conflicts[cell]]


def warmth(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return how warm to draw each cell, 0 … 1: the square root of its share of the greatest count, so a cell twice as
    warm was tried four times as often. A logarithm would show every cell of a long search as hot.
    """
    return np.sqrt(counts / max(1, int(counts.max(initial=0))))


class Heat:
    """The heat of one run, computed from totals kept at the ends of chunks (fewer the longer the run).

    Call :meth:`follow` every frame, visible or not (a frame records less than a chunk): steps forgotten before they
    were counted must be made again.
    """

    def __init__(self, timeline: Timeline) -> None:
        puzzle = timeline.head.puzzle
        cells = puzzle.geometry.cells
        self.timeline = timeline
        self._tried = _Touched(cells, cells_tried)
        self._conflicts = _Touched(cells, lambda step: cells_in_conflict(step, puzzle))
        nothing = np.zeros((2, len(cells)), np.int64)
        nothing.flags.writeable = False
        self._kept: dict[int, Totals] = {0: nothing}
        self._positions = [0]
        """The positions of the kept totals, in order."""
        self._most_kept = max(64, KEPT_BYTES // nothing.nbytes)
        self._stride = 1
        """The number of chunk ends for each kept total."""
        self._recent: OrderedDict[int, Totals] = OrderedDict()
        self._furthest = (0, nothing)

    def follow(self, chunks: int = AT_ONCE) -> bool:
        """Count newly recorded chunks, a few in each call. Return True when none are left."""
        return self._advance(self.timeline.chunks[-1].start, chunks)

    def at(self, position: int, chunks: int = AT_ONCE) -> HeatView | None:
        """Return the exact heat at a position, in time that does not grow with the run.

        Returns ``None`` if the heat is not known yet: reach :meth:`missing`, if it names a position, and ask again.
        """
        if not self._advance(position, chunks):
            return None
        tried, conflicts = self._last_known(position)[1]
        return HeatView(position, tried, conflicts)

    def missing(self, position: int) -> int | None:
        """Return the position to reach (with :meth:`Timeline.reach`) before asking again, if steps were forgotten
        before they were counted; otherwise ``None``.
        """
        known = self._last_known(position)[0]
        return None if known == position or self._codes(known, known + 1) is not None else known + 1

    def _advance(self, goal: int, chunks: int) -> bool:
        """Count from the last known totals towards a position, a limited number of chunks at a time."""
        known, totals = self._last_known(goal)
        while known < goal and chunks:
            codes = self._codes(known, goal)
            if codes is None:
                return False
            known, totals = known + len(codes), totals + self._count(codes)
            totals.flags.writeable = False
            self._note(known, totals)
            chunks -= 1
        return known == goal

    def _last_known(self, position: int) -> tuple[int, Totals]:
        """Return the totals at a position, or the last known ones before it."""
        kept = self._positions[bisect_right(self._positions, position) - 1]
        recent = max((at for at in self._recent if at <= position), default=0)
        furthest, totals = self._furthest
        if furthest <= position and furthest >= max(kept, recent):
            return furthest, totals
        return (recent, self._recent[recent]) if recent > kept else (kept, self._kept[kept])

    def _codes(self, start: int, end: int) -> Ints | None:
        """Return the codes from one position to another, or to the end of the chunk; ``None`` if they are forgotten."""
        chunk = self.timeline.chunk_at(start)
        return None if chunk.codes is None else chunk.window(start, min(end, chunk.end))

    def _count(self, codes: Ints) -> Totals:
        steps = self.timeline.book.steps
        return np.stack([self._tried.count(steps, codes), self._conflicts.count(steps, codes)])

    def _note(self, position: int, totals: Totals) -> None:
        self._recent[position] = totals
        self._recent.move_to_end(position)
        if len(self._recent) > _RECENT:
            self._recent.popitem(last=False)
        number, rest = divmod(position, packed.CHUNK)
        if rest:
            return
        if position > self._furthest[0]:
            self._furthest = position, totals
        if number % self._stride == 0 and position not in self._kept:
            self._kept[position] = totals
            insort(self._positions, position)
            self._thin()

    def _thin(self) -> None:
        """Drop every second total if there are too many."""
        while len(self._positions) > self._most_kept:
            self._stride *= 2
            self._positions = [at for at in self._positions if at // packed.CHUNK % self._stride == 0]
            self._kept = {at: self._kept[at] for at in self._positions}


def cells_tried(step: Step) -> Iterable[Cell]:
    """Return the cells in which the step places or rules out a digit."""
    kind = step.kind
    if kind is Kind.SWAP or kind is Kind.LOOK and step.why is Why.RANDOM:
        return step.cell, step.detail
    if kind is Kind.FIX and (step.why is Why.MODEL or not step.sign):
        return ()
    return (step.cell,) if kind in (Kind.GUESS, Kind.REJECT, Kind.FIX, Kind.PLACE) else ()


def cells_in_conflict(step: Step, puzzle: Puzzle) -> Iterable[Cell]:
    """Return the cells of a CONFLICT, each once; none for other steps."""
    if step.kind is not Kind.CONFLICT:
        return ()
    if isinstance(step.detail, int):
        return {step.cell, step.detail}
    if step.cell >= 0:
        return (step.cell,)
    if isinstance(step.detail, tuple):
        literals = (literal for literal in step.detail if isinstance(literal, int))
        touched = {(abs(literal) - 1) // puzzle.geometry.symbols for literal in literals}
    else:
        touched = {cell for unit in puzzle.geometry.units[step.unit :][:1] for cell in unit.cells if step.unit >= 0}
    return {cell for cell in touched & {*puzzle.geometry.cells} if not puzzle.givens[cell]}


class _Touched:
    """The cells that a step touches, by its code, and the number of steps that touch each. A code is examined once;
    cells outside the grid (a user's solver may name any) are not counted.
    """

    def __init__(self, cells: range, touched: Callable[[Step], Iterable[Cell]]) -> None:
        self._cells = cells
        self._touched = touched
        self._number = array("i")
        """A number from 1 for each code that touches cells; 0 for all others."""
        self._of_pair, self._cell_of_pair = array("i"), array("i")
        """The number and the cell of each pair of numbered code and cell."""
        self._numbers = 0

    def count(self, steps: list[Step], codes: Ints) -> npt.NDArray[np.int64]:
        """Count how often the given steps touch each cell."""
        for step in steps[len(self._number) :]:
            self._look_at(step)
        noted = self._number, self._of_pair, self._cell_of_pair
        number, of_pair, cells = (np.frombuffer(values, np.int32) for values in noted)
        times = np.bincount(number[codes], minlength=self._numbers + 1)
        return np.bincount(cells, times[of_pair], len(self._cells)).astype(np.int64)

    def _look_at(self, step: Step) -> None:
        """Give a new code a number if its step touches cells, and list those cells."""
        touched = [cell for cell in self._touched(step) if cell in self._cells]
        self._numbers += bool(touched)
        self._number.append(self._numbers if touched else 0)
        self._of_pair.extend([self._numbers] * len(touched))
        self._cell_of_pair.extend(touched)
