"""Tests that a recorded view shows everything, or says what it cannot show, and that progress is reported."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from puzzles import writing
from puzzles.corpus import named
from puzzles.figures import grouped
from visualizer.analysis.bookmarks import Bookmarks
from visualizer.cli.commands import record as command
from visualizer.cli.main import main
from visualizer.export.camera import PictureOutlook
from visualizer.export.html import PageOutlook
from visualizer.export.recording import RecordProgress
from visualizer.files import saved_view
from visualizer.files.saved_view import START, View
from visualizer.film.film import Made
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.session import Session
from visualizer.session.settings import RecordOptions
from visualizer.style.theme import load
from visualizer.timeline.condition import Grain
from visualizer.views.board import HeatedEvent

FIG1, LAB = named.find("fig1"), named.find("lab")
USUAL = ("--size", "960x540", "--force")
OWN = "from solvers.step import guess\n\ndef mine(puzzle):\n    yield guess(0, 3)\n    yield guess(1, 5)\n"
VIEW = View(writing.shortest(FIG1), "backtracking", "fig1", position=40, panes=PaneLayout("code").data())
MARK = {"position": 30, "name": "here"}
SEEN = {
    "puzzle": replace(VIEW, puzzle=writing.shortest(LAB)),
    "solver": replace(VIEW, solver="mrv"),
    "name": replace(VIEW, name="another"),
    "position": replace(VIEW, position=41),
    "bookmarks": replace(VIEW, bookmarks=(MARK,)),
    "zoom": replace(VIEW, zoom=(30, 60)),
    "panes": replace(VIEW, panes=PaneLayout("tree", "statistics").data()),
    "theme": replace(VIEW, theme="dark"),
    "symbols": replace(VIEW, symbols="colours"),
    "shown": replace(VIEW, shown=(START,)),
}
"""For each field of a view that shows in a single picture, a view that changes only that field."""


def record(view: View, out: Path, *arguments: object) -> int:
    path = out.parent / "view.json"
    saved_view.save(view, path)
    return main(["record", str(path), "-o", str(out), *USUAL, *map(str, arguments)])


def picture(path: Path) -> np.ndarray:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def still(tmp_path: Path, view: View, *arguments: object) -> np.ndarray:
    assert record(view, tmp_path / "out.png", *arguments) == 0
    return picture(tmp_path / "out.png")


def count(tmp_path: Path, view: View, *arguments: object) -> int:
    assert record(view, tmp_path / "out.gif", *arguments) == 0
    with Image.open(tmp_path / "out.gif") as image:
        return int(getattr(image, "n_frames", 1))


def test_every_field_of_a_view_is_looked_at_here() -> None:
    elsewhere = {"speed", "cut", "tempo", "grain", "options", "modes", "file", "part"}
    assert SEEN.keys() | elsewhere == {field.name for field in fields(View)}


@pytest.mark.slow
def test_a_conflict_is_recorded_as_far_as_it_was_resolved(tmp_path: Path) -> None:
    view = saved_view.load(Path(__file__).parents[2] / "saved" / "0.1.0" / "resolving.json")
    assert view.part and (still(tmp_path, view) != still(tmp_path, replace(view, part=0))).any()


@pytest.mark.slow
def test_each_part_of_a_view_is_seen_in_its_picture(tmp_path: Path) -> None:
    usual = still(tmp_path, VIEW)
    assert (usual == still(tmp_path, VIEW)).all()
    assert not [name for name, view in SEEN.items() if (still(tmp_path, view) == usual).all()]
    for name in (heated.value for heated in HeatedEvent if heated.value):
        assert (still(tmp_path, replace(VIEW, shown=(name,))) != usual).any(), name
    assert (still(tmp_path, replace(VIEW, shown=("variables",))) != usual).any()
    luck = replace(VIEW, solver="annealing", options={"seed": 5})
    assert (still(tmp_path, luck) != still(tmp_path, replace(luck, options={"seed": 6}))).any()
    ground = load("dark").background
    assert tuple(still(tmp_path, SEEN["theme"])[2, 2]) == ground


@pytest.mark.slow
def test_speed_grain_and_cut_are_those_of_the_view(tmp_path: Path) -> None:
    view = replace(VIEW, position=0, speed=100.0)
    usual = count(tmp_path, view, "--to", 200)
    assert usual == pytest.approx(50, abs=3)
    assert count(tmp_path, replace(view, speed=50.0), "--to", 200) == pytest.approx(2 * usual, abs=4)
    assert count(tmp_path, replace(view, grain="guesses only"), "--to", 200) < usual / 2
    directed = count(tmp_path, replace(view, cut="directed"), "--to", 200)
    assert directed > usual and count(tmp_path, replace(view, cut="directed", tempo=2.0), "--to", 200) < directed


def test_what_the_command_line_asks_comes_before_what_the_view_says(tmp_path: Path) -> None:
    view = replace(VIEW, theme="dark", speed=5.0)
    assert (still(tmp_path, view, "--from", 41) == still(tmp_path, replace(view, position=41))).all()
    assert (still(tmp_path, view, "--theme", "light") == still(tmp_path, VIEW)).all()
    assert count(tmp_path, view, "--speed", 500, "--to", 140) < 10


def test_a_recording_is_directed_or_at_three_times_the_usual_speed_if_its_unit_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[RecordOptions] = []
    monkeypatch.setattr("visualizer.export.recording.record", lambda options, view, **_: asked.append(options) or 1)
    arguments = ["record", "fig1", "-o", str(tmp_path / "out.gif")]
    assert main(arguments) == 0
    for grain in Grain:
        for speed in ([], ["--speed", "7"]):
            assert main([*arguments, "--granularity", grain.unit, *speed]) == 0
    said = capsys.readouterr().err
    assert [said.count(f" {grain.unit} per second; without --granularity") for grain in Grain] == [1] * len(Grain)
    speeds = [(options.grain, options.speed) for options in asked]
    assert speeds[0] == (None, None)
    assert speeds[1::2] == [(grain.value, 3 * grain.usual_speed) for grain in Grain]
    assert {speed for _, speed in speeds[2::2]} == {7.0}


@pytest.mark.slow
def test_a_view_beyond_the_first_solution_is_recorded_from_there(tmp_path: Path) -> None:
    three = View(writing.shortest(named.find("three")), "backtracking")
    session = Session(named.find("three"), None, "backtracking")
    while not (session.timeline.finished or session.timeline.resting):
        session.timeline.reach(2**40, float, 0.0)
    beyond = session.timeline.length + 5
    session.close()
    assert count(tmp_path, replace(three, position=beyond, speed=100.0), "--to", beyond + 100) > 20


def test_a_game_is_recorded_without_its_pad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = View(writing.shortest(FIG1), "person", options={"moves": "r1c1=3 r1c2:57 r1c2=5"}, position=3)
    assert count(tmp_path, game) == 1
    assert "--from 0 draws the whole run" in capsys.readouterr().err
    assert count(tmp_path, game, "--from", 0) > 1


def test_a_race_is_refused_by_name_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    race = {"lanes": [{"solver": "mrv"}, {"solver": "backtracking"}]}
    assert record(replace(VIEW, modes={"race": race}), tmp_path / "out.gif") == 2
    assert "cannot hold a race: only a page can" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["view.json"]


def test_the_users_own_solver_runs_only_where_it_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    view = replace(VIEW, solver="mine", file="mine.py", position=1)
    assert record(view, tmp_path / "out.png") == 2
    assert f"add --solver {tmp_path / 'mine.py'}" in capsys.readouterr().err
    assert (still(tmp_path, view, "--solver", tmp_path / "mine.py") != still(tmp_path, replace(VIEW, position=1))).any()


def test_a_recording_tells_that_the_solver_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "mine.py"
    own.write_text(OWN.replace("guess(1, 5)", "guess(99, 5)"))
    for lanes in (("--solver", str(own)), ("--solvers", f"{own},mrv")):
        assert main(["record", "fig1", *lanes, "-o", str(tmp_path / "out.html"), "--force"]) == 0
        said = capsys.readouterr().err
        assert said.count("mine: The solver stopped with an error: ") == 1 and "line 5 of mine.py" in said


def test_another_algorithm_than_the_views_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("--solver", "mrv"), ("--solver", "annealing", "--option", "seed=3")):
        assert record(VIEW, tmp_path / "out.png", *arguments) == 2
        given = " and ".join(one for one in arguments if one.startswith("--"))
        assert capsys.readouterr().err.endswith(f"record it without {given}\n")
    record(VIEW, tmp_path / "out.gif", "--to", VIEW.position - 1)
    said = f"--to {VIEW.position - 1} is before step {VIEW.position}, which the view shows"
    assert said in capsys.readouterr().err


def test_a_view_that_cannot_be_shown_is_refused_with_all_that_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert record(replace(VIEW, solver="nobody", theme="pink"), tmp_path / "out.png") == 2
    said = capsys.readouterr().err
    assert "nobody" in said and "pink" in said


def test_a_view_saved_in_the_window_is_recorded_as_it_was(tmp_path: Path) -> None:
    session = Session(FIG1, None, "cdcl")
    session.panes.toggle("trail")
    session.player.to(25)
    while session.running:
        session.tick(0.0, float, 1.0)
    session.analysis.bookmarks = Bookmarks.from_data((MARK,))
    view = session.capture("dark")
    session.close()
    assert json.loads(saved_view.to_json(view))["solver"] == "cdcl"
    assert (still(tmp_path, view) != still(tmp_path, replace(view, panes=PaneLayout("code").data()))).any()


# How far it is


class Counted:
    """A progress bar that is not displayed."""

    def __init__(self) -> None:
        self.size = self.puzzles = 0

    def show(self, size: int, puzzles: int) -> None:
        self.size, self.puzzles = size, puzzles

    def __enter__(self) -> Counted:
        return self

    def __exit__(self, *error: object) -> None:
        pass


Told = Callable[[list[tuple[float, RecordProgress]]], Counted]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return a function that reports stages at given seconds, and returns the progress bar."""

    def show(stages: list[tuple[float, RecordProgress]]) -> Counted:
        shown, now = Counted(), [0.0]
        monkeypatch.setattr(command, "ProgressBar", lambda size, what: shown)
        with command._Watcher("a higher --speed", "--to N ends it earlier", lambda: now[0]) as watcher:
            for now[0], stage in stages:
                watcher.tell(stage)
        return shown

    return show


def pictures_told(shares: int) -> list[tuple[float, RecordProgress]]:
    """Return the reports about a film with pictures that each take a tenth of a second and 1,000 bytes."""
    stages: list[tuple[float, RecordProgress]] = []
    now = [0.0]
    outlook = PictureOutlook(lambda stage: stages.append((now[0], stage)), lambda: now[0])
    for number in range(1, 101):
        now[0] = 0.1 * number
        outlook.tell(90_000, number, number / shares, 1000 * number)
    return stages


def test_minutes_of_work_are_announced_soon(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(pictures_told(6000))
    said = capsys.readouterr().err
    assert said.count(f"{grouped(6000)} pictures, which take about 10 minutes and 6.0 MB") == 1
    assert (shown.size, shown.puzzles) == (round(1000 * 100 / 6000), 100)


def test_of_quick_work_nothing_is_said(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    told(pictures_told(100))
    assert capsys.readouterr().err == ""


def page_told(rate: int, seconds: int) -> list[tuple[float, RecordProgress]]:
    """Return the reports about a page that is recorded at a given speed after a first step of half a minute."""
    stages: list[tuple[float, RecordProgress]] = []
    now = [0.0]
    outlook = PageOutlook(lambda stage: stages.append((now[0], stage)), 10_000_000, clock=lambda: now[0])
    outlook.tell(Made([], 0, 0))
    for tenths in range(1, 10 * seconds + 1):
        steps, now[0] = rate * tenths // 10, 30 + tenths / 10
        outlook.tell(Made([array("I", bytes(4 * steps))], steps, 800))
    return stages


def test_a_long_page_says_what_it_comes_to(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    told(page_told(50_000, 6))
    said = capsys.readouterr().err
    known = (
        r"so far 2\d\d,\d{3} steps and \d+ kB; if the run goes on, the page's limit of 10,000,000 steps is reached in "
    )
    assert len(re.findall(known + r"about 3 minutes and \d+ kB: Ctrl\+C", said)) == 1


def test_no_estimate_is_made_from_the_start_of_a_run_or_for_what_is_far() -> None:
    for rate, seconds in ((50_000, 4), (500, 6)):
        assert [stage.outlook for _, stage in page_told(rate, seconds)] == [None] * (10 * seconds + 1)


def test_a_run_that_goes_on_and_on_is_said_to(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    told([(float(i), RecordProgress(i * 1_000_000)) for i in range(30)])
    assert capsys.readouterr().err.count("--to N ends it earlier") == 1
