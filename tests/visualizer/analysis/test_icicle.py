"""Tests that the icicle matches a simple scan of the whole run at every zoom, even if steps were forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import Plain, get_to, of_solver, of_walk, run_out, tiny_chunks, whole
from slow import few_of
from strategies import examples, walk, walks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import SOLVED, Kind, Step, Why, backtrack, guess, look
from visualizer.analysis.dials import Dials
from visualizer.analysis.icicle import GuessNode, Icicle, icicle, node_at, path_at, standing
from visualizer.analysis.run_analysis import Analysis
from visualizer.timeline.timeline import Timeline

FIG1 = named.find("fig1")
EMPTY = Puzzle.parse("." * 16)
Walk = tuple[Puzzle, Candidates, int]


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


class Bar(NamedTuple):
    """A guess of a plain run, with its level and the positions at which it is made and undone."""

    level: int
    position: int
    end: int | None


def bars(plain: Plain) -> list[Bar]:
    """Return every guess, found by following the steps with a stack."""
    open_, done = list[int](), list[Bar]()
    for position, step in enumerate(plain.steps, 1):
        if step.kind is Kind.GUESS:
            open_.append(position)
        while step.kind is Kind.BACKTRACK and len(open_) > max(step.level, 0):
            done.append(Bar(len(open_), open_.pop(), position))
    return done + [Bar(level, position, None) for level, position in enumerate(open_, 1)]


def at(all_bars: list[Bar], position: int) -> dict[int, Bar]:
    """Return the guesses that are open at a position, by level."""
    return {bar.level: bar for bar in all_bars if bar.position <= position and (not bar.end or position < bar.end)}


def walked(case: Walk, length: int = 300, cap: int = 2**40) -> tuple[Timeline, Plain]:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, length), puzzle, mode, cap)
    run_out(timeline)
    return timeline, Plain.of(list(walk(puzzle, mode, seed, length)), Board(puzzle, mode))


def steps_of(drawn: Icicle, column: int) -> range:
    """Return the positions that belong to a column's steps."""
    start, end = drawn.edges[column], drawn.edges[column + 1]
    return range(start + 1, max(start + 1, end) + 1)


windows = st.tuples(st.integers(0, 310), st.integers(1, 310), st.integers(1, 60))
"""(start, width, columns)"""

# By hand

SMALL = [guess(0, 1), guess(1, 2), look(3), backtrack(1), guess(1, 3), look(3), backtrack(0), guess(0, 2), SOLVED]
#        1            2            2        1             2            2        0             1            1


def of_steps(steps: list[Step], cap: int = 2**40) -> Timeline:
    timeline = of_walk(lambda: iter(steps), EMPTY, Candidates.NONE, cap)
    run_out(timeline)
    return timeline


def test_a_small_search_step_by_step() -> None:
    drawn = icicle(of_steps(SMALL), (0, 9), 9)
    assert drawn.floors.tolist() == drawn.peaks.tolist() == [1, 2, 2, 1, 2, 2, 0, 1, 1]
    assert drawn.joins.tolist() == [1, 2, 1, 1, 2, 0, 0, 1]
    assert drawn.exact and drawn.deepest == 2


def test_a_small_search_in_three_columns() -> None:
    drawn = icicle(of_steps(SMALL), (0, 9), 3)
    assert drawn.floors.tolist() == [1, 1, 0]
    assert drawn.peaks.tolist() == [2, 2, 1]
    assert drawn.joins.tolist() == [1, 0]


def test_guesses_that_touch_a_column_border_are_told_apart() -> None:
    drawn = icicle(of_steps([guess(0, 1), look(1), backtrack(0), guess(0, 2), look(1), look(1)]), (0, 6), 2)
    assert drawn.floors.tolist() == [0, 1] and drawn.peaks.tolist() == [1, 1] and drawn.joins.tolist() == [0]
    drawn = icicle(of_steps([look(1), backtrack(-1), guess(0, 1), guess(1, 2), look(1), look(1)]), (0, 6), 2)
    assert drawn.floors.tolist() == [0, 2] and drawn.peaks.tolist() == [1, 2] and drawn.joins.tolist() == [1]


def test_beyond_what_is_recorded_nothing_is_drawn() -> None:
    drawn = icicle(of_steps(SMALL), (6, 18), 12)
    assert drawn.peaks.tolist() == [0, 1, 1] + [0] * 9
    drawn = icicle(of_steps(SMALL), (100, 200), 5)
    assert not drawn.peaks.any() and not drawn.floors.any() and drawn.deepest == 2
    assert icicle(of_steps([]), (0, 20), 5).peaks.tolist() == [0] * 5


def test_the_nodes_of_a_small_search() -> None:
    timeline = of_steps(SMALL)
    assert node_at(timeline, 3, 1) == GuessNode(1, 1, 7, 5, 0, 1)
    assert node_at(timeline, 3, 2) == GuessNode(2, 2, 4, 1, 1, 2)
    assert node_at(timeline, 6, 2) == GuessNode(2, 5, 7, 1, 1, 3)
    assert node_at(timeline, 7, 1) is None and node_at(timeline, 4, 2) is None and node_at(timeline, 3, 0) is None
    assert node_at(timeline, 8, 1) == GuessNode(1, 8, None, 1, 0, 2)
    assert path_at(timeline, 6) == (node_at(timeline, 6, 1), node_at(timeline, 6, 2))
    assert path_at(timeline, 0) == path_at(timeline, 7) == ()


def test_a_jump_ends_several_nodes_at_once() -> None:
    timeline = of_steps([guess(0, 1), guess(1, 2), guess(2, 3), backtrack(0, Why.RESTART), look(1)])
    assert [node.end for node in path_at(timeline, 3)] == [4, 4, 4]
    assert [node.steps for node in path_at(timeline, 3)] == [2, 1, 0]


def test_where_the_path_stands() -> None:
    timeline = of_steps(SMALL)
    assert standing(icicle(timeline, (0, 9), 9), path_at(timeline, 6)).tolist() == [1, 1, 1, 1, 2, 2, 0, 0, 0]
    assert standing(icicle(timeline, (0, 9), 3), path_at(timeline, 6)).tolist() == [1, 1, 0]


# At random


@given(walks, windows)
def test_where_columns_are_narrow_they_are_exact(case: Walk, window: tuple[int, int, int]) -> None:
    timeline, plain = walked(case)
    start, width, columns = window
    drawn = icicle(timeline, (start, start + width), columns)
    assert drawn.deepest == timeline.extremes(0, timeline.length)[1] == max(plain.depths)
    assert drawn.exact or width >= 4 * columns
    all_bars = bars(plain)
    for column in range(columns):
        depths = [plain.depths[p] for p in steps_of(drawn, column) if p <= timeline.length]
        if drawn.exact:
            assert drawn.floors[column] == min(depths, default=0)
            assert drawn.peaks[column] == max(depths, default=0)
        else:
            assert drawn.floors[column] <= min(depths, default=0) <= max(depths, default=0) <= drawn.peaks[column]
    for column in range(columns - 1):
        left, right = (at(all_bars, p) for p in (steps_of(drawn, column)[-1], steps_of(drawn, column + 1)[0]))
        shared = sum(left.get(level) == bar for level, bar in right.items())
        if steps_of(drawn, column + 1)[0] > timeline.length:
            shared = 0
        assert drawn.joins[column] == shared if drawn.exact else drawn.joins[column] <= shared


@examples(60)
@given(walks, st.integers(0, 1000), st.integers(1, 1000), st.integers(1, 6), st.sampled_from([2, 4096]))
def test_among_forgotten_steps_no_depth_is_hidden(
    case: Walk, start: int, width: int, columns: int, landmarks: int
) -> None:
    with tiny_chunks(landmarks):
        timeline, plain = walked(case, 1000, cap=0)
        drawn = icicle(timeline, (start, start + width), columns)
        assert drawn.deepest == max(plain.depths)
        for column in range(columns):
            depths = [plain.depths[p] for p in steps_of(drawn, column) if p <= timeline.length] or [0]
            assert drawn.floors[column] <= min(depths) <= max(depths) <= drawn.peaks[column] <= max(plain.depths)


@given(walks, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 8)), min_size=1, max_size=10))
def test_nodes_and_path_are_those_of_a_plain_look(case: Walk, asked: list[tuple[int, int]]) -> None:
    timeline, plain = walked(case)
    all_bars = bars(plain)
    for position, level in asked:
        standing_there = at(all_bars, position)
        path = path_at(timeline, position)
        assert [Bar(*node[:3]) for node in path] == [standing_there[level] for level in sorted(standing_there)]
        node = node_at(timeline, position, level)
        assert (Bar(*node[:3]) if node else None) == standing_there.get(level)
        if node:
            step = plain.steps[node.position - 1]
            assert node == path[level - 1] and node.exact
            assert (node.cell, node.digit, node.sign) == (step.cell, step.digit, step.sign)
            assert node.steps == (node.end - 1 if node.end else timeline.length) - node.position


@examples(60)
@given(
    walks,
    st.sampled_from([2, 4096]),
    st.lists(st.tuples(st.integers(0, 1000), st.integers(1, 6)), min_size=1, max_size=8),
    st.integers(0, 1000),
)
def test_nodes_among_forgotten_steps(case: Walk, landmarks: int, asked: list[tuple[int, int]], again: int) -> None:
    with tiny_chunks(landmarks):
        timeline, plain = walked(case, 1000, cap=0)
        get_to(timeline, again)
        all_bars = bars(plain)
        assert [Bar(*node[:2], None) for node in path_at(timeline, again)] == [
            Bar(bar.level, bar.position, None) for _, bar in sorted(at(all_bars, again).items())
        ]
        for position, level in asked:
            bar, node = at(all_bars, position).get(level), node_at(timeline, position, level)
            if bar is None:
                assert node is None or not node.exact
                continue
            assert node is not None
            assert node.position <= bar.position and (node.end or 10**9) >= (bar.end or 10**9)
            step = plain.steps[bar.position - 1]
            assert node.cell == -1 or (node.cell, node.digit, node.sign) == (step.cell, step.digit, step.sign)
            if node.exact:
                assert Bar(*node[:3]) == bar and node.cell >= 0


@given(walks, windows, st.integers(0, 300))
def test_the_path_stands_where_each_step_of_a_column_stands_on_it(
    case: Walk, window: tuple[int, int, int], playhead: int
) -> None:
    timeline, plain = walked(case)
    start, width, columns = window
    drawn = icicle(timeline, (start, start + width), columns)
    path, all_bars = path_at(timeline, playhead), bars(plain)
    on_path = at(all_bars, playhead)
    for column, level in enumerate(standing(drawn, path)):
        there = [at(all_bars, p) for p in steps_of(drawn, column) if p <= timeline.length]
        common = sum(bool(there) and all(each.get(bar.level) == bar for each in there) for bar in on_path.values())
        assert level == common if drawn.exact else level <= common


@pytest.mark.parametrize("name", ["elimination", "backtracking", "cdcl", "exact-cover"])
def test_real_runs(name: str) -> None:
    timeline = of_solver(named.find("bad21"), name, cap=0)
    run_out(timeline, 3000)
    plain = whole(timeline) if timeline.finished else Plain.of(_first(timeline), timeline.run.board())
    all_bars = bars(Plain(plain.steps, [], plain.depths))
    for position in range(1, timeline.length, 97):
        get_to(timeline, position)
        expected = [bar.position for _, bar in sorted(at(all_bars, position).items())]
        assert [node.position for node in path_at(timeline, position)] == expected


def _first(timeline: Timeline) -> list[Step]:
    return [step for step, _ in zip(timeline.run.steps(), range(timeline.length), strict=False)]


def test_the_icicle_so_far_ends_at_the_playhead_and_rarely_changes_its_scale() -> None:
    timeline = of_solver(FIG1, "backtracking")
    get_to(timeline, 4000)
    analysis = Analysis(timeline, Dials(timeline, solvers.get("backtracking")))
    scales = set()
    for position in few_of(range(1, 3000, 28), range(1, 3000, 7)):
        view = analysis.icicle_so_far(position, 200)
        assert view is not None
        ahead = view.icicle.edges[:-1] >= position
        assert not view.icicle.peaks[ahead].any(), "nothing lies ahead of the playhead"
        assert position <= view.icicle.edges[-1] and position >= view.icicle.edges[-1] * 0.6 or position < 64
        scales.add((int(view.icicle.edges[-1]), view.icicle.deepest))
    assert len(scales) < 24, "some four hundred frames, but few that look different"
