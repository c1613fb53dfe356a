"""Tests that a hidden window pauses and draws nothing, but finishes what was asked of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Clock, Driver
from real_window import RealWindow, display, lacking
from slow import slow_but

from puzzles.corpus import named
from visualizer.session.settings import Options
from visualizer.timeline.player import Cut
from visualizer.timeline.transport import Motion
from visualizer.window.app import IDLE_WAIT
from visualizer.window.display import GROUND, LONGEST_PART, PAPER, PROGRAM, SIZES, TRIED, emblem, title_of

FIG1 = named.find("fig1")
HARD = named.find("uphill-1")
"""A puzzle whose search places 20 million digits."""
STRANGE = ["a\nb\x1b]0;c\x07", "x" * 5000, "\0", "\udcff", "\u202eevil\u2066", "数独 №1", "", " \t "]
GONE, BACK = (pygame.WINDOWHIDDEN, pygame.WINDOWMINIMIZED), (pygame.WINDOWRESTORED, pygame.WINDOWSHOWN)


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(FIG1, solver="backtracking", size=SIZE, seed=1)) as driver:
        yield driver


def post(driver: Driver, *kinds: int) -> int:
    """Send the window an event, and return how many frames it then draws."""
    for kind in kinds:
        pygame.event.post(pygame.Event(kind))
    return int(driver.frame())


@pytest.mark.parametrize(("gone", "back"), slow_but([(GONE[0], BACK[0])], product(GONE, (*BACK, pygame.WINDOWEXPOSED))))
def test_unseen_no_frame_is_drawn_and_what_plays_rests(driver: Driver, gone: int, back: int) -> None:
    driver.session.player.cut = Cut.FIXED
    driver.press("Space")
    assert driver.frames(20) and driver.mode is Motion.PLAYING
    here = driver.position
    assert post(driver, gone) + driver.frames(20) == 0
    assert driver.position == here and driver.mode is Motion.PLAYING
    assert post(driver, back) == 1, "painted whole, though nothing has changed"
    assert driver.frames(20) and driver.position > here


def test_what_was_asked_for_goes_on_unseen_and_is_there_afterwards(driver: Driver) -> None:
    driver.session.load(HARD)
    driver.press("End")
    post(driver, *GONE)
    assert driver.mode is Motion.SEEKING and driver.app.screen.working
    length = driver.length
    assert driver.frames(5) == 0 and driver.length > length
    driver.session.load(FIG1)
    driver.press("End")
    driver.until_paused()
    assert driver.session.player.at_end and driver.frames(3) == 0
    assert post(driver, *BACK) and "Solved" in driver.caption()


def test_a_race_rests_too_and_its_search_goes_on(driver: Driver) -> None:
    driver.press("L")
    driver.press("Space")
    driver.frames(30)
    race = driver.race.race
    assert race is not None
    t = race.race.t
    assert post(driver, *GONE) + driver.frames(40) == 0 and race.race.t == t
    assert driver.app._idle and not driver.race.working
    assert post(driver, *BACK) and driver.frames(40) and race.race.t > t
    driver.press("L")
    driver.session.load(HARD)
    driver.press("L")
    driver.press("End")
    post(driver, *GONE)
    assert driver.race.working and not driver.app._idle


def test_what_is_said_stays_until_it_was_seen_for_as_long_as_ever(driver: Driver) -> None:
    driver.press("D")
    said = driver.session.toast
    assert said
    post(driver, *GONE)
    driver.frames(1000)
    assert driver.session.toast == said
    post(driver, *BACK)
    driver.frames(1000)
    assert not driver.session.toast


def test_the_loop_sleeps_while_nothing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the turns of the loop while a run plays in a hidden window and a change waits to be drawn."""
    clock, turns = Clock(), []
    with Driver(Options(FIG1, solver="backtracking", size=SIZE, autoplay=True), clock) as driver:
        app = driver.app
        monkeypatch.setattr(pygame.time, "wait", lambda ms: setattr(clock, "now", clock.now + ms / 1000))
        post(driver, *GONE)
        app.dirty = True
        frame = app.frame

        def counted(events: list[pygame.Event], dt: float) -> bool:
            turns.append(clock.now)
            app.open = clock.now < 10
            return frame(events, dt)

        monkeypatch.setattr(app, "frame", counted)
        app._loop()
        assert len(turns) <= 10 / IDLE_WAIT + 2


# Title and icon


def test_the_title_names_puzzle_and_algorithm_and_follows_them(driver: Driver) -> None:
    def title() -> str:
        driver.app.dirty = True  # as after any key
        driver.frame()
        return driver.app.display.title

    assert title() == "fig1 · Backtracking · Solvescope"
    driver.session.set_solver("mrv")
    assert title() == f"fig1 · {driver.session.solver.title} · Solvescope"
    driver.session.load(named.find("lab"))
    assert title().startswith("lab · ")
    driver.press("P")
    assert title() == "lab · You are playing · Solvescope"
    driver.press("P")
    driver.press("L")
    assert title().startswith(f"lab · Race: {driver.session.solver.title}, ") and title().endswith(PROGRAM)
    driver.press("L")
    assert title() == f"lab · {driver.session.solver.title} · Solvescope"


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_name_makes_a_title_that_can_be_shown(driver: Driver, name: str) -> None:
    driver.session.load(replace(FIG1, name=name, source=""))
    driver.app.dirty = True
    driver.frame()
    title = driver.app.display.title
    assert title.isprintable() and title.endswith("Backtracking · Solvescope") and len(title) <= 2 * LONGEST_PART + 20
    assert title == title_of(driver.session.puzzle, driver.session.solver.title).strip() and "  " not in title
    if name == "数独 №1":
        assert title.startswith(f"{name} · ")


def test_the_icon_is_crisp_and_alike_on_both_sides_at_every_size() -> None:
    for size in SIZES:
        picture = emblem(size)
        assert picture.get_size() == (size, size)
        assert picture.get_at((0, 0))[3] < 128 <= picture.get_at((size // 2, 1))[3], "round corners, full edges"
        for turned in (pygame.transform.rotate(picture, 180), pygame.transform.flip(picture, True, True)):
            assert pygame.image.tobytes(turned, "RGBA") == pygame.image.tobytes(picture, "RGBA"), size
        colors = {tuple(picture.get_at((x, y)))[:3] for x in range(size) for y in range(size)}
        assert {GROUND, PAPER, TRIED} <= colors
        middle = [tuple(picture.get_at((x, size // 2)))[:3] for x in range(size)]
        assert middle.count(TRIED) >= max(2, size // 8), "the one that is tried can be seen"


# A real window


@pytest.mark.slow
@pytest.mark.skipif(bool(lacking()), reason=lacking())
def test_a_real_window_taken_off_the_screen_says_so_and_has_its_title(tmp_path: Path) -> None:
    with display() as name, RealWindow(name, tmp_path / "run", "fig1", "--solver", "backtracking") as window:
        assert window._xdotool("getwindowname", window.id).strip() == "fig1 · Backtracking · Solvescope"
        window.press("space", "play")
        time.sleep(0.5)  # the first step is shown with the next picture, and explained for seconds
        window._xdotool("windowunmap", window.id)
        gone = window.wait("out of sight", mode="playing")
        window._xdotool("windowmap", window.id)
        assert window.wait("in sight")["position"] == gone["position"]
