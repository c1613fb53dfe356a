"""Tests that adding a stop to a lecture creates the intended scene and leaves the rest of its text unchanged."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from app_driver import Driver
from hypothesis import given
from hypothesis import strategies as st
from lecture_inputs import some_addition, try_addition
from slow import slow_but

from puzzles.corpus import named
from visualizer.dialogs.small_cards import TextPrompt
from visualizer.lecture.lecture import EVENTS, MOST_STEPS, SlideScene, Stop
from visualizer.lecture.reader import load, read
from visualizer.lecture.scene import MOST_STOPS
from visualizer.lecture.writing import add_stop, scene_text, with_stop
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import GRANULARITIES, Options

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
STOPS = st.builds(Stop, st.integers(0, 10_000) | st.sampled_from([*EVENTS, "end"]), NAMES)
LANES = (RunSpec("backtracking"), RunSpec("mrv"), RunSpec("annealing", (("seed", 7),)))
SCENES = st.builds(
    SlideScene,
    st.sampled_from(["fig1", "small-4", "blank-6", "complete-16", "minimal-9-1"]).map(named.find),
    st.just("annealing"),
    st.lists(STOPS, min_size=1, max_size=4).map(tuple),
    st.fixed_dictionaries({}, optional={"seed": st.integers(1, 99)}),
    st.none() | st.sampled_from([0.5, 20.0]),
    st.none() | st.sampled_from([(), ("code",), ("tree", "trail")]),
    st.integers(0, 3) | st.just(("where-back",)),
    granularity=st.none() | st.sampled_from(GRANULARITIES),
) | st.builds(
    lambda stops, lanes: SlideScene(named.find("fig1"), lanes[0].solver, stops, dict(lanes[0].options), lanes=lanes),
    st.lists(STOPS, min_size=1, max_size=4).map(tuple),
    st.lists(st.sampled_from(LANES), min_size=2, max_size=4).map(tuple),
)


def plain(scene: SlideScene | None) -> tuple[object, ...]:
    assert scene is not None
    stops = [(stop.at, stop.name) for stop in scene.stops]
    settings = scene.speed, scene.granularity, scene.panes, scene.ask, scene.lanes
    return scene.puzzle, scene.solver, stops, dict(scene.options), *settings


@given(SCENES)
def test_a_scene_as_text_reads_back(scene: SlideScene) -> None:
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
    scene = SlideScene(named.find("fig1"), "mrv", (Stop(9, "Now"),))
    before, longer = read(text), with_stop(text, scene, "Two", tmp_path)
    after = read(longer)
    assert after.mistakes == () and len(after.slides) == 1
    assert plain(after.slides[0].scene)[2] == [*plain(before.slides[0].scene)[2], (9, "Now")]
    assert after.slides[0].notes == ("A note.",) and all(line in longer for line in text.split("\n") if "]" not in line)
    other = with_stop(longer, SlideScene(named.find("fig1"), "mrv", (Stop(4),)), "Three", tmp_path)
    assert other.startswith(longer.rstrip()), "it comes before the last stop, so it gets a slide of its own"
    found = read(other)
    assert found.mistakes == () and len(found.slides) == 2 and found.slides[1].title == "Three"


@given(st.integers(0, 1 << 64))
def test_a_stop_is_added_wherever_its_scene_stands_and_nothing_else_changes(seed: int) -> None:
    try_addition(some_addition(Random(seed)))


SCENE = SlideScene(named.find("fig1"), "annealing", (Stop(9, "Now"),), {"seed": 7})
STOP = '{ at = 9, name = "Now" }'
HEAD = 'puzzle = "fig1"\nsolver = "annealing"'
PLACES = {
    "```solvescope|PUZZLE|SOLVER|options.seed = 7": "```solvescope|PUZZLE|SOLVER|options.seed = 7|stops = [STOP]",
    "```solvescope|PUZZLE|SOLVER||[options]|seed = 7|```": (
        "```solvescope|PUZZLE|SOLVER|stops = [STOP]||[options]|seed = 7|```"
    ),
    "   ```solvescope|   PUZZLE|   SOLVER|   options.seed=7|   ```|   ]": (
        "   ```solvescope|   PUZZLE|   SOLVER|   options.seed=7|   stops = [STOP]|   ```|   ]"
    ),
    "- ```solvescope|  PUZZLE|  SOLVER|  options.seed=7|  stops = [|    1, # one|    2 # two ]|  ]|  ```": (
        "- ```solvescope|  PUZZLE|  SOLVER|  options.seed=7|  stops = [|    1, # one|    2, # two ]|    STOP|  ]|  ```"
    ),
    "> ```solvescope|> PUZZLE|> SOLVER|> options.seed=7|> stops = [|>   1,|> ]|> ```||After.": (
        "> ```solvescope|> PUZZLE|> SOLVER|> options.seed=7|> stops = [|>   1,|>   STOP,|> ]|> ```||After."
    ),
}
"""Lectures, and what they become. Lines are divided by "|"."""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_stop_is_written_as_its_surroundings_are(end: str, tmp_path: Path) -> None:
    for text, longer in PLACES.items():
        for mark, words in (
            ("PUZZLE", 'puzzle = "fig1"'),
            ("SOLVER", 'solver = "annealing"'),
            ("STOP", STOP),
            ("|", end),
        ):
            text, longer = text.replace(mark, words), longer.replace(mark, words)
        assert with_stop(f"\ufeff{text}", SCENE, "Two", tmp_path) == f"\ufeff{longer}"


def test_what_cannot_be_added_is_told_and_the_file_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    escaped = f'```solvescope\n{HEAD}\noptions = {{ seed = 7 }}\n"st\\u006fps" = [1]\n```\n'
    for data, words in (
        (b"# Here\n<b>\n", "1 mistake"),
        (b"caf\xe9", "UTF-8"),
        (b"a\n" * 600_000, "larger than 1 MiB"),
        (b"*" * 60_000, "more than"),
        (escaped.encode(), "without changing something else"),
    ):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=words):
            add_stop(path, SCENE, "Two")
        assert path.read_bytes() == data
    with pytest.raises(ValueError, match="steps up to"):
        with_stop("", SlideScene(named.find("fig1"), "mrv", (Stop(MOST_STEPS + 1),)), "Two", tmp_path)
    with pytest.raises(ValueError, match="ends in .md"):
        add_stop(tmp_path / "mine.txt", SCENE, "Two")
    full = f"```solvescope\n{HEAD}\noptions = {{ seed = 7 }}\nstops = [{', '.join('1' * MOST_STOPS)}]\n```\n"
    assert with_stop(full, SCENE, "Two", tmp_path).startswith(full), "there is no room, so it gets its own slide"


def test_stops_added_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda at: add_stop(path, SlideScene(named.find("fig1"), "mrv", (Stop(at),)), "One"), range(24)))
    lecture = load(path)
    assert lecture.mistakes == () and {stop.at for slide in lecture.slides for stop in slide.stops} >= {*range(24)}


ADDS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from puzzles.corpus import named
from visualizer.lecture.lecture import SlideScene, Stop
from visualizer.lecture.writing import add_stop
for step in range(1, 1000):
    add_stop(Path(sys.argv[1]), SlideScene(named.find("fig1"), "mrv", (Stop(step),)), "One")
    print(step, flush=True)
"""


@pytest.mark.parametrize("number", slow_but([signal.SIGKILL], [signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
def test_a_program_that_is_ended_while_saving_loses_no_stop(number: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    for added in (1, 3, 8):
        path.unlink(missing_ok=True)
        with subprocess.Popen(
            [sys.executable, "-c", ADDS, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            for _ in range(added):
                process.stdout.readline()
            process.send_signal(number)
            said = added + len(process.stdout.read().splitlines())
        lecture = load(path)
        (slide,) = lecture.slides
        assert lecture.mistakes == () and [stop.at for stop in slide.stops][:said] == list(range(1, said + 1))
        assert len(slide.stops) - said in (0, 1), "the last one may not have been reported"
        assert [one.name for one in tmp_path.iterdir() if one.suffix == ".md"] == ["mine.md"]


# Python would write half of a compiled file, and take it for whole.
FILLS = f"import resource, signal, sys\nsys.dont_write_bytecode = True\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n\
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n{ADDS}"


def test_a_full_disk_leaves_the_lecture_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    done = subprocess.run([sys.executable, "-c", FILLS, str(path)], capture_output=True, text=True)
    count = len(done.stdout.splitlines())
    assert count > 5 and "File too large" in done.stderr
    lecture = load(path)
    assert lecture.mistakes == () and [stop.at for stop in lecture.slides[0].stops] == list(range(1, count + 1))
    assert list(tmp_path.iterdir()) == [path]


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
        assert scene is not None and len(scene.lanes) == 2 and scene.stops[0].at == 3
        path.write_text(path.read_text() + "<b>")
        before = path.read_text()
        add(driver, path)
        assert "1 mistake" in driver.session.notice and path.read_text() == before


def test_a_scene_from_the_window_has_the_unit_of_steps_if_one_was_chosen(tmp_path: Path) -> None:
    found = []
    for presses in (0, 1):
        path = tmp_path / f"{presses}.md"
        with Driver(Options(named.find("fig1"), solver="elimination", seed=1)) as driver:
            driver.session.player.chosen = None
            driver.press("D", presses)
            driver.press("Right")
            add(driver, path)
        scene = load(path).slides[0].scene
        found.append(scene and scene.granularity)
    assert found == [None, "changes"]


def add(driver: Driver, path: Path) -> None:
    """Add what the window shows to a lecture file."""
    driver.press("Ctrl+Shift+L")
    assert driver.app.picture.over is not None
    card = driver.app.picture.over.card
    assert isinstance(card, TextPrompt)
    card.edit.text = str(path)
    driver.press("Return")
    driver.until_opened()
