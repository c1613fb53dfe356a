"""Converts a position from a file to moves, and the player's moves to a position."""

from __future__ import annotations

from puzzles.figures import counted
from puzzles.puzzle import Position, Puzzle, plain
from solvers.algorithms import person
from solvers.core.board import Board
from solvers.core.step import Step, place
from visualizer.play.state import Game


def named(position: Position) -> str:
    """Describe what a position adds to its puzzle, as in "3 placed digits and candidates"."""
    placed = sum(map(bool, position.values))
    digits = counted(placed, "placed digit") if placed else ""
    return " and ".join(filter(None, [digits, "candidates" if position.candidates else ""]))


def moves_to(position: Position) -> list[Step]:
    """Return the moves that reproduce a position. Candidates that follow from the digits need no move."""
    board, moves = person.board_of(position.puzzle), list[Step]()
    found = [place(cell, digit) for cell, digit in enumerate(position.values) if digit]
    left = plain(position.puzzle, position.values)
    masks = [(cell, mask) for cell, mask in enumerate(position.candidates) if mask not in (0, left[cell])]
    for step in (*found, *(person.marked(board, cell, mask) for cell, mask in masks)):
        if board.objection(step) is None:
            moves += person.made(board, step)
    return moves


def written(puzzle: Puzzle, board: Board, game: Game) -> Position:
    """Return what the player has written as a position. It has candidates only if there are marks."""
    values = tuple(0 if given else digit for given, digit in zip(puzzle.givens, board.values, strict=True))
    if not game.automatic and not any(board.candidates):
        return Position(puzzle, values)
    left = plain(puzzle, values)
    marks = [game.marks(board, cell) or mask for cell, mask in enumerate(left)]
    return Position(puzzle, values, tuple(0 if board.values[cell] else mask for cell, mask in enumerate(marks)))
