"""Tests that this version opens what earlier versions saved, and says what it cannot open from a newer one."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from app_driver import Driver
from saved.make import board_of, opened, replayed

import solvers
from solvers.core import trace_text
from solvers.core.step import Kind
from visualizer import __version__
from visualizer.files import loader, resolve, saved_view
from visualizer.files.loader import preview_of
from visualizer.files.saved_view import START, ViewError
from visualizer.files.store import DocumentStore, Recent
from visualizer.play.saved_games import SavedGames, grid_of
from visualizer.race.mode import NOT_BY_TIME
from visualizer.race.pace import Pace
from visualizer.session.checked_view import check
from visualizer.session.settings import Options

SAVED = Path(__file__).parents[2] / "saved"
VERSIONS = sorted(path for path in SAVED.iterdir() if (path / "boards").exists())
VIEWS = [path for version in VERSIONS for path in sorted(version.glob("*.json"))]
TRACES = [path for version in VERSIONS for path in sorted(version.glob("*.trace"))]


def told(path: Path) -> str:
    """Return the board as it was when it was saved."""
    boards: dict[str, str] = json.loads((path.parent / "boards").read_text())
    return boards[path.stem]


def called(path: Path) -> str:
    return f"{path.parent.name} {path.stem}"


def test_of_this_version_there_are_files() -> None:
    assert SAVED / __version__ in VERSIONS, "python tests/saved/make.py writes them"


@pytest.mark.parametrize("path", VIEWS, ids=called)
def test_every_view_is_seen_again(path: Path) -> None:
    view = saved_view.load(path)
    session = opened(view, path.parent)
    assert (session.player.position, session.solver.name) == (view.position, view.solver)
    assert board_of(session) == told(path)
    assert len(session.analysis.bookmarks.all) == len(view.bookmarks)
    modes = check(view, path.parent).modes
    assert modes.keys() == view.modes.keys() and all(len(race.lanes) == 2 for race in modes.values())
    session.close()


@pytest.mark.parametrize("path", VIEWS, ids=called)
def test_nothing_of_a_view_is_lost_when_it_is_saved_again(path: Path) -> None:
    view = saved_view.load(path)
    session = opened(view, path.parent)
    again = session.capture(view.theme, beside=START in view.shown, modes=view.modes, folder=path.parent)
    assert replace(again, shown=(), panes={}) == replace(view, shown=(), panes={})
    assert set(again.shown) == set(view.shown)
    since = {"shares": {**again.panes.get("shares", {}), **view.panes.get("shares", {})}} if view.panes else {}
    assert again.panes == {**view.panes, **since}, "a pane that has come since has a share too; nothing else differs"
    session.close()


@pytest.mark.parametrize("path", [path for path in VIEWS if path.stem == "racing-by-time"], ids=called)
def test_a_race_by_measured_time_is_one_at_equal_steps_and_says_so(path: Path) -> None:
    race = check(saved_view.load(path), path.parent).modes["race"]
    assert (race.pace, race.at, race.instead) == (Pace.STEPS, 0, NOT_BY_TIME)
    with Driver(Options(view=saved_view.load(path), view_path=path)) as driver:
        driver.frames(3)
        assert driver.race.race is not None and driver.session.toast == NOT_BY_TIME
        assert (driver.race.race.race.pace, driver.race.race.race.t) == (Pace.STEPS, 0)
        assert driver.race.mode.saved()["pace"] == "steps", "saved again, it is what it has become"


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_every_game_and_every_file_opened_last_is_known(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "state", tmp_path / "state")
    state = DocumentStore(tmp_path / "state")
    games = SavedGames(state).games
    assert [grid_of(game).count(0) for game in games] == [52, 79]
    assert (games[0].hints, games[0].checks, len(games[0].lines), games[1].editing) == (2, 1, 2, True)
    assert [path.name for path in Recent(state).paths()] == ["a.txt", "b.sdk"]
    assert state.news() == ""


@pytest.mark.parametrize("path", TRACES, ids=called)
def test_every_trace_is_read_and_replayed(path: Path) -> None:
    with path.open() as lines:
        header, steps = trace_text.parse(lines)
        board = solvers.get(header.solver).board(header.puzzle, header.options)
        assert replayed(header, board, steps) == told(path)


def test_a_trace_opens_as_the_run_that_it_holds(tmp_path: Path) -> None:
    for path in TRACES:
        run = check(saved_view.load(path), path.parent)
        again = (step for step in run.solver.run(run.puzzle, **run.options) if step.kind is not Kind.PENDING)
        with path.open() as lines:
            header, steps = trace_text.parse(lines)
            assert all(before == now for before, now in zip(steps, again, strict=False)), path
        assert run.puzzle == header.puzzle
        assert loader.found_in(path.read_text()) == saved_view.load(path)
        assert preview_of(path).words.startswith(f"Trace to watch: a puzzle, {header.solver}")
        assert resolve.one(str(path)) == header.puzzle
    cut = tmp_path / "cut.trace"
    cut.write_text(TRACES[0].read_text().replace("solver:", "algorithm:"))
    with pytest.raises(ViewError, match="this trace cannot be read: line 4: expected 'solver: …' here"):
        saved_view.load(cut)


def test_what_a_newer_version_has_saved_is_refused_by_name(tmp_path: Path) -> None:
    view = json.loads(VIEWS[0].read_text())
    newer = tmp_path / "newer.json"
    newer.write_text(json.dumps({**view, "version": view["version"] + 1}))
    with pytest.raises(ViewError, match=f"version {view['version'] + 1}; this program reads version {view['version']}"):
        saved_view.load(newer)
    first, *rest = TRACES[0].read_text().splitlines()
    words, number = first.rsplit(" ", 1)
    with pytest.raises(trace_text.TraceError, match=f"'{int(number) + 1}'; this program reads {number}"):
        trace_text.parse([f"{words} {int(number) + 1}", *rest])
