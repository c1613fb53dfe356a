"""Tests that adding a stop to a lecture creates the intended scene and leaves the rest of its text unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_driver import Driver
from hypothesis import given
from hypothesis import strategies as st

from puzzles.corpus import named
from visualizer.dialogs.text_prompt import TextPrompt
from visualizer.lecture.lecture import EVENTS, Scene, Stop
from visualizer.lecture.reader import load, read
from visualizer.lecture.writing import scene_text, with_stop
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
STOPS = st.builds(Stop, st.integers(0, 10_000) | st.sampled_from([*EVENTS, "end"]), NAMES)
LANES = (RunSpec("backtracking"), RunSpec("mrv"), RunSpec("annealing", (("seed", 7),)))
SCENES = st.builds(
    Scene,
    st.sampled_from(["fig1", "small-4", "blank-6", "complete-16", "minimal-9-1"]).map(named.find),
    st.just("annealing"),
    st.lists(STOPS, min_size=1, max_size=4).map(tuple),
    st.fixed_dictionaries({}, optional={"seed": st.integers(1, 99)}),
    st.none() | st.sampled_from([0.5, 20.0]),
    st.none() | st.sampled_from([(), ("code",), ("tree", "trail")]),
    st.integers(0, 3) | st.just(("where-back",)),
) | st.builds(
    lambda stops, lanes: Scene(named.find("fig1"), lanes[0].solver, stops, dict(lanes[0].options), lanes=lanes),
    st.lists(STOPS, min_size=1, max_size=4).map(tuple),
    st.lists(st.sampled_from(LANES), min_size=2, max_size=4).map(tuple),
)


def plain(scene: Scene | None) -> tuple[object, ...]:
    assert scene is not None
    stops = [(stop.at, stop.name) for stop in scene.stops]
    return scene.puzzle, scene.solver, stops, dict(scene.options), scene.speed, scene.panes, scene.ask, scene.lanes


@given(SCENES)
def test_a_scene_as_text_reads_back(scene: Scene) -> None:
    lecture = read(scene_text(scene))
    assert lecture.mistakes == () and plain(lecture.slides[0].scene) == plain(scene)


BODIES = [
    "",
    "stops = []",
    "stops = [1]",
    "stops = [1] # not 2]",
    'stops = [\n  1, # one ]\n  { at = "guess", name = "[x]" },\n]\npanes = ["code"]',
    'panes = []\nstops = ["guess", 3]\n# the end ]',
]


@pytest.mark.parametrize("body", BODIES)
def test_a_stop_joins_the_last_scene_of_the_same_run(body: str, tmp_path: Path) -> None:
    text = f'# One\n\n```solvescope\npuzzle = "fig1"\nsolver = "mrv"\n{body}\n```\n<!-- A note. -->\n'
    scene = Scene(named.find("fig1"), "mrv", (Stop(9, "Now"),))
    before, longer = read(text), with_stop(text, scene, "Two", tmp_path)
    after = read(longer)
    assert after.mistakes == () and len(after.slides) == 1
    assert plain(after.slides[0].scene)[2] == [*plain(before.slides[0].scene)[2], (9, "Now")]
    assert after.slides[0].notes == ("A note.",) and all(line in longer for line in text.split("\n") if "]" not in line)
    other = with_stop(longer, Scene(named.find("fig1"), "mrv", (Stop(4),)), "Three", tmp_path)
    assert other.startswith(longer.rstrip()), "it comes before the last stop, so it gets a slide of its own"
    found = read(other)
    assert found.mistakes == () and len(found.slides) == 2 and found.slides[1].title == "Three"


def test_stops_are_added_from_the_window(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    with Driver(Options(named.find("fig1"), solver="backtracking", seed=1)) as driver:
        for steps in (2, 5):
            driver.press("Right", steps)
            add(driver, path)
            assert f"Added to {path.name}, slide 1." in driver.session.toast
        lecture = load(path)
        assert lecture.mistakes == () and [stop.at for stop in lecture.slides[0].stops] == [2, 7]
        driver.press("L")
        racing = driver.race.race
        for t in (1, 2, 3):
            driver.press("Right")
            while racing and racing.race.t < t:
                driver.frame()
        add(driver, path)
        scene = load(path).slides[1].scene
        assert scene is not None and len(scene.lanes) == 3 and scene.stops[0].at == 3
        path.write_text(path.read_text() + "<b>")
        before = path.read_text()
        add(driver, path)
        assert "1 mistake" in driver.session.notice and path.read_text() == before


def add(driver: Driver, path: Path) -> None:
    """Add what the window shows to a lecture file."""
    driver.press("Ctrl+Shift+L")
    assert driver.app.picture.over is not None
    card = driver.app.picture.over.card
    assert isinstance(card, TextPrompt)
    card.edit.text = str(path)
    driver.press("Return")
