"""One line on a terminal that says how far a long work has come, and is gone when there is something to read."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TextIO

from visualizer.cli.output import is_terminal

PATIENCE = 1.0
"""Seconds until it is first seen."""
EVERY = 0.5
"""Seconds between two looks of it."""
_WIDTH = 78


class Progress:
    """Says nothing where standard error is no terminal. Leaving the ``with`` takes the line away."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock, self._shown = clock, False
        self._began = clock()
        self._due = self._began + PATIENCE

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def ticker(self, text: Callable[[], str]) -> Callable[[], None] | None:
        """What is to be called again and again with that text to show; ``None`` where nobody would see it."""
        return partial(self.tick, text) if is_terminal(self._stream) else None

    def tick(self, text: Callable[[], str]) -> None:
        """Show the text with the seconds so far, if it is time."""
        now = self._clock()
        if now >= self._due and is_terminal(self._stream):
            self._due, self._shown = now + EVERY, True
            self._write("\r" + f"{text()} ({now - self._began:.0f} s)"[:_WIDTH].ljust(_WIDTH))

    def clear(self) -> None:
        """Take the line away: something else is printed now."""
        if is_terminal(sys.stdout):  # what is printed there says enough, while it comes
            self._due = max(self._due, self._clock() + PATIENCE)
        if self._shown:
            self._shown = False
            self._write("\r" + " " * _WIDTH + "\r")

    def _write(self, text: str) -> None:
        with suppress(OSError):  # what is only to be looked at is no reason to stop
            self._stream.write(text)
            self._stream.flush()
