"""The file that puzzles are drawn from, and the one that is being drawn, while the window goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from puzzles import Corpus, Puzzle
from visualizer.draw import Draw

PATIENCE = 0.03
"""Seconds waited for a puzzle: a draw takes 0.1 ms, but a file without a puzzle is read whole."""
Drawn = Puzzle | Exception | None
"""A puzzle, or why there is none; ``None``: it is still being looked for."""


class NoFile(LookupError):
    """There is nothing to draw from: no fault, and said in passing."""


class Speaker(Protocol):
    """Whoever asked: ``notice`` stays until dismissed, ``toast`` passes."""

    notice: str
    toast: str


class Supply:
    """Draws from a corpus, if there is one."""

    def __init__(self, corpus: Corpus | None) -> None:
        self.corpus = corpus
        self._draw: Draw | None = None
        self._summary = ""

    @property
    def drawing(self) -> bool:
        """A puzzle is being looked for in a file that yields none at once."""
        return self._draw is not None

    @property
    def looking(self) -> str:
        """What is said meanwhile."""
        return f"Looking for a puzzle in {self.corpus.path.name} …" if self.corpus else ""

    @property
    def origin(self) -> str:
        """What R draws from, and how many puzzles it has; "" without a file."""
        return f"R draws from {self.corpus.path.name}: {self.corpus.summary()}" if self.corpus else ""

    def draw(self) -> Drawn:
        """Ask for a puzzle: it is mostly there at once, and else :meth:`take` gives it later."""
        if self.corpus is None:
            return NoFile("No file of puzzles is open.")
        if self._draw is None:
            self._draw = Draw(self.corpus)
            self._draw.join(PATIENCE)
        return self.take()

    def take(self) -> Drawn:
        """What has been drawn since it was asked for: given once."""
        draw = self._draw
        if draw is None or draw.is_alive():
            return None
        self._draw = None
        return draw.drawn

    def request(self, speaker: Speaker, watch: Callable[[Puzzle], object]) -> None:
        """Draw, and watch the puzzle; where that takes its time, say so, for :meth:`deliver` to go on."""
        if not self.drawing and not self._hand_over(self.draw(), speaker, watch):
            speaker.toast = self.looking

    def deliver(self, speaker: Speaker, watch: Callable[[Puzzle], object]) -> bool:
        """Watch the puzzle that was drawn, if it has come, or say why there is none. True if anything has come."""
        return self._hand_over(self.take(), speaker, watch)

    def _hand_over(self, drawn: Drawn, speaker: Speaker, watch: Callable[[Puzzle], object]) -> bool:
        if drawn is None:
            return False
        self.stop(speaker)
        if isinstance(drawn, Puzzle):
            watch(drawn)
        elif isinstance(drawn, NoFile):
            speaker.toast = str(drawn)
        else:
            speaker.notice = f"No puzzle could be drawn.\n{drawn}"
        return True

    def stop(self, speaker: Speaker) -> None:
        """What is being drawn is wanted no more."""
        if speaker.toast == self.looking:
            speaker.toast = ""
        self._draw = None

    def open(self, corpus: Corpus) -> None:
        """Draw from another file from now on."""
        self.close()
        self.corpus = corpus

    def news(self) -> bool:
        """Has the scan of the corpus got on since this was asked last?"""
        now = self.corpus.summary() if self.corpus else ""
        before, self._summary = self._summary, now
        return now != before

    def close(self) -> None:
        """End the scan."""
        if self.corpus is not None:
            self.corpus.close()
