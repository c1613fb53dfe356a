"""The file of the user's own solver, read again whenever it is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from solvers import Solver
from solvers.external import registry
from visualizer.files.watcher import WatchedFile
from visualizer.timeline.player import Player
from visualizer.timeline.transport import Motion


class Watcher(Protocol):
    """The session that a solver from a file is watched in."""

    player: Player
    toast: str

    def load_solver(self, path: Path) -> bool:
        """Watch the solver in a file. Return False if it cannot be loaded."""

    def note(self, event: str, /) -> None:
        """Add a line to the event log."""


class SolverFile:
    """Watches the file of the running solver, if it has one."""

    def __init__(self) -> None:
        self._file: WatchedFile | None = None
        self.played_out: Player | None = None
        """The last run that played to its end."""

    def follow(self, solver: Solver) -> None:
        """Watch the file of another solver, or none."""
        file = registry.file_of(solver)
        if file is None:
            self._file = None
        elif self._file is None or self._file.path != file.path:
            self._file = WatchedFile(file.path, known=file.is_current())

    def tick(self, now: float, watcher: Watcher) -> bool:
        """Restart the run if its file has been saved. Return True if anything happened to the file.

        A run that was playing goes on playing, and so does one that has played to its end.
        """
        file, player = self._file, watcher.player
        if file is not None and file.changed(now):
            playing = player.mode is Motion.PLAYING or (player is self.played_out and player.at_end)
            if watcher.load_solver(file.path) and playing:
                watcher.player.play()
            watcher.note("solver file changed")
            return True
        if file is not None and file.lost():
            watcher.toast = f"{file.path.name} is gone. The version read before is still running."
            watcher.note("solver file gone")
            return True
        return False
