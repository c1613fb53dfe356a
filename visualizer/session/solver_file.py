"""Reloads the user's own solver whenever its file is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from puzzles.problems import short
from solvers import Solver
from solvers.external import registry
from visualizer.files.watcher import WatchedFile
from visualizer.timeline.player import Player
from visualizer.timeline.transport import Motion


class Watcher(Protocol):
    """The session watching a solver that comes from a file."""

    player: Player
    toast: str

    def load_solver(self, path: Path) -> bool:
        """Watch the solver in this file. Return False if it cannot be loaded."""

    def note(self, event: str, /) -> None:
        """Log an event."""


class SolverFile:
    """Watches the file of the current solver, if it has one."""

    def __init__(self) -> None:
        self._file: WatchedFile | None = None
        self.played_out: Player | None = None
        """The last run that was played to its end."""

    def follow(self, solver: Solver) -> None:
        """Watch this solver's file, or stop watching if it has none."""
        file = registry.file_of(solver)
        if file is None:
            self._file = None
        elif self._file is None or self._file.path != file.path:
            self._file = WatchedFile(file.path, known=file.is_current())

    def tick(self, now: float, watcher: Watcher) -> bool:
        """Restart the run if the solver's file has been saved. Return True if the file has changed or disappeared.

        The new run plays if the old one was playing or had been played to its end.
        """
        file, player = self._file, watcher.player
        if file is not None and file.changed(now):
            playing = player.mode is Motion.PLAYING or (player is self.played_out and player.at_end)
            if watcher.load_solver(file.path) and playing:
                watcher.player.play()
            watcher.note("solver file changed")
            return True
        if file is not None and file.lost():
            watcher.toast = f"{short(file.path.name)} is gone. The version loaded earlier is still running."
            watcher.note("solver file gone")
            return True
        return False
