"""Finds out how many solutions the current puzzle has, or why it has none."""

from __future__ import annotations

from puzzles.puzzle import Puzzle, alphabet_of
from visualizer.scene.composer import Composer
from visualizer.session.puzzle_check import Verdict


class Judge:
    """Judges one puzzle after the other in a separate process, and has the composer state the verdict."""

    def __init__(self) -> None:
        self.verdict: Verdict | None = None
        """The verdict, once judging has begun."""
        self._composer: Composer

    def follow(self, composer: Composer) -> None:
        """Judge the puzzle of another run from now on."""
        self._composer = composer
        if self.verdict is not None:
            self.verdict.about(composer.puzzle)

    def start(self) -> None:
        """Start judging puzzles: this one, and each later one."""
        if self.verdict is None:
            self.verdict = Verdict()
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
        """Receive new results. Return True if they change the display."""
        if self.verdict is None or not self.verdict.poll():
            return False
        self._composer.verdict = self.verdict.view
        return True

    def close(self) -> None:
        """End the process."""
        if self.verdict is not None:
            self.verdict.close()
