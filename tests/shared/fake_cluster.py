"""A stand-in for dask.distributed's client, whose workers are threads of this process."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Any

from solvers.processes.cluster import _Answered, _Outcome


class KilledWorker(Exception):
    """What dask.distributed raises when it gives up a chunk."""


class FakeClient:
    """A scheduler with threads as workers. ``answered`` takes the place of what a worker does with a chunk."""

    cluster = None
    """The workers that were started here."""

    def __init__(self, threads: int = 2, answered: Callable[[str, bytes], Any] | None = None) -> None:
        self.threads, self.answered = threads, answered
        self.sent = 0
        self._pool = ThreadPoolExecutor(max(1, threads))

    def nthreads(self) -> dict[str, int]:
        return {"tcp://worker": self.threads} if self.threads else {}

    def submit(self, call: Any, text: str, names: dict[str, Any], *, pure: bool, priority: int) -> Future[Any]:
        assert not pure, "the same chunk sent again is not the same"
        self.sent += 1
        if self.answered:
            return self._pool.submit(self.answered, names["wanted"], names["data"])
        return self._pool.submit(call, text, names)

    def cancel(self, futures: list[Future[Any]]) -> None:
        for future in futures:
            future.cancel()

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def quickly(wanted: str, data: bytes) -> _Answered:
    """Answer a whole chunk, here, in no time."""
    work, tasks = pickle.loads(data)
    return _Answered([pickle.dumps(_Outcome(work(task))) for task in tasks], 0.0)


class Fickle:
    """Workers that answer only some of a chunk, and give up some chunks, by chance."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def __call__(self, wanted: str, data: bytes) -> _Answered:
        work, tasks = pickle.loads(data)
        if len(tasks) > 1 and self._chance.random() < 0.2:
            raise KilledWorker
        few = tasks[: self._chance.randint(1, len(tasks))]
        seconds = self._chance.choice([0.0, 0.01, 1.0])
        return _Answered([pickle.dumps(_Outcome(work(task))) for task in few], seconds)
