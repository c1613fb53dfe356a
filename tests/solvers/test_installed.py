"""Tests that solvers in installed packages are found by their entry point, and that broken ones do no harm."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import solvers
from puzzles.corpus import named
from solvers.core import registry

GOOD = """
from solvers.core.registry import register
from solvers.step import look
@register("guest", title="Guest", summary="Looks once.", source="elsewhere", complete=False)
def guest(puzzle):
    yield look(0)
"""
RECORD = """
from solvers.core.registry import Solver
from solvers.example import example
record = Solver("record", "Record", "The template.", "elsewhere", example)
"""

Install = Callable[..., tuple[str, ...]]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package that provides entry points."""
    before = dict(registry._solvers)
    monkeypatch.syspath_prepend(tmp_path)

    def load(points: dict[str, str], **files: str) -> tuple[str, ...]:
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        (tmp_path / "own-1.dist-info").mkdir()
        (tmp_path / "own-1.dist-info" / "METADATA").write_text("Name: own\nVersion: 1\n")
        lines = "".join(f"{name} = {value}\n" for name, value in points.items())
        (tmp_path / "own-1.dist-info" / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{lines}")
        registry.load_installed.cache_clear()
        return registry.load_installed()

    yield load
    registry.load_installed.cache_clear()
    registry._solvers.clear()
    registry._solvers.update(before)
    for name, module in list(sys.modules.items()):
        if tmp_path in Path(getattr(module, "__file__", None) or "").parents:
            del sys.modules[name]


def test_a_package_offers_its_solver(install: Install) -> None:
    assert install({"guest": "guest_solver"}, guest_solver=GOOD) == ()
    assert solvers.names()[-1] == "guest" and solvers.get("guest").title == "Guest"
    assert [step.cell for step in solvers.trace(named.find("fig1"), "guest")] == [0]
    assert registry.load_installed() == (), "asked again, it does nothing"


def test_a_function_or_a_record_may_be_named(install: Install) -> None:
    points = {"guest": "guest_solver:guest", "again": "guest_solver", "record": "record_solver:record"}
    assert install(points, guest_solver=GOOD, record_solver=RECORD) == ()
    assert set(solvers.names()[-2:]) == {"guest", "record"}
    assert solvers.solve(named.find("fig1"), "record") == solvers.solve(named.find("fig1"))


def test_what_a_package_declares_proves_nothing(install: Install) -> None:
    here = set(solvers.names())
    assert install({"record": "record_solver:record"}, record_solver=RECORD) == ()
    assert solvers.get("record").complete and not solvers.get("record").proves
    assert {name for name in here if solvers.get(name).proves} == {n for n in here if solvers.get(n).complete}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("import a_package_that_is_missing", "a_package_that_is_missing"),
        ("raise SystemExit(3)", "SystemExit"),
        ("x = (", "SyntaxError"),
        ("x = 1", "registers no solver"),
        (GOOD + "\n1 / 0", "ZeroDivisionError"),
        (GOOD.replace('"guest"', '"backtracking"'), "two solvers are called 'backtracking'"),
        (RECORD.replace('"record"', '"sat"'), "two solvers are called 'sat'|registers no solver"),
    ],
)
def test_a_broken_one_is_a_sentence_and_no_crash(install: Install, text: str, message: str) -> None:
    before = solvers.names()
    said = install({"bad": "bad_solver", "guest": "guest_solver"}, bad_solver=text, guest_solver=GOOD)
    if "guest" not in solvers.names()[len(before) :]:
        pytest.fail("a broken one kept a sound one out")
    assert len(said) == 1 and said[0].startswith("The solver 'bad' of own cannot be used: ")
    import re

    assert re.search(message, said[0])
    assert solvers.names() == [*before, "guest"]


def test_what_is_installed_here_gives_no_trouble() -> None:
    assert registry.load_installed() == ()
