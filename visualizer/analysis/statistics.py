"""The search in numbers: small plots over any part of a run, and the counters at the playhead.

A plot has one value per column. For the depth it is the maximum within the column, as on the timeline; all other values
are sampled at one position in it. These positions are multiples of a power of two, so they stay the same as the run
grows or the window moves, and each is computed only once. If columns are single steps, every value is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from operator import not_
from typing import NamedTuple

import numpy as np

from solvers.core.board import Candidates
from solvers.core.step import Kind
from visualizer.analysis.depth_profile import stretches
from visualizer.analysis.dials import Dials
from visualizer.timeline import chunk as packed
from visualizer.timeline.fast_chunk import Positions, greatest
from visualizer.timeline.timeline import Cursor, Timeline

LABELS = ("depth", "filled cells", "guesses", "backtracks", "candidates left")
_SEARCH, _CANDIDATES = {0, 2, 3}, 4
"""Indices into LABELS: the plots that only make sense for a search, and the plot of candidates."""
WORK = 1000
"""The work that one call may spend on positions between snapshots; a unit is about a microsecond."""
_COARSE = 500
"""The work that one call may spend on snapshots alone, in the same unit as WORK."""
_SAMPLE_COST = 10
_STEP_COST = {Candidates.NONE: 1, Candidates.SAID: 1, Candidates.STRUCK: 4, Candidates.MARKED: 1}
_UNCOUNTED = (Candidates.NONE, Candidates.MARKED)
"""The modes in which the number of candidates is unknown, because the solver does not record them all."""
_REMEMBERED = 16_384
"""The maximum number of positions whose values are cached."""


class Sample(NamedTuple):
    """The numbers at one position in a run."""

    position: int
    depth: int
    """The number of open guesses."""
    filled: int
    """The number of filled cells, including givens."""
    guesses: int
    """The number of guesses made so far."""
    backtracks: int
    """The number of backtracks made so far."""
    candidates: int
    """The total number of candidates left in blank cells; 0 if the solver keeps no candidates."""
    more: tuple[float, ...] = ()
    """The values of the dials specific to the solver."""


@dataclass(frozen=True)
class Plot:
    label: str
    values: tuple[float, ...]
    low: float
    high: float
    """The least and greatest values; 0 if there are none."""
    now: float


class Statistics:
    """The statistics of one run. They are never wrong but may briefly be coarse: see :attr:`settled`."""

    def __init__(self, timeline: Timeline, dials: Dials) -> None:
        self.timeline = timeline
        self.dials = dials
        self.more = dials.plotted
        """The names of the dials specific to the solver."""
        self.settled = True
        """Whether every column of the last call was as precise as possible. If not, call again for better values."""
        self._samples: dict[int, Sample] = {}
        self._fine, self._coarse, self._playhead = Cursor(timeline), Cursor(timeline), Cursor(timeline)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the plots: candidates only if the solver keeps them, and the solver's own dials last."""
        return (*(LABELS[field] for field in self._usual), *(self.dials.solver.dial(name).many for name in self.more))

    @property
    def _usual(self) -> list[int]:
        """Indices into LABELS of the plots shown in addition to the solver's own. A solver that declares a dial for
        guessing, or has already guessed, is expected to search.
        """
        left_out = {_CANDIDATES} if self.timeline.head.mode in _UNCOUNTED else set()
        searches = not {"depth", "guesses", "backtracks"}.isdisjoint(self.dials.solver.dials)
        if not searches and not self.timeline.counts(self.timeline.length)[Kind.GUESS]:
            left_out |= _SEARCH
        return [field for field in range(len(LABELS)) if field not in left_out]

    def _values(self, sample: Sample) -> tuple[float, ...]:
        _, *usual, more = sample
        return (*(usual[field] for field in self._usual), *more)

    def plots(self, first: int, end: int, columns: int, position: int, work: int = WORK) -> tuple[Plot, ...]:
        """Return a plot for each of :attr:`labels`, covering positions ``first`` … ``end - 1`` in ``columns`` columns.

        Columns in a forgotten part of the run show the values at the start of that part. The time taken depends on the
        number of columns and on ``work``, but not on the length of the run.
        """
        end, edges, samples = self._columns(first, end, columns, work)
        rows = [self._values(sample) for sample in samples]
        series = [[row[field] for row in rows] for field in range(len(self.labels))]
        if samples and self.labels[0] == LABELS[0]:
            parts = stretches(self.timeline, max(first - 1, 0), end - 1, (end - first) // len(edges), packed.GRAIN)
            # A step leads to the position after it; at the start of the run nothing is guessed.
            starts, highs = np.append(0, parts.starts + 1), np.append(0, parts.highs)
            series[0] = greatest(starts, highs, edges, end).tolist()
        now = self._values(self.now(position))
        known = {first, end - 1, *([position] if first <= position < end else [])}
        ends = [self._values(self.now(at)) for at in sorted(known)] if samples else []
        plots = []
        for label, values, value, *others in zip(self.labels, series, now, *ends, strict=False):
            low, high = min((*values, *others), default=0), max((*values, *others), default=0)
            plots.append(Plot(label, tuple(values), low, high, value))
        return tuple(plots)

    def profile(self, name: str, first: int, end: int, columns: int, work: int = WORK) -> tuple[float, ...]:
        """Return the values of a dial that :meth:`covers`, at positions ``first`` … ``end - 1``, one per column."""
        return self._values_of(name, self._columns(first, end, columns, work)[2])

    def values_at(self, name: str, positions: Positions, work: int = WORK) -> tuple[float, ...]:
        """Return the values of a dial that :meth:`covers`, at increasing positions.

        The values are about as precise as the average distance between the positions.
        """
        apart = int(positions[-1] - positions[0]) // len(positions) if len(positions) else 0
        return self._values_of(name, self._sampled(positions.tolist(), max(1, apart), work))

    def _values_of(self, name: str, samples: Sequence[Sample]) -> tuple[float, ...]:
        field = self.more.index(name) if name in self.more else None
        return tuple(getattr(sample, name) if field is None else sample.more[field] for sample in samples)

    def covers(self, name: str) -> bool:
        """Return whether a dial is among the numbers sampled."""
        return name in self.more or name in Sample._fields

    def _columns(self, first: int, end: int, columns: int, work: int) -> tuple[int, Positions, list[Sample]]:
        """Return the end of the range (within the run), the start of each column, and each column's sample."""
        end = min(end, self.timeline.length + 1)
        columns = min(columns, max(0, end - first))
        edges = first + np.arange(columns) * (end - first) // max(1, columns)
        return end, edges, self._sampled(edges.tolist(), max(1, end - first) // max(1, columns), work)

    def now(self, position: int) -> Sample:
        """Return the counters at a position. If the steps there are forgotten, use the last known position before
        it.
        """
        return self._sample(self._playhead, self._nearest(position, fine=True))

    def _sampled(self, positions: list[int], width: int, work: int) -> list[Sample]:
        """Return samples for columns that start at the given positions. The width is rounded down to a power of two."""
        grid = 1 << (width.bit_length() - 1)
        self.settled = True
        samples: list[Sample] = []
        for at in positions:
            at -= at % grid
            sample = self._samples.get(at)
            if sample is None:
                where = self._nearest(at, fine=work > 0)
                sample = self._samples.get(where)
                if sample is None and work < -_COARSE and samples:
                    sample = samples[-1]
                elif sample is None:
                    cursor = self._fine if work > 0 else self._coarse
                    sample = self._samples[where] = self._sample(cursor, where)
                    work -= _SAMPLE_COST * (1 + len(self.more)) + cursor.replayed * _STEP_COST[cursor.board.mode]
                self.settled &= sample.position == self._nearest(at, fine=True)
            samples.append(sample)
        while len(self._samples) > _REMEMBERED:
            del self._samples[next(iter(self._samples))]
        return samples

    def _nearest(self, position: int, fine: bool) -> int:
        """Return the last position, up to the given one, whose values are known: any recorded step if ``fine``,
        otherwise a snapshot.
        """
        chunk = self.timeline.chunk_at(position)
        if chunk.forgotten:
            return chunk.start
        return position if fine else position - (position - chunk.start) % packed.BLOCK

    def _sample(self, cursor: Cursor, position: int) -> Sample:
        board, counts = cursor.to(position), self.timeline.counts(position)
        left = compress(board.candidates, map(not_, board.values))
        candidates = 0 if board.mode in _UNCOUNTED else sum(map(int.bit_count, left))
        guesses, backtracks = int(counts[Kind.GUESS]), int(counts[Kind.BACKTRACK])
        values = (self.dials.value(name, position, board) for name in self.more)
        more = tuple(value if isinstance(value, (int, float)) else 0 for value in values)
        return Sample(position, board.level, board.filled, guesses, backtracks, candidates, more)
