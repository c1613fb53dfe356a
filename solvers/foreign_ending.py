"""Ending a process of somebody's own solver with all that it has started, those that have left its group included."""

from __future__ import annotations

import os
import secrets
import signal
from contextlib import suppress
from pathlib import Path

MARK = "SOLVESCOPE_RUN"
"""Names the run in the environment of its process; whatever that starts has it too."""
ROUNDS = 20
"""Looks for processes that were started while others were being ended."""
_PROCESSES = Path("/proc")


def new_mark() -> str:
    return secrets.token_hex(16)


def end_marked(mark: str) -> None:
    """End every process that carries the mark, but for this one (Linux only: elsewhere nothing tells them)."""
    for _ in range(ROUNDS):
        marked = _marked(f"{MARK}={mark}".encode())
        if not marked:
            return
        for pid in marked:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _marked(entry: bytes) -> list[int]:
    """Processes that run and were started with that entry in their environment. One that has ended has none."""
    if not _PROCESSES.is_dir():
        return []
    found = []
    for name in os.listdir(_PROCESSES):
        if name.isdigit() and int(name) != os.getpid():
            with suppress(OSError):  # gone meanwhile, or another person's
                if entry in (_PROCESSES / name / "environ").read_bytes().split(b"\0"):
                    found.append(int(name))
    return found
