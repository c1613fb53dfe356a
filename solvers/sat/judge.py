"""Judges whether a given can be removed, with one SAT solver that keeps what it has learnt from question to question.

The clauses stay the same for all questions. The other givens, and that the cell holds a different digit, are
assumptions, which hold for one question only. MiniCARD takes "at most one of these" as a single constraint, so a 32x32
grid needs 4,096 clauses and as many constraints, where plain clauses would be two million.
"""

from collections.abc import Sequence
from itertools import count

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.sat.backends import missing
from solvers.sat.cnf import EXTENDED, variable
from solvers.sat.interface import SatError

SOLVER = "minicard"
"""The SAT solver in python-sat that is asked."""
_FIRST_TRY = 1000
"""The number of conflicts after which a question without a limit is asked again, with twice as many. Ctrl+C is noticed
in between.
"""


class SatJudge:
    """A SAT solver that knows the rules of one shape. :meth:`close` frees its memory.

    Raises :class:`SatError` if it is not installed.
    """

    def __init__(self, geometry: Geometry) -> None:
        if lacks := missing(SOLVER):
            raise SatError(lacks)
        from pysat.solvers import Solver

        self._geometry = geometry
        self._solver = Solver(name=SOLVER)
        for cell in geometry.cells:
            self._choose([variable(geometry, cell, digit) for digit in geometry.digits])
        for unit in geometry.units:
            for digit in geometry.digits:
                self._choose([variable(geometry, cell, digit) for cell in unit.cells], unit.complete)
        for clause in EXTENDED.of_rules(Puzzle.empty(geometry))[0]:
            self._solver.add_clause(clause)

    def _choose(self, variables: list[int], complete: bool = True) -> None:
        """Let at most one variable be true, and at least one if the unit is complete."""
        self._solver.add_atmost(variables, 1)
        if complete:
            self._solver.add_clause(variables)

    def has_other(self, values: Sequence[Digit], cell: Cell, digit: Digit, conflicts: int | None = None) -> bool | None:
        """Return whether some solution with the given values has a different digit in the cell, which is 0 in
        ``values``; ``None`` if there have been so many conflicts before that is certain.
        """
        held = [variable(self._geometry, at, value) for at, value in enumerate(values) if value]
        for doubled in count():
            self._solver.conf_budget(conflicts or _FIRST_TRY << doubled)
            found: bool | None = self._solver.solve_limited([*held, -variable(self._geometry, cell, digit)])
            if found is not None or conflicts:
                return found
        raise AssertionError

    def close(self) -> None:
        self._solver.delete()
