"""Tests that each algorithm names puzzles on which its idea is seen, and that its runs on them show it."""

from functools import cache
from itertools import islice

import pytest

import solvers
from puzzles.corpus import named
from puzzles.figures import grouped
from solvers.checks.compare import COUNTERS, counted
from solvers.checks.expression import Expression, Interval
from solvers.core.step import Kind, Step

NAMES = solvers.names()
MOST = 5_000
"""More steps than any of the conditions allows."""


@cache
def run_of(puzzle: str, name: str) -> list[Step]:
    """Return the steps up to the first answer."""
    steps = []
    for step in islice(solvers.trace(named.find(puzzle), name), MOST):
        steps.append(step)
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
    return steps


@cache
def counts_of(puzzle: str, name: str) -> dict[str, Interval]:
    return counted(iter(run_of(puzzle, name)), MOST)


def condition(name: str) -> Expression:
    return Expression(solvers.get(name).shows, {name: 0}, COUNTERS)


@pytest.mark.parametrize("name", NAMES)
def test_an_algorithm_names_two_or_three_puzzles_on_which_its_idea_is_soon_seen(name: str) -> None:
    solver = solvers.get(name)
    assert 2 <= len(solver.seen_on) == len({*solver.seen_on}) <= 3
    for puzzle in solver.seen_on:
        counts = counts_of(puzzle, name)
        assert named.find(puzzle).geometry.side == 9 and not solver.misfit(named.find(puzzle))
        assert counts["solved"] == Interval(1, 1), f"{name} does not solve {puzzle} in {grouped(MOST)} steps"
        assert condition(name).verdict([counts]) is True, f"{name} on {puzzle}: {solver.shows}"
        if solver.idea is not None:
            kinds = {step.kind for step in run_of(puzzle, name)}
            assert solver.idea in kinds, "a run that shows the idea must not end with an offer to show it"


@pytest.mark.parametrize("name", NAMES)
def test_a_run_that_shows_nothing_does_not_meet_the_condition(name: str) -> None:
    """A grid with one blank cell shows the idea of no algorithm."""
    counts = counts_of("one-blank", name)
    assert counts["solved"] == Interval(1, 1) and condition(name).verdict([counts]) is False
    assert solvers.get(name).idea not in {step.kind for step in run_of("one-blank", name)}


def test_what_they_show_is_what_they_are_named_for() -> None:
    for puzzle in ("jump-1", "jump-2", "jump-3"):
        assert counts_of(puzzle, "cdcl")["jump"].low >= 3 and counts_of(puzzle, "mrv")["guesses"].low >= 5
    for puzzle in ("skyscraper-1", "skyscraper-2"):
        steps = [step for step in run_of(puzzle, "human") if step.kind is Kind.ELIMINATE]
        assert {step.why.name for step in steps} == {"SKYSCRAPER"}, f"{puzzle} needs nothing else beside singles"
    for puzzle in ("dead-ends-1", "dead-ends-2"):
        assert counts_of(puzzle, "backtracking")["conflicts"].low >= 5
    blanks = [len(named.find(puzzle).blanks) for puzzle in ("rows-1", "rows-2", "21empty")]
    assert blanks == [15, 15, 21]
    whole = {entry.name: entry.solution for entry in named.all()}
    assert whole["rows-1"] == whole["rows-2"] == whole["21empty"]


def test_a_jump_is_the_number_of_guesses_taken_back_at_once() -> None:
    """Searches in order take guesses back one by one."""
    assert counts_of("lab", "backtracking")["jump"] == Interval(1, 1)
    levels, level = [], 0
    for step in run_of("jump-1", "cdcl"):
        if step.kind is Kind.BACKTRACK:
            levels.append(level - max(step.level, 0))
        level = level + 1 if step.kind is Kind.GUESS else step.level if step.kind is Kind.BACKTRACK else level
    assert counts_of("jump-1", "cdcl")["jump"].low == max(levels) == 3
