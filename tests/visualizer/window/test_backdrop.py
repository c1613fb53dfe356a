"""Tests that the picture under a card or message is reused, and is never older than the run."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from app_driver import SIZE, Driver
from slow import slow_but

from puzzles.corpus import named
from visualizer.analysis.run_analysis import Analysis
from visualizer.session.settings import Options
from visualizer.window.frame import Frame

OPTIONS = Options(named.find("lab"), solver="mrv", size=SIZE, reduced_motion=True)


def pixels(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


def painted_anew(driver: Driver) -> bytes:
    driver.app._forget()
    driver.frame()
    return pixels(driver)


@pytest.mark.parametrize("before", slow_but(["L"], ["", "L", "F5"]))
def test_under_a_card_the_picture_is_that_of_the_run(before: str) -> None:
    with Driver(OPTIONS) as driver:
        if before:
            driver.press(before)
        driver.session.player.speed = 30.0
        for key in ("F1", "Ctrl+K", "Shift+F11"):  # the help, a card, a message
            driver.press(key)
            driver.press("Right", times=3)
            driver.frames(3)
            assert pixels(driver) == painted_anew(driver), key
            driver.press("Escape")
            driver.frames(3)
            assert pixels(driver) == painted_anew(driver), key


def test_what_is_covered_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = []
    is_new = Frame._is_new
    monkeypatch.setattr(Frame, "_is_new", lambda *its: is_new(*its) and (painted.append(its[1]) or True))
    for before in ("", "L"):
        with Driver(OPTIONS) as driver:
            if before:
                driver.press(before)
            driver.press("F1")
            driver.frames(2)
            painted.clear()
            driver.app.invalidate()
            assert driver.frame() and painted == []


@pytest.mark.slow
def test_while_a_run_plays_its_time_line_is_made_at_times_and_at_once_after_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    strip = Analysis.strip
    monkeypatch.setattr(Analysis, "strip", lambda self, *its: made.append(its[0]) or strip(self, *its))
    with Driver(replace(OPTIONS, puzzle=named.find("uphill-1"), solver="backtracking")) as driver:
        for speed in (2.0, 1000.0):
            driver.session.player.home()
            driver.session.player.speed = speed
            driver.press("Space")
            made.clear()
            driver.frames(48)
            assert driver.session.running and 8 <= len(made) <= 16, speed
            for x in range(20, 28):
                made.clear()
                driver.move((x, 300))
                assert made, "input is seen in its own frame"
            driver.press("Space")
