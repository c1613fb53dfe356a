"""Tests that the check of a puzzle starts by itself, delays nothing, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from foreign_runs import ROOT, alive, busy, waits
from recount import calls_of
from sat_runs import children
from slow import slow_but
from strategies import large

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.explain.explain import explain
from solvers.explain.records import SolutionCount
from visualizer.narration.explanations import VerdictView, view_of
from visualizer.scene.board import outlined, start_view
from visualizer.session.puzzle_check import Judge
from visualizer.text.spans import plain
from visualizer.views.board import MarkRole, Outline

posix = pytest.mark.skipif(os.name != "posix", reason="asks for a process by its number")
LONG = Puzzle.empty(Geometry.boxes(5, 5))
"""A puzzle with a million solutions, which cannot be counted within a test."""


def judge(seconds: float = 60, limit: int = 10**6) -> Judge:
    judge = Judge(seconds, limit)
    judge.start()
    return judge


@pytest.fixture
def verdict() -> Iterator[Judge]:
    with closing(judge()) as found:
        yield found


def arrives(verdict: Judge) -> VerdictView:
    def ended() -> bool:
        verdict.poll()
        return verdict.view.finished

    assert waits(ended)
    return verdict.view


def gets(verdict: Judge) -> SolutionCount:
    verdict.poll()
    return verdict.view.answer


def test_it_is_what_explain_says(verdict: Judge) -> None:
    for name in ("fig1", "fig23", "misprint", "unit-hidden", "deep-3"):
        verdict.look_at(named.find(name))
        assert verdict.busy and verdict.view == VerdictView(), name
        assert arrives(verdict) == view_of(explain(named.find(name), limit=10**6)), name
        assert not verdict.busy and not verdict.poll(), name


@pytest.mark.slow
def test_one_process_serves_all_puzzles(verdict: Judge) -> None:
    verdict.look_at(named.find("fig1"))
    arrives(verdict)
    pid = verdict.pid
    for name, answer in (("fig23", SolutionCount.SEVERAL), ("deep-1", SolutionCount.NONE), ("fig1", SolutionCount.ONE)):
        verdict.look_at(named.find(name))
        assert arrives(verdict).answer is answer and verdict.pid == pid


def test_another_puzzle_abandons_the_one_before(verdict: Judge) -> None:
    verdict.look_at(LONG)
    assert waits(lambda: gets(verdict) is SolutionCount.SEVERAL)
    assert verdict.busy
    verdict.look_at(named.find("unit-hidden"))
    assert verdict.view == VerdictView()
    assert arrives(verdict).answer is SolutionCount.NONE
    assert verdict.view == view_of(explain(named.find("unit-hidden")))


@pytest.mark.slow
def test_puzzles_may_come_faster_than_answers(verdict: Judge) -> None:
    for name in ("fig23", "deep-1", "deep-2", "misprint") * 10:
        verdict.look_at(named.find(name))
    verdict.look_at(named.find("fig1"))
    assert arrives(verdict).answer is SolutionCount.ONE


def test_no_call_waits(verdict: Judge) -> None:
    """Check that no call waits for a puzzle that takes a minute, or tries to solve it in this process."""
    for _ in range(5):
        assert calls_of(lambda: verdict.look_at(LONG)) < 5000 and verdict.busy
        assert calls_of(verdict.poll) < 5000 and verdict.busy
        assert calls_of(verdict.stop) < 5000 and not verdict.busy


def test_what_is_left_is_not_spoken_of(verdict: Judge) -> None:
    verdict.look_at(named.find("misprint"))
    verdict.stop()
    time.sleep(0.5)
    assert not verdict.poll() and verdict.view == VerdictView(finished=True) and not verdict.busy


@pytest.mark.slow
@posix
def test_nobody_works_on_what_is_left(verdict: Judge) -> None:
    verdict.look_at(LONG)
    assert waits(lambda: gets(verdict) is SolutionCount.SEVERAL)
    assert busy(verdict.pid)
    verdict.stop()
    assert waits(lambda: not busy(verdict.pid)) and not verdict.busy
    verdict.look_at(named.find("fig1"))
    assert arrives(verdict).answer is SolutionCount.ONE


@posix
@pytest.mark.parametrize("puzzle", slow_but([LONG], [LONG, named.find("fig1")]), ids=["at work", "done"])
def test_after_close_no_process_is_left(puzzle: Puzzle) -> None:
    verdict = judge()
    verdict.look_at(puzzle)
    assert waits(lambda: gets(verdict) is not SolutionCount.UNKNOWN)
    pid = verdict.pid
    assert pid is not None and alive(pid)
    verdict.close()
    verdict.close()
    assert not alive(pid)
    verdict.look_at(named.find("fig1"))
    assert not verdict.busy


@pytest.mark.slow
@posix
def test_closed_while_a_sat_solver_is_asked_it_leaves_no_process_of_that_either() -> None:
    before = children()
    with closing(judge()) as verdict:
        verdict.look_at(large())
        assert waits(lambda: gets(verdict) is SolutionCount.SEVERAL), "which search does not find in that time"
        assert len(children() - before) == 2
    assert verdict.pid is None and waits(lambda: not children() - before)


@posix
def test_closed_while_the_process_starts_it_leaves_none() -> None:
    verdict = judge()
    verdict.look_at(LONG)
    pid = verdict.pid
    verdict.close()
    assert pid is not None and not alive(pid)


def test_it_may_be_closed_without_having_been_used() -> None:
    verdict = judge()
    verdict.close()
    assert verdict.pid is None


@posix
def test_a_process_that_dies_is_noticed(verdict: Judge) -> None:
    verdict.look_at(LONG)
    assert waits(lambda: gets(verdict) is SolutionCount.SEVERAL)
    assert verdict.pid is not None
    os.kill(verdict.pid, 9)
    assert arrives(verdict).answer is SolutionCount.SEVERAL
    verdict.look_at(named.find("fig1"))
    assert not verdict.busy and verdict.view.caption == ()


@pytest.mark.slow
@posix
def test_the_process_ends_when_the_program_that_started_it_is_killed() -> None:
    program = (
        "import time; from puzzles import Geometry, Puzzle; from visualizer.session.puzzle_check import Judge\n"
        "verdict = Judge(60, 10**6); verdict.start(); verdict.look_at(Puzzle.empty(Geometry.boxes(5, 5)))\n"
        "while not verdict.poll(): time.sleep(0.01)\n"
        "print(verdict.pid, flush=True); time.sleep(60)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=env)
    assert parent.stdout is not None
    with parent:
        pid = int(parent.stdout.readline())
        assert alive(pid)
        parent.kill()
    assert waits(lambda: not alive(pid))


# What is shown of it


def test_guilty_givens_and_cells_that_differ_are_outlined() -> None:
    for name, outline, number in (
        ("misprint", Outline.GUILTY, 4), ("unit-hidden", Outline.GUILTY, 7),
        ("fig23", Outline.DIFFERS, 6), ("fig1", Outline.NONE, 0),
    ):  # fmt: skip
        view = view_of(explain(named.find(name)))
        assert len(view.outlined) == number and view.outline is outline


def test_where_two_solutions_differ_both_digits_are_known() -> None:
    fig23 = named.find("fig23")
    one, other = solvers.solutions(fig23)
    view = view_of(explain(fig23))
    assert len(view.digits) == len(view.outlined) == 6
    for cell, digits in zip(view.outlined, view.digits, strict=True):
        assert set(digits) == {one.givens[cell], other.givens[cell]}
    shown = outlined(start_view(fig23), view)
    for cell, (first, second) in zip(view.outlined, view.digits, strict=True):
        assert shown.cells[cell].parts == ((first, MarkRole.ONE), (second, MarkRole.OTHER))


def test_while_an_argument_is_looked_for_nobody_says_that_there_is_none() -> None:
    known = explain(named.find("deep-1"))
    assert known.argument is not None and known.guilty
    looking = view_of(replace(known, argument=None), finished=False)
    assert [plain(line) for line in looking.reasons] == ["Looking for an argument that people can follow …"]
    assert len(view_of(known).reasons) > 2


def test_a_caption_names_a_few_cells_and_counts_the_others() -> None:
    caption = plain(view_of(explain(named.find("deep-1"))).caption)
    assert caption.startswith("No solution: these 23 givens contradict each other: r1c1=4, ")
    assert " and 17 more. Each of them is needed" in caption and caption.count("=") == 6


def test_of_what_is_not_known_yet_nothing_is_said() -> None:
    known = explain(named.find("fig1"), cancelled=lambda: True)
    assert view_of(known, finished=False) == VerdictView()
    assert plain(view_of(known).caption) == "It is not known whether there is a solution."
