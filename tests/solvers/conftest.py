"""Fixtures for tests of the user's own solvers."""

from __future__ import annotations

import gc
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from foreign_runs import Write, alive

import solvers
from solvers.external import process, protocol


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a solver's file, starting with two lines of the usual imports."""

    def write(text: str, name: str = "mine.py") -> Path:
        path = tmp_path / name
        path.write_text("from solvers.step import *\nfrom solvers.step import SOLVED, Why\n" + textwrap.dedent(text))
        return path

    return write


@pytest.fixture
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that a test's solvers leave no process or file behind."""
    pids, dumps = [], []
    real = process.SolverProcess.__init__

    def watched(self: process.SolverProcess, job: protocol.Job, *rest: object) -> None:
        real(self, job, *rest)  # type: ignore[arg-type]
        pids.append(self.pid)
        dumps.append(Path(job.dump))

    monkeypatch.setattr(process.SolverProcess, "__init__", watched)
    before = solvers.names()
    yield
    if any(map(alive, pids)):
        gc.collect()  # a run in a reference cycle ends with it
    assert not [pid for pid in pids if alive(pid)]
    assert not [dump for dump in dumps if dump.exists()]
    assert solvers.names() == before, "what a test registers it unregisters"
