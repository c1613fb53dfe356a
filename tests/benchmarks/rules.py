"""Checks that no technique strikes a digit of the solution of variants, and counts the killers that need no guess.

    python tests/benchmarks/rules.py [--variants 500] [--seed 0]    random cages, signs, dots, thermometers and arrows
    python tests/benchmarks/rules.py --solve 30 [--kind killer]     the hardest of Simon Tatham's programs

The first climbs the ladder on each variant, looks at several findings of every technique wherever no single helps, and
prints how many it has seen. The second needs Debian's package ``sgt-puzzles``, and checks each step of ``human`` too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import process_time

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "shared")]

from sgt import GAMES_OF, proved, puzzles_of  # noqa: E402
from variants import false_findings, variant  # noqa: E402

import solvers  # noqa: E402
from puzzles import Puzzle  # noqa: E402
from solvers.core.step import Kind  # noqa: E402


def check(seeds: range) -> bool:
    seen, false = Counter[str](), 0
    for seed in seeds:
        for finding in false_findings(*variant(seed), seen):
            false += 1
            print(f"variant {seed}: {finding}")
    print(f"{len(seeds)} variants, {seen.total():,} findings, {false} of them false")
    print(", ".join(f"{number} {name}" for name, number in seen.most_common()))
    return not false


def climbed(puzzle: Puzzle) -> tuple[Kind, float, float]:
    """Return how a run of ``human`` ends, its seconds, and those of its longest step."""
    answer, board = proved(puzzle).givens, solvers.get("human").board(puzzle)
    total, longest, last, step = 0.0, 0.0, process_time(), None
    for step in solvers.trace(puzzle, "human"):
        took = process_time() - last
        total, longest = total + took, max(longest, took)
        assert board.objection(step) is None, step
        if step.kind in (Kind.FIX, Kind.ELIMINATE):
            assert (answer[step.cell] == step.digit) is (step.kind is Kind.FIX), step
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
        board.apply(step)
        last = process_time()
    assert step
    return step.kind, total, longest


def solve(kind: str, count: int) -> None:
    runs = [climbed(puzzle) for puzzle in puzzles_of(kind, range(count))]
    solved = sum(end is Kind.SOLVED for end, _, _ in runs)
    mean, longest = 1e3 * sum(run[1] for run in runs) / count, 1e3 * max(run[2] for run in runs)
    print(f"{kind}: {solved} of {count} without a guess, {mean:.0f} ms each, the longest step {longest:.0f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--solve", type=int, metavar="N")
    parser.add_argument("--kind", choices=GAMES_OF, default="killer")
    args = parser.parse_args()
    if args.solve:
        solve(args.kind, args.solve)
        return 0
    return not check(range(args.seed, args.seed + args.variants))


if __name__ == "__main__":
    sys.exit(main())
