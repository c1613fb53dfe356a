"""The file of the user's own solver, while that is watched: what is saved in it runs at once."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from solvers import Solver
from solvers.external import registry
from visualizer.files.watcher import WatchedFile


class Change(Enum):
    """What has happened to the file."""

    SAVED = "saved"
    GONE = "gone"


class SolverFile:
    """Looks after the file of the solver that runs, if it has one."""

    def __init__(self) -> None:
        self._watched: WatchedFile | None = None

    @property
    def path(self) -> Path:
        """Where it is. Only of a file that has changed."""
        assert self._watched is not None
        return self._watched.path

    def follow(self, solver: Solver) -> None:
        """Look after the file of another solver, or after none."""
        file = registry.file_of(solver)
        if file is None:
            self._watched = None
        elif self._watched is None or self._watched.path != file.path:
            self._watched = WatchedFile(file.path, known=file.is_current())

    def change(self, now: float) -> Change | None:
        """Return what has happened to it since this was asked last; mostly nothing."""
        if self._watched is None:
            return None
        return Change.SAVED if self._watched.changed(now) else Change.GONE if self._watched.lost() else None
