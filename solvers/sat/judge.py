"""Judges whether a given can be removed, with one SAT solver that keeps what it has learnt from question to question.

The clauses stay the same for all questions. The other givens, and that the cell holds a different digit, are
assumptions, which hold for one question only. MiniCARD takes "at most one of these" as a single constraint, so a 32x32
grid needs 4,096 clauses and as many constraints, where plain clauses would be two million.
"""

from collections.abc import Iterable, Sequence
from itertools import count

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule
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
        self._switches: dict[Rule | tuple[Digit, ...], int] = {}
        """The variables that switch on a rule, or that exclude a grid."""
        for cell in geometry.cells:
            self._choose([variable(geometry, cell, digit) for digit in geometry.digits])
        for unit in geometry.units:
            for digit in geometry.digits:
                self._choose([variable(geometry, cell, digit) for cell in unit.cells], unit.complete)
        clauses, more = EXTENDED.of_rules(Puzzle.empty(geometry))
        for clause in clauses:
            self._solver.add_clause(clause)
        self._variables = len(geometry.cells) * geometry.symbols + more

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
        return self._solve([*held, -variable(self._geometry, cell, digit)], conflicts)

    def is_only(self, solution: Sequence[Digit], rules: Iterable[Rule], cells: Iterable[Cell]) -> bool:
        """Return whether no grid but this one keeps the rules, besides those of the shape, and has its digits in the
        cells.
        """
        held = [variable(self._geometry, cell, solution[cell]) for cell in cells]
        switches = [self._switch(rule) for rule in rules]
        return not self._solve([self._other(tuple(solution)), *switches, *held], None)

    def _solve(self, assumed: list[int], conflicts: int | None) -> bool | None:
        for doubled in count():
            self._solver.conf_budget(conflicts or _FIRST_TRY << doubled)
            found: bool | None = self._solver.solve_limited(assumed)
            if found is not None or conflicts:
                return found
        raise AssertionError

    def _switch(self, rule: Rule) -> int:
        """Return the variable that switches on a rule, whose clauses are added when it is first asked for."""
        if rule not in self._switches:
            switch, geometry = self._fresh(), self._geometry
            every = [geometry.every] * len(rule.cells)
            self._switches[rule] = switch
            for clause in rule.clauses(every, lambda at, digit: variable(geometry, rule.cells[at], digit), self._fresh):
                self._solver.add_clause([-switch, *clause])
        return self._switches[rule]

    def _other(self, grid: tuple[Digit, ...]) -> int:
        """Return the variable that excludes a grid."""
        if grid not in self._switches:
            switch = self._switches[grid] = self._fresh()
            held = (variable(self._geometry, cell, digit) for cell, digit in enumerate(grid))
            self._solver.add_clause([-switch, *(-literal for literal in held)])
        return self._switches[grid]

    def _fresh(self) -> int:
        self._variables += 1
        return self._variables

    def close(self) -> None:
        self._solver.delete()
