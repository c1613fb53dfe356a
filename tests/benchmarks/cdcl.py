"""Measures the median and the worst time that clause learning and PicoSAT take to solve the puzzles of a file.

Run it by hand: ``python tests/benchmarks/cdcl.py FILE [--every N]`` (a puzzle a line). Each puzzle is solved by
``cdcl``, whose steps are consumed but not used, and by pycosat on the same clauses; pycosat's time includes its search
and handing over the clauses, but not making them.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from statistics import median

import pycosat

import solvers
from puzzles import Puzzle
from puzzles.corpus.corpus import Corpus
from solvers.core.step import Kind
from solvers.sat import cnf


def puzzles_of(path: Path, every: int) -> list[Puzzle]:
    with Corpus(path) as corpus:
        found = [puzzle for _, puzzle in corpus.iterate() if isinstance(puzzle, Puzzle)]
    return found[::every]


def with_steps(puzzle: Puzzle) -> tuple[float, Counter[Kind]]:
    """Return the seconds to the first solution or the end, and the steps of each kind, counted in a second run."""
    start = time.perf_counter()
    for step in solvers.trace(puzzle, "cdcl"):
        if step.kind is Kind.SOLVED:
            break
    seconds = time.perf_counter() - start
    kinds: Counter[Kind] = Counter()
    for step in solvers.trace(puzzle, "cdcl"):
        kinds[step.kind] += 1
        if step.kind is Kind.SOLVED:
            break
    return seconds, kinds


def with_pycosat(puzzle: Puzzle) -> float:
    clauses = list(cnf.EXTENDED.clauses(puzzle))
    start = time.perf_counter()
    pycosat.solve(clauses)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every so manieth puzzle")
    args = parser.parse_args()
    puzzles = puzzles_of(args.file, args.every)
    ours, steps, conflicts, theirs, unsolved = [], [], [], [], 0
    for puzzle in puzzles:
        seconds, kinds = with_steps(puzzle)
        ours.append(seconds)
        steps.append(kinds.total())
        conflicts.append(kinds[Kind.CONFLICT])
        unsolved += not kinds[Kind.SOLVED]
        theirs.append(with_pycosat(puzzle))
    print(f"{len(puzzles)} puzzles, {unsolved} without a solution")
    print(f"cdcl:    median {1000 * median(ours):.1f} ms, worst {1000 * max(ours):.1f} ms")
    print(f"pycosat: median {1000 * median(theirs):.1f} ms, worst {1000 * max(theirs):.1f} ms")
    print(f"ratio of the medians {median(ours) / median(theirs):.1f}, of the sums {sum(ours) / sum(theirs):.1f}")
    print(f"steps:   median {median(steps):,.0f}, most {max(steps):,}; {sum(steps) / sum(ours):,.0f} a second")
    print(f"conflicts: median {median(conflicts):,.0f}, most {max(conflicts):,}")


if __name__ == "__main__":
    main()
