"""Works out in the background how many solutions a puzzle has, or why it has none.

The work is done in a separate process, which is started for the first puzzle and reused for later ones. Nothing here
waits for it.
"""

from dataclasses import replace

from puzzles.puzzle import Puzzle, alphabet_of
from solvers.explain.explain import PuzzleQuestion
from solvers.explain.records import Explanation
from solvers.processes.worker import Worker, WorkerLost
from visualizer.narration.explanations import VerdictView, view_of
from visualizer.scene.composer import Composer

MOST_SECONDS = 10.0
MOST_COUNTED = 10_000
"""The number at which to stop counting solutions."""
NICE = 10
"""The niceness of the checking process. It gives way to the window on a busy machine."""


class Judge:
    """Checks one puzzle after another, once it has been started, and passes each verdict to the run's composer.

    Call :meth:`poll` once a frame, and :meth:`close` when done. Nothing blocks.
    """

    def __init__(self, seconds: float = MOST_SECONDS, limit: int = MOST_COUNTED) -> None:
        self.view = VerdictView()
        self.on = False
        self._known: Explanation | None = None
        """Everything known so far about the puzzle."""
        self._seconds, self._limit = seconds, limit
        self._asked: Puzzle | None = None
        self._worker: Worker[PuzzleQuestion, Explanation] = Worker(
            "solvers.explain.explain", heeds_cancel=True, nice=NICE
        )
        self._over = False
        """Whether the process is gone."""
        self._composer: Composer | None = None

    @property
    def pid(self) -> int | None:
        """The process id of the checker, or ``None`` if it is not running."""
        return self._worker.pid

    @property
    def busy(self) -> bool:
        return self._worker.busy and not self.view.finished

    def start(self) -> None:
        """Start checking the current puzzle and all later ones."""
        before, self.on = self.on, True
        if not before and self._composer is not None:
            self.look_at(self._composer.puzzle)

    def follow(self, composer: Composer) -> None:
        """Check the puzzle of a different run, unless it is already being checked with the same digits placed."""
        self._composer, puzzle = composer, composer.puzzle
        if self._asked is None or self._asked != puzzle or self._asked.placed != puzzle.placed:
            self.look_at(puzzle)

    def look_at(self, puzzle: Puzzle) -> None:
        """Check this puzzle instead of the previous one."""
        if not self.on:
            return
        self.stop()
        self._asked = puzzle
        if not self._over:
            self.view = VerdictView()
            self._worker.ask(PuzzleQuestion(puzzle, self._seconds, self._limit))
        self._show()

    def stop(self) -> None:
        self._worker.cancel()
        self._asked = None
        self.view, self._known = VerdictView(finished=True), None

    def poll(self) -> bool:
        """Collect new results. Return whether the view has changed."""
        changed = False
        try:
            while reply := self._worker.poll():
                self._known, changed = reply.value, True
                self._name(reply.last)
        except WorkerLost:  # keep what is known
            self._over, changed = True, changed or not self.view.finished
            self.view = self.view._replace(finished=True)
        if changed:
            self._show()
        return changed

    def name_digits(self) -> None:
        """Use the same symbols for digits as the run."""
        self._name(self.view.finished)
        self._show()

    def _name(self, finished: bool) -> None:
        """Word what is known with the run's symbols for digits."""
        if (known := self._known) is not None:
            alphabet = alphabet_of(self._composer.puzzle if self._composer else known.puzzle)
            self.view = view_of(replace(known, puzzle=replace(known.puzzle, alphabet=alphabet)), finished)

    def _show(self) -> None:
        if self.on and self._composer is not None:
            self._composer.verdict = self.view

    def close(self) -> None:
        """End the process for good."""
        self._over = True
        self._worker.close()
