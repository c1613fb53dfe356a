"""A pytest plugin for a Python in which there is nothing else: a failed test that asked for more is skipped instead.

What a test needs is seen while it runs. No test is named here.
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from solvers.external.here import SolverHere
from solvers.external.registry import HANG

OURS = {"puzzles", "solvers", "visualizer", "assets"}
STANDARD = os, signal, time
"""The modules of which some functions may be missing."""

asked: list[str] = []
"""What the test that runs has asked for in vain."""


def lacks(what: str) -> Callable[..., NoReturn]:
    """Return a function that stands in for what is lacking."""

    def refuse(*args: object, **rest: object) -> NoReturn:
        asked.append(what)
        raise OSError(errno.ENOTSUP, f"there are no {what} here")

    return refuse


subprocess.Popen.__init__ = lacks("processes")  # type: ignore[method-assign]
os.fork = os.kill = os._exit = lacks("processes")
threading.Thread.start = lacks("threads")  # type: ignore[method-assign]
socket.socket.listen = lacks("sockets")  # type: ignore[method-assign]
sys.executable = "/python"  # a program that is found, and cannot be started
Path(sys.executable).touch(0o777)

_begin = SolverHere.__init__


def _begin_if_it_ends(self: SolverHere, job: Any, *rest: Any) -> None:
    if job.hang != HANG:
        pytest.skip("needs processes, to end one that hangs")
    _begin(self, job, *rest)


SolverHere.__init__ = _begin_if_it_ends  # type: ignore[method-assign]


def missing(error: BaseException | None) -> Iterator[str]:
    """Yield the packages and functions that are missing according to an error and those that led to it."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and error.name and (top := error.name.partition(".")[0]) not in OURS:
            yield top
        if isinstance(error, AttributeError) and error.obj in STANDARD:
            yield f"{error.obj.__name__}.{error.name}"
        error = error.__cause__ or error.__context__


def _skip(report: pytest.TestReport | pytest.CollectReport, error: BaseException) -> None:
    needs = [*missing(error), *asked]
    if report.outcome == "failed" and needs:
        report.outcome = "skipped"
        report.longrepr = (str(report.fspath), 0, f"needs {needs[0]}")


def pytest_runtest_logstart() -> None:
    asked.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    report = yield
    if call.excinfo:
        _skip(report, call.excinfo.value)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):  # type: ignore[no-untyped-def]
    report = yield
    if report.outcome == "failed":
        _skip(report, report.call.excinfo.value)
    return report
