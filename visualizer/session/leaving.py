"""Esc closes what is open, leaves a mode, and quits only when it is pressed twice."""

from __future__ import annotations

from visualizer.keymap import key_of
from visualizer.session.session import Session

AGAIN = 2.0
"""Seconds within which a second Esc quits."""


def warning() -> str:
    """Return the message after the first Esc that would quit."""
    return f"{key_of('close')} again quits."


class Leaving:
    """Esc for both front ends, which supply the time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ends = 0.0

    def escape(self, now: float) -> bool:
        """Close or leave one thing. Return True if nothing is left and Esc was pressed twice, to quit."""
        session = self._session
        if session.close_topmost() or session.mode.leave():
            return False
        if session.toast == warning() and now < self._ends:
            return True
        self._ends, session.toast = now + AGAIN, warning()
        session.note("asked to quit")
        return False

    def tick(self, now: float) -> None:
        """Remove the message once it no longer applies."""
        if self._session.toast == warning() and now >= self._ends:
            self._session.toast = ""
