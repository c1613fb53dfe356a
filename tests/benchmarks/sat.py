"""Measures how long the default SAT solver takes to solve each puzzle and to prove that its solution is unique.

Run it by hand: ``python tests/benchmarks/sat.py FILE… [--every N] [--beside bitboard] [--limit-seconds S]`` (a puzzle
a line). The first figure is the total elapsed time, including the start of a process. The second is the time that a
running process takes to make and solve the clauses. With ``--beside``, another solver follows, stopped at the limit. On
a busy machine, look at the processor time of all processes together.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import solvers
from puzzles import Puzzle
from puzzles.corpus.corpus import Corpus
from solvers.core.step import Kind
from solvers.sat.backends import default
from solvers.sat.benchmark import PuzzleMeasurement, measure
from solvers.sat.interface import AUTO
from solvers.sat.process import SatProcess


def puzzles_of(path: Path, every: int) -> list[Puzzle]:
    with Corpus(path) as corpus:
        found = [puzzle for _, puzzle in corpus.iterate() if isinstance(puzzle, Puzzle)]
    return found[::every]


class Run(NamedTuple):
    seconds: float
    processor: float
    """The seconds of processor time of this process and those it has started."""
    answer: str
    """The number of solutions, up to 2, or a note that the limit was reached first."""


def proof(puzzle: Puzzle, name: str, limit: float) -> Run:
    """Look for a second solution."""
    start, before, count = time.perf_counter(), sum(os.times()[:4]), 0
    answer = ""
    steps = solvers.trace(puzzle, name)
    for number, step in enumerate(steps):
        count += step.kind is Kind.SOLVED
        if count == 2:
            break
        if number & 255 == 255 and time.perf_counter() - start > limit:
            answer = "limit"
            break
    del steps  # ends its process
    return Run(time.perf_counter() - start, sum(os.times()[:4]) - before, answer or str(count))


def measured(puzzles: Sequence[Puzzle], encoding: str, limit: float) -> list[PuzzleMeasurement]:
    with SatProcess(default()) as process:
        return [measure(process, puzzle, encoding, unique=True, seconds=limit) for puzzle in puzzles]


def told(what: str, times: Sequence[float], answers: Sequence[str]) -> None:
    counts = ", ".join(f"{answers.count(answer)} x {answer}" for answer in sorted(set(answers)))
    print(f"  {what:<24} median {1000 * median(times):8.1f} ms, worst {1000 * max(times):8.1f} ms; solutions: {counts}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth puzzle")
    parser.add_argument("--encoding", action="append", help="this encoding in a process that is there (default: auto)")
    parser.add_argument("--beside", help="another solver, such as bitboard")
    parser.add_argument("--limit-seconds", type=float, default=60.0)
    args = parser.parse_args()
    for path in args.files:
        puzzles = puzzles_of(path, args.every)
        print(f"{path.name}: {len(puzzles)} puzzles, each solved and proved unique")
        for name in ["sat", args.beside] if args.beside else ["sat"]:
            runs = [proof(puzzle, name, args.limit_seconds) for puzzle in puzzles]
            told(f"{name}, whole", [run.seconds for run in runs], [run.answer for run in runs])
            told(f"{name}, processor time", [run.processor for run in runs], ["–"])
        for encoding in args.encoding or [AUTO]:
            found = measured(puzzles, encoding, args.limit_seconds)
            told(f"sat, {encoding}, making", [one.making or args.limit_seconds for one in found], ["–"])
            told(f"sat, {encoding}, all", [one.total or args.limit_seconds for one in found], [f.answer for f in found])


if __name__ == "__main__":
    main()
