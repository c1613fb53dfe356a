"""Spreads work over several machines with dask.distributed, in the way that :mod:`solvers.processes.pool` spreads it
over several processes.

Tasks travel in chunks that take about a second. A thread of a dask worker passes its chunk to a process of its own, in
which the tasks run as they do in the pool: one at a time, in the main thread. So a task that kills its process is known
exactly, limits of memory and processor seconds hold for the task alone, and an abandoned task can be ended. If a worker
dies, the scheduler gives its chunks to others.
"""

import logging
import os
import pickle
import re
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import distributions
from itertools import islice
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from queue import Empty, SimpleQueue
from socket import gethostname
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from puzzles.problems import quoted, short
from solvers.processes.pool import ANSWERS_AHEAD, Answer, Task, cores
from solvers.processes.serve import OpenQuestion
from solvers.processes.worker import Worker, WorkerLost

CHUNK_SECONDS = 1.0
"""The seconds after which a process starts no more tasks of its chunk. The rest goes out again."""
CHUNK_BYTES, MOST_TASKS = 4 << 20, 4096
"""How large chunks get."""
OUT = 4
"""The maximum number of chunks per thread that are out. The scheduler suspects every chunk of a worker that dies."""
TRIES = 4
"""How many processes a task may kill before it is given up. The scheduler gives up a chunk after as many workers."""
MOST_EACH = 4
"""How many workers may start here for each core."""
CONNECTING, PATIENCE = 10.0, 60.0
"""The seconds to wait for a scheduler, and for a worker when there is none."""
LOOK = 0.5
"""The seconds between looks at whether there are workers, and whether a chunk is still wanted."""
ANSWERED = f"__import__({__name__!r}, fromlist=['answered']).answered(wanted, data)"
"""What a worker evaluates. If it were sent a function of a module that it lacks, it would end without a word."""


class ClusterError(WorkerLost):
    """The error for a cluster that cannot be used, or cannot be used any more. The message says what to do."""


class _Outcome(NamedTuple):
    """What became of a task: its answer, or the error that ``work`` raised."""

    answer: Any = None
    error: Exception | None = None
    lost: str = ""
    """How the last of the processes ended that the task killed."""


class _Answered(NamedTuple):
    """What a worker sends: the packed outcomes of the first tasks of a chunk, or why it refuses the chunk."""

    outcomes: list[bytes]
    seconds: float = 0.0
    refusal: str = ""


# Here ---------------------------------------------------------------------------------------------------------------


@contextmanager
def opened(address: str, tell: Callable[[str], object]) -> Iterator["Cluster"]:
    """Connect to the scheduler at ``tcp://host:port``, or start ``local:N`` workers on this machine, until the end.

    ``tell`` is called with a message if the cluster has no workers yet. Raises :class:`ClusterError`.
    """
    local = re.fullmatch(r"local:([1-9][0-9]{0,2})", address)
    if not local and not re.fullmatch(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}", address):
        raise ClusterError(f"{quoted(address)} is not a cluster: write tcp://host:8786, or local:2 for this machine")
    if local and int(local[1]) > MOST_EACH * cores():
        raise ClusterError(f"{address} is too many workers for this machine: write local:{cores()}, one per core")
    try:
        import distributed
    except ImportError:
        raise ClusterError("--cluster needs dask.distributed: pip install 'solvescope[cluster]'") from None
    warnings.filterwarnings("ignore", module="distributed")
    for part in ("distributed", "tornado", "asyncio"):  # each of which tells of workers that are gone
        logging.getLogger(part).setLevel(logging.CRITICAL + 1)
    with ExitStack() as stack:
        try:
            client = distributed.Client(_local(stack, int(local[1])) if local else address, timeout=CONNECTING)
        except (OSError, TimeoutError, ValueError) as error:
            start = "check the address, or start one there with 'dask scheduler'"
            raise ClusterError(f"no scheduler answers at {address} ({error}): {start}") from None
        stack.enter_context(client)
        try:
            yield Cluster(client, address, tell)
        finally:
            with _no_interrupts():  # or closing, interrupted, waits for what is gone
                stack.close()


def _local(stack: ExitStack, workers: int) -> Any:
    """Start workers that nothing outside this machine can reach."""
    import dask
    from distributed import LocalCluster

    dask.config.set({"distributed.worker.profile.enabled": False, "distributed.admin.system-monitor.interval": "10s"})
    if os.name == "posix":
        ensure_running()  # or it is started meanwhile, and lets Ctrl+C through
    folder = stack.enter_context(TemporaryDirectory(prefix="solvescope-"))
    with _no_interrupts():
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            memory_limit=0,
            silence_logs=logging.CRITICAL + 1,
            local_directory=folder,
        )
        return stack.enter_context(cluster)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Let threads and processes that start meanwhile never see Ctrl+C, which is for the main thread."""
    if os.name != "posix":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Cluster:
    """The workers of a scheduler as a pool."""

    def __init__(self, client: Any, address: str, tell: Callable[[str], object]) -> None:
        """Wait for a worker if there is none. Raises :class:`ClusterError`."""
        self._client, self._address, self._tell = client, address, tell
        self.threads = self._need_workers()
        """The number of threads of all workers at the start."""

    def ordered(
        self,
        work: Callable[[Task], Answer],
        tasks: Iterable[Task],
        processes: int,
        heard: Callable[[int, Answer], object] = lambda number, answer: None,
        ahead: int = ANSWERS_AHEAD,
        lost: Callable[[WorkerLost], Answer] | None = None,
    ) -> Generator[Answer]:
        """Do what :func:`solvers.processes.pool.ordered` does. ``processes`` is the number of threads to keep busy.

        A task that kills its process is tried :data:`TRIES` times. Raises :class:`ClusterError` too.
        """
        left, answers = enumerate(tasks), dict[int, Answer]()
        out, done = dict[Any, list[tuple[int, Task]]](), SimpleQueue[Any]()
        size, most, told, more = 1, MOST_TASKS, 0, True
        suspects, alone = list[tuple[int, Task]](), None

        def send(chunk: list[tuple[int, Task]]) -> Any:
            nonlocal most
            data = pickle.dumps((work, [task for _, task in chunk]))
            names = {"wanted": edition(), "data": data}
            future = self._client.submit(eval, ANSWERED, names, pure=False, priority=-chunk[0][0])
            out[future] = chunk
            future.add_done_callback(done.put)
            if len(data) > CHUNK_BYTES:
                most = max(1, len(chunk) // 2)
            return future

        try:
            while more or out or answers or suspects:
                if suspects and not out:
                    alone = send([suspects.pop(0)])
                elif more and not suspects and len(out) < OUT * processes and len(answers) <= ahead * processes * size:
                    if chunk := list(islice(left, min(size, most))):
                        send(chunk)
                    more = bool(chunk)
                elif told in answers:
                    yield answers.pop(told)
                    told += 1
                else:
                    chunk = out.pop(future := self._next(done))
                    outcomes, seconds = self._taken(future, future is alone)
                    for (number, task), outcome in zip(chunk, outcomes, strict=False):
                        answers[number] = _answer(task, outcome, lost)
                        heard(number, answers[number])
                    rest = chunk[len(outcomes) :]
                    if rest and outcomes:
                        send(rest)
                    else:
                        suspects += rest
                    size = max(1, min(2 * size, int(len(outcomes) / max(seconds, 1e-6) * CHUNK_SECONDS)))
        finally:
            with suppress(Exception):  # the scheduler may be gone
                self._client.cancel(list(out))

    def _next(self, done: "SimpleQueue[Any]") -> Any:
        """Wait for a chunk that is done."""
        while True:
            with suppress(Empty):
                return done.get(timeout=LOOK)
            self._need_workers()

    def _need_workers(self) -> int:
        """Return the number of threads. If there are none, say so and wait."""
        end = 0.0
        while not (threads := self._asked(self._client.nthreads)):
            if not end:
                start = f": start some with 'dask worker {self._address}'" * ("://" in self._address)
                self._tell(f"{self._address} has no workers; waiting up to {PATIENCE:g} seconds for one{start}")
                end = time.monotonic() + PATIENCE
            if time.monotonic() > end:
                raise ClusterError(f"{self._address} has no workers{start}")
            if here := self._client.cluster:
                here.scale(len(here.worker_spec))  # starts those again that died while they were starting
            time.sleep(LOOK)
        return sum(threads.values())

    def _asked(self, question: Callable[..., Any], *seconds: float) -> Any:
        """Return what the cluster answers, or ``None`` if a task's workers died. Raises ``TimeoutError`` too."""
        try:
            return question(*seconds)
        except TimeoutError:
            raise
        except CancelledError:
            why = "the scheduler is gone"
        except (ImportError, AttributeError) as error:
            why = f"a worker has another Solvescope, or none ({error}): install the same"
        except Exception as error:  # dask.distributed passes on those of all its parts
            if type(error).__name__ == "KilledWorker":
                return None
            why = short(f"{type(error).__name__}: {error}")
        raise ClusterError(f"{self._address}: {why}")

    def _taken(self, future: Any, alone: bool) -> tuple[list["_Outcome"], float]:
        """Return the outcomes of the first tasks of a chunk, and how long they took.

        There are none if the chunk's workers died, perhaps because of another one. Then each of its tasks is tried
        alone, with no other on the cluster.
        """
        try:
            found = self._asked(future.result, CONNECTING)
        except TimeoutError:  # its worker died before it sent what it had found
            self._need_workers()
            return self._taken(future, alone)
        if found is None:
            return ([_Outcome(lost="ended with its worker")] if alone else []), CHUNK_SECONDS
        if found.refusal:
            raise ClusterError(found.refusal)
        return [pickle.loads(one) for one in found.outcomes], found.seconds


def _answer(task: Task, outcome: "_Outcome", lost: Callable[[WorkerLost], Answer] | None) -> Answer:
    if outcome.lost:
        how = f"a solver process {outcome.lost}, each of {TRIES} times"
        error = WorkerLost(f"{how}; the task was {short(repr(task))}")
        if lost:
            return lost(error)
        raise error
    if outcome.error is not None:
        raise outcome.error
    return outcome.answer  # type: ignore[no-any-return]


@cache
def edition() -> str:
    """Describe this program and its Python, for comparison with those of the workers."""
    root = Path(__file__).parents[2]
    files = [path for name in ("puzzles", "solvers") for path in (root / name).rglob("*.py")]
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(files, key=Path.as_posix))
    number = next((one.version for one in distributions(name="solvescope")), "")
    python = ".".join(map(str, sys.version_info[:2]))
    return f"Solvescope {number} ({blake2b(code.encode(), digest_size=4).hexdigest()}) with Python {python}"


# In a thread of a worker --------------------------------------------------------------------------------------------

_mine = threading.local()


def answered(wanted: str, data: bytes) -> "_Answered":
    """Answer the first tasks of a chunk in this thread's process, for about :data:`CHUNK_SECONDS`."""
    if edition() != wanted:
        return _Answered([], refusal=f"a worker on {gethostname()} has {edition()}, not {wanted}: install the same")
    process = _mine.__dict__.setdefault("process", Worker[Any, Any](__name__))
    begun, found, killed = time.monotonic(), list[bytes](), 0
    process.ask((data, 0))
    while True:
        try:
            reply = process.poll(LOOK)
        except WorkerLost as error:
            killed += 1
            if killed == TRIES:
                found.append(pickle.dumps(_Outcome(lost=str(error))))
                return _Answered(found, time.monotonic() - begun)
            process.ask((data, len(found)))
            continue
        if reply is None:
            if not _is_wanted():
                process.close()
                return _Answered([])
        elif reply.last:
            return _Answered(found, time.monotonic() - begun, reply.value)
        else:
            found.append(reply.value)
            killed = 0


def _is_wanted() -> bool:
    """Return whether the scheduler still wants this thread's chunk."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state != "cancelled"


# In its process -----------------------------------------------------------------------------------------------------


def answer(question: tuple[bytes, int], call: OpenQuestion) -> str:
    """Tell the outcome of each task of a chunk, from one of them on. Return why there are none, or ""."""
    data, first = question
    try:
        work, tasks = pickle.loads(data)
    except Exception as error:  # it needs something that is not installed here
        return f"a worker on {gethostname()} lacks what the work needs: {type(error).__name__}: {error}"
    end = time.monotonic() + CHUNK_SECONDS
    for task in tasks[first:]:
        try:
            outcome = _Outcome(work(task))
        except Exception as error:
            outcome = _Outcome(error=error)
        call.tell(pickle.dumps(outcome))
        if time.monotonic() > end:
            break
    return ""
