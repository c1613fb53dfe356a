"""Tests that a copy is the same puzzle under other names, the same everywhere."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import ONLY_ODD
from strategies import SHAPES, examples, solvable

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.study.copies import copied

FIG1 = named.find("fig1")
seeds = st.integers(0, 10**6)


def counts(puzzle: Puzzle) -> list[list[int]]:
    """Return how many givens each row, column and box has, sorted in each, rows and columns together."""
    units = puzzle.geometry.units
    held = {kind: sorted(sum(puzzle.givens[cell] > 0 for cell in unit.cells) for unit in units if unit.kind == kind)
            for kind in ("row", "column", "box")}  # fmt: skip
    return [*sorted([held["row"], held["column"]]), held["box"]]


@given(solvable(), st.integers(1, 1000), seeds)
@examples(200)
def test_a_copy_has_as_many_solutions_and_givens(puzzle: Puzzle, number: int, seed: int) -> None:
    copy = copied(puzzle, number, seed)
    assert copy.geometry == puzzle.geometry and copy.is_valid()
    assert counts(copy) == counts(puzzle)
    assert sorted(Counter(filter(None, copy.givens)).values()) == sorted(Counter(filter(None, puzzle.givens)).values())
    assert solvers.count_solutions(copy, 3) == solvers.count_solutions(puzzle, 3)


def test_the_copies_are_pinned_and_number_0_is_the_puzzle_itself() -> None:
    assert copied(FIG1, 0, 5) is FIG1
    assert str(copied(FIG1, 1)) == "92.3...74.........15.62..9.6.......1..49..3..23..67....4..9....56....2.9..2..6.8."
    assert copied(FIG1, 1) == copied(FIG1, 1) != copied(FIG1, 1, seed=1)


@pytest.mark.slow
def test_all_copies_are_equally_likely() -> None:
    """Check the few copies of a 4x4 puzzle with three givens. The bound is that of one in a million."""
    puzzle = Puzzle.parse("12..\n....\n....\n...1", Geometry.boxes(2, 2))
    drawn = Counter(copied(puzzle, number) for number in range(1, 20_001))
    expected = 20_000 / len(drawn)
    assert len(drawn) > 100
    chi_squared = sum((count - expected) ** 2 / expected for count in drawn.values())
    freedom = len(drawn) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5 + 12


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_copies_that_differ(shape: tuple[int, int]) -> None:
    geometry = Geometry.boxes(*shape)
    puzzle = next(solvers.solutions(Puzzle.empty(geometry))).update(0, 0)
    assert len({copied(puzzle, number) for number in range(1, 30)}) > 20


def test_of_any_other_shape_only_the_digits_are_renamed() -> None:
    jigsaw = Geometry.of_spec("4 | 4x4 | row 0-3 4-7 8-11 12-15; region 0,1,4,5 2,3,6,7")
    puzzle = Puzzle((1, 2, 3, 4, *[0] * 12), jigsaw)
    copies = {copied(puzzle, number) for number in range(1, 200)}
    assert len(copies) == 24 and all(sorted(copy.givens[:4]) == [1, 2, 3, 4] for copy in copies)


def test_a_rule_that_tells_digits_apart_allows_no_copies() -> None:
    with pytest.raises(ValueError, match="the rule 'odd' tells digits apart, so the puzzle has no copies"):
        copied(Puzzle.empty(ONLY_ODD), 1)
