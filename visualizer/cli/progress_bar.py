"""How far a long work through a file is: on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

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

        rate = TextColumn(f"{{grouped(task.fields[puzzles])}} {what}, {{grouped(task.fields[rate])}} a second")
        of = [TextColumn(f"{unit} {{grouped(task.completed)}} of {{grouped(task.total)}};")] if unit else []
        columns = (BarColumn(), TaskProgressColumn(), *of, rate, TimeRemainingColumn())
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._begun = time.monotonic()
        self._puzzles = 0
        self._task = self.progress.add_task("", total=size, completed=done, puzzles=0, rate=0)

    def advance(self, size: int, puzzles: int) -> None:
        self._puzzles += puzzles
        rate = int(self._puzzles / max(time.monotonic() - self._begun, 1e-3))
        self.progress.update(self._task, advance=size, puzzles=self._puzzles, rate=rate)


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
