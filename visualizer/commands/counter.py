"""How far a long search for puzzles is: on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solvers.collect import Collector
from visualizer.commands.output import is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress

EVERY = 0.2
"""Seconds between two reports."""


class Counter:
    """Says when it is time for a report, and shows it, if somebody sees it."""

    def __init__(self, collector: Collector, progress: Progress | None) -> None:
        self._collector, self._progress = collector, progress
        self._begun = self._due = time.monotonic()
        self._before = collector.tried
        if progress:
            self._task = progress.add_task("", total=collector.number, tried=0, rate=0)

    def due(self) -> bool:
        """Whether the last report is some time ago."""
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + EVERY
        return True

    def show(self) -> None:
        if self._progress:
            tried = self._collector.tried - self._before
            rate = int(tried / max(time.monotonic() - self._begun, 1e-3))
            self._progress.update(self._task, completed=self._collector.found, tried=self._collector.tried, rate=rate)


@contextmanager
def counting(collector: Collector) -> Iterator[Counter]:
    """Shows how far the collector is: puzzles found, candidates looked at, how many a second, the time left."""
    if not is_terminal(sys.stderr):
        yield Counter(collector, None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    tried = TextColumn("{task.fields[tried]:,} looked at, {task.fields[rate]:,} a second")
    console = Console(stderr=True)
    with Progress(
        BarColumn(), MofNCompleteColumn(), tried, TimeRemainingColumn(), console=console, transient=True
    ) as progress:
        yield Counter(collector, progress)
