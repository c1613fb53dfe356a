"""Measures what a puzzle costs a SAT solver: the formula's size, the time and the solver's statistics."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from puzzles.puzzle import Puzzle
from solvers.sat.interface import FormulaSize, SatError, SatSolution
from solvers.sat.process import SatProcess


@dataclass(frozen=True)
class PuzzleMeasurement:
    """The measurement of one puzzle. Fields for stages it did not reach are ``None``."""

    variables: int | None = None
    clauses: int | None = None
    making: float | None = None
    """The seconds spent generating the clauses."""
    solving: float | None = None
    """The total time the SAT solver spent on all questions, in seconds."""
    figures: Mapping[str, int] = field(default_factory=dict)
    answer: str = ""
    """"yes" or "no" if asked for a solution, "0", "1" or "2+" if asked whether it is unique; "" if there was no
    answer.
    """
    trouble: str = ""
    """Why there was no answer, unless it was the time limit."""

    @property
    def total(self) -> float | None:
        return None if self.making is None or self.solving is None else self.making + self.solving


def measure(
    process: SatProcess,
    puzzle: Puzzle,
    encoding: str,
    *,
    unique: bool,
    seconds: float,
    tick: Callable[[], object] = lambda: None,
) -> PuzzleMeasurement:
    """Solve a puzzle within the given number of seconds (if ``unique``, also look for a second solution). If that
    fails, end the process.

    ``tick`` is called regularly in the meantime.
    """
    end, result = time.monotonic() + seconds, PuzzleMeasurement()

    def check() -> None:
        tick()
        if time.monotonic() > end:
            raise TimeoutError

    try:
        process.begin(puzzle, encoding)
        made = process.wait(check)
        assert isinstance(made, FormulaSize)
        result = PuzzleMeasurement(made.variables, made.clauses, made.seconds)
        return _asked(process, result, unique, check)
    except TimeoutError:
        pass
    except SatError as error:
        result = PuzzleMeasurement(trouble=error.message)
    process.close()
    return result


def _asked(
    process: SatProcess, made: PuzzleMeasurement, unique: bool, check: Callable[[], object]
) -> PuzzleMeasurement:
    words = ("0", "1", "2+") if unique else ("no", "yes")
    count, solving, figures = 0, 0.0, dict[str, int]()
    while count < len(words) - 1:
        process.ask()
        found = process.wait(check)
        assert isinstance(found, SatSolution)
        solving, figures = solving + found.seconds, dict(found.figures)
        if found.values is None:
            break
        count += 1
    return replace(made, solving=solving, figures=figures, answer=words[count])
