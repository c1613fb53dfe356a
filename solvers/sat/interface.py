"""The interface of a SAT backend: what it takes and what it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core.errors import RunError
from solvers.sat.cnf import Clause

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


class Trouble(NamedTuple):
    """The reason for the lack of an answer."""

    message: str


def forbidding(model: Sequence[int]) -> Clause:
    """Return the clause that this model does not satisfy. Its positive literals are enough: every cell holds just one
    digit.
    """
    return [-literal for literal in model if literal > 0]
