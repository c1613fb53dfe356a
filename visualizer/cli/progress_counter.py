"""The progress of a long search for puzzles, on standard error: a bar on a terminal, otherwise an occasional line."""

from __future__ import annotations

import sys
import threading
import time
from typing import Self

from puzzles.figures import counted, grouped
from solvers.generate.collector import Collector
from visualizer.cli.output import is_terminal
from visualizer.cli.progress import Bar
from visualizer.text.shell import say

REPORT_SECONDS = 0.2
"""Seconds between two reports."""
TOLD = 10.0
"""Seconds between two lines if there is no terminal."""
DOUBT = 8.0
"""Seconds without a find after which it says that the wish may never be met."""


class Counter(Bar):
    """Puzzles found, candidates examined, the rate a second, the time left.

    ``advice``: what to change, printed once if a while has brought nothing. ``quiet``: print nothing at all.
    """

    def __init__(self, collector: Collector, advice: str = "", quiet: bool = False) -> None:
        super().__init__(collector.number, what="looked at", counted=collector.tried, few=True, quiet=quiet)
        self._collector, self._advice, self._due = collector, advice, 0.0
        self._ended = threading.Event()
        self._aside = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Self:
        if not self.quiet:
            self._aside.start()
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        super().__exit__()
        self._ended.set()
        if not self.quiet:
            self._aside.join()

    def due(self) -> bool:
        """Return whether it is time for another report."""
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + REPORT_SECONDS
        return True

    def show(self) -> None:
        """Show the collector's progress."""
        self.advance(self._collector.found - self.done, self._collector.tried - self.counted)

    def _tell(self) -> None:
        """Report the progress from a thread: candidates come in chunks, and one may take long."""
        found = self._collector
        if not self._ended.wait(DOUBT) and self._advice and not found.found:
            tried = counted(found.tried, "candidate")
            say(f"{tried} tried and none fits: there may be none; {self._advice}")
        while not is_terminal(sys.stderr) and not self._ended.wait(TOLD):
            say(f"{grouped(found.found)} of {grouped(found.number)} found; {self.told(found.tried)}")
