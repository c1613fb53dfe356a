"""Tests that views, traces and tables name the SAT solver that answered, and that views open on machines without it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from app_driver import SIZE, Driver
from sat_runs import without

from puzzles.corpus import named
from solvers.core import trace_text
from visualizer.cli.main import main
from visualizer.files import saved_view
from visualizer.files.saved_view import View, ViewError
from visualizer.panes.formula.view import box_of
from visualizer.race.mode import RaceMode
from visualizer.session.checked_view import check
from visualizer.session.run_spec import RunSpec
from visualizer.session.session import Session
from visualizer.session.settings import Options

FIG1 = named.find("fig1")
OLD = View(str(FIG1), "sat", options={"encoding": "minimal"})
"""A view as written before views named the backend."""


@pytest.fixture(params=["pycosat", "minisat22"])
def here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Choose the backend that answers when none is named, both with and without pycosat."""
    package = {"pycosat": "pycosat", "minisat22": "pysat.solvers"}[request.param]
    pytest.importorskip(package, reason=f"needs {package}: pip install '.[pycosat]'")
    if request.param == "minisat22":
        without(monkeypatch, "pycosat")
    return str(request.param)


def captured(**options: str) -> View:
    session = Session(FIG1, solver="sat", options=options)
    view = session.capture("light")
    session.close()
    return view


def test_a_view_names_the_backend_and_opens_as_it_was(here: str) -> None:
    view = captured(encoding="minimal")
    assert view.options == {"encoding": "minimal", "backend": here}
    checked = check(saved_view.from_json(saved_view.to_json(view)), Path())
    assert (checked.options, checked.instead) == ({"encoding": "minimal"}, "")
    assert captured(backend="glucose4").options == {"backend": "glucose4"}


def test_a_view_of_another_machine_runs_on_the_backend_that_is_here_and_says_so(here: str) -> None:
    for view in (OLD, replace(OLD, options={"encoding": "minimal", "backend": "pycosat"})):
        checked = check(view, Path())
        assert checked.options == {"encoding": "minimal"}
        assert checked.instead == (f"pycosat is not installed, so {here} is used instead." * (here != "pycosat"))
        session = Session(FIG1)
        checked.restore(session)
        assert session.toast == checked.instead
        box = box_of(session.solver, session.options, FIG1, None)
        assert box is not None and any(f"a black box: {here} " in line.note for line in box.facts)
        session.close()


def test_the_lanes_of_a_saved_race_do_too(here: str) -> None:
    for options in ({}, {"backend": "pycosat"}, {"backend": "minisat22"}):
        race = RaceMode.check({"lanes": [{"solver": "mrv"}, {"solver": "sat", "options": options}]})
        kept = (("backend", "minisat22"),) if "minisat22" in options.values() and here == "pycosat" else ()
        assert race.lanes == (RunSpec("mrv"), RunSpec("sat", kept))
        assert bool(race.instead) is (here != "pycosat") or options


def test_where_no_backend_is_here_a_view_is_refused_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pycosat", "pysat")
    with pytest.raises(ViewError, match="pip install"):
        check(OLD, Path())


def test_a_trace_names_it(here: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "fig1", "--solver", "sat", "--option", "encoding=minimal"]) == 0
    header, _ = trace_text.parse(capsys.readouterr().out.splitlines())
    assert header.options == {"encoding": "minimal", "backend": here}


@pytest.mark.slow
def test_tables_name_it(here: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "fig1", "--solver", "sat", "--option", "encoding=minimal", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == {"encoding": "minimal", "backend": here}
    assert main(["race", "fig1", "--solvers", "mrv,sat", "--text", "--limit-seconds", "3"]) == 0
    assert f"backend {here}" in capsys.readouterr().out
    assert main(["list"]) == 0
    assert f"backend={here}" in capsys.readouterr().out


def test_a_race_is_saved_with_the_backend_of_each_lane(here: str) -> None:
    lanes = (RunSpec("sat", (("encoding", "minimal"),)), RunSpec("sat", (("backend", "glucose4"),)), RunSpec("mrv"))
    assert [dict(lane.settled.options) for lane in lanes] == [
        {"encoding": "minimal", "backend": here},
        {"backend": "glucose4"},
        {},
    ]
    with Driver(Options(FIG1, size=SIZE)) as driver:
        driver.race.mode.start(lanes)
        saved = driver.race.mode.saved()
        assert saved is not None
        assert [lane["options"] for lane in saved["lanes"]] == [dict(lane.settled.options) for lane in lanes]
