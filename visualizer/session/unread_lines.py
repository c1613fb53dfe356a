"""Reports lines that could not be read in an opened file, once it has been scanned."""

from __future__ import annotations

from pathlib import Path

from puzzles import Corpus
from puzzles.figures import counted, grouped
from puzzles.problems import Problem, short
from visualizer.session.session import Session
from visualizer.text.phrases import capitalised


class UnreadLines:
    """Waits until a collection has been scanned, then reports any problems."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._scanned: tuple[Corpus, Path, Problem | None] | None = None

    @property
    def waiting(self) -> bool:
        """Whether a scan is still under way."""
        return self._scanned is not None

    def of_puzzle(self, path: Path, first: Problem | None) -> None:
        """Report the first problem in a file that holds a single puzzle."""
        self._scanned = None
        if first is not None:
            self._say(f"{short(path.name)}, {first}.")

    def of_corpus(self, corpus: Corpus, path: Path, first: Problem | None) -> None:
        """Prepare to report on a collection once it is scanned. ``first`` is a problem found near its beginning."""
        self._scanned = corpus, path, first

    def tick(self) -> bool:
        """Report any problems if the scan is done. Return True if there were any."""
        if self._scanned is None:
            return False
        corpus, path, first = self._scanned
        current = corpus is self._session.supply.corpus
        if current and not corpus.complete:
            return False
        self._scanned = None
        words = _words(corpus, path, first or corpus.first_problem()) if current else ""
        if words:
            self._say(words)
        return bool(words)

    def _say(self, words: str) -> None:
        self._session.toast = " ".join(filter(None, [self._session.toast, words]))


def _words(corpus: Corpus, path: Path, first: Problem | None) -> str:
    broken = corpus.broken
    if first is None:
        return ""
    if first.remark or not broken:
        return f"{short(path.name)}, {first}."
    more = f" And {grouped(broken - 1)} more: 'solvescope check {path.name}' lists all." if broken > 1 else ""
    return f"{short(path.name)} has {counted(broken, 'broken line')}. {capitalised(str(first))}.{more}"
