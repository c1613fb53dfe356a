"""Marks an illegal step that a solver yielded."""

from __future__ import annotations

from dataclasses import replace

from puzzles.geometry import Cell
from solvers.core.board import Board
from solvers.core.step import Kind, Step
from visualizer.views.board import BoardView, CellView, Wash

WRITES = (Kind.GUESS, Kind.FIX, Kind.ELIMINATE, Kind.REJECT)
"""Kinds of step about a digit in a cell."""


def marked(view: BoardView, step: Step, board: Board) -> BoardView:
    """Return the view with the step's cell marked, its digit refused there, and a peer that holds this digit framed."""
    geometry = board.geometry
    if step.cell not in geometry.cells:
        return view
    cells = list(view.cells)
    other = step.detail if step.kind is Kind.SWAP and step.detail in geometry.cells else step.cell
    for cell in {step.cell, other}:
        cells[cell] = _at_fault(cells[cell])
    if step.kind in WRITES and step.digit in geometry.digits and not board.values[step.cell]:
        cells[step.cell] = cells[step.cell]._replace(refused=step.digit)
        for holder in _holders(step, board):
            cells[holder] = cells[holder]._replace(culprit=True)
    return replace(view, cells=tuple(cells))


def _at_fault(view: CellView) -> CellView:
    """Return a cell marked as the step's, framed if it holds a digit, which leaves no room for the refused one."""
    return view._replace(wash=Wash.STEP, culprit=bool(view.digit))


def _holders(step: Step, board: Board) -> list[Cell]:
    """Return the first peer that excludes the digit, if there is one; striking a digit clashes with none."""
    writes = step.kind in (Kind.GUESS, Kind.FIX) and step.sign and not board.clashes
    return board.holders(step.cell, step.digit)[:1] if writes else []
