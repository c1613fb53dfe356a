"""Tests that the bulk engine agrees with the solvers that show their steps, whichever puzzles it solves together."""

from __future__ import annotations

from functools import cache
from importlib import resources
from itertools import permutations
from random import Random

import numpy as np
import pytest
from agreement import bulk_counts, bulk_solutions, by_bulk, by_mrv, by_sat, objection, spoil
from hypothesis import given
from hypothesis import strategies as st
from made import generate, solution_of
from slow import few_of, slow_but
from strategies import examples, puzzles, shuffled_grid

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD
from solvers.bulk import engine, search
from solvers.bulk.search import ALL, Rounds
from solvers.core import counting

EMPTY = Puzzle.empty()


def shipped(every: int) -> list[Puzzle]:
    lines = (resources.files("puzzles") / "sudoku.txt").read_text(encoding="utf-8").splitlines()
    return [Puzzle.parse(line.split()[0]) for line in [line for line in lines if not line.startswith("#")][::every]]


MANY = max(few_of([600], [600, 1500]))
"""How many puzzles to spoil."""


@cache
def spoiled(number: int) -> list[Puzzle]:
    """Draw ambiguous and impossible puzzles, with some givens removed and most with one given changed."""
    random, found = Random(5), []
    for puzzle in shipped(49_000 // number)[:number]:
        values = list(puzzle.givens)
        for cell in random.sample([cell for cell, digit in enumerate(values) if digit], random.randrange(1, 4)):
            values[cell] = 0
        if random.random() < 0.6:
            values[random.choice([cell for cell, digit in enumerate(values) if digit])] = random.randrange(1, 10)
        found.append(puzzle.with_values(values))
    return found


def test_the_shipped_puzzles_have_the_solution_that_others_find() -> None:
    sample = shipped(50)
    assert bulk_solutions(sample) == [solution_of(puzzle) for puzzle in sample]
    assert set(bulk_counts(sample)) == {1}
    few = sample[::50]
    assert bulk_solutions(few) == [solvers.solve(puzzle, "mrv") for puzzle in few]


def test_ambiguous_and_impossible_grids_are_counted_as_others_count_them() -> None:
    grids = spoiled(MANY)
    counts = bulk_counts(grids, 5)
    assert counts == [counting.count(puzzle, 5) for puzzle in grids]
    assert {0, 1, 2, 5} <= set(counts)
    for puzzle, solution, count in zip(grids, bulk_solutions(grids), counts, strict=True):
        assert (solution is None) == (count == 0)
        assert solution is None or solution.is_solution_of(puzzle)


@pytest.mark.parametrize(("shape", "number"), slow_but([((3, 3), 60)], [((3, 3), 60), ((2, 3), 40), ((4, 4), 3)]))
def test_mrv_and_a_sat_solver_find_the_same_in_generated_puzzles_and_in_spoiled_ones(
    shape: tuple[int, int], number: int
) -> None:
    """Check a few puzzles in the same way as tests/benchmarks/agree.py."""
    geometry, random = Geometry.boxes(*shape), Random(3)
    clues = 110 if geometry.side == 16 else None
    whole = [generate("agree", at, geometry=geometry, clues=clues) for at in range(number // 3)]
    grids = whole + [spoil(random.choice(whole), random) for _ in range(number - len(whole))]
    said = by_bulk(grids, 3)
    for puzzle, told in zip(grids, said, strict=True):
        for found in (by_mrv(puzzle, 3), by_sat(puzzle, 3)):
            assert found is not None and objection(puzzle, 3, told, found) is None
    assert len({count for count, _ in said}) > 1


def test_what_others_do_not_find_is_objected_to() -> None:
    puzzle = named.find("fig23")
    one, other = by_mrv(puzzle, 3) or []
    assert objection(puzzle, 3, (2, one), [one, other]) is None
    for count, solution, found in (
        (1, one, [one, other]),
        (2, None, [one, other]),
        (2, puzzle, [one, other]),
        (0, one, []),
    ):
        assert objection(puzzle, 3, (count, solution), found)
    assert objection(puzzle, 2, (1, one), [other]) and not objection(puzzle, 1, (1, one), [other])


@pytest.mark.parametrize("name", [name for name in named.names() if named.find(name).geometry == STANDARD])
def test_named_puzzles(name: str) -> None:
    entry = named.find(name)
    assert engine.count(entry, 3) == counting.count(entry, 3)
    solved = bulk_solutions([entry])[0]
    assert solved is None or solved.is_solution_of(entry)


@given(puzzles(st.sampled_from([Geometry.of_side(side) for side in (4, 6, 8, 9)])))
@examples(25, quick=6)
def test_grids_of_every_size_and_fate(puzzle: Puzzle) -> None:
    together = [puzzle, EMPTY, puzzle]
    one, empty, same = bulk_solutions(together)
    assert one == same and empty is not None and empty.is_solution_of(EMPTY)
    assert (one is None) == (solution_of(puzzle) is None)
    assert one is None or one.is_solution_of(puzzle)
    assert bulk_counts(together, 3) == [counting.count(puzzle, 3), 3, counting.count(puzzle, 3)]


def test_which_solution_is_first_depends_on_the_puzzle_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    grids = [puzzle for puzzle in spoiled(MANY) if counting.count(puzzle) == 2][:150] + [EMPTY, named.find("fig23")]
    together = bulk_solutions(grids)
    monkeypatch.setattr(engine, "AT_ONCE", 1600)
    assert bulk_solutions(grids * 12, processes=2) == together * 12
    assert bulk_solutions(grids[::-1]) == together[::-1]
    assert [bulk_solutions([puzzle])[0] for puzzle in grids[::10]] == together[::10]
    monkeypatch.setattr(search, "LANES", 64)
    monkeypatch.setattr(search, "WAITING", 1)
    assert bulk_solutions(grids) == together


def test_the_first_solution_is_that_of_a_search_branch_by_branch() -> None:
    """Check that the solution found is the first in branch order, since lanes continue with their first branch."""
    grids = np.array([puzzle.givens for puzzle in spoiled(MANY) if 1 < counting.count(puzzle, 30) < 30][:40], np.uint8)
    first = engine.solved(grids).digits
    assert (engine.solved(grids, 30).digits == first).all()


def test_counting_stops_at_the_limit() -> None:
    two = named.find("25empty")
    for limit in (1, 2, 3, 1000, 20_000):
        assert bulk_counts([EMPTY, two, EMPTY], limit) == [limit, min(limit, 2), limit]


@pytest.mark.parametrize("deepest", [1, 2, 3])
def test_puzzles_that_need_more_guesses_than_can_be_noted_are_decided_too(
    deepest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "DEEPEST", deepest)
    grids = [*spoiled(MANY)[::15], EMPTY]
    assert bulk_counts(grids, 3) == [counting.count(puzzle, 3) for puzzle in grids]
    for puzzle, solution in zip(grids, bulk_solutions(grids), strict=True):
        assert solution.is_solution_of(puzzle) if solution else counting.count(puzzle) == 0


def test_nothing_in_nothing_out() -> None:
    assert bulk_solutions([]) == bulk_counts([]) == []
    assert engine.counted(np.zeros((0, 81), np.uint8)) == []


@pytest.mark.parametrize("shape", [(81,), (1, 80), (1, 9, 9)])
def test_arrays_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="shape"):
        engine.solved(np.zeros(shape, np.uint8))


def test_digits_above_nine_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 9"):
        engine.solved(np.full((1, 81), 10, np.uint8))


# One round ------------------------------------------------------------------------------------------------------------


def boards_of(values: np.ndarray) -> np.ndarray:
    """Return candidates of shape (grids, 9, 9) as boards with one lane for each grid."""
    cells = values.reshape(-1, 3, 3, 3, 3)  # band, row, stack, column
    return np.ascontiguousarray(cells.transpose(2, 4, 3, 1, 0).astype(np.uint16))


def grids_of(boards: np.ndarray) -> np.ndarray:
    return boards.transpose(4, 3, 0, 2, 1).reshape(-1, 9, 9)


@given(st.integers(0, 2**32))
@examples(20)
def test_a_round_loses_no_candidate_of_a_solution(seed: int) -> None:
    random = np.random.default_rng(seed)
    solutions = np.array([shuffled_grid(STANDARD, Random(seed + i)) for i in range(16)]).reshape(-1, 9, 9)
    bits = 1 << (solutions - 1)
    boards = boards_of(bits | random.integers(0, ALL + 1, bits.shape) & random.integers(0, ALL + 1, bits.shape))
    rounds = Rounds(16)
    for _ in range(5):
        rounds.run(boards)
        assert (grids_of(boards) & bits == bits).all()
        assert not rounds.dead.any()


def test_rounds_end_in_solved_or_dead_or_neither() -> None:
    fig1, misprint = named.find("fig1"), named.find("misprint")
    values = np.array([fig1.givens, misprint.givens, EMPTY.givens]).reshape(-1, 9, 9)
    boards = boards_of(np.where(values > 0, 1 << np.maximum(values - 1, 0), ALL))
    rounds = Rounds(3)
    for _ in range(20):
        rounds.run(boards)
    assert rounds.solved.tolist() == [True, False, False]
    assert not rounds.dead[2] and (grids_of(boards)[2] == ALL).all()


@given(st.integers(1, 511))
def test_locking_keeps_a_triad_just_where_the_digit_can_stand_in_all_rows_and_boxes(held: int) -> None:
    """Check one digit in one band, where each of the nine row triads is a bit."""
    grid = np.full((9, 9), ALL - 1)
    for row in range(3):
        for box in range(3):
            if held >> 3 * row + box & 1:
                grid[row, 3 * box : 3 * box + 3] |= 1
    grid[3:] |= 1
    boards = boards_of(grid)
    Rounds(1).run(boards)
    left = grids_of(boards)[0] & 1
    ways = [way for way in permutations(range(3)) if all(held >> 3 * row + way[row] & 1 for row in range(3))]
    for row in range(3):
        for box in range(3):
            expected = any(way[row] == box for way in ways)
            assert left[row, 3 * box : 3 * box + 3].any() == expected


def test_sizes_that_are_not_nine_come_in_order() -> None:
    small = Puzzle.parse("1..." + "." * 12)
    sixteen = Puzzle(tuple(shuffled_grid(Geometry.of_side(16), Random(1))), Geometry.of_side(16)).update(0, 0)
    mixed = [small, named.find("fig1"), sixteen, EMPTY, small]
    solved = bulk_solutions(mixed)
    assert all(one is not None and one.is_solution_of(puzzle) for one, puzzle in zip(solved, mixed, strict=True))
    assert bulk_counts(mixed, 9) == [9, 1, 1, 9, 9]
