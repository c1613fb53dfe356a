"""Tests that a worker answers in order, can be closed at any time, reports why it failed, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from foreign_runs import ROOT, alive, waits

from solvers.processes import child
from solvers.processes.worker import Reply, Worker, WorkerLost

posix = pytest.mark.skipif(os.name != "posix", reason="signals")
MODULE = """
import os, subprocess, sys, time
def answer(question, call):
    if question == "long":
        while not call.cancelled: time.sleep(0.01)
        return "left"
    if question == "deaf":
        time.sleep(99)
    if question == "child":
        return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"]).pid
    if question == "parts":
        call.tell("one"), call.tell("two")
    if question == "noise":
        os.write(1, b"noise" * 99999), print("noise")
        return input() if sys.stdin.readable() and sys.stdin.read() else "silent"
    if question == "error":
        return 1 / 0
    return question
"""

pytestmark = pytest.mark.skipif(child.IN_BROWSER, reason="needs processes")


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "answers.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "answers"


@pytest.fixture
def worker(module: str) -> Iterator[Worker[str, object]]:
    with Worker[str, object](module, heeds_cancel=True) as worker:
        yield worker


def gets(worker: Worker[str, object]) -> object:
    reply = worker.poll(20.0)
    assert reply is not None and reply.last
    return reply.value


def test_answers_come_in_order_and_by_one_process(worker: Worker[str, object]) -> None:
    assert worker.pid is None and not worker.busy and worker.poll() is None
    for question in "abc":
        worker.ask(question)
    pid = worker.pid
    assert worker.busy and [gets(worker) for _ in "abc"] == ["a", "b", "c"]
    assert not worker.busy and worker.poll() is None
    worker.ask("d" * 500_000)
    assert gets(worker) == "d" * 500_000 and worker.pid == pid


def test_what_is_known_before_the_end_is_told(worker: Worker[str, object]) -> None:
    worker.ask("parts")
    assert [worker.poll(20.0) for _ in range(3)] == [Reply("one", False), Reply("two", False), Reply("parts", True)]


def test_what_is_printed_is_no_answer_and_there_is_nothing_to_read(worker: Worker[str, object]) -> None:
    worker.ask("noise")
    assert gets(worker) == "silent"


def test_a_question_that_is_left_is_not_heard_of_and_the_process_stays(worker: Worker[str, object]) -> None:
    worker.ask("long")
    worker.ask("behind it")
    worker.cancel()
    assert not worker.busy
    pid = worker.pid
    worker.ask("next")
    assert gets(worker) == "next" and worker.pid == pid


@posix
def test_work_that_does_not_heed_is_ended_and_the_next_question_starts_a_process(module: str) -> None:
    with Worker[str, object](module) as worker:
        worker.ask("ready")
        assert gets(worker) == "ready"
        pid = worker.pid
        worker.cancel()
        assert worker.pid == pid, "it does nothing"
        worker.ask("deaf")
        worker.cancel()
        assert pid is not None and not alive(pid) and not worker.busy
        worker.ask("next")
        assert gets(worker) == "next" and worker.pid != pid


@posix
@pytest.mark.parametrize(
    ("lose", "how"),
    [
        (lambda worker: worker.ask("error"), "ended with exit code 1: ZeroDivisionError: division by zero"),
        (lambda worker: os.kill(worker.pid or 0, signal.SIGKILL), "was ended by SIGKILL .out of memory"),
    ],
    ids=["an error", "a signal"],
)
def test_how_it_was_lost_is_said_once_and_it_starts_anew(
    worker: Worker[str, object], lose: Callable[[Worker[str, object]], None], how: str
) -> None:
    worker.ask("first")
    assert gets(worker) == "first"
    lose(worker)
    with pytest.raises(WorkerLost, match=how):
        worker.poll(20.0)
    assert worker.poll() is None and worker.pid is None and not worker.busy
    worker.ask("second")
    assert gets(worker) == "second"


def test_in_a_browser_this_process_answers_in_the_same_way(
    tmp_path: Path, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(child, "IN_BROWSER", True)
    with Worker[str, object](module, heeds_cancel=True) as worker:
        worker.ask("left")
        worker.cancel()
        for question in ("a", "parts"):
            worker.ask(question)
        assert [worker.poll() for _ in range(4)] == [
            Reply("a", True), Reply("one", False), Reply("two", False), Reply("parts", True)
        ]  # fmt: skip
        worker.ask("error")
        with pytest.raises(WorkerLost, match="failed: division by zero"):
            worker.poll()
        worker.ask("second")
        assert gets(worker) == "second" and worker.pid is None and not worker.busy and worker.poll() is None


class Unreadable:
    """A question that no other process can read."""

    def __reduce__(self) -> tuple[object, ...]:
        return int, ("nonsense",)


def test_a_question_that_cannot_be_read_is_said(worker: Worker[object, object]) -> None:
    worker.ask(Unreadable())
    with pytest.raises(WorkerLost, match="ended with exit code 1: ValueError: invalid literal for int"):
        gets(worker)


def test_a_module_that_is_missing_is_said() -> None:
    worker = Worker[str, object]("no.such.module")
    worker.ask("first")
    with pytest.raises(WorkerLost, match="ended with exit code 1: ModuleNotFoundError: No module named 'no'"):
        worker.poll(20.0)


def test_a_process_that_cannot_be_started_is_said(monkeypatch: pytest.MonkeyPatch, worker: Worker[str, object]) -> None:
    def refused(*arguments: object, **named: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr("solvers.processes.child.subprocess.Popen", refused)
        worker.ask("first")
        with pytest.raises(WorkerLost, match="cannot be started: Resource temporarily unavailable"):
            worker.poll()
    assert worker.poll() is None
    worker.ask("second")
    assert gets(worker) == "second"


@posix
@pytest.mark.parametrize("question", ["deaf", "child"])
def test_after_its_end_nothing_is_left(module: str, question: str) -> None:
    worker = Worker[str, object](module)
    worker.ask("ready")
    gets(worker)
    worker.ask(question)
    pids = [worker.pid or 0]
    if question == "child":
        pids.append(int(str(gets(worker))))
    assert all(map(alive, pids))
    worker.close()
    worker.close()
    assert waits(lambda: not any(map(alive, pids)))


@posix
def test_it_ends_with_its_child_when_the_program_is_killed(module: str, tmp_path: Path) -> None:
    program = (
        "import time; from solvers.processes.worker import Worker\n"
        f"worker = Worker({module!r}); worker.ask('child')\n"
        "print(worker.pid, worker.poll(20.0).value, flush=True); worker.ask('deaf'); time.sleep(60)"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=env)
    assert parent.stdout is not None
    with parent:
        pids = list(map(int, parent.stdout.readline().split()))
        assert len(pids) == 2 and all(map(alive, pids))
        parent.kill()
    assert waits(lambda: not any(map(alive, pids)))


def test_a_process_ends_though_what_it_does_before_fails() -> None:
    program = "from solvers.processes import inside; inside.at_end.append(lambda: 1 / 0); inside.end_all()"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0
