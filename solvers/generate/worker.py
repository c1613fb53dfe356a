"""The process that makes puzzles while a window is open: rating them takes longer than a frame may.

It reads a line of JSON (seed, level or null, side), then answers each further line with the next puzzle of that seed
and level, as a line of JSON; those of 9x9 are graded. It ends when its standard input does, so it cannot outlive the
program that started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import SimpleQueue

from puzzles.geometry import STANDARD, Geometry
from solvers.core import json_reader
from solvers.generate.collector import Collector, Wish
from solvers.generate.generator import Recipe

ENDLESS = 10**9


def _read(requests: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def main() -> None:
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    request = json_reader.read(requests.get())
    level, geometry = request["level"], Geometry.of_side(request["side"])
    wish = Wish(Recipe(geometry), {level: ENDLESS} if level else {}, graded=geometry == STANDARD)
    for one in Collector(request["seed"], wish, ENDLESS, largest=1).picked():
        requests.get()
        grade = {"level": one.grade.level, "score": one.grade.score} if one.grade else None
        print(json.dumps({"puzzle": str(one.puzzle), "number": one.number, "grade": grade}), flush=True)


if __name__ == "__main__":
    main()
