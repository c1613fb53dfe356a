"""Tests that a session says what is known about the puzzle, whichever solver runs on it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

import pytest

from puzzles.corpus import named
from solvers.explain.records import SolutionCount
from visualizer.scene.scene import Scene
from visualizer.session.session import Session
from visualizer.text.spans import plain
from visualizer.views.board import Outline


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session(named.find("deep-1"))
    session.judge.start()
    yield session
    session.close()


def scene(session: Session) -> Scene:
    return session.composer.scene(100)


def wait(session: Session, until: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not until():
        assert time.monotonic() < end, "no verdict"
        session.tick(0.0, time.perf_counter, 0.01)
        time.sleep(0.01)


def guilty(session: Session) -> set[int]:
    return {cell for cell, view in enumerate(scene(session).board.cells) if view.outline is Outline.GUILTY}


def test_why_there_is_no_solution_is_said_before_the_run_and_marked_all_along(session: Session) -> None:
    assert not session.composer.verdict.finished and not guilty(session)
    wait(session, lambda: session.composer.verdict.answer is SolutionCount.NONE and session.composer.verdict.finished)
    assert "No solution" in plain(scene(session).caption)
    marked = guilty(session)
    assert marked and all(session.puzzle.givens[cell] for cell in marked)
    session.player.to(8)
    wait(session, lambda: session.player.position == 8)
    assert guilty(session) == marked
    session.do("next solver")
    assert guilty(session) == marked, "another algorithm's run is on the same puzzle"


def test_another_puzzle_has_a_verdict_of_its_own(session: Session) -> None:
    session.load(named.find("fig23"))
    wait(
        session, lambda: session.composer.verdict.answer is SolutionCount.SEVERAL and session.composer.verdict.finished
    )
    cells = scene(session).board.cells
    assert not guilty(session) and any(view.outline is Outline.DIFFERS for view in cells)
    session.load(named.find("fig1"))
    assert not session.composer.verdict.outlined
    wait(session, lambda: session.composer.verdict.answer is SolutionCount.ONE)


def test_an_empty_grid_that_is_typed_into_is_left_clean(session: Session) -> None:
    session.do("new")
    wait(
        session, lambda: session.composer.verdict.finished and session.composer.verdict.answer is SolutionCount.SEVERAL
    )
    assert not any(view.outline is Outline.DIFFERS for view in scene(session).board.cells)


def test_closing_ends_its_process(session: Session) -> None:
    wait(session, lambda: session.judge.pid is not None)
    pid = session.judge.pid
    session.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid or 0, 0)


def test_without_being_asked_a_session_starts_no_process() -> None:
    session = Session(named.find("deep-1"))
    assert session.judge.pid is None and not session.judge.busy
    session.close()
