"""How a puzzle is solved.

>>> import solvers
>>> from puzzles import Puzzle
>>> puzzle = Puzzle.parse("..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34..")
>>> str(solvers.solve(puzzle))
'358479621719862354642315987564281739871936542923754816437198265286547193195623478'
>>> next(solvers.trace(puzzle, "backtracking"))
Step(Kind.REJECT, cell=0, digit=1, why=Why.RULE)
"""

# The order of these imports is the order in which the window offers the solvers.
from solvers import backtracking as _backtracking  # noqa: F401  isort: skip
from solvers import elimination as _elimination  # noqa: F401  isort: skip
from solvers import sat as _sat  # noqa: F401  isort: skip

from solvers.board import Board, Candidates
from solvers.registry import Solver, get, names, register
from solvers.run import DEFAULT, SizeError, count_solutions, solutions, solve, trace
from solvers.step import Kind, Step, Why

__all__ = [
    "DEFAULT", "Board", "Candidates", "Kind", "SizeError", "Solver", "Step", "Why",
    "count_solutions", "get", "names", "register", "solutions", "solve", "trace",
]  # fmt: skip
