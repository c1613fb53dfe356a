"""Spreads work over several processes. Answers come in task order, few tasks are read ahead, and a process that dies is
an error.

``multiprocessing.Pool`` waits forever for the result of a killed process, and ``concurrent.futures`` cannot kill a busy
one, so each worker here is just a pipe and a process.
"""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from typing import Generic, Protocol, TypeVar

from solvers.processes.inside import leave_interrupts
from solvers.processes.kill_tree import ending
from solvers.processes.worker import WorkerLost

Task = TypeVar("Task")
Answer = TypeVar("Answer")

ANSWERS_AHEAD = 3
"""The maximum number of answers per process that may wait for an earlier one."""


class Pool(Protocol):
    """Something that shares work as :func:`ordered` does."""

    def __call__(
        self,
        work: Callable[[Task], Answer],
        tasks: Iterable[Task],
        processes: int,
        heard: Callable[[int, Answer], object] = ...,
        ahead: int = ...,
        lost: Callable[[WorkerLost], Answer] | None = ...,
    ) -> Generator[Answer]: ...


def cores() -> int:
    """Return the number of processors available to this program."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ordered(
    work: Callable[[Task], Answer],
    tasks: Iterable[Task],
    processes: int,
    heard: Callable[[int, Answer], object] = lambda number, answer: None,
    ahead: int = ANSWERS_AHEAD,
    lost: Callable[[WorkerLost], Answer] | None = None,
) -> Generator[Answer]:
    """Yield ``work(task)`` for each task, in order, computed by this process or by several others.

    ``heard`` is called with each answer and the number of its task as soon as it is there, in any order. Tasks are read
    as needed: up to ``ahead`` answers per process wait for an earlier one. If the iterator is closed or anything is
    raised, the processes end immediately. Exceptions in ``work`` are raised here; a process that dies raises
    :class:`WorkerLost`. With ``lost``, its task is tried once more, because another program may have ended the process,
    and if that process dies too, the answer is what ``lost`` makes of the error.
    """
    if processes < 2:
        for number, answer in enumerate(map(work, tasks)):
            heard(number, answer)
            yield answer
        return
    workers: list[_PoolWorker[Task, Answer]] = []
    idle: list[_PoolWorker[Task, Answer]] = []
    left: Iterator[tuple[int, Task]] = enumerate(tasks)
    answers = dict[int, Answer]()
    given, told, more, retried = 0, 0, True, set[int]()
    try:
        while more or given > told:
            if more and given - told < ahead * processes and (idle or len(workers) < processes):
                task = next(left, None)
                if task is None:
                    more = False
                    continue
                if not idle:
                    workers.append(_PoolWorker(work, len(workers)))
                    idle.append(workers[-1])
                idle.pop().give(*task)
                given += 1
            elif told in answers:
                yield answers.pop(told)
                told += 1
            else:
                busy = {worker.pipe: worker for worker in workers if worker.busy}
                for pipe in wait(list(busy)):  # it has an answer, or its process has died
                    worker = busy[pipe]  # type: ignore[index]
                    try:
                        number, answer = worker.take()
                        idle.append(worker)
                    except WorkerLost as error:
                        if lost is None or worker.process.is_alive():  # the work itself may raise such an error
                            raise
                        workers.remove(worker)
                        worker.end()
                        number, answer = worker.task[0], lost(error)
                        if number not in retried:
                            retried.add(number)
                            left, more, given = chain([worker.task], left), True, given - 1
                            continue
                    answers[number] = answer
                    heard(number, answer)
    finally:
        for worker in workers:
            worker.end()


class _PoolWorker(Generic[Task, Answer]):
    def __init__(self, work: Callable[[Task], Answer], number: int) -> None:
        self.pipe, other = Pipe()
        self.busy = False
        self.task: tuple[int, Task]
        """The last task, with its number."""
        self.process = Process(target=_serve, args=(work, other, self.pipe), name=f"solver {number + 1}", daemon=True)
        self.process.start()
        other.close()

    def give(self, number: int, task: Task) -> None:
        self.busy, self.task = True, (number, task)
        with suppress(OSError):  # if the process has died, the answer will not come
            self.pipe.send(self.task)

    def take(self) -> tuple[int, Answer]:
        try:
            number, answer, error = self.pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        if error is not None:
            raise error
        self.busy = False
        return number, answer

    def _lost(self) -> WorkerLost:
        self.process.join(5)
        how = ending(self.process.exitcode or 0)
        return WorkerLost(f"a solver process {how}; close other programs, or use fewer processes")

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()  # a process that is just starting still has its parent's handler, and SIGTERM would be lost
        self.process.join()


def _serve(work: Callable[[Task], Answer], pipe: Connection, parents: Connection) -> None:
    """Answer tasks until there are no more or the parent is gone."""
    leave_interrupts()
    parents.close()  # otherwise this process holds the parent's end open and never sees the pipe close
    with suppress(EOFError, OSError):
        while True:
            number, task = pipe.recv()
            try:
                answer = (number, work(task), None)
            except Exception as error:
                answer = (number, None, error)  # type: ignore[assignment]
            pipe.send(answer)
