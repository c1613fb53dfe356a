"""Tests that the window fits its screen, with and without a window manager, and fills it in full screen."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from real_window import RealWindow, display, lacking, managed, until

from visualizer.window.display import AROUND, first_size, fitting

SCREENS = [(800, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160)]
SCREEN = (1280, 720)


@pytest.mark.parametrize("desktop", SCREENS)
def test_the_first_window_fits_its_screen(desktop: tuple[int, int]) -> None:
    width, height = first_size(desktop)
    assert 800 <= width <= desktop[0] and 600 <= height <= desktop[1]


def test_a_size_is_reduced_only_as_far_as_the_frame_needs() -> None:
    faults = []
    for desktop, size in product(SCREENS[1:], SCREENS):
        fits = fitting(size, desktop)
        room = tuple(whole - around for whole, around in zip(desktop, AROUND, strict=True))
        if fits != (min(size[0], room[0]), min(size[1], room[1])):
            faults.append((desktop, size, fits))
    assert not faults and fitting((800, 600), (800, 600)) == (800, 600), "smaller cannot be used"


def right_and_bottom(window: RealWindow) -> tuple[int, int]:
    """Return the last column and row in which the window paints its background."""
    picture = window.screenshot().point(lambda value: 255 * (value > 200)).convert("L")
    box = picture.getbbox()
    assert box is not None
    return box[2], box[3]


@pytest.mark.slow
@pytest.mark.skipif(bool(lacking()), reason=lacking())
def test_without_a_window_manager_full_screen_fills_the_screen_and_ends(tmp_path: Path) -> None:
    with display(SCREEN) as name, RealWindow(name, tmp_path / "run", "fig1", size=(900, 650)) as window:
        before = window.geometry()
        assert before[2:] == (900, 650)
        window.keys("F11")
        until(lambda: window.geometry() == (0, 0, *SCREEN), "full screen", lambda: str(window.geometry()))
        window.wait("resized", size=list(SCREEN))
        until(lambda: right_and_bottom(window) == SCREEN, "a picture of the whole screen")
        window.keys("F11")
        until(lambda: window.geometry() == before, "the window as before", lambda: str(window.geometry()))


@pytest.mark.slow
@pytest.mark.skipif(bool(lacking("openbox")), reason=lacking("openbox"))
def test_a_window_too_large_for_its_screen_and_title_bar_is_maximised_also_after_full_screen(tmp_path: Path) -> None:
    def fits() -> bool:
        width, height = window.geometry()[2:]  # xdotool counts the frame twice in the place of a framed window
        return SCREEN[0] - 12 <= width <= SCREEN[0] and SCREEN[1] - 50 <= height <= SCREEN[1] - 15

    with (
        display(SCREEN) as name,
        managed(name),
        RealWindow(name, tmp_path / "run", "fig1", size=SCREEN) as window,
    ):
        until(fits, "a window that fits", lambda: str(window.geometry()))
        window.keys("F11")
        until(lambda: window.geometry()[2:] == SCREEN, "full screen")
        window.keys("F11")
        until(fits, "a window that fits again", lambda: str(window.geometry()))
