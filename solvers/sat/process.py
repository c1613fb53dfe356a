"""The process in which a SAT solver runs, seen from outside: asked, heard, and ended at once."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzles.puzzle import Puzzle
from solvers.processes import kill_tree
from solvers.processes.worker import Worker, WorkerLost
from solvers.sat import backends
from solvers.sat.backends import AUTO
from solvers.sat.interface import Found, Made, Request, SatError, Trouble

STEP_WAIT = 0.002
"""Seconds waited for the process before saying that it is still computing."""
_LAST_FILES = 1.0
"""Seconds for the system to be done with a process that has been ended."""


class SatProcess:
    """Solves puzzles, an answer at a time; leaving the ``with`` ends it at once, with all that it has started.

    Its process starts with the first puzzle. Raises :class:`SatError` if no SAT solver is installed.
    """

    def __init__(self, backend: str = AUTO, command: str = "") -> None:
        self._backend = backend if command else backends.settled(backend)  # the process might settle on another one
        self._command = command
        self._folder = TemporaryDirectory(prefix="solvescope-sat-", ignore_cleanup_errors=True) if command else None
        mark = kill_tree.new_mark() if command else ""
        self._worker: Worker[Request | None, Made | Found | Trouble] = Worker("solvers.sat.worker", mark=mark)

    def __enter__(self) -> SatProcess:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    @property
    def pid(self) -> int | None:
        """The number of its process, once that has started."""
        return self._worker.pid

    def begin(self, puzzle: Puzzle, encoding: str = AUTO) -> None:
        """Give it a puzzle (in the place of the last one): :class:`Made` will be heard."""
        folder = Path(self._folder.name) if self._folder else None
        self._worker.ask(Request(puzzle, encoding, self._backend, self._command, folder))

    def ask(self) -> None:
        """Ask for the next answer: :class:`Found` will be heard."""
        self._worker.ask(None)

    def heard(self, patience: float = STEP_WAIT) -> Made | Found | None:
        """Return its next message; ``None`` if none comes within that many seconds. Raises :class:`SatError`."""
        try:
            reply = self._worker.poll(patience)
        except WorkerLost as error:
            raise SatError(f"the process of the SAT solver {error}; choose another backend") from None
        said = reply.value if reply else None
        if isinstance(said, Trouble):
            raise SatError(said.message)
        return said

    def end(self) -> None:
        """End it, and all that it has started. Its files are gone."""
        self._worker.close()
        if self._folder:
            self._remove(Path(self._folder.name))
            self._folder.cleanup()

    def _remove(self, folder: Path) -> None:
        """Remove it, also if what has just been ended is still writing its last file there."""
        end = time.monotonic() + _LAST_FILES
        while folder.exists() and time.monotonic() < end:
            shutil.rmtree(folder, ignore_errors=True)
            time.sleep(0.001)
