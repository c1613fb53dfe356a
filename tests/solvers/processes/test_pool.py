"""Tests that a pool of processes answers in order, reports errors, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
from slow import slow_but

from solvers.processes import pool
from solvers.processes.pool import ANSWERS_AHEAD, cores, ordered
from solvers.processes.worker import WorkerLost

TASKS = 40


def slow_if_even(number: int) -> int:
    time.sleep(0.02 * (number % 2 == 0))
    return number * number


def fails_at_seven(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    return number


def dies_at_seven(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def leaves_at_seven(number: int) -> int:
    if number == 7:
        os._exit(9)
    return number


def never_ends(number: int) -> int:
    while number:
        time.sleep(1)
    return number


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    before = len(active_children())
    yield
    assert len(active_children()) == before


@pytest.mark.parametrize("processes", slow_but([2], [1, 2, 5]))
def test_answers_come_in_the_order_of_the_tasks(processes: int) -> None:
    assert list(ordered(slow_if_even, range(TASKS), processes)) == [n * n for n in range(TASKS)]
    assert list(ordered(slow_if_even, [], processes)) == []
    assert list(ordered(slow_if_even, [3], processes)) == [9]


@pytest.mark.parametrize("processes", [1, 2])
def test_what_the_work_raises_is_raised(processes: int) -> None:
    with pytest.raises(ValueError, match="seven"):
        list(ordered(fails_at_seven, range(TASKS), processes))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_that_is_killed_is_told_and_does_not_hang() -> None:
    got = []
    with pytest.raises(WorkerLost, match="SIGKILL.*memory"):
        for answer in ordered(dies_at_seven, range(TASKS), 2):
            got.append(answer)
    assert got == list(range(len(got)))


def test_a_process_that_leaves_is_told() -> None:
    with pytest.raises(WorkerLost, match="exit code 9"):
        list(ordered(leaves_at_seven, range(TASKS), 2))


def dies_the_first_time(path: str) -> str:
    if path and not os.path.exists(path):
        open(path, "w").close()
        os._exit(9)
    return path


def test_a_lost_task_is_tried_again_and_then_answered_by_its_error(tmp_path: Path) -> None:
    paths, heard = ["", str(tmp_path / "once"), *[""] * 9], dict[int, str]()
    assert list(ordered(dies_the_first_time, paths, 2, heard.__setitem__, lost=str)) == paths
    assert heard == dict(enumerate(paths))
    found = list(ordered(leaves_at_seven, range(TASKS), 2, lost=lambda error: -1))
    assert found == [-1 if number == 7 else number for number in range(TASKS)]
    with pytest.raises(WorkerLost, match="of its own"):
        list(ordered(raises_lost, range(3), 2, lost=lambda error: -1))


def raises_lost(number: int) -> int:
    raise WorkerLost("of its own")


def test_few_tasks_are_read_ahead() -> None:
    read = []

    def tasks() -> Iterator[int]:
        for number in range(TASKS):
            read.append(number)
            yield number

    answers = ordered(slow_if_even, tasks(), 2)
    next(answers)
    assert len(read) <= 2 * ANSWERS_AHEAD + 2
    answers.close()


def test_a_search_without_end_is_ended_with_the_iterator() -> None:
    answers = ordered(never_ends, range(3), 2)
    assert next(answers) == 0
    answers.close()


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
def test_a_process_that_is_just_starting_is_ended_whatever_its_parent_does_with_signals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "leave_interrupts", lambda: time.sleep(30))
    before = [signal.signal(number, lambda *_: None) for number in (signal.SIGTERM, signal.SIGALRM)]
    try:
        worker = pool._PoolWorker(never_ends, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends this process if it waits forever
        signal.alarm(20)
        time.sleep(0.1)
        worker.end()
        assert worker.process.exitcode == -signal.SIGKILL
    finally:
        signal.alarm(0)
        for number, handler in zip((signal.SIGTERM, signal.SIGALRM), before, strict=True):
            signal.signal(number, handler)


def test_there_is_a_core() -> None:
    assert cores() >= 1
