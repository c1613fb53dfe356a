"""Loads whatever the user opens while the window keeps running, because a large collection takes a while."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from puzzles.problems import Problem, short
from puzzles.puzzle import Position
from solvers.sat.model import PrintedAnswer
from visualizer.files import resolve
from visualizer.files.saved_view import View

FIRST_WAIT = 0.1
"""How long to wait for a file before carrying on, in seconds. Nearly every file takes less."""
FileContents = Position | View | Path | PrintedAnswer | Callable[[], object]
"""What a file or text can contain: a position, a saved view, a SAT answer, or a collection (given by its path).
Anything else is given by the function that shows it.
"""


class LoadedFile(NamedTuple):
    """The result of opening something: its name, its file if any, and its contents or the error."""

    name: str
    path: Path | None
    found: FileContents | Exception
    first: Problem | None = None
    """The first error in a file that still contains a puzzle, or a remark about the file."""


class Loader:
    """Loads one thing at a time. A new request replaces the previous one."""

    def __init__(self) -> None:
        self._look: _Look | None = None

    @property
    def looking(self) -> bool:
        """Whether something is being loaded, or has been loaded but not taken yet."""
        return self._look is not None

    @property
    def words(self) -> str:
        """The message to show during loading, or ""."""
        return f"Reading {self._look.name} …" if self._look else ""

    def open(self, path: Path, others: Iterable[Callable[[Path], Callable[[], object] | None]] = ()) -> None:
        """Start loading a file, and wait briefly for the result.

        Each of the ``others`` returns what shows a file that it can read, and ``None`` for any other file.
        """
        name = short(path.name or path)
        read = (found for other in others if (found := other(path)) is not None)
        self.begin(name, path, lambda: next(read, None) or resolve.contents(path, name))

    def begin(self, name: str, path: Path | None, find: Callable[[], FileContents]) -> None:
        """Start loading something with a function that may raise ``ValueError`` or ``OSError``."""
        self._look = _Look(name, path, find)
        self._look.join(FIRST_WAIT)

    def take(self) -> LoadedFile | None:
        """Return the file just loaded, or ``None`` if none is ready or it has already been taken."""
        look = self._look
        if look is None or look.is_alive():
            return None
        self._look = None
        return None if look.found is None else LoadedFile(look.name, look.path, look.found, look.first)


def _first_wrong(path: Path | None, found: FileContents) -> Problem | None:
    if path is None or not isinstance(found, Position | Path):
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
