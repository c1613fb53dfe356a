"""New puzzles for the window: of a chosen level, made in the background, there at once when one is asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from random import SystemRandom

import solvers
from puzzles.corpus.record import LEVELS
from puzzles.geometry import Geometry
from puzzles.puzzle import Puzzle
from solvers.core import json_reader

READY = 3
"""Puzzles kept ready."""
READY_RARE = {"extreme": 5}
"""The same, of a level of which one takes long to find."""
COMMAND = ("-m", "solvers.generate.worker")
"""What Python runs to make them."""


class FreshError(RuntimeError):
    """The process that makes puzzles has ended; the message says why, and what to do."""


class Fresh:
    """A queue of new puzzles, filled by a process of its own. The same seed gives the same puzzles.

    >>> with Fresh("easy", seed=7) as fresh:
    ...     puzzle = None
    ...     while puzzle is None:
    ...         puzzle = fresh.take()  # a window would say "making one…" and ask again a frame later
    >>> len(puzzle.givens)
    81

    Close it, or use ``with``; the process ends with this program, however that ends.
    """

    def __init__(self, level: str | None = None, side: int = 9, seed: int | str | None = None) -> None:
        """``level``: one of :data:`puzzles.corpus.record.LEVELS`, or ``None`` for any. Raises ``ValueError`` for
        another.
        """
        if level is not None and level not in LEVELS:
            raise ValueError(f"there is no level {level!r}; choose one of: {', '.join(LEVELS)}")
        self.level, self.geometry = level, Geometry.of_side(side)
        self.seed = str(SystemRandom().randrange(10**9) if seed is None else seed)
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._ready: deque[Puzzle] = deque()
        self._error = ""
        self._process = _started()
        self._reader = threading.Thread(target=self._read, name="fresh puzzles", daemon=True)
        self._reader.start()
        self._send(json.dumps({"seed": self.seed, "level": level, "side": side}))
        for _ in range(READY_RARE.get(level or "", READY)):
            self._send("next")

    def take(self) -> Puzzle | None:
        """A new puzzle, or ``None`` while it is being made; never waits. Raises :class:`FreshError`."""
        self._collect()
        if self._ready:
            self._send("next")
            return self._ready.popleft()
        if self._error:
            raise FreshError(self._error)
        return None

    @property
    def ready(self) -> int:
        """How many puzzles are there at once."""
        self._collect()
        return len(self._ready)

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """It has broken off: there is no more than is ready."""
        self._collect()
        return bool(self._error)

    def close(self) -> None:
        """End the process. Harmless when repeated."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):  # what the process did not read any more
                    pipe.close()

    def __enter__(self) -> Fresh:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _collect(self) -> None:
        with suppress(Empty):
            while True:
                line = self._answers.get_nowait()
                if line.startswith("{"):
                    self._ready.append(self._puzzle(json_reader.read(line)))
                else:
                    self._error = line

    def _puzzle(self, answer: dict[str, object]) -> Puzzle:
        puzzle = Puzzle.parse(str(answer["puzzle"]), self.geometry)
        grade = answer["grade"]
        graded = f"{grade['level']} {grade['score']}" if isinstance(grade, dict) else ""
        source = f"fresh (seed {self.seed}, {answer['number']})"
        return Puzzle(puzzle.givens, self.geometry, source=source, grade=graded)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it has ended: take() will say why
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None and self._process.stderr is not None
        with suppress(OSError, ValueError):
            for line in self._process.stdout:
                self._answers.put(line)
            last = (self._process.stderr.read().strip().splitlines() or ["it says nothing"])[-1]
            self._answers.put(f"the process that makes puzzles has ended: {last}; ask again to start it anew")


def _started() -> subprocess.Popen[str]:
    root = str(Path(solvers.__file__).parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-P", *COMMAND],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
