"""What a person sees while playing, as plain data for the event log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.play import view
from visualizer.scene.board import Boards
from visualizer.session import playhead
from visualizer.text.spans import plain

if TYPE_CHECKING:
    from visualizer.session.session import Session
    from visualizer.session.snapshot import Facts


def standing_of_play(session: Session) -> Facts:
    """Return the board in one line, the cells by their names, and the marks at the cursor."""
    board, game, name = playhead.board(session), session.game, session.puzzle.geometry.name
    marks = game.marks(board, game.cursor)
    return {
        "editing": game.editing,
        "board": str(session.puzzle.with_values(board.values)),
        "cursor": name(game.cursor),
        "marks": [digit for digit in session.puzzle.geometry.digits if marks >> digit & 1],
        "clashes": [name(cell) for cell in sorted(view.clashes(board))],
        "caption": plain(session.composer.caption(Boards(session.timeline, session.player.position))),
    }
