"""The data behind the timeline: search depth, and the positions of guesses, conflicts and other events."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from solvers.core.step import Kind
from visualizer.analysis.zoom import Window
from visualizer.timeline.chunk import BLOCK, CHUNK, GRAIN, Chunk, Counts
from visualizer.timeline.fast_chunk import Ints, Positions, codes_within, flagged, greatest, kinds_of, turns_within
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import MarkDensity, StripView, TimeLineMark

# The search depth in stretches of steps: step by step for narrow columns, block by block for wide ones.


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
    look = look or turns_within
    known = timeline.between(start, end)
    chunks = [chunk for chunk, *_ in known]
    parts = []
    if width >= finest:
        parts.append(_noted(chunks, GRAIN if width < 2 * BLOCK else BLOCK))
        known = [(chunks[-1], _closed(chunks[-1]), chunks[-1].end)]
    for chunk, first, last in known:
        if not chunk.forgotten:
            turns, depths = look(chunk, first, last)
            parts.append((turns, depths, depths))
        elif width < finest:
            parts.append(_noted([chunk], BLOCK))
    exact = width < finest and all(not chunk.forgotten for chunk in chunks)
    starts, lows, highs = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Stretches(starts, lows, highs, exact)


def _closed(chunk: Chunk) -> int:
    """Return the position up to which a chunk's depths are recorded."""
    return chunk.start + len(chunk.peaks) * BLOCK if not chunk.forgotten else chunk.end


def _noted(chunks: Sequence[Chunk], grain: int) -> tuple[Positions, Ints, Ints]:
    """Return the depths recorded in the chunks: one per grain where available, otherwise one per block."""
    fine = [grain == GRAIN and not chunk.forgotten for chunk in chunks]
    highs = [chunk.depths if small else chunk.peaks for chunk, small in zip(chunks, fine, strict=True)]
    lows = [chunk.lows if small else chunk.floors for chunk, small in zip(chunks, fine, strict=True)]
    counts = np.array([len(values) for values in highs], np.int64)
    spans = np.array([_closed(chunk) - chunk.start for chunk in chunks], np.int64)
    before = np.cumsum(counts) - counts
    index = np.arange(counts.sum()) - np.repeat(before, counts)
    starts = np.repeat(np.array([chunk.start for chunk in chunks], np.int64), counts)
    starts += index * np.repeat(spans, counts) // np.repeat(counts, counts)
    return starts, np.frombuffer(b"".join(lows), np.uint16), np.frombuffer(b"".join(highs), np.uint16)


# Counts and positions of the steps that get marks, indexed block by block as the run grows.


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

CountRows = npt.NDArray[np.int64]
"""Rows of counts, with one column per kind of mark."""


def _marked(counts: Counts) -> list[int]:
    """Return the number of steps of each kind that has marks."""
    return [counts[kind] for kind in VOICES.values()]


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
            if chunk.forgotten:
                # Steps that were forgotten before they were read: only the number of each kind is known, not the
                # positions.
                counts = np.append(_marked(timeline.chunks[index + 1].base), self.noted[-1, -1])
                for name, more in zip(NAMES, (counts - self.noted[-1, 1:]).tolist(), strict=True):
                    if more:
                        self._places.pop(name, None)
                self._add(np.array([chunk.end]), counts[None])
            elif not self._note(chunk):
                return

    def _note(self, chunk: Chunk) -> bool:
        """Index a chunk's newly closed blocks. Return False if there are none."""
        end = chunk.start + (len(chunk.block_counts) - 1) * BLOCK
        if self.done >= end:
            return False
        voices = self.voices(chunk, self.done, end)
        for name, there in voices.items():
            if name in self._places and there.any():
                kept = self._places[name]
                kept.append(np.flatnonzero(there) + self.done + 1)
                if len(kept) > 64:
                    kept[:] = [np.concatenate(kept)]
                if sum(map(len, kept)) > KEPT_POSITIONS:
                    del self._places[name]
        blocks = np.stack([there.reshape(-1, BLOCK).sum(axis=1) for there in voices.values()], axis=1)
        self._add(np.arange(self.done + BLOCK, end + 1, BLOCK), self.noted[-1, 1:] + np.cumsum(blocks, axis=0))
        return True

    def _add(self, points: npt.NDArray[np.int64], counts: CountRows) -> None:
        self._noted.frombytes(np.column_stack([points, counts]).tobytes())
        if len(self.noted) > _POINTS:  # drop every second row, keeping the first and the last
            self._noted = array("q", np.concatenate([self.noted[:-1:2], self.noted[-1:]]).tobytes())
        self.done = int(points[-1])

    # Queries

    @property
    def _behind(self) -> bool:
        """Whether anything besides the last, open block still needs indexing."""
        return self.done < self.timeline.chunks[-1].start or self.timeline.length - self.done > BLOCK

    def counts(self, positions: Ints) -> CountRows:
        """Return the count of each kind of mark up to each position, interpolating between known positions."""
        noted, timeline = self.noted, self.timeline
        end = timeline.length
        if self._behind:
            tail, there = np.array([end]), np.append(_marked(timeline.counts(end)), noted[-1, -1])[None]
        else:
            voices = np.stack(list(self._after().values()), axis=1)
            tail, there = np.arange(self.done + 1, end + 1), noted[-1, 1:] + np.cumsum(voices, axis=0, dtype=np.int64)
        points, counts = np.append(noted[:, 0], tail), np.concatenate([noted[:, 1:], there])
        if len(points) < 2:
            return np.zeros((len(positions), len(NAMES)), np.int64)
        index = np.clip(np.searchsorted(points, positions, side="right") - 1, 0, len(points) - 2)
        width = (points[index + 1] - points[index])[:, None]
        along = (positions - points[index])[:, None]
        so_far: CountRows = counts[index] + (counts[index + 1] - counts[index]) * along // width
        return so_far

    def voices(self, chunk: Chunk, start: int, end: int) -> dict[str, npt.NDArray[np.bool_]]:
        """Return, for each kind of mark, which of the steps between two positions in a chunk have it."""
        codes = codes_within(chunk, start, end)
        kinds = kinds_of(chunk, codes)
        return {name: kinds == kind for name, kind in VOICES.items()} | {RESTART: flagged(chunk.book.restarts, codes)}

    def _after(self) -> dict[str, npt.NDArray[np.bool_]]:
        """Return, for each kind of mark, which of the steps after the indexed blocks have it."""
        chunk = self.timeline.chunks[-1]
        return self.voices(chunk, self.done, chunk.end)

    def places(self, name: str) -> npt.NDArray[np.int64] | None:
        """Return all positions of one kind of mark, or ``None`` if there are too many or if some are lost."""
        if name not in self._places or self._behind:
            return None
        tail = np.flatnonzero(self._after()[name]) + self.done + 1
        return np.concatenate([*self._places[name], tail])


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
        forgotten = tuple(chunk.start for chunk in timeline.chunks if chunk.forgotten)
        known = timeline.length, timeline.finished, self.events.done, forgotten
        if self._view is None or self._view[0] != (known, start, end, columns):
            depths = profile(timeline, columns, start, end, self._turns)
            deepest = max(depths, default=0)
            marks, densities = self._marks(start, min(end, timeline.length), end, columns)
            made = StripView(timeline.length, 0, timeline.finished, depths, deepest, marks, start, end, densities)
            self._view = (known, start, end, columns), made
        return replace(self._view[1], position=position)

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
            places = exact[name] if exact else self.events.places(name)
            if places is not None:
                low, high = np.searchsorted(places, [start, known], side="right")
                if high - low <= MOST_MARKS:
                    shown = places[low:high].tolist()
                    marks += [TimeLineMark((place - start) / (end - start), name) for place in shown]
                else:
                    densities.append(_density(name, places[low:high], edges))
            elif counts is not None:
                densities.append(_shares(name, np.diff(counts[:, i]), np.diff(edges)))
        return tuple(marks), tuple(densities)

    def _exact(self, start: int, end: int, columns: int) -> dict[str, Positions]:
        """Return the positions of each kind of mark around a range; empty if the range is too long to read."""

        def look(chunk: Chunk, start: int, end: int) -> dict[str, Positions]:
            voices = self.events.voices(chunk, start, end)
            return {name: np.flatnonzero(there) + start + 1 for name, there in voices.items()}

        spans = self.timeline.between(start, end) if end - start < _EXACT_MARKS * columns else []
        if not spans or any(chunk.forgotten for chunk, *_ in spans):
            return {}
        looked = [_remembered(self._seen, *span, look) for span in spans]
        return {name: np.concatenate([voices[name] for voices in looked]) for name in NAMES}

    def _turns(self, chunk: Chunk, start: int, end: int) -> tuple[Positions, Positions]:
        """Return the start and depth of each stretch of equal depth in a range of a chunk, or in all of it if it is
        full.
        """
        return _remembered(self._turned, chunk, start, end, turns_within)


Seen = TypeVar("Seen")


def _remembered(
    known: dict[int, Seen], chunk: Chunk, start: int, end: int, look: Callable[[Chunk, int, int], Seen]
) -> Seen:
    """Examine part of a chunk. A full chunk is examined as a whole, once, and cached."""
    if chunk.length < CHUNK or end - start < _FEW:
        return look(chunk, start, end)
    seen = known.pop(chunk.start, None) or look(chunk, chunk.start, chunk.end)
    known[chunk.start] = seen
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]
    return seen


def _density(name: str, places: Positions, edges: Ints) -> MarkDensity:
    """Return the density of the marks. A column narrower than one step shows the step it falls within."""
    ends = np.maximum(edges[:-1] + 1, edges[1:])
    low, high = (np.searchsorted(places, edge, side="right") for edge in (edges[:-1], ends))
    return _shares(name, high - low, ends - edges[:-1])


def _shares(name: str, counts: Ints, steps: Ints) -> MarkDensity:
    shares = np.minimum(counts / np.maximum(steps, 1), 1.0)
    return MarkDensity(name, tuple(shares.tolist()))
