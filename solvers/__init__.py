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
from solvers.algorithms import backtracking as _backtracking  # noqa: F401  isort: skip
from solvers.algorithms import backtracking_candidates as _backtracking_candidates  # noqa: F401  isort: skip
from solvers.algorithms import fewest_blanks as _fewest_blanks  # noqa: F401  isort: skip
from solvers.algorithms import blank_sum as _blank_sum  # noqa: F401  isort: skip
from solvers.algorithms import last_blank as _last_blank  # noqa: F401  isort: skip
from solvers.algorithms import rows as _rows  # noqa: F401  isort: skip
from solvers.algorithms import rows_pruned as _rows_pruned  # noqa: F401  isort: skip
from solvers.algorithms import elimination as _elimination  # noqa: F401  isort: skip
from solvers.algorithms import elimination_singles as _elimination_singles  # noqa: F401  isort: skip
from solvers.algorithms import mrv as _mrv  # noqa: F401  isort: skip
from solvers.algorithms import bitboard as _bitboard  # noqa: F401  isort: skip
from solvers.algorithms import exact_cover as _exact_cover  # noqa: F401  isort: skip
from solvers.algorithms import formula as _formula  # noqa: F401  isort: skip
from solvers.algorithms import sat as _sat  # noqa: F401  isort: skip
from solvers.algorithms import cdcl as _cdcl  # noqa: F401  isort: skip
from solvers.algorithms import annealing as _annealing  # noqa: F401  isort: skip
from solvers.algorithms import human as _human  # noqa: F401  isort: skip
from solvers.algorithms import person as _person  # noqa: F401  isort: skip

from solvers.algorithms.cdcl import cdcl_core
from solvers.algorithms.last_blank import propagate
from solvers.core.board import Board, Candidates
from solvers.core.registry import Option, Solver, get, names, register
from solvers.core.step import Kind, Step, Why
from solvers.run import DEFAULT, SizeError, count_solutions, quickest, solutions, solve, trace

__all__ = [
    "DEFAULT", "Board", "Candidates", "Kind", "Option", "SizeError", "Solver", "Step", "Why",
    "cdcl_core", "count_solutions", "get", "names", "propagate", "quickest", "register", "solutions", "solve",
    "trace",
]  # fmt: skip
