"""The board where a session's playhead is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.core.board import Board

if TYPE_CHECKING:
    from visualizer.session.session import Session


def board(session: Session) -> Board:
    """The board at the playhead: to be read, not changed."""
    return session.timeline.board_at(session.player.position)
