"""Explains why a solver that picks the fewest candidates or choices guesses where it does."""

from __future__ import annotations

from collections import Counter

from puzzles.geometry import Cell, Digit
from solvers.core.board import Board


def cells_with_fewest(board: Board, cell: Cell, picks: str) -> list[Cell]:
    """Return all cells with the fewest candidates, or none if the cell was not picked for being one of them."""
    sizes = {blank: len(board.open_candidates(blank)) for blank, held in enumerate(board.values) if not held}
    equal = [blank for blank, size in sizes.items() if size == min(sizes.values())]
    return equal if picks in ("first", "any") and cell in equal else []


def how_tied(board: Board, cell: Cell, picks: str) -> str:
    """Say in brackets how a cell was picked from those with the fewest candidates; "" if it is the only one."""
    equal = cells_with_fewest(board, cell, picks)
    if len(equal) == 1:
        return ""
    which = "the first" if picks == "first" and cell == equal[0] else "one"
    return f" ({which} of {len(equal)} cells with {len(board.open_candidates(cell))})"


CELL = -1
"""Stands for choosing a digit for a cell. A unit's number stands for choosing a cell for a digit in that unit."""


def shortest_choice(board: Board, cell: Cell, digit: Digit) -> int | None:
    """Return the choice that a placement makes, or ``None`` if some choice on the board has fewer options."""
    geometry = board.geometry
    digits = {blank: board.open_candidates(blank) for blank, held in enumerate(board.values) if not held}
    places = Counter((unit, each) for blank, its in digits.items() for each in its for unit in geometry.units_of[blank])
    sizes = {CELL: len(digits[cell]), **{unit: places[unit, digit] for unit in geometry.units_of[cell]}}
    least = min(*map(len, digits.values()), *places.values(), len(geometry.cells))
    return next((choice for choice, size in sizes.items() if size == least), None)
