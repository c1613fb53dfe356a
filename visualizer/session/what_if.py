"""What if: a click on a candidate makes the algorithm guess it next. The run that was there is kept.

Such a run is a fork: the same algorithm with one more guess in its options, so that it makes the same steps as before
up to the place of the fork, wherever it is made again: in a saved view, on the command line, in a race.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import solvers
from puzzles.figures import grouped
from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.board import Board, Candidates
from solvers.core.registry import Solver
from solvers.core.step import Kind, Why
from visualizer.keymap import key_of
from visualizer.session.run_spec import Entry
from visualizer.text.phrases import held
from visualizer.timeline.condition import Condition
from visualizer.timeline.transport import Mode

if TYPE_CHECKING:
    from visualizer.session.session import Session
    from visualizer.timeline.timeline import Timeline

DECIDED = Condition(frozenset({Kind.GUESS, Kind.LOOK}), whys=frozenset({Why.BY_HAND}))
"""A guess is made by hand, or passed over because propagation has settled it meanwhile."""


def with_fork(
    solver: Solver, options: Mapping[str, Any], puzzle: Puzzle, position: int, literal: literals.Literal
) -> dict[str, Any]:
    """The options with one more guess, after so many steps; those that came later are dropped."""
    option = solver.what_if
    before = literals.parse_timed(str(options.get(option, "")), puzzle)
    timed = [*(one for one in before if one[0] < position), (position, literal)]
    return {**options, option: literals.write_timed(timed, puzzle)}


def decide(session: Session, cell: Cell, digit: Digit, sign: bool = True) -> None:
    """Fork at the playhead: guess next that the digit stands in the cell, or (sign False) that it does not."""
    position, solver = session.player.position, session.solver
    if not sign and not solver.by_hand:
        able = ", ".join(one.title for one in map(solvers.get, solvers.names()) if one.by_hand)
        session.toast = f"{solver.title} cannot guess that a digit is not there; this can: {able}."
        return
    if why_not := refusal(session, cell, digit):
        session.toast = why_not
        return
    literal = (cell * session.puzzle.geometry.symbols + digit) * (1 if sign else -1)
    if watch_fork(session, solver.name, with_fork(solver, session.options, session.puzzle, position, literal)):
        session.player.seek(DECIDED, after=position)
        session.toast = (
            f"A fork at step {grouped(position)}: "
            f"{literals.write(literal, session.composer.puzzle)} is guessed by hand. "
            f"{key_of('before')} goes back to the run that was there."
        )
        session.note("decided by hand", literal=literals.write(literal, session.puzzle))


def watch_fork(session: Session, name: str, options: Mapping[str, Any], *, play: bool = False) -> bool:
    """Watch that run, of which the one that is watched can be gone back to: also one that stands at its start."""
    solver, before, timeline = session.solver, session.options, session.timeline
    made = timeline.length
    if not session.set_solver(name, options, play=play):
        return False
    if not made and session.timeline is not timeline:
        session.runs.keep_start(session.puzzle, solver, before)
    return True


def side_by_side(session: Session, cell: Cell, digit: Digit) -> tuple[Entry, Entry]:
    """The run that is watched and the same with that guess at the playhead, as the lanes of a race."""
    literal = cell * session.puzzle.geometry.symbols + digit
    forked = with_fork(session.solver, session.options, session.puzzle, session.player.position, literal)
    name = session.solver.name
    return Entry(name, tuple(session.options.items())), Entry(name, tuple(forked.items()))


def words_at(session: Session, cell: Cell, digit: Digit) -> str:
    """What a click there would do, for a tooltip; "" where it would do nothing."""
    if session.player.mode is not Mode.PAUSED:
        return ""
    if chooses(session, cell):
        name = session.puzzle.geometry.name(cell)
        return f"Click: what if another digit is tried in {name} next? With Shift: in this run only."
    if refusal(session, cell, digit):
        return ""
    name = literals.write(cell * session.puzzle.geometry.symbols + digit, session.composer.puzzle)
    other = " The other button: decide that it is not." if session.solver.by_hand else ""
    return f"Click: what if {name} is guessed next? Both runs side by side. Shift+click: decide it in this run.{other}"


def chooses(session: Session, cell: Cell) -> bool:
    """Nothing is to be seen of what may stand in the cell, which is blank: the digit has to be chosen."""
    board = session.timeline.board_at(session.player.position)
    return (
        board.mode is Candidates.NONE
        and not board.values[cell]
        and not ended(session.timeline, session.player.position)
    )


def refusal(session: Session, cell: Cell, digit: Digit) -> str:
    """Why this candidate cannot be guessed next; "" where it can."""
    position = session.player.position
    board = session.timeline.board_at(position)
    return why_not(board, session.composer.puzzle, session.solver, cell, digit) or ended(session.timeline, position)


def why_not(board: Board, puzzle: Puzzle, solver: Solver, cell: Cell, digit: Digit) -> str:
    """Why that digit cannot be guessed on this board; "" where it can."""
    name, symbol = board.geometry.name(cell), puzzle.symbol(digit)
    if board.values[cell]:
        return f"{name} holds {puzzle.symbol(board.values[cell])} already: nothing is open there."
    if board.mode is not Candidates.NONE and not board.candidates[cell] >> digit & 1:
        return f"{symbol} is struck in {name} already: nothing is open there."
    return "" if solver.by_hand else held(board, puzzle, cell, digit)


def ended(timeline: Timeline, position: int) -> str:
    """Why no guess can be made there, at the end of a run that says all there is; mostly ""."""
    if position == timeline.length and timeline.finished and timeline.last_kind() is not Kind.GAVE_UP:
        return "The run has ended: go back to where something is open, and decide there."
    return ""
