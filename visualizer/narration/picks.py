"""Explains why a solver that picks the fewest candidates or choices guesses where it does."""

from __future__ import annotations

from collections import Counter

from puzzles.geometry import Cell, Digit
from solvers.core.board import Board


def why_this_cell(board: Board, cell: Cell, picks: str) -> str:
    """Return why a cell was picked, such as "has the fewest candidates"; "" if that was not the reason."""
    sizes = {blank: len(board.open_candidates(blank)) for blank, held in enumerate(board.values) if not held}
    equal = [blank for blank, size in sizes.items() if size == min(sizes.values())]
    if picks not in ("first", "any") or cell not in equal:
        return ""
    if len(equal) == 1:
        return "has the fewest candidates"
    which = "the first" if picks == "first" and cell == equal[0] else "one"
    return f"is {which} of {len(equal)} cells with the fewest candidates"


CELL = -1
"""Stands for the choice of a digit for a cell. Other choices, of a cell for a digit in a unit, are unit numbers."""


def shortest_choice(board: Board, cell: Cell, digit: Digit) -> int | None:
    """Return the choice that gives a placement the fewest possibilities, or ``None`` if others on the board have
    fewer.
    """
    geometry = board.geometry
    digits = {blank: board.open_candidates(blank) for blank, held in enumerate(board.values) if not held}
    places = Counter((unit, each) for blank, its in digits.items() for each in its for unit in geometry.units_of[blank])
    sizes = {CELL: len(digits[cell]), **{unit: places[unit, digit] for unit in geometry.units_of[cell]}}
    least = min(*map(len, digits.values()), *places.values(), len(geometry.cells))
    return next((choice for choice, size in sizes.items() if size == least), None)
