"""Tests that annealing keeps every box valid, states the true cost at each step, and may give up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples, puzzles, solvable

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.annealing import extra_cost, move
from solvers.core.board import Board
from solvers.core.step import GAVE_UP, SOLVED, Kind, Step, Why

EASY = ("fig1", "lab", "easy-9-1", "21empty", "fig23")
small = st.sampled_from([Geometry.boxes(2, 2), Geometry.boxes(2, 3), Geometry.boxes(3, 2)])


def cost(puzzle: Puzzle, values: list[int]) -> int:
    """Count the digits missing from rows, columns and boxes."""
    side = puzzle.geometry.side
    return sum(side - len({values[cell] for cell in unit.cells} - {0}) for unit in puzzle.geometry.units)


def boxes_hold_each_digit(board: Board) -> bool:
    boxes = [unit for unit in board.geometry.units if unit.kind == "box"]
    return all(sorted(board.values[cell] for cell in box.cells) == list(board.geometry.digits) for box in boxes)


def run(puzzle: Puzzle, **options: int) -> Iterator[tuple[Board, Step]]:
    """Yield each step with the board after it, after checking that it is legal."""
    board = solvers.get("annealing").board(puzzle)
    for step in solvers.trace(puzzle, "annealing", **options):
        assert board.objection(step) is None
        before = board.snapshot()
        board.apply(step)
        assert (board.snapshot() != before) == (step.kind < Kind.LOOK)
        yield board, step


@pytest.mark.parametrize("name", slow_but(set(EASY) - {"fig1"}, EASY))
def test_an_easy_puzzle_is_solved(name: str) -> None:
    puzzle = named.find(name)
    answers = [solvers.solve(puzzle, "annealing", seed=seed) for seed in range(3)]
    assert any(answers)
    assert all(answer.is_solution_of(puzzle) for answer in answers if answer is not None)


@examples(25)
@given(solvable(small), st.integers(0, 99))
def test_small_puzzles_are_solved_or_given_up_and_every_step_is_legal(puzzle: Puzzle, seed: int) -> None:
    filled = False
    for board, step in run(puzzle, seed=seed, rounds=1):
        filled = filled or 0 not in board.values
        assert not filled or boxes_hold_each_digit(board)
        if step.kind is Kind.SOLVED:
            assert board.solution().is_solution_of(puzzle)
    assert step in (SOLVED, GAVE_UP)
    assert (step is SOLVED) == (cost(puzzle, board.values) == 0)


@examples(15)
@given(puzzles(small))
def test_the_first_steps_fill_each_box_with_what_it_lacks(puzzle: Puzzle) -> None:
    if not puzzle.is_valid():
        return
    fixes = [step for _, step in run(puzzle, rounds=0) if step.kind is Kind.FIX]
    assert sorted(step.cell for step in fixes) == puzzle.blanks
    for step in fixes:
        unit = puzzle.geometry.units[step.unit]
        assert unit.kind == "box" and step.cell in unit.cells and step.why is Why.RANDOM
        assert step.digit not in {puzzle.givens[cell] for cell in unit.cells}


def test_a_puzzle_without_a_solution_is_given_up_after_so_many_rounds() -> None:
    puzzle = named.find("small-4")
    steps = [step for _, step in run(puzzle, rounds=3)]
    assert steps[-1] is GAVE_UP and SOLVED not in steps
    assert sum(step.why is Why.RESTART for step in steps) == 3


def test_where_nothing_can_be_swapped_and_the_grid_is_wrong_it_gives_up_at_once() -> None:
    """Check a grid in which each box has at most one blank, and the missing digits clash."""
    puzzle = Puzzle.parse("1.3234.12143432.")
    assert puzzle.is_valid() and solvers.solve(puzzle) is None
    steps = [step for _, step in run(puzzle)]
    assert [step.kind for step in steps] == [Kind.FIX] * 3 + [Kind.GAVE_UP]


def test_swaps_for_the_worse_are_made_and_refused_and_none_for_the_better_is_refused() -> None:
    puzzle = named.find("fig1")
    board = solvers.get("annealing").board(puzzle)
    made, refused = [], []
    for step in islice(solvers.trace(puzzle, "annealing"), 5_000):
        before = list(board.values)
        board.apply(step)
        if step.kind in (Kind.SWAP, Kind.LOOK) and step.why is not Why.RESTART:
            after = list(before)
            after[step.cell], after[step.detail] = after[step.detail], after[step.cell]
            (made if step.kind is Kind.SWAP else refused).append(cost(puzzle, after) - cost(puzzle, before))
    assert min(refused) > 0
    assert min(made) < 0 < max(made)


@given(solvable(), st.randoms(use_true_random=True))
def test_the_cost_of_a_swap_is_told_before_it_is_made(puzzle: Puzzle, random) -> None:  # type: ignore[no-untyped-def]
    geometry = puzzle.geometry
    values = [digit or random.choice(geometry.digits) for digit in puzzle.givens]
    held = [[0] * (geometry.symbols + 1) for _ in geometry.units]
    for number, unit in enumerate(geometry.units):
        for cell in unit.cells:
            held[number][values[cell]] += 1
    for _ in range(10):
        one, other = random.sample(geometry.cells, 2)
        before = cost(puzzle, values)
        if values[one] != values[other]:
            change = extra_cost(geometry, values, held, one, other)
            move(geometry, values, held, one, other)
            assert cost(puzzle, values) == before + change


def test_a_seed_gives_the_same_steps_and_another_seed_others() -> None:
    one, same, other = (list(solvers.trace(named.find("lab"), "annealing", seed=seed, rounds=1)) for seed in (7, 7, 8))
    assert one == same != other


def test_a_full_grid_is_solved_at_once() -> None:
    assert list(solvers.trace(named.find("complete"), "annealing")) == [SOLVED]
