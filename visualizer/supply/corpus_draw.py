"""Draws a puzzle from a corpus while the window keeps running."""

from __future__ import annotations

import threading

from puzzles import Corpus, Puzzle


class Draw(threading.Thread):
    """A puzzle being drawn, of a level if one is named."""

    def __init__(self, corpus: Corpus, level: str | None = None) -> None:
        super().__init__(daemon=True)
        self.corpus, self.level = corpus, level
        self.drawn: Puzzle | Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.drawn = self.corpus.draw(self.level)
        except (ValueError, OSError) as error:  # the file has none, or has been closed
            self.drawn = error
