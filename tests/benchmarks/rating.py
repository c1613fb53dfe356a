"""Measures how many puzzles per second one core rates, what the ladder solves, and which techniques take the time.

    python tests/benchmarks/rating.py FILE [--most N]     a text file with one puzzle a line
    python tests/benchmarks/rating.py --check N           N generated puzzles: are all findings true?

The check climbs the ladder on each puzzle and, whenever no single helps, examines the findings of every technique, not
only the first finding of the easiest.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import islice
from pathlib import Path

from puzzles import Corpus, Puzzle
from solvers import solve
from solvers.core.step import Why
from solvers.generate.generator import Recipe, candidate
from solvers.grading.rating import Rating, rate
from solvers.techniques import Grid, ladder
from solvers.techniques.registry import rungs, uses


def measure(path: Path, most: int | None) -> None:
    with Corpus(path) as corpus:
        puzzles = [entry for _, entry in islice(corpus.iterate(), most) if isinstance(entry, Puzzle)]
    begun = time.process_time()
    ratings = [rate(puzzle) for puzzle in puzzles]
    seconds = time.process_time() - begun
    solved = sum(rating.solved for rating in ratings)
    print(f"{len(puzzles)} puzzles, {len(puzzles) / seconds:.0f} a second on one core; without a guess: {solved}")
    print(f"({100 * solved / len(puzzles):.2f} %); levels: {levels(ratings)}")
    for name, spent in where_the_time_goes(puzzles[:1000]).most_common(12):
        print(f"  {name:<24} {spent / min(len(puzzles), 1000) * 1e3:.3f} ms a puzzle")


def levels(ratings: list[Rating]) -> str:
    found = Counter(rating.level.name.lower() if rating.level else rating.fault for rating in ratings)
    return ", ".join(f"{number} {level}" for level, number in found.most_common())


def where_the_time_goes(puzzles: list[Puzzle]) -> Counter[str]:
    """Return the seconds spent in each technique, including the cost of reading the clock."""
    spent = Counter[str]()
    for puzzle in puzzles:
        grid, techniques = Grid.of(puzzle), rungs(puzzle.geometry)
        while grid.open and not grid.dead():
            for technique in techniques:
                begun = time.perf_counter()
                finding = next(technique.find(grid), None)
                spent[technique.name] += time.perf_counter() - begun
                if finding:
                    for cell, digit in finding.places:
                        grid.place(cell, digit)
                    for cell, digit in finding.strikes:
                        grid.strike(cell, digit)
                    break
            else:
                break
    return spent


def check(number: int) -> None:
    seen = Counter[str]()
    for index in range(number):
        puzzle = candidate("check", index, Recipe(minimal=True))
        answer = solve(puzzle)
        assert answer is not None
        grid = Grid.of(puzzle)
        for use in uses(grid, ladder()):
            if use[1] is None or use[0].why <= Why.HIDDEN_SINGLE:
                continue
            for technique in ladder():
                for finding in technique.find(grid):
                    seen[technique.name] += 1
                    assert all(answer.givens[cell] == digit for cell, digit in finding.places), (puzzle, finding)
                    assert not any(answer.givens[cell] == digit for cell, digit in finding.strikes), (puzzle, finding)
    print(f"{number} puzzles, {seen.total()} findings, every one of them true of the solution")
    for technique in ladder():
        print(f"  {technique.name:<24} {seen[technique.name]:>9}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--most", type=int)
    parser.add_argument("--check", type=int, metavar="N")
    args = parser.parse_args()
    if args.check:
        check(args.check)
    if args.file:
        measure(args.file, args.most)


if __name__ == "__main__":
    main()
