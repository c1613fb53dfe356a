"""``solvescope check``: says what is wrong with a puzzle, or whether a finished grid is right."""

import argparse
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from puzzles import writing
from puzzles.bounds import open_file
from puzzles.corpus.scan import lines
from puzzles.discovery import About
from puzzles.figures import counted
from puzzles.puzzle import Puzzle
from solvers.checks.verify import ENOUGH, LineFault, LineFinding, verify
from solvers.core import counting
from solvers.explain.core import Limit, OutOfTime
from solvers.sat.interface import SatError
from solvers.sat.process import SatProcess
from visualizer.cli.arguments import add_cluster, add_flag, add_limit_seconds, add_puzzle, shared
from visualizer.cli.output import CommandError, LimitReached, flush, need_stdout, put, tell
from visualizer.files import resolve
from visualizer.text.shell import Exit, say

ABOUT = About("check", summary="say what is wrong with a puzzle, or whether a finished grid is right", rank=20)
MOST_SECONDS = 30.0
FIRST_BUDGET = 256
"""The initial budget of guesses. It is doubled repeatedly while time remains."""
GUESSES_A_SECOND = 3000
"""Guesses per second on a 25x25 grid. A 9x9 grid is ten times as fast, and rarely needs a thousand guesses."""
LARGE = 200_000
"""The size in bytes above which a collection is worth several processes."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_puzzle(parser, piped=True)
    add_limit_seconds(parser, "stop counting the solutions of a puzzle", MOST_SECONDS)
    add_flag(parser, "--grades", "rate each puzzle of a graded file again, and check its level and score")
    add_cluster(parser)


def run(args: argparse.Namespace) -> int:
    need_stdout()
    found = resolve.meant(args.puzzle)
    if isinstance(found, resolve.Collection):
        return check_collection(found.lines(), args)
    if args.cluster:
        raise CommandError("--cluster works only for a collection, and this is one puzzle")
    return check(found.puzzle, args.limit_seconds)


def check_collection(path: Path, args: argparse.Namespace) -> Exit:
    """Print each problem, with its line, as it is found, followed by a summary."""
    seconds, few = args.limit_seconds, None if path.stat().st_size > LARGE else 1
    budget = max(FIRST_BUDGET, int(seconds * GUESSES_A_SECOND))

    def told(finding: LineFinding) -> None:
        tell(str(finding))
        flush()

    with open_file(path) as file, shared(args, few) as (pool, processes):
        text = (line for _, line in lines(file))
        report = verify(
            text, processes=processes, budget=budget, seconds=seconds, tell=told, grades=args.grades, pool=pool
        )
    put(str(report))
    if report.undecided:
        return Exit.STOPPED
    return Exit.BAD_INPUT if report.found[LineFault.BROKEN] else Exit.DONE if report.ok else Exit.NO_ANSWER


def check(puzzle: Puzzle, seconds: float) -> Exit:
    """Print all findings about a puzzle or a finished grid."""
    problems = puzzle.problems()
    for problem in problems:
        tell(str(problem))
    if clashes := sum(not problem.remark for problem in problems):
        pairs = "1 pair of cells clashes" if clashes == 1 else f"{clashes} pairs of cells clash"
        put(f"wrong: {pairs} in this {'finished grid' if puzzle.is_full() else 'puzzle'}")
        return Exit.NO_ANSWER
    if puzzle.is_full():
        put(puzzle.geometry.kind.says(f"right: a finished grid: {puzzle.geometry.rule}"))
        return Exit.DONE
    return _count(puzzle, seconds)


def _count(puzzle: Puzzle, seconds: float) -> Exit:
    try:
        found, known = first_two(puzzle, seconds)
    except LimitReached:
        say(f"stopped after {seconds:g} s: not known whether there is a solution; allow more with --limit-seconds")
        return Exit.STOPPED
    if not known:
        put("at least one solution")
        say(f"stopped after {seconds:g} s: not known whether there are more; allow more with --limit-seconds")
        return Exit.STOPPED
    if len(found) == 1:
        put("right: exactly one solution")
        return Exit.DONE
    if found:
        one, other = found
        name = puzzle.geometry.name
        differ = [name(cell) for cell in puzzle.geometry.cells if one.givens[cell] != other.givens[cell]]
        put(f"several solutions; these two differ in {counted(len(differ), 'cell')}: {' '.join(differ)}")
        put(f"\n{writing.grid(one)}\n\n{writing.grid(other)}")
    else:
        put("no solution: the givens do not clash, but no grid fits them all")
    return Exit.NO_ANSWER


def first_two(puzzle: Puzzle, seconds: float) -> tuple[list[Puzzle], bool]:
    """Return up to two solutions, and whether the search was conclusive.

    The fast engine has no steps at which to check the clock, so it gets a budget of guesses that doubles each time it
    is used up. If a few thousand are not enough, a SAT solver takes over, if there is one. Raises :class:`LimitReached`
    if the time is up before any solution is found.
    """
    engine, budget, end = counting.engine(puzzle.geometry), FIRST_BUDGET, time.monotonic() + seconds
    asked = False
    while True:
        begun = time.monotonic()
        states = list(islice(engine.solutions(puzzle.givens, budget), 2))
        grids = [puzzle.with_values(engine.values(state)) for state in states if state != counting.GAVE_UP]
        if len(grids) == len(states):
            return grids, True
        if budget >= ENOUGH and not asked:
            asked = True
            with suppress(SatError):  # without a SAT solver, or if it fails, continue with the engine
                return _first_two_by_sat(puzzle, end, grids)
        now = time.monotonic()
        budget = min(2 * budget, int(budget * (end - now) / (now - begun + 1e-6)))
        if budget < FIRST_BUDGET:
            if not grids:
                raise LimitReached
            return grids, False


def _first_two_by_sat(puzzle: Puzzle, end: float, found: Sequence[Puzzle]) -> tuple[list[Puzzle], bool]:
    """Return the same as :func:`_first_two`, using a SAT solver. Raises :class:`SatError` too.

    ``found`` holds any solutions already found.
    """
    grids: list[Puzzle] = []
    try:
        check = Limit(end - time.monotonic()).check
        with SatProcess() as sat:
            for values in islice(sat.solutions(puzzle, check), 2):
                grids.append(puzzle.with_values(values))
    except OutOfTime:
        if not (grids or found):
            raise LimitReached from None
        return grids or list(found), False
    return grids, True
