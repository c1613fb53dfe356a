"""A worker that searches a sample of a collection for the puzzle on which algorithms differ most."""

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
    """A search for differences: where to look and what to run."""

    path: Path
    """The path of the collection."""
    level: str | None
    lanes: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    """The names of the algorithms, with their options."""
    seed: int
    sample: int
    """The maximum number of puzzles to examine."""
    limit: int
    """The maximum number of steps per run."""
    enough: float
    """The ratio between step counts at which the search ends."""


class SearchProgress(NamedTuple):
    """The progress of a search."""

    looked: int
    best: ComparedPuzzle | None = None
    """The result with the greatest ratio of steps."""
    trouble: str = ""
    """Why puzzles were left out, or why there are none."""


def answer(search: DifferenceSearch, call: OpenQuestion) -> SearchProgress:
    """Run the algorithms on one puzzle after another, reporting progress after each."""
    lanes = [ComparedLane(name, solvers.get(name), dict(options)) for name, options in search.lanes]
    progress = SearchProgress(0)
    try:
        with closing(find(_drawn(search), lanes, None, search.limit)) as findings:
            for finding in findings:
                progress = _after(progress, finding)
                if call.cancelled or (progress.best and progress.best.ratio >= search.enough):
                    break
                call.tell(progress)
    except (ValueError, OSError) as error:  # the file has no puzzles at the level, or cannot be read
        return progress._replace(trouble=str(error))
    return progress


def _after(progress: SearchProgress, finding: ComparedPuzzle) -> SearchProgress:
    looked, best = progress.looked + 1, progress.best
    if finding.trouble:
        return SearchProgress(looked, best, finding.trouble)
    better = best is None or finding.ratio > best.ratio
    return SearchProgress(looked, finding if better else best, progress.trouble)


def _drawn(search: DifferenceSearch) -> Iterator[Puzzle]:
    """Yield random puzzles from the collection. Repeats are dropped and not replaced, so there may be fewer."""
    seen: set[Puzzle] = set()
    with Corpus(search.path, seed=search.seed) as corpus:
        for _ in range(search.sample):
            puzzle = corpus.draw(search.level)
            if puzzle not in seen:
                seen.add(puzzle)
                yield puzzle
