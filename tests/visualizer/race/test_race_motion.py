"""Tests that each lane of a race shows its steps in motion if it is slow enough to follow."""

from __future__ import annotations

from typing import Any

from app_driver import SIZE, Driver
from race_driver import racing, screen, settle

from visualizer.painting.motion import BoardMotion, fades, leaves, strikes
from visualizer.race.lane import Lane
from visualizer.race.race import Race

LANES = "backtracking,mrv,elimination"


def race_of(driver: Driver) -> Race:
    assert driver.race.race is not None
    return driver.race.race.race


def go(driver: Driver, t: int) -> None:
    race_of(driver).to(t)
    settle(driver)
    driver.frames(60)


def deeds(driver: Driver) -> list[set[object]]:
    return [{sprite.deed for sprite in motion._sprites} for motion in motions(driver)]


def motions(driver: Driver) -> list[BoardMotion]:
    return driver.race.picture.motions


def digits(lane: Lane, position: int) -> list[int]:
    assert lane.timeline is not None
    return list(lane.timeline.board_at(position).values)


def test_a_step_moves_in_each_lane_and_leaves_what_is_shown_without_motion() -> None:
    with Driver(racing(LANES, size=SIZE, seed=1)) as driver:
        lanes = race_of(driver).lanes
        go(driver, 100)
        at = next(t for t in range(60, 100) if any(digits(lane, t + 1) != digits(lane, t) for lane in lanes))
        changed = [digits(lane, at + 1) != digits(lane, at) for lane in lanes]
        go(driver, at)
        driver.press("Right")
        for motion, moved in zip(deeds(driver), changed, strict=True):
            assert motion if moved else motion <= {fades, strikes}
        assert driver.app.busy
        during = screen(driver)
        driver.frames(60)
        after = screen(driver)
        assert during != after and not driver.app.busy
        driver.app.screen.forget()
        driver.app.invalidate()
        driver.frame()
        assert screen(driver) == after


def test_dragging_the_playhead_a_key_and_speed_end_the_motion_of_every_lane() -> None:
    with Driver(racing(LANES, size=SIZE, seed=1)) as driver:
        go(driver, 60)
        driver.press("Home")
        settle(driver)
        assert all(deeds(driver)) and any(leaves in its for its in deeds(driver))
        assert driver.race.race is not None
        driver.race.race.scrub(0.01)
        driver.app.invalidate()
        driver.frame()
        assert race_of(driver).t and not any(deeds(driver))
        go(driver, 60)
        driver.press("Right")
        assert any(deeds(driver))
        driver.press("T")
        assert not any(deeds(driver))
        for speed, moves in ((5.0, True), (100.0, False)):
            go(driver, 60)
            race_of(driver).speed = speed
            driver.press("Space")
            seen = False
            for _ in range(30):
                driver.frame()
                seen = seen or any(deeds(driver))
            assert race_of(driver).t > 60 and seen is moves, speed
            driver.press("Space")


def test_the_playhead_glides_unless_motion_is_reduced() -> None:
    with Driver(racing(LANES, size=SIZE, seed=1)) as driver:
        for gliding in (True, False):
            go(driver, 60)
            driver.press("Right")
            heads = []
            while any(motion.moving for motion in motions(driver)):
                heads.append(head(driver))
                driver.frame()
            assert head(driver) is None, "it has arrived"
            if gliding:
                assert 60 <= heads[0] < heads[3] < 61 and heads == sorted(heads)
            assert bool(heads) is gliding
            driver.press("Home")
            settle(driver)
            assert (head(driver) is not None) is gliding
            driver.frames(60)
            assert head(driver) is None, "it has arrived"
            driver.press("Shift+F11")


def head(driver: Driver) -> Any:
    strip, _ = driver.race.picture._painted["strip"]  # type: ignore[misc]
    return strip.head


def test_without_motion_no_lane_moves() -> None:
    with Driver(racing(LANES, size=SIZE, seed=1)) as driver:
        driver.press("Shift+F11")
        go(driver, 60)
        driver.press("Right", times=3)
        assert not any(motion.moving for motion in motions(driver))
