"""Tests that a cluster is a pool: the same answers in the same order, whatever its workers do.

Quick tests talk to a stand-in for dask.distributed's client. Slow ones start a scheduler and workers on this machine.
"""

from __future__ import annotations

import os
import pickle
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import pytest
from cluster_work import (
    failing_at_seven,
    killing_its_process_at_three,
    killing_its_worker_at_three,
    noting_its_process,
    slowly_squared,
    squared,
    taking_memory,
)
from fake_cluster import FakeClient, Fickle, quickly
from hypothesis import given
from hypothesis import strategies as st

import solvers
from puzzles.corpus import named
from solvers.processes import cluster
from solvers.processes.cluster import CHUNK_BYTES, OUT, TRIES, Cluster, ClusterError, opened
from solvers.processes.pool import ordered
from solvers.processes.worker import Answer, Question, Worker, WorkerLost
from solvers.run import planned
from solvers.study.cost import RunCost, RunLimits, StudyTask, measure_all

SHARED = Path(__file__).parents[2] / "shared"
GIVEN_UP = f"a solver process was ended by SIGKILL.*, each of {TRIES} times; the task was 3"


@pytest.fixture(autouse=True)
def _work_is_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SHARED), os.environ.get("PYTHONPATH", "")]))


class Noted(Worker[Question, Answer]):
    """A worker that the test can close, because only its thread knows it."""

    begun: ClassVar[list[Worker[Any, Any]]]

    def __init__(self, module: str) -> None:
        super().__init__(module)
        self.begun.append(self)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """Yield a cluster of threads, each with a process of its own, as a worker's thread has."""
    begun = list[Worker[Any, Any]]()
    monkeypatch.setattr(Noted, "begun", begun, raising=False)
    monkeypatch.setattr(cluster, "Worker", Noted)
    monkeypatch.setattr(cluster, "_is_wanted", lambda: True)
    client = FakeClient()
    yield Cluster(client, "tcp://fake:1", print)
    client.close()
    for worker in begun:
        worker.close()


@given(st.lists(st.integers(0, 99)), st.integers(1, 5), st.integers(1, 4), st.integers())
def test_the_answers_are_those_of_one_process(tasks: list[int], processes: int, ahead: int, seed: int) -> None:
    client, heard = FakeClient(processes, Fickle(seed)), dict[int, int]()
    pool = Cluster(client, "tcp://fake:1", print)
    assert list(pool.ordered(squared, iter(tasks), processes, heard.__setitem__, ahead)) == [n * n for n in tasks]
    assert heard == dict(enumerate(ordered(squared, tasks, 1)))
    client.close()


def test_few_tasks_are_read_ahead_and_chunks_grow_with_the_speed_of_the_work() -> None:
    read, client = list[int](), FakeClient(2, quickly)

    def tasks() -> Iterator[int]:
        for number in range(10_000):
            read.append(number)
            yield number

    answers = Cluster(client, "tcp://fake:1", print).ordered(squared, tasks(), 2)
    next(answers)
    assert len(read) <= 2 * OUT + 2
    rest = list(answers)
    assert len(rest) == 9999 and client.sent < 100
    client.close()


def test_large_tasks_travel_in_small_chunks() -> None:
    sizes = list[int]()

    def answered(wanted: str, data: bytes) -> Any:
        sizes.append(len(data))
        return quickly(wanted, data)

    client = FakeClient(2, answered)
    tasks = [bytes(CHUNK_BYTES // 5)] * 100
    assert list(Cluster(client, "tcp://fake:1", print).ordered(len, tasks, 2)) == [len(tasks[0])] * 100
    assert sum(size > CHUNK_BYTES for size in sizes) <= 2 * OUT
    client.close()


def test_work_runs_in_a_process_of_the_worker(fake: Cluster) -> None:
    assert list(fake.ordered(slowly_squared, range(40), 2)) == [n * n for n in range(40)]
    assert list(fake.ordered(squared, [], 2)) == []
    with pytest.raises(ValueError, match="seven"):
        list(fake.ordered(failing_at_seven, range(20), 2))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_task_that_kills_each_process_is_given_up_by_name_and_the_others_are_answered(fake: Cluster) -> None:
    with pytest.raises(WorkerLost, match=GIVEN_UP):
        list(fake.ordered(killing_its_process_at_three, range(9), 2))
    found = list(fake.ordered(killing_its_process_at_three, range(9), 2, lost=lambda error: -1))
    assert found == [0, 1, 2, -1, 4, 5, 6, 7, 8]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process's memory")
def test_a_limit_of_memory_holds_for_one_run_and_not_for_the_worker(fake: Cluster) -> None:
    solver, limits = solvers.get("mrv"), RunLimits(10_000, 30.0, 64)
    task = StudyTask(planned(solver, named.find("fig1"), {}), solver.run, limits)
    found = dict[int, RunCost]()
    measure_all([task, task._replace(run=taking_memory), task], 2, found.__setitem__, fake.ordered)
    assert [(found[number].status, found[number].limit) for number in range(3)] == [
        ("ok", ""), ("memout", "memory"), ("ok", ""),
    ]  # fmt: skip
    assert found[0].steps == found[2].steps == 54
    assert 0 < (found[0].seconds or 0) < 10


def test_a_worker_with_another_edition_is_refused(fake: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    answered, here = cluster.answered, cluster.edition()
    fake._client.answered = lambda wanted, data: answered("Solvescope 9 with Python 3.99", data)
    with pytest.raises(ClusterError, match=r"has Solvescope .*, not Solvescope 9 with Python 3.99: install the same"):
        list(fake.ordered(squared, range(9), 2))
    assert here.startswith("Solvescope ") and " with Python 3." in here


@pytest.mark.parametrize("lacking", [ImportError("No module named 'solvers'"), AttributeError("no answered")])
def test_a_worker_without_this_program_is_refused(lacking: Exception) -> None:
    def answered(wanted: str, data: bytes) -> Any:
        raise lacking

    client = FakeClient(2, answered)
    with pytest.raises(ClusterError, match=f"a worker has another Solvescope, or none .{lacking}.: install the s"):
        list(Cluster(client, "tcp://fake:1", print).ordered(squared, range(9), 2))
    client.close()


def test_a_worker_that_lacks_a_module_is_named_with_it(fake: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(squared, "__module__", "cluster_work")
    monkeypatch.setenv("PYTHONPATH", "")
    with pytest.raises(ClusterError, match="lacks what the work needs: ModuleNotFoundError: No module named 'clu"):
        list(fake.ordered(squared, range(9), 2))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_abandoned_task_is_ended(fake: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = tmp_path / "process"
    monkeypatch.setattr(cluster, "LOOK", 0.05)
    monkeypatch.setattr(cluster, "_is_wanted", lambda: not noted.exists())
    assert list(cluster.answered(cluster.edition(), pickle.dumps((noting_its_process, [str(noted)])))[0]) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(noted.read_text()), 0)


@pytest.mark.parametrize("address", ["", "nonsense", "local:", "local:0", "local:x", "tcp://", "http://here:1"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ClusterError, match="not a cluster: write tcp://host:8786, or local:2"), opened(address, print):
        pass


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'solvescope\[cluster\]'"), opened("local:2", print):
        pass


def test_a_cluster_without_workers_says_that_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[str]()
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    monkeypatch.setattr(cluster, "LOOK", 0.02)
    with pytest.raises(ClusterError, match="^tcp://fake:1 has no workers: start some with 'dask worker tcp://fake:1'$"):
        Cluster(FakeClient(0), "tcp://fake:1", said.append)
    [line] = said
    assert line.startswith("tcp://fake:1 has no workers; waiting up to 0.1 seconds for one: start some with 'dask w")


# With dask.distributed ------------------------------------------------------------------------------------------------

dask = pytest.mark.skipif(not find_spec("distributed"), reason="needs dask.distributed, the extra cluster")


@pytest.fixture
def scheduler() -> Iterator[Any]:
    """Start a scheduler without workers."""
    from distributed import LocalCluster

    here = {"host": "127.0.0.1", "local_directory": os.environ["SOLVESCOPE_STATE"]}
    with LocalCluster(
        n_workers=0, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=100, **here
    ) as one:
        yield one


def after(seconds: float, deed: Callable[[], object]) -> None:
    threading.Timer(seconds, deed).start()


@dask
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_task_that_kills_each_worker_is_given_up_by_name() -> None:
    with opened("local:2", print) as pool:
        assert pool.threads == 2
        with pytest.raises(WorkerLost, match=f"ended with its worker, each of {TRIES} times; the task was 3"):
            list(pool.ordered(killing_its_worker_at_three, range(20), 2))
        found = list(pool.ordered(killing_its_worker_at_three, range(20), 2, lost=lambda error: -1))
        assert found == [0, 1, 2, -1, *range(4, 20)], "no other task is given up with it"


@dask
@pytest.mark.slow
def test_a_worker_that_comes_late_is_waited_for_and_workers_that_go_are_missed(
    scheduler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, address = list[str](), scheduler.scheduler_address
    after(1.0, lambda: scheduler.scale(2))
    with opened(address, said.append) as pool:
        assert list(pool.ordered(squared, range(999), 2)) == [n * n for n in range(999)]
    assert [line.partition(";")[0] for line in said] == [f"{address} has no workers"]
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    with opened(address, said.append) as pool, pytest.raises(ClusterError, match="has no workers: start some with"):
        after(1.0, lambda: scheduler.scale(0))
        list(pool.ordered(slowly_squared, range(100_000), 2))


@dask
@pytest.mark.slow
def test_a_scheduler_that_ends_is_missed(scheduler: Any) -> None:
    scheduler.scale(1)
    address = scheduler.scheduler_address
    with opened(address, print) as pool, pytest.raises(ClusterError, match=f"^{address}: "):
        after(1.0, scheduler.close)
        list(pool.ordered(slowly_squared, range(100_000), 1))


# What listens ---------------------------------------------------------------------------------------------------------


def listening() -> set[str]:
    """Return the addresses at which processes listen that this one has started."""
    import psutil

    found = (one.net_connections("inet") for one in psutil.Process().children(recursive=True) if one.is_running())
    return {one.laddr.ip for its in found for one in its if one.status == psutil.CONN_LISTEN}


@dask
@pytest.mark.slow
def test_workers_started_here_listen_on_the_loopback_only() -> None:
    with opened("local:2", print):
        assert listening() == {"127.0.0.1"}


@dask
@pytest.mark.slow
def test_the_commands_for_several_machines_listen_only_where_they_are_told_to(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    text = (Path(solvers.__file__).parent / "README.md").read_text("utf-8")
    lines = re.findall(r"^dask (scheduler|worker) (.*)$", re.sub(r"10\.0\.0\.\d", "127.0.0.1", text), re.MULTILINE)
    assert [name for name, _ in lines] == ["scheduler", "worker"]
    more = {"scheduler": ["--port", str(port)], "worker": ["--local-directory", str(tmp_path)]}
    with ExitStack() as stack:
        for name, options in lines:
            words = [*options.replace("8786", str(port)).replace("--nworkers 8", "--nworkers 1").split(), *more[name]]
            program = subprocess.Popen([sys.executable, "-m", "dask", name, *words], stderr=subprocess.DEVNULL)
            stack.callback(program.wait)
            stack.callback(program.terminate)
        with opened(f"tcp://127.0.0.1:{port}", print) as pool:
            assert list(pool.ordered(squared, range(9), 1)) == [n * n for n in range(9)]
            assert listening() == {"127.0.0.1"}
