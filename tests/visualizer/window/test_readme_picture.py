"""Tests that the picture in the README shows the window as it is. ``UPDATE_PICTURES=1`` takes it again."""

from __future__ import annotations

from pathlib import Path

from app_driver import Driver
from pictures import compare

from puzzles.corpus import named
from visualizer.session.settings import Options

PICTURE = Path(__file__).parents[3] / "assets" / "pictures" / "window.png"


def test_the_readme_shows_the_window_as_it_is(tmp_path: Path) -> None:
    options = Options(puzzle=named.find("minimal-9-1"), size=(1366, 768), theme="light", reduced_motion=True)
    with Driver(options) as driver:
        driver.act("tree")
        driver.act("end")
        driver.until_paused()
        driver.to(1574)
        driver.rest()
        compare(driver.surface, PICTURE, tmp_path)
