"""Checks what each key does while watching: each function presses its key and asserts the effect."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from app_driver import Driver
from hands import hand

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.dialogs.solver import Picker
from visualizer.timeline.condition import Grain, grains_for
from visualizer.timeline.player import SPEEDS, Cut
from visualizer.timeline.transport import Motion

TWO = named.find("fig23")
HARD = named.find("uphill-1")
GRAPH = Puzzle.parse("..3....2.........9..5..31.6....81.35......9....63.4....2......798.45....3..2.9...")
"""A puzzle on which clause learning meets conflicts."""
Press = Callable[[], None]


def kind_at(driver: Driver) -> Kind:
    return driver.session.timeline.step(driver.position).kind


def positions(driver: Driver, kind: Kind) -> list[int]:
    """Return the positions of all steps of a kind, counted in a run of the solver itself."""
    steps = solvers.trace(driver.session.puzzle, driver.session.solver.name)
    found = []
    for position, step in enumerate((step for step in steps if step.kind is not Kind.PENDING), 1):
        if step.kind is kind:
            found.append(position)
        if step.kind is Kind.SOLVED:
            return found
    return found


def plays(driver: Driver, press: Press) -> None:
    press()
    assert driver.mode is Motion.PLAYING
    driver.frames(30)
    reached = driver.position
    assert reached > 0
    press()
    assert driver.mode is Motion.PAUSED
    reached = driver.position
    driver.frames(5)
    assert driver.position == reached, "paused means that it stands"
    press()
    driver.frames(30)
    assert driver.position > reached, "and goes on from there"


def speeds_up(driver: Driver, press: Press) -> None:
    player = driver.session.player
    assert player.director and player.tempo == 1.0
    for tempo in (2.0, 4.0, 4.0):
        press()
        assert driver.session.player.tempo == tempo
    player.cut, before = Cut.FIXED, player.speed
    press()
    assert driver.session.player.speed == SPEEDS[SPEEDS.index(before) + 1]
    for _ in SPEEDS:
        press()
    assert driver.session.player.speed == SPEEDS[-1] >= 1e6


def slows_down(driver: Driver, press: Press) -> None:
    player = driver.session.player
    for tempo in (0.5, 0.5):
        press()
        assert driver.session.player.tempo == tempo
    player.cut, before = Cut.FIXED, player.speed
    press()
    assert driver.session.player.speed == SPEEDS[SPEEDS.index(before) - 1]
    for _ in SPEEDS:
        press()
    assert driver.session.player.speed == SPEEDS[0] == 0.5


def ends(driver: Driver, press: Press) -> None:
    press()
    driver.until_paused()
    assert kind_at(driver) is Kind.SOLVED
    assert driver.shown() == solvers.solve(driver.session.puzzle).givens


def finds_another(driver: Driver, press: Press) -> None:
    driver.session.load(TWO)
    solutions = {str(solution) for solution in solvers.solutions(TWO)}
    assert len(solutions) == 2
    seen = set()
    for _ in range(2):
        press()
        driver.until_paused()
        seen.add(str(TWO.with_values(driver.shown())))
    assert seen == solutions
    press()
    driver.until_paused()
    press()
    assert "2 in all" in driver.session.toast


def steps_on(driver: Driver, press: Press) -> None:
    for position in range(1, 4):
        press()
        assert (driver.position, driver.mode) == (position, Motion.PAUSED)
        assert driver.shown() == driver.replayed()


def steps_back(driver: Driver, press: Press) -> None:
    driver.act("forward", 5)
    for position in (4, 3, 2, 1, 0, 0):
        press()
        assert (driver.position, driver.mode) == (position, Motion.PAUSED)
        assert driver.shown() == driver.replayed()


def seeks(kind: Kind, forward: bool) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        expected = positions(driver, kind)[:4]
        assert len(expected) == 4
        if not forward:
            driver.session.player.to(expected[-1] + 1)
            driver.until_paused()
        for position in expected if forward else reversed(expected):
            press()
            driver.until_paused()
            assert (driver.position, kind_at(driver)) == (position, kind)
        if not forward:
            press()
            driver.until_paused()
            assert driver.position == expected[0], "without one before it, it stays"

    return check


def goes_home(driver: Driver, press: Press) -> None:
    driver.press("Space")
    driver.frames(40)
    assert driver.position > 0
    press()
    assert (driver.position, driver.mode) == (0, Motion.PAUSED)
    assert driver.shown() == driver.session.puzzle.givens


def makes_a_puzzle(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    if driver.session.supply.drawing:
        assert driver.session.toast == "Making a puzzle …" and driver.position == 3, "meanwhile nothing else changes"
    driver.until_drawn()
    assert driver.session.puzzle.source.startswith("fresh (seed ") and driver.position == 0
    assert driver.shown() == driver.session.puzzle.givens and not driver.session.toast


def shows_the_idea(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    names = driver.session.solver.seen_on
    for name in (*names, names[0]):
        press()
        assert driver.session.puzzle == named.find(name) and driver.position == 0
        assert driver.shown() == named.find(name).givens and not driver.session.toast


def draws_a_puzzle(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    seen = {str(driver.session.puzzle)}
    for _ in range(3):
        press()
        seen.add(str(driver.session.puzzle))
        assert driver.position == 0 and driver.shown() == driver.session.puzzle.givens
    assert len(seen) == 4


def opens_the_list(driver: Driver, press: Press) -> None:
    without = pygame.image.tobytes(driver.surface, "RGB")
    press()
    over = driver.app.picture.over
    assert over is not None and isinstance(over.card, Picker) and over.card.name == driver.session.solver.name
    assert pygame.image.tobytes(driver.surface, "RGB") != without
    press()
    assert driver.app.picture.over is None and pygame.image.tobytes(driver.surface, "RGB") == without


def cycles(by: int) -> Callable[[Driver, Press], None]:
    def check(driver: Driver, press: Press) -> None:
        names = solvers.names()
        here = names.index(driver.session.solver.name)
        puzzle = driver.session.puzzle
        for i in range(1, len(names) + 1):
            press()
            assert driver.session.solver.name == names[(here + by * i) % len(names)]
            assert driver.session.puzzle is puzzle and driver.position == 0

    return check


def goes_back_to_the_run_before(driver: Driver, press: Press) -> None:
    session = driver.session
    press()
    assert "no earlier run" in session.toast
    first, timeline = session.solver, session.timeline
    driver.press("Right")
    driver.press("Tab")
    driver.press("Right")
    second = session.solver
    driver.press("Tab")
    press()
    assert session.solver is second
    press()
    assert session.solver is first and session.timeline is timeline and driver.position == 1
    press()
    assert "no earlier run" in session.toast and session.solver is first


def goes_on_to_the_run_gone_back_from(driver: Driver, press: Press) -> None:
    session = driver.session
    press()
    assert "no later run" in session.toast
    driver.press("Right")
    driver.press("Tab")
    driver.press("Right", 3)
    second, timeline = session.solver, session.timeline
    driver.press("Backspace")
    assert session.solver is not second
    press()
    assert session.solver is second and session.timeline is timeline and driver.position == 3
    driver.press("Backspace")
    assert session.solver is not second, "and back again"
    press()
    driver.press("Tab")
    driver.press("Right")
    driver.press("Tab")
    press()
    assert "no later run" in session.toast, "what is begun anew leads nowhere further"


def goes_to_sat_and_back(driver: Driver, press: Press) -> None:
    for before in ("backtracking", "elimination"):
        driver.session.set_solver(before)
        press()
        assert driver.session.solver.name == "sat"
        press()
        assert driver.session.solver.name == before


def refines_the_step(driver: Driver, press: Press) -> None:
    grains = []
    there = grains_for(driver.session.solver)
    for _ in there:
        press()
        grains.append(driver.session.player.grain)
        assert grains[-1].said == driver.session.toast
    assert grains == [*reversed(there[1:]), Grain.EVERY] and there == driver.session.player.grains


def opens_a_race(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    press()
    race = driver.race.race
    assert race is not None and race.race.puzzle is driver.session.puzzle and len(race.race.lanes) == 2
    press()
    assert driver.race.race is None and driver.position == 3 and driver.shown() == driver.replayed()


def presents(driver: Driver, press: Press) -> None:
    driver.press("Right", 5)
    driver.press("Left", 2)
    without = pygame.image.tobytes(driver.surface, "RGB")
    press()
    driver.press("Down", 2)
    assert driver.app.screen is driver.app.screens["present"] and driver.position == 5
    assert pygame.image.tobytes(driver.surface, "RGB") != without
    press()
    assert driver.app.screen is driver.app.usual and driver.position == 5
    driver.press("Left", 2)
    driver.rest()
    assert pygame.image.tobytes(driver.surface, "RGB") == without


def plays_by_hand(driver: Driver, press: Press) -> None:
    driver.press("Right", 3)
    before = driver.session.solver.name
    press()
    assert driver.session.solver.person and driver.shown() == driver.session.puzzle.givens
    driver.press("P")
    assert driver.session.solver.name == before and driver.position == 3


def edits(driver: Driver, press: Press) -> None:
    givens = driver.session.puzzle.givens
    press()
    assert hand(driver.session).game.editing and driver.shown() == givens and driver.session.puzzle.clues == 0


def enters_a_puzzle(driver: Driver, press: Press) -> None:
    press()
    assert hand(driver.session).game.editing and not any(driver.shown())
    driver.press("Ctrl+Backspace")
    assert not driver.session.solver.person or not driver.session.timeline.length


def agrees(driver: Driver, press: Press) -> None:
    done: list[str] = []
    press()
    assert not done and not driver.session.notice
    driver.session.ask("Shall it be done?", lambda: done.append("done"))
    assert "Shall it be done?" in driver.session.notice
    press()
    press()
    assert done == ["done"] and not driver.session.notice
    driver.session.ask("Shall it be done?", lambda: done.append("again"))
    driver.press("Right")
    press()
    assert done == ["done"] and not driver.session.notice


def closes_or_quits(driver: Driver, press: Press) -> None:
    driver.session.load(HARD)
    driver.session.set_solver("backtracking")
    driver.press("End")
    driver.press("F1")
    driver.session.notice = "Trouble."
    open_now = [lambda: driver.session.notice, lambda: driver.session.show_help, lambda: driver.session.running]
    for i in range(3):
        assert all(is_open() for is_open in open_now[i:]) and not any(is_open() for is_open in open_now[:i])
        press()
    assert not any(is_open() for is_open in open_now) and driver.app.open
    press()
    assert driver.app.open and "again quits" in driver.session.toast
    press()
    assert not driver.app.open


def quits(driver: Driver, press: Press) -> None:
    driver.press("F1")
    press()
    assert not driver.app.open
