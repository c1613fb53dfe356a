"""Spreads work over several processes. Answers come in task order, few tasks are read ahead, and a process that dies is
an error.

``multiprocessing.Pool`` waits forever for the result of a killed process, and ``concurrent.futures`` cannot kill a busy
one, so each worker here is just a pipe and a process.
"""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
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
    left, answers = enumerate(tasks), dict[int, Answer]()
    given, told, more = 0, 0, True
    crew = _Crew(work, processes, lost)
    try:
        while more or given > told:
            if more and given - told < ahead * processes and crew.has_room:
                if (task := next(left, None)) is None:
                    more = False
                else:
                    crew.give(*task)
                    given += 1
            elif told in answers:
                yield answers.pop(told)
                told += 1
            else:
                for number, answer in crew.take():
                    answers[number] = answer
                    heard(number, answer)
    finally:
        crew.end()


class _Crew(Generic[Task, Answer]):
    """The processes of a pool, which start when they are needed."""

    def __init__(
        self, work: Callable[[Task], Answer], size: int, lost: Callable[[WorkerLost], Answer] | None = None
    ) -> None:
        self._work, self._size, self._lost = work, size, lost
        self._workers: list[_PoolWorker[Task, Answer]] = []
        self._retried = set[int]()
        """The numbers of the tasks whose process has died."""

    @property
    def has_room(self) -> bool:
        """Whether a task would be begun at once."""
        return len(self._workers) < self._size or not all(worker.busy for worker in self._workers)

    def give(self, number: int, task: Task) -> None:
        worker = next((worker for worker in self._workers if not worker.busy), None)
        if worker is None:
            worker = _PoolWorker(self._work, len(self._workers))
            self._workers.append(worker)
        worker.give(number, task)

    def take(self) -> Iterator[tuple[int, Answer]]:
        """Wait for answers, and yield each with the number of its task."""
        busy = {worker.pipe: worker for worker in self._workers if worker.busy}
        for pipe in wait(list(busy)):  # it has an answer, or its process has died
            worker = busy[pipe]  # type: ignore[index]
            try:
                yield worker.take()
            except WorkerLost as error:
                if self._lost is None or worker.process.is_alive():  # the work itself may raise such an error
                    raise
                self._workers.remove(worker)
                worker.end()
                if worker.task[0] in self._retried:
                    yield worker.task[0], self._lost(error)
                else:
                    self._retried.add(worker.task[0])
                    self.give(*worker.task)

    def end(self) -> None:
        for worker in self._workers:
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
