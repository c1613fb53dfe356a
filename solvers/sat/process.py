"""The process in which a SAT solver runs, seen from outside: asked, heard, and ended at once whenever one likes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from puzzles.puzzle import Puzzle
from solvers.core import json_reader
from solvers.processes import kill_tree
from solvers.processes.child import kill_all, kill_group, started
from solvers.sat import backends
from solvers.sat.backends import AUTO
from solvers.sat.interface import SatError

PATIENCE = 0.002
"""Seconds waited for the process before saying that it is still computing."""
_LAST_FILES = 1.0
"""Seconds for the system to be done with a process that has been ended."""
_LAST_WORDS = 1 << 14
"""Bytes kept of what it prints besides: the last ones."""


class Made(NamedTuple):
    """The formula is there."""

    variables: int
    clauses: int
    seconds: float
    """Spent on making it."""


class Found(NamedTuple):
    """An answer."""

    values: tuple[int, ...] | None
    """A digit for each cell; ``None``: there is no (further) solution."""
    seconds: float
    """Spent by the SAT solver, taking in the clauses included."""
    figures: Mapping[str, int]
    """What it reports of its search from its start up to here, by the names of :data:`sat_backends.FIGURES`."""


class SatProcess:
    """Solves puzzles, an answer at a time; leaving the ``with`` ends it at once, with all that it has started.

    Raises :class:`SatError` where no SAT solver is installed.
    """

    def __init__(self, encoding: str, backend: str = AUTO, command: str = "") -> None:
        named = backend if command else backends.settled(backend)  # the process might settle on another one
        self._how = {"encoding": encoding, "backend": named, "command": command}
        self._folder = TemporaryDirectory(prefix="solvescope-sat-", ignore_cleanup_errors=True) if command else None
        self._mark = kill_tree.new_mark() if command else ""
        self._process = started("solvers.sat.worker", mark=self._mark, stderr=subprocess.PIPE)
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._said: deque[bytes] = deque(maxlen=_LAST_WORDS)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._hear, self._collect)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> SatProcess:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def begin(self, puzzle: Puzzle) -> None:
        """Give it a puzzle (in the place of the last one): :class:`Made` will be heard."""
        folder = self._folder.name if self._folder else ""
        self._send(json.dumps({"givens": puzzle.givens, "box": puzzle.geometry.box, "folder": folder, **self._how}))

    def ask(self) -> None:
        """Ask for the next answer: :class:`Found` will be heard."""
        self._send("next")

    def heard(self, patience: float = PATIENCE) -> Made | Found | None:
        """What it says, ``None`` where it has said nothing for so many seconds. Raises :class:`SatError`."""
        try:
            line = self._lines.get(timeout=patience)
        except Empty:
            return None
        if not line:
            raise SatError(self._ending())
        message: dict[str, Any] = json_reader.read(line)
        if "trouble" in message:
            raise SatError(message["trouble"])
        if "values" not in message:
            return Made(**message)
        values = message["values"]
        return Found(tuple(values) if values is not None else None, message["seconds"], message["figures"])

    def end(self) -> None:
        """End it, and all that it has started. Its files are gone."""
        if os.name != "posix":  # there it cannot be ended as a group: the end of its input makes it end what it started
            self._close(self._process.stdin)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        (kill_all if self._mark else kill_group)(self._process)
        self._process.wait()
        if self._mark:
            kill_tree.end_marked(self._mark)
        for thread in self._threads:
            thread.join(1.0)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            self._close(pipe)
        if self._folder:
            self._remove(Path(self._folder.name))
            self._folder.cleanup()

    def _remove(self, folder: Path) -> None:
        """Remove it, also if what has just been ended is still writing its last file there."""
        end = time.monotonic() + _LAST_FILES
        while folder.exists() and time.monotonic() < end:
            shutil.rmtree(folder, ignore_errors=True)
            time.sleep(0.001)

    def _close(self, pipe: Any) -> None:
        with suppress(OSError):  # what the process did not read any more
            pipe.close()

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended: heard() will say why
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def _collect(self) -> None:
        assert isinstance(self._process.stderr, BufferedReader)
        while chunk := self._process.stderr.read1():
            self._said.extend(bytes([byte]) for byte in chunk[-_LAST_WORDS:])

    def _ending(self) -> str:
        code = self._process.wait()
        self._threads[1].join(1.0)
        last = (b"".join(self._said).decode("utf-8", "replace").strip().splitlines() or ["it says nothing"])[-1]
        return f"the process of the SAT solver ended early, with code {code}: {last}; choose another backend"
