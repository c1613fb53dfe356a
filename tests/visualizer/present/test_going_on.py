"""Tests that each key alone goes through a whole lecture: slides, runs, questions, a conflict and a race."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app_driver import Driver
from slow import slow_but

from visualizer.lecture.reader import load
from visualizer.present.hall import PHASES
from visualizer.present.lecture import PresentedLecture
from visualizer.present.mode import LectureFile, PresentMode
from visualizer.session.settings import Options
from visualizer.timeline.transport import LONGEST_TICK, Motion

KEYS = ("Space", "Right", "Return", "PageDown")
TEXT = """\
# Three algorithms

---

# Backtracking

It tries, and it fails.

```solvescope
puzzle = "minimal-4"
solver = "backtracking"
stops = ["guess", "conflict", "solved"]
ask = 2
```

---

# Clause learning

```solvescope
puzzle = "minimal-9-1"
solver = "cdcl"
stops = ["guess", "conflict", "learn", 400]
panes = ["implications"]
```

---

# A race

Who is first?

```solvescope
puzzle = "fig1"
solvers = ["backtracking", "mrv"]
stops = ["guess", 20, "solved"]
```

---

# That was all
"""


@pytest.fixture
def driver(path: Path) -> Iterator[Driver]:
    lecture = load(path)
    assert lecture.mistakes == ()
    scene = lecture.slides[1].scene
    assert scene is not None
    modes = {"present": LectureFile(lecture, path)}
    with Driver(Options(scene.puzzle, size=(1280, 720), seed=1, modes=modes)) as driver:
        yield driver


def mode_of(driver: Driver) -> PresentMode:
    return driver.session.modes[PresentMode]


def lecture_of(driver: Driver) -> PresentedLecture:
    lecture = mode_of(driver).lecture
    assert lecture is not None
    return lecture


def settle(driver: Driver) -> None:
    with driver.patient():
        for _ in range(400):
            driver.frame(LONGEST_TICK)
            if not lecture_of(driver).busy:
                return
    raise AssertionError("it is still on its way")


def place(driver: Driver) -> tuple[int, int, int, int, int]:
    """Return how far the lecture has come: its slide, the step, the step's part, the question and its phase."""
    lecture, hall = lecture_of(driver), mode_of(driver).hall
    asked = (hall.standing.question.shown, 1 + PHASES.index(hall.phase)) if hall.standing else (0, 0)
    return lecture.position, lecture.transport.position, driver.session.panes.part, *asked


@pytest.mark.parametrize("key", slow_but(["Return"], KEYS))
@pytest.mark.parametrize("at_once", slow_but([True], [False, True]))
def test_each_key_goes_on_from_wherever_the_lecture_is(driver: Driver, key: str, at_once: bool) -> None:
    """Press one key until the end. With ``at_once``, press it again while a run is on its way to a stop."""
    seen, skipped = [place(driver)], 0
    for _ in range(80):
        driver.press(key)
        if at_once and lecture_of(driver).transport.mode is Motion.PLAYING:
            driver.press(key)
            skipped += 1
            assert lecture_of(driver).transport.mode is not Motion.PLAYING, "it is there at once"
        settle(driver)
        seen.append(place(driver))
        if "last slide" in driver.session.toast:
            break
        assert seen[-1] > seen[-2], (key, seen[-2:])
    assert lecture_of(driver).position == 4 and "last slide" in driver.session.toast
    assert {slide for slide, *_ in seen} == {0, 1, 2, 3, 4} and {phase for *_, phase in seen} == set(range(6))
    assert any(part for _, _, part, *_ in seen) and (skipped > 3) is at_once


@pytest.mark.parametrize("key", slow_but(KEYS[::2], KEYS))
def test_each_key_goes_on_from_a_run_that_was_stopped_or_plays_on(driver: Driver, key: str) -> None:
    driver.press("2")
    settle(driver)
    mode_of(driver).hall.asking.ask_in_scene(0, driver.session.run)
    for _ in range(2):
        before = place(driver)
        driver.press("Shift+Space")
        driver.frames(30)
        driver.press(key)
        settle(driver)
        assert lecture_of(driver).at_stop and place(driver) > before, "a stop, though the run was played on and on"
        driver.press("Down")
        driver.press(key)
        settle(driver)
        assert lecture_of(driver).at_stop


@pytest.mark.parametrize("key", KEYS)
def test_each_key_ends_a_black_screen_without_going_on(driver: Driver, key: str) -> None:
    before = place(driver)
    driver.press(".")
    driver.press(key)
    assert not mode_of(driver).black and place(driver) == before


@pytest.mark.parametrize("key", KEYS)
def test_another_puzzle_or_algorithm_is_an_aside_that_leads_back_to_its_slide(driver: Driver, key: str) -> None:
    driver.press("2")
    settle(driver)
    mode_of(driver).hall.asking.ask_in_scene(0, driver.session.run)
    driver.press("PageDown", 2)
    settle(driver)
    before, puzzle = place(driver), driver.session.puzzle
    driver.press("Tab")
    assert mode_of(driver).presented is mode_of(driver).run and driver.session.panes.shown
    while mode_of(driver).presented is not lecture_of(driver):
        driver.press(key)
    settle(driver)
    assert place(driver)[:2] == before[:2] and driver.session.puzzle == puzzle
    driver.press("R")
    driver.until_drawn()
    driver.frame()
    assert mode_of(driver).presented is mode_of(driver).run and driver.session.puzzle != puzzle
    assert "Esc returns to the slide." in driver.session.toast
    driver.press("Escape")
    settle(driver)
    assert place(driver)[:2] == before[:2] and driver.session.puzzle == puzzle and mode_of(driver).on
    driver.press("L")
    driver.until_drawn()
    assert mode_of(driver).presented.kind == "race" and "Esc returns to the slide." in driver.session.toast
    driver.press("Escape")
    settle(driver)
    assert place(driver)[:2] == before[:2] and driver.session.puzzle == puzzle and mode_of(driver).on
    assert driver.session.panes.shown and driver.race.race is None
