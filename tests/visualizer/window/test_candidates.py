"""Tests that the board can show digits only, like system A's."""

from __future__ import annotations

import argparse
from dataclasses import replace

import pytest
from app_driver import SIZE, Driver
from race_driver import race_session, settle

from puzzles.corpus import named
from visualizer.cli import launch
from visualizer.session.settings import Options
from visualizer.views.board import BoardView

OPTIONS = Options(named.find("lab"), solver="elimination", size=SIZE)


def board(driver: Driver) -> BoardView:
    return driver.app.picture.scene(driver.session).board


def test_hiding_candidates_is_kept_for_the_next_start() -> None:
    with Driver(OPTIONS) as driver:
        driver.press("Shift+C")
        assert "Only digits" in driver.session.toast
    with Driver(OPTIONS) as driver:
        driver.press("Right", 4)
        assert not any(cell.candidates for cell in board(driver).cells)
        driver.press("R")
        driver.until_drawn()
        assert not any(cell.candidates for cell in board(driver).cells), "with any puzzle"
        driver.press("Shift+C")
    with Driver(OPTIONS) as driver:
        assert any(cell.candidates for cell in board(driver).cells)


def test_the_command_line_can_hide_candidates_for_one_start() -> None:
    parser = argparse.ArgumentParser()
    launch.add_window(parser)
    asked = parser.parse_args(["--digits-only"])
    with Driver(replace(OPTIONS, digits_only=asked.digits_only)) as driver:
        assert not any(cell.candidates for cell in board(driver).cells)
    with Driver(OPTIONS) as driver:
        assert any(cell.candidates for cell in board(driver).cells)


@pytest.mark.parametrize("solver", ["elimination", "human", "cdcl"])
def test_without_candidates_there_is_nothing_that_was_drawn_on_them(solver: str) -> None:
    with Driver(Options(named.find("lab"), solver=solver, size=SIZE)) as driver:
        driver.press("Shift+C")
        for _ in range(12):
            driver.press("Right")
            shown = board(driver)
            drawn = [(one.candidates, one.struck, one.parts, one.asserted, one.denied) for one in shown.cells]
            assert set(drawn) == {(0, 0, (), 0, 0)} and not shown.links
            assert not any(sign.candidates for sign, _ in driver.app.picture.scene(driver.session).legend)
            assert driver.shown() == driver.replayed(), "the digits are all there"


def test_the_players_own_marks_stay() -> None:
    with Driver(Options(named.find("fig1"), size=SIZE)) as driver:
        driver.press("Shift+C")
        driver.press("P")
        driver.press("Shift+3")
        assert driver.app.picture.scene(driver.session).board.cells[0].candidates == 1 << 3, driver.session.toast


def test_a_race_shows_digits_only_too() -> None:
    with Driver(OPTIONS) as driver:
        for hidden in (False, True):
            driver.press("L")
            settle(driver)
            driver.press("Right")
            shown = [driver.race.picture.view(race_session(driver))]
            driver.press("F5")
            driver.frame()
            shown.append(driver.app.screen.picture.view())  # type: ignore[attr-defined]
            driver.press("Escape", 2)
            marked = [any(cell.candidates for lane in view.lanes for cell in lane.board.cells) for view in shown]
            assert marked == [not hidden] * 2
            driver.press("Shift+C")
