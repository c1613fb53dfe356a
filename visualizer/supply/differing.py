"""Searches for a puzzle on which algorithms differ, in a separate process."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Any

from puzzles.figures import grouped
from solvers.checks.compare import DifferenceSearch, SearchProgress
from solvers.checks.expression import STEPS
from solvers.processes.worker import Worker, WorkerLost

SAMPLE = 100
"""The maximum number of puzzles to try."""
LIMIT = 50_000
"""The maximum number of steps per run: enough to compare algorithms, yet at most a second per puzzle."""
ENOUGH = 200.0
"""The search ends once two algorithms' step counts differ by this factor."""
WORKER = "solvers.checks.compare"
Lanes = Sequence[tuple[str, tuple[tuple[str, Any], ...]]]


class DifferSearch:
    """A search for a puzzle on which algorithms differ, along with the best one so far. No call blocks."""

    def __init__(self) -> None:
        self._worker: Worker[DifferenceSearch, SearchProgress] = Worker(WORKER, nice=5)
        self.progress = SearchProgress(0)
        self.trouble = ""
        """The reason why the search ended early."""

    @property
    def busy(self) -> bool:
        return self._worker.busy

    @property
    def words(self) -> str:
        """The message to show while the search is running."""
        best = self.progress.best
        so_far = f", {_times(best.ratio)} so far" if best else ""
        return f"Looking for a puzzle on which the algorithms differ: {self.progress.looked} of {SAMPLE}{so_far} …"

    def start(self, path: Path, level: str | None, lanes: Lanes, seed: int | None = None) -> None:
        self.progress, self.trouble = SearchProgress(0), ""
        seed = SystemRandom().randrange(10**9) if seed is None else seed
        self._worker.ask(DifferenceSearch(path, level, tuple(lanes), seed, SAMPLE, LIMIT, ENOUGH))

    def poll(self) -> bool:
        """Update the progress. Return whether anything has changed."""
        before = self.progress
        try:
            while reply := self._worker.poll():
                self.progress = reply.value
        except WorkerLost as lost:
            self.trouble = f"The search {lost}."
        return self.progress is not before or bool(self.trouble)

    def stop(self) -> None:
        with suppress(OSError):
            self._worker.close()

    def found(self, titles: Sequence[str]) -> str:
        """Return a sentence saying how much the algorithms differ on the best puzzle, or "" if none has been found."""
        best = self.progress.best
        if best is None:
            return ""
        told = [f"{title} {counts[STEPS]}" for title, counts in zip(titles, best.counts, strict=True)]
        return f"One takes {_times(best.ratio)} as many steps as another: {', '.join(told)}."


def _times(ratio: float) -> str:
    return f"{grouped(round(ratio))} times" if ratio >= 10 else f"{ratio:.1f} times"
