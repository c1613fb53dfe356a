"""No line of moves is lost by any key: neither in one sitting nor from one start to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from app_driver import SIZE, Driver

from puzzles import named
from visualizer.options import Options
from visualizer.session import Session

FIG1, FIG23 = named.find("fig1"), named.find("fig23")
ASKED = Options(FIG1, solver="mrv", size=SIZE, seed=1)


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(ASKED) as driver:
        yield driver


def press(driver: Driver, *keys: str) -> None:
    for key in keys:
        driver.press(key)
        driver.until_drawn()


def written(session: Session) -> str:
    return str(session.options.get("moves", ""))


def gone_back(driver: Driver, times: int) -> list[str]:
    """The lines that one comes to by going back, the latest first."""
    lines = []
    for _ in range(times):
        driver.press("Ctrl+Backspace" if driver.session.solver.person else "Backspace")
        lines.append(written(driver.session))
    return lines


def test_lines_are_gone_back_to_in_the_order_in_which_they_were_left(driver: Driver) -> None:
    press(driver, "P", "5", "Home", "6", "Ctrl+Backspace", "Home", "7")
    assert written(driver.session) == "r1c1=7"
    assert gone_back(driver, 2) == ["r1c1=5", "r1c1=6"]


def test_a_game_that_was_gone_back_from_is_there_after_another_was_begun(driver: Driver) -> None:
    press(driver, "P", "5", "R")
    driver.session.game.cursor = cell = driver.session.puzzle.blanks[0]
    press(driver, "1")
    second, text = driver.session.puzzle, written(driver.session)
    press(driver, "Ctrl+Backspace", "R")
    driver.session.game.cursor = driver.session.puzzle.blanks[0]
    press(driver, "2")
    assert gone_back(driver, 2) == ["r1c1=5", text]
    assert driver.session.puzzle == second and driver.shown()[cell] == 1


def test_the_key_that_goes_on_again_is_named_as_it_is_where_one_has_come_to(driver: Driver) -> None:
    press(driver, "P", "5", "Home", "6", "Ctrl+Backspace")
    assert driver.session.toast.endswith("at number 0. Ctrl+Shift+Backspace goes on again.")
    press(driver, "Ctrl+Shift+Backspace", "Ctrl+Shift+Backspace")
    assert "Ctrl+Backspace goes back" in driver.session.toast
    press(driver, "Escape", "Shift+Backspace")
    assert "no run to go on to: Backspace goes back" in driver.session.toast
