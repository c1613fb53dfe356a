"""The most recently opened or saved files, remembered between sessions."""

import os
from pathlib import Path

from puzzles.bounds import LONGEST_PATH
from visualizer.files.saved_view import ViewError, read_text
from visualizer.files.store import DocumentStore

NAME = "recent"
MOST_FILES = 12
RETRY_SECONDS = 3.0
"""How long to wait between attempts to save, in seconds."""


def _path(value: object, name: str) -> None:
    path = read_text(value, name)
    if len(path) > LONGEST_PATH or "\0" in path or not os.path.isabs(path):
        raise ViewError(f"{name} must be absolute paths")


_FIELDS = {"files": [_path]}


class Recent:
    """The recent files, latest first and without duplicates. The list is always reread, as other windows add to it."""

    def __init__(self, state: DocumentStore) -> None:
        self._state = state
        self._kept: list[Path] = []
        """The files of this session, in case nothing can be stored."""
        self._since = 0.0
        self.paths()  # report a broken document at startup, as for saved games

    def paths(self) -> tuple[Path, ...]:
        """Return at most :data:`MOST_FILES` absolute paths. The files may no longer exist."""
        data = None if self._state.unsaved(NAME) else self._state.load(NAME, _FIELDS)
        if data and "files" in data:
            self._kept = list(dict.fromkeys(map(Path, data["files"])))[:MOST_FILES]
        return tuple(self._kept)

    def add(self, path: Path) -> None:
        """Record that a file has just been opened."""
        path = Path(os.path.abspath(path))
        self._keep([path, *(one for one in self.paths() if one != path)])

    def remove(self, path: Path) -> None:
        """Remove a file from the list."""
        self._keep([one for one in self.paths() if one != path])

    def look(self, now: float) -> None:
        """Retry saving any unsaved changes every few seconds."""
        if now - self._since >= RETRY_SECONDS:
            self._since = now
            self.flush()

    def flush(self) -> None:
        """Save any unsaved changes."""
        if self._state.unsaved(NAME):
            self._keep(self._kept)

    def _keep(self, paths: list[Path]) -> None:
        self._kept = paths[:MOST_FILES]
        self._state.save(NAME, {"files": [os.fspath(path) for path in self._kept]})
