"""Motion in the window runs from step to step, never delays a key, and can be turned off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
from app_driver import SIZE, Driver

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion

OPTIONS = Options(named.find("lab"), solver="backtracking", size=SIZE)


def pixels(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def moving(driver: Driver) -> bool:
    return driver.app.screen.picture.motion.moving  # type: ignore[attr-defined, no-any-return]


def go(driver: Driver, position: int) -> None:
    driver.session.player.to(position)
    driver.until_paused()
    driver.frames(60)


def deep_undo(driver: Driver) -> int:
    """Return the position of a step that takes several digits back or, if there is none, one digit."""
    go(driver, 2000)
    timeline = driver.session.timeline
    undone = (at for at in range(1, timeline.length + 1) if timeline.step(at).kind is Kind.BACKTRACK)
    return max(undone, key=lambda at: timeline.board_at(at - 1).filled - timeline.board_at(at).filled)


def test_a_step_moves_and_then_leaves_exactly_what_is_shown_without_motion() -> None:
    for mode in ("", "F5"):
        with Driver(OPTIONS) as driver, Driver(replace(OPTIONS, reduced_motion=True)) as still:
            for one in (driver, still):
                if mode:
                    one.press(mode)
            at = deep_undo(driver)
            deep_undo(still)
            for one in (driver, still):
                go(one, at - 1)
            for key in ("Right", "Left", "Left"):
                for one in (driver, still):
                    one.press(key)
                assert moving(driver) and not moving(still)
                assert key == "Left" or pixels(driver) != pixels(still)
                for one in (driver, still):
                    one.frames(90)
                assert not moving(driver) and pixels(driver) == pixels(still)


def test_without_motion_a_step_is_whole_in_its_first_frame() -> None:
    with Driver(replace(OPTIONS, reduced_motion=True)) as driver:
        go(driver, 40)
        driver.press("Right")
        first = pixels(driver)
        assert not driver.app.busy or driver.app.picture.fading
        driver.frames(60)
        assert driver.app.picture.fading or pixels(driver) == first


def test_a_key_ends_the_motion_at_once() -> None:
    with Driver(OPTIONS) as driver:
        go(driver, deep_undo(driver) - 1)
        driver.press("Right")
        driver.frames(3)
        assert moving(driver)
        driver.press("Shift+T")
        assert not moving(driver)
        driver.press("Left")
        assert moving(driver)


def test_a_leap_and_a_fast_run_have_no_motion() -> None:
    with Driver(OPTIONS) as driver:
        go(driver, 40)
        for key in ("Home", "Ctrl+Right", "Ctrl+Left"):
            driver.press(key)
            driver.until_paused()
            assert not moving(driver), key
        for speed, moves in ((5.0, True), (100.0, False)):
            driver.session.player.home()
            driver.frames(5)
            driver.session.player.speed = speed
            driver.press("Space")
            seen = False
            for _ in range(60):
                driver.frame()
                seen = seen or moving(driver)
            assert driver.mode is Motion.PLAYING and driver.position > 3
            assert seen is moves, speed
            driver.press("Space")


def test_a_held_key_moves_less_and_less() -> None:
    with Driver(OPTIONS) as driver:
        go(driver, 40)
        for _ in range(5):
            driver.press("Right")
            assert driver.shown() == tuple(driver.session.timeline.board_at(driver.position).values)
        assert not driver.app.picture.motion._sprites
        driver.frames(30)
        driver.press("Right")
        assert driver.app.picture.motion._sprites


def test_turning_motion_off_is_kept(tmp_path: Path) -> None:
    with Driver(OPTIONS) as driver:
        go(driver, 40)
        driver.press("Shift+F11")
        assert driver.app.picture.motion.reduced and "at once" in driver.session.toast
        driver.press("Right")
        assert not moving(driver)
    with Driver(OPTIONS) as driver:
        assert driver.app.picture.motion.reduced
        driver.press("Shift+F11")
    with Driver(OPTIONS) as driver:
        assert not driver.app.picture.motion.reduced
    with Driver(replace(OPTIONS, reduced_motion=True)):
        pass
    with Driver(OPTIONS) as driver:
        assert not driver.app.picture.motion.reduced  # the command line speaks for one start
