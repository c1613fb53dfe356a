"""Counts and positions of the steps that get marks, indexed block by block as the run grows."""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt

from solvers.core.step import Kind, Why
from visualizer.timeline.chunk import BLOCK, Chunk, Ints
from visualizer.timeline.condition import Condition, wanted
from visualizer.timeline.timeline import Timeline

VOICES = {"guessed": Kind.GUESS, "conflict": Kind.CONFLICT, "learnt": Kind.LEARN, "solved": Kind.SOLVED}
"""Maps the name of each mark to the kind of step it stands for."""
RESTART = "restart"
NAMES = (*VOICES, RESTART)
KEPT_POSITIONS = 65536
"""The maximum number of positions stored per kind of mark; beyond that, only counts per block are kept."""
_POINTS = 65536
"""The maximum number of positions at which counts are stored; beyond that, every second one is dropped."""
_PORTION = 2**18
"""The maximum number of steps indexed per call."""
_KINDS = list(VOICES.values())
_RESTARTS = Condition(frozenset({Kind.BACKTRACK}), whys=frozenset({Why.RESTART}))

CountRows = npt.NDArray[np.int64]
"""Rows of counts, with one column per kind of mark."""


class EventIndex:
    """An index that grows with its timeline, in bounded memory, and still covers forgotten steps."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.done = 0
        """The position up to which the run has been indexed."""
        self._noted = array("q", [0] * (1 + len(NAMES)))
        self._places: dict[str, list[npt.NDArray[np.int64]]] = {name: [] for name in NAMES}
        """All positions of each kind of mark. A kind with too many has no entry."""

    @property
    def noted(self) -> CountRows:
        """Rows of a position and the counts up to that position."""
        return np.frombuffer(self._noted, np.int64).reshape(-1, 1 + len(NAMES))

    def grow(self) -> None:
        """Index newly closed blocks, up to a limit per call."""
        timeline, until = self.timeline, self.done + _PORTION
        while self.done < min(timeline.length, until):
            index = timeline.index(self.done)
            chunk = timeline.chunks[index]
            if chunk.codes is None:
                self._note_forgotten(chunk, timeline.chunks[index + 1])
            elif not self._note(chunk):
                return

    def _note(self, chunk: Chunk) -> bool:
        """Index a chunk's newly closed blocks. Return False if there are none."""
        first, closed = (self.done - chunk.start) // BLOCK, len(chunk.block_counts) - 1
        if first >= closed:
            return False
        counts = np.array(chunk.block_counts[first : closed + 1])[:, _KINDS]
        end = chunk.start + closed * BLOCK
        restarts, places = self._look(chunk.window(self.done, end), counts[-1] - counts[0])
        ends = np.arange(self.done + BLOCK, end + 1, BLOCK)
        self._add(ends, np.column_stack([counts[1:], self.noted[-1, -1] + restarts]))
        self._keep({name: there + self.done + 1 for name, there in places.items()})
        self.done = end
        return True

    def _look(self, codes: Ints, there: CountRows) -> tuple[npt.NDArray[np.int64], dict[str, npt.NDArray[np.int64]]]:
        """Return the number of restarts up to the end of each block, and the positions of marks, for the kinds of mark
        whose positions are still recorded.
        """
        restart = self._is_restart(codes)
        sought = [name for name, count in zip(VOICES, there.tolist(), strict=True) if count and name in self._places]
        places = {}
        if sought:
            kinds = self.timeline.book.table.kinds.take(codes)
            places = {name: np.flatnonzero(kinds == VOICES[name]) for name in sought}
        if restart is None:
            return np.zeros(len(codes) // BLOCK, np.int64), places
        if RESTART in self._places:
            places[RESTART] = np.flatnonzero(restart)
        return np.cumsum(restart.reshape(-1, BLOCK).sum(axis=1)), places

    def _is_restart(self, codes: Ints) -> npt.NDArray[np.bool_] | None:
        """Return which steps are restarts, or ``None`` if the run has no restarts so far."""
        book = self.timeline.book
        known = wanted(book, _RESTARTS)
        while not known.learn(book):
            pass
        return known.mask.take(codes) if known.mask.any() else None

    def _note_forgotten(self, chunk: Chunk, following: Chunk) -> None:
        """Index steps that were forgotten before they were read. Only the number of each kind is known, not their
        positions or the restarts.
        """
        counts = np.append(following.base[_KINDS], self.noted[-1, -1])
        for name, more in zip(NAMES, (counts - self.noted[-1, 1:]).tolist(), strict=True):
            if more:
                self._places.pop(name, None)
        self._add(np.array([chunk.end]), counts[None])
        self.done = chunk.end

    def _add(self, points: npt.NDArray[np.int64], counts: CountRows) -> None:
        self._noted.frombytes(np.column_stack([points, counts]).tobytes())
        if len(self.noted) > _POINTS:  # drop every second row, keeping the first and the last
            self._noted = array("q", np.concatenate([self.noted[:-1:2], self.noted[-1:]]).tobytes())

    def _keep(self, places: dict[str, npt.NDArray[np.int64]]) -> None:
        for name, there in places.items():
            kept = self._places[name]
            kept.append(there)
            if len(kept) > 64:
                kept[:] = [np.concatenate(kept)]
            if sum(map(len, kept)) > KEPT_POSITIONS:
                del self._places[name]

    # Queries

    @property
    def _behind(self) -> bool:
        """Whether anything besides the last, open block still needs indexing."""
        return self.done < self.timeline.chunks[-1].start or self.timeline.length - self.done > BLOCK

    def counts(self, positions: Ints) -> CountRows:
        """Return the count of each kind of mark up to each position, interpolating between known positions."""
        tail, there = self._tail()
        points = np.concatenate([self.noted[:, 0], tail])
        counts = np.concatenate([self.noted[:, 1:], there])
        index = np.clip(np.searchsorted(points, positions, side="right") - 1, 0, max(len(points) - 2, 0))
        if len(points) < 2:
            return np.zeros((len(positions), len(NAMES)), np.int64)
        width = (points[index + 1] - points[index])[:, None]
        along = (positions - points[index])[:, None]
        so_far: CountRows = counts[index] + (counts[index + 1] - counts[index]) * along // width
        return so_far

    def _tail(self) -> tuple[npt.NDArray[np.int64], CountRows]:
        """Return the position and counts of each step after the indexed blocks, or of only the last step if the index
        has fallen behind.
        """
        timeline = self.timeline
        end = timeline.length
        if self._behind:
            last = np.append(timeline.counts(end)[_KINDS], self.noted[-1, -1])
            return np.array([end]), last[None]
        if end == self.done:
            return np.zeros(0, np.int64), np.zeros((0, len(NAMES)), np.int64)
        there = np.stack(list(self._after().values()), axis=1)
        return np.arange(self.done + 1, end + 1), self.noted[-1, 1:] + np.cumsum(there, axis=0, dtype=np.int64)

    def voices(self, codes: Ints) -> dict[str, npt.NDArray[np.bool_]]:
        """Return, for each kind of mark, which of the given steps have it."""
        kinds, restart = self.timeline.book.table.kinds.take(codes), self._is_restart(codes)
        found = {name: kinds == kind for name, kind in VOICES.items()}
        return found | {RESTART: np.zeros(len(codes), bool) if restart is None else restart}

    def _after(self) -> dict[str, npt.NDArray[np.bool_]]:
        """Return, for each kind of mark, which of the steps after the indexed blocks have it."""
        chunk = self.timeline.chunks[-1]
        return self.voices(chunk.window(self.done, chunk.end))

    def places(self, name: str) -> npt.NDArray[np.int64] | None:
        """Return all positions of one kind of mark, or ``None`` if there are too many or if some are lost."""
        if name not in self._places or self._behind:
            return None
        kept = self._places[name]
        if self.done == self.timeline.length:
            return np.concatenate([np.zeros(0, np.int64), *kept])
        tail = np.flatnonzero(self._after()[name]) + self.done + 1
        return np.concatenate([*kept, tail])
