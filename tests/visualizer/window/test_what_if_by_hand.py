"""Tests of a what-if during a game: two runs appear side by side, and the game is unchanged afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame
import pytest
from app_driver import SIZE, Driver
from hands import hand
from strategies import solution_of

import solvers
from puzzles.corpus import named
from solvers.core.registry import START
from visualizer.race.lane import titles_among
from visualizer.race.view import RaceComposer
from visualizer.session.run_spec import RunSpec
from visualizer.session.settings import Options

FIG1 = named.find("fig1")
SOLUTION = solution_of("fig1")
FIRST, SECOND = FIG1.blanks[:2]


@pytest.fixture
def driver() -> Iterator[Driver]:
    """Open a game after one digit, with every mark that the rules allow."""
    with Driver(Options(FIG1, solver="elimination", size=SIZE)) as driver:
        driver.press("P")
        driver.press(str(SOLUTION.givens[FIRST]))
        driver.press("A")
        yield driver


@contextmanager
def held(mod: int) -> Iterator[None]:
    pygame.key.set_mods(mod)
    try:
        yield
    finally:
        pygame.key.set_mods(pygame.KMOD_NONE)


def place_of(driver: Driver, cell: int, digit: int) -> tuple[int, int]:
    """Return the place where a mark is drawn."""
    board, rect = driver.app.picture.board, driver.app.picture.board.rect_of(cell)
    assert rect is not None
    points = ((x, y) for y in range(rect.top, rect.bottom, 2) for x in range(rect.left, rect.right, 2))
    return next(point for point in points if board.candidate_at(point) == (cell, digit))


def ask(driver: Driver, cell: int, digit: int, mod: int = pygame.KMOD_LSHIFT) -> None:
    with held(mod):
        driver.click(place_of(driver, cell, digit))


def entries(driver: Driver) -> tuple[RunSpec, ...]:
    assert driver.race.race is not None
    return driver.race.race.race.entries


def marked(driver: Driver) -> int:
    """Return a digit whose mark is visible in the second blank."""
    return next(digit for digit in range(1, 10) if hand(driver.session).shows_mark(SECOND, digit))


def test_a_mark_clicked_with_shift_races_the_algorithm_watched_before(driver: Driver) -> None:
    digit, game, before = marked(driver), hand(driver.session).game, driver.session.timeline
    ask(driver, SECOND, digit)
    one, other = entries(driver)
    assert one.solver == other.solver == game.watched == "elimination"
    name, symbol = FIG1.geometry.name(FIRST), SOLUTION.givens[FIRST]
    assert dict(one.options) == {START.name: f"{name}={symbol}"}
    assert dict(other.options)[START.name].split() == [f"{name}={symbol}", f"{FIG1.geometry.name(SECOND)}={digit}"]
    assert driver.race.race is not None
    view = RaceComposer(driver.race.race.race).view(100)
    assert [lane.title for lane in view.lanes] == ["Your digits", f"What if {FIG1.geometry.name(SECOND)} = {digit}?"]
    assert all(solvers.get("elimination").title in lane.name for lane in view.lanes)
    driver.press("L")
    assert driver.session.timeline is before and driver.session.solver.person and driver.shown()[FIRST] == symbol


def test_a_blank_cell_clicked_with_ctrl_asks_for_the_digit(driver: Driver) -> None:
    holder = next(FIG1.givens[peer] for peer in FIG1.geometry.peers[SECOND] if FIG1.givens[peer])
    free = marked(driver)
    ask(driver, SECOND, holder, pygame.KMOD_LCTRL)
    assert driver.app.picture.over is not None and not driver.racing
    driver.press(str(holder))
    assert not driver.racing
    driver.press(str(free))
    assert driver.racing and len(entries(driver)) == 2


def test_where_there_is_nothing_to_ask_the_click_moves_the_cursor(driver: Driver) -> None:
    seen = driver.session.board.values[FIRST]
    ask(driver, FIRST, seen)
    assert hand(driver.session).game.cursor == FIRST
    driver.press("A")
    ask(driver, SECOND, 1)
    assert hand(driver.session).game.cursor == SECOND
    given = next(cell for cell, digit in enumerate(FIG1.givens) if digit)
    ask(driver, given, 1, pygame.KMOD_LCTRL)
    assert hand(driver.session).game.cursor == given
    driver.press("E")
    ask(driver, SECOND, 1, pygame.KMOD_LCTRL)
    assert not driver.racing and driver.app.picture.over is None


def test_a_tooltip_says_so_of_marks_and_only_of_those(driver: Driver) -> None:
    said = hand(driver.session).words_at(SECOND, marked(driver))
    assert "Shift+click runs" in said and "Ctrl+click" in said
    assert not hand(driver.session).words_at(FIRST, SOLUTION.givens[FIRST])


def test_lanes_are_called_by_the_one_digit_in_which_they_differ() -> None:
    one, other = RunSpec("mrv", (("start", "r1c1=4"),)), RunSpec("mrv", (("start", "r1c1=4 r2c2=7"),))
    assert titles_among([one, other]) == ("Your digits", "What if r2c2 = 7?")
    three = [RunSpec("mrv"), RunSpec("dlx"), one]
    assert titles_among(three) == ("The givens", "", "What if r1c1 = 4?")
    assert titles_among([one, one]) == titles_among([RunSpec("mrv"), other]) == ("", "")
    assert titles_among([one, RunSpec("dlx", other.options)]) == ("", "")
