"""What a SAT solver is asked and what it returns: the interface of a backend, and the messages of its process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from puzzles.figures import counted
from puzzles.geometry import Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.errors import RunError
from solvers.core.step_detail import detail
from solvers.sat.cnf import Clause

AUTO = "auto"
"""The choice that leaves the encoding to the size of the grid, and the backend to what is installed."""
EXTENDED_UP_TO = 9
"""The maximum number of cells per side for the extended encoding. Up to there its clauses take milliseconds; on larger
grids they take most of the time, and the simplified ones a tenth of it.
"""
FIGURES = ("conflicts", "decisions", "propagations", "restarts")
"""The statistics that a solver may report about its search, the most informative first."""


class SatError(RunError):
    """The error for a SAT solver that is missing or has failed; the message says what to do."""


class ClauseSet(NamedTuple):
    """The clauses for a backend."""

    clauses: list[Clause]
    variables: int
    """The number of variables; they are numbered from 1."""
    folder: Path | None = None
    """A folder for files, if the backend needs one. The caller removes it."""


class BackendAnswer(NamedTuple):
    """The answer of a backend."""

    model: Sequence[int] | None
    """The literals that hold; ``None`` if there is no model, or no further one."""
    figures: Mapping[str, int]
    """The :data:`FIGURES` that the backend reports, counted from its start."""


class Request(NamedTuple):
    """A puzzle, and how to solve it."""

    puzzle: Puzzle
    encoding: str
    backend: str
    command: str
    """A program to use instead of the backend."""
    folder: Path | None
    """A folder for the program's files."""


class FormulaSize(NamedTuple):
    """The size of the formula, once it has been made."""

    variables: int
    clauses: int
    seconds: float
    """The seconds spent making the formula."""


class SatSolution(NamedTuple):
    """A solution, or the news that there is no further one."""

    values: tuple[Digit, ...] | None
    """One digit per cell; ``None`` if there is no solution, or no further one."""
    seconds: float
    """The seconds that the SAT solver took, including reading the clauses."""
    figures: Mapping[str, int]
    """The solver's statistics of the search so far, by the names of :data:`FIGURES`."""


def forbidding(model: Sequence[int]) -> Clause:
    """Return a clause that a model does not satisfy. Its positive literals are enough: every cell holds one digit."""
    return [-literal for literal in model if literal > 0]


@detail
@dataclass(frozen=True)
class Formula:
    """The size of a formula."""

    variables: int
    clauses: int
    encoding: str = ""

    def __str__(self) -> str:
        size = f"{counted(self.variables, 'variable')}, {counted(self.clauses, 'clause')}"
        return f"{size} ({self.encoding})" if self.encoding else size


@detail
@dataclass(frozen=True)
class Took:
    """The cost of an answer: seconds, and the SAT solver's statistics from its start (-1: unknown)."""

    seconds: float
    """The seconds for the answer; for the first answer they include making the clauses."""
    making: float = 0.0
    """The seconds for making the clauses."""
    conflicts: int = -1
    decisions: int = -1
    propagations: int = -1
    restarts: int = -1

    @property
    def figures(self) -> dict[str, int]:
        """The known statistics, the most informative first."""
        known = {name: getattr(self, name) for name in FIGURES}
        return {name: number for name, number in known.items() if number >= 0}

    def __str__(self) -> str:
        making = f" ({time_text(self.making)} to write the clauses)" if self.making else ""
        return time_text(self.seconds) + making


@detail
@dataclass(frozen=True)
class Worked:
    """The time that the process has worked on the puzzle, by its own clock. A ``PENDING`` step carries it, to separate
    the work from the overhead of the process.
    """

    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.1f} ms of work"


def time_text(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def encoding_for(geometry: Geometry, encoding: str = AUTO) -> str:
    """Return the named encoding or, for :data:`AUTO`, the one that suits the size of the grid."""
    if encoding != AUTO:
        return encoding
    return "extended" if geometry.side <= EXTENDED_UP_TO else "simplified"
