"""Measures how long it takes to summarise the last second of a run, and to read the dials anywhere in it.

Run it by hand::

    python tests/benchmarks/last_second.py [--steps 10000000]

A summary is written at most once every second and a half, and should take less than 0.3 ms at any speed. The dials are
read in every frame that draws counters.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

sys.path[:0] = [str(Path(__file__).parents[2])]

import solvers  # noqa: E402
from puzzles.corpus import named  # noqa: E402
from visualizer.analysis.dials import Dials  # noqa: E402
from visualizer.narration.last_second import DialValues, sum_up  # noqa: E402
from visualizer.timeline.timeline import Run, Timeline  # noqa: E402

RUNS = (("backtracking", "uphill-1"), ("annealing", "deep-1"), ("rows", "uphill-1"), ("exact-cover", "blank"))
RATES = (1_000, 100_000, 5_000_000)
TIMES = 50


def recorded(name: str, puzzle: str, steps: int) -> Dials:
    """Record a run beyond its first solution."""
    solver, grid = solvers.get(name), named.find(puzzle)
    timeline = Timeline(Run(lambda: solvers.trace(grid, name), lambda: solver.board(grid)))
    dials = Dials(timeline, solver)
    while timeline.length < steps and not timeline.finished:
        timeline.resume()
        timeline.reach(min(steps, timeline.length + 100_000), perf_counter, 5)
        dials.grow()
    return dials


def moment(dials: Dials, at: int) -> DialValues:
    """Return the readings of the dials at a position."""
    timeline, solver = dials.timeline, dials.solver
    return DialValues(0.0, at, timeline.counts(at).tolist(), dials.values(solver.told, at, timeline.board_at(at)))


def measure(dials: Dials, rate: int, random: Random) -> tuple[list[float], str]:
    """Return the milliseconds that each summary takes at a given speed, and the last summary."""
    length, taken, said = dials.timeline.length, [], ""
    for _ in range(TIMES):
        end = random.randint(length // 2, length)
        before, now = moment(dials, max(0, end - rate)), moment(dials, end)
        began = perf_counter()
        said = sum_up(dials, before, now, now)
        taken.append((perf_counter() - began) * 1000)
    return taken, said


def main() -> None:
    """Measure each run at each speed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2_000_000)
    args = parser.parse_args()
    for name, puzzle in RUNS:
        dials, random = recorded(name, puzzle, args.steps), Random(1)
        timeline, shown = dials.timeline, []
        for _ in range(4 * TIMES):
            at = random.randint(0, timeline.length)
            board = timeline.board_at(at)
            began = perf_counter()
            dials.values(dials.solver.dials, at, board)
            shown.append((perf_counter() - began) * 1000)
        print(f"{name}: {timeline.length:,} steps; dials {median(shown):.3f} ms, at most {max(shown):.3f}")
        for rate in RATES:
            taken, said = measure(dials, rate, random)
            print(f"  {rate:>9,} steps/s: {median(taken):.3f} ms, at most {max(taken):.3f}   {said}")
        timeline.close()


if __name__ == "__main__":
    main()
