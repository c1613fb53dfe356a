"""Reports the lines of an opened file that could not be read, once the scan is done."""

from __future__ import annotations

from pathlib import Path

from puzzles import Corpus
from puzzles.figures import counted, grouped
from puzzles.problems import Problem
from visualizer.session.session import Session


class Unread:
    """Waits for the scan of a collection, if needed, and reports its findings."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._corpus: Corpus | None = None
        self._path: Path | None = None
        self._first: Problem | None = None

    @property
    def waiting(self) -> bool:
        """Whether the result is still unknown."""
        return self._corpus is not None

    def of_puzzle(self, path: Path, first: Problem | None) -> None:
        """Report what was wrong with an opened file that holds one puzzle."""
        self._corpus = None
        if first is not None:
            self._say(f"{path.name}, {first}.")

    def of_corpus(self, corpus: Corpus, path: Path, first: Problem | None) -> None:
        """Wait for the scan of a collection that was opened; ``first``: the first fault near its beginning."""
        self._corpus, self._path, self._first = corpus, path, first

    def tick(self) -> bool:
        """Report what is known now. Return True if anything was reported."""
        corpus, path = self._corpus, self._path
        if corpus is None or path is None:
            return False
        if corpus is not self._session.supply.corpus:
            self._corpus = None
        elif corpus.complete:
            self._corpus = None
            words = self._words(corpus, path)
            if words:
                self._say(words)
            return bool(words)
        return False

    def _words(self, corpus: Corpus, path: Path) -> str:
        broken, first = corpus.broken, self._first or corpus.first_problem()
        if first is None:
            return ""
        if first.remark or not broken:
            return f"{path.name}, {first}."
        more = f" And {grouped(broken - 1)} more: 'solvescope check {path.name}' lists all." if broken > 1 else ""
        return f"{path.name} has {counted(broken, 'broken line')}. {_capital(str(first))}.{more}"

    def _say(self, words: str) -> None:
        self._session.toast = " ".join(filter(None, [self._session.toast, words]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
