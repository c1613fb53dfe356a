"""Tests that the end of a run that shows nothing of its algorithm offers a puzzle that does, and no other end does."""

from __future__ import annotations

import pytest
from runs import Ticking, of_solver

import solvers
from puzzles.corpus import named
from solvers.core.step import Kind
from visualizer.keymap import key_of
from visualizer.narration.outcome import what_follows
from visualizer.text.spans import plain
from visualizer.timeline.timeline import Timeline


def rested(name: str, puzzle: str) -> Timeline:
    """Return a run that is paused at its first solution."""
    timeline, clock = of_solver(named.find(puzzle), name), Ticking()
    while not timeline.resting:
        timeline.reach(timeline.length + 1000, clock, 1.0)
    return timeline


@pytest.mark.parametrize("name", solvers.names())
def test_only_a_run_that_shows_nothing_offers_a_puzzle(name: str) -> None:
    solver = solvers.get(name)
    for puzzle in ("one-blank", solver.seen_on[0]):
        timeline = rested(name, puzzle)
        said = plain(what_follows(timeline, solver))
        shown = solver.idea is None or bool(timeline.counts(timeline.length)[solver.idea])
        assert shown == (solver.idea is None or puzzle != "one-blank")
        assert (f"{key_of('showing')} opens a puzzle" in said) == (not shown) and bool(said) == (not shown)


def test_it_says_what_the_run_did_without() -> None:
    assert {solvers.get(name).idea for name in solvers.names()} == {
        None, Kind.GUESS, Kind.CONFLICT, Kind.LEARN, Kind.ELIMINATE,
    }  # fmt: skip
    for name, words in (("mrv", "No guess was needed"), ("cdcl", "There was nothing to learn")):
        assert plain(what_follows(rested(name, "fig1"), solvers.get(name))).startswith(f" {words}: Shift+G opens")
    assert plain(what_follows(rested("human", "fig1"), solvers.get("human"))).startswith(" Singles were enough: ")
