"""Solve from here: the digits that a person has placed are handed to any algorithm, which goes on from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import solvers
from puzzles.geometry import Cell, Digit
from solvers import literals
from solvers.options import unbound
from solvers.registry import START
from visualizer.by_hand import watch_fork
from visualizer.keys import action, caps

if TYPE_CHECKING:
    from visualizer.session import Session


def solve_from(session: Session, digits: Mapping[Cell, Digit], solver_name: str) -> bool:
    """Watch this solver on the session's puzzle with these digits placed before its run, playing.

    Digits of givens change nothing. Its other options are those that it had last. What was watched is gone back to as
    from any other run. False, with a notice that says why, where that cannot be. Raises ``LookupError`` for an unknown
    solver.
    """
    solver, puzzle = solvers.get(solver_name), session.puzzle
    placed = {cell: digit for cell, digit in digits.items() if digit and puzzle.givens[cell] != digit}
    options = {**unbound(solver, session.runs.options_of(solver)), START.name: literals.write_digits(placed, puzzle)}
    if not watch_fork(session, solver_name, options, play=True):
        return False
    many = f"{len(placed)} of your digits" if len(placed) > 1 else "your digit" if placed else "the givens alone"
    session.toast = f"{solver.title} goes on from {many}. {caps(action('before'))[0]} goes back."
    session.note("solve from here", start=options[START.name])
    return True
