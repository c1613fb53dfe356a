"""Loads a solver from the user's own Python file. It runs in its own process, and can be watched like any other.

The file has one public generator function that takes a puzzle and yields steps; ``solvers/example.py`` is a starting
point. It may set ``CANDIDATES`` ("none", "struck" or "said"), ``TITLE``, ``SUMMARY``, ``SOURCE``, ``WATCH_FOR``,
``COST``, the flags ``CLASHES``, ``COMPLETE`` and ``ENUMERATES``, and the dials ``DIALS``, ``PROFILE`` and ``TOLD``, all
described in :class:`solvers.core.registry.Solver`. It may also import ``puzzles``, ``solvers`` and its neighbours. None
of it runs in this process, not even to load it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from puzzles.puzzle import Puzzle
from solvers.core import registry
from solvers.core.errors import IllegalStep, RunError, SolverDied, SolverHung, SolverRaised
from solvers.core.registry import Solver
from solvers.core.step import Step
from solvers.external import run
from solvers.external.file import ForeignError, SolverCode, check_path, read
from solvers.external.run import ForeignRun

__all__ = [
    "ForeignError", "ForeignRun", "IllegalStep", "RunError", "SolverCode", "SolverDied", "SolverHung", "SolverRaised",
    "Starter", "check_path", "file_of", "is_file_name", "load", "register", "solver", "unregister",
]  # fmt: skip

FAMILY = "Your own"

Function = TypeVar("Function", bound=Callable[..., Iterator[Step]])

_registered: dict[Path, str] = {}


def solver(function: Function) -> Function:
    """Mark the function that is the solver, in a file with several public generator functions."""
    return function


@dataclass(frozen=True)
class Starter:
    """A callable that starts runs of a file. ``hang`` is the longest allowed silence in seconds; other options go to
    the function.
    """

    file: SolverCode

    def __call__(self, puzzle: Puzzle, *, hang: float | None = None, hash_seed: int = 0, **options: Any) -> ForeignRun:
        return ForeignRun(self.file, puzzle, options, run.HANG if hang is None else hang, hash_seed)


def load(path: Path) -> Solver:
    """Load the solver in a file without registering it, and name it after the file. Raises :class:`ForeignError`."""
    file = read(path)
    name = file.path.stem
    title = name.replace("_", " ").strip().capitalize() or name
    facts: dict[str, Any] = {"title": title, "source": file.path.name, "family": FAMILY, **file.facts, "own": True}
    return Solver(name=name, run=Starter(file), **facts)


def file_of(solver: Solver) -> SolverCode | None:
    """Return the file a solver was loaded from; ``None`` for a built-in solver."""
    return solver.run.file if isinstance(solver.run, Starter) else None


def is_file_name(text: str) -> bool:
    """Return whether the text is a file name rather than a solver's name."""
    return text.lower().endswith(".py") or "/" in text or "\\" in text


def register(solver: Solver) -> Solver:
    """Register a loaded solver for this session, replacing any earlier load of the same file.

    Returns it under its registered name: its own, with a number added if a different solver has that name.
    """
    file = file_of(solver)
    if file is None:
        raise ValueError(f"{solver.name} was not loaded from a file")
    name = _registered.get(file.path)
    if name is None:
        others, number = registry.names(), 2
        name = solver.name
        while name in others:
            name, number = f"{solver.name}-{number}", number + 1
    _registered[file.path] = name
    known = replace(solver, name=name)
    registry.put(known)
    return known


def files() -> list[Path]:
    """Return the files of all registered solvers."""
    return list(_registered)


def unregister(path: Path) -> None:
    """Unregister the solver loaded from a file, if any."""
    name = _registered.pop(path.absolute(), None)
    if name is not None:
        registry.remove(name)
