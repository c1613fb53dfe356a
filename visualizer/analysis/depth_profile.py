"""The data behind the timeline: search depth, and the positions of guesses, conflicts and other events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from visualizer.analysis.depth_stretches import LookUp, stretches
from visualizer.analysis.event_index import NAMES, EventIndex
from visualizer.analysis.zoom import Window
from visualizer.timeline.chunk import CHUNK, Chunk, Ints, Positions, greatest
from visualizer.timeline.timeline import Timeline
from visualizer.views.time_line import MarkDensity, StripView, TimeLineMark

MOST_MARKS = 240
"""The maximum number of marks of one kind drawn individually; above that, the timeline shows their density."""
_EXACT = 128
"""The number of steps per column below which the profile examines every step."""
_EXACT_MARKS = 64
"""The number of steps per column below which marks are located step by step instead of counted by block."""
_FEW = 4096
"""The number of steps below which a range is examined on each call instead of being cached."""
_REMEMBERED = 4
"""The number of chunks whose examined steps are cached. Each takes up to a megabyte."""


def profile(
    timeline: Timeline, columns: int, start: int = 0, end: int | None = None, look: LookUp | None = None
) -> tuple[int, ...]:
    """Return the greatest depth in each of ``columns`` equal parts of the recorded run, or of a range of it.

    The result is exact if columns have fewer than 128 steps and none are forgotten. Otherwise a column includes every
    stretch of 64 or 1024 steps it overlaps (more if the steps are forgotten). Pass ``look`` to examine single steps
    through a cache.
    """
    end = timeline.length if end is None else min(end, timeline.length)
    steps = end - start
    if steps <= 0 or columns < 1:
        return ()
    parts = stretches(timeline, start, end, steps // columns, _EXACT, look)
    edges = start + np.arange(columns) * steps // columns
    return tuple(greatest(parts.starts, parts.highs, edges, end).tolist())


class DepthProfile:
    """A summary of a growing timeline that examines each step only once."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.events = EventIndex(timeline)
        self._seen: dict[int, dict[str, Positions]] = {}
        self._turned: dict[int, tuple[Positions, Positions]] = {}
        self._view: tuple[object, StripView] | None = None
        """The last timeline drawn, and its inputs. While the user scrubs, only the position changes."""

    def strip(self, position: int, columns: int, window: Window | None = None) -> StripView:
        """Return the timeline to draw, for the whole run or for a window of it."""
        timeline = self.timeline
        self.events.grow()
        start, end = window or (0, timeline.length)
        forgotten = tuple(chunk.start for chunk in timeline.chunks if chunk.codes is None)
        known = timeline.length, timeline.finished, self.events.done, forgotten
        if self._view is None or self._view[0] != (known, start, end, columns):
            self._view = (known, start, end, columns), self._made(start, end, columns)
        return replace(self._view[1], position=position)

    def _made(self, start: int, end: int, columns: int) -> StripView:
        timeline = self.timeline
        depths = profile(timeline, columns, start, end, self._turns)
        marks, densities = self._marks(start, min(end, timeline.length), end, columns)
        deepest = max(depths, default=0)
        return StripView(timeline.length, 0, timeline.finished, depths, deepest, marks, start, end, densities)

    def _marks(
        self, start: int, known: int, end: int, columns: int
    ) -> tuple[tuple[TimeLineMark, ...], tuple[MarkDensity, ...]]:
        """Return the individual marks of each kind, or their density if there are too many."""
        if known <= start or columns < 1:
            return (), ()
        edges = start + np.arange(columns + 1) * (end - start) // columns
        exact = self._exact(start, known, columns)
        counts = None if exact else self.events.counts(np.minimum(edges, known))
        marks: list[TimeLineMark] = []
        densities = []
        for i, name in enumerate(NAMES):
            places = exact[name] if exact else self._places(name, start, known)
            if places is not None and len(places) <= MOST_MARKS:
                marks += [TimeLineMark((place - start) / (end - start), name) for place in places.tolist()]
            elif places is not None:
                densities.append(_density(name, places, edges))
            elif counts is not None:
                densities.append(_shares(name, np.diff(counts[:, i]), np.diff(edges)))
        return tuple(marks), tuple(densities)

    def _exact(self, start: int, end: int, columns: int) -> dict[str, Positions]:
        """Return the positions of each kind of mark in a range; empty if the range is too long to read."""
        chunks = self.timeline.between(start, end) if end - start < _EXACT_MARKS * columns else []
        if not chunks or any(chunk.codes is None for chunk in chunks):
            return {}
        looked = [self._voices(chunk, max(start, chunk.start), min(end, chunk.end)) for chunk in chunks]
        return {name: _between(np.concatenate([voices[name] for voices in looked]), start, end) for name in NAMES}

    def _voices(self, chunk: Chunk, start: int, end: int) -> dict[str, Positions]:
        """Return the positions of each kind of mark in a range of a chunk, or in all of it if it is full."""

        def look(start: int, end: int) -> dict[str, Positions]:
            voices = self.events.voices(chunk.window(start, end))
            return {name: np.flatnonzero(there) + start + 1 for name, there in voices.items()}

        return _remembered(self._seen, chunk, start, end, look)

    def _turns(self, chunk: Chunk, start: int, end: int) -> tuple[Positions, Positions]:
        """Return the start and depth of each stretch of equal depth in a range of a chunk, or in all of it if it is
        full.
        """
        table = self.timeline.book.table
        return _remembered(self._turned, chunk, start, end, lambda start, end: chunk.turns_within(table, start, end))

    def _places(self, name: str, start: int, end: int) -> Positions | None:
        places = self.events.places(name)
        return None if places is None else _between(places, start, end)


Seen = TypeVar("Seen")


def _remembered(known: dict[int, Seen], chunk: Chunk, start: int, end: int, look: Callable[[int, int], Seen]) -> Seen:
    """Examine part of a chunk. A full chunk is examined as a whole, once, and cached."""
    if chunk.length < CHUNK or end - start < _FEW:
        return look(start, end)
    seen = known.pop(chunk.start, None) or look(chunk.start, chunk.end)
    known[chunk.start] = seen
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]
    return seen


def _between(places: Positions, start: int, end: int) -> Positions:
    """Return the entries of a sorted array that are greater than ``start`` and at most ``end``."""
    low, high = np.searchsorted(places, [start, end], side="right")
    return places[low:high]


def _density(name: str, places: Positions, edges: Ints) -> MarkDensity:
    """Return the density of the marks. A column narrower than one step shows the step it falls within."""
    ends = np.maximum(edges[:-1] + 1, edges[1:])
    low, high = (np.searchsorted(places, edge, side="right") for edge in (edges[:-1], ends))
    return _shares(name, high - low, ends - edges[:-1])


def _shares(name: str, counts: Ints, steps: Ints) -> MarkDensity:
    shares = np.minimum(counts / np.maximum(steps, 1), 1.0)
    return MarkDensity(name, tuple(shares.tolist()))
