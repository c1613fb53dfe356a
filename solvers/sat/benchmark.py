"""The cost of a puzzle for a SAT solver: the size of the formula, the time, and the solver's statistics."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from puzzles.puzzle import Puzzle
from solvers.sat.interface import Found, Made, SatError
from solvers.sat.process import SatProcess

_TICK_SECONDS = 0.05
"""Seconds between two calls of ``tick``."""


@dataclass(frozen=True)
class Measured:
    """The measurement of one puzzle. Fields not reached are ``None``."""

    variables: int | None = None
    clauses: int | None = None
    making: float | None = None
    """The seconds spent making the clauses."""
    solving: float | None = None
    """The seconds that the SAT solver took for all questions."""
    figures: Mapping[str, int] = field(default_factory=dict)
    answer: str = ""
    """The answer: "yes" or "no" if asked for a solution, "0", "1" or "2+" if asked whether it is unique; "" if none
    came.
    """
    trouble: str = ""
    """Why there is no answer, if not because of the limit."""

    @property
    def total(self) -> float | None:
        return None if self.making is None or self.solving is None else self.making + self.solving


class Bench:
    """A SAT solver with an encoding, in a process that takes one puzzle after the other; a new process starts after
    trouble.
    """

    def __init__(self, encoding: str, backend: str, command: str = "") -> None:
        self._encoding, self._backend, self._command = encoding, backend, command
        self._process: SatProcess | None = None

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *error: object) -> None:
        self._leave()

    def measure(
        self, puzzle: Puzzle, *, unique: bool, seconds: float, tick: Callable[[], object] = lambda: None
    ) -> Measured:
        """Solve it (``unique``: and look for a second solution) within that many seconds."""
        result = Measured()
        try:
            process = self._process = self._process or SatProcess(self._backend, self._command)
            end = time.monotonic() + seconds
            process.begin(puzzle, self._encoding)
            made = self._wait(process, end, tick)
            if isinstance(made, Made):
                result = Measured(made.variables, made.clauses, made.seconds)
                result = self._asked(process, result, unique, end, tick)
        except SatError as error:
            result = Measured(trouble=error.message)
        if not result.answer:
            self._leave()
        return result

    def _asked(
        self, process: SatProcess, made: Measured, unique: bool, end: float, tick: Callable[[], object]
    ) -> Measured:
        words = ("0", "1", "2+") if unique else ("no", "yes")
        count, solving, figures = 0, 0.0, dict[str, int]()
        while count < len(words) - 1:
            process.ask()
            found = self._wait(process, end, tick)
            if not isinstance(found, Found):
                return made
            solving, figures = solving + found.seconds, dict(found.figures)
            if found.values is None:
                break
            count += 1
        return Measured(made.variables, made.clauses, made.making, solving, figures, words[count])

    def _wait(self, process: SatProcess, end: float, tick: Callable[[], object]) -> Made | Found | None:
        """Return the next message; ``None`` if the time is up first."""
        while (left := end - time.monotonic()) > 0:
            heard = process.heard(min(_TICK_SECONDS, left))
            if heard is not None:
                return heard
            tick()
        return None

    def _leave(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None
