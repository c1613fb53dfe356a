"""Measures how long runs of the default algorithm last in the window at the default settings.

Run it by hand: ``python tests/benchmarks/first_minute.py [puzzles/sudoku.txt] [--every 25] [--solver elimination]``.
It fails if a first digit comes later than a second after Space, or if the median run takes less than 15 s or more than
40 s.
"""

import argparse
import sys
from pathlib import Path
from statistics import quantiles

sys.path[:0] = [str(Path(__file__).parents[1] / "shared"), str(Path(__file__).parents[2])]

from lasting import LONGEST, SHORTEST, SOON, lasting  # noqa: E402

import solvers  # noqa: E402
from puzzles import Corpus  # noqa: E402
from visualizer.files.resolve import default_corpus  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", default=default_corpus(), help="a collection, one puzzle a line")
    parser.add_argument("--every", type=int, default=25, metavar="N", help="take one puzzle in so many")
    parser.add_argument("--solver", choices=solvers.names(), default=solvers.DEFAULT)
    args = parser.parse_args()
    taken = [puzzle for number, puzzle in enumerate(Corpus(args.path)) if number % args.every == 0]
    lasted = [lasting(puzzle, args.solver) for puzzle in taken]
    latest = max(one.first for one in lasted)
    print(f"{args.solver} on {len(taken):,} puzzles of {args.path.name}")
    print(f"first digit: {latest:.2f} s after Space at the latest")
    cuts = quantiles([one.whole for one in lasted], n=20, method="inclusive")
    shares = {5: cuts[0], 25: cuts[4], 50: cuts[9], 75: cuts[14], 95: cuts[18]}
    print("a run lasts: " + ", ".join(f"{seconds:,.1f} s ({share} %)" for share, seconds in shares.items()))
    if latest > SOON or not SHORTEST <= shares[50] <= LONGEST:
        sys.exit(f"the first digit shall come within {SOON:g} s, and the median run last {SHORTEST:g} to {LONGEST:g} s")


if __name__ == "__main__":
    main()
