"""The rows of a study as samples: what each algorithm cost on each puzzle, in steps and in processor seconds."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import solvers
from solvers.core.registry import known
from solvers.study.cost import NOT_APPLICABLE, OK, TIMEOUT, RunCost, RunLimits
from solvers.study.statistics import Sample
from visualizer.study.folder import StudyRow
from visualizer.study.plan import RunInfo

FEWEST_PUZZLES = 8
"""How many puzzles it takes to tell from them what others would cost."""


class Measure(NamedTuple):
    name: str
    axis: str
    of: Callable[[RunCost], float | None]
    limit: float


def measures(limits: RunLimits) -> tuple[Measure, Measure]:
    return (
        Measure("steps", "steps", attrgetter("steps"), limits.steps),
        Measure("seconds", "processor seconds", attrgetter("seconds"), limits.seconds),
    )


class Instance(NamedTuple):
    """An algorithm's runs on one puzzle or copy: the one in the middle of its repetitions."""

    lane: str
    puzzle: tuple[str, str]
    """The collection and the name, which a puzzle and its copies share."""
    info: RunInfo
    cost: float
    """In the measure asked for; infinite if the run would never end with an answer."""
    solved: bool
    number: int
    """The number of the row, from 0."""


def instances(rows: Sequence[StudyRow], measure: Measure) -> list[Instance]:
    """Return an instance for each algorithm and puzzle, those of an algorithm together. The steps of a black box are
    left out: they only show its answer.
    """
    names = lanes(rows)
    found: dict[tuple[str, str, int], list[Instance]] = {}
    for number, (info, cost) in enumerate(rows):
        black_box = known(info.algorithm) and solvers.get(info.algorithm).black_box
        figure = None if black_box and measure.name == "steps" else measure.of(cost)
        if cost.status != NOT_APPLICABLE and figure is not None:
            paid = max(figure, 1e-6) if cost.status in (OK, TIMEOUT) else math.inf
            one = Instance(names[lane_of(info)], (info.collection, info.name), info, paid, cost.status == OK, number)
            found.setdefault((one.lane, info.puzzle, info.copy), []).append(one)
    middle = (sorted(its, key=lambda one: (not one.solved, one.cost))[(len(its) - 1) // 2] for its in found.values())
    order = list(names.values())
    return sorted(middle, key=lambda one: (order.index(one.lane), one.puzzle, one.info.copy))


def by_lane(found: Iterable[Instance]) -> Iterator[tuple[str, list[Instance]]]:
    """Group instances, which must be in the order of :func:`instances`, by algorithm."""
    return ((lane, list(its)) for lane, its in groupby(found, lambda one: one.lane))


def sample(found: Sequence[Instance]) -> Sample:
    """Return the sample of some instances. Copies of one puzzle belong together, unless the puzzles are so few that all
    that can be told is how their copies differ.
    """
    numbers = {puzzle: number for number, puzzle in enumerate(dict.fromkeys(one.puzzle for one in found))}
    groups = [numbers[one.puzzle] for one in found] if len(numbers) >= FEWEST_PUZZLES else []
    return Sample.of([one.cost for one in found], [one.solved for one in found], groups)


Lane = tuple[str, tuple[str, ...]]


def lane_of(info: RunInfo) -> Lane:
    """Return the algorithm of a run and its options, each as NAME=VALUE."""
    encoding = (f"encoding={info.encoding}",) if info.encoding else ()
    return info.algorithm, (*encoding, *filter(None, re.split(r":(?=\w+=)", info.options)))


def lanes(rows: Iterable[StudyRow]) -> dict[Lane, str]:
    """Name each algorithm with the options that not all of its runs share. The order is that of the registry."""
    order = {name: number for number, name in enumerate(solvers.names())}
    found = sorted({lane_of(row.info) for row in rows}, key=lambda lane: (order.get(lane[0], len(order)), lane))
    shared = {name: set.intersection(*(set(its) for other, its in found if other == name)) for name, _ in found}
    return {(name, its): " ".join([name, *(one for one in its if one not in shared[name])]) for name, its in found}
