"""Tests that the end of a run that shows nothing of its algorithm offers a puzzle that does, and no other end does."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import Ticking, of_solver

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.explain.records import SolutionCount
from solvers.external import registry
from visualizer.keymap import key_of
from visualizer.narration.outcome import ending, misses_a_solution, what_follows
from visualizer.text.spans import plain
from visualizer.timeline.timeline import Timeline


def rested(name: str, puzzle: str | Puzzle) -> Timeline:
    """Return a run that is paused at its first solution."""
    timeline, clock = of_solver(named.find(puzzle) if isinstance(puzzle, str) else puzzle, name), Ticking()
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


def test_rules_need_more_than_singles_though_nothing_is_struck() -> None:
    rows = ".12.223; row ..31.23; row ..312.3; row 2.2.3.2; row 2.312..; row 22.13..; row 322.32."
    timeline = rested("human", Puzzle.empty(Geometry.of_spec(f"slitherlink row {rows}")))
    assert not timeline.counts(timeline.length)[Kind.ELIMINATE] and not what_follows(timeline, solvers.get("human"))


OWN = "from solvers.step import SOLVED, look\nCANDIDATES = 'none'\n"


@pytest.mark.parametrize(
    ("body", "misses"),
    [
        ("yield look(0)", True),
        ("yield look(0)\n    1 / 0", False),
        ("return\n    yield", False),
    ],
)
def test_only_an_own_solver_that_ends_without_the_solution_is_said_to_miss_it(
    tmp_path: Path, body: str, misses: bool
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"{OWN}def mine(puzzle):\n    {body}\n")
    solver, puzzle = registry.register(registry.load(path)), named.find("one-blank")
    timeline = of_solver(puzzle, solver.name)
    assert not misses_a_solution(timeline, solver, SolutionCount.ONE), "it has only begun"
    for _ in range(5000):
        timeline.reach(10, Ticking(0.0), 0.01)
        if timeline.finished:
            break
    assert timeline.finished
    for answer in SolutionCount:
        found = answer in (SolutionCount.ONE, SolutionCount.SEVERAL)
        assert misses_a_solution(timeline, solver, answer) == (misses and found)
        told = plain(ending(timeline, puzzle, solver, answer)) if timeline.length else ""
        assert ("but there is one" in told) == (misses and found)
        assert not misses_a_solution(timeline, solvers.get("mrv"), answer), "others prove what they say"
