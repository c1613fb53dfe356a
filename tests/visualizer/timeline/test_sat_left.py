"""Tests that a SAT solver ends as soon as it is no longer needed, and that SAT mode returns to the run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from app_driver import Driver
from sat_runs import children, nothing_is_left, program
from slow import slow_but

import solvers
from puzzles.corpus import named
from visualizer.session.session import Session
from visualizer.session.settings import Options
from visualizer.timeline.transport import Motion

pytestmark = pytest.mark.usefixtures("fast_keeper")

__all__ = ["nothing_is_left"]
FIG1 = named.find("fig1")
SLEEPS = "import time\ntime.sleep(600)\n"
PATIENCE = 60


def until(session: Session, reached: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end
        session.tick(0.02, time.perf_counter, 0.01)
        time.sleep(0.005)


@pytest.fixture
def computing(tmp_path: Path, nothing_is_left: None) -> Session:
    """Enter SAT mode with a program that never answers."""
    session = Session(FIG1, solver="elimination")
    assert session.set_solver("sat", {"command": program(tmp_path, SLEEPS)})
    return session


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts processes in /proc")
@pytest.mark.parametrize(
    ("start", "leave"),
    slow_but([("forward", "Esc")], product(("play", "end", "forward"), ("Space", "Esc"))),
)
def test_space_and_esc_end_a_sat_solver_that_computes_and_space_starts_it_again(
    computing: Session, start: str, leave: str
) -> None:
    before = children()
    computing.do(start)
    if start == "forward":  # the first step is that a formula was made
        until(computing, lambda: computing.player.position == 1)
        computing.do(start)
    until(computing, lambda: computing.timeline.waiting and len(children() - before) >= 2)
    assert computing.running
    if leave == "Space":
        computing.do("play")
    else:
        assert computing.close_topmost(), "Esc is used up: the window stays"
    until(computing, lambda: not computing.timeline.waiting)
    until(computing, lambda: not children() - before)
    assert computing.player.mode is Motion.PAUSED and "was stopped" in computing.toast and not computing.notice
    assert computing.solver.name == "sat" and computing.options, "what was chosen stays chosen"
    computing.do("play")
    until(computing, lambda: len(children() - before) >= 2)
    computing.close()


def test_what_had_been_found_is_there_again_where_only_the_search_for_another_is_given_up() -> None:
    session = Session(named.find("fig23"), solver="sat")
    session.do("end")
    until(session, lambda: not session.running)
    found, length = str(session.timeline.head.solution()), session.timeline.length
    assert session.player.position == length
    session.do("another")
    session.player.pause()
    session.tick(0.02, time.perf_counter, 0.01)
    until(session, lambda: not session.running and session.player.position >= length)
    assert str(session.timeline.board_at(length).solution()) == found
    session.close()


def test_esc_in_the_window_stops_the_solver_first_and_leaves_only_then(tmp_path: Path, nothing_is_left: None) -> None:
    with Driver(Options(FIG1)) as driver:
        assert driver.session.set_solver("sat", {"command": program(tmp_path, SLEEPS)})
        driver.press("Space")
        until(driver.session, lambda: driver.session.timeline.waiting)
        driver.press("Escape")
        assert driver.app.open and driver.mode is Motion.PAUSED
        driver.frames(3)
        assert not driver.session.timeline.waiting
        driver.press("Escape")
        assert driver.app.open and driver.session.solver.name != "sat"


@pytest.mark.parametrize("chosen", ["mrv", "sat"])
def test_sat_mode_leads_back_after_its_options_were_changed_and_from_the_command_line(chosen: str) -> None:
    session = Session(FIG1, solver=chosen)
    session.do("sat")  # which also asks a solver that was only chosen
    session.do("variant")
    session.do("variant")
    assert session.solver.name == "sat" and session.options
    session.do("sat")
    assert session.solver.name == (chosen if chosen != "sat" else solvers.DEFAULT)
    session.do("sat")
    assert session.solver.name == "sat" and session.options, "with the encoding chosen last"
    session.close()
