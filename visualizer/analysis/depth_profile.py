"""The data of the time line: the profile of the search's depth, and the positions of guesses, conflicts and other
events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from solvers.core.step import Kind
from visualizer.analysis.event_index import NAMES, VOICES, Tally
from visualizer.analysis.zoom import Window
from visualizer.timeline.chunk import BLOCK, CHUNK, GRAIN, Chunk, greatest
from visualizer.timeline.search import Found, chunk_at, find, nth
from visualizer.timeline.timeline import Timeline
from visualizer.views.time_line import Density, Mark, StripView

__all__ = ["MOST_MARKS", "Found", "Survey", "find", "nth", "profile"]

MOST_MARKS = 240
"""The most marks of one kind that a time line shows one by one; beyond that it shows how dense they are."""
_EXACT = 128
"""The most steps per column for which the profile looks at every step."""
_EXACT_MARKS = 64
"""The same for the marks; beyond it, marks too numerous to keep one by one are counted by blocks."""
_FEW = 4096
"""The most steps that are examined afresh each time."""
_REMEMBERED = 4
"""Chunks whose steps are remembered once examined, at most a megabyte each."""

_Positions = npt.NDArray[np.int64]


LookUp = Callable[[Chunk, int, int], tuple[_Positions, _Positions]]
"""The start and depth of each stretch of equal depth between two positions of a chunk."""


def profile(
    timeline: Timeline, columns: int, start: int = 0, end: int | None = None, look: LookUp | None = None
) -> tuple[int, ...]:
    """Return the greatest depth in each of that many equal parts of the recorded run, or of a part of it.

    It is exact if a column has fewer than 128 steps that are still remembered. Otherwise a column also counts whatever
    it touches: stretches of 64 steps or 1024, or longer ones of forgotten steps. ``look``: how to look at single steps,
    if the caller remembers them.
    """
    table = timeline.book.table
    look = look or (lambda chunk, start, end: chunk.turns_within(table, start, end))
    end = timeline.length if end is None else min(end, timeline.length)
    steps = end - start
    if steps <= 0 or columns < 1:
        return ()
    grain = 1 if steps < _EXACT * columns else GRAIN if steps < 2 * BLOCK * columns else BLOCK
    parts = [_depths_of(chunk, grain, start, end, look) for chunk in _chunks(timeline, start, end)]
    starts, depths = (np.concatenate(column) for column in zip(*parts, strict=True))
    return tuple(greatest(starts, depths, start + np.arange(columns) * steps // columns, end).tolist())


def _chunks(timeline: Timeline, start: int, end: int) -> Iterator[Chunk]:
    """Yield the chunks that hold the steps between two positions."""
    for chunk in timeline.chunks[chunk_at(timeline, start) : chunk_at(timeline, end - 1) + 1]:
        if chunk.length:
            yield chunk


def _depths_of(chunk: Chunk, grain: int, start: int, end: int, look: LookUp) -> tuple[_Positions, _Positions]:
    """Return where each stretch of a chunk starts and its greatest depth; an open block is read step by step."""
    if chunk.codes is None:
        return chunk.peak_starts(), np.array(chunk.peaks, np.int64)
    closed = chunk.start + (len(chunk.block_counts) - 1) * BLOCK
    if grain == 1:
        return look(chunk, max(start, chunk.start), min(end, chunk.end))
    starts, depths = (
        np.arange(chunk.start, closed, grain),
        np.array(chunk.depths if grain == GRAIN else chunk.peaks, np.int64),
    )
    if closed == chunk.end:
        return starts, depths
    rest_starts, rest = look(chunk, closed, chunk.end)
    return np.concatenate([starts, rest_starts]), np.concatenate([depths, rest])


class Survey:
    """A summary of a timeline that grows with it, so that nothing is examined twice."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.tally = Tally(timeline)
        self._seen: dict[int, dict[str, _Positions]] = {}
        self._turned: dict[int, tuple[_Positions, _Positions]] = {}

    def positions(self, kind: Kind) -> list[int]:
        """Return every position of a kind of mark, or none if there are too many to show."""
        self.tally.grow()
        name = next(name for name, of in VOICES.items() if of is kind)
        places = self.tally.places(name)
        return places.tolist() if places is not None and len(places) <= MOST_MARKS else []

    def strip(self, position: int, columns: int, window: Window | None = None) -> StripView:
        """Return the time line to draw: all of it, or the steps of a window."""
        timeline = self.timeline
        self.tally.grow()
        length = timeline.length
        start, end = window or (0, length)
        depths = profile(timeline, columns, start, end, self._turns)
        marks, densities = self._marks(start, min(end, length), end, columns)
        return StripView(
            length, position, timeline.finished, depths, max(depths, default=0), marks, start, end, densities
        )

    def _marks(self, start: int, known: int, end: int, columns: int) -> tuple[tuple[Mark, ...], tuple[Density, ...]]:
        """Return the marks of each voice, or how dense they are if there are too many."""
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
        """Return the positions of each voice in a part of the run that is short enough to read every step; otherwise
        nothing.
        """
        chunks = list(_chunks(self.timeline, start, end)) if end - start < _EXACT_MARKS * columns else []
        if not chunks or any(chunk.codes is None for chunk in chunks):
            return {}
        looked = [self._voices(chunk, max(start, chunk.start), min(end, chunk.end)) for chunk in chunks]
        return {name: _between(np.concatenate([voices[name] for voices in looked]), start, end) for name in NAMES}

    def _voices(self, chunk: Chunk, start: int, end: int) -> dict[str, _Positions]:
        """Return the positions of each voice between two positions of a chunk; for a full chunk, all of them."""

        def look(start: int, end: int) -> dict[str, _Positions]:
            voices = self.tally.voices(chunk.window(start, end))
            return {name: np.flatnonzero(there) + start + 1 for name, there in voices.items()}

        return _remembered(self._seen, chunk, start, end, look)

    def _turns(self, chunk: Chunk, start: int, end: int) -> tuple[_Positions, _Positions]:
        """Return where the stretches of equal depth start, and their depths; for a full chunk, all of them."""
        table = self.timeline.book.table
        return _remembered(self._turned, chunk, start, end, lambda start, end: chunk.turns_within(table, start, end))

    def _places(self, name: str, start: int, end: int) -> _Positions | None:
        places = self.tally.places(name)
        return None if places is None else _between(places, start, end)


Seen = TypeVar("Seen")


def _remembered(known: dict[int, Seen], chunk: Chunk, start: int, end: int, look: Callable[[int, int], Seen]) -> Seen:
    """Look at a part of a chunk: a few steps afresh each time, a full chunk once and as a whole."""
    if chunk.length < CHUNK or end - start < _FEW:
        return look(start, end)
    seen = known.pop(chunk.start, None) or look(chunk.start, chunk.end)
    known[chunk.start] = seen
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]
    return seen


def _between(places: _Positions, start: int, end: int) -> _Positions:
    """Keep the entries of a sorted list that lie after one position, up to another."""
    low, high = np.searchsorted(places, [start, end], side="right")
    return places[low:high]


def _density(name: str, places: _Positions, edges: npt.NDArray[np.integer]) -> Density:
    """Return how dense the marks are. A column narrower than a step shows the step that it lies in."""
    ends = np.maximum(edges[:-1] + 1, edges[1:])
    low, high = (np.searchsorted(places, edge, side="right") for edge in (edges[:-1], ends))
    return _shares(name, high - low, ends - edges[:-1])


def _shares(name: str, counts: npt.NDArray[np.integer], steps: npt.NDArray[np.integer]) -> Density:
    shares = np.minimum(counts / np.maximum(steps, 1), 1.0)
    return Density(name, tuple(shares.tolist()))
