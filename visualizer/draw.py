"""A puzzle being drawn from a corpus, while the window goes on."""

from __future__ import annotations

import threading

from puzzles import Corpus, Puzzle


class Draw(threading.Thread):
    """A puzzle being drawn."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(daemon=True)
        self.corpus = corpus
        self.drawn: Puzzle | Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.drawn = self.corpus.draw()
        except (ValueError, OSError) as error:  # the file holds none, or was closed meanwhile
            self.drawn = error
