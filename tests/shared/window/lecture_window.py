"""A lecture in a window, whose file changes."""

from __future__ import annotations

from time import monotonic, sleep

from app_driver import Clock, Driver

from visualizer.files.loader import INTERVAL


def until_read(driver: Driver) -> None:
    """Let enough time pass for a change to the lecture's file to be noticed, and wait until it has been read."""
    clock, end = driver.app.clock, monotonic() + 60
    assert isinstance(clock, Clock)
    for _ in range(3):
        clock.now += INTERVAL
        driver.frames(2)
    while driver.app.screen.working or driver.app.usual.opener.busy or driver.app.usual.scenes.busy:
        assert monotonic() < end
        driver.frame()
        sleep(0.005)
