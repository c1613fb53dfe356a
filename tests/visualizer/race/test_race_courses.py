"""Tests that the position and picture of a lane at any time match a plain recomputation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from race_runs import FIG1, HAND_MADE, known, plain_position
from runs import BLOCK, Ticking, of_walk, run_out, tiny_chunks, whole
from strategies import walk

from solvers.core.board import Candidates
from visualizer.race.lane import FOREVER, ByGuesses, Course
from visualizer.race.pace import Pace
from visualizer.race.view import FINE, depths_between
from visualizer.timeline.timeline import Timeline


@pytest.fixture(autouse=True)
def hand_made() -> Iterator[None]:
    with known(HAND_MADE):
        yield


def course_of(timeline: Timeline, pace: Pace) -> Course:
    return ByGuesses(timeline) if pace is Pace.GUESSES else Course(timeline)


@given(st.integers(0, 150), st.sampled_from(Pace), st.integers(0, 10**6))
def test_positions_and_arrivals_are_those_of_a_plain_recomputation(length: int, pace: Pace, seed: int) -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, seed, length), FIG1, Candidates.NONE)
        plain, course = whole(timeline), course_of(timeline, pace)
        while not timeline.finished:
            timeline.resume()
            timeline.reach(timeline.length + 17, Ticking(), 1.0)
            horizon = course.horizon
            times = range(min(horizon, 4 * length + 300) + 1)
            for t in times:
                assert course.position(t) == (plain_position(plain, pace, t), True, *course.position(t)[2:])
        assert course.horizon == FOREVER and course.finish is not None
        positions = [course.position(t).position for t in times]
        assert positions == sorted(positions)
        for position in range(length + 1):
            first = next((t for t in times if positions[t] >= position), FOREVER)
            assert course.arrival(position) == first
        assert positions[course.finish] == length
        assert course.positions(np.array(times)).tolist() == positions


@given(st.integers(0, 10**6))
def test_of_a_long_run_guesses_are_drawn_to_within_a_block(seed: int) -> None:
    with tiny_chunks(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("visualizer.race.lane.EXACT", 0)
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, seed, 400), FIG1, Candidates.NONE)
        course = ByGuesses(timeline)
        timeline.resume()
        timeline.reach(150, Ticking(), 1.0)
        course.positions(np.arange(20))
        run_out(timeline)
        times = np.arange(200)
        exact = [course.position(t).position for t in times.tolist()]
        assert np.abs(course.positions(times) - exact).max() <= 8


@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(0, 300), st.integers(0, 300))
def test_the_depths_drawn_are_the_greatest_between_two_positions(seed: int, columns: int, one: int, two: int) -> None:
    with tiny_chunks():
        timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, seed, 300), FIG1, Candidates.NONE)
        run_out(timeline)
        plain = whole(timeline)
        first, last = sorted((one, two))
        edges = first + np.arange(columns + 1) * (last - first) // columns
        drawn = depths_between(timeline, edges).tolist()
        for i, depth in enumerate(drawn if last > first else ()):
            start = min(int(edges[i]), last - 1)
            end = max(int(edges[i + 1]), start + 1)
            exact = max(plain.depths[start + 1 : end + 1])
            reach = BLOCK if (last - first) // columns >= FINE else 0  # of so long a column the ends are not so sharp
            assert exact <= depth <= max(plain.depths[max(0, start + 1 - reach) : end + 1 + reach])
