"""The dials of a solver, read at any position of a run."""

from array import array
from collections.abc import Callable, Iterator

from solvers.core.board import Board
from solvers.core.dials import DialReading, Value
from solvers.core.registry import Solver
from solvers.core.step import Step
from visualizer.timeline import chunk as packed
from visualizer.timeline.timeline import Timeline

# Running sums of step weights, stored at block boundaries.


_POINTS = 65_536
"""The maximum number of stored sums; beyond that, every second one is dropped."""
_PORTION = 2**18
"""The maximum number of steps summed per call."""


class Tally:
    """Sums of step weights along one run. Call :meth:`grow` as the run grows, before its steps are forgotten."""

    def __init__(self, timeline: Timeline, weigh: Callable[[Step], int]) -> None:
        self.timeline = timeline
        self._weigh = weigh
        self._weights = array("q")
        """The weight of each step code."""
        self._sums = array("q", [0])
        """The sum at each multiple of the stride."""
        self._blocks = 1
        """The stride, in blocks."""

    def grow(self) -> None:
        """Add newly closed blocks, up to a limit per call."""
        stride = self._stride
        for _ in range(max(1, _PORTION // stride)):
            done = (len(self._sums) - 1) * stride
            if done + stride > self.timeline.length:
                return
            self._sums.append(self._sums[-1] + self._between(done, done + stride))
            if len(self._sums) > _POINTS:
                self._sums, self._blocks = self._sums[::2], 2 * self._blocks
                stride = self._stride

    def at(self, position: int) -> int:
        """Return the sum of the weights up to a position. Steps forgotten before they were added count as 0."""
        index = min(position // self._stride, len(self._sums) - 1)
        return self._sums[index] + self._between(index * self._stride, position)

    @property
    def _stride(self) -> int:
        return self._blocks * packed.BLOCK

    def _between(self, start: int, end: int) -> int:
        """Return the sum of the weights between two positions."""
        for step in self.timeline.book.steps[len(self._weights) :]:
            self._weights.append(self._weigh(step))
        known = [chunk.tally(*span) for chunk, *span in self.timeline.between(start, end) if not chunk.forgotten]
        return sum(self._weights[code] * times for tally in known for code, times in tally.items())


_USUAL = ("guesses", "backtracks", "depth", "filled", "candidates", "technique")
"""The dials that get no plot of their own, because the statistics already include them or they are not numbers."""


class Dials:
    def __init__(self, timeline: Timeline, solver: Solver) -> None:
        self.timeline, self.solver = timeline, solver
        names = dict.fromkeys((*solver.dials, solver.profile, *solver.told))
        self._dials = {name: solver.dial(name) for name in names}
        self._tallies = {name: Tally(timeline, its.weigh) for name, its in self._dials.items() if its.weigh}

    @property
    def plotted(self) -> tuple[str, ...]:
        """The dials specific to this solver; each gets its own plot."""
        own = dict.fromkeys((self.solver.profile, *self.solver.dials))
        return () if self.solver.black_box else tuple(name for name in own if name not in _USUAL)

    def grow(self) -> None:
        """Update the running totals with newly recorded steps."""
        for tally in self._tallies.values():
            tally.grow()

    def value(self, name: str, position: int, board: Board) -> Value:
        """Return the value of a dial at a known position, given the board there."""
        timeline = self.timeline
        first = timeline.step(1) if position and timeline.known(1) else None
        total = self._tallies[name].at(position) if name in self._tallies else 0
        counts = timeline.counts(position).tolist()
        return self._dials[name].value(DialReading(board, counts, first, lambda: self._back(position), total))

    def values(self, names: tuple[str, ...], position: int, board: Board) -> dict[str, Value]:
        """Return the values of several dials at a position, omitting unknown ones."""
        shown = ((name, self.value(name, position, board)) for name in names)
        return {name: value for name, value in shown if value is not None}

    def _back(self, position: int) -> Iterator[Step]:
        """Yield up to a block's worth of known steps, latest first."""
        for at in range(position, max(0, position - packed.BLOCK), -1):
            if not self.timeline.known(at):
                return
            yield self.timeline.step(at)
