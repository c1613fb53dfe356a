"""The interface of a SAT back end: what goes to it and what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core.errors import RunError
from solvers.sat.cnf import Clause

FIGURES = ("conflicts", "decisions", "propagations", "restarts")
"""The figures that a solver may report of its search, the most telling first."""


class SatError(RunError):
    """A SAT solver that is missing, or went wrong; the message says what to do."""


class ClauseSet(NamedTuple):
    """The clauses for a backend."""

    clauses: list[Clause]
    variables: int
    """The number of variables; they are numbered from 1."""
    folder: Path | None = None
    """A folder for files, if the backend needs any. The caller removes it."""


class BackendAnswer(NamedTuple):
    """The answer of a backend."""

    model: Sequence[int] | None
    """The literals that hold; ``None``: there is no (further) model."""
    figures: Mapping[str, int]
    """The :data:`FIGURES` that it reports, from its start up to here."""


class Request(NamedTuple):
    """A puzzle, and how it is solved."""

    puzzle: Puzzle
    encoding: str
    backend: str
    command: str
    """A program in the place of the backend."""
    folder: Path | None
    """For the files of that program."""


class Made(NamedTuple):
    """The size of the formula, once that is there."""

    variables: int
    clauses: int
    seconds: float
    """Spent on making it."""


class Found(NamedTuple):
    """A solution, or that there is no further one."""

    values: tuple[Digit, ...] | None
    """A digit for each cell; ``None``: there is no (further) solution."""
    seconds: float
    """Spent by the SAT solver, taking in the clauses included."""
    figures: Mapping[str, int]
    """Its report of the search from its start up to here, by the names of :data:`FIGURES`."""


class Trouble(NamedTuple):
    """The reason why there is no answer."""

    message: str


def forbidding(model: Sequence[int]) -> Clause:
    """Return the clause that this model does not satisfy. Its positive literals suffice: every cell holds just one
    digit.
    """
    return [-literal for literal in model if literal > 0]
