"""Says why a solver guesses in this cell, if it picks by fewest candidates."""

from __future__ import annotations

from puzzles.geometry import Cell
from solvers.core.board import Board


def why_this_cell(board: Board, cell: Cell, picks: str) -> str:
    """Return why the cell was picked: "has the fewest candidates"; "" if that was not the reason."""
    sizes = {blank: len(board.open_candidates(blank)) for blank, held in enumerate(board.values) if not held}
    equal = [blank for blank, size in sizes.items() if size == min(sizes.values())]
    if not picks or cell not in equal:
        return ""
    if len(equal) == 1:
        return "has the fewest candidates"
    which = "the first" if picks == "first" and cell == equal[0] else "one"
    return f"is {which} of {len(equal)} cells with the fewest candidates"
