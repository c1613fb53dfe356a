"""The search depth in stretches of steps: step by step for narrow columns, block by block for wide ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from visualizer.timeline.chunk import BLOCK, GRAIN, Chunk, Ints, Positions
from visualizer.timeline.timeline import Timeline

LookUp = Callable[[Chunk, int, int], tuple[Positions, Positions]]
"""A function that returns the start and depth of each stretch of equal depth between two positions of a chunk."""


class Stretches(NamedTuple):
    """Stretches of steps, with the least and greatest depth in each."""

    starts: Positions
    lows: Ints
    highs: Ints
    exact: bool
    """Whether the depth is constant within each stretch."""


def stretches(
    timeline: Timeline, start: int, end: int, width: int, finest: int, look: LookUp | None = None
) -> Stretches:
    """Return every stretch that overlaps the range, at the resolution that columns of this width need.

    Columns narrower than ``finest`` are read step by step. Forgotten steps are known only as precisely as their
    landmark allows. Pass ``look`` to examine single steps through a cache.
    """
    if start >= end:
        nothing = np.zeros(0, np.int64)
        return Stretches(nothing, nothing, nothing, exact=True)
    table = timeline.book.table
    look = look or (lambda chunk, start, end: chunk.turns_within(table, start, end))
    chunks = timeline.between(start, end)
    known = [(chunk, max(start, chunk.start), min(end, chunk.end)) for chunk in chunks]
    parts = []
    if width >= finest:
        parts.append(_noted(chunks, GRAIN if width < 2 * BLOCK else BLOCK))
        known = [(chunks[-1], _closed(chunks[-1]), chunks[-1].end)]
    for chunk, first, last in known:
        if chunk.codes is not None:
            turns, depths = look(chunk, first, last)
            parts.append((turns, depths, depths))
        elif width < finest:
            parts.append(_noted([chunk], BLOCK))
    exact = width < finest and all(chunk.codes is not None for chunk in chunks)
    starts, lows, highs = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Stretches(starts, lows, highs, exact)


def _closed(chunk: Chunk) -> int:
    """Return the position up to which a chunk's depths are recorded."""
    return chunk.start + len(chunk.peaks) * BLOCK if chunk.codes is not None else chunk.end


def _noted(chunks: Sequence[Chunk], grain: int) -> tuple[Positions, Ints, Ints]:
    """Return the depths recorded in the chunks: one per grain where available, otherwise one per block."""
    fine = [grain == GRAIN and chunk.codes is not None for chunk in chunks]
    highs = [chunk.depths if small else chunk.peaks for chunk, small in zip(chunks, fine, strict=True)]
    lows = [chunk.lows if small else chunk.floors for chunk, small in zip(chunks, fine, strict=True)]
    counts = np.array([len(values) for values in highs], np.int64)
    spans = np.array([_closed(chunk) - chunk.start for chunk in chunks], np.int64)
    before = np.cumsum(counts) - counts
    index = np.arange(counts.sum()) - np.repeat(before, counts)
    starts = np.repeat(np.array([chunk.start for chunk in chunks], np.int64), counts)
    starts += index * np.repeat(spans, counts) // np.repeat(counts, counts)
    return starts, np.frombuffer(b"".join(lows), np.uint16), np.frombuffer(b"".join(highs), np.uint16)


def greatest_depth(timeline: Timeline, position: int) -> int:
    """Return the greatest depth up to a position, which must be known. (After hundreds of millions of steps, once
    landmarks have been merged, this may include a depth reached slightly later.)
    """
    index = timeline.index(max(position - 1, 0))
    last = timeline.chunks[index]
    blocks = len(last.peaks) if last.codes is None else (position - last.start) // BLOCK
    noted = b"".join([*(chunk.peaks for chunk in timeline.chunks[:index]), last.peaks[:blocks]])
    deepest = int(np.frombuffer(noted, np.uint16).max(initial=0))
    if last.codes is None:
        return deepest
    _, rest = last.turns_within(timeline.book.table, last.start + blocks * BLOCK, position)
    return max(deepest, int(rest.max(initial=0)))
