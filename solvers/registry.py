"""Which solvers there are. Menu, command line, tests and README all ask here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.board import Board, Candidates
from solvers.step import Step

Run = Callable[..., Iterator[Step]]


@dataclass(frozen=True)
class Solver:
    """A generator function ``(puzzle, **options) -> Iterator[Step]`` and what is known of it."""

    name: str
    title: str
    summary: str
    """One line: what it does."""
    source: str
    """The system, paper or person it comes from."""
    run: Run
    watch_for: str = ""
    """What to look at while it runs."""
    candidates: Candidates = Candidates.STRUCK
    complete: bool = True
    """It finds a solution if there is one, and ends if there is none."""
    enumerates: bool = True
    """Asked for more, it yields every solution, each once."""
    black_box: bool = False
    """Its search is not watched: only the answer is shown."""
    clashes: bool = False
    """It may place clashing digits for a while."""
    needs: str = ""
    """A package it cannot run without, and which may be missing."""
    sizes: Callable[[Geometry], bool] = lambda geometry: True

    def board(self, puzzle: Puzzle) -> Board:
        """A fresh board that means by its candidates what this solver means."""
        return Board(puzzle, self.candidates, clashes=self.clashes)

    def lacking(self) -> str:
        """What is missing to run it, and what to do about it; "" where nothing is."""
        if not self.needs:
            return ""
        try:
            import_module(self.needs)
        except ImportError:
            return (
                f"{self.title} needs the package {self.needs}, which cannot be imported here. "
                f"Install it with: pip install {self.needs} (this needs a C compiler, such as gcc)."
            )
        return ""


_solvers: dict[str, Solver] = {}


def register(name: str, **facts: Any) -> Callable[[Run], Run]:
    """Register the decorated generator function under a name, with the fields of :class:`Solver`."""

    def decorate(run: Run) -> Run:
        if name in _solvers:
            raise ValueError(f"two solvers are called {name!r}; give one of them another name")
        _solvers[name] = Solver(name=name, run=run, **facts)
        return run

    return decorate


def names() -> list[str]:
    """The names of all solvers, in the order in which the window offers them."""
    return list(_solvers)


def get(name: str) -> Solver:
    """The solver of that name. Raises ``LookupError`` with the names there are."""
    try:
        return _solvers[name]
    except KeyError:
        raise LookupError(f"no solver is called {name!r}; there are: {', '.join(_solvers)}") from None
