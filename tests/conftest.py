"""Settings and fixtures for all tests."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from strategies import QUICK

from solvers.core import registry
from solvers.external import registry as external_registry

collect_ignore = ["benchmarks", "toys", "shared"]  # run by hand; loaded by test_toys.py; loaded by other tests
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Compiling everything anew, in each worker and in each process that a test starts, used to take a fifth of the time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_numbers = count()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's background job ignores Ctrl+C, and so would every program that a test starts and then interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
if os.name == "posix" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda number, frame: None)  # nohup; a program that is started does not inherit this

STRICT = bool(os.environ.get("SOLVESCOPE_CI"))
"""Whether a skipped test is an error, because everything a test may need must be installed."""

# Machines are slow and shared, so Hypothesis examples have no deadline. Plain pytest tries a few examples, different
# ones each time; .ci/run tries many, the same ones for every change.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", PATIENT, max_examples=QUICK)
settings.register_profile("everything", PATIENT, derandomize=True)
settings.load_profile("everything" if STRICT else "quick")


@pytest.fixture(autouse=True)
def _nothing_is_remembered(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep each test's settings away from other tests and from the user's own folder, even in child processes."""
    number = next(_numbers)
    monkeypatch.setenv("SOLVESCOPE_STATE", str(tmp_path_factory.getbasetemp() / f"state-{number}"))


@pytest.fixture(autouse=True)
def _no_solver_is_left() -> Iterator[None]:
    """Remove the solvers that a test has registered, so that the next test can reuse their names."""
    before = set(registry.names())
    yield
    for name in registry.names():
        if name not in before:
            file = external_registry.file_of(registry.get(name))
            external_registry.unregister(file.path) if file else registry.remove(name)


@pytest.hookimpl(wrapper=True)
def pytest_collection():  # type: ignore[no-untyped-def]
    """Make the garbage collector skip the thousands of collected tests, and run less often.

    Searching them for garbage used to take a third of the time that collecting takes.
    """
    gc.disable()
    collected = yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()
    return collected


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if STRICT and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"left out, and SOLVESCOPE_CI allows none to be: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):  # type: ignore[no-untyped-def]
    report = yield
    _refuse_skip(report)
    return report
