"""Tests that a busy solver never freezes the window, and that a failing one does not end it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from app_driver import SIZE, Clock, Driver, add_solver, key_event
from sat_runs import without
from slow import slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import SOLVED, Step, Why, fix, look, pending
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion
from visualizer.window.app import FRAME

FIG1 = named.find("fig1")
HARD = named.find("uphill-1")
"""A puzzle that takes backtracking millions of steps."""
IMPOSSIBLE = named.find("deep-1")
SLICE = 0.001
"""The seconds that a recording may exceed its budget: it looks at the clock a few times a millisecond."""


# Never frozen


class Busy:
    """A solver of twenty million steps, each of which takes a fixed time on a clock."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.made = 0
        self.on_step: dict[int, pygame.Event] = {}

    def __call__(self, puzzle: Puzzle) -> Iterator[Step]:
        cells = [look(cell) for cell in puzzle.geometry.cells]
        for i in range(20_000_000):
            self.clock.now += self.seconds
            self.made += 1
            if self.made in self.on_step:
                pygame.event.post(self.on_step[self.made])
            yield cells[i % 81]


def busy_driver(monkeypatch: pytest.MonkeyPatch, seconds: float, **options: object) -> tuple[Driver, Busy]:
    clock = Clock()
    solver = Busy(clock, seconds)
    solver.__name__ = "busy"  # type: ignore[attr-defined]
    add_solver(monkeypatch, solver)  # type: ignore[arg-type]
    return Driver(Options(FIG1, solver="busy", size=SIZE, **options), clock), solver  # type: ignore[arg-type]


@pytest.mark.parametrize("key", slow_but(["End", "Space"], ["End", "Space", "Shift+Right", "N"]))
@pytest.mark.parametrize("seconds", slow_but([2e-5], [1e-6, 2e-5, 1e-3, 3e-3]))
def test_a_frame_never_works_longer_than_its_budget(monkeypatch, key: str, seconds: float) -> None:
    driver, solver = busy_driver(monkeypatch, seconds, speed=1e7)
    with driver:
        driver.press(key)
        for _ in range(40):
            began, made = driver.app.clock(), solver.made
            driver.frame()
            assert solver.made > made, "it works"
            assert driver.app.clock() - began <= FRAME - 0.002 + max(SLICE, seconds), "but not for long"
        assert driver.session.running


@pytest.mark.parametrize("key", slow_but(["Space"], ["End", "Space"]))
def test_input_is_acted_on_within_two_frames_of_a_search_of_twenty_million_steps(monkeypatch, key: str) -> None:
    driver, solver = busy_driver(monkeypatch, 2e-6, speed=1e7, autoplay=key == "Space")
    clock, app = driver.app.clock, driver.app
    assert isinstance(clock, Clock)
    posted, acted = [], []
    monkeypatch.setattr(pygame.time, "wait", lambda ms: setattr(clock, "now", clock.now + ms / 1000))
    paint = app.picture.paint

    def slow_paint(*args: object) -> list[pygame.Rect]:
        clock.now += 0.004
        return paint(*args)  # type: ignore[arg-type]

    class Posted(dict):  # type: ignore[type-arg]
        """Key presses that arrive while the solver is working."""

        def __contains__(self, made: object) -> bool:
            return isinstance(made, int) and made % 10_007 == 0

        def __getitem__(self, made: int) -> pygame.Event:
            posted.append(clock.now)
            return key_event("Ctrl+Q") if len(posted) == 12 else key_event("T", down=len(posted) % 2 == 1)

    monkeypatch.setattr(app.picture, "paint", slow_paint)
    monkeypatch.setattr(app, "act", lambda id: (acted.append((id, clock.now)), setattr(app, "open", id != "quit")))
    solver.on_step = Posted()
    with driver:
        if key == "End":
            driver.session.do("end")
        app._loop()
    shown = [when for i, when in enumerate(posted) if i % 2 == 0 or i == 11]
    assert [id for id, _ in acted] == ["theme"] * 6 + ["quit"]
    assert solver.made > 100_000
    waits = [done - asked for asked, (_, done) in zip(shown, acted, strict=True)]
    assert all(0 <= wait <= 2 * FRAME for wait in waits)


def test_an_end_that_is_far_away_can_be_interrupted_and_taken_up_again() -> None:
    with Driver(Options(HARD, solver="backtracking", size=SIZE)) as driver:
        driver.press("End")
        driver.frames(5)
        assert driver.mode is Motion.SEEKING and "so far" in driver.caption()
        driver.press("Space")
        assert driver.mode is Motion.PAUSED
        known = driver.length
        driver.frames(5)
        assert driver.length == known and driver.position == 0
        driver.press("End")
        driver.frames(5)
        assert driver.length > known
        driver.press("Escape")
        assert driver.mode is Motion.PAUSED and driver.app.open


def test_the_end_of_an_impossible_puzzle_says_that_there_is_no_solution() -> None:
    with Driver(Options(IMPOSSIBLE, solver="elimination", size=SIZE)) as driver:
        driver.press("End")
        driver.until_paused()
        assert driver.position == driver.length == sum(1 for _ in solvers.trace(IMPOSSIBLE, "elimination"))
        assert "No solution" in driver.caption()
        driver.press("Space")
        assert "without a solution" in driver.session.toast and driver.mode is Motion.PAUSED


def test_a_solver_that_only_computes_keeps_the_window_answering(monkeypatch) -> None:
    def patient(puzzle: Puzzle) -> Iterator[Step]:
        yield look(0)
        while True:
            yield pending("a formula of 12 clauses")

    add_solver(monkeypatch, patient)
    for key in ("Space", "End", "Shift+Right"):
        with Driver(Options(FIG1, solver="patient", size=SIZE)) as driver:
            driver.press(key)
            driver.frames(20)
            assert driver.session.running and driver.length == 1
            assert "a formula of 12 clauses" in driver.caption()
            driver.press("Space")
            assert driver.mode is Motion.PAUSED
            driver.press("Home")
            driver.press("Tab")
            assert driver.session.solver.name != "patient"


# A solver that fails


def test_a_solver_that_fails_shows_what_and_where_and_all_up_to_there_can_be_seen(monkeypatch) -> None:
    def fragile(puzzle: Puzzle) -> Iterator[Step]:
        for cell in puzzle.blanks[:37]:
            yield look(cell)
        raise ArithmeticError("one too many")

    line = fragile.__code__.co_firstlineno + 3
    add_solver(monkeypatch, fragile)
    with Driver(Options(FIG1, solver="fragile", size=SIZE)) as driver:
        driver.press("End")
        driver.until_paused()
        assert driver.position == driver.length == 37
        assert "one too many" in driver.caption() and f"line {line} of {Path(__file__).name}" in driver.caption()
        for position in (0, 20, 36, 37, 11):
            driver.click(driver.on_strip(position / 37))
            assert driver.position == position and driver.shown() == FIG1.givens
        driver.press("Space")
        driver.until_paused()
        driver.press("Space")
        assert "error" in driver.session.toast
        driver.press("Tab")
        driver.press("End")
        driver.until_paused()
        assert driver.shown() == solvers.solve(FIG1).givens, "another solver goes on as if nothing had been"


def test_a_solver_may_fail_at_once_or_yield_nonsense(monkeypatch) -> None:
    def dead(puzzle: Puzzle) -> Iterator[Step]:
        raise RuntimeError("no luck")
        yield SOLVED

    def mad(puzzle: Puzzle) -> Iterator[Step]:
        yield fix(puzzle.blanks[0], 1, Why.NONE)
        yield "a step"  # type: ignore[misc]

    add_solver(monkeypatch, dead)
    add_solver(monkeypatch, mad)
    for name, length, said in (("dead", 0, "no luck"), ("mad", 1, "this one yielded 'a step'")):
        with Driver(Options(FIG1, solver=name, size=SIZE)) as driver:
            driver.press("Space")
            driver.until_paused()
            assert driver.length == length and said in driver.caption()


def test_where_no_sat_solver_is_installed_sat_mode_says_so_and_offers_clause_learning(monkeypatch) -> None:
    without(monkeypatch, "pycosat", "pysat")
    with Driver(Options(FIG1, solver="backtracking", size=SIZE)) as driver:
        driver.press("Right", 7)
        driver.press("S")
        assert "pip install python-sat" in driver.session.notice and "compiler" not in driver.session.notice
        assert (driver.session.solver.name, driver.position) == ("backtracking", 7)
        driver.press("Escape")
        assert not driver.session.notice and driver.app.open
        for _ in solvers.names():
            driver.press("Tab")
            assert driver.session.solver.name != "sat" and not driver.session.notice
        driver.click(driver.rect("sat").center)
        assert "pip install python-sat" in driver.session.notice
        driver.press("Return")
        assert not driver.session.notice and driver.session.solver.name == "cdcl"
        driver.press("E")
        driver.press("S")
        driver.press("Return")
        assert driver.session.solver.name == "cdcl" and driver.session.player.mode is Motion.PLAYING
