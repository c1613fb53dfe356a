"""Compares how many minimal puzzles this program and Debian's qqwing generate per second. Run it by hand:

    python tests/benchmarks/generate.py [--count N] [--turns N] [--processes N]
    python tests/benchmarks/generate.py --judge 32 [--fresh N]

With ``--judge``, it makes a half given puzzle of that size with a SAT solver instead, says how much of the time goes to
asking it, and asks some of the same questions again with a fresh solver for each.

Needs ``qqwing`` (apt-get install qqwing). The two take turns, so that other load on the machine affects both. qqwing
uses one core; the bulk figures are for one core and for the requested number, and include starting the processes.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from unittest.mock import patch

sys.path[:0] = [str(Path(__file__).parents[2])]

from puzzles import Geometry  # noqa: E402
from puzzles.geometry import Cell, Digit  # noqa: E402
from solvers.generate.collector import CandidateWish, Collector  # noqa: E402
from solvers.generate.generator import Recipe, candidate  # noqa: E402
from solvers.generate.generator_bulk import givens  # noqa: E402
from solvers.processes.pool import cores  # noqa: E402
from solvers.sat.judge import SatJudge  # noqa: E402

_seeds = count()


def qqwing(number: int) -> None:
    subprocess.run(["qqwing", "--generate", str(number), "--one-line"], stdout=subprocess.DEVNULL, check=True)


def one_by_one(number: int) -> None:
    seed = f"benchmark {next(_seeds)}"
    for index in range(number):
        candidate(seed, index, Recipe(minimal=True))


def in_bulk(number: int) -> None:
    givens(f"benchmark {next(_seeds)}", 0, number, Recipe(minimal=True))


def on_all_cores(number: int, processes: int) -> None:
    collector = Collector(f"benchmark {next(_seeds)}", CandidateWish(Recipe(minimal=True)), number, processes)
    assert len(list(islice(collector.picked(), number))) == number


def judged(side: int, sample: int) -> None:
    """Print what a half given puzzle takes, and what the same questions cost a judge that is new for each of them."""
    asked: list[tuple[tuple[Digit, ...], Cell, Digit]] = []
    seconds = {"persistent": 0.0, "fresh": 0.0}
    taken: list[float] = []

    class Listening(SatJudge):
        def has_other(
            self, values: Sequence[Digit], cell: Cell, digit: Digit, conflicts: int | None = None
        ) -> bool | None:
            begun = time.process_time()
            found = super().has_other(values, cell, digit, conflicts)
            taken.append(time.process_time() - begun)
            asked.append((tuple(values), cell, digit))
            return found

    geometry = Geometry.of_side(side)
    begun = time.process_time()
    with patch("solvers.sat.judge.SatJudge", Listening):
        puzzle = candidate("judge", 0, Recipe(geometry, clues=side * side // 2, sat=True))
    whole = time.process_time() - begun
    share = f"{sum(taken) / whole:.0%} is {len(asked)} questions"
    print(f"{side}x{side}, {puzzle.clues} givens: {whole:.2f} s, of which {share}")
    for at in range(0, len(asked), max(1, len(asked) // sample)):
        values, cell, digit = asked[at]
        seconds["persistent"] += taken[at]
        begun = time.process_time()
        with closing(SatJudge(geometry)) as judge:
            judge.has_other(values, cell, digit, 5)
        seconds["fresh"] += time.process_time() - begun
    print(f"a fresh solver for each takes {seconds['fresh'] / seconds['persistent']:.0f} times as long")


def rate(work: Callable[[int], None], number: int) -> float:
    begun = time.perf_counter()
    work(number)
    return number / (time.perf_counter() - begun)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=4096, help="puzzles a turn, in bulk (default 4096)")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--judge", type=int, metavar="SIDE", help="measure the SAT solver that judges large grids")
    parser.add_argument("--fresh", type=int, default=100, help="how many questions to ask fresh solvers (default 100)")
    args = parser.parse_args()
    if args.judge:
        judged(args.judge, args.fresh)
        return 0
    if not shutil.which("qqwing"):
        parser.error("there is no qqwing here: apt-get install qqwing")
    few = max(1, args.count // 20)
    everywhere = f"in bulk, {args.processes} processes"
    works: dict[str, tuple[Callable[[int], None], int]] = {
        "qqwing": (qqwing, few),
        "one by one": (one_by_one, few),
        "in bulk, one core": (in_bulk, args.count),
        everywhere: (lambda number: on_all_cores(number, args.processes), 2 * args.count),
    }
    candidate("warm", 0, Recipe())
    in_bulk(64)
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(args.turns):
        for name, (work, number) in works.items():
            rates[name].append(rate(work, number))
    for name, seen in rates.items():
        ratios = sorted(one / other for one, other in zip(seen, rates["qqwing"], strict=True))
        middle = ratios[len(ratios) // 2]
        print(f"{name:<24} {sum(seen) / len(seen):>8.0f} a second, {middle:>6.2f} times qqwing (median)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
