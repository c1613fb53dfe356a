"""Tests that the tall timeline and the tree's icicle say how deep they go, and why some bars are missing."""

from __future__ import annotations

import pygame
import pytest
from app_driver import SIZE, Driver

from puzzles.corpus import named
from visualizer.painting.profile import paint_scale
from visualizer.painting.time_line import track, why_empty
from visualizer.panes.tree.paint import Painter
from visualizer.session.settings import Options


def words(driver: Driver) -> str:
    strip = driver.app.picture.scene(driver.session).strip
    layout = driver.app.picture.layout
    return why_empty(strip, driver.session.analysis.icicle(driver.position, track(layout.strip).width))


def written(driver: Driver) -> bool:
    """Return whether there is text in the middle of the timeline, above the playhead's handle."""
    along = track(driver.app.picture.layout.strip)
    middle = pygame.Rect(0, 0, along.width // 4, 12)
    middle.center = along.center
    pixels = pygame.surfarray.array3d(driver.surface.subsurface(middle))
    return bool((pixels == driver.app.picture.theme.soft[:3]).all(axis=2).any())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_run_without_guesses_says_why_there_are_no_bars(theme: str) -> None:
    with Driver(Options(named.find("fig1"), solver="mrv", size=SIZE, theme=theme)) as driver:
        assert not written(driver)
        driver.press("X")
        assert words(driver) == "Each guess will be a bar here." and written(driver)
        driver.press("End")
        driver.until_paused()
        driver.press("Home")
        assert words(driver) == "No guess yet. Each guess will be a bar here." and written(driver)
        for key in ("End", "N"):
            driver.press(key)
            driver.until_paused()
        driver.press("Home")
        assert words(driver) == "A run without guesses has no bars." and written(driver)
        driver.press("X")
        assert not written(driver)


def test_of_a_part_without_guesses_no_more_is_said_than_that() -> None:
    with Driver(Options(named.find("two-deep"), solver="mrv", size=SIZE)) as driver:
        driver.press("End")
        driver.until_paused()
        driver.press("X")
        assert words(driver) == ""
        guesses = [i for i in range(1, driver.length + 1) if driver.session.timeline.step(i).kind.name == "GUESS"]
        assert guesses[0] > 20
        driver.session.analysis.zoom.show(0, 20, driver.length)
        driver.press("Home")
        assert words(driver) == "No guess is open in the part shown." and written(driver)


def test_the_icicle_of_a_large_tree_says_how_deep_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    placed: list[pygame.Rect | None] = []

    def noted(*arguments: object) -> pygame.Rect | None:
        placed.append(paint_scale(*arguments))  # type: ignore[arg-type]
        return placed[-1]

    monkeypatch.setattr("visualizer.panes.tree.paint.paint_scale", noted)
    with Driver(Options(named.find("uphill-1"), solver="backtracking", size=(1280, 800))) as driver:
        driver.press("Y")
        driver.press("End")
        while not driver.session.analysis.tree.too_large:
            driver.frame()
        driver.press("Space")
        driver.frames(3)
        column = driver.app.picture.column
        pane = column.rects.get("tree")
        painter = column.painters["tree"]
        assert isinstance(painter, Painter) and painter.icicle is not None and pane is not None
        assert placed[-1] is not None and pane.contains(placed[-1])
