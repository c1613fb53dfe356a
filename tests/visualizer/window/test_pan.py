"""Tests that the wheel moves a timeline that shows only part of the run."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from app_driver import SIZE, Driver

from puzzles.corpus import named
from visualizer.session.settings import Options
from visualizer.window.screen import wheel_of


@pytest.fixture
def zoomed() -> Iterator[Driver]:
    """Open a run that is partly visible, with the pointer on its timeline."""
    with Driver(Options(named.find("two-deep"), solver="mrv", size=SIZE)) as driver:
        driver.press("End")
        driver.until_paused()
        driver.press("Z")
        driver.move(driver.on_strip(0.5))
        yield driver


def test_a_wheel_turned_sideways_moves_along_the_time_line_and_leaves_the_playhead(zoomed: Driver) -> None:
    window, position = zoomed.session.analysis.window, zoomed.position
    zoomed.app.usual.pointer.wheel(0, -2)
    zoomed.frames(2)
    moved = zoomed.session.analysis.window
    assert moved.steps == window.steps and moved.start == window.start - round(window.steps / 4)
    zoomed.app.usual.pointer.wheel(0, -99)
    zoomed.frames(2)
    assert zoomed.session.analysis.window.start == 0 and zoomed.position == position
    zoomed.press("Left")
    window = zoomed.session.analysis.window
    assert window.start <= position - 1 <= window.end, "a step is shown"


def test_where_all_is_shown_it_says_so(zoomed: Driver) -> None:
    zoomed.press("Shift+Z")
    zoomed.app.usual.pointer.wheel(0, 1)
    assert zoomed.session.toast == "The timeline shows the whole run: zoom in to move along it."


def test_sideways_elsewhere_moves_nothing(zoomed: Driver) -> None:
    window = zoomed.session.analysis.window
    zoomed.move((30, 30))
    zoomed.app.usual.pointer.wheel(0, -1)
    assert zoomed.session.analysis.window == window


@pytest.mark.parametrize(
    ("x", "y", "shift", "turned"),
    [(0, 2, False, (2, 0)), (1, 0, False, (0, 1)), (0, -2, True, (0, 2)), (-3, 0, True, (0, -3))],
)
def test_with_shift_a_wheel_turns_sideways(x: int, y: int, shift: bool, turned: tuple[int, int]) -> None:
    assert wheel_of(pygame.Event(pygame.MOUSEWHEEL, x=x, y=y), shift) == turned


def test_the_window_passes_on_a_wheel_turned_sideways_or_with_shift(
    zoomed: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = zoomed.session.analysis.window
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=-2, y=0, flipped=False, touch=False))
    zoomed.frames(2)
    assert zoomed.session.analysis.window.start == window.start - round(window.steps / 4)
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
    pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-2, flipped=False, touch=False))
    zoomed.frames(2)
    assert zoomed.session.analysis.window == window
