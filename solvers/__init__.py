"""Solvers: the algorithms, and everything that runs, checks, explains and generates puzzles with them.

>>> import solvers
>>> from puzzles import Puzzle
>>> puzzle = Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34..")
>>> str(solvers.solve(puzzle))
'358479621719862354642315987564281739871936542923754816437198265286547193195623478'
>>> next(solvers.trace(puzzle, "backtracking"))
Step(Kind.REJECT, cell=0, digit=1, why=Why.RULE)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvers.core.board import Board, Candidates
from solvers.core.registry import Option, Solver, get, names, register
from solvers.core.step import Kind, Step, Why
from solvers.run import DEFAULT, SizeError, count_solutions, default_for, quickest, solutions, solve, trace, unwatched

__all__ = [
    "DEFAULT", "Board", "Candidates", "Kind", "Option", "SizeError", "Solver", "Step", "Why",
    "cdcl_core", "count_solutions", "default_for", "get", "names", "propagate", "quickest", "register", "solutions",
    "solve", "trace", "unwatched",
]  # fmt: skip

if TYPE_CHECKING:
    from solvers.algorithms.cdcl import cdcl_core
    from solvers.algorithms.last_blank import propagate
else:
    _PARTS = {"cdcl_core": "solvers.algorithms.cdcl", "propagate": "solvers.algorithms.last_blank"}

    def __getattr__(name: str) -> Any:
        """Import part of an algorithm on demand."""
        if name not in _PARTS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_PARTS[name]), name)
