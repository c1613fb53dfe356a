"""Tests that the moments of a run are those that a replay finds, however the run is recorded."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import Ticking, of_solver, of_walk
from slow import slow_but
from strategies import examples, walk

from puzzles.corpus import named
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind
from visualizer.analysis.moments import FAR, Moments
from visualizer.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1 = named.find("fig1")


def expected(timeline: Timeline, board: Board) -> dict[str, set[int]]:
    """Return the possible positions of each moment. Moments that are equally good are all possible."""
    first, back, cost, opened = dict[str, int](), dict[int, int](), dict[int, int](), list[int]()
    for position in range(1, timeline.length + 1):
        step = timeline.step(position)
        if step.kind is Kind.GUESS:
            first.setdefault("first guess", position)
            opened.append(position)
        elif step.kind is Kind.CONFLICT:
            first.setdefault("first dead end", position)
        elif step.kind is Kind.BACKTRACK:
            level = max(step.level, 0)
            back[position] = len(opened) - level
            cost |= {guess: position - guess for guess in opened[level:]}
            del opened[level:]
        board.apply(step)
    farthest, most = max(back.values(), default=0), max(cost.values(), default=0)
    found = {name: {at} for name, at in first.items()}
    if farthest >= FAR:
        found[f"longest way back: {farthest} levels"] = {at for at, levels in back.items() if levels == farthest}
    if most:
        found[f"costliest guess: {most:,} step{'s' * (most > 1)}"] = {at for at, steps in cost.items() if steps == most}
    return found


def check(timeline: Timeline, portion: int) -> None:
    moments, clock = Moments(timeline), Ticking()
    while not timeline.finished:
        timeline.resume()
        timeline.reach(timeline.length + portion, clock, 1.0)
        moments.grow()
    for _ in range(100):
        moments.grow()
    wanted = expected(timeline, timeline.fresh_board())
    shown = {name: one.position for one in moments.all() for name in one.name.split(", ")}
    assert shown.pop("the end") == timeline.length
    assert shown.keys() == wanted.keys() and all(at in wanted[name] for name, at in shown.items()), (shown, wanted)
    for one in moments.all():
        plain = re.sub(r": [\d,]+ \w+", "", one.name)
        assert one.shorter == (plain, plain.partition(", ")[0])
    places = [one.position for one in moments.all()]
    assert places == sorted(set(places)), "what is at the same position is one mark"


@given(st.integers(0, 10**6), st.sampled_from(Candidates), st.sampled_from([7, 100, 3000]))
@examples(60)
def test_random_steps(seed: int, mode: Candidates, portion: int) -> None:
    check(of_walk(lambda: walk(FIG1, mode, seed, 2500), FIG1, mode), portion)


@pytest.mark.parametrize("name", ["backtracking", "cdcl", "mrv", "elimination"])
@pytest.mark.parametrize("puzzle", slow_but(["jump-1"], ["deep-1", "jump-1"]))
def test_real_runs(name: str, puzzle: str) -> None:
    check(of_solver(named.find(puzzle), name), 5000)


def test_a_step_that_is_two_moments_has_both_names() -> None:
    timeline = of_solver(named.find("jump-1"), "mrv")
    timeline.reach(1000, Ticking(), 1.0)
    moments = Moments(timeline)
    moments.grow()
    shorter = "first guess, costliest guess", "first guess"
    assert moments.all()[0] == (32, "first guess, costliest guess: 47 steps", shorter)
