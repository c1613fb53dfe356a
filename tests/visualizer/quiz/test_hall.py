"""Tests that a question to the audience takes five clicks: choices, hands, discussion, hands again, and the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_driver import Driver
from asked import asking_of, number_of, until_asked

from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.lecture.reader import load
from visualizer.present.hall import LEADS_TO, HallPhase
from visualizer.present.mode import LectureFile, PresentMode
from visualizer.questions.question import Question
from visualizer.session.settings import Options
from visualizer.timeline.transport import LONGEST_TICK
from visualizer.window.present.screen import PresentScreen
from visualizer.window.present.speaker import spoken

LECTURE = """\
# What comes next

```solvescope
puzzle = "fig1"
solver = "backtracking"
stops = [300]
ask = ["where-back", "will-it-hold"]
```
---
# Without questions

```solvescope
puzzle = "fig1"
solver = "mrv"
stops = [20]
```
"""


def test_a_hall_is_asked_click_by_click() -> None:
    with Driver(Options(named.find("fig1"), solver="backtracking", size=(1280, 720))) as driver:
        asking, hall = asking_of(driver), driver.session.modes[PresentMode].hall
        asking.rhythm = "always"
        driver.press("F5")
        driver.press("Shift+Q")
        for keys in (["PageDown"] * 4, ["Space", "Right", "PageDown", "Space"]):
            driver.press("PageDown")
            question = until_asked(driver)
            driver.frame()
            screen = driver.app.screens["present"]
            assert isinstance(screen, PresentScreen)
            assert driver.position == question.position - 1 and hall.phase is HallPhase.THINK
            assert driver.session.mode.name == "present" and screen.of_run.caption[0].text == question.ask
            assert all(number <= hall_stops(driver) for number in screen.of_run.places)
            phases = []
            for key in keys:
                driver.press(key)
                phases.append(hall.phase)
                if hall.phase in (HallPhase.HANDS, HallPhase.HANDS_AGAIN):
                    for typed in ("1", "7", "Return", "9"):
                        driver.press(typed)
            driver.until_paused()
            assert phases == list(HallPhase)[1:] and driver.position == question.shown
            assert hall.standing and (hall.hands(0), hall.hands(1)) == ("17 → 17", "9 → 9")
            assert question.why in "".join(span.text for span in screen.of_run.caption) or not screen.of_run.caption
        assert not asking.score.words, "hands are not a score"
        driver.press("Escape", 2)
        assert driver.session.mode.name in ("watch", "quiz")


def test_a_hall_goes_back_and_corrects_its_hands_and_loses_nothing() -> None:
    with Driver(Options(named.find("fig1"), solver="backtracking", size=(1280, 720))) as driver:
        asking, mode = asking_of(driver), driver.session.modes[PresentMode]
        asking.rhythm = "always"
        driver.press("F5")
        driver.press("Shift+Q")
        driver.press("PageDown")
        question, hall = until_asked(driver), mode.hall
        driver.press("7")
        assert not mode.typed and hall.phase is HallPhase.THINK, "no hands are counted yet, and no stop is meant"
        driver.press("PageDown")
        for key in ("1", "2", "Backspace", "5", "Return", "8", *["Backspace"] * 4, "4", "Return", "9"):
            driver.press(key)
        driver.press("Backspace", times=2)
        assert (hall.hands(0), hall.hands(1), hall.at) == ("4", "", 0)
        for key, phase in (("PageDown", HallPhase.DISCUSS), ("PageUp", HallPhase.HANDS), ("Left", HallPhase.THINK)):
            driver.press(key)
            assert hall.phase is phase and hall.hands(0) == "4"
        driver.press("PageDown", times=4)
        driver.until_paused()
        assert driver.position == question.shown
        driver.press("PageUp")
        assert (hall.phase, driver.position) == (HallPhase.HANDS_AGAIN, question.position - 1)
        driver.press("Escape")
        assert asking.standing is None and mode.on
        driver.press("PageDown")
        assert until_asked(driver) == question and hall.phase is HallPhase.HANDS_AGAIN and hall.hands(0) == "4"
        driver.press("PageUp", times=4)
        assert asking.standing is None and driver.position < question.position
        driver.press("PageDown")
        assert until_asked(driver) == question and not asking.score.words


def test_a_lecture_that_is_gone_on_with_asks_what_it_has_not_asked_yet(tmp_path: Path) -> None:
    path = tmp_path / "lecture.md"
    path.write_text(LECTURE)
    with Driver(Options(named.find("fig1"), solver="mrv")) as driver:
        asking, mode = asking_of(driver), driver.session.modes[PresentMode]
        mode.present_lecture(LectureFile(load(path), path, speaker=False))
        asked = list[Question]()
        for _ in range(2):
            driver.frame()
            driver.press("PageDown")
            asked.append(until_asked(driver))
            driver.press("Escape", times=2)
            assert not mode.on and not asking.on and asking.standing is None
            driver.press("F5")
            driver.press("PageDown")
            assert until_asked(driver) == asked[-1], "it was withdrawn, and comes again"
            driver.press("PageDown", times=3)
            driver.press("2")
            assert mode.hall.phase is HallPhase.HANDS_AGAIN and mode.hall.hands(0) == "2" and not hall_stops(driver) > 1
            driver.press("PageDown")
            driver.until_paused()
        assert len({one.kind for one in asked}) == 2 and not asking.has_more and not asking.score.words
        driver.press("2")
        assert hall_stops(driver) == 2 and asking.standing is None, "with the answer shown, nothing is counted"


def hall_stops(driver: Driver) -> int:
    """Return the number of the last stop reached."""
    mode = driver.session.modes[PresentMode]
    return mode.stops.number(mode.presented.position)


def test_a_question_goes_on_in_the_window_when_presenting_ends() -> None:
    with Driver(Options(named.find("fig1"), solver="backtracking")) as driver:
        asking_of(driver).rhythm = "always"
        driver.press("Shift+Q")
        driver.press("Right")
        question = until_asked(driver)
        driver.press("Shift+F5")
        assert driver.session.mode.name == "present" and asking_of(driver).question is question
        driver.press("F5")
        driver.frame()
        assert driver.session.mode.name == "quiz" and asking_of(driver).question is question


def test_a_scene_of_a_lecture_asks_the_kinds_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, started = tmp_path / "lecture.md", list[Options]()
    path.write_text(LECTURE)
    monkeypatch.setattr("visualizer.cli.launch.start", lambda options: started.append(options) or 0)
    monkeypatch.setattr("visualizer.cli.launch.has_display", lambda: True)
    assert main(["present", str(path)]) == 0
    with Driver(started[0]) as driver:
        asking, kinds, mode = asking_of(driver), set(), driver.session.modes[PresentMode]
        for number in range(4):
            if number == 2:  # back at the beginning, both are asked again
                driver.press("PageUp", times=len(HallPhase))
            driver.frame()
            assert mode.lecture and mode.lecture.next_stop_name == "step 300, unless a question comes first"
            driver.press("PageDown")
            for _ in range(1500):
                driver.frame(LONGEST_TICK)
                if asking.question:
                    break
            assert asking.question
            kinds.add(asking.question.kind)
            if number == 3:
                asking.choose(number_of(asking.question, True))
                break
            for name in LEADS_TO:
                assert mode.hall.next_name == name and (asked := spoken(mode.hall))
                assert asked[0] == mode.hall.phase.value and all(row.because for row in asked[1].rows)
                driver.press("PageDown")
            driver.until_paused()
            assert asking.question is None and mode.hall.next_name == ""
        assert kinds == {"where-back", "will-it-hold"} and not asking.score.words, "nobody meets it for the first time"
        driver.until_paused()
        for _ in range(4):
            driver.press("PageDown")
            for _ in range(400):
                driver.frame(LONGEST_TICK)
                if not driver.session.running:
                    break
            if driver.session.solver.name == "mrv":
                break
        assert driver.session.solver.name == "mrv" and not asking.on and asking.standing is None
