"""Tests that statistics of costs are right about what was cut off, against plain recomputation and synthetic data."""

from __future__ import annotations

import math
from statistics import mean, median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples

from solvers.study.statistics import LEVEL, Sample, cactus, par, spread, survival, typical

runs = st.lists(st.tuples(st.integers(1, 30).map(float), st.booleans()), min_size=1, max_size=40)
Runs = list[tuple[float, bool]]


def sample(of: Runs, groups: list[int] | None = None) -> Sample:
    return Sample.of([cost for cost, _ in of], [solved for _, solved in of], groups or [])


@given(runs)
@examples(300)
def test_survival_is_kaplan_and_meiers(of: Runs) -> None:
    """Recompute it as the definition says: a product over the costs at which something was solved."""
    left, expected = 1.0, []
    for time in sorted({cost for cost, solved in of if solved}):
        at_risk = sum(cost >= time for cost, _ in of)
        left *= 1 - sum(cost == time and solved for cost, solved in of) / at_risk
        expected.append((time, left))
    times, shares = survival(sample(of))
    assert list(times) == [time for time, _ in expected]
    assert np.allclose(shares, [share for _, share in expected])


@given(runs)
@examples(100)
def test_survival_without_cuts_is_the_share_that_cost_more(of: Runs) -> None:
    every = [(cost, True) for cost, _ in of]
    for time, share in zip(*survival(sample(every)), strict=True):
        assert math.isclose(share, mean(float(cost > time) for cost, _ in every), abs_tol=1e-12)


def test_survival_finds_the_truth_behind_cuts() -> None:
    """Check that if half of some exponential costs are cut off, the curve is still that of the uncut costs."""
    random = np.random.default_rng(5)
    costs, cuts = random.exponential(1.0, 20_000), random.uniform(0.0, 2.0, 20_000)
    times, shares = survival(Sample.of(np.minimum(costs, cuts), costs <= cuts))
    for at in (0.25, 0.5, 1.0, 1.5):
        assert abs(shares[np.searchsorted(times, at) - 1] - math.exp(-at)) < 0.02


def test_runs_that_never_end_stay_at_risk() -> None:
    _, shares = survival(sample([(1.0, True), (2.0, True), (math.inf, False), (math.inf, False)]))
    assert list(shares) == [0.75, 0.5]


@given(runs, st.integers(30, 60).map(float))
@examples(200)
def test_the_typical_cost_is_the_median_until_half_are_unsolved_and_then_par2(of: Runs, limit: float) -> None:
    solved = [cost for cost, known in of if known]
    found = typical(sample(of), limit)
    charged = mean([cost if known else 2 * limit for cost, known in of])
    assert math.isclose(par(sample(of), limit), charged)
    assert found.is_par == (len(solved) <= len(of) / 2)
    expected = charged if found.is_par else median([cost if known else math.inf for cost, known in of])
    assert math.isclose(found.value, expected)
    assert found.low <= found.high
    assert list(cactus(sample(of))) == sorted(solved)


def test_solving_less_never_looks_better() -> None:
    """Check that the median and PAR2 do not fall, as the mean of the solved does, when dear runs are cut off."""
    costs = [float(2**at) for at in range(20)]
    before = None
    for known in range(20, 0, -1):
        cut = [min(cost, costs[known - 1]) for cost in costs]
        found = typical(Sample.of(cut, [at < known for at in range(20)]), 2e6)
        assert before is None or found.value >= before
        before = found.value


@pytest.mark.parametrize("groups", slow_but([4], [1, 4]))
def test_bands_cover_what_they_promise(groups: int) -> None:
    """Draw samples from a heavy-tailed distribution with a known median, some with several runs on each puzzle, and
    count how often the band holds it. Of 400 bands, 19 in 20 should; fewer than 17 in 20 are as good as impossible.
    """
    random = np.random.default_rng(7)
    held = 0
    for trial in range(400):
        hard = np.repeat(random.normal(0.0, 1.5, 40), groups)
        costs = np.exp(hard + random.normal(0.0, 0.5, 40 * groups))
        limit = math.exp(2.0)
        numbers = np.repeat(np.arange(40), groups)
        found = typical(Sample.of(np.minimum(costs, limit), costs < limit, numbers), limit, seed=trial)
        held += found.low <= 1.0 <= found.high
        assert not found.is_par
    assert 0.9 <= held / 400 <= 0.99, held
    assert LEVEL == 0.95


def test_a_band_that_ignores_puzzles_is_too_narrow() -> None:
    """Check that with the same costs on each puzzle's copies, a band over runs would promise more than it knows."""
    random = np.random.default_rng(3)
    costs, numbers = np.repeat(random.lognormal(0, 1.5, 20), 25), np.repeat(np.arange(20), 25)
    by_puzzle = typical(Sample.of(costs, [True] * 500, numbers), 1e9)
    by_run = typical(Sample.of(costs, [True] * 500), 1e9)
    assert by_puzzle.high / by_puzzle.low > 2 * by_run.high / by_run.low


@pytest.mark.slow
def test_bands_of_par2_cover_too() -> None:
    random, held = np.random.default_rng(11), 0
    truth = 0.3 * 0.5 + 0.7 * 2  # a run is solved at a uniform cost up to 1 with probability 0.3, else charged 2
    for trial in range(300):
        solved = random.random(60) < 0.3
        found = typical(Sample.of(np.where(solved, random.random(60), 1.0), solved), 1.0, seed=trial)
        held += found.is_par and found.low <= truth <= found.high
    assert 0.88 <= held / 300 <= 0.99, held


def test_the_spread_says_that_it_was_cut() -> None:
    found = spread(sample([(10.0, True), (500.0, True), (1000.0, False)]))
    assert (found.ratio, found.cut) == (100.0, True)
    assert not spread(sample([(10.0, True), (30.0, True)])).cut
    assert spread(sample([(10.0, True), (math.inf, False)])).cut
