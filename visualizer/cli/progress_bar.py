"""How far a long work through a file is: on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from puzzles.figures import grouped
from visualizer.cli.output import is_terminal


class Bar(Protocol):
    def advance(self, size: int, puzzles: int) -> None: ...


class _NoBar:
    def advance(self, size: int, puzzles: int) -> None:
        pass


class _RichBar:
    """The share done, puzzles (or whatever is counted) a second, and the time left."""

    def __init__(self, size: int, done: int, unit: str, what: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._size, self._done, self._unit, self._what = size, done, unit, what
        self._begun = time.monotonic()
        self._puzzles = 0
        self._task = self.progress.add_task(self._words, total=size, completed=done)

    def advance(self, size: int, puzzles: int) -> None:
        self._puzzles += puzzles
        self._done += size
        self.progress.update(self._task, completed=self._done, description=self._words)

    @property
    def _words(self) -> str:
        rate = int(self._puzzles / max(time.monotonic() - self._begun, 1e-3))
        of = f"{self._unit} {grouped(self._done)} of {grouped(self._size)}; " if self._unit else ""
        return f"{of}{grouped(self._puzzles)} {self._what}, {grouped(rate)} a second"


@contextmanager
def bar(size: int, done: int = 0, unit: str = "", what: str = "puzzles") -> Iterator[Bar]:
    """Show how far it is, on a terminal; ``size`` and ``done`` in bytes, or in what the ``unit`` names.

    ``what``: what is counted besides.
    """
    if not is_terminal(sys.stderr):
        yield _NoBar()
        return
    shown = _RichBar(size, done, unit, what)
    with shown.progress:
        yield shown
