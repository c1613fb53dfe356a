"""Measures what a cluster costs over processes of this program: rating the same puzzles, and tasks that do nothing.

Run it by hand: ``python tests/benchmarks/cluster.py [--count 400] [--workers 2] [--repeat 5]``. It prints the median of
the wall times of both, taken by turns, and their ratio; starting the workers is apart. The answers must agree.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import assets
from puzzles import Puzzle
from solvers.processes import cluster as cluster_module
from solvers.processes.cluster import opened
from solvers.processes.pool import Pool, ordered
from visualizer.cli.commands.rate import _CHUNK, _rated

EMPTY = 2000
ALONE = "nothing, a chunk each"


def rated(pool: Pool, puzzles: list[Puzzle], processes: int) -> list[Any]:
    """Rate the puzzles as ``solvescope rate`` does."""
    numbered = list(enumerate(puzzles, 1))
    chunks = [tuple(numbered[at : at + _CHUNK]) for at in range(0, len(numbered), _CHUNK)]
    return list(pool(partial(_rated, off=(), uniqueness=True), chunks, processes))


def empty(pool: Pool, puzzles: list[Puzzle], processes: int) -> list[Any]:
    return list(pool(abs, range(EMPTY), processes))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, value in (("--count", 400), ("--workers", 2), ("--repeat", 5)):
        parser.add_argument(name, type=int, default=value)
    args = parser.parse_args()
    lines = (Path(assets.__file__).parents[1] / "puzzles" / "sudoku.txt").read_text("utf-8").splitlines()[99:]
    puzzles = [Puzzle.parse(line[:81]) for line in lines[:: max(1, len(lines) // args.count)][: args.count]]
    begun = time.perf_counter()
    with opened(f"local:{args.workers}", print) as cluster:
        print(f"{args.workers} workers are there after {time.perf_counter() - begun:.2f} s")
        for name, work, tasks in (("rate", rated, len(puzzles)), ("nothing", empty, EMPTY), (ALONE, empty, EMPTY)):
            if name == ALONE:
                cluster_module.CHUNK_SECONDS = 0.0
            took = dict[str, list[float]]()
            for _ in range(args.repeat):
                answers = []
                for kind, pool in (("pipes", ordered), ("cluster", cluster.ordered)):
                    begun = time.perf_counter()
                    answers.append(work(pool, puzzles, args.workers))
                    took.setdefault(kind, []).append(time.perf_counter() - begun)
                assert answers[0] == answers[1]
            pipes, dask = median(took["pipes"]), median(took["cluster"])
            each = f"{1e6 * pipes / tasks:.0f} and {1e6 * dask / tasks:.0f} us each"
            print(f"{name} ({tasks}): pipes {pipes:.3f} s, cluster {dask:.3f} s, ratio {dask / pipes:.2f}; {each}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
