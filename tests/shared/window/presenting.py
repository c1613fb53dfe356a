"""Helpers that present a run in a window and read what is on the screen."""

from __future__ import annotations

import pygame
from app_driver import SIZE, Driver

from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.present.mode import PresentMode
from visualizer.session.settings import Options
from visualizer.window.present.screen import PresentScreen

STOPS = (Kind.GUESS, Kind.CONFLICT, Kind.SOLVED)


def presented() -> Driver:
    """Open a window that presents a run with many guesses, conflicts and backtracks."""
    driver = Driver(Options(named.find("formula"), solver="elimination", size=SIZE, seed=1))
    driver.press("F5")
    return driver


def mode_of(driver: Driver) -> PresentMode:
    return driver.session.modes[PresentMode]


def screen_of(driver: Driver) -> PresentScreen:
    screen = driver.app.screens["present"]
    assert isinstance(screen, PresentScreen)
    return screen


def is_presenting(driver: Driver) -> bool:
    return driver.app.screen is screen_of(driver)


def look(driver: Driver) -> bytes:
    driver.app.invalidate()
    driver.frame()
    return pygame.image.tobytes(driver.surface, "RGB")


def whole_run(driver: Driver) -> list[int]:
    """Record the run, and return the positions of its guesses, conflicts and solution."""
    driver.press("End")
    driver.until_paused()
    timeline = driver.session.timeline
    found = [at for at in range(1, timeline.length + 1) if timeline.step(at).kind in STOPS]
    driver.press("Home")
    return found


def draw(driver: Driver, start: tuple[int, int], end: tuple[int, int], button: int = 1) -> None:
    for kind, at in ((pygame.MOUSEBUTTONDOWN, start), (pygame.MOUSEMOTION, end), (pygame.MOUSEBUTTONUP, end)):
        facts = {"buttons": (1, 0, 0), "rel": (0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
        pygame.event.post(pygame.Event(kind, pos=at, touch=False, **facts))
        driver.frame()
