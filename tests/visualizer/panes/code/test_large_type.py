"""Tests that the code's type grows with a very large window, up to a bound, and not from step to step."""

from __future__ import annotations

from app_driver import Driver
from type_reader import Reader

from puzzles.corpus import named
from visualizer.session.settings import Options
from visualizer.toolkit.layout import full_scale_of, scale_of

WORDS, PYTHON = "if no cell is blank: solved", "yield"


def sizes(driver: Driver, *texts: str) -> list[int]:
    """Return the size of each text in pixels."""
    reader = Reader(driver)
    reader.read("here")
    return [reader.found[text][0] for text in texts]


def test_plain_words_and_code_grow_with_a_window_of_3840x2160() -> None:
    faults = []
    for window in ((1366, 768), (1920, 1080), (3840, 2160)):
        with Driver(Options(named.find("fig1"), solver="mrv", size=window, seed=1)) as driver:
            driver.to(5)
            (words,) = sizes(driver, WORDS)
            usual, most = round(17 * scale_of(window)), min(17 * full_scale_of(window), 22 * scale_of(window)) + 1
            if not usual <= words <= most or (window[0] == 3840 and words < 1.25 * usual):
                faults.append(f"{window}: {words}")
            driver.press("Shift+K")
            (code,) = sizes(driver, PYTHON)
            if code < round(14 * scale_of(window)) or (window[0] == 3840 and code < 1.1 * 14 * scale_of(window)):
                faults.append(f"{window}: {code}")
            driver.press("Shift+K")  # the next window remembers it
    assert not faults


def test_it_stays_the_same_from_step_to_step() -> None:
    with Driver(Options(named.find("fig1"), solver="mrv", size=(3840, 2160), seed=1)) as driver:
        seen = set()
        for position in (1, 5, 40, 60):
            driver.to(position)
            seen.add(sizes(driver, WORDS)[0])
        assert len(seen) == 1
