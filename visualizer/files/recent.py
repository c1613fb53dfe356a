"""The files most recently opened or saved, remembered between starts."""

from __future__ import annotations

import os
from pathlib import Path

from visualizer.files.store import DocumentStore

NAME = "recent"
MOST_FILES = 12
RETRY_SECONDS = 3.0
"""Seconds between two attempts to save."""


class Recent:
    """The recent files, latest first, each once. The document is read each time, because other windows add to it."""

    def __init__(self, state: DocumentStore) -> None:
        self._state = state
        self._kept: list[Path] = []
        """The files of this session, for when nothing can be stored."""
        self._since = 0.0
        self.paths()  # report a broken document at the start, as for the games

    def paths(self) -> tuple[Path, ...]:
        """Return absolute paths, at most :data:`MOST_FILES`, whether or not the files still exist."""
        data = None if self._state.unsaved(NAME) else self._state.load(NAME)
        said = data.get("files") if data else None
        if isinstance(said, list):
            paths = [Path(one) for one in said if isinstance(one, str) and "\0" not in one and os.path.isabs(one)]
            self._kept = list(dict.fromkeys(paths))[:MOST_FILES]
        return tuple(self._kept)

    def add(self, path: Path) -> None:
        """Record that a file was opened now."""
        path = Path(os.path.abspath(path))
        self._keep([path, *(one for one in self.paths() if one != path)])

    def remove(self, path: Path) -> None:
        """Forget a file."""
        self._keep([one for one in self.paths() if one != path])

    def look(self, now: float) -> None:
        """Try again, every few seconds, to save unsaved changes."""
        if now - self._since >= RETRY_SECONDS:
            self._since = now
            self.flush()

    def flush(self) -> None:
        """Save unsaved changes."""
        if self._state.unsaved(NAME):
            self._keep(self._kept)

    def _keep(self, paths: list[Path]) -> None:
        self._kept = paths[:MOST_FILES]
        self._state.save(NAME, {"files": [os.fspath(path) for path in self._kept]})
