"""Loads whatever the user opens while the window keeps running, because a large collection takes a while."""

import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from puzzles.problems import Problem, short
from puzzles.puzzle import Position
from solvers.sat.model import PrintedAnswer
from visualizer.files import resolve
from visualizer.files.saved_view import View

T = TypeVar("T")

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


class Background(threading.Thread, Generic[T]):
    """A function that runs while the window goes on. ``found`` is what it returns, and ``None`` until it has."""

    def __init__(self, find: Callable[[], T], name: str) -> None:
        super().__init__(daemon=True, name=name)
        self.found: T | None = None
        self._find = find
        self.start()

    def run(self) -> None:
        self.found = self._find()


class Loader:
    """Loads one thing at a time. A new request replaces the previous one."""

    def __init__(self) -> None:
        self._look: Background[LoadedFile] | None = None

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
        self._look = Background(partial(_loaded, name, path, find), name)
        self._look.join(FIRST_WAIT)

    def take(self) -> LoadedFile | None:
        """Return the file just loaded, or ``None`` if none is ready or it has already been taken."""
        look = self._look
        if look is None or look.is_alive():
            return None
        self._look = None
        return look.found


def _loaded(name: str, path: Path | None, find: Callable[[], FileContents]) -> LoadedFile:
    try:
        found = find()
        first = resolve.first_wrong(path, found) if path and isinstance(found, Position | Path) else None
        return LoadedFile(name, path, found, first)
    except (ValueError, OSError) as error:
        return LoadedFile(name, path, error)
