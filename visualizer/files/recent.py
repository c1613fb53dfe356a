"""The files that were opened or saved last, remembered from one start to the next."""

from __future__ import annotations

import os
from pathlib import Path

from visualizer.files.store import State

NAME = "recent"
MOST = 12
SECONDS = 3.0
"""What could not be saved is tried again after that."""


class Recent:
    """The latest first, each once. Another window may add its own at any time: the document is read each time."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._kept: list[Path] = []
        """Where nothing can be remembered, they last as long as the program does."""
        self._since = 0.0

    def paths(self) -> tuple[Path, ...]:
        """Absolute paths, whether or not there is still something there; at most :data:`MOST`."""
        data = None if self._state.unsaved(NAME) else self._state.load(NAME)
        said = data.get("files") if data else None
        if isinstance(said, list):
            paths = [Path(one) for one in said if isinstance(one, str) and "\0" not in one and os.path.isabs(one)]
            self._kept = list(dict.fromkeys(paths))[:MOST]
        return tuple(self._kept)

    def add(self, path: Path) -> None:
        """It was opened now."""
        path = Path(os.path.abspath(path))
        self._keep([path, *(one for one in self.paths() if one != path)])

    def remove(self, path: Path) -> None:
        """Name it no more."""
        self._keep([one for one in self.paths() if one != path])

    def look(self, now: float) -> None:
        """Save again what could not be saved, every few seconds."""
        if now - self._since >= SECONDS:
            self._since = now
            self.flush()

    def flush(self) -> None:
        """Save what could not be saved."""
        if self._state.unsaved(NAME):
            self._keep(self._kept)

    def _keep(self, paths: list[Path]) -> None:
        self._kept = paths[:MOST]
        self._state.save(NAME, {"files": [os.fspath(path) for path in self._kept]})
