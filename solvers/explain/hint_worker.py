"""The process in which hints and checks are worked out, one after the other: a hard position may take seconds.

Both ways go frames (see :mod:`solvers.explain.worker`): it reads a :class:`Question` and answers with a
:class:`~solvers.explain.hint.Hint`, without its technique, whose functions no process can send: its finding names it.
It ends when its standard input does, so it cannot outlive the program that started it. Whoever wants the answer no more
ends it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from queue import SimpleQueue
from typing import IO, NamedTuple

from puzzles.geometry import Digit
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.explain.hint import Advice, Hint, check, hint
from solvers.processes.frames import read_frame, write_frame
from solvers.techniques.candidate_grid import Digits


class Question(NamedTuple):
    """What is asked about; see :func:`solvers.explain.hint.hint`."""

    puzzle: Puzzle
    values: tuple[Digit, ...]
    marks: tuple[Digits, ...] | None
    moves: tuple[Candidate, ...]
    only_check: bool
    """Only what is wrong, and not what is next."""


def answer(question: Question) -> Hint:
    """What there is to say of it. Of a puzzle whose givens clash, that it has no solution."""
    puzzle, values, marks, moves, only_check = question
    if not puzzle.is_valid():
        return Hint(Advice.NO_SOLUTION, position=puzzle.with_values(values))
    return (check if only_check else hint)(puzzle, values, marks, moves=moves)


def _read(orders: IO[bytes], asked: SimpleQueue[Question]) -> None:
    with suppress(OSError, EOFError, pickle.UnpicklingError):
        while isinstance(question := read_frame(orders), Question):
            asked.put(question)
    os._exit(0)  # whatever is being worked out: nobody waits for it


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program that started this
    asked: SimpleQueue[Question] = SimpleQueue()
    with os.fdopen(0, "rb") as orders, os.fdopen(1, "wb") as out, suppress(OSError):
        threading.Thread(target=_read, args=(orders, asked), daemon=True).start()
        while True:
            write_frame(out, replace(answer(asked.get()), technique=None))
    os._exit(0)


if __name__ == "__main__":
    # What is pickled names classes of the module, not of this copy of it.
    sys.modules["solvers.explain.hint_worker"] = sys.modules["__main__"]
    main()
