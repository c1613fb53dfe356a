"""The process in which SAT solvers run: a native call cannot be interrupted, but a process can be ended.

It reads lines and answers each with a line of JSON. A line of JSON is a puzzle and how to solve it: the answer tells
how large the formula is. Each ``next`` asks for the next solution. It ends when its standard input does, with all that
it has started, so it cannot outlive the program that started it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from shutil import rmtree
from time import perf_counter
from typing import Any

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core import json_reader
from solvers.processes import kill_tree
from solvers.sat import backends, cnf
from solvers.sat.interface import Answer, Formula, SatError

Message = dict[str, Any]


class Job:
    """A puzzle, its clauses, and the answers to them."""

    def __init__(self, request: Message) -> None:
        self.puzzle = Puzzle(tuple(request["givens"]), Geometry.boxes(*request["box"]))
        self.encoding = cnf.ENCODINGS[request["encoding"]]
        backend = backends.find(request["backend"], request["command"])
        if lacking := backend.lacking():
            raise SatError(f"{backend.name}: {lacking}; or choose another backend")
        began = perf_counter()
        clauses = list(self.encoding.clauses(self.puzzle))
        variables, _ = self.encoding.size(self.puzzle)
        self.made = {"variables": variables, "clauses": len(clauses), "seconds": perf_counter() - began}
        folder = Path(request["folder"]) if request["folder"] else None
        self.name = backend.name
        self._clauses = clauses
        self._answers = backends.answers(backend, Formula(clauses, variables, folder))

    def next(self) -> Message:
        """The next solution, checked; ``None`` as its values where there is none."""
        began = perf_counter()
        answer = next(self._answers, Answer(None, {}))
        seconds = perf_counter() - began
        values = None if answer.model is None else self._values(answer.model)
        return {"values": values, "seconds": seconds, "figures": dict(answer.figures)}

    def _values(self, model: Sequence[int]) -> list[int]:
        """The grid that the model means. Raises :class:`SatError` where it is not one of this formula."""
        clause = falsified(self._clauses, model)
        if clause is not None:
            shown = " ".join(map(str, clause[:9])) + (" …" if len(clause) > 9 else "")
            raise SatError(f"the model of {self.name} is wrong: it does not satisfy the clause {shown}")
        values = self.encoding.decode(self.puzzle, model)
        if not self.puzzle.with_values(values).is_solution_of(self.puzzle):
            raise SatError(f"the model of {self.name} is no solution of the puzzle")
        return values


def falsified(clauses: Iterable[cnf.Clause], model: Sequence[int]) -> cnf.Clause | None:
    """The first clause of which the model makes no literal true. A variable that it leaves out makes none true."""
    true = set(model)
    return next((clause for clause in clauses if true.isdisjoint(clause)), None)


def _messages(requests: Iterator[str]) -> Iterator[Message]:
    """The answer to each line."""
    job: Job | None = None
    for line in requests:
        try:
            if line.startswith("{"):
                job = None  # its memory is free before the next formula takes more
                job = Job(json_reader.read(line))
                yield job.made
            else:
                assert job is not None, "a puzzle comes first"
                yield job.next()
        except SatError as error:
            yield {"trouble": error.message}
        except MemoryError:
            yield {"trouble": "there is too little memory for this formula; choose the encoding simplified"}


def _end(folder: str) -> None:
    """End this process with all that it has started, and leave no file.

    The files go first: once its program is killed, the main thread has nobody to tell it to, and ends the process.
    """
    from solvers.sat.command import running

    if folder:
        rmtree(folder, ignore_errors=True)
    for process in tuple(running):
        with suppress(OSError):
            process.kill()
    if mark := os.environ.get(kill_tree.MARK):
        kill_tree.end_marked(mark)
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


def _read(requests: SimpleQueue[str]) -> None:
    folder = ""
    for line in sys.stdin:
        if line.startswith("{"):
            folder = json_reader.read(line)["folder"]
        requests.put(line)
    _end(folder)


def main() -> None:
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    channel = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # what a native solver prints is no message
    for message in _messages(iter(requests.get, None)):
        print(json.dumps(message), file=channel, flush=True)


if __name__ == "__main__":
    main()
