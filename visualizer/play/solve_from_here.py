"""Solve from here: the digits that a person has placed are handed to any algorithm, which goes on from them.

What if: two runs of that algorithm side by side, one from these digits, the other from these and one more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import solvers
from puzzles.geometry import Cell, Digit
from solvers.core import literals
from solvers.core.options import unbound
from solvers.core.registry import START
from visualizer.keymap import key_of
from visualizer.session import playhead
from visualizer.session.run_spec import Entry
from visualizer.session.what_if import watch_fork
from visualizer.text.phrases import held

if TYPE_CHECKING:
    from visualizer.session.session import Session


def watched(session: Session) -> str:
    """The algorithm that was watched before the person played, if it is still there; else the usual one."""
    name = session.game.watched
    return name if name in solvers.names() else solvers.DEFAULT


def digits_of(session: Session) -> dict[Cell, Digit]:
    """What the person has placed, as it stands at the playhead."""
    here, givens = playhead.board(session), session.puzzle.givens
    return {cell: digit for cell, digit in enumerate(here.values) if digit and not givens[cell]}


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
    session.toast = f"{solver.title} goes on from {many}. {key_of('before')} goes back."
    session.note("solve from here", start=options[START.name])
    return True


def side_by_side(session: Session, cell: Cell, digit: Digit) -> tuple[Entry, Entry]:
    """The algorithm from the person's digits, and from these with that one too, as the lanes of a race."""
    solver, puzzle, digits = solvers.get(watched(session)), session.puzzle, digits_of(session)
    common = unbound(solver, session.runs.options_of(solver))

    def lane(placed: Mapping[Cell, Digit]) -> Entry:
        start = {START.name: literals.write_digits(placed, puzzle)} if placed else {}
        return Entry(solver.name, tuple({**common, **start}.items()))

    return lane(digits), lane({**digits, cell: digit})


def shows(session: Session, cell: Cell, digit: Digit) -> bool:
    """The person sees a mark of that digit in the cell."""
    board = playhead.board(session)
    return not board.values[cell] and bool(session.game.marks(board, cell) >> digit & 1)


def refusal(session: Session, cell: Cell, digit: Digit) -> str:
    """Why there is nothing to ask about that digit in that cell; "" where there is."""
    board, puzzle = playhead.board(session), session.composer.puzzle
    if board.values[cell]:
        return f"{board.geometry.name(cell)} holds {puzzle.symbol(board.values[cell])} already."
    return held(board, puzzle, cell, digit)


def words_at(session: Session, cell: Cell, digit: Digit) -> str:
    """What a click with Shift or Ctrl does on a mark, for a tooltip; "" where there is none."""
    if session.game.editing or not shows(session, cell, digit):
        return ""
    literal = f"{session.puzzle.geometry.name(cell)} = {session.composer.puzzle.symbol(digit)}"
    title = solvers.get(watched(session)).title
    return f"Shift+click: what if {literal}? {title} with it and without, side by side. Ctrl+click: another digit."
