"""Solutions by a SAT solver for whoever has a puzzle and little time: the default one, in a process that can be ended.

Where a search guesses on and on (on grids above 16x16, mostly), it knows in seconds what the search does not in hours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.sat.process import Found, Made, SatProcess

_WAIT = 0.02
"""Seconds between two looks at the clock."""


class Asked:
    """Asked about grids of one geometry. Its process starts with the first question; leaving the ``with`` ends it."""

    def __init__(self, check: Callable[[], object]) -> None:
        """``check`` is called again and again while an answer is waited for; what it raises ends the waiting."""
        self._check = check
        self._process: SatProcess | None = None

    def __enter__(self) -> Asked:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def solutions(self, puzzle: Puzzle) -> Iterator[tuple[Digit, ...]]:
        """Every solution, as it is found: a digit for each cell. Ask about one puzzle at a time.

        Raises :class:`solvers.sat.interface.SatError` where there is no SAT solver, or where it fails.
        """
        if self._process is None:
            from solvers.sat.request import encoding_for  # which takes in all encodings

            self._process = SatProcess(encoding_for(puzzle.geometry))
        process = self._process
        process.begin(puzzle)
        self._heard(process)
        while True:
            process.ask()
            found = self._heard(process)
            assert isinstance(found, Found)
            if found.values is None:
                return
            yield found.values

    def end(self) -> None:
        """End the process; a further question starts a new one."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _heard(self, process: SatProcess) -> Made | Found:
        while (heard := process.heard(_WAIT)) is None:
            self._check()
        self._check()
        return heard
