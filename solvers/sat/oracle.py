"""Finds solutions with the default SAT solver when there is little time, in a process that can be killed.

If a search guesses endlessly (mostly on grids above 16x16), it finds in seconds what the search does not in hours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.sat.interface import Found, Made
from solvers.sat.process import SatProcess

_WAIT = 0.02
"""Seconds between two looks at the clock."""


class SatOracle:
    """A SAT solver that is asked for solutions; leaving the ``with`` kills its process."""

    def __init__(self, check: Callable[[], object]) -> None:
        """Call ``check`` again and again while waiting for an answer; an error that it raises ends the wait."""
        self._check = check
        self._process: SatProcess | None = None

    def __enter__(self) -> SatOracle:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def solutions(self, puzzle: Puzzle) -> Iterator[tuple[Digit, ...]]:
        """Yield every solution as it is found, a digit for each cell. Ask about one puzzle at a time.

        Raises :class:`solvers.sat.interface.SatError` if there is no SAT solver, or if it fails.
        """
        self._process = self._process or SatProcess()
        self._process.begin(puzzle)
        self._heard(self._process)
        while True:
            self._process.ask()
            found = self._heard(self._process)
            assert isinstance(found, Found)
            if found.values is None:
                return
            yield found.values

    def end(self) -> None:
        """End the process; a further question starts a new one."""
        if self._process is not None:
            self._process.end()

    def _heard(self, process: SatProcess) -> Made | Found:
        while (heard := process.heard(_WAIT)) is None:
            self._check()
        self._check()
        return heard
