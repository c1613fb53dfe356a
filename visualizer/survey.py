"""What the time line shows: the depth of the search as a profile, and where its guesses, conflicts, … are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from solvers.step import Kind
from visualizer.chunk import BLOCK, GRAIN, Chunk, greatest
from visualizer.finding import Found, chunk_at, find, nth
from visualizer.scene import Density, Mark, StripView
from visualizer.tally import NAMES, VOICES, Tally
from visualizer.timeline import Timeline
from visualizer.zoom import Window

__all__ = ["MOST_MARKS", "Found", "Survey", "find", "nth", "profile"]

MOST_MARKS = 240
"""Marks of one kind that a time line shows one by one; where there are more, how dense they are."""
_EXACT = 128
"""Steps a column, up to which every step is looked at."""

_Positions = npt.NDArray[np.int64]


def profile(timeline: Timeline, columns: int, start: int = 0, end: int | None = None) -> tuple[int, ...]:
    """The greatest depth in each of that many equal parts of the recorded run, or of a part of it.

    Exact where a column has less than 128 steps and they are still known. Otherwise a column also counts what it
    touches: stretches of 64 steps or 1024, or longer ones of forgotten steps.
    """
    end = timeline.length if end is None else min(end, timeline.length)
    steps = end - start
    if steps <= 0 or columns < 1:
        return ()
    grain = 1 if steps < _EXACT * columns else GRAIN if steps < 2 * BLOCK * columns else BLOCK
    parts = [_depths_of(timeline, chunk, grain, start, end) for chunk in _chunks(timeline, start, end)]
    starts, depths = (np.concatenate(column) for column in zip(*parts, strict=True))
    return tuple(greatest(starts, depths, start + np.arange(columns) * steps // columns, end).tolist())


def _chunks(timeline: Timeline, start: int, end: int) -> Iterator[Chunk]:
    """The chunks that hold the steps between two positions."""
    for chunk in timeline.chunks[chunk_at(timeline, start) : chunk_at(timeline, end - 1) + 1]:
        if chunk.length:
            yield chunk


def _depths_of(timeline: Timeline, chunk: Chunk, grain: int, start: int, end: int) -> tuple[_Positions, _Positions]:
    """Where each stretch of a chunk starts, and the greatest depth in it; a block that is still open step by step."""
    table = timeline.book.table
    if chunk.codes is None:
        return chunk.peak_starts(), np.array(chunk.peaks, np.int64)
    closed = chunk.start + (len(chunk.block_counts) - 1) * BLOCK
    if grain == 1:
        return chunk.turns_within(table, max(start, chunk.start), min(end, chunk.end))
    starts, depths = (
        np.arange(chunk.start, closed, grain),
        np.array(chunk.depths if grain == GRAIN else chunk.peaks, np.int64),
    )
    if closed == chunk.end:
        return starts, depths
    rest_starts, rest = chunk.turns_within(table, closed, chunk.end)
    return np.concatenate([starts, rest_starts]), np.concatenate([depths, rest])


class Survey:
    """Keeps account of a timeline as it grows, so that nothing is looked at twice."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.tally = Tally(timeline)

    def positions(self, kind: Kind) -> list[int]:
        """Every position of a kind that has marks; none where there are too many to show."""
        self.tally.grow()
        name = next(name for name, of in VOICES.items() if of is kind)
        places = self.tally.places(name)
        return places.tolist() if places is not None and len(places) <= MOST_MARKS else []

    def strip(self, position: int, columns: int, window: Window | None = None) -> StripView:
        """The time line as it is to be drawn: all of it, or the steps of a window."""
        timeline = self.timeline
        self.tally.grow()
        length = timeline.length
        start, end = window or (0, length)
        depths = profile(timeline, columns, start, end)
        marks, densities = self._marks(start, min(end, length), end, columns)
        return StripView(
            length, position, timeline.finished, depths, max(depths, default=0), marks, start, end, densities
        )

    def _marks(self, start: int, known: int, end: int, columns: int) -> tuple[tuple[Mark, ...], tuple[Density, ...]]:
        """Of each voice its marks, or where there are too many of them how dense they are."""
        if known <= start or columns < 1:
            return (), ()
        edges = start + np.arange(columns + 1) * (end - start) // columns
        exact = self._exact(start, known, columns)
        counts = None if exact else self.tally.counts(np.minimum(edges, known))
        marks: list[Mark] = []
        densities = []
        for i, name in enumerate(NAMES):
            places = exact[name] if exact else self._places(name, start, known)
            if places is not None and len(places) <= MOST_MARKS:
                marks += [Mark((place - start) / (end - start), name) for place in places.tolist()]
            elif places is not None:
                densities.append(_density(name, places, edges))
            elif counts is not None:
                densities.append(_shares(name, np.diff(counts[:, i]), np.diff(edges)))
        return tuple(marks), tuple(densities)

    def _exact(self, start: int, end: int, columns: int) -> dict[str, _Positions]:
        """Of each voice its positions in a part of the run short enough to look at every step; else, nothing."""
        chunks = list(_chunks(self.timeline, start, end)) if end - start < _EXACT * columns else []
        if not chunks or any(chunk.codes is None for chunk in chunks):
            return {}
        codes = np.concatenate([chunk.window(max(start, chunk.start), min(end, chunk.end)) for chunk in chunks])
        return {name: np.flatnonzero(which) + start + 1 for name, which in self.tally.voices(codes).items()}

    def _places(self, name: str, start: int, end: int) -> _Positions | None:
        places = self.tally.places(name)
        if places is None:
            return None
        low, high = np.searchsorted(places, [start, end], side="right")
        return places[low:high]


def _density(name: str, places: _Positions, edges: npt.NDArray[np.integer]) -> Density:
    """A column narrower than a step shows the step that it lies in."""
    ends = np.maximum(edges[:-1] + 1, edges[1:])
    low, high = (np.searchsorted(places, edge, side="right") for edge in (edges[:-1], ends))
    return _shares(name, high - low, ends - edges[:-1])


def _shares(name: str, counts: npt.NDArray[np.integer], steps: npt.NDArray[np.integer]) -> Density:
    shares = np.minimum(counts / np.maximum(steps, 1), 1.0)
    return Density(name, tuple(shares.tolist()))
