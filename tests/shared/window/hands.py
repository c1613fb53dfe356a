"""Helpers for tests that write digits in a session."""

from __future__ import annotations

from app_driver import Driver

from visualizer.play.mode import PlayMode
from visualizer.session.session import Session


def hand(session: Session) -> PlayMode:
    """Return the session's mode for playing."""
    return session.modes[PlayMode]


def write(driver: Driver, cell: int, digit: int) -> None:
    """Type a digit into a cell."""
    hand(driver.session).game.cursor = cell
    driver.press(str(digit))
