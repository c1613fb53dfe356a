"""What is known of the puzzle on the board before anybody solves it: how many solutions, and why none.

The work is done in a process of its own, which is started with the first puzzle and kept for those after it. Nothing
here waits for it: a puzzle is handed over by a thread, answers are heard by another, and what comes about a puzzle that
has been left is not looked at.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import cast

from puzzles.puzzle import Puzzle
from solvers.explain.records import Explanation
from solvers.explain.worker import Question
from solvers.processes.child import kill_group, started
from solvers.processes.frames import read_frame, write_frame
from visualizer.narration.verdict import view_of
from visualizer.views.verdict import VerdictView

SECONDS = 10.0
"""How long a puzzle may take."""
LIMIT = 10_000
"""Solutions that are counted."""


class Verdict:
    """:meth:`start` with each puzzle, :meth:`poll` each frame, :meth:`close` at the end. No call waits."""

    def __init__(self, seconds: float = SECONDS, limit: int = LIMIT) -> None:
        self.view = VerdictView()
        self.known: Explanation | None = None
        """All that is known of the puzzle."""
        self._seconds, self._limit = seconds, limit
        self._number = 0
        self._asked: Puzzle | None = None
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[int, Explanation, bool] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = self._gone = False
        self._alphabet = ""
        """What digits are called, where not as in the puzzle's own text."""

    @property
    def pid(self) -> int | None:
        """Its process; ``None`` where there is none (yet)."""
        return self._process.pid if self._process else None

    @property
    def busy(self) -> bool:
        """More may come about this puzzle."""
        return self._number > 0 and not self.view.finished and not self._closed

    def about(self, puzzle: Puzzle) -> None:
        """Look at this puzzle, unless that is the one that is looked at: with the same digits placed, too."""
        if self._asked is None or self._asked != puzzle or self._asked.placed != puzzle.placed:
            self.start(puzzle)

    def start(self, puzzle: Puzzle) -> None:
        """Look at this puzzle from now on, and leave the one before."""
        if self._closed:
            return
        self._asked = puzzle
        self._number += 1
        self.view, self.known = VerdictView(finished=self._gone), None
        self._questions.put(Question(self._number, puzzle, self._seconds, self._limit))
        if not self._threads:
            self._begin(self._ask)

    def stop(self) -> None:
        """Leave the puzzle: nothing is known of it, and nothing will be."""
        self._number += 1
        self._asked = None
        self.view, self.known = VerdictView(finished=True), None
        self._questions.put(Question(self._number, None, self._seconds, self._limit))

    def poll(self) -> bool:
        """Take in what has been found. Has the view changed?"""
        changed = False
        with suppress(Empty):
            while True:
                answer = self._answers.get_nowait()
                if answer is None:  # the process has gone: what is known stays
                    self._gone, changed = True, changed or not self.view.finished
                    self.view = self.view._replace(finished=True)
                elif answer[0] == self._number:
                    self._take(answer[1], answer[2])
                    changed = True
        return changed

    def name_digits(self, alphabet: str) -> None:
        """Call digits by these symbols."""
        self._alphabet = alphabet
        if self.known is not None:
            self._take(self.known, self.view.finished)

    def _take(self, known: Explanation, finished: bool) -> None:
        self.known = replace(known, puzzle=replace(known.puzzle, alphabet=self._alphabet or known.puzzle.alphabet))
        self.view = view_of(self.known, finished)

    def close(self) -> None:
        """End the process and the threads."""
        if self._closed:
            return
        self._closed = True
        self._questions.put(None)
        if self._process is not None:
            kill_group(self._process)  # before the thread is waited for: it may be writing to it
        if self._threads:
            self._threads[0].join()  # it starts the process: after it there is none, or the one that is ended here
        if self._process is None:
            return
        kill_group(self._process)
        self._process.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what the process did not read any more
                    pipe.close()

    def __enter__(self) -> Verdict:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _begin(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _ask(self) -> None:
        """Start the process, then hand over questions: of several that wait, the last."""
        while (question := self._questions.get()) is not None:
            with suppress(Empty):
                while True:
                    question = self._questions.get_nowait()
                    if question is None:
                        return
            if self._process is None:
                try:
                    self._process = started("solvers.explain.worker")
                except OSError:
                    self._answers.put(None)
                    return
                self._begin(self._hear)
            assert self._process.stdin is not None
            try:
                write_frame(self._process.stdin, question)
            except OSError:  # it has ended: the other thread says so
                return

    def _hear(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        with suppress(Exception):  # whatever a process that is being ended leaves in the pipe
            while (answer := read_frame(self._process.stdout)) is not None:
                self._answers.put(cast("tuple[int, Explanation, bool]", answer))
        self._answers.put(None)
