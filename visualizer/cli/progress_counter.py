"""How far a long search for puzzles is, on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from puzzles.figures import grouped
from solvers.generate.collector import Collector
from visualizer.cli.output import is_terminal
from visualizer.text.shell import say

if TYPE_CHECKING:
    from rich.progress import Progress

EVERY = 0.2
"""Seconds between two reports."""
TOLD = 10.0
"""Seconds between two lines, where there is no terminal."""
DOUBT = 8.0
"""Seconds after which it is said that what is wished may never come, where none was found."""


class Counter:
    """Says when it is time for a report, and shows it, if somebody sees it."""

    def __init__(self, collector: Collector, progress: Progress | None) -> None:
        self._collector, self._progress = collector, progress
        self._begun = self._due = time.monotonic()
        self._before = collector.tried
        if progress:
            self._task = progress.add_task("", total=collector.number)

    def due(self) -> bool:
        """Whether the last report is some time ago."""
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + EVERY
        return True

    def show(self) -> None:
        if self._progress:
            self._progress.update(self._task, completed=self._collector.found, description=self._tried)

    @property
    def _rate(self) -> int:
        return int((self._collector.tried - self._before) / max(time.monotonic() - self._begun, 1e-3))

    @property
    def _tried(self) -> str:
        return f"{grouped(self._collector.tried)} looked at, {grouped(self._rate)} a second"

    @property
    def words(self) -> str:
        return f"{grouped(self._collector.found)} of {grouped(self._collector.number)} found; {self._tried}"


@contextmanager
def counting(collector: Collector, advice: str = "", quiet: bool = False) -> Iterator[Counter]:
    """Shows how far the collector is: puzzles found, candidates looked at, how many a second, the time left.

    ``advice``: what to change, said once where a while has brought nothing. ``quiet``: say nothing at all.
    """
    if quiet:
        yield Counter(collector, None)
        return
    with _shown(collector) as counter:
        ended = threading.Event()
        aside = threading.Thread(target=_tell, args=(collector, counter, advice, ended), daemon=True)
        aside.start()
        try:
            yield counter
        finally:
            ended.set()
            aside.join()


@contextmanager
def _shown(collector: Collector) -> Iterator[Counter]:
    if not is_terminal(sys.stderr):
        yield Counter(collector, None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield Counter(collector, progress)


def _tell(collector: Collector, counter: Counter, advice: str, ended: threading.Event) -> None:
    """Candidates come by the chunk, and one may take long: so this is told from aside."""
    if not ended.wait(DOUBT) and advice and not collector.found:
        say(f"{grouped(collector.tried)} candidates looked at, and none is as wished: it may never come; {advice}")
    while not is_terminal(sys.stderr) and not ended.wait(TOLD):
        say(counter.words)
