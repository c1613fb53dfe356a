"""What is brought in is looked at while the window goes on: a large collection may first have to be put on lines."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from puzzles.position import Position
from visualizer import source
from visualizer.view_file import View

PATIENCE = 0.1
"""Seconds waited for it: nearly every file takes less."""
Found = Position | View | Path
"""A puzzle with what is told of it; a view; a file to open, or a collection with a puzzle a line."""


class Opened(NamedTuple):
    """What was brought in: what it is called, the file where it is one, and what it holds, or why it holds nothing."""

    name: str
    path: Path | None
    found: Found | Exception


class Opener:
    """Looks at one thing at a time; a later one is wanted instead."""

    def __init__(self) -> None:
        self._look: _Look | None = None

    @property
    def looking(self) -> bool:
        """Something is being looked at, or was, and has not been taken."""
        return self._look is not None

    @property
    def words(self) -> str:
        """What is said meanwhile."""
        return f"Reading {self._look.name} …" if self._look else ""

    def open(self, path: Path) -> None:
        """Look at a file, and wait a moment for the answer."""
        self.begin(path.name or str(path), path, lambda: _held(path))

    def begin(self, name: str, path: Path | None, find: Callable[[], Found]) -> None:
        """Look at something by a function that may raise ``ValueError`` or ``OSError``."""
        self._look = _Look(name, path, find)
        self._look.join(PATIENCE)

    def take(self) -> Opened | None:
        """What was found since: given once."""
        look = self._look
        if look is None or look.is_alive():
            return None
        self._look = None
        return None if look.found is None else Opened(look.name, look.path, look.found)


def _held(path: Path) -> Position | Path:
    found = source.of_file(path, path.name or str(path))
    return found if isinstance(found, Position) else found.lines()


class _Look(threading.Thread):
    def __init__(self, name: str, path: Path | None, find: Callable[[], Found]) -> None:
        super().__init__(daemon=True, name=name)
        self.path = path
        self.found: Found | Exception | None = None
        self._find = find
        self.start()

    def run(self) -> None:
        try:
            self.found = self._find()
        except (ValueError, OSError) as error:
            self.found = error
