"""Tests that motion in the window runs from step to step, never delays a key, and can be turned off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pygame
import pytest
from app_driver import SIZE, Driver, key_event
from slow import slow_but

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.painting.motion import ARROW, GLIDE
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.window.app import FRAME

OPTIONS = Options(named.find("lab"), solver="backtracking", size=SIZE)


def pixels(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def moving(driver: Driver) -> bool:
    return driver.app.screen.picture.motion.moving  # type: ignore[attr-defined, no-any-return]


def go(driver: Driver, position: int) -> None:
    driver.session.player.to(position)
    driver.until_paused()
    driver.rest()


@cache
def deep_undo() -> int:
    """Return the position of a step that takes back several digits, or one digit if there is no such step."""
    solver, puzzle = solvers.get(str(OPTIONS.solver)), OPTIONS.puzzle
    assert puzzle is not None
    board, undone = solver.board(puzzle, {}), {}
    for at, step in enumerate(islice(solvers.trace(puzzle, solver.name), 2000), 1):
        before = board.filled
        board.apply(step)
        if step.kind is Kind.BACKTRACK:
            undone[at] = before - board.filled
    return max(undone, key=lambda at: undone[at])


@pytest.mark.parametrize("mode", slow_but([""], ["", "F5"]))
def test_a_step_moves_and_then_leaves_exactly_what_is_shown_without_motion(mode: str) -> None:
    with Driver(OPTIONS) as driver, Driver(replace(OPTIONS, reduced_motion=True)) as still:
        for one in (driver, still):
            if mode:
                one.press(mode)
        for one in (driver, still):
            go(one, deep_undo() - 1)
        for key in ("Down", "Up", "Up") if mode else ("Right", "Left", "Left"):
            for one in (driver, still):
                one.press(key)
            assert moving(driver) and not moving(still)
            assert key in ("Left", "Up") or pixels(driver) != pixels(still)
            for one in (driver, still):
                one.rest()
            assert not moving(driver) and pixels(driver) == pixels(still)


def test_without_motion_a_step_is_whole_in_its_first_frame() -> None:
    with Driver(replace(OPTIONS, reduced_motion=True)) as driver:
        go(driver, 40)
        driver.press("Right")
        first = pixels(driver)
        assert not driver.app.busy or driver.app.picture.fading
        driver.rest()
        assert driver.app.picture.fading or pixels(driver) == first


def test_a_key_ends_the_motion_at_once() -> None:
    with Driver(OPTIONS) as driver:
        go(driver, deep_undo() - 1)
        driver.press("Right")
        driver.frames(3)
        assert moving(driver)
        driver.press("Shift+T")
        assert not moving(driver)
        driver.press("Left")
        assert moving(driver)


@pytest.mark.parametrize("mode", slow_but(["F5"], ["", "F5"]))
def test_a_leap_is_seen_undoing_what_it_undoes(mode: str) -> None:
    with Driver(OPTIONS) as driver:
        go(driver, 40)
        if mode:
            driver.press(mode)
        for key in ("Home", "Ctrl+Right", "Shift+Right", "Ctrl+Left", "Shift+Left"):
            driver.press(key)
            driver.until_paused()
            motion = driver.app.picture.motion
            motion.advance(0.3)
            assert motion.moving and (mode or motion.left), key
            assert driver.shown() == tuple(driver.session.timeline.board_at(driver.position).values)
            driver.rest()
            assert not moving(driver)


def step_key(driver: Driver) -> str:
    """Return the key for one step. While presenting, the arrows to the right go to the next stop."""
    return "Right" if driver.session.entered is None or driver.racing else "Down"


def arrows(driver: Driver) -> int:
    """Return the number of arrows on the board painted last."""
    drawn = driver.app.picture.board._drawn
    assert drawn is not None
    return len(drawn.view.links)


def test_the_arrows_to_a_dead_end_come_one_after_the_other_and_at_once_without_motion_or_after_a_key() -> None:
    options = Options(named.find("jump-1"), solver="mrv", size=SIZE)
    with Driver(options) as driver, Driver(replace(options, reduced_motion=True)) as still:
        for one in (driver, still):
            one.press("End")
            one.until_paused()
            dead = next(at for at in range(1, 99) if one.session.timeline.step(at).kind is Kind.CONFLICT)
            go(one, dead - 1)
            one.press("Right")
        assert (arrows(driver), arrows(still)) == (1, 4)
        seen = [arrows(driver)]
        while moving(driver):
            driver.frame()
            seen.append(arrows(driver))
        assert sorted({*seen}) == [1, 2, 3, 4] and seen == sorted(seen) and ARROW * 3 * 60 - 2 < len(seen) < 120
        still.rest()
        driver.rest()
        assert pixels(driver) == pixels(still)
        driver.press("Left")
        driver.rest()
        driver.press("Right")
        assert arrows(driver) == 1
        driver.press("Shift+T")
        assert arrows(driver) == 4, "a key ends every motion"


def test_a_run_at_a_readable_speed_has_all_its_arrows_before_the_next_step_and_a_fast_run_none() -> None:
    options = Options(named.find("jump-1"), solver="mrv", size=SIZE)
    for speed, most in ((2.0, 4), (20.0, 4), (30.0, 0)):
        with Driver(options) as driver:
            driver.press("End")
            driver.until_paused()
            dead = next(at for at in range(1, 99) if driver.session.timeline.step(at).kind is Kind.CONFLICT)
            go(driver, dead - 1)
            driver.session.player.speed = speed
            driver.press("Space")
            seen = []
            while driver.position <= dead:
                driver.frame()
                seen += [arrows(driver)] * (driver.position == dead)
            assert max(seen) == most and seen == sorted(seen), speed


def test_dragging_the_playhead_and_a_fast_run_have_no_motion() -> None:
    with Driver(OPTIONS) as driver:
        go(driver, 40)
        at_the_strip(driver)
        assert driver.position != 40 and not moving(driver)
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


def test_a_key_without_an_effect_ends_a_motion_and_leaves_nothing_of_it_on_the_screen() -> None:
    faults = []
    with Driver(OPTIONS) as driver:
        for mode in ("", "F5", "L"):
            for key in filter(None, (mode, "Home", "Shift+Right", "Up" if mode == "F5" else "Left")):
                driver.press(key)
                driver.rest()
            driver.press(step_key(driver))
            driver.frames(3)
            painted = pixels(driver)
            driver.press("Ctrl+4")
            driver.rest()
            ended = pixels(driver)
            driver.app._forget()
            driver.frame()
            if painted == ended or pixels(driver) != ended:
                faults.append(mode)
            if mode:
                driver.press("Escape")
                driver.rest()
    assert not faults


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


def test_the_playhead_glides_to_its_new_position_and_never_past_it() -> None:
    with Driver(OPTIONS) as driver:
        at = deep_undo()
        strip = driver.session.analysis.strip
        for start, key in ((at - 1, "Right"), (at, "Left")):
            go(driver, start)
            motion, heads = driver.app.picture.motion, []
            assert motion.gliding(strip(start, 100)).head is None
            driver.press(key)
            end = driver.position
            while (head := motion.gliding(strip(end, 100)).head) is not None:
                heads.append(abs(head - start))
                driver.frame()
            assert heads == sorted(heads) and heads[0] >= 0 and heads[-1] < 1
            assert 3 <= len(heads) <= GLIDE / FRAME + 1


def at_the_strip(driver: Driver) -> None:
    driver.button_down(driver.on_strip(0.3))
    driver.button_up(driver.on_strip(0.3))


def at_the_board(driver: Driver) -> None:
    place = driver.app.picture.board.rect_of(40)
    assert place is not None
    driver.click(place.center)
    driver.press("Escape")


def larger(driver: Driver) -> None:
    width, height = driver.app.display.size
    driver.resize((width + 40, height + 30))


DURING: dict[str, Callable[[Driver], object]] = {
    "a held key": lambda driver: driver.hold("Right", 4),
    "a step back": lambda driver: driver.press("Left"),
    "a leap": lambda driver: driver.press("Home"),
    "playing": lambda driver: driver.press("Space", 2),
    "scrubbing": at_the_strip,
    "a click on the board": at_the_board,
    "another theme": lambda driver: driver.press("T"),
    "another size": larger,
    "the help": lambda driver: driver.press("F1", 2),
    "presenting, or leaving it": lambda driver: driver.press("F5"),
    "other symbols": lambda driver: driver.press("Shift+T"),
}


@pytest.mark.parametrize("mode", slow_but([""], ["", "F5"]))
def test_whatever_happens_during_a_motion_the_picture_ends_as_if_painted_anew(mode: str) -> None:
    with Driver(OPTIONS) as driver:
        at = deep_undo()
        for name, act in DURING.items():
            go(driver, at - 1)
            if mode and not driver.session.entered:
                driver.press(mode)
            driver.rest()
            driver.press(step_key(driver))
            driver.frames(4)
            assert moving(driver), name
            act(driver)
            assert driver.shown() == tuple(driver.session.timeline.board_at(driver.position).values), name
            driver.until_paused()
            driver.session.toast = ""
            driver.rest()
            assert not moving(driver), name
            seen = pixels(driver)
            driver.app._forget()
            driver.frame()
            assert pixels(driver) == seen, (name, mode)
            if driver.session.entered and not mode:
                driver.press("Escape")


def test_a_motion_never_holds_back_the_picture_of_a_step() -> None:
    """Check that a key's frame already shows the new caption, counters and board under the motion."""
    with Driver(OPTIONS) as driver:
        go(driver, deep_undo() - 1)
        drawn: list[int] = []
        picture = driver.app.picture
        paint = picture.motion.paint

        def noted(*arguments: Any) -> list[pygame.Rect]:
            drawn.append(driver.position)
            return paint(*arguments)

        picture.motion.paint = noted  # type: ignore[method-assign]
        for _ in range(6):  # as the system repeats a held key
            before = driver.position
            pygame.event.post(key_event("Right"))
            driver.frame()
            assert driver.position == before + 1 == drawn[-1]
            driver.frames(2)
