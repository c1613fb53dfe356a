"""A question about a position, handed to the process that works out hints and checks, while the window goes on."""

from __future__ import annotations

import pickle
import subprocess
import threading
from contextlib import suppress
from dataclasses import replace

from solvers import techniques
from solvers.explain.hint import Hint
from solvers.explain.hint_worker import Question
from solvers.processes.child import kill_group, started
from solvers.processes.frames import read_frame, write_frame

PATIENCE = 0.1
"""Seconds waited for an answer at once: most come sooner."""


class Asked(threading.Thread):
    """A question. The process is started for the first one, and handed on to the next."""

    def __init__(self, question: Question, process: subprocess.Popen[bytes] | None = None) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.answer: Hint | None = None
        """``None`` when the thread has ended: the process has, and there will be none."""
        self._question = question
        self._left = False
        self._lock = threading.Lock()
        self.start()
        self.join(PATIENCE)

    def run(self) -> None:
        with self._lock:
            if not self._left:
                with suppress(OSError):
                    self.process = self.process or started("solvers.explain.hint_worker")
        if self.process is None:
            return
        assert self.process.stdin is not None and self.process.stdout is not None
        found: object = None
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            write_frame(self.process.stdin, self._question)
            found = read_frame(self.process.stdout)
        if isinstance(found, Hint):
            technique = techniques.get(found.finding.technique) if found.finding else None
            self.answer = replace(found, technique=technique)
        else:
            end(self.process)
            self.process = None

    def leave(self) -> None:
        """Nobody wants the answer any more: the process is ended."""
        with self._lock:
            self._left = True
            process = self.process
        if process is not None:
            kill_group(process)  # the thread hears that, and sees to what is left of it

    def close(self) -> None:
        """Leave no process and no thread."""
        self.leave()
        self.join()
        if self.process is not None:
            end(self.process)
            self.process = None


def end(process: subprocess.Popen[bytes]) -> None:
    """End the process, and what is held open for it."""
    kill_group(process)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what it did not read any more
                pipe.close()
