"""Tests that thousands are separated in the same way wherever people read them, and not at all for machines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from app_driver import SIZE, Driver
from race_driver import settle

from puzzles import Corpus
from puzzles.corpus import named
from puzzles.figures import grouped, grouped_in
from visualizer.narration.summary import summary
from visualizer.session import pane_layout
from visualizer.session.settings import Options
from visualizer.text.numbers import reached_text
from visualizer.window.race.frame import RacePicture

ROOT = Path(__file__).parents[3]
PACKAGES = ("puzzles", "solvers", "visualizer")
THE_PLACE = "puzzles/figures.py"
OTHER_FORMS = re.compile(
    r"(?<![\w.,])(?<!line )\d{4,}(?![\w-])|\d[\u202f\u2009\u2005\u00a0]\d{3}(?!\d)|(?<![\d.])[1-9]\d{0,2} \d{3}(?!\d)"
)
HARD = named.find("uphill-1")


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(HARD, solver="backtracking", size=SIZE)) as driver:
        driver.session.player.to(1_234_567)
        while driver.session.running:
            driver.session.player.tick(0.0, driver.app.clock, 0.05)
        driver.frames(2)
        yield driver


def test_the_forms_that_are_looked_for_are_found() -> None:
    for wrong in ("12345 steps", "12 345 steps", "1\u202f204", "of 100\u2009200 puzzles", "step 1 204"):
        assert OTHER_FORMS.search(wrong), wrong
    for right in ("few.txt, line 12345", "1,204,000 steps", "999 steps", "r1c2=4", "2 of 81", "0.1234 s", "53..7....6"):
        assert not OTHER_FORMS.search(right), right


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (999, "999"), (1000, "1,000"), (-1204, "-1,204"), (20_628_582, "20,628,582")]
)
def test_a_figure_is_set_apart_by_commas(number: int, text: str) -> None:
    assert grouped(number) == text and grouped_in(f"step {number} of {number}") == f"step {text} of {text}"


def test_one_place_says_how() -> None:
    other = re.compile(r"""\{[^{}]*:[,_][^{}]*d?\}|replace\(",", *["'] |\\u202f|NARROW NO-BREAK SPACE""")
    faults = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name not in (THE_PLACE, "visualizer/toolkit/canvas.py"):
                lines = enumerate(path.read_text("utf-8").splitlines(), 1)
                faults += [f"{name}:{i}: {line}" for i, line in lines if other.search(line) and ":,.0f" not in line]
    assert not faults, "\n".join(faults)


def in_the_window(driver: Driver) -> None:
    session = driver.session
    said: list[str] = []
    for pane in pane_layout.names():
        session.panes.shown = [pane]
        scene = driver.app.picture.scene(session)
        said += [span.text for span in scene.caption]
        said += [text for counter in scene.counters for text in (counter.value, counter.label)]
        driver.app.dirty = True
        driver.frame()
    for id in ("next guess", "bookmark", "detail", "play", "another", "random", "check", "copy text", "tall"):
        session.player.to(1_234_567)
        session.do(id)
        said += [session.toast, session.notice]
        session.player.pause()
    said += [session.whats_next(), session.origin(), session.supply.origin]
    assert any("1,2" in text for text in said), "there were figures to look at"
    faults = [text for text in said if OTHER_FORMS.search(text)]
    assert not faults, faults


def in_a_summary(driver: Driver) -> None:
    session = driver.session
    found = summary(session.timeline, session.puzzle, session.solver, 1_234_567)
    for text in (found.text(), found.markdown()):
        lines = [line for line in text.splitlines() if str(session.puzzle) not in line]
        assert "1,234,567" in text and not [line for line in lines if OTHER_FORMS.search(line)]


def in_a_race(driver: Driver) -> None:
    driver.session.load(HARD)  # the random one before it may be solved sooner
    driver.race.mode.start()
    race = driver.race.race
    assert race is not None
    race.race.to(3_000)
    settle(driver)
    view = RacePicture(driver.app.picture).view(race)
    said = [view.t, view.length, *(lane.standing for lane in view.lanes)]
    said += [counter.value for lane in view.lanes for counter in lane.counters]
    assert any("3,000" in text for text in said)
    assert not [text for text in said if OTHER_FORMS.search(grouped_in(text))]


@pytest.mark.slow
def test_no_other_form_stands_in_what_a_long_run_shows(driver: Driver, subtests: pytest.Subtests) -> None:
    for check in (in_a_summary, in_the_window, in_a_race):
        with subtests.test(check.__name__):
            check(driver)


def test_no_other_form_is_said_of_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text((str(named.find("fig1")) + "\n") * 1234)
    with Corpus(path) as corpus:
        corpus.wait()
        assert corpus.summary() == "1,234 puzzles"


def test_a_speed_that_is_not_reached_says_what_is() -> None:
    assert reached_text(0, 20e6) == "20 M steps/s"
    assert reached_text(117e3, 20e6) == "117 k of 20 M steps/s"
    assert reached_text(310, 1000, "digits") == "310 of 1 k digits/s"
