"""Marks the digits on which the boards of a race disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puzzles.geometry import Cell
from visualizer.views.board import BoardView, Outline


def differing(boards: Sequence[BoardView]) -> list[Cell]:
    """Return the cells in which two of the boards have different digits. Blanks do not count."""
    columns = zip(*([view.digit for view in board.cells] for board in boards), strict=True)
    return [cell for cell, digits in enumerate(columns) if len({*digits} - {0}) > 1]


def with_differences(boards: Sequence[BoardView]) -> list[BoardView]:
    """Return the boards, marking every digit that some other board contradicts."""
    cells = differing(boards)
    return [_marked(board, cells) for board in boards] if cells else list(boards)


def _marked(board: BoardView, cells: Sequence[Cell]) -> BoardView:
    views = list(board.cells)
    for cell in cells:
        if views[cell].digit and views[cell].outline is Outline.NONE:
            views[cell] = views[cell]._replace(outline=Outline.APART)
    return replace(board, cells=tuple(views))
