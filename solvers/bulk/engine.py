"""The bulk engine: solves or counts thousands of puzzles at once, with no steps to watch.

>>> from puzzles.corpus import named
>>> from solvers.bulk import engine as bulk
>>> puzzles = [named.find("fig1"), named.find("fig23"), named.find("misprint")]
>>> list(bulk.count(puzzles))
[1, 2, 0]
>>> str(next(bulk.solve(puzzles)))
'358479621719862354642315987564281739871936542923754816437198265286547193195623478'

It requires only numpy. Nothing here can be watched: no window, caption or statistic uses it, but the tests compare it
with the registered solvers. The work is shared among all cores, in processes that get a few thousand puzzles at a time,
so any number of puzzles can be processed in order and in bounded memory.

9x9 puzzles are solved together (:mod:`solvers.bulk.search`). Other sizes are solved correctly too, but one by one, as
are the extremely rare 9x9 puzzles that need more than 64 nested guesses.

If a puzzle has several solutions, which one is returned depends only on the puzzle itself, not on the other puzzles or
the number of processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar

import numpy as np

from puzzles.geometry import STANDARD
from puzzles.puzzle import Puzzle
from solvers import run
from solvers.bulk.search import Digits, SearchResults, search
from solvers.bulk.text import (
    Answers,
    BrokenLine,
    LineBlock,
    Readable,
    blocks,
    count_block,
    count_one,
    solve_block,
    sure,
)
from solvers.processes.pool import cores, ordered
from solvers.processes.worker import WorkerLost

__all__ = [
    "AT_ONCE", "Answers", "BrokenLine", "WorkerLost", "answer_file", "cores", "count", "counted", "solve", "solved",
]  # fmt: skip

A = TypeVar("A")

AT_ONCE = 16_384
"""The number of puzzles sent to a process at a time, enough that the wait for the last hard ones hardly matters."""
FEWEST_AT_ONCE = 2048
_LINE = 82


def solve(puzzles: Iterable[Puzzle], *, processes: int | None = None) -> Iterator[Puzzle | None]:
    """Yield the first solution of each puzzle in order, or ``None`` if it has none.

    ``processes`` defaults to the number of cores; 1 means this process. The puzzles are read as needed.
    """
    for chunk, (digits, others) in _chunks(_solve_task, puzzles, processes):
        other, start = iter(others), 0
        for puzzle in chunk:
            if puzzle.geometry != STANDARD:
                yield next(other)
                continue
            values = digits[start : start + 81]
            start += 81
            yield puzzle.with_values(tuple(values)) if values[0] else None


def count(puzzles: Iterable[Puzzle], limit: int = 2, *, processes: int | None = None) -> Iterator[int]:
    """Yield the number of solutions of each puzzle in order, counting up to the limit."""
    for chunk, (counts, others) in _chunks(partial(_count_task, limit=limit), puzzles, processes):
        standard, other = iter(counts), iter(others)
        yield from (next(standard if puzzle.geometry == STANDARD else other) for puzzle in chunk)


def solved(givens: Digits, limit: int = 1) -> SearchResults:
    """Solve 9x9 puzzles given as a ``uint8`` array, shape (puzzles, 81), 0 if blank. Return solutions and counts.

    Runs in this process. Raises ``ValueError`` for any other shape, or a digit above 9.
    """
    givens = np.ascontiguousarray(givens, np.uint8)
    if givens.ndim != 2 or givens.shape[1] != 81 or (givens > 9).any():
        raise ValueError("expected an array of shape (puzzles, 81) with digits 0 to 9")
    return sure(givens, search(givens, limit), limit)


def counted(givens: Digits, limit: int = 2) -> list[int]:
    """Count the solutions of 9x9 puzzles given as an array, as for :func:`solved`."""
    counts: list[int] = solved(givens, limit).counts.tolist()
    return counts


def answer_file(
    file: Readable, size: int, *, limit: int | None = None, processes: int | None = None, line: int = 1
) -> Generator[Answers]:
    """Yield the answers to a collection, one puzzle per line, block by block from the file's current position.

    ``size`` is the file's size in bytes, which determines the size of blocks. ``limit`` is the number of solutions at
    which to stop counting; ``None`` solves instead. ``line`` is the number of the first line. Raises
    :class:`WorkerLost`, and ``OSError`` if the file cannot be read.
    """
    processes = cores() if processes is None else processes
    at_once = _block_size(size, processes)
    work: Callable[[LineBlock], Answers] = solve_block if limit is None else partial(count_block, limit=limit)
    return ordered(work, blocks(file, at_once, line), processes if size > at_once else 1)


def _block_size(size: int, processes: int) -> int:
    """Return the size of a block in bytes. For a small file it is small enough that every process gets two blocks."""
    return min(AT_ONCE * _LINE, max(FEWEST_AT_ONCE * _LINE, size // (2 * processes) + _LINE))


# Puzzles as objects ---------------------------------------------------------------------------------------------------


class _Task(NamedTuple):
    """A batch of puzzles, in a form that is quick to send to another process."""

    givens: bytes
    """The givens of the 9x9 puzzles, one byte per cell."""
    others: tuple[Puzzle, ...]

    def digits(self) -> Digits:
        return np.frombuffer(self.givens, np.uint8).reshape(-1, 81)


def _task(puzzles: list[Puzzle]) -> _Task:
    standard = b"".join([bytes(puzzle.givens) for puzzle in puzzles if puzzle.geometry == STANDARD])
    return _Task(standard, tuple(puzzle for puzzle in puzzles if puzzle.geometry != STANDARD))


def _solve_task(task: _Task) -> tuple[bytes, list[Puzzle | None]]:
    return solved(task.digits()).digits.tobytes(), [run.solve(puzzle) for puzzle in task.others]


def _count_task(task: _Task, limit: int) -> tuple[list[int], list[int]]:
    return counted(task.digits(), limit), [count_one(puzzle, limit) for puzzle in task.others]


def _chunks(
    work: Callable[[_Task], A], puzzles: Iterable[Puzzle], processes: int | None
) -> Iterator[tuple[list[Puzzle], A]]:
    """Yield chunks of puzzles along with their results."""
    processes = cores() if processes is None else processes
    sent: deque[list[Puzzle]] = deque()
    source = iter(puzzles)

    def tasks() -> Iterator[_Task]:
        while chunk := list(islice(source, AT_ONCE)):
            sent.append(chunk)
            yield _task(chunk)

    for answer in ordered(work, tasks(), processes):
        yield sent.popleft(), answer
