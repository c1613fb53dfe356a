"""Tests that a run of the user's own solver that misses a solution offers to go to the step that shut it out."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_driver import Driver
from foreign_runs import waits

from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.external.start import START
from visualizer.session.settings import Options


def offered(driver: Driver) -> bool:
    return waits(lambda: driver.frame() is not None and "Go to that step?" in driver.session.notice)


def test_a_run_that_misses_the_solution_offers_to_go_where_it_was_shut_out(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(START.replace("for digit in geometry.digits:", "for digit in range(1, 9):"))
    with Driver(Options(named.find("21empty"), size=(1000, 700))) as driver:
        session = driver.session
        session.judge.start()
        assert session.load_solver(path)
        assert waits(lambda: driver.frame() is not None and session.composer.verdict.finished)
        driver.press("End")
        driver.until_paused()
        assert offered(driver)
        assert "Step 7 (line 20) shuts it out: it takes back 8 in r3c3, which is right" in session.notice
        driver.press("RETURN")
        driver.until_paused()
        assert driver.position == 7 and session.timeline.step(7).kind is Kind.BACKTRACK and not session.notice
        driver.press("End")
        driver.until_paused()
        for _ in range(5):
            driver.frame()
        assert not session.notice, "it asks once"
        assert driver.caption().endswith("The solver ended without a solution, but there is one.")


@pytest.mark.slow
def test_a_run_that_finds_the_solution_or_where_there_is_none_offers_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(START)
    for name in ("21empty", "small-4"):
        with Driver(Options(named.find(name), size=(1000, 700))) as driver:
            session = driver.session
            session.judge.start()
            assert session.load_solver(path)
            assert waits(lambda: driver.frame() is not None and session.composer.verdict.finished)  # noqa: B023
            for key in ("End", "n"):
                driver.press(key)
                driver.until_paused()
            assert session.timeline.finished and not session.notice and "but there is one" not in driver.caption()
