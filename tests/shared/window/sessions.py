"""Helpers that let time pass in a session until a run reaches a position."""

from __future__ import annotations

from runs import Ticking

from visualizer.session.session import Session


def settle(session: Session) -> None:
    """Let time pass until nothing is running."""
    for _ in range(2000):
        if not session.running:
            return
        session.tick(0.1, Ticking(0.001), 0.1)
    raise AssertionError("it never arrives")


def go(session: Session, position: int) -> None:
    """Go to a position, and wait until it is reached."""
    session.player.to(position)
    settle(session)
    assert session.player.position == position
