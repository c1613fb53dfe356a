"""Tests that every solver treats digits placed before a run as givens, while views tell the two apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import UNLIKE, slow_but
from strategies import examples, has_few_orders, solution_of, solvable

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers import Kind, Step, Why
from solvers.checks.timing import Timing, TimingLimits, measure
from solvers.core import literals
from solvers.core.registry import Option, OptionError
from solvers.external import registry
from visualizer.scene.board import Boards, board_view
from visualizer.timeline.timeline import Run, Timeline
from visualizer.views.board import Role

FIG1 = named.find("fig1")
SOLUTION = solution_of("fig1")
MOST = 400
"""The maximum number of steps of a run to compare."""


def first_steps(steps: Iterator[Step]) -> list[Step]:
    return list(islice((step for step in steps if step.kind is not Kind.PENDING), MOST))


@examples(20)
@given(solvable(), st.data())
def test_digits_as_text_are_read_again_and_an_empty_text_is_none(puzzle: Puzzle, data: st.DataObject) -> None:
    digits = data.draw(st.dictionaries(st.sampled_from(puzzle.geometry.cells), st.sampled_from(puzzle.geometry.digits)))
    assert literals.parse_digits(literals.write_digits(digits, puzzle), puzzle) == digits
    assert literals.parse_digits("", puzzle) == {}


@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
def test_a_run_with_digits_placed_is_that_of_the_puzzle_that_has_them_as_givens(name: str) -> None:
    @examples(1 if solvers.get(name).black_box else 4)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        is_the_same(name, data)

    holds()


def is_the_same(name: str, data: st.DataObject) -> None:
    solver = solvers.get(name)
    if solver.black_box:
        puzzle, solution = FIG1, SOLUTION
    else:
        puzzle = data.draw(solvable().filter(lambda one: has_few_orders(one) or not solver.exhaustive))
        solution = next(solvers.solutions(puzzle, "bitboard"))
    assert solution is not None
    cells = data.draw(st.lists(st.sampled_from(puzzle.geometry.cells), max_size=6, unique=True))
    digits = {cell: solution.givens[cell] for cell in cells}
    start = literals.write_digits(digits, puzzle)
    whole = puzzle.with_placed(digits)
    assert whole.placed == set(cells) & set(puzzle.blanks)
    if not solver.fits(puzzle):
        assert first_steps(solvers.trace(puzzle, name, start=start)) == first_steps(solvers.trace(whole, name))
        assert solver.board(puzzle, {"start": start}).values == list(whole.givens)


@pytest.mark.parametrize("name", solvers.names())
def test_every_solver_takes_them_checks_them_and_drops_them_with_the_puzzle(name: str) -> None:
    solver = solvers.get(name)
    placed = {"start": "r1c1=3 r1c2=5"}
    assert solver.read_options(["start=r1c1=3 r1c2=5"]) == placed == solver.checked(placed)
    assert solver.unbound({"start": "r1c1=3"}) == {}
    assert "start" not in [option.name for option in solver.options]
    for wrong in ("r1c1", "r1c1≠3", "3:r1c1=3"):
        with pytest.raises(OptionError, match="start"):
            solver.checked({"start": wrong})
    for wrong in ("r1c3=1", "r12c1=4", "r1c1=3 r1c1=4"):
        with pytest.raises(OptionError, match="start"):
            solver.suit({"start": wrong}, FIG1)
    solver.suit({"start": "r1c3=8"}, FIG1)


@pytest.mark.parametrize("name", [name for name in solvers.names() if not solvers.get(name).black_box])
def test_digits_that_clash_are_a_conflict_at_once(name: str) -> None:
    steps = list(solvers.trace(FIG1, name, start="r1c1=8"))
    assert [(step.kind, step.why) for step in steps] == [(Kind.CONFLICT, Why.GIVENS_CLASH)]


def test_a_board_shows_who_has_placed_a_digit() -> None:
    options = {"start": "r1c1=3 r1c3=8"}
    solver = solvers.get("mrv")
    run = Run(lambda: solvers.trace(FIG1, "mrv", **options), lambda: solver.board(FIG1, options))
    timeline = Timeline(run)
    cells = board_view(Boards.at(timeline, 0)).cells
    assert [cells[cell].role for cell in (0, 1, 2)] == [Role.PERSON, Role.BLANK, Role.GIVEN]
    timeline.close()


def test_no_solver_may_have_an_option_of_that_name() -> None:
    with pytest.raises(ValueError, match="start"):
        replace(solvers.get("mrv"), options=(Option("start", 0, ""),))


def test_somebody_s_own_solver_takes_them_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from solvers.step import fix, Why\n"
        "def mine(puzzle, start=3):\n"
        "    for cell in puzzle.blanks[:1]:\n        yield fix(cell, puzzle.givens[0] + 4, Why.NONE)\n"
    )
    try:
        own = registry.register(registry.load(path))
        assert not own.options
        steps = [step for step in solvers.trace(FIG1, own.name, start="r1c1=3") if step.kind is not Kind.PENDING]
        assert [(step.cell, step.digit) for step in steps] == [(1, 7)]
    finally:
        registry.unregister(path)


def test_bare_time_is_that_of_the_run_with_them() -> None:
    steps = sum(1 for _ in solvers.trace(FIG1, "mrv", start="r1c1=3 r1c2=5"))
    found = measure(solvers.get("mrv"), FIG1, {"start": "r1c1=3 r1c2=5"}, TimingLimits())
    assert isinstance(found, Timing)
    whole = FIG1.with_placed({0: 3, 1: 5})
    assert found.steps <= steps and found.steps == _to_first_answer(whole)


def _to_first_answer(puzzle: Puzzle) -> int:
    kinds = [step.kind for step in solvers.trace(puzzle, "mrv")]
    return kinds.index(Kind.SOLVED) + 1
