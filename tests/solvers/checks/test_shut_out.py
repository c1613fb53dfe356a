"""Tests that the step is found which shuts the last solution out of a run."""

from __future__ import annotations

from itertools import takewhile

import pytest
from made import solutions_of

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.checks.shut_out import ShutOut, SolutionWatch
from solvers.core.board import Board, Candidates
from solvers.core.step import Kind, Step, Why, backtrack, eliminate, fix, guess, swap, undo

PUZZLE = named.find("21empty")
(ANSWER,) = solutions_of(PUZZLE)
ONE, TWO, THREE = PUZZLE.blanks[:3]


def right(cell: int) -> Step:
    return guess(cell, ANSWER.givens[cell])


def wrong(cell: int) -> Step:
    return guess(cell, ANSWER.givens[cell] % 9 + 1)


def found(steps: list[Step], puzzle: Puzzle = PUZZLE, mode: Candidates = Candidates.SAID) -> ShutOut | None:
    watch = SolutionWatch(puzzle, Board(puzzle, mode))
    for step in steps:
        watch.take(step)
    return watch.result()


RUNS = {
    "a wrong digit": ([right(ONE), wrong(TWO), wrong(THREE)], 2, "belongs, and is never taken back"),
    "one taken back, then another": ([wrong(ONE), undo(), right(ONE), wrong(TWO)], 4, "never taken back"),
    "a strike": ([right(ONE), eliminate(TWO, ANSWER.givens[TWO], Why.NONE)], 2, "it strikes 1 from r2c2"),
    "a denied guess": ([guess(ONE, ANSWER.givens[ONE], sign=False)], 1, "where it belongs"),
    "a fix": ([fix(ONE, 9, Why.NONE)], 1, "it puts 9 in r1c1"),
    "everything taken back": ([right(ONE), right(TWO), wrong(THREE), undo(), undo(), undo()], 5, "which is right"),
    "back too far": ([right(ONE), wrong(TWO), backtrack(0), wrong(ONE), undo()], 3, "which is right"),
    "never tried": ([wrong(ONE), undo()], 2, "which belongs there, is never tried"),
    "never tried, further on": ([right(ONE), wrong(TWO), undo(), backtrack(0)], 4, "which is right"),
    "a wrong branch after it": ([right(ONE), undo(), wrong(ONE), undo()], 2, "it takes back"),
}


@pytest.mark.parametrize("what", RUNS)
def test_the_step_that_shuts_the_only_solution_out_is_found(what: str) -> None:
    steps, number, reason = RUNS[what]
    at = found(steps)
    if what == "a strike":
        reason = f"it strikes {ANSWER.givens[TWO]} from {PUZZLE.geometry.name(TWO)}, where it belongs"
    assert at and at.number == number and at.step is not None and reason in at.reason, at


def test_a_restart_is_no_fault() -> None:
    at = found([right(ONE), backtrack(0, Why.RESTART), wrong(ONE)])
    assert at and at.number == 3


def test_a_run_that_stops_though_nothing_was_wrong_is_told() -> None:
    for steps in ([right(ONE), right(TWO)], [wrong(ONE), undo(), right(ONE)]):
        at = found(steps)
        assert at and at.step is None and at.reason == "nothing was wrong, but the run stopped"


def test_of_several_solutions_the_last_one_counts() -> None:
    puzzle = named.find("25empty")
    one, other = solutions_of(puzzle, 2)
    differ = next(cell for cell in puzzle.blanks if one.givens[cell] != other.givens[cell])
    both = next(cell for cell in puzzle.blanks if one.givens[cell] == other.givens[cell] != 9)
    at = found([guess(differ, one.givens[differ]), guess(both, 9)], puzzle)
    assert at and at.number == 2
    assert found([guess(both, 9), guess(differ, one.givens[differ])], puzzle).number == 1  # type: ignore[union-attr]


def test_nothing_is_said_of_local_search_or_of_too_many_solutions() -> None:
    assert found([fix(ONE, 1, Why.RANDOM), fix(TWO, 2, Why.RANDOM), swap(ONE, TWO)]) is None
    assert found([guess(0, 1)], named.find("blank")) is None


@pytest.mark.parametrize("digit", [2, 5, 9])
def test_a_search_that_never_tries_a_digit_leaves_a_board_that_agrees_with_the_solution(digit: int) -> None:
    """Check a correct search without the guesses of a digit: it goes back where only that digit was left."""
    puzzle, steps, level = PUZZLE, list[Step](), 0
    cells = list(puzzle.blanks)
    values = list(puzzle.givens)
    untried = [fitting(puzzle, values, cells[0], digit)]
    while untried:
        if len(untried) <= len(cells) and untried[-1]:
            cell, level = cells[len(untried) - 1], len(untried)
            values[cell] = untried[-1].pop(0)
            steps.append(guess(cell, values[cell]))
            untried.append(fitting(puzzle, values, cells[level], digit) if level < len(cells) else [])
            continue
        untried.pop()
        if untried:
            values[cells[len(untried) - 1]] = 0
            steps.append(undo())
    at = found(steps, mode=Candidates.NONE)
    missing = next(number for number, cell in enumerate(cells) if ANSWER.givens[cell] == digit)
    assert at and at.step is not None and at.step.kind is Kind.BACKTRACK
    board = [cell for cell in cells if at.values[cell]]
    assert board == cells[:missing] and all(at.values[cell] == ANSWER.givens[cell] for cell in board)


def fitting(puzzle: Puzzle, values: list[int], cell: int, never: int) -> list[int]:
    held = {values[peer] for peer in puzzle.geometry.peers[cell]}
    return [digit for digit in range(1, 10) if digit not in held and digit != never]


def test_a_correct_run_up_to_its_answer_has_none() -> None:
    steps = takewhile(lambda step: step.kind is not Kind.SOLVED, solvers.trace(named.find("fig1"), "mrv"))
    at = found(list(steps), named.find("fig1"), Candidates.STRUCK)
    assert at and at.step is None
