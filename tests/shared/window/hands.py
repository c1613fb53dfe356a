"""A player's hand in a session, for tests that write digits."""

from __future__ import annotations

from visualizer.play.mode import PlayMode
from visualizer.session.session import Session


def hand(session: Session) -> PlayMode:
    """Return the session's mode for playing."""
    return session.modes[PlayMode]
