"""The process in which explanations are looked for, one puzzle at a time; a later puzzle ends the work on an earlier.

Both ways go frames: four bytes of length, then a pickle. It reads ``(number, puzzle, seconds, limit)`` and answers
``(number, explanation)``, several of them as more is known, the last one with ``finished`` or when the time is up. It
ends when its standard input does, so it cannot outlive the program that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from time import monotonic
from typing import IO, NamedTuple

from puzzles.puzzle import Puzzle
from solvers.explain.explain import explain
from solvers.explain.records import Answer, Explanation
from solvers.processes.frames import read_frame, write_frame

GAP = 0.1
"""Seconds at least between two reports that tell the same answer and are not the last."""
NICE = 10
"""How much the window comes first where the machine is busy."""


class Question(NamedTuple):
    """What is asked about a puzzle."""

    number: int
    """Which question it is; later ones have greater numbers."""
    puzzle: Puzzle | None
    """``None``: nothing, but the work on the one before is to end."""
    seconds: float
    limit: int
    """Solutions that are counted."""


class Worker:
    """Answers the latest question."""

    def __init__(self, orders: IO[bytes], out: IO[bytes]) -> None:
        self._orders, self._out = orders, out
        self._questions: SimpleQueue[Question] = SimpleQueue()
        self._latest = 0
        self._told = 0.0

    def read(self) -> None:
        """Take in questions until there are no more to come; then the process ends, whatever it is at."""
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            while isinstance(question := read_frame(self._orders), Question):
                self._latest = question.number
                self._questions.put(question)
        os._exit(0)

    def work(self) -> None:
        """Answer, for ever."""
        threading.Thread(target=self.read, daemon=True).start()
        while True:
            question = self._questions.get()
            if question.puzzle is not None and question.number == self._latest:
                self.answer(question, question.puzzle)

    def answer(self, question: Question, puzzle: Puzzle) -> None:
        """Say what is known of it, more and more."""
        answered = Answer.UNKNOWN

        def tell(known: Explanation) -> None:
            nonlocal answered
            news = known.answer is not answered or monotonic() - self._told > GAP
            if news and question.number == self._latest:
                self._told, answered = monotonic(), known.answer
                write_frame(self._out, (question.number, known, False))

        known = explain(
            puzzle,
            limit=question.limit,
            seconds=question.seconds,
            tell=tell,
            cancelled=lambda: question.number != self._latest,
        )
        write_frame(self._out, (question.number, known, True))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program that started this
    if hasattr(os, "nice"):
        os.nice(NICE)
    with os.fdopen(0, "rb") as orders, os.fdopen(1, "wb") as out, suppress(OSError):
        Worker(orders, out).work()
    os._exit(0)


if __name__ == "__main__":
    # What is pickled names classes of the module, not of this copy of it.
    sys.modules["solvers.explain.worker"] = sys.modules["__main__"]
    main()
