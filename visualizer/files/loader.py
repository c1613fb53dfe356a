"""Loads what the user opens while the window keeps running, because a large collection takes a while."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from puzzles.position import Position
from puzzles.problems import Problem
from solvers.sat.model import PrintedAnswer
from visualizer.files import resolve
from visualizer.files.saved_view import View

FIRST_WAIT = 0.1
"""Seconds to wait for a file before going on: nearly every file takes less."""
FileContents = Position | View | Path | PrintedAnswer
"""The possible contents of a file or text: a position, a saved view, a collection's path, or a SAT answer."""


class LoadedFile(NamedTuple):
    """The result of opening something: its name, any file, and its contents, or why it has none."""

    name: str
    path: Path | None
    found: FileContents | Exception
    first: Problem | None = None
    """The first unreadable thing in a file that still holds a puzzle, or a remark on the file."""


class Loader:
    """Loads one thing at a time; a later request replaces an earlier one."""

    def __init__(self) -> None:
        self._look: _Look | None = None

    @property
    def looking(self) -> bool:
        """Whether something is being loaded, or is ready to be taken."""
        return self._look is not None

    @property
    def words(self) -> str:
        """The words to show while something is being loaded."""
        return f"Reading {self._look.name} …" if self._look else ""

    def open(self, path: Path) -> None:
        """Load a file, and wait a moment for the result."""
        name = path.name or str(path)
        self.begin(name, path, lambda: resolve.contents(path, name))

    def begin(self, name: str, path: Path | None, find: Callable[[], FileContents]) -> None:
        """Load something with a function that may raise ``ValueError`` or ``OSError``."""
        self._look = _Look(name, path, find)
        self._look.join(FIRST_WAIT)

    def take(self) -> LoadedFile | None:
        """Return what has been loaded since the last call, once."""
        look = self._look
        if look is None or look.is_alive():
            return None
        self._look = None
        return None if look.found is None else LoadedFile(look.name, look.path, look.found, look.first)


def _first_wrong(path: Path | None, found: FileContents) -> Problem | None:
    if path is None or isinstance(found, View | PrintedAnswer) or resolve.is_view(path):
        return None
    if isinstance(found, Position) and not resolve.has_marks(path):
        return None
    return resolve.first_wrong(path)


class _Look(threading.Thread):
    def __init__(self, name: str, path: Path | None, find: Callable[[], FileContents]) -> None:
        super().__init__(daemon=True, name=name)
        self.path = path
        self.found: FileContents | Exception | None = None
        self.first: Problem | None = None
        self._find = find
        self.start()

    def run(self) -> None:
        try:
            found = self._find()
            self.first = _first_wrong(self.path, found)
            self.found = found
        except (ValueError, OSError) as error:
            self.found = error
