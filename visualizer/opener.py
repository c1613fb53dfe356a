"""A file that is looked at while the window goes on: a large collection may first have to be put on lines."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NamedTuple

from puzzles import Puzzle
from visualizer import source

PATIENCE = 0.1
"""Seconds waited for it: nearly every file takes less."""


class Opened(NamedTuple):
    """A file, and what it holds: a puzzle, a collection with a puzzle a line, or why it holds none."""

    path: str
    found: Puzzle | Path | Exception


class Opener:
    """Looks at one file at a time; a later one is wanted instead."""

    def __init__(self) -> None:
        self._look: _Look | None = None

    @property
    def looking(self) -> bool:
        """A file is being looked at, or was, and has not been taken."""
        return self._look is not None

    @property
    def words(self) -> str:
        """What is said meanwhile."""
        return f"Reading {Path(self._look.path).name} …" if self._look else ""

    def open(self, path: str) -> None:
        """Begin, and wait a moment for the answer."""
        self._look = _Look(path)
        self._look.join(PATIENCE)

    def take(self) -> Opened | None:
        """What was found since: given once."""
        look = self._look
        if look is None or look.is_alive():
            return None
        self._look = None
        return None if look.found is None else Opened(look.path, look.found)


class _Look(threading.Thread):
    def __init__(self, path: str) -> None:
        super().__init__(daemon=True)
        self.path = path
        self.found: Puzzle | Path | Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.found = source.find(self.path)
        except (ValueError, OSError) as error:
            self.found = error
