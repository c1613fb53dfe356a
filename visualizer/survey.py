"""Where things are on a timeline: the next guess, the depth of the search as a profile, marks."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.step import Kind
from visualizer.chunk import BLOCK, GRAIN, Chunk, greatest
from visualizer.scene import Mark, StripView
from visualizer.timeline import Timeline

MOST_MARKS = 240
"""Marks of one kind that a time line shows; where there are more they would be a solid bar."""
_VOICES = {Kind.GUESS: "guessed", Kind.CONFLICT: "conflict", Kind.SOLVED: "solved"}


class Found(NamedTuple):
    """Where :func:`find` has got to."""

    position: int
    exact: bool
    """False: the steps there have been forgotten; reach this position and ask again."""


def find(timeline: Timeline, kinds: Collection[Kind], position: int, forward: bool = True) -> Found | None:
    """The nearest position after (or before) this one whose step is of one of the kinds, among the recorded ones."""
    wanted = np.zeros(len(Kind), bool)
    wanted[list(kinds)] = True
    chunks = timeline.chunks
    for i in range(len(chunks)) if forward else range(len(chunks) - 1, -1, -1):
        chunk = chunks[i]
        if chunk.end <= position if forward else chunk.start >= position - 1:
            continue
        if i + 1 < len(chunks) and not (chunks[i + 1].base - chunk.base)[wanted].any():
            continue
        if chunk.codes is None:
            return Found(max(position, chunk.start) + 1 if forward else min(position - 1, chunk.end), exact=False)
        where = _find_in(timeline, chunk, wanted, position, forward)
        if where is not None:
            return Found(where, exact=True)
    return None


def _find_in(
    timeline: Timeline, chunk: Chunk, wanted: npt.NDArray[np.bool_], position: int, forward: bool
) -> int | None:
    blocks = range((chunk.length + BLOCK - 1) // BLOCK)
    counts = chunk.block_counts
    for b in blocks if forward else reversed(blocks):
        start = chunk.start + b * BLOCK
        end = min(start + BLOCK, chunk.end)
        if end <= position if forward else start >= position - 1:
            continue
        if b + 1 < len(counts) and not (counts[b + 1] - counts[b])[wanted].any():
            continue
        kinds = timeline.book.table.kinds[chunk.window(start, end)]
        hits = np.flatnonzero(wanted[kinds]) + start + 1
        hits = hits[hits > position] if forward else hits[hits < position]
        if len(hits):
            return int(hits[0] if forward else hits[-1])
    return None


def nth(timeline: Timeline, kinds: Collection[Kind], position: int, count: int) -> int | None:
    """The position of the count-th step of these kinds after a position; ``None`` where not so many are recorded."""
    wanted = list(kinds)
    goal = int(timeline.counts(position)[wanted].sum()) + count
    low, high = position, timeline.length
    if timeline.counts(high)[wanted].sum() < goal:
        return None
    while low < high:
        middle = (low + high) // 2
        if timeline.counts(middle)[wanted].sum() < goal:
            low = middle + 1
        else:
            high = middle
    return low


def profile(timeline: Timeline, columns: int) -> tuple[int, ...]:
    """The greatest depth in each of that many equal parts of the recorded run."""
    length = timeline.length
    if not length or columns < 1:
        return ()
    grain = 1 if length < 128 * columns else GRAIN if length < 2 * BLOCK * columns else BLOCK
    parts = [_depths_of(timeline, chunk, grain) for chunk in timeline.chunks if chunk.length]
    starts, depths = (np.concatenate(column) for column in zip(*parts, strict=True))
    return tuple(greatest(starts, depths, np.arange(columns) * length // columns, length).tolist())


def _depths_of(timeline: Timeline, chunk: Chunk, grain: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where each stretch of a chunk starts, and the greatest depth in it; a block that is still open step by step."""
    table = timeline.book.table
    if chunk.codes is None:
        return chunk.peak_starts(), np.array(chunk.peaks, np.int64)
    closed = chunk.start + (len(chunk.block_counts) - 1) * BLOCK
    if grain == 1:
        return np.arange(chunk.start, chunk.end), chunk.depths_within(table, chunk.start, chunk.end)
    starts, depths = (
        np.arange(chunk.start, closed, grain),
        np.array(chunk.depths if grain == GRAIN else chunk.peaks, np.int64),
    )
    if closed == chunk.end:
        return starts, depths
    rest = chunk.depths_within(table, closed, chunk.end)
    return np.concatenate([starts, np.arange(closed, chunk.end)]), np.concatenate([depths, rest])


class Survey:
    """Keeps the marks of a timeline as it grows, so that nothing is looked at twice."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._marks: dict[Kind, list[int]] = {kind: [] for kind in _VOICES}
        self._seen = dict.fromkeys(_VOICES, 0)

    def positions(self, kind: Kind) -> list[int]:
        """Every position of that kind; none where there are too many to show."""
        timeline, marks = self.timeline, self._marks[kind]
        if timeline.counts(timeline.length)[kind] > MOST_MARKS:
            return []
        while (found := find(timeline, [kind], self._seen[kind])) and found.exact:
            marks.append(found.position)
            self._seen[kind] = found.position
        return marks

    def strip(self, position: int, columns: int) -> StripView:
        """The time line as it is to be drawn."""
        length = self.timeline.length
        marks = tuple(Mark(where / length, voice) for kind, voice in _VOICES.items() for where in self.positions(kind))
        depths = profile(self.timeline, columns)
        return StripView(length, position, self.timeline.finished, depths, max(depths, default=0), marks)
