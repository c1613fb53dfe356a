"""The digits that a person placed before a run (see ``Puzzle.placed``), on the board and in text."""

from __future__ import annotations

from puzzles.figures import counted
from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from visualizer.views.board import CellView, Legend, Role


def with_hand(signs: Legend, puzzle: Puzzle, guesses: bool) -> Legend:
    """Add the digits that a person has placed to the legend and, if ``guesses``, those guessed by hand."""
    placed = ((CellView(4, Role.PERSON), "placed by you"),) if puzzle.placed else ()
    known = any(view.role is Role.GUESSED for view, _ in signs)
    guessed = ((CellView(4, Role.GUESSED, 1), "guessed by hand, with its level"),) if guesses and not known else ()
    return (*placed, *signs, *guessed)


def role_at_start(puzzle: Puzzle, cell: Cell) -> Role:
    """Return the role of a cell before the run."""
    if not puzzle.givens[cell]:
        return Role.BLANK
    return Role.PERSON if cell in puzzle.placed else Role.GIVEN


def in_numbers(puzzle: Puzzle) -> str:
    """Return a puzzle's cell counts, as in "30 givens, 2 digits of yours, 49 blank cells"."""
    placed = len(puzzle.placed)
    yours = f"{counted(placed, 'digit')} of yours, " if placed else ""
    return f"{counted(puzzle.clues - placed, 'given')}, {yours}{counted(len(puzzle.blanks), 'blank cell')}"


def with_placed(puzzle: Puzzle) -> str:
    """Return " with your digits" if the outcome of a run depends on digits that a person placed, else ""."""
    return " with your digits" if puzzle.placed else ""
