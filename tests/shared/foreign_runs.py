"""Helpers that start, read and wait for runs of the user's own solvers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Step
from solvers.external import registry
from solvers.external.registry import ForeignRun

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "solvers" / "example.py"
FIG1 = named.find("fig1")
SHORT = 1.0
"""The seconds of silence allowed in tests that wait for a hang to be found."""

Write = Callable[..., Path]
"""The type of the fixture ``write``, which writes a solver's file."""


def start(path: Path, puzzle: Puzzle = FIG1, **options: object) -> ForeignRun:
    run = registry.load(path).run(puzzle, **options)
    assert isinstance(run, ForeignRun)
    return run


def recorded(run: Iterator[Step]) -> Iterator[Step]:
    return (step for step in run if step.kind is not Kind.PENDING)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:  # it has just ended, or there is no /proc
        return not Path("/proc/self/stat").exists()


def group_alive(pid: int) -> bool:
    """Return whether any process of the group is still alive."""
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    return True


def busy(pid: int | None) -> bool:
    """Return whether a process is using processor time."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        pytest.skip("needs /proc")
    before = status.read_text().split()[13:15]
    time.sleep(0.2)
    return status.read_text().split()[13:15] != before


PATIENCE = 60.0
"""The seconds that a slow and shared machine gets; a healthy test never waits so long."""


def waits(true: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()
