"""Finds the cells that make a step fail, and counts the digits missing from a board."""

from __future__ import annotations

from puzzles.geometry import Cell, Digit
from solvers.core.board import Board
from solvers.core.step import Kind, Step, Why


def culprit(step: Step, board: Board) -> Cell:
    """Return the first peer that holds the step's digit. Raises ``LookupError`` if none does (an invalid step)."""
    holders = board.holders(step.cell, step.digit)
    if not holders:
        raise LookupError(f"no peer of {board.geometry.name(step.cell)} holds {step.digit}")
    return holders[0]


def culprits(step: Step, board: Board) -> set[Cell]:
    """Return the cells responsible for a conflict or rejection, such as a holder of each digit the dead cell lacks."""
    if step.kind is Kind.REJECT:
        return {culprit(step, board)}
    if step.kind is not Kind.CONFLICT:
        return set()
    if step.why in (Why.GIVENS_CLASH, Why.RULE):
        return {step.cell, step.detail}
    if step.why in (Why.BY_HAND, Why.REFUTED):
        return {step.cell}
    if step.why is Why.LEARNT_CLAUSE:
        return {(abs(literal) - 1) // board.geometry.symbols for literal in step.detail}
    if step.why is Why.NO_PLACE and step.unit >= 0:
        blank = [cell for cell in board.geometry.units[step.unit].cells if not board.values[cell]]
        return {held[0] for cell in blank if (held := board.holders(cell, step.digit))}
    if step.cell < 0:
        return set()
    holders = (board.holders(step.cell, digit) for digit in board.geometry.digits)
    return {held[0] for held in holders if held}


def missing(board: Board, values: list[Digit]) -> int:
    """Count the digits missing from rows, columns and boxes, once for each unit they are missing from."""
    every = set(board.geometry.digits)
    return sum(len(every.difference(map(values.__getitem__, unit.cells))) for unit in board.geometry.units)
