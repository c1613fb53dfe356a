"""Tests of the card that shares a run: it describes each file, records in another process, and can be stopped."""

from __future__ import annotations

import gzip
import json
import re
import shlex
import shutil
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pygame
import pytest
from app_driver import Driver
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from visualizer.cli import main as program
from visualizer.cli import watch
from visualizer.dialogs.palette import Palette
from visualizer.dialogs.small_cards import RecordingCard, TextPrompt
from visualizer.race.mode import RaceMode
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options

ENDLESS = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""A puzzle on which backtracking takes hundreds of millions of steps."""


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(puzzle=named.find("fig1"), solver="mrv")) as driver:
        yield driver


def open_card(driver: Driver) -> Palette:
    driver.press("Ctrl+Shift+E")
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Palette)
    return over.card


def choose(driver: Driver, words: str) -> None:
    card = open_card(driver)
    card.cursor = next(i for i, row in enumerate(card.rows) if words in row.title)
    driver.press("Return")


def write_to(driver: Driver, path: Path) -> None:
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, TextPrompt)
    over.card.edit.put(str(path.with_suffix("")))  # the extension stays
    driver.press("Return")


def until_sized(driver: Driver) -> None:
    for _ in range(1500):
        driver.frames(1)
        if not driver.app.sharing.busy:
            return
        sleep(0.02)
    raise AssertionError("the sizes were not known in 30 seconds")


def until_written(driver: Driver) -> None:
    for _ in range(1500):
        driver.frames(1)
        if driver.app.sharing.job is None:
            return
        sleep(0.02)
    raise AssertionError("nothing was written in 30 seconds")


def test_a_page_is_written_while_the_window_goes_on(driver: Driver, tmp_path: Path) -> None:
    path = tmp_path / "run.html"
    choose(driver, "Web page")
    write_to(driver, path)
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, RecordingCard) and "run.html" in over.card.title
    until_written(driver)
    packed = re.search(r"data-header>([^<]*)<", path.read_text(encoding="utf-8"))
    assert packed and json.loads(gzip.decompress(b64decode(packed[1])))["title"] == driver.session.solver.title
    assert driver.session.toast.startswith(f"Written: {path}, ") and driver.app.picture.over is None


def test_a_recording_goes_on_while_presenting_and_is_stopped_and_leaves_nothing(driver: Driver, tmp_path: Path) -> None:
    choose(driver, "Web page")
    write_to(driver, tmp_path / "run.html")
    driver.press("Shift+F5")
    assert driver.session.entered is not None and driver.app.picture.over is None and driver.app.sharing.job is not None
    driver.press("Escape")
    driver.press("Ctrl+Shift+E")
    assert driver.app.picture.over is not None and isinstance(driver.app.picture.over.card, RecordingCard)
    driver.press("Escape")
    assert "Stopped" in driver.session.toast and driver.app.sharing.job is None
    assert driver.app.open and driver.app.picture.over is None and not list(tmp_path.iterdir())


@pytest.mark.slow
def test_each_file_says_about_how_large_it_will_be(driver: Driver) -> None:
    card = open_card(driver)
    driver.press("Down")
    until_sized(driver)
    titles = [row.title for row in card.rows]
    assert re.search(r"\(\.html, about \d+ kB, 54 steps\)", titles[0]) and card.cursor == 1
    sized = [title for title in titles if re.search(r"\(\.(gif|png|svg), about [\d.]+ [kM]B", title)]
    assert len(sized) == 3, titles


@pytest.mark.slow
def test_a_picture_of_a_run_without_an_end_is_written(tmp_path: Path) -> None:
    with Driver(Options(puzzle=Puzzle.parse(ENDLESS), solver="backtracking")) as endless:
        choose(endless, "Picture of this step")
        write_to(endless, tmp_path / "step.png")
        until_written(endless)
    assert (tmp_path / "step.png").stat().st_size > 1000


@pytest.mark.slow
def test_a_race_is_shared_as_a_race(driver: Driver, tmp_path: Path) -> None:
    driver.press("L")
    card = open_card(driver)
    until_sized(driver)
    titles = [row.title for row in card.rows]
    assert titles[0].startswith("Web page") and len(titles) == 2, "a picture of one lane is not the race"
    said = re.search(r"about (\d+) kB", titles[0])
    driver.press("Escape")
    choose(driver, "Command line")
    words = shlex.split(pygame.scrap.get_text())
    assert words[:2] == ["solvescope", "race"] and words[-2] == "--solvers" and "," in words[-1]
    choose(driver, "Web page")
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, TextPrompt) and over.card.edit.text == "fig1-race.html"
    write_to(driver, tmp_path / "race.html")
    until_written(driver)
    assert said and int(said[1]) == pytest.approx((tmp_path / "race.html").stat().st_size / 1000, rel=0.1)
    assert len(re.findall("data-header", (tmp_path / "race.html").read_text(encoding="utf-8"))) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("raced", "ending"), [(False, "png"), (True, "html")])
def test_the_users_own_solvers_are_shared_like_others(driver: Driver, tmp_path: Path, raced: bool, ending: str) -> None:
    """Share a race of two of the user's own solvers that have the same name."""
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        shutil.copy(Path(solvers.__file__).with_name("example.py"), tmp_path / folder / "good.py")
        pygame.event.post(pygame.Event(pygame.DROPFILE, file=str(tmp_path / folder / "good.py")))
        driver.frames(2)
        driver.press("Return")
    assert driver.session.solver.name == "good-2"
    if raced:
        driver.app.act("race")
        race = driver.session.modes[RaceMode]
        race.choose((RunSpec("good"), RunSpec("mrv"), RunSpec("good-2")))
    choose(driver, "Web page" if ending == "html" else "Picture of this step (.png")
    path = tmp_path / f"run.{ending}"
    write_to(driver, path)
    if ending == "html":
        assert "the source of good.py" in driver.session.notice
        driver.press("Return")
    until_written(driver)
    assert driver.session.toast.startswith(f"Written: {path}, "), driver.session.notice
    if raced:
        assert len(re.findall("data-header>", path.read_text(encoding="utf-8"))) == 3
        choose(driver, "Command line")
        assert f"{tmp_path / 'one' / 'good.py'},mrv," in pygame.scrap.get_text()


@pytest.mark.parametrize("name", slow_but(["missing/run.html"], ["missing/run.html", "taken.html"]))
def test_a_file_that_cannot_be_written_is_told(driver: Driver, tmp_path: Path, name: str) -> None:
    (tmp_path / "taken.html").mkdir()
    choose(driver, "Web page")
    write_to(driver, tmp_path / name)
    if "Replace it?" in driver.session.notice:
        driver.press("Return")
        until_written(driver)
    assert "cannot be written" in driver.session.notice


def test_the_command_shows_the_same_step(driver: Driver) -> None:
    driver.press("Right")
    driver.press("Right")
    choose(driver, "Command line")
    words = shlex.split(pygame.scrap.get_text())
    args = program.parser_of(watch).parse_args(words[1:])
    assert args.at == driver.session.player.position and args.solver == driver.session.solver.name
