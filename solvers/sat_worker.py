"""The process in which pycosat runs: a native call cannot be interrupted, but a process can be ended.

Reads a puzzle as one line of JSON, then answers each further line with the next solution (a line of JSON), until there
is none. It ends when its standard input does, so it cannot outlive the program that started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from time import perf_counter

from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers import cnf


def answers(puzzle: Puzzle) -> Iterator[list[int]]:
    """Each solution, as its digits in row order."""
    import pycosat

    # In the extended encoding a model says everything of every cell, so different models are different grids.
    for model in pycosat.itersolve(list(cnf.extended(puzzle))):
        yield cnf.decode(puzzle.geometry, model)


def _read(requests: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def main() -> None:
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    request = json.loads(requests.get())
    solutions = answers(Puzzle(tuple(request["givens"]), Geometry.boxes(*request["box"])))
    while requests.get():
        began = perf_counter()
        values = next(solutions, None)
        print(json.dumps({"values": values, "seconds": perf_counter() - began}), flush=True)


if __name__ == "__main__":
    main()
