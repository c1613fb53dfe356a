"""The dials of a film whose values its player cannot work out from the steps."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from solvers.core.board import Board
from solvers.core.dials import DIALS, DialReading, Value
from solvers.core.registry import Solver
from solvers.core.step import Kind, Step
from visualizer.timeline import chunk as packed
from visualizer.timeline.timeline import Timeline

COUNTED = (
    "guesses", "backtracks", "conflicts", "depth", "filled", "candidates", "clashes", "columns", "trail", "learnt",
    "kept", "swaps",
)  # fmt: skip
"""The dials that a player reads from its own board and from the number of steps of each kind."""


class FilmDials:
    """Follows the dials of a run, step by step."""

    def __init__(self, timeline: Timeline, solver: Solver) -> None:
        self.timeline, self.solver = timeline, solver
        names = tuple(dict.fromkeys((solver.profile, *solver.dials)))
        dials = {name: solver.dial(name) for name in names}
        self._own = {name: dial for name, dial in dials.items() if name not in COUNTED or dial is not DIALS.get(name)}
        self.changes: dict[str, list[tuple[int, Value]]] = {name: [] for name in self._own}
        """For each dial that a player cannot read by itself, the positions at which its value changes."""
        self.counts = [0] * len(Kind)
        """The number of steps of each kind so far."""
        self._totals = dict.fromkeys(self._own, 0)
        self._latest: deque[Step] = deque(maxlen=packed.BLOCK)
        self._first: Step | None = None
        self._position = 0
        self._read(timeline.fresh_board())

    def follow(self, step: Step, board: Board) -> None:
        """Follow the next step, given the board after it."""
        self.counts[step.kind] += 1
        if not self._own:
            return
        self._position += 1
        self._first = self._first or step
        self._latest.append(step)
        for name, dial in self._own.items():
            if dial.weigh:
                self._totals[name] += dial.weigh(step)
        self._read(board)

    def _read(self, board: Board) -> None:
        for name, dial in self._own.items():
            value = dial.value(DialReading(board, self.counts, self._first, self._back, self._totals[name]))
            known = self.changes[name]
            if not known or known[-1][1] != value:
                known.append((self._position, value))

    def _back(self) -> Iterator[Step]:
        return reversed(self._latest)

    def data(self) -> list[dict[str, Any]]:
        """Return the solver's dials for a player, in order."""
        return [self._dial(name) for name in self.solver.dials]

    def profile(self) -> dict[str, Any]:
        """Return the dial that is drawn along the timeline."""
        return self._dial(self.solver.profile)

    def _dial(self, name: str) -> dict[str, Any]:
        dial = self.solver.dial(name)
        return {"name": name, "one": dial.one, "many": dial.many, "changes": self.changes.get(name)}
