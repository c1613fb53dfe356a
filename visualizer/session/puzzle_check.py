"""Works out in the background how many solutions a puzzle has, or why it has none.

The work is done in a separate process, which is started for the first puzzle and reused for later ones. Nothing here
waits for it.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.puzzle import Puzzle, alphabet_of
from solvers.explain.explain import PuzzleQuestion
from solvers.explain.records import Explanation
from solvers.processes.worker import Worker, WorkerLost
from visualizer.narration.explanations import VerdictView, view_of
from visualizer.scene.composer import Composer

MOST_SECONDS = 10.0
"""The time limit for checking a puzzle, in seconds."""
MOST_COUNTED = 10_000
"""The number at which to stop counting solutions."""
NICE = 10
"""The niceness of the checking process. It gives way to the window on a busy machine."""


class PuzzleVerdict:
    """The verdict on the current puzzle. Call :meth:`start` with each new puzzle, :meth:`poll` once a frame, and
    :meth:`close` when done. None of them blocks.
    """

    def __init__(self, seconds: float = MOST_SECONDS, limit: int = MOST_COUNTED) -> None:
        self.view = VerdictView()
        self.known: Explanation | None = None
        """Everything known so far about the puzzle."""
        self._seconds, self._limit = seconds, limit
        self._asked: Puzzle | None = None
        self._worker: Worker[PuzzleQuestion, Explanation] = Worker(
            "solvers.explain.explain", heeds_cancel=True, nice=NICE
        )
        self._over = False
        """Whether the process is gone."""
        self._alphabet = ""
        """The symbols to name digits by, if not the puzzle's own."""

    @property
    def pid(self) -> int | None:
        """The process id of the checker, or ``None`` if it is not running."""
        return self._worker.pid

    @property
    def busy(self) -> bool:
        """Whether to expect more results for this puzzle."""
        return self._worker.busy and not self.view.finished

    def about(self, puzzle: Puzzle) -> None:
        """Check this puzzle, unless it is already being checked with the same digits placed."""
        if self._asked is None or self._asked != puzzle or self._asked.placed != puzzle.placed:
            self.start(puzzle)

    def start(self, puzzle: Puzzle) -> None:
        """Check this puzzle instead of the previous one."""
        self.stop()
        self._asked = puzzle
        if not self._over:
            self.view = VerdictView()
            self._worker.ask(PuzzleQuestion(puzzle, self._seconds, self._limit))

    def stop(self) -> None:
        """Abandon the puzzle and discard its results."""
        self._worker.cancel()
        self._asked = None
        self.view, self.known = VerdictView(finished=True), None

    def poll(self) -> bool:
        """Collect new results. Return whether the view has changed."""
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
        """Use these symbols for digits."""
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
    """Checks one puzzle after another in a separate process, and passes each verdict to the composer."""

    def __init__(self) -> None:
        self.verdict: PuzzleVerdict | None = None
        """The verdict, or ``None`` until :meth:`start` is called."""
        self._composer: Composer

    def follow(self, composer: Composer) -> None:
        """Switch to the puzzle of a different run."""
        self._composer = composer
        if self.verdict is not None:
            self.verdict.about(composer.puzzle)

    def start(self) -> None:
        """Start checking the current puzzle and all later ones."""
        if self.verdict is None:
            self.verdict = PuzzleVerdict()
            self.look_at(self._composer.puzzle)

    def look_at(self, puzzle: Puzzle) -> None:
        """Check a puzzle other than the run's."""
        if self.verdict is not None:
            self.verdict.start(puzzle)
            self._composer.verdict = self.verdict.view

    def name_digits(self) -> None:
        """Use the same symbols for digits as the run."""
        if self.verdict is not None:
            self.verdict.name_digits(alphabet_of(self._composer.puzzle))
            self._composer.verdict = self.verdict.view

    def poll(self) -> bool:
        """Collect new results. Return True if a redraw is needed."""
        if self.verdict is None or not self.verdict.poll():
            return False
        self._composer.verdict = self.verdict.view
        return True

    def close(self) -> None:
        """End the process."""
        if self.verdict is not None:
            self.verdict.close()
