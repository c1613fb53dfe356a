"""Measures how many steps a second a user's own solver sends from its process, and how soon the first one arrives.

Run it by hand: ``python tests/benchmarks/foreign.py [--steps 1000000]``. For comparison it also runs the same generator
in this process, checking and applying its steps in the same way.
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from pathlib import Path

from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind
from solvers.example import example
from solvers.external import registry

EXAMPLE = Path(__file__).parents[2] / "solvers" / "example.py"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    steps = parser.parse_args().steps
    puzzle = named.find("uphill-1")

    began = time.perf_counter()
    with registry.load(EXAMPLE).run(puzzle) as run:
        recorded = (step for step in run if step.kind is not Kind.PENDING)
        next(recorded)
        first = time.perf_counter()
        made = sum(1 for _ in islice(recorded, steps))
        through = made / (time.perf_counter() - first)

    board, began_here = Board(puzzle, Candidates.NONE), time.perf_counter()
    for step in islice(example(puzzle), steps):
        assert board.objection(step) is None
        board.apply(step)
    here = steps / (time.perf_counter() - began_here)
    print(f"first step after {first - began:.2f} s; {through:,.0f} steps/s through the process, {here:,.0f} without it")


if __name__ == "__main__":
    main()
