"""The process in which a SAT solver runs, seen from outside: it is asked, listened to, and killed at once."""

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
"""Seconds to wait for the process before saying that it is still computing."""
_LAST_FILES = 1.0
"""Seconds for the system to finish with a killed process."""


class SatProcess:
    """Solves puzzles, one answer at a time; leaving the ``with`` kills it at once, with everything that it has started.

    Its process starts with the first puzzle. Raises :class:`SatError` if no SAT solver is installed.
    """

    def __init__(self, backend: str = AUTO, command: str = "") -> None:
        self._backend = backend if command else backends.settled(backend)  # the process might choose another one
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
        """The number of its process, once started."""
        return self._worker.pid

    def begin(self, puzzle: Puzzle, encoding: str = AUTO) -> None:
        """Give it a puzzle, replacing the last one: :class:`Made` will follow."""
        folder = Path(self._folder.name) if self._folder else None
        self._worker.ask(Request(puzzle, encoding, self._backend, self._command, folder))

    def ask(self) -> None:
        """Ask for the next answer: :class:`Found` will follow."""
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
        """Kill it and everything that it has started. Its files are removed."""
        self._worker.close()
        if self._folder:
            self._remove(Path(self._folder.name))
            self._folder.cleanup()

    def _remove(self, folder: Path) -> None:
        """Remove the folder, even if a killed process is still writing its last file there."""
        end = time.monotonic() + _LAST_FILES
        while folder.exists() and time.monotonic() < end:
            shutil.rmtree(folder, ignore_errors=True)
            time.sleep(0.001)
