"""Reloads the user's own solver whenever its file is saved."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple, Protocol

from puzzles.figures import grouped
from puzzles.problems import short
from solvers import Solver
from solvers.external import registry
from visualizer.files.watcher import WatchedFile
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
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


LINES = 8
"""How many lines to keep."""
LONGEST_LINE = 200
"""The maximum length of a line, in characters."""
_TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""Escape sequences, which a terminal would obey rather than display."""


class PrintedLines(NamedTuple):
    """The last lines a run has printed, and the position it had reached by then."""

    lines: tuple[str, ...] = ()
    until: int = 0

    @property
    def heading(self) -> str:
        return f"Printed so far, {f'up to step {grouped(self.until)}' if self.until else 'before the first step'}"


def printed(timeline: Timeline) -> PrintedLines:
    """Return the latest output of the solver, which may be far ahead of the playhead."""
    lines = last_lines(timeline.output)
    return PrintedLines(lines, timeline.output_until) if lines else PrintedLines()


def last_lines(output: str) -> tuple[str, ...]:
    """Return the last nonblank lines. Where a line was overwritten, as by a progress bar, keep its final text."""
    if not output:
        return ()
    tail = output[-(LINES * LONGEST_LINE * 4) :].replace("\r\n", "\n").split("\n")
    lines = (_readable(line.rstrip("\r").rpartition("\r")[2]) for line in tail)
    return tuple([line for line in lines if line.strip()][-LINES:])


def _readable(line: str) -> str:
    """Return a line with one character per column and no control characters."""
    line = _TERMINAL.sub("", line).expandtabs(4)[:LONGEST_LINE]
    return "".join(letter if letter.isprintable() else "?" for letter in line).rstrip()
