"""Tests that the plots and counters of a run match a plain replay from its start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import BLOCK, CHUNK, Ticking, get_to, of_solver, of_walk, run_out, tiny_chunks
from strategies import examples, walk, walks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why, backtrack, eliminate, fix, guess, look
from visualizer.analysis.dials import Dials
from visualizer.analysis.statistics import LABELS, Plot, Sample, Statistics
from visualizer.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1 = named.find("fig1")
Walk = tuple[Puzzle, Candidates, int]
ENOUGH = 10**9
"""An amount of work so large that a call need not save any."""


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def plain(steps: list[Step], board: Board) -> list[Sample]:
    """Return the state at each position, computed cell by cell and step by step."""
    samples, guesses, backtracks = [], 0, 0
    for position in range(len(steps) + 1):
        if position:
            board.apply(steps[position - 1])
            guesses += steps[position - 1].kind is Kind.GUESS
            backtracks += steps[position - 1].kind is Kind.BACKTRACK
        filled = sum(digit > 0 for digit in board.values)
        left = sum(len(board.open_candidates(cell)) for cell in board.geometry.cells)
        samples.append(Sample(position, len(board.marks), filled, guesses, backtracks, left))
    return samples


def walked(case: Walk, length: int, cap: int = 2**40) -> tuple[Timeline, list[Sample]]:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, length), puzzle, mode, cap)
    run_out(timeline)
    return timeline, plain(list(walk(puzzle, mode, seed, length)), Board(puzzle, mode))


def of_search(timeline: Timeline) -> Statistics:
    """Return the statistics of a run whose solver has no plots of its own."""
    return Statistics(timeline, Dials(timeline, solvers.get("backtracking")))


def settled(statistics: Statistics, first: int, end: int, columns: int, position: int, work: int) -> tuple[Plot, ...]:
    """Return the plots, after requesting them until they are as fine as possible."""
    for _ in range(5000):
        plots = statistics.plots(first, end, columns, position, work)
        if statistics.settled:
            return plots
    raise AssertionError("the plots never settle")


def expected(samples: list[Sample], first: int, end: int, columns: int) -> list[list[int]]:
    """Return the values that each plot should have, at the positions that its columns stand for."""
    width = (end - first) // columns
    power = max(2**n for n in range(20) if 2**n <= width)
    at = [(first + column * (end - first) // columns) // power * power for column in range(columns)]
    return [[samples[position][field] for position in at] for field in range(1, 6)]


windows = st.tuples(st.integers(0, 400), st.integers(1, 401), st.integers(1, 60)).filter(lambda w: w[0] < w[1])


@examples(60)
@given(walks, windows, st.integers(0, 400), st.sampled_from([1, 40, ENOUGH]))
def test_the_plots_show_what_held(case: Walk, window: tuple[int, int, int], position: int, work: int) -> None:
    timeline, samples = walked(case, 400)
    first, end, columns = window
    columns = min(columns, end - first)
    statistics = of_search(timeline)
    plots = settled(statistics, first, end, columns, position, work)
    assert [plot.label for plot in plots] == [*LABELS[: 5 if case[1] is not Candidates.NONE else 4]]
    truth = zip(expected(samples, first, end, columns)[1:], samples[position][2:6], strict=True)
    last = min(end, len(samples)) - 1
    for field, (plot, (values, now)) in enumerate(zip(plots[1:], truth, strict=False), 2):
        assert list(plot.values) == values
        known = [*values, samples[first][field], samples[last][field], *([now] if first <= position <= last else [])]
        assert (plot.low, plot.high, plot.now) == (min(known), max(known), now), "the ends and the playhead count"
    assert plots[0].now == samples[position].depth
    assert statistics.plots(first, end, columns, position, 0) == plots


@examples(60)
@given(walks, windows, st.sampled_from([0, 2**40]), st.sampled_from([2, 4096]))
def test_the_depth_of_a_column_is_its_greatest(
    case: Walk, window: tuple[int, int, int], cap: int, landmarks: int
) -> None:
    with tiny_chunks(landmarks):
        timeline, samples = walked(case, 400, cap)
        first, end, columns = window
        columns = min(columns, end - first)
        values = of_search(timeline).plots(first, end, columns, 400)[0].values
        edges = [first + column * (end - first) // columns for column in range(columns + 1)]
        depths = [sample.depth for sample in samples]
        greatest = [max(depths[one:other]) for one, other in zip(edges, edges[1:], strict=False)]
        if cap and (end - first) // columns < 4:
            assert list(values) == greatest
        assert all(shown >= depth for shown, depth in zip(values, greatest, strict=True))
        assert set(values) <= set(depths)
        if cap:  # what is shown too much is a depth from just beside the column
            for shown, one, other in zip(values, edges, edges[1:], strict=False):
                assert shown in depths[max(0, one - BLOCK) : other + BLOCK]


@examples(40)
@given(walks, st.integers(0, 340), st.integers(1, 60))
def test_zoomed_in_every_column_is_a_step_at_once(case: Walk, first: int, columns: int) -> None:
    timeline, samples = walked(case, 400)
    statistics = of_search(timeline)
    plots = statistics.plots(first, first + columns, columns, first, ENOUGH)
    assert statistics.settled
    rows = zip(*(plot.values for plot in plots), strict=True)
    assert list(rows) == [sample[1 : 1 + len(plots)] for sample in samples[first : first + columns]]


@examples(40)
@given(walks, st.lists(st.integers(0, 400), min_size=1, max_size=10))
def test_the_live_counters_are_right_wherever_one_jumps(case: Walk, asked: list[int]) -> None:
    timeline, samples = walked(case, 400)
    statistics = of_search(timeline)
    for position in asked:
        assert statistics.now(position) == samples[position]
        assert timeline.extremes(0, position)[1] == max(sample.depth for sample in samples[: position + 1])


@examples(40)
@given(walks, windows, st.lists(st.integers(0, 400), max_size=4), st.sampled_from([2, 4096]))
def test_what_is_shown_of_forgotten_steps_did_hold_at_their_start(
    case: Walk, window: tuple[int, int, int], reached: list[int], landmarks: int
) -> None:
    with tiny_chunks(landmarks):
        timeline, samples = walked(case, 400, cap=0)
        for position in reached:
            get_to(timeline, position)
            assert of_search(timeline).now(position) == samples[position]
            assert timeline.extremes(0, 400)[1] == max(sample.depth for sample in samples)
        first, end, columns = window
        columns = min(columns, end - first)
        plots = settled(of_search(timeline), first, end, columns, 400, ENOUGH)
        width = (end - first) // columns
        power = max(2**n for n in range(20) if 2**n <= width)
        for column in range(columns):
            at = (first + column * (end - first) // columns) // power * power
            chunk = next(chunk for chunk in reversed(timeline.chunks) if chunk.start <= at)
            truth = samples[at if not chunk.forgotten else chunk.start]
            assert tuple(plot.values[column] for plot in plots[1:]) == truth[2 : 1 + len(plots)]


def test_what_was_seen_before_it_was_forgotten_is_remembered() -> None:
    timeline = of_walk(lambda: walk(FIG1, Candidates.STRUCK, 3, 400), FIG1, Candidates.STRUCK, cap=0)
    timeline.reach(50, Ticking(), 1)
    statistics = of_search(timeline)
    before = statistics.plots(33, 51, 18, 50, ENOUGH)
    run_out(timeline)
    assert not timeline.known(45)
    after = statistics.plots(33, 51, 18, 400, ENOUGH)
    assert [plot.values for plot in after[1:]] == [plot.values for plot in before[1:]]


def test_a_call_without_time_is_coarse_and_the_next_ones_are_finer() -> None:
    timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, 3, 400), FIG1, Candidates.NONE)
    run_out(timeline)
    samples = plain(list(walk(FIG1, Candidates.NONE, 3, 400)), Board(FIG1, Candidates.NONE))
    statistics = of_search(timeline)
    filled = statistics.plots(0, 401, 401, 400, work=0)[1]
    assert not statistics.settled
    assert list(filled.values) == [samples[position // BLOCK * BLOCK].filled for position in range(401)]
    calls = 0
    while not statistics.settled:
        filled, calls = statistics.plots(0, 401, 401, 400, work=100)[1], calls + 1
    assert calls > 10 and list(filled.values) == [sample.filled for sample in samples]


def test_what_there_is_no_time_for_is_as_before_it() -> None:
    timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, 3, 4000), FIG1, Candidates.NONE)
    run_out(timeline)
    samples = plain(list(walk(FIG1, Candidates.NONE, 3, 4000)), Board(FIG1, Candidates.NONE))
    statistics, spent = of_search(timeline), []
    while not (statistics.settled and spent):
        guesses = statistics.plots(0, 4000, 400, 0, work=0)[2].values
        known = [number for number in range(400) if guesses[number] == samples[number * 10 // 8 * 8].guesses]
        assert list(guesses) == sorted(guesses) and all(
            value <= samples[number * 10].guesses for number, value in enumerate(guesses)
        )
        spent.append(len(known))
    assert spent == sorted(spent) and spent[-1] == 400 and len(spent) > 2


def test_a_growing_run_stays_right() -> None:
    timeline = of_walk(lambda: walk(FIG1, Candidates.STRUCK, 8, 300), FIG1, Candidates.STRUCK)
    samples = plain(list(walk(FIG1, Candidates.STRUCK, 8, 300)), Board(FIG1, Candidates.STRUCK))
    statistics = of_search(timeline)
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + 7, Ticking(), 1)
        length = timeline.length
        plots = statistics.plots(0, length + 1, 20, length, ENOUGH)
        values = expected(samples, 0, length + 1, min(20, length + 1))
        assert [list(plot.values) for plot in plots[1:]] == values[1:]
        assert [plot.now for plot in plots] == list(samples[length][1:6])


GRID = Puzzle.parse("1" + "." * 15)
BY_HAND = [guess(1, 2), look(3), guess(2, 3), backtrack(1), eliminate(2, 3), fix(3, 3, Why.LAST_BLANK), backtrack(0)]


def test_a_run_known_by_hand() -> None:
    timeline = of_walk(lambda: iter(BY_HAND), GRID, Candidates.STRUCK)
    run_out(timeline)
    depth, filled, guesses, backtracks, left = of_search(timeline).plots(0, 8, 8, 5)
    assert depth == Plot("depth", (0, 1, 1, 2, 1, 1, 1, 0), 0, 2, 1)
    assert filled == Plot("filled cells", (1, 2, 2, 3, 2, 2, 3, 1), 1, 3, 2)
    assert guesses == Plot("guesses", (0, 1, 1, 2, 2, 2, 2, 2), 0, 2, 2)
    assert backtracks == Plot("backtracks", (0, 0, 0, 0, 1, 1, 1, 2), 0, 2, 1)
    # 15 blanks of 4, less 7 peers of the given. r1c2 goes with its 3, and the 2 of six peers; r1c3 with 2, and five 3s;
    # after the strike in r1c3, r1c4 goes with its 2, and the 3 of four peers.
    assert left.values == (53, 44, 44, 37, 44, 43, 37, 53)
    assert (left.low, left.high, left.now) == (37, 53, 43)


def test_more_columns_than_positions_are_not_drawn_and_no_run_has_no_columns() -> None:
    timeline = of_walk(lambda: iter(BY_HAND), GRID, Candidates.NONE)
    statistics = of_search(timeline)
    assert timeline.extremes(0, 0)[1] == 0
    assert [plot.values for plot in statistics.plots(0, 500, 40, 0)] == [(0,), (1,), (0,), (0,)]
    run_out(timeline)
    assert len(statistics.plots(0, 500, 40, 0)[0].values) == len(BY_HAND) + 1
    for nothing in (statistics.plots(5, 5, 40, 3), statistics.plots(0, 8, 0, 3), statistics.plots(90, 99, 9, 3)):
        assert [(plot.values, plot.low, plot.high) for plot in nothing] == [((), 0, 0)] * 4
        assert [plot.now for plot in nothing] == [2, 3, 2, 0]


@pytest.mark.parametrize("name", ["backtracking", "elimination", "cdcl", "annealing", "exact-cover", "rows"])
def test_it_counts_what_each_solver_does(name: str) -> None:
    timeline = of_solver(FIG1, name)
    run_out(timeline, 500)
    steps = [step for step, _ in zip(solvers.trace(FIG1, name), range(timeline.length), strict=False)]
    samples = plain(steps, solvers.get(name).board(FIG1))
    plots = of_search(timeline).plots(0, timeline.length + 1, timeline.length + 1, 2 * CHUNK, ENOUGH)
    assert list(zip(*(plot.values for plot in plots), strict=True)) == [
        sample[1 : 1 + len(plots)] for sample in samples
    ]
    assert tuple(plot.now for plot in plots) == samples[2 * CHUNK][1 : 1 + len(plots)]


@given(walks, st.integers(1, 8), st.data())
def test_the_value_at_the_playhead_is_never_outside_the_range_beside_it(
    case: Walk, columns: int, data: st.DataObject
) -> None:
    timeline, _ = walked(case, 60)
    position = data.draw(st.integers(0, timeline.length))
    for plot in of_search(timeline).plots(0, timeline.length + 1, columns, position):
        assert plot.low <= plot.now <= plot.high, plot.label
