"""Compares recorded pages with the window, for every algorithm: the board, the caption, the marks, the counters and the
tree at the first 2,000 steps, at every marked step and at 200 others, and every pane at some of them.

Run it by hand: ``python tests/benchmarks/parity.py [--puzzles 50] [--after 0] [--seed 1] [--steps 5000] [--only
ALGORITHM]``. Half of the puzzles are named ones, the others come from the collections of three sizes. It prints what
differs, and how much was compared so far; if anything differs, the exit code is 1. It takes an hour, and may be done in
parts: ``--puzzles 10``, then ``--puzzles 10 --after 10``.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "shared")]
os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

from parity import Law, Looks, differences, filmed  # noqa: E402

import puzzles  # noqa: E402
import solvers  # noqa: E402
from puzzles.corpus import named  # noqa: E402
from puzzles.corpus.corpus import Corpus  # noqa: E402
from puzzles.puzzle import Puzzle  # noqa: E402

LAW = Law(Looks(first=2000, marked=sys.maxsize, others=200), Looks(first=20, marked=20, others=20))
COLLECTIONS = ("sudoku", "4x4", "sudoku", "16x16")
LARGEST = 16
"""The most digits of a named puzzle."""
SHOWN = 5
"""How many faults of a run are printed."""


def drawn(seed: int) -> Iterator[Puzzle]:
    """Yield named puzzles and those of the collections in turns, each at most once."""
    random, folder = Random(seed), Path(puzzles.__file__).parent
    known = [one.puzzle for one in named.all() if one.puzzle.geometry.symbols <= LARGEST]
    random.shuffle(known)
    sources = [Corpus(folder / f"{name}.txt", random.random()) for name in dict.fromkeys(COLLECTIONS)]
    by_name = dict(zip(dict.fromkeys(COLLECTIONS), sources, strict=True))
    others = (by_name[name].draw() for name in cycle(COLLECTIONS))
    yield from chain.from_iterable(zip(known, others, strict=False))


def main() -> bool:
    """Compare the pages, and return whether anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--puzzles", type=int, default=50)
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--only", choices=solvers.names())
    args = parser.parse_args()
    runs = compared = wrong = 0
    for puzzle in islice(drawn(args.seed), args.after, args.after + args.puzzles):
        for solver in [args.only] if args.only else solvers.names():
            if solvers.get(solver).fits(puzzle):
                continue
            one = filmed(puzzle, solver, args.steps)
            with tempfile.TemporaryDirectory() as folder:
                faults = differences([one], LAW, Path(folder))
            runs, compared, wrong = runs + 1, compared + len(LAW.positions(one)[0]), wrong + len(faults)
            for fault in faults[:SHOWN]:
                print(fault)
        print(f"{puzzle.name or puzzle}: {runs:,} runs, {compared:,} positions, {wrong:,} differences", flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
