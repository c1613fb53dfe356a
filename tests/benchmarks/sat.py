"""Measures how long the default SAT solver takes to solve each puzzle and to prove that its solution is unique.

Run it by hand: ``python tests/benchmarks/sat.py FILE… [--every N] [--beside bitboard] [--limit-seconds S]`` (a puzzle
a line). ``unwatched`` is the solver that ``solve`` uses by default, ``sat`` has a process of its own, and their figures
are the total elapsed time, including the start of that process. The last is the time that a running process takes to
make and solve the clauses. With ``--beside``, another solver follows, stopped at the limit. On a busy machine, look at
the processor time of all processes together.
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
from solvers.sat.interface import AUTO, FormulaSize, SatSolution
from solvers.sat.process import SatProcess

UNWATCHED = "unwatched"
"""What ``solve`` uses if no solver is named."""


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
    steps = solvers.unwatched(puzzle, 2) if name == UNWATCHED else solvers.trace(puzzle, name)
    for number, step in enumerate(steps):
        count += step.kind is Kind.SOLVED
        if count == 2:
            break
        if number & 255 == 255 and time.perf_counter() - start > limit:
            answer = "limit"
            break
    del steps  # ends its process
    return Run(time.perf_counter() - start, sum(os.times()[:4]) - before, answer or str(count))


class Answered(NamedTuple):
    making: float
    """The seconds it took to make the clauses."""
    whole: float
    """The seconds it took to make them and to find up to two solutions."""
    answer: str


def answered(process: SatProcess, puzzle: Puzzle, encoding: str, limit: float) -> Answered:
    """Look for a second solution in a process that is there, which is ended at the limit."""
    end, making, solving, count = time.monotonic() + limit, limit, 0.0, 0

    def check() -> None:
        if time.monotonic() > end:
            raise TimeoutError

    try:
        process.begin(puzzle, encoding)
        made = process.wait(check)
        assert isinstance(made, FormulaSize)
        making = made.seconds
        while count < 2:
            process.ask()
            found = process.wait(check)
            assert isinstance(found, SatSolution)
            solving += found.seconds
            if found.values is None:
                break
            count += 1
    except TimeoutError:
        process.close()
        return Answered(making, limit, "limit")
    return Answered(making, making + solving, str(count))


def measured(puzzles: Sequence[Puzzle], encoding: str, limit: float) -> list[Answered]:
    with SatProcess(default()) as process:
        return [answered(process, puzzle, encoding, limit) for puzzle in puzzles]


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
        for name in [UNWATCHED, "sat", args.beside] if args.beside else [UNWATCHED, "sat"]:
            runs = [proof(puzzle, name, args.limit_seconds) for puzzle in puzzles]
            told(f"{name}, whole", [run.seconds for run in runs], [run.answer for run in runs])
            told(f"{name}, processor time", [run.processor for run in runs], ["–"])
        for encoding in args.encoding or [AUTO]:
            found = measured(puzzles, encoding, args.limit_seconds)
            told(f"sat, {encoding}, making", [one.making for one in found], ["–"])
            told(f"sat, {encoding}, all", [one.whole for one in found], [one.answer for one in found])


if __name__ == "__main__":
    main()
