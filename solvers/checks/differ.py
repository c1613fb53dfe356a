"""A worker that looks through a sample of a collection for the puzzle on which algorithms differ most."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import solvers
from puzzles.corpus.corpus import Corpus
from puzzles.puzzle import Puzzle
from solvers.checks.compare import ComparedLane, ComparedPuzzle, find
from solvers.processes.serve import OpenQuestion


class DifferenceSearch(NamedTuple):
    """A search for differences: what to look for, and where."""

    path: Path
    """The collection."""
    level: str | None
    lanes: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    """The algorithms, by name, and their options."""
    seed: int
    sample: int
    """The maximum number of puzzles to look at."""
    limit: int
    """The maximum number of steps in a run."""
    enough: float
    """The ratio of steps at which to stop."""


class SearchProgress(NamedTuple):
    """The progress of a search."""

    looked: int
    best: ComparedPuzzle | None = None
    """The finding with the greatest ratio of steps."""
    trouble: str = ""
    """The reason why puzzles were left out, or why there are none."""


def answer(search: DifferenceSearch, call: OpenQuestion) -> SearchProgress:
    """Run the algorithms on one puzzle after another, and report the progress after each."""
    lanes = [ComparedLane(name, solvers.get(name), dict(options)) for name, options in search.lanes]
    progress = SearchProgress(0)
    try:
        with closing(find(_drawn(search), lanes, None, search.limit)) as findings:
            for finding in findings:
                progress = _after(progress, finding)
                if call.cancelled or (progress.best and progress.best.ratio >= search.enough):
                    break
                call.tell(progress)
    except (ValueError, OSError) as error:  # the file has none of the level, or cannot be read
        return progress._replace(trouble=str(error))
    return progress


def _after(progress: SearchProgress, finding: ComparedPuzzle) -> SearchProgress:
    looked, best = progress.looked + 1, progress.best
    if finding.trouble:
        return SearchProgress(looked, best, finding.trouble)
    better = best is None or finding.ratio > best.ratio
    return SearchProgress(looked, finding if better else best, progress.trouble)


def _drawn(search: DifferenceSearch) -> Iterator[Puzzle]:
    """Yield random puzzles of the collection, each once; a small collection may have fewer than the sample."""
    seen: set[Puzzle] = set()
    with Corpus(search.path, seed=search.seed) as corpus:
        for _ in range(search.sample):
            puzzle = corpus.draw(search.level)
            if puzzle not in seen:
                seen.add(puzzle)
                yield puzzle
