"""Tests that a double click on a pane's tab or background enlarges it or restores it, and that views save this."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pygame
import pytest
from app_driver import Driver

from puzzles.corpus import named
from visualizer.session.pane_layout import PaneLayout, names
from visualizer.session.settings import Options


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(named.find("fig1"), solver="mrv", size=(1600, 1100))) as driver:
        driver.session.panes.shown = ["code", "statistics"]
        places(driver)
        yield driver


def places(driver: Driver) -> dict[str, int]:
    """Return the height of each visible pane."""
    driver.app.invalidate()
    driver.frames(2)
    return {name: rect.height for name, rect in driver.app.picture.column.rects.items()}


def test_a_double_click_on_the_ground_of_a_pane_enlarges_it_and_another_restores_all(driver: Driver) -> None:
    before = places(driver)
    inside = driver.app.picture.column.rects["statistics"].center
    driver.click(inside)
    assert places(driver) == before, "a single click does nothing"
    driver.click(inside)
    large = places(driver)
    assert list(large) == ["statistics"] and large["statistics"] > sum(before.values()) + 100
    inside = driver.app.picture.column.rects["statistics"].center
    driver.click(inside)
    driver.click(inside)
    assert places(driver) == before


@pytest.mark.parametrize("tab", ["code", "tree"])
def test_a_double_click_on_a_tab_enlarges_its_pane_open_or_not(driver: Driver, tab: str) -> None:
    before = places(driver)
    place = driver.app.picture.column.tabs[tab].center
    for _ in range(2):
        driver.click(place)
        driver.frame()
    assert list(places(driver)) == [tab]
    driver.press("Escape")
    assert places(driver).keys() == before.keys() | {tab} and driver.app.open


def test_a_double_click_goes_to_the_tab_of_its_first_click_even_if_that_takes_the_tab_away(driver: Driver) -> None:
    driver.session.panes.shown = ["cover"]  # which has nothing to show here, and so no tab once it is closed
    places(driver)
    place = driver.app.picture.column.tabs["cover"].center
    driver.click(place)
    assert driver.app.picture.column.tab_at(place) not in (None, "cover")
    driver.click(place)
    assert list(places(driver)) == ["cover"]


def test_only_panes_that_can_say_something_have_a_tab_and_a_key_says_why_the_others_are_empty(driver: Driver) -> None:
    picture = driver.app.picture
    absent = {"mrv": {"formula", "implications", "cover"}, "cdcl": {"cover"},
              "exact-cover": {"formula", "implications"},
              "sat": {"trail", "tree", "implications", "cover"},
              "annealing": {"formula", "implications", "cover", "tree"}}  # fmt: skip
    for solver, missing in absent.items():
        driver.session.set_solver(solver)
        places(driver)
        assert {*names()} - {*picture.column.tabs} == missing, solver
    assert not driver.session.toast and driver.session.do("tree") and "no tree" in driver.session.toast
    places(driver)
    assert "tree" in driver.session.panes and "tree" not in picture.column.tabs
    driver.session.panes.shown = ["tree"]
    places(driver)
    assert list(picture.column.rects) == ["tree"] and "tree" in picture.column.tabs, "it says so itself if alone"


def test_a_large_pane_hides_no_button_that_can_still_be_hit(driver: Driver) -> None:
    driver.session.panes.maximise("code")
    assert list(places(driver)) == ["code"]
    column = driver.app.picture.column.room
    hit = [id for id, rect in driver.app.picture.controls.rects.items() if rect.colliderect(column)]
    assert not hit, hit


def test_another_pane_opened_gets_its_room(driver: Driver) -> None:
    driver.session.panes.maximise("code")
    driver.session.do("tree", driver.app)
    assert set(places(driver)) == {"code", "statistics", "tree"}


def test_a_saved_view_keeps_it_and_one_of_before_opens() -> None:
    panes = PaneLayout("code", "tree")
    old = panes.data()
    assert "large" not in old and PaneLayout.of(old).large == ""
    panes.maximise("tree")
    again = PaneLayout.of(panes.data())
    assert again.large == "tree" and [place.pane for place in again.arrange(400, 50, 8)] == ["tree"]
    with pytest.raises(ValueError, match="no pane"):
        PaneLayout.of({"large": "forest"})


def test_the_guide_is_in_place_of_a_pane_that_has_nothing_to_show_yet(driver: Driver) -> None:
    column = driver.app.picture.column
    for shown in (["code", "statistics"], ["statistics", "code"], ["code"], []):
        driver.session.panes.shown = shown
        places(driver)
        area = column.rects.get("code", column.room)
        assert column.spare == area and area.height > 100, shown
        assert len(np.unique(pygame.surfarray.array2d(driver.surface.subsurface(area)))) > 9, shown
    driver.session.panes.shown = ["statistics"]
    places(driver)
    assert not column.spare
