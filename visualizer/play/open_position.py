"""A position that was brought in is shown: a puzzle, with the digits and candidates that somebody has left in it."""

from __future__ import annotations

import solvers
from puzzles.position import Position, plain
from solvers.algorithms import person
from solvers.core.step import Step, place
from visualizer.play.moves import place_cursor
from visualizer.session.session import Session


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
    session.game.automatic = session.game.automatic or bool(position.candidates)
    place_cursor(session)
    brought = f"It came with {_brought(position)} of somebody's: yours now."
    session.toast = " ".join(filter(None, [brought, session.toast]))


def _brought(position: Position) -> str:
    """ "3 placed digits and candidates"."""
    placed = sum(map(bool, position.values))
    digits = f"{placed} placed digit{'s' * (placed != 1)}" if placed else ""
    return " and ".join(filter(None, [digits, "candidates" if position.candidates else ""]))


def _moves(position: Position) -> list[Step]:
    """The moves that lead to it. What the digits leave in a cell is shown without a move: that is all candidates."""
    board, moves = person.board_of(position.puzzle), list[Step]()
    found = [place(cell, digit) for cell, digit in enumerate(position.values) if digit]
    left = plain(position.puzzle, position.values)
    masks = [(cell, mask) for cell, mask in enumerate(position.candidates) if mask not in (0, left[cell])]
    for step in (*found, *(person.marked(board, cell, mask) for cell, mask in masks)):
        if board.objection(step) is None:
            moves += person.made(board, step)
    return moves
