"""Tests that a larger type size while presenting makes no text smaller, and hides no line of plain words."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest
from app_driver import Driver

from puzzles import Puzzle
from visualizer.session.settings import Options
from visualizer.toolkit.canvas import Fonts
from visualizer.window.app import SIZES
from visualizer.window.present.picture import PresentPicture

HARD = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
WINDOWS = (1280, 720), (1366, 768)
Word = tuple[bool, str]
"""Whether a word is in the pane, and the word."""


def words_of(driver: Driver, zoom: float) -> dict[Word, int]:
    """Return the smallest size in which each word of the sentence and of the pane is painted at a type size."""
    found: dict[Word, int] = {}
    in_pane, draw, paint_pane = [False], Fonts.draw, PresentPicture._paint_pane

    def noting(fonts: Fonts, surface: Any, text: str, face: Any, em: int, *rest: Any, **at: Any) -> Any:
        found.update({(in_pane[0], one): min(em, found.get((in_pane[0], one), em)) for one in text.split()})
        return draw(fonts, surface, text, face, em, *rest, **at)

    def painting(picture: PresentPicture, *rest: Any) -> None:
        in_pane[0] = True
        paint_pane(picture, *rest)
        in_pane[0] = False

    driver.app.picture.zoom = zoom
    with (
        patch.object(Fonts, "draw", noting),
        patch.object(PresentPicture, "_paint_pane", painting),
        patch("visualizer.painting.cell.CellPainter.paint"),
    ):
        driver.app.screen.forget()
        driver.app.invalidate()
        driver.frame()
    return found


@pytest.mark.slow
def test_larger_type_makes_no_type_smaller_while_presenting() -> None:
    faults = []
    for solver, pane, steps in ("backtracking", "code", 9), ("exact-cover", "cover", 8), ("cdcl", "trail", 30):
        with Driver(Options(HARD, solver=solver, size=WINDOWS[0])) as driver:
            driver.session.panes.shown = [pane]
            driver.to(steps)
            driver.press("F5")
            driver.press("Shift+F") if pane == "trail" else None
            for window in WINDOWS:
                driver.resize(window)
                read = [words_of(driver, zoom) for zoom in SIZES if zoom >= 1]
                for smaller, larger in pairwise(read):
                    shrunk = {word: (em, larger[word]) for word, em in smaller.items() if larger.get(word, em) < em}
                    faults += [(pane, window, shrunk)] if shrunk else []
                grown = {word[0] for word, em in read[0].items() if read[-1].get(word, 0) > em}
                missing = set(read[0]) - set(read[-1]) if pane == "code" else ()
                faults += [(pane, window, missing, grown)] if missing or grown != {False, True} else []
            driver.app.picture.zoom = 1.0
    assert not faults
