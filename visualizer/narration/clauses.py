"""Clauses and literals in words."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.step import Clause
from visualizer.text.phrases import listed, with_article


def in_words(clause: Clause, puzzle: Puzzle) -> str:
    """Write out a clause in the order of its literals, as in "r1c1 ≠ 4, r2c2 = 7 or r2c3 = 7"."""
    return listed([literal_in_words(literal, puzzle) for literal in clause], "or")


def literal_in_words(literal: int, puzzle: Puzzle) -> str:
    """Write a literal as captions do: "r1c1 ≠ 4"."""
    return literals.write(literal, puzzle).replace("=", " = ", 1).replace("≠", " ≠ ", 1)


def jump_back(literal: str, level: int) -> str:
    """Say which level a learnt clause sends the solver back to, and which literal it forces there."""
    if not level:
        return f"Back to level 0: {literal} holds whatever is guessed."
    return f"Back to level {level}, where {literal} follows at once."


def rule_name(puzzle: Puzzle, clause: Sequence[int]) -> str:
    """Return the rule that a clause expresses, such as "row 4 holds a 7", or "" if it expresses none."""
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
    return f"{unit_held} holds {with_article(puzzle.symbol(min(digits) + 1))}" if unit_held and len(digits) == 1 else ""
