"""The search as an icicle: each guess is a bar in its level, as wide as the steps made while it stands.

The bars are not stored. Two consecutive depths that both reach a level belong to the same guess, because a BACKTRACK
that ends a guess is itself a step at a lesser depth. So the least and the greatest depth of each column give the whole
picture: up to the least the bars are unbroken, up to the greatest they are mixed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from visualizer.timeline.chunk import BLOCK, GRAIN, Chunk, Ints, Positions, greatest, least
from visualizer.timeline.timeline import Timeline

STEP_BY_STEP = 48
"""Columns narrower than this many steps are computed from the steps themselves."""


@dataclass(frozen=True)
class Icicle:
    """A window of positions to draw, as arrays of one value a column.

    Column c stands for the steps from position ``edges[c]`` on, at least one of them.
    """

    window: tuple[int, int]
    """The positions at its left and right ends."""
    edges: Positions
    """The position at the left end of each column, and one more at the right end of the last."""
    floors: Positions
    """Levels 1 … floor: one bar runs through the whole column. 0 past the end of the recording."""
    peaks: Positions
    """Levels floor + 1 … peak: guesses that stood during only a part of the column."""
    joins: Positions
    """For each column and the next, the level up to which their bars belong to the same guesses."""
    deepest: int
    """The greatest depth recorded so far."""
    exact: bool
    """Whether the depths are those of the column's own steps. If not, a nearby depth may be included, and ``joins``
    holds only what is certain.
    """


@dataclass(frozen=True, eq=False)
class IcicleView:
    """An icicle with one column a pixel, and the part of it that is the path to the playhead."""

    icicle: Icicle
    standing: Positions
    """For each column, the level up to which its bars belong to the path to the playhead."""
    position: int
    solved: bool = False
    """Whether the path leads to a solution at the playhead."""


def icicle(timeline: Timeline, window: tuple[int, int], columns: int) -> Icicle:
    """Return the picture of a window of positions (start < end), in that many columns. It may reach beyond the
    recording.
    """
    start, end = window
    edges = start + np.arange(columns + 1) * (end - start) // columns
    grain = 1 if end - start < STEP_BY_STEP * columns else GRAIN if end - start < 2 * BLOCK * columns else BLOCK
    until = min(end, timeline.length)
    parts = _stretches(timeline, start, until, grain) if start < until else _joined([], exact=True)
    floors, peaks, joins = np.zeros((3, columns), np.int64)
    shown = int(np.searchsorted(edges[:-1], until))
    if shown:
        floors[:shown] = least(parts.starts, parts.lows, edges[:shown], until)
        peaks[:shown] = greatest(parts.starts, parts.highs, edges[:shown], until)
        joins[:shown] = _joins(parts, edges[:shown], floors[:shown], until)
    return Icicle(window, edges, floors, peaks, joins[:-1], deepest(timeline), parts.exact)


def deepest(timeline: Timeline) -> int:
    """Return the greatest depth recorded so far."""
    last = timeline.chunks[-1]
    closed = np.frombuffer(b"".join([chunk.peaks for chunk in timeline.chunks]), np.uint16)
    _, rest = last.turns_within(timeline.book.table, last.start + len(last.peaks) * BLOCK, last.end)
    return max(int(closed.max(initial=0)), int(rest.max(initial=0)))


class _Stretches(NamedTuple):
    """Stretches of steps with the least and the greatest depth in each."""

    starts: Positions
    lows: Ints
    highs: Ints
    exact: bool


def _stretches(timeline: Timeline, start: int, end: int, grain: int) -> _Stretches:
    """Return all stretches that a window overlaps; forgotten steps as finely as their landmark knows them."""
    chunks = [chunk for chunk in _chunks_between(timeline, start, end) if chunk.length]
    if grain > 1:
        parts = _noted(chunks, grain)
        last = chunks[-1] if chunks else None
        rest = [_decoded(timeline, last, _closed(last), last.end)] if last and last.codes is not None else []
        return _joined([parts, *rest], exact=False)
    exact = all(chunk.codes is not None for chunk in chunks)
    return _joined(
        [
            _noted([chunk], BLOCK)
            if chunk.codes is None
            else _decoded(timeline, chunk, max(start, chunk.start), min(end, chunk.end))
            for chunk in chunks
        ],
        exact,
    )


def _chunks_between(timeline: Timeline, start: int, end: int) -> list[Chunk]:
    chunks = timeline.chunks
    first = bisect_right(chunks, start, key=_start) - 1
    return chunks[max(0, first) : bisect_left(chunks, end, key=_start)]


def _start(chunk: Chunk) -> int:
    return chunk.start


def _closed(chunk: Chunk) -> int:
    """Return the position up to which a chunk has noted its depths."""
    return chunk.start + len(chunk.peaks) * BLOCK if chunk.codes is not None else chunk.end


def _noted(chunks: Sequence[Chunk], grain: int) -> _Stretches:
    """Return what chunks have noted: a value for each block, or for each grain if they have any."""
    fine = [grain == GRAIN and chunk.codes is not None for chunk in chunks]
    highs = [chunk.depths if small else chunk.peaks for chunk, small in zip(chunks, fine, strict=True)]
    lows = [chunk.lows if small else chunk.floors for chunk, small in zip(chunks, fine, strict=True)]
    counts = np.array([len(values) for values in highs], np.int64)
    spans = np.array([_closed(chunk) - chunk.start for chunk in chunks], np.int64)
    before = np.cumsum(counts) - counts
    index = np.arange(counts.sum()) - np.repeat(before, counts)
    starts = np.array([chunk.start for chunk in chunks], np.int64)
    return _Stretches(
        np.repeat(starts, counts) + index * np.repeat(spans, counts) // np.repeat(counts, counts),
        np.frombuffer(b"".join(lows), np.uint16),
        np.frombuffer(b"".join(highs), np.uint16),
        exact=False,
    )


def _decoded(timeline: Timeline, chunk: Chunk, start: int, end: int) -> _Stretches:
    """Return what the decoded steps say."""
    starts, depths = chunk.turns_within(timeline.book.table, start, end)
    return _Stretches(starts, depths, depths, exact=True)


def _joined(parts: Sequence[_Stretches], exact: bool) -> _Stretches:
    if not parts:
        nothing = np.zeros(0, np.int64)
        return _Stretches(nothing, nothing, nothing, exact)
    starts, highs = (np.concatenate([part[i] for part in parts]) for i in (0, 2))
    lows = highs if exact else np.concatenate([part.lows for part in parts])
    return _Stretches(starts, lows, highs, exact)


def _joins(parts: _Stretches, edges: Positions, floors: Positions, end: int) -> Positions:
    """Return the level up to which each column's guesses continue in the next. Columns of the same step are fully
    joined.
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
