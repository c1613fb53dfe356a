"""Works out a formula's puzzle from its clauses alone: the rules, which reveal the box shape, and the givens.

A clause of a Sudoku says one of the following: a cell holds a digit; a cell does not hold two; a unit holds a digit;
two peers do not both hold it; a digit is given; or a candidate that a given strikes is false. The rules are
complete if no cell is blank and no peers agree, or if no cell holds two digits and each unit holds each digit. Either
implies the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from io import BufferedReader
from typing import TypeVar

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit, Geometry, shapes
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.sat import numbering
from solvers.sat.dimacs_syntax import Clause, DimacsClauses, DimacsError
from solvers.sat.numbering import Variables
from solvers.techniques.candidate_grid import Digits

Key = TypeVar("Key")

_RULES = "an extended, minimal or compact encoding has them all"


def puzzle_of_rules(opened: Callable[[], AbstractContextManager[BufferedReader]]) -> Puzzle:
    """Return a formula's puzzle, reading the formula twice, in bounded memory. Raises :class:`DimacsError`."""
    with opened() as stream:
        formula = DimacsClauses(stream)
        for _ in formula:
            pass
    variables = numbering.by_count(formula.last)
    if not variables:
        raise DimacsError(
            f"no Sudoku has {counted(formula.last, 'variable')}: "
            "a 9x9 grid has 729, or 999 if numbered by row, column and digit"
        )
    rules = Rules(variables)
    with opened() as stream:
        formula = DimacsClauses(stream)
        for clause in formula:
            if not rules.add(clause):
                shown = " ".join(map(str, clause[:12])) + (" …" if len(clause) > 12 else "")
                raise DimacsError(
                    f"line {formula.line}: not a Sudoku: clause {formula.count} ({shown}) is neither a given nor a rule"
                )
    return rules.puzzle()


class Rules:
    """The rules that clauses state about a grid of known side but unknown box shape."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables.candidates
        self._shapes = shapes(variables.geometry.side)
        self._units = {frozenset(unit.cells) for shape in self._shapes for unit in shape.units}
        self._peers = [
            frozenset[Cell]().union(*(shape.peers[cell] for shape in self._shapes)) for cell in variables.geometry.cells
        ]
        self._every: Digits = sum(1 << digit for digit in variables.geometry.digits)
        self._givens: dict[Cell, Digits] = {}
        self._struck: set[Candidate] = set()
        self._filled: set[Cell] = set()
        self._single: dict[Candidate, Digits] = {}
        """For each digit of a cell, the greater digits that it excludes there."""
        self._held: dict[frozenset[Cell], Digits] = {}
        self._differ: dict[tuple[Cell, Cell], Digits] = {}

    def add(self, clause: Clause) -> bool:
        """Add a clause. Return whether it can be part of a Sudoku."""
        if len(clause) == 2 and clause[0] < 0 > clause[1] != clause[0]:  # the most common case
            return self._add_pair(self._variables.get(-clause[0]), self._variables.get(-clause[1]))
        literals = set(clause)
        if any(-literal in literals for literal in literals):
            return True  # a tautology
        places = [self._variables.get(abs(literal)) for literal in literals]
        known = [place for place in places if place is not None]
        if len(known) < len(places) or not known:
            return False
        if all(literal > 0 for literal in literals):
            return self._add_least(known)
        if len(known) == 1:
            self._struck.add(known[0])
        return len(known) == 1

    def _add_least(self, places: Sequence[Candidate]) -> bool:
        cells, digits = frozenset(cell for cell, _ in places), {digit for _, digit in places}
        if len(places) == 1:
            _merge(self._givens, places[0][0], places[0][1])
        elif len(cells) == 1 and len(digits) == self._every.bit_count():
            self._filled.update(cells)
        elif len(digits) == 1 and cells in self._units:
            _merge(self._held, cells, *digits)
        else:
            return False
        return True

    def _add_pair(self, one: Candidate | None, other: Candidate | None) -> bool:
        if one is None or other is None:
            return False
        if one > other:
            one, other = other, one
        if one[0] == other[0]:
            self._single[one] = self._single.get(one, 0) | 1 << other[1]
        elif one[1] == other[1] and other[0] in self._peers[one[0]]:
            cells = one[0], other[0]
            self._differ[cells] = self._differ.get(cells, 0) | 1 << one[1]
        else:
            return False
        return True

    def puzzle(self) -> Puzzle:
        """Return the puzzle once all clauses have been added. Raises :class:`DimacsError`."""
        suits = [shape for shape in self._shapes if self._has_no_other(shape) and self._has_rules(shape)]
        if not suits:
            raise DimacsError(f"not a Sudoku: rules are missing, or no box shape fits them; {_RULES}")
        geometry = suits[0]
        for cell, mask in sorted(self._givens.items()):
            if mask.bit_count() > 1:
                low = (mask & -mask).bit_length() - 1
                name = geometry.name(cell)
                raise DimacsError(f"not a puzzle: {name} is given twice, as {low} and as {mask.bit_length() - 1}")
        givens = [self._givens.get(cell, 1).bit_length() - 1 for cell in geometry.cells]
        self._check_struck(geometry, givens)
        return Puzzle(tuple(givens), geometry)

    def _has_no_other(self, shape: Geometry) -> bool:
        units = {frozenset(unit.cells) for unit in shape.units}
        return self._held.keys() <= units and all(other in shape.peers[one] for one, other in self._differ)

    def _has_rules(self, shape: Geometry) -> bool:
        no_blank = len(self._filled) == len(shape.cells)
        if no_blank and all(
            self._differ.get((cell, peer)) == self._every
            for cell in shape.cells
            for peer in shape.peers[cell]
            if peer > cell
        ):
            return True
        return self._is_single(shape) and all(self._held.get(frozenset(u.cells)) == self._every for u in shape.units)

    def _is_single(self, shape: Geometry) -> bool:
        """Return whether the rules keep every cell from holding two digits."""
        greater = {digit: self._every >> digit + 1 << digit + 1 for digit in shape.digits}
        return all(
            self._single.get((cell, digit), 0) == greater[digit] for cell in shape.cells for digit in shape.digits
        )

    def _check_struck(self, geometry: Geometry, givens: Sequence[Digit]) -> None:
        for cell, digit in sorted(self._struck):
            if givens[cell] in (0, digit) and not any(givens[peer] == digit for peer in geometry.peers[cell]):
                raise DimacsError(
                    f"not a puzzle: a clause says that {geometry.name(cell)} is not {digit}, but no given "
                    "implies that, and a puzzle cannot say it"
                )


def _merge(masks: dict[Key, Digits], key: Key, digit: Digit) -> None:
    masks[key] = masks.get(key, 0) | 1 << digit
