"""Says why a solver guesses here, if it picks by fewest candidates, or by fewest choices."""

from __future__ import annotations

from collections import Counter

from puzzles.geometry import Cell, Digit
from solvers.core.board import Board


def why_this_cell(board: Board, cell: Cell, picks: str) -> str:
    """Return why the cell was picked: "has the fewest candidates"; "" if that was not the reason."""
    sizes = {blank: len(board.open_candidates(blank)) for blank, held in enumerate(board.values) if not held}
    equal = [blank for blank, size in sizes.items() if size == min(sizes.values())]
    if picks not in ("first", "any") or cell not in equal:
        return ""
    if len(equal) == 1:
        return "has the fewest candidates"
    which = "the first" if picks == "first" and cell == equal[0] else "one"
    return f"is {which} of {len(equal)} cells with the fewest candidates"


CELL = -1
"""The choice of a digit for a cell. The other choices, of a cell for a unit's digit, are unit numbers."""


def shortest_choice(board: Board, cell: Cell, digit: Digit) -> int | None:
    """Return the choice of a placement that has the fewest possibilities on the board; ``None`` if none of its choices
    has.
    """
    geometry = board.geometry
    digits = {blank: board.open_candidates(blank) for blank, held in enumerate(board.values) if not held}
    places = Counter((unit, each) for blank, its in digits.items() for each in its for unit in geometry.units_of[blank])
    sizes = {CELL: len(digits[cell]), **{unit: places[unit, digit] for unit in geometry.units_of[cell]}}
    least = min(*map(len, digits.values()), *places.values(), len(geometry.cells))
    return next((choice for choice, size in sizes.items() if size == least), None)
