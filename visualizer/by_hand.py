"""Decisions by hand: a click on a candidate makes the algorithm try it next. The run that was there is kept.

Such a run is a fork: the same algorithm with one more decision in its options, so that it makes the same steps as
before up to the place of the fork, wherever it is made again: in a saved view, on the command line, in a race.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import solvers
from puzzles.geometry import Cell, Digit
from solvers import literals
from solvers.board import Board, Candidates
from solvers.step import Kind, Why
from visualizer.condition import Condition
from visualizer.keys import action, caps
from visualizer.player import Mode

if TYPE_CHECKING:
    from visualizer.session import Session

DECIDED = Condition(frozenset({Kind.GUESS, Kind.LOOK}), whys=frozenset({Why.BY_HAND}))
"""A decision is made by hand, or passed over because propagation has settled it meanwhile."""


def decide(session: Session, cell: Cell, digit: Digit, sign: bool = True) -> None:
    """Fork at the playhead: decide next that the digit stands in the cell, or (sign False) that it does not."""
    option, position = session.solver.by_hand, session.player.position
    if not option:
        able = ", ".join(one.title for one in map(solvers.get, solvers.names()) if one.by_hand)
        session.toast = f"{session.solver.title} takes no decisions by hand; this does: {able}."
        return
    if refusal := _refusal(session, cell, digit):
        session.toast = refusal
        return
    literal = (cell * session.puzzle.geometry.symbols + digit) * (1 if sign else -1)
    before = literals.parse_timed(str(session.options.get(option, "")), session.puzzle)
    timed = [*(one for one in before if one[0] < position), (position, literal)]
    wanted = {**session.options, option: literals.write_timed(timed, session.puzzle)}
    if session.set_solver(session.solver.name, wanted):
        session.player.seek(DECIDED, after=position)
        session.toast = (
            f"A fork at step {position:,}: {literals.write(literal, session.composer.puzzle)} is decided by hand. "
            f"{caps(action('before'))[0]} goes back to the run that was there."
        )
        session.note("decided by hand", literal=literals.write(literal, session.puzzle))


def words_at(session: Session, cell: Cell, digit: Digit) -> str:
    """What a click there would do, for a tooltip; "" where it would do nothing."""
    if not session.solver.by_hand or session.player.mode is not Mode.PAUSED or _refusal(session, cell, digit):
        return ""
    name = literals.write(cell * session.puzzle.geometry.symbols + digit, session.composer.puzzle)
    return f"Click: decide {name} next, as a fork. The other button: decide that it is not."


def _refusal(session: Session, cell: Cell, digit: Digit) -> str:
    """Why nothing can be decided of this candidate; "" where it can."""
    board: Board = session.timeline.board_at(session.player.position)
    name, symbol = board.geometry.name(cell), session.composer.puzzle.symbol(digit)
    if board.values[cell]:
        return f"{name} holds {session.composer.puzzle.symbol(board.values[cell])} already: nothing is open there."
    if board.mode is not Candidates.NONE and not board.candidates[cell] >> digit & 1:
        return f"{symbol} is struck in {name} already: nothing is open there."
    if session.timeline.finished and session.player.at_end:
        return "The run has ended: go back to where something is open, and decide there."
    return ""
