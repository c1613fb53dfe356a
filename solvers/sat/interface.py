"""What a SAT solver is asked and what it returns: a backend's interface, and its process's messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.errors import RunError
from solvers.core.step_detail import detail
from solvers.sat.cnf import Clause

AUTO = "auto"
"""The choice that picks the encoding by grid size, and the backend by what is installed."""
EXTENDED_UP_TO = 9
"""The largest side for which the extended encoding is used. Up to this side, generating its clauses takes
milliseconds. On larger grids it would take most of the time, while the simplified encoding takes a tenth as long.
"""
FIGURES = ("conflicts", "decisions", "propagations", "restarts")
"""The statistics a solver may report about its search, most informative first."""


class SatError(RunError):
    """The error for a SAT solver that is missing or has failed. The message says what to do."""


class OutOfMemory(SatError):
    """The error for a formula that is too large for the memory there is."""


class ClauseSet(NamedTuple):
    clauses: list[Clause]
    variables: int
    """The number of variables, which are numbered from 1."""
    folder: Path | None = None
    """A folder for files, if the backend needs one. The caller removes it."""


class BackendAnswer(NamedTuple):
    model: Sequence[int] | None
    """The true literals; ``None`` if there is no model, or no further one."""
    figures: Mapping[str, int]
    """The :data:`FIGURES` that the backend reports, counted from its start."""


class Request(NamedTuple):
    puzzle: Puzzle
    encoding: str
    backend: str
    command: str
    """A program to use instead of the backend."""
    folder: Path | None
    """A folder for the program's files."""


class FormulaSize(NamedTuple):
    """The size of a formula, once it has been generated."""

    variables: int
    clauses: int
    seconds: float
    """The seconds spent generating the formula."""
    processor: float = 0.0
    """The processor seconds of that."""


class Cut(NamedTuple):
    """What a model breaks of a lazy rule."""

    rule: int
    """The rule's index into the geometry's groups."""
    cells: tuple[Cell, ...]
    """The cells whose digits in the model cannot all stand together."""


class SatSolution(NamedTuple):
    """A solution, or a model that breaks a lazy rule, or the news that there are no more."""

    values: tuple[Digit, ...] | None
    """One digit per cell; ``None`` if there is no solution, or no further one."""
    seconds: float
    """The seconds the SAT solver took, including reading the clauses."""
    figures: Mapping[str, int]
    """The solver's statistics so far, by the names in :data:`FIGURES`."""
    processor: float = 0.0
    """The processor seconds the SAT solver took."""
    cuts: tuple[Cut, ...] = ()
    """Why the digits are no solution. The search goes on, with clauses that say so."""


def forbidding(model: Sequence[int]) -> Clause:
    """Return a clause that rules out a model. Its positive literals are enough, since every cell has one digit."""
    return [-literal for literal in model if literal > 0]


@detail
@dataclass(frozen=True)
class Formula:
    variables: int
    clauses: int
    encoding: str = ""

    def __str__(self) -> str:
        size = f"{counted(self.variables, 'variable')}, {counted(self.clauses, 'clause')}"
        return f"{size} ({self.encoding})" if self.encoding else size


@detail
@dataclass(frozen=True)
class Took:
    """The cost of an answer: seconds, and the SAT solver's statistics from its start (-1 if unknown)."""

    seconds: float
    """The seconds spent on the answer. For the first answer, they include generating the clauses."""
    making: float = 0.0
    """The seconds spent generating the clauses."""
    conflicts: int = -1
    decisions: int = -1
    propagations: int = -1
    restarts: int = -1

    @property
    def figures(self) -> dict[str, int]:
        """The known statistics, most informative first."""
        known = {name: getattr(self, name) for name in FIGURES}
        return {name: number for name, number in known.items() if number >= 0}

    def __str__(self) -> str:
        making = f" ({time_text(self.making)} to write the clauses)" if self.making else ""
        return time_text(self.seconds) + making


@detail
@dataclass(frozen=True)
class Worked:
    """The time the process has spent on the puzzle, by its own clock. A ``PENDING`` step carries it, so that
    work and overhead can be told apart.
    """

    seconds: float
    encode: float = 0.0
    """The processor seconds spent on writing the formula."""
    solve: float = 0.0
    """Those spent on solving it."""

    def __str__(self) -> str:
        return f"{self.seconds * 1000:.1f} ms of work"


def time_text(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def encoding_for(geometry: Geometry, encoding: str = AUTO) -> str:
    """Return the named encoding or, for :data:`AUTO`, the one that suits the grid size."""
    if encoding != AUTO:
        return encoding
    return "extended" if geometry.side <= EXTENDED_UP_TO else "simplified"
