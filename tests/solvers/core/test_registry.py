"""Tests that the registry can be searched for solvers, and explains what to do if a name or a package is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers import run
from solvers.core import registry
from solvers.core.board import Candidates
from solvers.core.registry import Solver, register
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Step, Why, backtrack, fix, guess
from solvers.run import SizeError
from solvers.sat import backends


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> dict[str, Solver]:
    """Give the test a registry of its own to change."""
    own = dict(registry._solvers)
    monkeypatch.setattr(registry, "_solvers", own)
    return own


def nothing(puzzle: Puzzle) -> Iterator[Step]:
    yield GAVE_UP


def test_names_are_in_the_order_of_the_window_and_each_can_be_got() -> None:
    found = [solvers.get(name) for name in solvers.names()]
    assert [solver.name for solver in found] == solvers.names() and solvers.DEFAULT in solvers.names()
    ranks = [solver.rank for solver in found]
    assert ranks == sorted(set(ranks)) and len(ranks) >= 16
    files = {path.stem for path in Path(solvers.__file__).parent.glob("algorithms/[!_]*.py")}
    assert files == {solver.run.__module__.rpartition(".")[2] for solver in [*found, solvers.get("person")]}


def test_what_a_declaration_says_is_what_the_solver_is() -> None:
    """Check that lists and help texts read the declaration without importing the file."""
    fields = set()
    for entry in registry._algorithms().values():
        solver = solvers.get(entry.name)
        assert {fact: getattr(solver, fact) for fact in entry.facts} == dict(entry.facts), entry.file
        assert {"title", "summary", "rank", "family"} <= set(entry.facts), entry.file
        assert all(registry.declared(entry.name, fact) == getattr(solver, fact) for fact in ("person", "exhaustive"))
        fields |= set(entry.facts)
    assert {"person", "exhaustive"} <= fields


def test_a_listing_imports_no_algorithm() -> None:
    program = (
        "import sys, solvers\nfrom solvers.core.registry import declared\n"
        "print([declared(name, 'title') for name in solvers.names()])\nsolvers.get('mrv')\n"
        "print(*(name for name in sys.modules if name.startswith('solvers.algorithms.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.splitlines()[1:] == ["solvers.algorithms.mrv"]


def test_the_person_is_a_solver_but_no_algorithm_that_is_offered() -> None:
    assert solvers.get("person").person and registry.known("person") and "person" not in solvers.names()
    assert not any(solvers.get(name).person for name in solvers.names()) and not registry.known("nobody")


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(LookupError, match=re.escape(", ".join(solvers.names()))):
        solvers.get("dancing")
    with pytest.raises(LookupError, match="no solver is called 'dancing'"):
        solvers.trace(Puzzle.empty(), "dancing")


def test_a_name_can_be_taken_only_once(desk: dict[str, Solver]) -> None:
    with pytest.raises(ValueError, match="two solvers are called 'backtracking'"):
        register("backtracking", title="", summary="", source="")(nothing)
    assert solvers.get("backtracking").run is not nothing


def test_a_registered_solver_is_the_function_and_its_facts(desk: dict[str, Solver]) -> None:
    assert register("none", title="None", summary="Gives up.", source="Here", complete=False)(nothing) is nothing
    solver = solvers.get("none")
    assert solver == Solver("none", "None", "Gives up.", "Here", nothing, complete=False)
    assert (solver.candidates, solver.enumerates, solver.lacking()) == (Candidates.STRUCK, True, "")
    assert solvers.names()[-1] == "none" and desk["none"] is solver
    assert solvers.solve(named.find("fig1"), "none") is None
    assert solvers.count_solutions(named.find("fig1"), 2, "none") == 0


def test_a_missing_package_says_what_to_install(desk: dict[str, Solver]) -> None:
    register("far", title="Far", summary="", source="", needs="no_such_package")(nothing)
    assert "pip install no_such_package" in solvers.get("far").lacking()
    assert solvers.get("far").lacking().startswith("Far needs the package no_such_package")


def test_a_grid_of_another_size_is_refused_before_the_search(desk: dict[str, Solver]) -> None:
    sizes = lambda geometry: geometry.side == 9  # noqa: E731
    register("nine", title="Nine", summary="", source="", sizes=sizes)(nothing)
    assert list(solvers.trace(Puzzle.empty(), "nine")) == [GAVE_UP]
    with pytest.raises(SizeError, match="Nine does not support 16x16 grids; choose a different algorithm"):
        solvers.trace(Puzzle.empty(Geometry.of_side(16)), "nine")


def test_options_reach_the_solver(desk: dict[str, Solver]) -> None:
    def seeded(puzzle: Puzzle, *, seed: int = 0) -> Iterator[Step]:
        yield guess(seed, 1)

    register("seeded", title="", summary="", source="")(seeded)
    assert list(solvers.trace(Puzzle.empty(), "seeded", seed=7)) == [guess(7, 1)]


def test_answers_are_read_off_the_board_and_pending_is_passed_over(desk: dict[str, Solver]) -> None:
    def two(puzzle: Puzzle) -> Iterator[Step]:
        yield PENDING
        yield fix(80, 5, Why.MODEL)
        yield SOLVED
        yield PENDING
        yield backtrack(-1, Why.ENUMERATE)
        yield fix(80, 6, Why.MODEL)
        yield SOLVED

    register("two", title="", summary="", source="", candidates=Candidates.NONE)(two)
    assert [grid.givens[80] for grid in solvers.solutions(Puzzle.empty(), "two")] == [5, 6]
    assert solvers.count_solutions(Puzzle.empty(), 1, "two") == 1
    assert solvers.count_solutions(Puzzle.empty(), 5, "two") == 2


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 9])
def test_counting_stops_at_the_limit(limit: int) -> None:
    for name in ("backtracking", "elimination"):
        assert solvers.count_solutions(named.find("bad21"), limit, name) == min(4, limit)


@pytest.mark.parametrize("side", [4, 9, 16, 20])
def test_without_a_name_the_quickest_solver_for_the_size_answers(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a minimal 16x16 is not given to the default solver, which would take minutes."""
    asked: list[str] = []

    def watched(puzzle: Puzzle, name: str, **options: object) -> Iterator[Step]:
        asked.append(name)
        return trace(puzzle, name, **options)

    trace = run.trace
    monkeypatch.setattr(run, "trace", watched)
    geometry = Geometry.of_side(side)
    height, width = geometry.box
    whole = [(width * (row % height) + row // height + column) % side + 1 for row, column in geometry.places]
    puzzle = Puzzle((0, 0, *whole[2:]), geometry)
    assert str(solvers.solve(puzzle)) == str(puzzle.with_values(whole))
    assert solvers.count_solutions(puzzle) == len(list(solvers.solutions(puzzle))) == 1
    assert asked == [solvers.quickest(geometry, wanted) for wanted in (1, 2, inf)] and solvers.DEFAULT not in asked
    assert (asked[0] == "bitboard") is (side <= 12 or (side <= 16 and not backends.can_stop()))
    assert (asked[2] == "bitboard") is (side <= 16)
    assert solvers.solve(puzzle, "mrv") is not None and asked[-1] == "mrv"
