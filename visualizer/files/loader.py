"""What is brought in is looked at while the window goes on: a large collection may first have to be put on lines."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from puzzles.position import Position
from puzzles.problems import Problem
from solvers.sat.model import Answer
from visualizer.files import resolve
from visualizer.files.saved_view import View

PATIENCE = 0.1
"""Seconds waited for it: nearly every file takes less."""
Found = Position | View | Path | Answer
"""A puzzle with what is told of it; a view; a file to open, or a collection with a puzzle a line; an answer."""


class Opened(NamedTuple):
    """What was brought in: what it is called, the file where it is one, and what it holds, or why it holds nothing."""

    name: str
    path: Path | None
    found: Found | Exception
    first: Problem | None = None
    """What of the file cannot be read, or is to be said of it, where it holds a puzzle nevertheless."""


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
        return None if look.found is None else Opened(look.name, look.path, look.found, look.first)


def _held(path: Path) -> Found:
    name = path.name or str(path)
    if answer := resolve.answer_in(path, name):
        return answer
    found = resolve.of_file(path, name)
    return found if isinstance(found, Position) else found.lines()


def _first_wrong(path: Path | None, found: Found) -> Problem | None:
    if path is None or isinstance(found, View | Answer) or resolve.is_view(path):
        return None
    if isinstance(found, Position) and not resolve.has_marks(path):
        return None
    return resolve.first_wrong(path)


class _Look(threading.Thread):
    def __init__(self, name: str, path: Path | None, find: Callable[[], Found]) -> None:
        super().__init__(daemon=True, name=name)
        self.path = path
        self.found: Found | Exception | None = None
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
