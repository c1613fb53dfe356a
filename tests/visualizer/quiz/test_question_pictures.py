"""Tests that a question matches its approved pictures, beside its board and large while presenting."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_driver import Clock, Driver
from asked import asking_of, number_of, until_asked
from pictures import compare
from slow import slow_but

from puzzles.corpus import named
from visualizer.session.settings import Options

EXPECTED = Path(__file__).parent / "expected"


CASES = [("mrv", "where-digit", "dark", False), ("annealing", "clashes-after-swap", "light", True)]


@pytest.mark.parametrize(("solver", "kind", "theme", "presenting"), slow_but(CASES[:1], CASES))
def test_a_question_looks_as_expected(solver: str, kind: str, theme: str, presenting: bool, tmp_path: Path) -> None:
    options = Options(named.find("fig1"), solver=solver, size=(1280, 720), seed=1, theme=theme)
    with Driver(options, Clock()) as driver:
        asking = asking_of(driver)
        asking.rhythm, asking.kinds = "always", frozenset([kind])
        driver.session.player.speed = 1000
        if presenting:
            driver.press("F5")
        driver.press("Shift+Q")
        driver.press("Space")
        question = until_asked(driver)
        if not presenting:  # one wrong choice has been made
            driver.press(str(number_of(question, False) + 1))
        driver.rest()
        compare(driver.surface, EXPECTED / f"{'presenting' if presenting else 'watching'}.png", tmp_path)
