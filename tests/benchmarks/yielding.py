"""Measures how much a search slows down when it yields each step, using the same code with and without yields.

Run it by hand: ``python tests/benchmarks/yielding.py [--repeat 5] [--corpus FILE]``. Both make the same search, so
their numbers of guesses must agree. On the named puzzle, the number must also be the one stated in its file.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import solvers
from puzzles import Corpus, Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind, Step

HARD, GUESSES = "uphill-small", 617_711
Search = Callable[[Puzzle], int]
"""A function that searches a puzzle up to its first solution and returns the number of its guesses."""


def yielding(puzzle: Puzzle) -> int:
    """Search with the solver that people watch."""
    guesses, guess, solved = 0, Kind.GUESS, Kind.SOLVED
    for step in solvers.trace(puzzle, "backtracking"):
        if step.kind is guess:
            guesses += 1
        elif step.kind is solved:
            break
    return guesses


def only_drained(puzzle: Puzzle) -> int:
    """Run the solver to its end, ignoring its steps."""
    solved = Kind.SOLVED
    for step in solvers.trace(puzzle, "backtracking"):
        if step.kind is solved:
            break
    return -1


def silent(puzzle: Puzzle) -> int:
    """Run the same loops without yielding the refused digits, guesses and backtracks."""
    peers, digits = puzzle.geometry.peers, puzzle.geometry.digits
    values = list(puzzle.givens)
    blanks = puzzle.blanks
    depth = guesses = 0
    while depth < len(blanks):
        cell = blanks[depth]
        held = {values[peer] for peer in peers[cell]}
        for digit in digits[values[cell] :]:
            if digit not in held:
                break
        else:
            digit = 0
        values[cell] = digit
        if digit:
            guesses += 1
            depth += 1
            continue
        depth -= 1
        if depth < 0:
            break
    return guesses


def fastest(search: Search, puzzles: list[Puzzle], repeat: int) -> tuple[float, int]:
    """Return the seconds of the fastest round, and the guesses in a round."""
    best, guesses = float("inf"), 0
    for _ in range(repeat):
        began = time.perf_counter()
        guesses = sum(map(search, puzzles))
        best = min(best, time.perf_counter() - began)
    return best, guesses


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--corpus", type=Path, help="a file of puzzles: twenty are drawn from it")
    options = parser.parse_args()
    puzzles = [named.find(HARD)]
    if options.corpus:
        with Corpus(options.corpus, seed=2020) as corpus:
            puzzles = [corpus.draw() for _ in range(20)]
    quiet, expected = fastest(silent, puzzles, options.repeat)
    counted, guesses = fastest(yielding, puzzles, options.repeat)
    drained, _ = fastest(only_drained, puzzles, options.repeat)
    steps = sum(1 for puzzle in puzzles for _ in _steps(puzzle))
    print(f"{steps:,} steps, {guesses:,} guesses")
    print(f"silent {quiet:.2f} s; drained {drained:.2f} s ({drained / quiet:.2f} times); counted {counted:.2f} s")
    print(f"a step: {1e9 * drained / steps:.0f} ns, of which yielding {1e9 * (drained - quiet) / steps:.0f} ns")
    same = guesses == expected and (bool(options.corpus) or guesses == GUESSES)
    if not same:
        print(f"the searches differ: {guesses:,} guesses with steps, {expected:,} without", file=sys.stderr)
    return not same


def _steps(puzzle: Puzzle) -> Iterator[Step]:
    for step in solvers.trace(puzzle, "backtracking"):
        yield step
        if step.kind is Kind.SOLVED:
            return


if __name__ == "__main__":
    sys.exit(main())
