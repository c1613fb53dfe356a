"""Ctrl+C is left to the process that owns the terminal."""

from __future__ import annotations

import signal


def leave_interrupts() -> None:
    """In a child: Ctrl+C is for the parent to answer, whose own answer to SIGTERM is not the child's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
