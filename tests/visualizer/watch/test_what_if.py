"""Tests that a what-if forks a run and keeps the original."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from app_driver import Driver
from sessions import go, settle

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers import Kind, Step, Why
from visualizer.files import saved_view
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.toolkit.messages import HOVER_DELAY
from visualizer.watch.mode import WatchMode

HARD = Puzzle.parse("..3....2.........9..5..31.6....81.35......9....63.4....2......798.45....3..2.9...")


@pytest.fixture
def driver() -> Iterator[Driver]:
    with Driver(Options(HARD, solver="cdcl", size=(1280, 800))) as driver:
        yield driver


def steps(session: Session, to: int) -> list[Step]:
    return [session.timeline.step(p) for p in range(1, to + 1)]


def first_guess(session: Session) -> int:
    session.player.seek([Kind.GUESS])
    settle(session)
    return session.player.position


def open_candidate(session: Session, besides: int = -1) -> tuple[int, int]:
    board = session.timeline.board_at(session.player.position)
    return next(
        (cell, digit)
        for cell in board.geometry.cells
        if not board.values[cell] and cell != besides and len(board.open_candidates(cell)) > 1
        for digit in board.open_candidates(cell)
    )


@pytest.mark.parametrize("sign", [True, False])
def test_a_fork_makes_the_same_steps_up_to_its_place_and_then_the_decision(sign: bool) -> None:
    session = Session(HARD, solver="cdcl")
    at = first_guess(session) - 1
    go(session, at)
    before, timeline = steps(session, at), session.timeline
    cell, digit = open_candidate(session)
    session.modes[WatchMode].decide(cell, digit, sign)
    settle(session)
    here = session.player.position
    made = session.timeline.step(here)
    assert session.timeline is not timeline and steps(session, at) == before
    assert here == at + 1, "nothing was left to propagate at that place"
    assert (made.kind, made.why, made.cell, made.digit, made.sign) == (Kind.GUESS, Why.BY_HAND, cell, digit, sign)
    session.close()


def test_backspace_goes_back_to_the_run_that_was_there_and_its_place() -> None:
    session = Session(HARD, solver="cdcl")
    at = first_guess(session) - 1
    go(session, at)
    timeline = session.timeline
    session.modes[WatchMode].decide(*open_candidate(session))
    settle(session)
    assert session.options and "Forked" in session.toast
    session.do("before")
    settle(session)
    assert session.timeline is timeline and session.player.position == at and not session.options
    session.close()


def test_a_second_fork_keeps_the_decisions_before_it_and_drops_those_after_it() -> None:
    session = Session(HARD, solver="cdcl")
    at = first_guess(session) - 1
    go(session, at)
    cell, digit = open_candidate(session)
    session.modes[WatchMode].decide(cell, digit)
    settle(session)
    first = dict(session.options)["decisions"]
    session.player.seek([Kind.GUESS])
    settle(session)
    later = session.player.position
    assert later > at + 1
    go(session, later - 1)
    other = open_candidate(session, besides=cell)
    session.modes[WatchMode].decide(*other)
    settle(session)
    both = dict(session.options)["decisions"].split()
    assert both[0] == first and len(both) == 2
    assert session.timeline.step(session.player.position).why is Why.BY_HAND
    assert session.player.position >= later
    go(session, at)
    session.modes[WatchMode].decide(*other)
    settle(session)
    assert len(dict(session.options)["decisions"].split()) == 1
    session.close()


def test_what_is_settled_or_ended_or_decides_nothing_is_refused_in_words_and_nothing_changes() -> None:
    session = Session(HARD, solver="cdcl")
    timeline = session.timeline
    given = next(cell for cell, digit in enumerate(HARD.givens) if digit)
    session.modes[WatchMode].decide(given, 1)
    assert "already" in session.toast and session.timeline is timeline
    session.do("end")
    settle(session)
    struck = session.player.position
    session.modes[WatchMode].decide(given, 1)
    assert session.timeline is timeline and session.player.position == struck
    session.do("another")
    settle(session)
    session.set_solver("mrv")
    session.modes[WatchMode].decide(HARD.blanks[0], 1, sign=False)
    assert "cannot guess that a digit is absent" in session.toast and solvers.get("cdcl").title in session.toast
    assert not session.options
    session.close()


def test_decisions_belong_to_their_puzzle() -> None:
    session = Session(HARD, solver="cdcl")
    go(session, first_guess(session) - 1)
    session.modes[WatchMode].decide(*open_candidate(session))
    settle(session)
    session.load(named.find("fig1"))
    assert not session.options
    session.set_solver("mrv")
    session.load(HARD)
    session.set_solver("cdcl")
    assert not session.options and not session.notice
    session.close()


def test_a_decision_of_a_cell_that_the_grid_does_not_have_is_refused_in_words() -> None:
    session = Session(HARD, solver="cdcl")
    timeline = session.timeline
    assert not session.set_solver("cdcl", {"decisions": "5:r12c1=4"})
    assert "r12c1" in session.notice and session.timeline is timeline
    session.close()


# In the window


@pytest.fixture
def shift(driver: Driver) -> Iterator[None]:
    """Hold the Shift key."""
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    yield
    pygame.key.set_mods(pygame.KMOD_NONE)


def place(driver: Driver, cell: int, digit: int) -> tuple[int, int]:
    board = driver.app.picture.board
    rect = board.rect_of(cell)
    assert rect is not None
    return next(
        (x, y)
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
        if board.candidate_at((x, y)) == (cell, digit)
    )


@pytest.mark.parametrize(("button", "sign"), [(1, True), (3, False)])
def test_a_click_with_shift_on_a_candidate_decides_it_and_the_other_button_decides_against_it(
    driver: Driver, shift: None, button: int, sign: bool
) -> None:
    session = driver.session
    at = first_guess(session) - 1
    go(session, at)
    driver.frame()
    cell, digit = open_candidate(session)
    point = place(driver, cell, digit)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=point, button=button))
    driver.frame()
    driver.until_paused()
    step = session.timeline.step(session.player.position)
    assert (step.why, step.cell, step.digit, step.sign) == (Why.BY_HAND, cell, digit, sign)


def test_a_click_while_the_run_plays_decides_nothing(driver: Driver) -> None:
    session = driver.session
    session.do("play")
    driver.frame()
    timeline = session.timeline
    driver.click(place(driver, HARD.blanks[0], 1))
    assert session.timeline is timeline


def test_a_pointer_that_rests_on_a_candidate_is_told_what_a_click_would_do(driver: Driver) -> None:
    session = driver.session
    go(session, first_guess(session) - 1)
    driver.frame()
    cell, digit = open_candidate(session)
    assert "guess it" in session.modes[WatchMode].words_at(cell, digit)
    driver.move(place(driver, cell, digit))
    assert not driver.app.picture.tooltip.text
    for _ in range(round(HOVER_DELAY * 60) + 2):
        driver.frame()
    assert driver.app.picture.tooltip.text


def test_a_fork_is_saved_with_a_view_and_made_again(driver: Driver, tmp_path: Path) -> None:
    session = driver.session
    go(session, first_guess(session) - 1)
    session.modes[WatchMode].decide(*open_candidate(session))
    driver.until_paused()
    saved_view.save(session.capture("light", folder=tmp_path), tmp_path / "fork.json")
    with Driver(Options(HARD, view=saved_view.load(tmp_path / "fork.json"), view_path=tmp_path / "fork.json")) as again:
        again.until_paused()
        assert dict(again.session.options) == dict(session.options)
        assert again.position == session.player.position
        assert again.session.timeline.step(again.position) == session.timeline.step(session.player.position)
