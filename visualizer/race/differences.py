"""Marks where the boards of a race differ: contradicting digits and, in a what-if, digits that another board lacks."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import replace

from puzzles.geometry import Cell
from visualizer.views.board import BoardView, Outline


def differing(boards: Sequence[BoardView]) -> list[Cell]:
    """Return the cells in which two of the boards have different digits. Blanks do not count."""
    columns = zip(*([view.digit for view in board.cells] for board in boards), strict=True)
    return [cell for cell, digits in enumerate(columns) if len({*digits} - {0}) > 1]


def with_differences(boards: Sequence[BoardView], runs: Sequence[Hashable] = ()) -> list[BoardView]:
    """Return the boards, marking every digit that some other board contradicts.

    ``runs`` tells which boards belong to the same what-if: those with the same value. On these, a digit is also marked,
    more lightly, if another of them has a blank in its place.
    """
    apart = differing(boards)
    marked = [_marked(board, apart, Outline.APART) for board in boards]
    for run in {run for run in runs if runs.count(run) > 1}:
        numbers = [number for number, its in enumerate(runs) if its == run]
        blank = {cell for number in numbers for cell, view in enumerate(boards[number].cells) if not view.digit}
        for number in numbers:
            marked[number] = _marked(marked[number], blank, Outline.ALONE)
    return marked


def _marked(board: BoardView, cells: Collection[Cell], outline: Outline) -> BoardView:
    """Return the board with these cells outlined, except those that are blank or already have an outline."""
    if not cells:
        return board
    views = list(board.cells)
    for cell in cells:
        if views[cell].digit and views[cell].outline is Outline.NONE:
            views[cell] = views[cell]._replace(outline=outline)
    return replace(board, cells=tuple(views))
