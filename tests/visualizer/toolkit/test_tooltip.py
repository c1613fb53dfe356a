"""Tests that every control has a tooltip in each theme, and that tooltips are never in the way."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from app_driver import SIZE, Driver
from slow import slow_but

from puzzles.corpus import named
from visualizer.session.settings import Options
from visualizer.toolkit.messages import HOVER_DELAY
from visualizer.window.app import FRAME
from visualizer.window.extras import CHOOSE, SPEED, tip

CONTROLS = ["home", "back", "play", "forward", "end", SPEED, CHOOSE, "random", "sat", "help", "strip"]
DELAY = round(HOVER_DELAY / FRAME)


SIZES = slow_but([(800, 600)], [SIZE, (800, 600), (1920, 1080)], values=False)


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}")
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with Driver(Options(named.find("fig1"), solver="elimination", size=request.param)) as driver:
        yield driver


def place(driver: Driver, control: str) -> tuple[int, int]:
    return driver.on_strip(0.5) if control == "strip" else driver.rect(control).center


def tooltip(driver: Driver) -> str:
    return driver.app.picture.tooltip.text


def picture(driver: Driver) -> bytes:
    return pygame.image.tobytes(driver.surface, "RGB")


# Tooltips


def test_the_tooltip_of_a_tab_hides_no_tab(driver: Driver) -> None:
    driver.session.set_solver("cdcl")
    driver.app.invalidate()
    driver.frame()
    tabs = driver.app.picture.column.tabs
    for tab in tabs.values():
        driver.move((3, 3))
        driver.move(tab.center)
        driver.frames(DELAY + 5)
        assert tooltip(driver) and driver.app.picture.tooltip.rect.collidelist(list(tabs.values())) < 0


@pytest.mark.parametrize("control", CONTROLS)
def test_a_tooltip_shows_after_the_pointer_has_rested(driver: Driver, control: str) -> None:
    driver.move((3, 3))
    away = picture(driver)
    driver.move(place(driver, control))
    driver.frames(DELAY - 5)
    assert not tooltip(driver)
    without = picture(driver)
    driver.frames(10)
    assert tooltip(driver) == tip(control) and picture(driver) != without
    assert driver.surface.get_rect().contains(driver.app.picture.tooltip.rect), "all of it can be read"
    assert not driver.app.picture.tooltip.rect.collidepoint(place(driver, control)), "nor does it hide the control"
    if control != "strip":
        beside = [rect for rect in driver.app.picture.controls.rects.values() if rect.y == driver.rect(control).y]
        assert driver.app.picture.tooltip.rect.collidelist(beside) < 0, "or one beside it"
    assert driver.frames(60) == 0, "and then nothing moves"
    driver.move((3, 3))
    driver.frames(3)
    assert not tooltip(driver) and picture(driver) == away, "the control is not lit any more either"


def test_a_tooltip_goes_when_a_key_or_a_button_is_pressed(driver: Driver) -> None:
    for hide in (lambda: driver.press("Right"), lambda: driver.click(place(driver, "forward"))):
        driver.move((3, 3))
        driver.move(place(driver, "forward"))
        driver.frames(DELAY + 5)
        assert tooltip(driver)
        hide()
        assert not tooltip(driver)
        driver.frames(DELAY + 5)
        assert not tooltip(driver), "a control that has been used is known"


def test_no_tooltip_while_help_is_open_or_the_pointer_has_left(driver: Driver) -> None:
    driver.press("F1")
    driver.move(place(driver, "random"))
    driver.frames(DELAY + 5)
    assert not tooltip(driver)
    driver.press("F1")
    driver.move((3, 3))
    driver.move(place(driver, "sat"))
    pygame.event.post(pygame.Event(pygame.WINDOWLEAVE))
    driver.frames(DELAY + 5)
    assert not tooltip(driver)


def test_a_tooltip_is_put_away_when_the_theme_or_the_size_changes(driver: Driver) -> None:
    driver.move(place(driver, "play"))
    driver.frames(DELAY + 5)
    driver.press("T")
    assert not tooltip(driver)
    driver.move((3, 3))
    driver.move(place(driver, "play"))
    driver.frames(DELAY + 5)
    assert tooltip(driver)
    driver.resize((1111, 777))
    assert not tooltip(driver)
