"""Where things stand, as plain data: what each line of the event log says besides what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from visualizer import moves, person_view
from visualizer.compose import Boards
from visualizer.spans import plain

if TYPE_CHECKING:
    from visualizer.session import Session

Facts = dict[str, Any]


def standing(session: Session) -> Facts:
    """What is watched, where the playhead is, what is said over it, if anything, and what a person sees who plays."""
    player = session.player
    known: Facts = {
        "puzzle": str(session.puzzle),
        "solver": session.solver.name,
        "position": player.position,
        "length": session.timeline.length,
        "mode": player.mode.value,
        "speed": player.speed,
    }
    said = {"notice": session.notice, "toast": session.toast}
    known |= {what: words for what, words in said.items() if words}
    return known | _by_hand(session) if session.solver.person else known


def _by_hand(session: Session) -> Facts:
    """The board in one line, cells by their names, the marks where the cursor is."""
    board, game, name = moves.board(session), session.game, session.puzzle.geometry.name
    marks = game.marks(board, game.cursor)
    return {
        "editing": game.editing,
        "board": str(session.puzzle.with_values(board.values)),
        "cursor": name(game.cursor),
        "marks": [digit for digit in session.puzzle.geometry.digits if marks >> digit & 1],
        "clashes": [name(cell) for cell in sorted(person_view.clashes(board))],
        "caption": plain(session.composer.caption(Boards(session.timeline, session.player.position))),
    }
