"""Ctrl+C is left to the process that owns the terminal."""

from __future__ import annotations

import signal


def leave_interrupts() -> None:
    """In a child: leave Ctrl+C to the parent, and end on SIGTERM and SIGHUP without the parent's answer to them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup has it
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
