"""Tests that the search without steps agrees with the solvers that have steps."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import solution_of, solutions_of
from shapes import JIGSAW, LOOSE, X, puzzle_of
from slow import slow_but
from strategies import examples

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.geometry import STANDARD, Unit, sides
from puzzles.rules.cage import Cage
from solvers import count_solutions, names, solutions
from solvers.core.counting import GAVE_UP, Engine, count, engine, stages_of
from solvers.generate.generator import full_grid
from solvers.generate.random_stream import Stream

FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SHAPES = [Geometry.boxes(2, 2), Geometry.boxes(2, 3), Geometry.boxes(3, 2), STANDARD]
KNOWN = {
    FIG1: 1,
    ".6.2.7.4.7.5.3.6.1.3.6.5.2.5.2.6.7.9.9.8.3.5.3.4.9.8.6.1.3.6.9.8.6.2.4.3.4.7.8.6.": 2,
    ".692.734.7.59346.143.615.27582.6.739.918.325.374.9.81621.346.988.61294.3.437.816.": 1,
    "169287345725934681438615927........9.......54.......16217346598856129473943758162": 4,
    ".692.734.7.5.3.6.143.615.27582.6.739.918.325.374.9.81621.346.988.6.2.4.3.437.816.": 2,
    "8.3....4...6....9.....5..3.27..46.....5.9.........1.......8.3.5.974......8.32.9..": 1,
    "..1...75..8..2.....36.4..8....6.124.7.4.5.6.8.6.8.3.74...1...3.8.2...3.6..74..8.1": 0,
    "421968753983724165136245987358671249714352698269813574675189432842597316597436821": 0,
}


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw puzzles with any number of solutions by blanking cells and digits, and sometimes changing a given."""
    geometry = draw(st.sampled_from(SHAPES))
    chance = Random(draw(st.integers(0, 2**32)))
    values = list(full_grid(Stream(chance.getrandbits(64)), geometry))
    digits = draw(st.sets(st.integers(1, geometry.symbols), max_size=3))
    share = draw(st.sampled_from([0.1, 0.3, 0.5] if geometry is STANDARD else [0.2, 0.6, 0.9]))
    values = [0 if digit in digits or chance.random() < share else digit for digit in values]
    if draw(st.sampled_from([False, False, True])):
        values[draw(st.integers(0, len(values) - 1))] = draw(st.integers(1, geometry.symbols))
    return Puzzle(tuple(values), geometry)


@given(puzzles(), st.sampled_from(["elimination", "backtracking"]))
@examples(150)
def test_agrees_with_the_registered_solvers(puzzle: Puzzle, name: str) -> None:
    assert name in names()
    assert count(puzzle, 5) == count_solutions(puzzle, 5, name)


@given(puzzles())
@examples(100)
def test_finds_the_very_solutions_that_elimination_finds(puzzle: Puzzle) -> None:
    expected = {found.givens for found in islice(solutions(puzzle, "elimination"), 30)}
    found = solutions_of(puzzle, 31)
    assert len(found) == len({one.givens for one in found}), "each once"
    assert all(one.is_solution_of(puzzle) for one in found)
    if len(found) < 30:
        assert {one.givens for one in found} == expected


@given(puzzles())
def test_a_solution_is_found_where_there_is_one(puzzle: Puzzle) -> None:
    found = solution_of(puzzle)
    assert (found is None) == (count(puzzle, 1) == 0)
    assert found is None or found.is_solution_of(puzzle)


@pytest.mark.parametrize(("text", "expected"), KNOWN.items())
def test_known_counts(text: str, expected: int) -> None:
    assert count(Puzzle.parse(text), 1000) == expected


def test_counts_all_grids_of_4x4() -> None:
    grids = {one.givens for one in solutions_of(Puzzle.empty(Geometry.of_side(4)), 1000)}
    assert len(grids) == 288


@pytest.mark.parametrize("geometry", slow_but(SHAPES[1:2], SHAPES[1:3]), ids=repr)
def test_a_first_row_in_order_leaves_its_share_of_all_6x6_grids(geometry: Geometry) -> None:
    """Check that the 720 orders of the first row share all 28,200,960 grids equally."""
    puzzle = Puzzle((*geometry.digits, *[0] * 30), geometry)
    assert count(puzzle, 100_000) == 28_200_960 // 720


def test_counts_no_further_than_the_limit() -> None:
    empty = Puzzle.empty()
    assert [count(empty, limit) for limit in (0, 1, 2, 7)] == [0, 1, 2, 7]
    assert len(solutions_of(empty, 3)) == 3


@pytest.mark.parametrize("side", [side for side in sides() if side <= 16])
def test_every_size_is_solved_from_nothing_and_keeps_a_full_grid(side: int) -> None:
    found = solution_of(Puzzle.empty(Geometry.of_side(side)))
    assert found is not None
    assert found.is_solved()
    assert count(found) == 1


def test_masks_made_when_asked_for_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    tabled = engine(STANDARD)
    monkeypatch.setattr("solvers.core.counting._TABLED", 0)
    made = Engine(STANDARD)
    assert isinstance(tabled.keep, list) and not isinstance(made.keep, list)
    lengths = [cell * made.width + digit for cell in STANDARD.cells for digit in STANDARD.digits]
    assert all(tabled.keep[length] == made.keep[length] for length in lengths)


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81))
def test_values_and_bits_are_inverses(values: list[int]) -> None:
    search = engine(STANDARD)
    assert search.values(search.bits(values)) == tuple(values)


@pytest.mark.parametrize("shape", [JIGSAW, X, LOOSE])
def test_on_any_shape_the_count_is_that_of_a_search_with_steps(shape: Geometry) -> None:
    for seed in range(4):
        puzzle = puzzle_of(shape, 0.72, seed)
        assert count(puzzle, 50) == count_solutions(puzzle, 50, "mrv")


@pytest.mark.parametrize("shape", [range(9), (0, 1, 2, 9, 10, 11, 18, 19, 20), (0, 9, 10, 11, 19), (0, 4), (0, 1, 5)])
def test_stages_add_up_to_the_shape(shape: tuple[int, ...]) -> None:
    sums = [0]
    for stage in stages_of(shape):
        sums = [start + step for start in sums for step in (0, *stage)]
    assert sorted(sums) == sorted(shape)


def test_distances_in_runs_are_split_into_stages() -> None:
    assert stages_of(range(9)) == [(1, 2), (3, 6)] and stages_of((0, 9, 10, 11, 19)) == [(9, 10, 11, 19)]
    assert stages_of((0, 1, 2, 9, 10, 11, 18, 19, 20)) == [(1, 2), (9, 18)] and stages_of((0, 4)) == [(4,)]


def test_says_that_it_gave_up_and_does_not_call_that_an_answer() -> None:
    search = engine(STANDARD)
    empty = [0] * 81
    assert list(search.solutions(empty, 0)) == [GAVE_UP]
    found = list(search.solutions(empty, 200))
    assert found[-1] == GAVE_UP and GAVE_UP not in found[:-1]
    assert search.has_other(search.full, 0, 1, 81, budget=0) is None


@pytest.mark.parametrize(("name", "guesses"), [("two-deep", 1), ("deep-1", 8), ("hundreds", 755), ("hardest", 135)])
def test_the_guesses_that_it_takes_to_find_every_solution_are_what_they_were(name: str, guesses: int) -> None:
    givens = Puzzle.parse(HARDEST).givens if name == "hardest" else named.find(name).givens
    assert GAVE_UP not in engine(STANDARD).solutions(givens, guesses)
    assert GAVE_UP in engine(STANDARD).solutions(givens, guesses - 1)


def test_tells_whether_a_given_can_go() -> None:
    puzzle = Puzzle.parse(FIG1)
    search = engine(STANDARD)
    for gone in [cell for cell, digit in enumerate(puzzle.givens) if digit]:
        state = search.without(search.full, puzzle.givens, [cell for cell in range(81) if cell != gone])
        other = search.has_other(state, gone, puzzle.givens[gone], 81 - puzzle.clues + 1)
        assert other == (count(puzzle.update(gone, 0)) > 1)


def test_a_rule_may_strike_the_first_digit_of_the_first_cell_alone() -> None:
    cage, row = Cage((0,), (2,)), Unit("row", 1, (0, 1))
    puzzle = Puzzle((0, 0), Geometry(2, ((0, 0), (0, 1)), (row,), (cage,)))
    search = engine(puzzle.geometry)
    assert [search.values(grid) for grid in search.solutions(puzzle.givens)] == [(2, 1)]
