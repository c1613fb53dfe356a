"""Solves puzzles of Simon Tatham's programs, and Samurais and Kakuros of our own, by searches that know their rules.

Run it by hand, with Debian's package ``sgt-puzzles`` installed::

    python tests/benchmarks/shapes.py [--count 30] [--only killer] [--solvers mrv,cdcl,sat] [--quick]

Each puzzle must have one solution, which each search finds, and each step must pass the board's check unless
``--quick`` leaves that out. The table has the median and the longest time to that solution, without the check, and the
guesses. ``bare`` is python-sat in this process, given the same clauses and cuts, when nobody watches.
``--only slitherlink --count 40`` solves 200 Slitherlinks from 7x7 to 30x30.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS / "shared")]

from sgt import GAMES_OF, LARGE, one_solution, proved, puzzles_of  # noqa: E402

import solvers  # noqa: E402
from puzzles import Geometry, Puzzle  # noqa: E402
from solvers.core.step import Kind  # noqa: E402
from solvers.generate.generator import Recipe, candidate  # noqa: E402
from solvers.sat.interface import AUTO, Request, SatSolution  # noqa: E402
from solvers.sat.worker import solved  # noqa: E402

OURS = {"samurai": ("samurai", 130, False), "kakuro": ("kakuro 12x12", None, True)}
"""The shape of puzzles of our own, the givens, and whether they are minimal."""
BARE = "bare"
STRONG = {**dict.fromkeys(LARGE, ("cdcl", "sat", BARE)), "slitherlink 30x30": ("sat", BARE)}
"""The solvers of those that others may take for ever to solve."""


def ours(name: str, seeds: range) -> list[Puzzle]:
    spec, clues, minimal = OURS[name]
    recipe = Recipe(Geometry.of_spec(spec), clues=clues, minimal=minimal)
    return [candidate(name, index, recipe) for index in seeds]


def measured(puzzle: Puzzle, solver: str) -> tuple[float, int]:
    """Return the milliseconds to the first solution, and the guesses."""
    if solver == BARE:
        began = process_time()
        found = (one for one in solved(Request(puzzle, AUTO, AUTO, "", None)) if isinstance(one, SatSolution))
        assert next(one for one in found if not one.cuts).values
        return (process_time() - began) * 1000, 0
    clock = perf_counter if solver == "sat" else process_time  # which has a process of its own
    began, guesses = clock(), 0
    for step in solvers.trace(puzzle, solver):
        guesses += step.kind is Kind.GUESS
        if step.kind is Kind.SOLVED:
            return (clock() - began) * 1000, guesses
    raise AssertionError("no solution")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--only", default="")
    parser.add_argument("--solvers", default=f"mrv,cdcl,sat,{BARE}")
    parser.add_argument("--quick", action="store_true", help="do not check each step")
    args = parser.parse_args()
    makers = {name: partial(puzzles_of, name) for name in (*GAMES_OF, *LARGE)} | {
        name: partial(ours, name) for name in OURS
    }
    print(f"{'puzzles':20}{'solver':12}{'median ms':>10}{'longest':>10}{'guesses':>9}{'most':>7}")
    for name, maker in makers.items():
        found = maker(range(args.count)) if args.only in name else []
        answers = [proved(puzzle) for puzzle in found]
        names = args.solvers.split(",") if found else []
        for solver in (one for one in names if one in STRONG.get(name, names)):
            runs = [measured(puzzle, solver) for puzzle in found]
            times, guesses = [run[0] for run in runs], [run[1] for run in runs]
            print(f"{name:20}{solver:12}{median(times):10.1f}{max(times):10.1f}{median(guesses):9.0f}{max(guesses):7}",
                  flush=True)  # fmt: skip
            checked = 0 if args.quick or solver == BARE else None
            for puzzle, answer in islice(zip(found, answers, strict=True), checked):
                assert one_solution(puzzle, solver) == answer, puzzle.geometry.spec


if __name__ == "__main__":
    main()
