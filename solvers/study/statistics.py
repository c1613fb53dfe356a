"""Statistics of costs of which some are known only to be at least so much.

A sample holds the cost of each run and whether it was solved. The cost of a run that a limit ended is where it ended;
that of a run that would never end with an answer is infinite. The mean of the solved runs is never taken: it gets
better as a method gets worse.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

FACTOR = 2.0
"""PAR2 counts a run that was not solved as twice the limit."""
LEVEL = 0.95
ROUNDS = 1000
MOST_DRAWN = 20_000_000
"""The most numbers drawn for one band. A large sample has fewer rounds, at least :data:`FEWEST_ROUNDS`."""
FEWEST_ROUNDS = 200


class Sample(NamedTuple):
    costs: Numbers
    solved: NDArray[np.bool_]
    groups: NDArray[np.int64]
    """The number of the puzzle of each run. Runs on one puzzle and its copies are no independent draws."""

    @classmethod
    def of(cls, costs: Sequence[float], solved: Sequence[bool], groups: Sequence[int] = ()) -> "Sample":
        numbers = np.unique(np.array(groups, np.int64), return_inverse=True)[1] if len(groups) else range(len(costs))
        return cls(np.array(costs, np.float64), np.array(solved, np.bool_), np.array(numbers, np.int64))

    @property
    def share(self) -> float:
        """The share of runs that were solved."""
        return float(self.solved.mean()) if len(self.solved) else 0.0


class Typical(NamedTuple):
    """A typical cost, with a band that holds it with a probability of :data:`LEVEL`."""

    value: float
    low: float
    high: float
    """Infinite if the band goes beyond the limit."""
    is_par: bool
    """Whether it is the PAR2, because no more than half of the runs were solved; otherwise it is the median."""


def typical(sample: Sample, limit: float, seed: int = 0) -> Typical:
    """Return the median cost or, unless more than half of the runs were solved, PAR2, with a bootstrap band.

    The band draws whole puzzles, with all runs on them, and is the middle of the values that result (percentiles).
    """
    order = np.argsort(known := np.where(sample.solved, sample.costs, np.inf), kind="stable")
    costs, groups = known[order], sample.groups[order]
    number = int(groups.max()) + 1
    rounds = max(FEWEST_ROUNDS, min(ROUNDS, MOST_DRAWN // len(costs)))
    draws = np.random.default_rng(seed).integers(0, number, (rounds, number))
    draws += number * np.arange(rounds)[:, None]  # so that all rounds are counted at once
    weights = np.bincount(draws.ravel(), minlength=rounds * number).reshape(rounds, number)
    value = _medians(costs, np.ones((1, len(costs))))[0]
    is_par = bool(np.isinf(value))
    if is_par:
        charged = np.where(np.isinf(costs), FACTOR * limit, costs)
        value = charged.mean()
        sums = np.stack([np.bincount(groups, charged, number), np.bincount(groups, minlength=number)])
        found = (weights @ sums[0]) / (weights @ sums[1])
    else:
        found = _medians(costs, weights[:, groups])
    low, high = np.quantile(found, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], method="inverted_cdf")
    return Typical(float(value), float(low), float(high), is_par)


def _medians(costs: Numbers, weights: NDArray[np.float64 | np.int64]) -> Numbers:
    """Return the median of sorted costs for each row of weights: the mean of the two in the middle if there are two."""
    sums = weights.cumsum(axis=1)
    whole = sums[:, -1:]
    low, high = (sums >= whole / 2).argmax(axis=1), (sums > whole / 2).argmax(axis=1)
    found: Numbers = (costs[low] + costs[high]) / 2
    return found


def par(sample: Sample, limit: float, factor: float = FACTOR) -> float:
    """Return the mean cost, where a run that was not solved counts as several times the limit."""
    return float(np.where(sample.solved, sample.costs, factor * limit).mean())


def survival(sample: Sample) -> tuple[Numbers, Numbers]:
    """Return the costs at which runs were solved, and the share still unsolved from each on (Kaplan and Meier, 1958).

    A run that was cut off counts among those still running up to its end, and says nothing about what comes after.
    """
    times = np.unique(sample.costs[sample.solved])
    ends, solved = np.sort(sample.costs), np.sort(sample.costs[sample.solved])
    at_risk = len(ends) - np.searchsorted(ends, times, "left")
    deaths = np.searchsorted(solved, times, "right") - np.searchsorted(solved, times, "left")
    shares: Numbers = np.cumprod(1 - deaths / at_risk, dtype=np.float64)
    return times, shares


def cactus(sample: Sample) -> Numbers:
    """Return the costs of the solved runs in rising order: the number n can be solved if each may cost so much."""
    return np.sort(sample.costs[sample.solved])


class Spread(NamedTuple):
    least: float
    most: float
    cut: bool
    """Whether the most is only a lower bound, because a run was cut off."""

    @property
    def ratio(self) -> float:
        return self.most / max(self.least, 1e-9)


def spread(sample: Sample) -> Spread:
    """Return the least and the most that runs cost, as far as is known."""
    costs = sample.costs[np.isfinite(sample.costs)]
    if not len(costs):
        return Spread(np.inf, np.inf, True)
    return Spread(float(costs.min()), float(costs.max()), not sample.solved.all())
