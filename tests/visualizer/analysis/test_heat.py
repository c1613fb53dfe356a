"""Tests that the heat at any position matches a plain count of the steps before it, even if some were forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import CHUNK, Ticking, get_to, of_solver, of_walk, run_out, tiny_chunks
from slow import slow_but
from strategies import examples, walk, walks

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.board import Candidates
from solvers.core.step import (
    GAVE_UP,
    SOLVED,
    Kind,
    Step,
    Why,
    backtrack,
    clash,
    conflict,
    cover,
    dead_clause,
    eliminate,
    fix,
    guess,
    learn,
    look,
    reject,
    swap,
    uncover,
)
from visualizer.analysis.heat import Heat, HeatView, warmth
from visualizer.timeline.timeline import Timeline

FIG1 = named.find("fig1")
Walk = tuple[Puzzle, Candidates, int]
places = st.lists(st.integers(0, 400), min_size=1, max_size=8)


@pytest.fixture(autouse=True, scope="module")
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def plain(steps: list[Step], position: int, cells: int) -> tuple[list[int], list[int]]:
    """Count attempts and conflicts one by one, for steps that each name one cell."""
    tried, conflicts = [0] * cells, [0] * cells
    for step in steps[:position]:
        if step.kind in (Kind.GUESS, Kind.FIX, Kind.REJECT):
            tried[step.cell] += 1
        elif step.kind is Kind.CONFLICT:
            conflicts[step.cell] += 1
    return tried, conflicts


def agrees(view: HeatView | None, steps: list[Step], position: int) -> None:
    assert view is not None
    assert (view.tried.tolist(), view.conflicts.tolist()) == plain(steps, position, len(view.tried))


def followed(timeline: Timeline, heat: Heat, portion: int) -> None:
    """Record the whole run, and count as it grows."""
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + portion, Ticking(), 1)
        assert heat.follow()


def in_the_end(timeline: Timeline, heat: Heat, position: int) -> HeatView:
    """Return the heat at a position, restoring forgotten steps as often as it takes."""
    for _ in range(1000):
        view = heat.at(position)
        if view is not None:
            return view
        wanted = heat.missing(position)
        if wanted is not None:
            assert wanted <= position
            get_to(timeline, wanted)
    raise AssertionError(f"the heat at {position} is never known")


@examples(60)
@given(walks, places)
def test_it_is_the_plain_count_wherever_one_jumps(case: Walk, asked: list[int]) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode)
    run_out(timeline)
    heat, steps = Heat(timeline), list(walk(puzzle, mode, seed, 400))
    for position in asked:
        agrees(in_the_end(timeline, heat, position), steps, position)
        assert heat.missing(position) is None


@examples(30)
@given(walks, places, st.integers(1, CHUNK))
def test_what_was_counted_before_it_was_forgotten_is_known(case: Walk, asked: list[int], portion: int) -> None:
    puzzle, mode, seed = case
    timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, cap=0)
    heat, steps = Heat(timeline), list(walk(puzzle, mode, seed, 400))
    followed(timeline, heat, portion)
    for position in asked:
        get_to(timeline, position)
        agrees(heat.at(position), steps, position)
    for start in range(0, 401, CHUNK):
        agrees(heat.at(start), steps, start)


@examples(30)
@given(walks, places, st.sampled_from([2, 4096]))
def test_what_was_forgotten_uncounted_is_asked_for(case: Walk, asked: list[int], landmarks: int) -> None:
    puzzle, mode, seed = case
    with tiny_chunks(landmarks):
        timeline = of_walk(lambda: walk(puzzle, mode, seed, 400), puzzle, mode, cap=0)
        run_out(timeline)
        heat, steps = Heat(timeline), list(walk(puzzle, mode, seed, 400))
        assert heat.at(400) is None and heat.missing(400) is not None
        for position in asked:
            agrees(in_the_end(timeline, heat, position), steps, position)


@examples(30)
@given(walks, places, st.integers(1, 90), st.sampled_from([2, 4096]))
def test_it_keeps_few_totals_of_a_long_run_and_is_as_exact(
    case: Walk, asked: list[int], portion: int, landmarks: int
) -> None:
    puzzle, mode, seed = case
    with tiny_chunks(landmarks):
        timeline = of_walk(lambda: walk(puzzle, mode, seed, 900), puzzle, mode, cap=0)
        heat, steps = Heat(timeline), list(walk(puzzle, mode, seed, 900))
        heat._most_kept = 4
        while not timeline.finished:
            timeline.resume()
            timeline.reach(timeline.length + portion, Ticking(), 1)
            heat.follow()
            assert len(heat._kept) == len(heat._positions) <= 4
        for position in (*asked, 450 + asked[0]):
            agrees(in_the_end(timeline, heat, position), steps, position)


def test_a_call_counts_a_few_chunks_only() -> None:
    timeline = of_walk(lambda: walk(FIG1, Candidates.NONE, 5, 30 * CHUNK), FIG1, Candidates.NONE)
    run_out(timeline)
    heat = Heat(timeline)
    assert heat.at(25 * CHUNK, chunks=6) is None and heat.missing(25 * CHUNK) is None
    assert heat.at(12 * CHUNK, chunks=6) is not None
    assert not heat.follow(chunks=10) and heat.follow(chunks=20)
    assert heat.at(25 * CHUNK, chunks=0) is not None


GRID = Puzzle.parse("." * 15 + "1")
TABLE = [
    (guess(5, 1), [5], []),
    (guess(5, 1, sign=False), [5], []),
    (reject(5, 1), [5], []),
    (fix(5, 1, Why.NAKED_SINGLE), [5], []),
    (fix(5, 1, Why.ORDER, 1), [5], []),
    (fix(5, 1, Why.MODEL), [], []),
    (Step(Kind.FIX, 5, 1, sign=False), [], []),
    (eliminate(5, 1), [], []),
    (swap(5, 6), [5, 6], []),
    (look(5, Why.RANDOM, detail=6), [5, 6], []),
    (look(5), [], []),
    (look(5, Why.GIVEN), [], []),
    (look(why=Why.RESTART), [], []),
    (look(why=Why.MODEL, detail="a formula"), [], []),
    (cover(5), [], []),
    (uncover(5), [], []),
    (backtrack(0), [], []),
    (learn((-1, -2)), [], []),
    (SOLVED, [], []),
    (GAVE_UP, [], []),
    (conflict(5), [], [5]),
    (clash(15, 14, 1), [], [14, 15]),
    (clash(0, 1, 1, Why.RULE, 0), [], [0, 1]),
    (conflict(why=Why.NO_PLACE, digit=1, unit=0), [], [0, 1, 2, 3]),
    (conflict(why=Why.NO_PLACE, digit=1, unit=3), [], [12, 13, 14]),
    (conflict(why=Why.ORDER, unit=3), [], [12, 13, 14]),
    (conflict(why=Why.NONE), [], []),
    (dead_clause((21, 22, 23, 24), Why.NO_CANDIDATE, 5), [], [5]),
    (dead_clause((-2, 8, -3, 64), Why.LEARNT_CLAUSE), [], [0, 1]),
    (dead_clause((49, 53, 57, 61), Why.NO_PLACE, digit=1, unit=3), [], [12, 13, 14]),
    (conflict(77), [], []),
    (conflict(why=Why.NO_PLACE, unit=99), [], []),
    (Step(Kind.CONFLICT, detail=("no", "literals")), [], []),
    (look(5, Why.RANDOM), [5], []),
    (reject(16, 1), [], []),
]


@pytest.mark.parametrize(("step", "tried", "conflicts"), TABLE, ids=[str(step) for step, *_ in TABLE])
def test_what_counts_as_tried_and_as_in_a_conflict(step: Step, tried: list[int], conflicts: list[int]) -> None:
    first = [fix(5, 2, Why.RANDOM), fix(6, 3, Why.RANDOM)] if step.kind is Kind.SWAP else []
    first = [guess(0, 1)] if step.kind is Kind.BACKTRACK else first
    timeline = of_walk(lambda: iter([*first, step, step, look(1)]), GRID, Candidates.NONE)
    if step.kind in (Kind.ELIMINATE, Kind.FIX, Kind.GUESS, Kind.BACKTRACK):  # repeating it would not be a legal step
        timeline = of_walk(lambda: iter([*first, step, look(1)]), GRID, Candidates.SAID)
    run_out(timeline)
    assert timeline.failure is None
    heat, times = Heat(timeline), timeline.length - len(first) - 1
    before, after = heat.at(len(first)), heat.at(timeline.length)
    assert before is not None and after is not None
    assert counted(after.tried - before.tried) == dict.fromkeys(tried, times)
    assert counted(after.conflicts - before.conflicts) == dict.fromkeys(conflicts, times)


def counted(counts: np.ndarray) -> dict[int, int]:
    return {cell: count for cell, count in enumerate(counts.tolist()) if count}


def by_hand(steps: list[Step], puzzle: Puzzle) -> tuple[list[int], list[int]]:
    """Count the heat for every kind of step that solvers yield, using the details of their conflicts."""
    tried, conflicts = [0] * len(puzzle.givens), [0] * len(puzzle.givens)
    units, symbols = puzzle.geometry.units, puzzle.geometry.symbols
    for step in steps:
        name, why = step.kind.name, step.why.name
        both = name == "SWAP" or (name, why) == ("LOOK", "RANDOM")
        if both or name in ("GUESS", "REJECT") or name == "FIX" and why != "MODEL":
            for cell in (step.cell, step.detail) if both else (step.cell,):
                tried[cell] += 1
        elif name == "CONFLICT" and why == "LEARNT_CLAUSE":
            cells = {(abs(literal) - 1) // symbols for literal in step.detail}
            for cell in cells:
                conflicts[cell] += puzzle.givens[cell] == 0
        elif name == "CONFLICT" and why in ("NO_PLACE", "ORDER"):
            for cell in units[step.unit].cells:
                conflicts[cell] += puzzle.givens[cell] == 0
        elif name == "CONFLICT":
            for cell in (step.cell, step.detail) if why in ("RULE", "GIVENS_CLASH") else (step.cell,):
                conflicts[cell] += 1
    return tried, conflicts


@pytest.mark.parametrize("puzzle", slow_but(["bad21"], ["fig1", "bad21", "misprint"]))
@pytest.mark.parametrize("name", [name for name in solvers.names() if not solvers.get(name).black_box])
def test_it_counts_what_each_solver_does(name: str, puzzle: str) -> None:
    grid, most = named.find(puzzle), 1500
    timeline = of_solver(grid, name)
    run_out(timeline, most)
    steps = [step for step in islice(solvers.trace(grid, name), most) if step.kind is not Kind.PENDING]
    view = in_the_end(timeline, Heat(timeline), timeline.length)
    assert (view.tried.tolist(), view.conflicts.tolist()) == by_hand(steps, grid)
    assert view.tried.max() > 0 or puzzle == "misprint"


def test_nothing_is_warm_at_the_start_and_the_arrays_cannot_be_changed() -> None:
    timeline = of_walk(lambda: iter([guess(5, 1)]), GRID, Candidates.NONE)
    heat = Heat(timeline)
    view = heat.at(0)
    assert view is not None and view.hottest(5) == [] and not view.tried.any() and not view.conflicts.any()
    assert warmth(view.tried).tolist() == [0.0] * 16
    run_out(timeline)
    for view in (heat.at(0), heat.at(1)):
        assert view is not None
        with pytest.raises(ValueError):
            view.tried[3] = 1


def test_the_hottest_cells_and_how_warm_they_are() -> None:
    steps = [*[reject(3, 1)] * 4, *[reject(7, 1)] * 16, *[reject(9, 1)] * 4, conflict(9), conflict(2), reject(1, 1)]
    timeline = of_walk(lambda: iter(steps), GRID, Candidates.NONE)
    run_out(timeline)
    view = Heat(timeline).at(len(steps))
    assert view is not None
    assert view.hottest(9) == [7, 9, 3, 1, 2] and view.hottest(2) == [7, 9]
    assert (view.tried.max(), view.conflicts.max()) == (16, 1)
    assert {cell: warm for cell, warm in enumerate(warmth(view.tried)) if warm} == {1: 0.25, 3: 0.5, 7: 1, 9: 0.5}
