"""The process in which a SAT solver runs, seen from outside. It can be asked, listened to, and killed at any time.
A caller whom nobody watches can do without one.

Where a search would guess for hours (mostly on grids above 16x16), a SAT solver often answers in seconds.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.processes import kill_tree
from solvers.processes.child import Closing
from solvers.processes.worker import Worker, WorkerLost
from solvers.sat import backends
from solvers.sat.interface import AUTO, FormulaSize, Request, SatError, SatSolution
from solvers.sat.worker import solved

STEP_WAIT = 0.002
"""The number of seconds to wait for the process before yielding PENDING."""
_LOOK = 0.02
"""The number of seconds between checks of whether to keep waiting."""
CONFLICTS = 200
"""The number of conflicts after which a search without a process pauses: 5 ms on 16x16, up to 100 ms on 36x36."""
_LAST_FILES = 1.0
"""The number of seconds to give the system to finish with a killed process."""


class SatProcess(Closing):
    """Solves puzzles, one answer at a time. Leaving the ``with`` block kills it immediately, with everything it has
    started.

    The first puzzle starts the process, and so does a puzzle sent after :meth:`close`.
    """

    def __init__(self, backend: str = AUTO, command: str = "") -> None:
        self._backend, self._command = backend, command
        self._folder: TemporaryDirectory[str] | None = None
        mark = kill_tree.new_mark() if command else ""
        self._worker: Worker[Request | None, FormulaSize | SatSolution | SatError] = Worker(
            "solvers.sat.worker", mark=mark
        )

    @property
    def pid(self) -> int | None:
        """The ID of the process, once it has started."""
        return self._worker.pid

    def begin(self, puzzle: Puzzle, encoding: str = AUTO) -> None:
        """Send a puzzle, replacing the last one. A :class:`FormulaSize` will follow.

        Raises :class:`SatError` if no SAT solver is installed.
        """
        backend, folder = self._backend, None
        if self._command:
            self._folder = self._folder or TemporaryDirectory(prefix="solvescope-sat-", ignore_cleanup_errors=True)
            folder = Path(self._folder.name)
        else:
            backend = backends.settled(backend)  # the child process might choose a different one
        self._worker.ask(Request(puzzle, encoding, backend, self._command, folder))

    def ask(self) -> None:
        """Ask for the next answer. A :class:`SatSolution` will follow."""
        self._worker.ask(None)

    def heard(self, patience: float = STEP_WAIT) -> FormulaSize | SatSolution | None:
        """Return the next message, or ``None`` if none arrives within the given seconds. Raises :class:`SatError`."""
        try:
            reply = self._worker.poll(patience)
        except WorkerLost as error:
            raise SatError(f"the SAT solver's process {error}; choose a different backend") from None
        said = reply.value if reply else None
        if isinstance(said, SatError):
            raise said
        return said

    def wait(self, check: Callable[[], object]) -> FormulaSize | SatSolution:
        """Wait for the next message and return it. ``check`` is called regularly; its exceptions end the wait."""
        while (heard := self.heard(_LOOK)) is None:
            check()
        check()
        return heard

    def solutions(self, puzzle: Puzzle, check: Callable[[], object] = lambda: None) -> Iterator[tuple[Digit, ...]]:
        """Yield each solution as it is found, as one digit per cell. Ask about one puzzle at a time.

        ``check`` is as in :meth:`wait`. Raises :class:`SatError` if there is no SAT solver or it fails.
        """
        self.begin(puzzle)
        self.wait(check)
        while True:
            self.ask()
            found = self.wait(check)
            assert isinstance(found, SatSolution)
            if found.values is None:
                return
            if not found.cuts:
                yield found.values

    def close(self) -> None:
        """Kill the process and everything it has started, and remove its files."""
        self._worker.close()
        folder, self._folder = self._folder, None
        if folder:
            end = time.monotonic() + _LAST_FILES
            while Path(folder.name).exists() and time.monotonic() < end:  # a killed process may still be writing there
                shutil.rmtree(folder.name, ignore_errors=True)
                time.sleep(0.001)
            folder.cleanup()


class SatHere(Closing):
    """Solves a puzzle as :class:`SatProcess` does, but in this process, because starting one takes longer than most
    answers. It pauses often, but a large formula is made in one go, so nothing that must not freeze uses it.
    """

    def begin(self, puzzle: Puzzle, encoding: str = AUTO) -> None:
        self._found = solved(Request(puzzle, encoding, backends.STOPPABLE, "", None), CONFLICTS)

    def ask(self) -> None:
        """Do nothing: the search goes on whenever :meth:`heard` is called."""

    def heard(self) -> FormulaSize | SatSolution | None:
        return next(self._found)

    def close(self) -> None:
        self._found.close()
