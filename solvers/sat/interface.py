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
"""Chooses the encoding by the size of the grid, and the backend by what is installed."""
EXTENDED_UP_TO = 9
"""The most cells a side for the extended encoding, whose clauses take milliseconds up to here; on larger grids they
take most of the time, and the simplified ones a tenth of it.
"""
FIGURES = ("conflicts", "decisions", "propagations", "restarts")
"""The statistics that a solver may report about its search, the most informative first."""


class SatError(RunError):
    """A SAT solver that is missing or failed; the message says what to do."""


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
    """The literals that hold; ``None`` if there is no (further) model."""
    figures: Mapping[str, int]
    """The :data:`FIGURES` that it reports, from its start up to now."""


class Request(NamedTuple):
    """A puzzle, and how to solve it."""

    puzzle: Puzzle
    encoding: str
    backend: str
    command: str
    """A program to use instead of the backend."""
    folder: Path | None
    """A folder for the files of that program."""


class Made(NamedTuple):
    """The size of the formula, once it has been made."""

    variables: int
    clauses: int
    seconds: float
    """Seconds spent making it."""


class Found(NamedTuple):
    """A solution, or the news that there is no further one."""

    values: tuple[Digit, ...] | None
    """A digit for each cell; ``None`` if there is no (further) solution."""
    seconds: float
    """Seconds that the SAT solver took, including reading the clauses."""
    figures: Mapping[str, int]
    """Its statistics of the search so far, by the names of :data:`FIGURES`."""


def forbidding(model: Sequence[int]) -> Clause:
    """Return the clause that this model does not satisfy. Its positive literals suffice: every cell holds one digit."""
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
    """The cost of an answer: seconds, and the SAT solver's statistics from its start (-1: none)."""

    seconds: float
    """The seconds, including those for making the clauses, which the first answer has to wait for."""
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
    """The time that the process has worked on the puzzle so far, by its own clock. A ``PENDING`` step carries it, to
    separate the work from the overhead of the process.
    """

    seconds: float

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.1f} ms of work"


def time_text(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def encoding_for(geometry: Geometry, encoding: str = AUTO) -> str:
    """Return the encoding, or, if it is left open, the one that suits the size of the grid."""
    if encoding != AUTO:
        return encoding
    return "extended" if geometry.side <= EXTENDED_UP_TO else "simplified"
