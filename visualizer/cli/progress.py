"""Shows the progress of long work on standard error if that is a terminal: a line, or a bar if the end is known.

If it is not a terminal, a search for puzzles writes a line now and then.
"""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self, TextIO

from puzzles.figures import counted, grouped
from visualizer.cli.output import is_terminal
from visualizer.text.shell import say

if TYPE_CHECKING:
    from rich import progress as rich_progress

    from solvers.generate.collector import Collector

FIRST_SECONDS = 1.0
"""Seconds before progress first appears."""
LOOK_SECONDS = 0.5
"""Seconds between updates of the progress line."""
REPORT_SECONDS = 0.2
"""Seconds between reports of a :class:`CountBar`."""
TOLD = 10.0
"""Seconds between progress lines if standard error is not a terminal."""
DOUBT = 8.0
"""Seconds without finding anything before a message says that the request may be impossible."""
DOUBT_TRIED = 50
"""The minimum number of candidates tried before that message: few say nothing, however long they took."""
_WIDTH = 78


class Progress(AbstractContextManager["Progress"]):
    """A progress line, removed when the ``with`` block ends. Prints nothing if standard error is not a terminal."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock, self._shown = clock, False
        self._began = clock()
        self._due = self._began + FIRST_SECONDS

    def __exit__(self, *error: object) -> None:
        self.clear()

    def ticker(self, text: Callable[[], str]) -> Callable[[], None] | None:
        """Return a function to call regularly that shows the given text, or ``None`` if no one would see it."""
        return partial(self.tick, text) if is_terminal(self._stream) else None

    def tick(self, text: Callable[[], str]) -> None:
        """Show text and the elapsed seconds, if an update is due."""
        now = self._clock()
        if now >= self._due and is_terminal(self._stream):
            self._due, self._shown = now + LOOK_SECONDS, True
            self._write("\r" + f"{text()} ({now - self._began:.0f} s)"[:_WIDTH].ljust(_WIDTH))

    def clear(self) -> None:
        """Remove the line, because something else is about to be printed."""
        if is_terminal(sys.stdout):  # the output in the same terminal shows the progress
            self._due = max(self._due, self._clock() + FIRST_SECONDS)
        if self._shown:
            self._shown = False
            self._write("\r" + " " * _WIDTH + "\r")

    def _write(self, text: str) -> None:
        with suppress(OSError):  # the work goes on even if its progress cannot be shown
            self._stream.write(text)
            self._stream.flush()


@dataclass(eq=False)
class ProgressBar:
    """A progress bar: the share done, the count and its rate, and the time left."""

    size: int
    """The whole, in bytes or in the given unit."""
    done: int = 0
    unit: str = ""
    what: str = "puzzles"
    counted: int = 0
    few: bool = False
    """Whether the share is shown as two whole numbers, as in 3/10."""
    quiet: bool = False
    """Whether nothing is shown."""

    def __post_init__(self) -> None:
        self._before, self._begun = self.counted, time.monotonic()
        self._shown: rich_progress.Progress | None = None

    def __enter__(self) -> Self:
        if is_terminal(sys.stderr) and not self.quiet:
            from rich import progress
            from rich.console import Console

            share = progress.MofNCompleteColumn() if self.few else progress.TaskProgressColumn()
            words = progress.TextColumn("{task.description}")
            columns = (progress.BarColumn(), share, words, progress.TimeRemainingColumn())
            self._shown = progress.Progress(*columns, console=Console(stderr=True), transient=True)
            self._shown.add_task(self._words, total=self.size, completed=self.done)
            self._shown.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._shown is not None:
            self._shown.stop()

    def show(self, done: int, counted: int) -> None:
        self.done, self.counted = done, counted
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], completed=self.done, description=self._words)

    @property
    def _words(self) -> str:
        of = f"{self.unit} {grouped(self.done)} of {grouped(self.size)}; " if self.unit else ""
        return f"{of}{self.told(self.counted)}"

    def told(self, counted: int) -> str:
        """Return the count and its rate per second."""
        rate = int((counted - self._before) / max(time.monotonic() - self._begun, 1e-3))
        return f"{grouped(counted)} {self.what}, {grouped(rate)} per second"


class CountBar(ProgressBar):
    """Progress in numbers: puzzles found, candidates examined, rate per second, time left.

    ``advice`` says what to change, and is printed once if nothing is found for a while. ``quiet`` prints nothing at
    all.
    """

    def __init__(self, collector: "Collector", advice: str = "", quiet: bool = False) -> None:
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
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + REPORT_SECONDS
        return True

    def _tell(self) -> None:
        """Report progress from a thread, because a chunk of candidates may take a long time."""
        found, advice, pause = self._collector, self._advice, DOUBT
        while not self._ended.wait(pause):
            pause = TOLD
            if advice and not found.found and found.tried >= DOUBT_TRIED:
                tried = counted(found.tried, "candidate")
                say(f"{tried} tried, but none fits, and perhaps none exists: {advice}")
                advice = ""
            elif not is_terminal(sys.stderr):
                say(f"{grouped(found.found)} of {grouped(found.number)} found; {self.told(found.tried)}")
