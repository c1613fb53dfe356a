"""Tests that the human solver never strikes a digit of a solution, and always takes the easiest step available."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import generate, solution_of
from strategies import examples

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.board import Board
from solvers.core.counting import count
from solvers.core.finding import Finding
from solvers.core.registry import OptionError
from solvers.core.step import GAVE_UP, PENDING, SOLVED, Kind, Step, Why
from solvers.core.step_detail import from_json, to_json
from solvers.techniques import Grid, by_why, get, ladder
from solvers.techniques.candidate_grid import bits, mask_of, shape_of
from solvers.techniques.registry import looking, rungs, uses
from solvers.techniques.scale import SCALE

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4)]
HARD = "..6....315..67.8...9..18.4......29..6.7.9.....1.....85.6..2.....7....36.9.5.3...."
"""A puzzle of the corpus that needs a sue de coq."""
BEYOND = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A puzzle beyond any ladder (Arto Inkala, 2012)."""


@cache
def steps(puzzle: Puzzle, **settings: object) -> list[Step]:
    return [step for step in solvers.trace(puzzle, "human", **settings) if step.kind is not Kind.PENDING]


# What is found is true ------------------------------------------------------------------------------------------------


def all_true(puzzle: Puzzle, answer: Puzzle, most: int = 12) -> Counter[str]:
    """Climb the ladder, and check some findings of every technique whenever there is no single."""
    grid, seen = Grid.of(puzzle), Counter[str]()
    techniques = rungs(puzzle.geometry)
    for use in uses(grid, techniques):
        if use[1] is None:
            continue
        hard = use[0].why > Why.HIDDEN_SINGLE
        for technique in techniques if hard else [use[0]]:
            for finding, _ in zip(technique.find(grid), range(most), strict=False):
                seen[technique.name] += 1
                true = all(answer.givens[cell] == digit for cell, digit in finding.places)
                wrong = [strike for strike in finding.strikes if answer.givens[strike[0]] == strike[1]]
                assert true and not wrong, f"{puzzle}: {finding}"
    return seen


@examples(40, quick=3)
@given(st.integers(0, 10**6))
def test_no_technique_strikes_a_digit_of_the_solution(number: int) -> None:
    puzzle = generate("ladder", number, minimal=True)
    answer = solution_of(puzzle)
    assert answer
    all_true(puzzle, answer)


@pytest.mark.slow
@examples(40, quick=5)
@given(st.sampled_from(SHAPES), st.integers(0, 10**6))
def test_nor_on_any_other_size(shape: tuple[int, int], number: int) -> None:
    geometry = Geometry.boxes(*shape)
    puzzle = generate("sizes", number, geometry=geometry, clues=None if geometry.side <= 9 else 60)
    answer = solution_of(puzzle)
    if answer and count(puzzle) == 1:
        all_true(puzzle, answer, 4)


def test_it_climbs_large_grids() -> None:
    puzzle = generate("large", 0, geometry=Geometry.boxes(4, 4))
    last = steps(puzzle)[-1]
    assert last in (SOLVED, GAVE_UP)
    assert all_true(puzzle, next(iter(filter(None, [solution_of(puzzle)]))))


def test_without_uniqueness_nothing_is_assumed() -> None:
    """Check that no digit of any solution is struck in puzzles with several solutions."""
    for number in range(6):
        puzzle = generate("several", number, clues=30)
        given_cell = next(cell for cell, digit in enumerate(puzzle.givens) if digit)
        for other in (puzzle.update(given_cell, 0), puzzle.update(given_cell, 0).update(puzzle.blanks[0], 0)):
            answers = solvers.solutions(other, "bitboard")
            several = [answer for answer, _ in zip(answers, range(40), strict=False)]
            held = {(cell, digit) for answer in several for cell, digit in enumerate(answer.givens)}
            for step in steps(other, uniqueness=False):
                if step.kind is Kind.ELIMINATE:
                    assert (step.cell, step.digit) not in held
                elif step.kind is Kind.FIX:
                    assert all(answer.givens[step.cell] == step.digit for answer in several)


# The order of the ladder ----------------------------------------------------------------------------------------------


def test_each_step_is_by_the_easiest_technique_that_finds_something() -> None:
    puzzle = Puzzle.parse(HARD)
    grid = Grid.of(puzzle)
    hard = 0
    for use in uses(grid, ladder()):
        if use[1] is None:
            continue
        fresh = Grid.marked(puzzle.with_values(grid.values), grid.masks)  # it remembers nothing
        first = next(one for one in ladder() if next(one.find(fresh), None))
        assert first is use[0] and next(first.find(fresh)) == use[1]
        hard += first.why > Why.HIDDEN_SINGLE
    assert not grid.open and hard == 4


def test_the_ladder_is_in_the_order_of_its_reasons_and_every_rung_has_its_numbers() -> None:
    whys = [technique.why for technique in ladder()]
    assert whys == sorted(whys) and len(set(whys)) == len(whys)
    for technique in ladder():
        assert (technique.score, technique.level, technique.explainer) == SCALE[technique.why] and technique.score > 0
        assert by_why(technique.why) is technique is get(technique.name)
        assert technique.title and technique.idea.endswith(".")
    singles = [technique.score for technique in ladder()[:3]]
    assert singles == [4, 4, 14] and get("x_wing").score == 140 and get("sue_de_coq").score == 250


def test_only_rectangles_and_bug_assume_one_solution() -> None:
    unique = {technique.name for technique in ladder() if technique.assumes_unique}
    assert {f"unique_rectangle_{number}" for number in range(1, 5)} | {"bug_plus_1"} == unique
    assert not any(one.assumes_unique for one in rungs(Geometry.boxes(3, 3), uniqueness=False))


def test_a_technique_that_is_off_is_not_used() -> None:
    puzzle = Puzzle.parse(HARD)
    every = {step.why for step in steps(puzzle)}
    assert Why.SUE_DE_COQ in every and Why.FINNED_SWORDFISH in every
    less = {step.why for step in steps(puzzle, off="sue_de_coq, finned_swordfish")}
    assert not less & {Why.SUE_DE_COQ, Why.FINNED_SWORDFISH}


def test_an_option_of_names_takes_those_there_are_and_no_others() -> None:
    solver = solvers.get("human")
    assert solver.read_options(["off=x_wing+swordfish", "guess=true"]) == {"off": "x_wing+swordfish", "guess": True}
    with pytest.raises(OptionError, match="a list of names .*x_wing.*not 'xwing'"):
        solver.read_options(["off=xwing"])
    with pytest.raises(OptionError, match="a list of names"):
        solver.checked({"off": "x_wing,y_wing"})


# Its steps ------------------------------------------------------------------------------------------------------------


def test_the_steps_of_a_finding_carry_it() -> None:
    found = [step for step in steps(Puzzle.parse(HARD)) if step.kind is Kind.ELIMINATE]
    assert found
    for step in found:
        assert isinstance(step.detail, Finding) and (step.cell, step.digit) in step.detail.strikes
        assert get(step.detail.technique).why is step.why
        assert from_json(to_json(step.detail)) == step.detail, "a trace as text can carry it"


@pytest.mark.slow
def test_a_run_of_looks_is_told_by_its_last_and_never_in_silence() -> None:
    for text, guessing in ((HARD, False), (BEYOND, False), (BEYOND, True)):
        puzzle = Puzzle.parse(text)
        run = list(solvers.trace(puzzle, "human", guess=guessing))
        told = [step for step in run if step.kind is not Kind.PENDING]
        looks = [number for number, step in enumerate(told) if step.kind is Kind.LOOK]
        assert looks and all(told[number + 1].kind is not Kind.LOOK for number in looks)
        if not guessing:
            signs = [use for use in looking(Grid.of(puzzle), rungs(puzzle.geometry)) if use is None or use[1] is None]
            assert run.count(PENDING) == len(signs) > len(looks), "a sign of life for each of them"


def test_a_look_says_how_far_the_ladder_was_climbed_in_vain() -> None:
    puzzle = Puzzle.parse(HARD)
    expected: list[Why] = []
    in_vain = None
    for technique, finding in uses(Grid.of(puzzle), rungs(puzzle.geometry)):
        if finding is None:
            in_vain = technique.why
            continue
        expected += [in_vain] if in_vain else []
        in_vain = None
    assert [step.why for step in steps(puzzle) if step.kind is Kind.LOOK] == expected != []
    last = [step for step in steps(Puzzle.parse(BEYOND)) if step.kind is not Kind.GAVE_UP][-1]
    assert last.kind is Kind.LOOK and last.why is Why.FORCING_NET


@pytest.mark.slow
def test_where_the_ladder_ends_it_gives_up_or_guesses() -> None:
    puzzle = Puzzle.parse(BEYOND)
    assert steps(puzzle)[-1] is GAVE_UP
    guessing = steps(puzzle, guess=True)
    kinds = Counter(step.kind for step in guessing)
    assert guessing[-1] is SOLVED and kinds[Kind.GUESS] and kinds[Kind.BACKTRACK]
    board = Board(puzzle)
    for step in guessing:
        assert board.objection(step) is None
        board.apply(step)
    assert board.solution() == solution_of(puzzle)


@examples(40)
@given(st.integers(0, 10**6), st.integers(0, 80), st.integers(1, 9))
def test_with_guesses_it_always_finds_the_solution_or_that_there_is_none(number: int, cell: int, digit: int) -> None:
    puzzle = generate("guess", number, minimal=True).update(cell, digit)
    if puzzle.is_valid():
        last = steps(puzzle, guess=True, uniqueness=False)[-1]
        assert (last is SOLVED) == bool(count(puzzle, 1)) and last is not GAVE_UP


def test_a_puzzle_that_cannot_be_ends_in_a_conflict() -> None:
    end = steps(named.find("cell-hidden"), uniqueness=False)[-1]
    assert end.kind is Kind.CONFLICT


@pytest.mark.parametrize(
    "text",
    [
        "7....8..4.129.....63...........9.2.6.6.....7.3...8.59.....75.......6.3...2.3.1...",
        "...1..8...1.8267..2.........7....32..4...8..1....1......6......1.3.7.5....523..4.",
    ],
)
def test_what_rests_on_one_solution_proves_nothing_where_there_are_two(text: str) -> None:
    """Check that a technique that assumes a unique solution proves nothing in puzzles with several."""
    puzzle = Puzzle.parse(text)
    run = steps(puzzle)
    assert count(puzzle) == 2 and run[-2].kind is Kind.CONFLICT and run[-1] is GAVE_UP
    assert any((found := by_why(step.why)) and found.assumes_unique for step in run)


def test_the_grid_keeps_its_two_views_in_step() -> None:
    grid = Grid.of(Puzzle.parse(HARD))
    for use in uses(grid, ladder()):
        if use[1] is None:
            continue
        for digit in grid.geometry.digits:
            assert grid.where[digit] == mask_of(c for c, mask in enumerate(grid.masks) if mask >> digit & 1)
            for unit in shape_of(grid.geometry).complete:
                held = digit in {grid.values[c] for c in bits(shape_of(grid.geometry).units[unit])}
                assert (unit in grid.lacking[digit]) != held
        sizes = {c: mask.bit_count() for c, mask in enumerate(grid.masks) if not grid.values[c]}
        assert grid.open == mask_of(sizes) and not grid.bare
        assert grid.naked == mask_of(c for c, size in sizes.items() if size == 1)
        assert grid.bivalue == mask_of(c for c, size in sizes.items() if size == 2)
        assert Grid.marked(Puzzle.parse(HARD).with_values(grid.values), grid.masks).masks == grid.masks
