"""Finds puzzles on which algorithms differ, by running each one on the same puzzles and counting its steps."""

import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import solvers
from puzzles.corpus.corpus import Corpus
from puzzles.puzzle import Puzzle
from solvers.checks.expression import STEPS, Expression, Interval, quotient
from solvers.core.errors import RunError, SolverHung
from solvers.core.fork import Plan
from solvers.core.registry import Run, Solver
from solvers.core.step import Kind, Step, Why
from solvers.processes.inside import processor_seconds
from solvers.processes.pool import ordered
from solvers.processes.serve import OpenQuestion
from solvers.run import planned

_KINDS = {
    "guesses": Kind.GUESS, "backtracks": Kind.BACKTRACK, "conflicts": Kind.CONFLICT, "dead_ends": Kind.CONFLICT,
    "placed": Kind.FIX, "struck": Kind.ELIMINATE, "refused": Kind.REJECT, "looks": Kind.LOOK, "swaps": Kind.SWAP,
    "learnt": Kind.LEARN, "forgotten": Kind.FORGET, "covered": Kind.COVER, "uncovered": Kind.UNCOVER,
    "solved": Kind.SOLVED, "gave_up": Kind.GAVE_UP,
}  # fmt: skip
_TECHNIQUES = {why.name.lower(): why for why in Why if why.is_technique}
GENERAL = (STEPS, "depth", "jump", *_KINDS)
"""The names of the counters, without those that count the steps of one technique, such as ``skyscraper``.

``depth`` is the maximum number of guesses open at the same time, ``jump`` the maximum number taken back at once, other
than by a restart.
"""
COUNTERS = (*GENERAL, *_TECHNIQUES)


MOST_PENDING = 30_000
"""The maximum number of PENDING steps in a row: about a minute, as solvers in another process yield one every 2 ms."""


class ComparedLane(NamedTuple):
    """An algorithm with its options and its name in the comparison."""

    name: str
    solver: Solver
    options: Mapping[str, Any]


class ComparedPuzzle(NamedTuple):
    puzzle: Puzzle
    counts: tuple[Mapping[str, Interval], ...] = ()
    """The counts of each lane by counter name, up to its first answer, its end or the limit."""
    seconds: tuple[float, ...] = ()
    """The CPU seconds that each lane took, in this process and those that it started and that have ended."""
    verdict: bool | None = None
    """Whether the condition holds; ``None`` if a run was cut off too early to tell."""
    ratio: float = 0.0
    """The ratio of the two sides of the condition's first comparison or, without a condition, the greatest ratio of two
    step counts. It is a lower bound if a run was cut off.
    """
    trouble: str = ""
    """Why a lane could not run on the puzzle, in which case there are no counts."""
    hung: bool = False
    """Whether the cause of ``trouble`` is a solver that went too long without a step."""


Task = tuple[ComparedPuzzle, list[tuple[str, Plan, Run]]]


def find(
    puzzles: Iterable[Puzzle], lanes: Sequence[ComparedLane], where: Expression | None, limit: int, processes: int = 1
) -> Generator[ComparedPuzzle]:
    """Run every lane on each puzzle for up to ``limit`` steps, and yield the results in order.

    Without a condition, every verdict is true. Closing the generator stops the processes immediately.
    """
    tasks = (_task(puzzle, lanes) for puzzle in puzzles)
    with closing(ordered(partial(_measured, limit=limit), tasks, processes)) as measured:
        for finding in measured:
            if finding.trouble:
                yield finding
            elif where:
                yield finding._replace(verdict=where.verdict(finding.counts), ratio=where.ratio(finding.counts))
            else:
                pairs = permutations((counts[STEPS] for counts in finding.counts), 2)
                yield finding._replace(verdict=True, ratio=max(quotient(*pair).low for pair in pairs))


def _task(puzzle: Puzzle, lanes: Sequence[ComparedLane]) -> Task:
    try:
        for lane in lanes:
            lane.solver.suit(lane.options, puzzle)
        return ComparedPuzzle(puzzle), [
            (one.name, planned(one.solver, puzzle, one.options), one.solver.run) for one in lanes
        ]
    except ValueError as error:  # the solver does not support the grid's size or an option
        return ComparedPuzzle(puzzle, trouble=str(error)), []


def _measured(task: Task, limit: int) -> ComparedPuzzle:
    finding, runs = task
    counts, seconds = [], []
    for name, plan, run in runs:
        before = processor_seconds()
        try:
            counts.append(counted(plan.steps(partial(run, **plan.options)), limit))
            seconds.append(processor_seconds() - before)
        except RunError as error:
            return finding._replace(trouble=f"{name}: {error}", hung=isinstance(error, SolverHung))
        except Exception as error:  # a solver may raise anything
            return finding._replace(trouble=f"{name} stopped with an error: {type(error).__name__}: {error}")
    return finding._replace(counts=tuple(counts), seconds=tuple(seconds))


def counted(steps: Iterator[Step], limit: int) -> dict[str, Interval]:
    """Count the steps of a run up to its first answer, its end or the limit, then close it.

    Raises :class:`solvers.core.errors.SolverHung` if the run goes on without making steps.
    """
    kinds, whys = [0] * len(Kind), [0] * len(Why)
    made, level, depth, jump, most, waited = 0, 0, 0, 0, 0.0, 0
    for step in steps:
        kind = step.kind
        kinds[kind] += 1
        if kind is Kind.PENDING:
            waited += 1
            if waited > MOST_PENDING:
                break
            continue
        made, waited = made + 1, 0
        whys[step.why] += 1
        if kind is Kind.GUESS:
            level += 1
            depth = max(depth, level)
        elif kind is Kind.BACKTRACK:
            jump = max(jump, 0 if step.why is Why.RESTART else level - max(step.level, 0))
            level = max(step.level, 0)
        elif kind is Kind.SOLVED or kind is Kind.GAVE_UP:
            break
        if made == limit:
            most = math.inf
            break
    if hasattr(steps, "close"):
        steps.close()
    if waited > MOST_PENDING:
        raise SolverHung("it was still computing after a minute, so it was stopped")
    numbers = {STEPS: made, "depth": depth, "jump": jump, **{name: kinds[kind] for name, kind in _KINDS.items()}}
    numbers |= {name: whys[why] for name, why in _TECHNIQUES.items()}
    return {name: Interval(number, max(number, most)) for name, number in numbers.items()}


# A search for a difference, in a separate process -------------------------------------------------------------------


class DifferenceSearch(NamedTuple):
    """A search for differences: where to look and what to run."""

    path: Path
    level: str | None
    lanes: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    """The names of the algorithms, with their options."""
    seed: int
    sample: int
    """The maximum number of puzzles to examine."""
    limit: int
    """The maximum number of steps per run."""
    enough: float
    """The ratio between step counts at which the search ends."""


class SearchProgress(NamedTuple):
    looked: int
    best: ComparedPuzzle | None = None
    """The result with the greatest ratio of steps."""
    trouble: str = ""
    """Why puzzles were left out, or why there are none."""


def answer(search: DifferenceSearch, call: OpenQuestion) -> SearchProgress:
    """Run the algorithms on one puzzle after another, reporting progress after each."""
    lanes = [ComparedLane(name, solvers.get(name), dict(options)) for name, options in search.lanes]
    progress = SearchProgress(0)
    try:
        with closing(find(_drawn(search), lanes, None, search.limit)) as findings:
            for finding in findings:
                progress = progress._replace(looked=progress.looked + 1)
                if finding.trouble:
                    progress = progress._replace(trouble=finding.trouble)
                elif progress.best is None or finding.ratio > progress.best.ratio:
                    progress = progress._replace(best=finding)
                if call.cancelled or (progress.best and progress.best.ratio >= search.enough):
                    break
                call.tell(progress)
    except (ValueError, OSError) as error:  # the file has no puzzles at the level, or cannot be read
        return progress._replace(trouble=str(error))
    return progress


def _drawn(search: DifferenceSearch) -> Iterator[Puzzle]:
    """Yield random puzzles from the collection. Repeats are dropped and not replaced, so there may be fewer."""
    seen: set[Puzzle] = set()
    with Corpus(search.path, seed=search.seed) as corpus:
        for _ in range(search.sample):
            puzzle = corpus.draw(search.level)
            if puzzle not in seen:
                seen.add(puzzle)
                yield puzzle
