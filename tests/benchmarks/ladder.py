"""Measures how many puzzles of a list each rung of the ladder of human techniques solves, and how long it takes.

Run it by hand: ``python tests/benchmarks/ladder.py 17clue.txt [--every 25] [--off forcing_net,als_xz] [--check]``, with
a file of one puzzle a line. It runs on one core, and measures processor time. Since the easiest technique always comes
first, one pass gives the result for every shorter ladder: it solves the puzzles that need none of the rungs it lacks.
``--check`` checks each strike and each digit against the solution. Unsolved puzzles go to standard error.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import lists  # noqa: E402

import solvers  # noqa: E402
from puzzles import Puzzle  # noqa: E402
from solvers.techniques import Finding, Grid, Technique  # noqa: E402
from solvers.techniques.registry import rungs, uses  # noqa: E402


@dataclass
class Tally:
    """The techniques that the puzzles needed."""

    puzzles: int = 0
    solved: Counter[str] = field(default_factory=Counter)
    """The number of solved puzzles by the hardest technique used."""
    used: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


def climb(puzzle: Puzzle, ladder: tuple[Technique, ...], tally: Tally, check: bool) -> bool:
    """Climb the ladder, and return whether the puzzle is solved."""
    solution = next(solvers.solutions(puzzle)) if check else None
    grid, hardest, began = Grid.of(puzzle), ladder[0], time.process_time()
    for technique, finding in uses(grid, ladder):
        if finding is not None:
            tally.used[technique.name] += 1
            hardest = max(hardest, technique, key=lambda one: one.why)
            if solution is not None:
                hold_against(solution, finding)
    tally.seconds.append(time.process_time() - began)
    tally.puzzles += 1
    if not grid.open:
        tally.solved[hardest.name] += 1
    return not grid.open


def hold_against(solution: Puzzle, finding: Finding) -> None:
    """Stop and print the finding if it contradicts the solution."""
    right = all(solution.givens[cell] == digit for cell, digit in finding.places)
    if not right or any(solution.givens[cell] == digit for cell, digit in finding.strikes):
        sys.exit(f"{finding} is not true of {solution}")


def lines(tally: Tally, ladder: tuple[Technique, ...]) -> Iterator[str]:
    yield f"{'rung':22} {'used':>8} {'solved with this the hardest':>30} {'solved up to here':>20}"
    so_far = 0
    for rung in ladder:
        so_far += tally.solved[rung.name]
        yield (
            f"{rung.name:22} {tally.used[rung.name]:8} {tally.solved[rung.name]:30} "
            f"{so_far:9} {100 * so_far / tally.puzzles:8.3f} %"
        )
    total, slowest = sum(tally.seconds), sorted(tally.seconds)
    yield (
        f"{tally.puzzles} puzzles, {so_far} solved, {tally.puzzles / total:.1f} a second; a puzzle takes "
        f"{1000 * slowest[len(slowest) // 2]:.1f} ms in the middle, {1000 * slowest[-1]:.0f} ms at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--off", default="", help="techniques not to use, with commas")
    parser.add_argument("--check", action="store_true", help="hold everything found against the solution")
    given = parser.parse_args()
    tally, ladder = Tally(), tuple[Technique, ...]()
    for line in lists.puzzles_in(given.path)[:: given.every]:
        puzzle = Puzzle.parse(line)
        ladder = ladder or rungs(puzzle.geometry, given.off.split(","))
        if not climb(puzzle, ladder, tally, given.check):
            print(line, file=sys.stderr)
    print("\n".join(lines(tally, ladder)))


if __name__ == "__main__":
    main()
