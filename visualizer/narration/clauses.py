"""Clauses and literals in words."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.puzzle import Puzzle, alphabet_of
from solvers.core.step import Clause
from visualizer.text.phrases import MOST_NAMED, listed, shortened


def in_words(clause: Clause, puzzle: Puzzle) -> str:
    """Return a clause as a sentence: "not both r1c1 = 4 and r2c2 = 7", "if r1c1 = 4, then r2c2 = 7 or r2c3 = 7"."""
    given_that = [_literal(-literal, puzzle) for literal in clause if literal < 0]
    then = [_literal(literal, puzzle) for literal in clause if literal > 0]
    if not then:
        if len(given_that) == 1:
            return given_that[0].replace("=", "≠", 1)
        return f"not {'both' if len(given_that) == 2 else 'all of'} {listed(shortened(given_that))}"
    follows = listed(shortened(then), "or")
    return f"if {listed(shortened(given_that))}, then {follows}" if given_that else follows


def names_all(clause: Clause) -> bool:
    """Tell whether :func:`in_words` names all of its literals."""
    positive = sum(literal > 0 for literal in clause)
    return max(positive, len(clause) - positive) <= MOST_NAMED


def _literal(variable: int, puzzle: Puzzle) -> str:
    cell, digit = divmod(variable - 1, puzzle.geometry.symbols)
    return f"{puzzle.geometry.name(cell)} = {alphabet_of(puzzle)[digit]}"


def literal_text(puzzle: Puzzle, literal: int) -> str:
    """Return ``r1c2=7``, or ``r1c2≠7`` for a negative literal."""
    cell, digit = divmod(abs(literal) - 1, puzzle.geometry.symbols)
    return f"{puzzle.geometry.name(cell)}{'=' if literal > 0 else '≠'}{alphabet_of(puzzle)[digit]}"


def rule_name(puzzle: Puzzle, clause: Sequence[int]) -> str:
    """Return the rule that a clause states: "row 4 holds a 7"; "" for any other clause."""
    geometry = puzzle.geometry
    places = [divmod(abs(literal) - 1, geometry.symbols) for literal in clause]
    cells, digits = {cell for cell, _ in places}, {digit for _, digit in places}
    if len(clause) == 2 and max(clause) < 0 and len(digits) == 1:
        unit = geometry.shared_unit(*sorted(cells))
        return f"{geometry.units[unit]} holds it once" if unit is not None else ""
    if min(clause) < 0 or len(clause) < geometry.symbols:
        return ""
    if len(cells) == 1:
        return f"{geometry.name(min(cells))} holds a digit"
    units = (geometry.units[unit] for unit in geometry.units_of[min(cells)])
    unit_held = next((unit for unit in units if set(unit.cells) == cells), None)
    return f"{unit_held} holds a {alphabet_of(puzzle)[min(digits)]}" if unit_held and len(digits) == 1 else ""
