"""A position that was brought in is shown: a puzzle, with the digits and candidates that somebody has left in it."""

from __future__ import annotations

import solvers
from puzzles.position import Position
from solvers import person
from solvers.step import Step, place
from visualizer.session import Session


def show_position(session: Session, position: Position) -> None:
    """Watch its puzzle; where digits were placed in it, or candidates struck, they are a person's, who plays on."""
    moves = _moves(position)
    if session.game.editing or not moves:
        session.load(position.puzzle)
        return
    if not session.solver.person:
        session.game.watched = session.solver.name
    text = person.written(moves, position.puzzle)
    session.watch(position.puzzle, solvers.get(person.NAME), {"moves": text})
    session.toast = session.toast or "It came with digits or marks of somebody's: they are yours now."


def _moves(position: Position) -> list[Step]:
    """The moves that lead to it."""
    board, moves = person.board_of(position.puzzle), list[Step]()
    found = [place(cell, digit) for cell, digit in enumerate(position.values) if digit]
    masks = enumerate(position.candidates)
    for step in (*found, *(person.marked(board, cell, mask) for cell, mask in masks if mask)):
        if board.objection(step) is None:
            moves += person.made(board, step)
    return moves
