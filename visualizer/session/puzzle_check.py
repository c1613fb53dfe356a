"""Finds out in the background how many solutions a puzzle has, or why it has none.

A separate process does the work; it starts with the first puzzle and stays for later ones. Nothing here waits for
it.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.puzzle import Puzzle, alphabet_of
from solvers.explain.explain import PuzzleQuestion
from solvers.explain.records import Explanation
from solvers.processes.worker import Worker, WorkerLost
from visualizer.narration.verdict import view_of
from visualizer.scene.composer import Composer
from visualizer.views.verdict import VerdictView

MOST_SECONDS = 10.0
"""The maximum number of seconds spent on a puzzle."""
MOST_COUNTED = 10_000
"""The number at which the counting of solutions stops."""
NICE = 10
"""The niceness of the checking process, so that the window comes first on a busy machine."""


class PuzzleVerdict:
    """The verdict on the current puzzle. Call :meth:`start` with each puzzle, :meth:`poll` each frame, and
    :meth:`close` at the end. No call waits.
    """

    def __init__(self, seconds: float = MOST_SECONDS, limit: int = MOST_COUNTED) -> None:
        self.view = VerdictView()
        self.known: Explanation | None = None
        """Everything known about the puzzle."""
        self._seconds, self._limit = seconds, limit
        self._asked: Puzzle | None = None
        self._worker: Worker[PuzzleQuestion, Explanation] = Worker(
            "solvers.explain.explain", heeds_cancel=True, nice=NICE
        )
        self._over = False
        """Whether the process has ended."""
        self._alphabet = ""
        """The symbols that name the digits, if they differ from the puzzle's own."""

    @property
    def pid(self) -> int | None:
        """The id of the checking process; ``None`` if there is none (yet)."""
        return self._worker.pid

    @property
    def busy(self) -> bool:
        """Whether more results may come for this puzzle."""
        return self._worker.busy and not self.view.finished

    def about(self, puzzle: Puzzle) -> None:
        """Judge this puzzle, unless it is already being judged with the same digits placed."""
        if self._asked is None or self._asked != puzzle or self._asked.placed != puzzle.placed:
            self.start(puzzle)

    def start(self, puzzle: Puzzle) -> None:
        """Judge this puzzle from now on, and drop the previous one."""
        self.stop()
        self._asked = puzzle
        if not self._over:
            self.view = VerdictView()
            self._worker.ask(PuzzleQuestion(puzzle, self._seconds, self._limit))

    def stop(self) -> None:
        """Drop the puzzle and its results."""
        self._worker.cancel()
        self._asked = None
        self.view, self.known = VerdictView(finished=True), None

    def poll(self) -> bool:
        """Receive new results. Return whether the view has changed."""
        changed = False
        try:
            while reply := self._worker.poll():
                self._take(reply.value, reply.last)
                changed = True
        except WorkerLost:  # keep what is known
            self._over, changed = True, changed or not self.view.finished
            self.view = self.view._replace(finished=True)
        return changed

    def name_digits(self, alphabet: str) -> None:
        """Name digits by these symbols."""
        self._alphabet = alphabet
        if self.known is not None:
            self._take(self.known, self.view.finished)

    def _take(self, known: Explanation, finished: bool) -> None:
        self.known = replace(known, puzzle=replace(known.puzzle, alphabet=self._alphabet or known.puzzle.alphabet))
        self.view = view_of(self.known, finished)

    def close(self) -> None:
        """End the process for good."""
        self._over = True
        self._worker.close()


class Judge:
    """Judges one puzzle after another in a separate process, and has the composer show the verdict."""

    def __init__(self) -> None:
        self.verdict: PuzzleVerdict | None = None
        """The verdict, or ``None`` before judging begins."""
        self._composer: Composer

    def follow(self, composer: Composer) -> None:
        """Judge the puzzle of another run from now on."""
        self._composer = composer
        if self.verdict is not None:
            self.verdict.about(composer.puzzle)

    def start(self) -> None:
        """Start judging: this puzzle, and each later one."""
        if self.verdict is None:
            self.verdict = PuzzleVerdict()
            self.look_at(self._composer.puzzle)

    def look_at(self, puzzle: Puzzle) -> None:
        """Judge a puzzle other than the run's."""
        if self.verdict is not None:
            self.verdict.start(puzzle)
            self._composer.verdict = self.verdict.view

    def name_digits(self) -> None:
        """Name digits as the run does."""
        if self.verdict is not None:
            self.verdict.name_digits(alphabet_of(self._composer.puzzle))
            self._composer.verdict = self.verdict.view

    def poll(self) -> bool:
        """Receive new results. Return True if they change the screen."""
        if self.verdict is None or not self.verdict.poll():
            return False
        self._composer.verdict = self.verdict.view
        return True

    def close(self) -> None:
        """End the process."""
        if self.verdict is not None:
            self.verdict.close()
