"""The file of somebody's own solver, while that is watched: what has been saved in it runs at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers import Solver
from solvers.external import registry
from visualizer.files.watcher import WatchedFile
from visualizer.timeline.player import Player
from visualizer.timeline.transport import Mode

if TYPE_CHECKING:
    from visualizer.session.session import Session


def look(session: Session, file: WatchedFile, now: float, played_out: Player | None) -> bool:
    """Start again with what has been saved; what played, or stands where playing ended, plays. True if it has."""
    if file.changed(now):
        player = session.player
        playing = player.mode is Mode.PLAYING or (player is played_out and player.at_end)
        if session.load_solver(file.path) and playing:
            session.player.play()
        session.note("solver file changed")
        return True
    if file.lost():
        session.toast = f"{file.path.name} is gone. What runs is what was read from it."
        session.note("solver file gone")
        return True
    return False


def watched(solver: Solver, before: WatchedFile | None) -> WatchedFile | None:
    """What looks after the file of a solver, if it has one."""
    file = registry.file_of(solver)
    if file is None or (before is not None and before.path == file.path):
        return None if file is None else before
    return WatchedFile(file.path, known=file.is_current())
