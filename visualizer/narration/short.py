"""Describes a step in a few words, for a lane in a race."""

from __future__ import annotations

from puzzles.puzzle import Puzzle
from solvers.core.board import Board
from solvers.core.step import Kind, Step, Why

_FORMS = {
    Kind.GUESS: "Suppose {cell} {sign} {digit}, level {level}",
    Kind.FIX: "{cell} must be {digit}",
    Kind.ELIMINATE: "{digit} is struck from {cell}",
    Kind.BACKTRACK: "Back to level {level}",
    Kind.SWAP: "{cell} and {other} swap digits",
    Kind.REJECT: "{cell} cannot be {digit}",
    Kind.CONFLICT: "Dead end",
    Kind.LEARN: "A clause is learnt",
    Kind.FORGET: "A clause is forgotten",
    Kind.COVER: "A column is covered",
    Kind.UNCOVER: "A column is uncovered",
    Kind.SOLVED: "Solved",
    Kind.GAVE_UP: "Gave up",
}


def in_short(step: Step, board: Board) -> str:
    """Describe a step, given the board after it; "" if it is not worth mentioning in a lane."""
    if step.kind is Kind.CONFLICT and step.cell >= 0 and step.why is Why.NO_CANDIDATE:
        return f"Dead end: no digit fits {_name(board.puzzle, step.cell)}"
    form = _FORMS.get(step.kind, "")
    other = step.detail if step.kind is Kind.SWAP else -1
    return form.format(
        cell=_name(board.puzzle, step.cell),
        other=_name(board.puzzle, other),
        digit=board.puzzle.symbol(step.digit) if step.digit else "",
        sign="=" if step.sign else "≠",
        level=board.level,
    )


def _name(puzzle: Puzzle, cell: int) -> str:
    return puzzle.geometry.name(cell) if cell >= 0 else ""
