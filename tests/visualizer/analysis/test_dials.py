"""Tests that a solver's dials show the values of its own variables at any position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from runs import of_solver, run_out, tiny_chunks
from slow import UNLIKE, slow_but

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.core.dials import DIALS
from solvers.core.registry import Solver
from solvers.core.step import Kind, Why
from solvers.grading.rating import rate
from visualizer.analysis.dials import Dials
from visualizer.analysis.run_analysis import Analysis

pytestmark = pytest.mark.usefixtures("fast_keeper")

FIG1 = named.find("fig1")


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    with tiny_chunks():
        yield


def shown(name: str, puzzle: str, dial: str, most: int) -> tuple[list[object], Solver]:
    """Return what a dial shows at each position, read in a random order."""
    solver, timeline = solvers.get(name), of_solver(named.find(puzzle), name)
    dials = Dials(timeline, solver)
    while timeline.length < most and not timeline.finished:
        run_out(timeline, timeline.length + 13)
        dials.grow()
    positions = list(range(min(most, timeline.length) + 1))
    random.Random(1).shuffle(positions)
    found = {at: dials.value(dial, at, timeline.board_at(at)) for at in positions}
    return [found[at] for at in sorted(found)], solver


def held(name: str, puzzle: str, most: int, look: Callable[[dict[str, Any]], object]) -> list[object]:
    """Return the values of the solver's own variables at each step it made."""
    run = solvers.get(name).run(named.find(puzzle))
    return [look(run.gi_frame.f_locals) for step in islice(run, most) if step.kind is not Kind.PENDING]  # type: ignore[attr-defined]


@pytest.mark.parametrize("puzzle", slow_but(["minimal-4"], ["fig1", "minimal-4"]))
def test_the_temperature_is_the_one_that_annealing_has(puzzle: str) -> None:
    values, _ = shown("annealing", puzzle, "temperature", 9000)
    own = held("annealing", puzzle, 9000, lambda names: names.get("temperature"))
    blanks = sum(one is None for one in own)
    assert values[blanks + 1 :] == [round(float(str(one)), 3) for one in own[blanks:]]
    assert len({*values}) > 5 or puzzle == "minimal-4"


def test_it_is_heated_up_again_where_the_temperature_says_so() -> None:
    puzzle = Puzzle.parse("..23.1..4.......")
    timeline = of_solver(puzzle, "annealing", rounds=2)
    dials = Dials(timeline, solvers.get("annealing"))
    run_out(timeline, 10**6)
    heated = [at for at in range(1, timeline.length + 1) if timeline.step(at).why is Why.RESTART]
    for at in heated:
        before, after = (dials.value("temperature", one, timeline.board_at(one)) for one in (at - 1, at))
        assert before == 0.25 and after == 0.4
    assert heated


def test_clashes_are_the_cost_that_annealing_counts() -> None:
    values, _ = shown("annealing", "fig1", "clashes", 3000)
    own = held("annealing", "fig1", 3000, lambda names: names.get("cost"))
    blanks = sum(one is None for one in own)
    assert values[blanks + 1 :] == own[blanks:]


@pytest.mark.parametrize("puzzle", ["fig1", "deep-1", "bad21"])
def test_columns_left_are_those_of_the_matrix(puzzle: str) -> None:
    values, _ = shown("exact-cover", puzzle, "columns", 4000)
    assert values[1:] == held("exact-cover", puzzle, 4000, lambda names: len(names["matrix"].rows))


def test_restarts_learnt_and_kept_clauses_are_those_of_the_search() -> None:
    puzzle, most = "minimal-9-1", 20_000
    restarts, _ = shown("cdcl", puzzle, "restarts", most)
    assert restarts[1:] == held("cdcl", puzzle, most, lambda names: names.get("restarts", 0))
    steps = list(islice(solvers.trace(named.find(puzzle), "cdcl"), most))
    learnt, _ = shown("cdcl", puzzle, "learnt", most)
    assert learnt[-1] == sum(step.kind is Kind.LEARN for step in steps[: len(learnt) - 1])


@pytest.mark.parametrize("puzzle", ["fig1", "minimal-9-1"])
def test_the_score_so_far_ends_as_that_of_the_puzzle(puzzle: str) -> None:
    values, _ = shown("human", puzzle, "score", 3000)
    rating = rate(named.find(puzzle))
    if rating.solved:
        assert values[-1] == rating.score
    assert values == sorted(values, key=lambda value: int(str(value))), "it never falls"


def test_the_technique_is_the_latest_that_found_something() -> None:
    values, _ = shown("human", "fig1", "technique", 3000)
    steps = list(solvers.trace(FIG1, "human"))
    title = "none yet"
    for position, step in enumerate(steps, 1):
        technique = solvers.techniques.by_why(step.why) if step.kind in (Kind.FIX, Kind.ELIMINATE) else None
        title = technique.title if technique else title
        assert values[position] == title


@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
def test_every_solver_declares_dials_that_can_be_read_everywhere(name: str) -> None:
    solver = solvers.get(name)
    if solver.lacking():
        pytest.skip(solver.lacking())
    timeline = of_solver(FIG1, name)
    run_out(timeline, 300)
    analysis = Analysis(timeline, Dials(timeline, solver))
    strip = analysis.strip(timeline.length, 50)
    assert len(strip.depths) == min(50, timeline.length) or len(strip.depths) == 50
    assert (strip.label == "") == (solver.profile == "depth") and (strip.label == "" or len({*strip.depths}) > 1)
    for position in range(0, timeline.length + 1, 7):
        for dial in {*solver.dials, solver.profile, *solver.told}:
            value = analysis.dials.value(dial, position, timeline.board_at(position))
            assert value is not None or dial in ("variables", "clauses") and not position, dial
            assert solver.dial(dial).label(value)


def test_a_solver_that_names_an_unknown_dial_is_refused() -> None:
    with pytest.raises(ValueError, match="names the dial 'speed'; choose one of: guesses, backtracks"):
        Solver("mine", "Mine", "", "", solvers.get("mrv").run, dials=("speed",))
    assert set(Solver.dials) <= set(DIALS)


def test_the_profile_says_that_it_is_coarse_until_every_column_has_its_own_value() -> None:
    """Repaint as long as the profile is coarse, and check that it is complete in the end."""
    solver, timeline = solvers.get("cdcl"), of_solver(named.find("hundreds"), "cdcl")
    run_out(timeline, 400)
    analysis, calls = Analysis(timeline, Dials(timeline, solver)), 0
    analysis.strip(0, 1000)
    assert analysis.coarse
    while analysis.coarse:
        view = analysis.strip(0, 1000)
        calls += 1
        assert calls < 100
    expected = [analysis.dials.value(solver.profile, at, timeline.board_at(at)) for at in range(len(view.depths))]
    assert list(view.depths) == expected
