"""Tests of a puzzle's methods, each written as a property that holds for every box shape."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples

from puzzles import STANDARD, Fault, Geometry, Puzzle, PuzzleError, sides
from puzzles.corpus import named
from puzzles.geometry import shapes

SHAPES = [
    Geometry.boxes(rows, side // rows) for side in sides() for rows in range(2, side // 2 + 1) if side % rows == 0
]
FEW_SHAPES = slow_but([geometry for geometry in SHAPES if geometry.side in (4, 6, 9, 16)], SHAPES)
SMALL = [geometry for geometry in SHAPES if geometry.side <= 12]
SOLVED = next(entry.solution for entry in named.load("systems") if entry.name == "fig1")
assert SOLVED is not None


@st.composite
def puzzles(draw: st.DrawFn, few: bool = False) -> Puzzle:
    geometry = draw(st.sampled_from(SMALL))
    share = 10 if few else draw(st.sampled_from([0, 5, 40, 100]))
    random = draw(st.randoms(use_true_random=True))
    symbols = geometry.symbols
    values = (random.randint(1, symbols) if random.randrange(100) < share else 0 for _ in geometry.cells)
    return Puzzle(tuple(values), geometry)


@st.composite
def solved(draw: st.DrawFn) -> Puzzle:
    """Draw a full grid by renaming the digits of a known pattern and shuffling its rows within bands."""
    geometry = draw(st.sampled_from(SHAPES))
    height, width = geometry.box
    side = geometry.side
    names = draw(st.permutations(list(geometry.digits)))
    rows = [band * height + row for band in range(width) for row in draw(st.permutations(range(height)))]
    pattern = [(width * (row % height) + row // height + column) % side for row in rows for column in range(side)]
    return Puzzle(tuple(names[index] for index in pattern), geometry)


@examples(60)
@given(solved())
def test_a_finished_grid_is_solved_and_its_own_solution(puzzle: Puzzle) -> None:
    assert puzzle.is_full() and puzzle.is_valid() and puzzle.is_solved()
    assert puzzle.is_solution_of(puzzle)
    assert puzzle.is_solution_of(Puzzle.empty(puzzle.geometry))
    assert puzzle.blanks == [] and puzzle.clues == len(puzzle.givens)


@examples(60)
@given(solved(), st.data())
def test_a_changed_finished_grid_is_no_solution(puzzle: Puzzle, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(puzzle.geometry.cells))
    digit = data.draw(st.sampled_from([d for d in puzzle.geometry.digits if d != puzzle.givens[cell]]))
    changed, blanked = puzzle.update(cell, digit), puzzle.update(cell, 0)
    assert not changed.is_valid() and not changed.is_solved() and not changed.is_solution_of(puzzle)
    assert puzzle.is_solution_of(blanked) and not puzzle.is_solution_of(changed)
    assert not blanked.is_solved() and blanked.is_valid() and not blanked.is_solution_of(puzzle)
    other = Puzzle.empty(STANDARD if puzzle.geometry != STANDARD else Geometry.of_side(4))
    assert not puzzle.is_solution_of(other)


@given(puzzles(), st.data())
def test_update_changes_one_cell_and_nothing_else(puzzle: Puzzle, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(puzzle.geometry.cells))
    digit = data.draw(st.integers(0, puzzle.geometry.symbols))
    changed = puzzle.update(cell, digit)
    assert changed.givens[cell] == digit
    assert all(changed.givens[other] == puzzle.givens[other] for other in puzzle.geometry.cells if other != cell)
    assert changed.update(cell, puzzle.givens[cell]) == puzzle
    assert changed.geometry is puzzle.geometry


@given(puzzles(few=True), st.data())
def test_a_digit_is_placed_only_while_it_stands_where_it_was_placed(puzzle: Puzzle, data: st.DataObject) -> None:
    """Check that a cell is a given, placed or blank after placing, removing and updating digits."""
    cells, digits = st.sampled_from(puzzle.geometry.cells), st.integers(0, puzzle.geometry.symbols)
    drawn = data.draw(st.dictionaries(cells, digits))
    placing = {cell: digit for cell, digit in drawn.items() if not puzzle.givens[cell]}
    held = puzzle.with_placed(placing)
    assert held.placed == {cell for cell, digit in placing.items() if digit}

    taken = data.draw(st.sets(st.sampled_from(sorted(placing)))) if placing else set()
    assert held.with_placed(dict.fromkeys(taken, 0)).placed == held.placed - taken

    cell = data.draw(st.sampled_from(sorted(placing)) | cells if placing else cells)
    digit = data.draw(digits | st.just(held.givens[cell]))
    changed = held.update(cell, digit)
    assert (changed.givens[cell], changed.placed) == (digit, held.placed - {cell})
    if digit:
        other = digit % puzzle.geometry.symbols + 1
        for wrong, said in ((other, f"{held.symbol(other)} cannot be placed"), (0, "it cannot be blank")):
            with pytest.raises(ValueError, match=f"is {held.symbol(digit)}, a given: {said}"):
                changed.with_placed({cell: wrong})

    values = [data.draw(digits) if held.givens[cell] else 0 for cell in puzzle.geometry.cells]
    stays = {cell for cell in held.placed if values[cell] == held.givens[cell]}
    assert held.with_values(values).placed == stays


class Whole:
    """A whole number that is not an int, such as numpy's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize("change", [Puzzle.update, lambda puzzle, cell, digit: puzzle.with_placed({cell: digit})])
def test_cells_and_digits_are_whole_numbers(change: Callable[[Puzzle, object, object], Puzzle]) -> None:
    empty = Puzzle.empty()
    for what, cell, digit in (
        *(("digit", 0, wrong) for wrong in (2.5, 2.0, True, False, "x", "3", None)),
        *(("cell", wrong, 3) for wrong in (2.5, 1.0, True, "x", None)),
    ):
        wrong = digit if what == "digit" else cell
        with pytest.raises(TypeError, match=f"^a {what} must be a whole number, not {wrong!r}$"):
            change(empty, cell, digit)
        with pytest.raises(TypeError, match="^a digit must be a whole number"):
            Puzzle((wrong, *empty.givens[1:]))  # type: ignore[arg-type]
    made = change(empty, 0, Whole(3))
    assert made == empty.update(0, 3) and type(made.givens[0]) is int
    assert Puzzle((Whole(3), *empty.givens[1:])) == made  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="r1c1 cannot hold 10: use 1 to 9"):
        change(empty, 0, Whole(10))


@pytest.mark.parametrize("change", [Puzzle.update, lambda puzzle, cell, digit: puzzle.with_placed({cell: digit})])
@given(st.sampled_from(SMALL), st.integers(-200, 200), st.integers(-5, 40))
def test_a_cell_or_digit_that_the_grid_does_not_have_is_named_with_those_it_has(
    change: Callable[[Puzzle, int, int], Puzzle], geometry: Geometry, cell: int, digit: int
) -> None:
    puzzle, cells, side = Puzzle.empty(geometry), len(geometry.cells), geometry.side
    if 0 <= cell < cells and 0 <= digit <= side:
        assert change(puzzle, cell, digit).givens[cell] == digit
        return
    with pytest.raises(ValueError) as caught:
        change(puzzle, cell, digit)
    if 0 <= cell < cells:
        assert f"{geometry.name(cell)} cannot hold {digit}: use 1 to {side}" in str(caught.value)
    else:
        assert f"no cell {cell}; a cell is 0 (r1c1) to {cells - 1} (r{side}c{side})" in str(caught.value)


@given(puzzles(few=True))
def test_a_puzzle_is_valid_if_and_only_if_each_of_its_units_is(puzzle: Puzzle) -> None:
    groups = [[puzzle.givens[cell] for cell in unit.cells if puzzle.givens[cell]] for unit in puzzle.geometry.units]
    assert puzzle.is_valid() == all(len(set(group)) == len(group) for group in groups)
    assert puzzle.is_valid() == all(unit.is_valid(puzzle.givens) for unit in puzzle.geometry.units)


@given(puzzles(few=True))
def test_every_clash_is_named_once(puzzle: Puzzle) -> None:
    values, peers = puzzle.givens, puzzle.geometry.peers
    pairs = combinations(puzzle.geometry.cells, 2)
    clashing = [(a, b) for a, b in pairs if values[a] and values[a] == values[b] and b in peers[a]]
    named_pairs = [problem.cells for problem in puzzle.problems() if problem.fault is Fault.CLASH]
    assert named_pairs == clashing
    for problem in puzzle.problems():
        if problem.fault is Fault.CLASH:
            assert all(puzzle.geometry.name(cell) in problem.message for cell in problem.cells)
            assert not problem.remark


@given(puzzles())
def test_blanks_and_clues_share_the_cells(puzzle: Puzzle) -> None:
    assert len(puzzle.blanks) + puzzle.clues == len(puzzle.geometry.cells)
    assert all(puzzle.givens[cell] == 0 for cell in puzzle.blanks)
    assert puzzle.is_full() == (not puzzle.blanks)
    assert puzzle.blanks == sorted(set(puzzle.blanks))


@given(puzzles())
def test_what_is_made_is_what_is_displayed(puzzle: Puzzle) -> None:
    assert Puzzle.parse(str(puzzle), puzzle.geometry) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)).geometry is puzzle.geometry
    assert hash(puzzle) == hash(puzzle.with_values(puzzle.givens))


@given(st.lists(st.integers(-2, 12), max_size=90) | st.lists(st.integers(-1, 5), min_size=16, max_size=16))
def test_a_puzzle_has_shape_and_range(values: list[int]) -> None:
    for geometry in (Geometry.of_side(4), STANDARD):
        fits = len(values) == len(geometry.cells) and all(0 <= value <= geometry.symbols for value in values)
        if fits:
            assert Puzzle(tuple(values), geometry).givens == tuple(values)
        else:
            with pytest.raises(ValueError, match="givens for a grid|cannot hold"):
                Puzzle(tuple(values), geometry)


@pytest.mark.parametrize("geometry", FEW_SHAPES, ids=repr)
def test_the_all_blank_puzzle_has_no_digit_and_no_clash(geometry: Geometry) -> None:
    empty = Puzzle.empty(geometry)
    assert empty.blanks == list(geometry.cells) and empty.clues == 0
    assert empty.is_valid() and not empty.is_solved()


@pytest.mark.parametrize("geometry", FEW_SHAPES, ids=repr)
def test_units_hold_every_cell_three_times_and_peers_are_mutual(geometry: Geometry) -> None:
    side = geometry.side
    assert len(geometry.units) == 3 * side
    assert all(len(set(unit.cells)) == side for unit in geometry.units)
    for kind in ("row", "column", "box"):
        group = [unit for unit in geometry.units if unit.kind == kind]
        assert sorted(cell for unit in group for cell in unit.cells) == list(geometry.cells)
        assert [unit.number for unit in group] == list(range(1, side + 1))
    height, width = geometry.box
    for cell in geometry.cells:
        assert len(geometry.peers[cell]) == 2 * (side - 1) + (height - 1) * (width - 1)
        assert cell not in geometry.peers[cell]
        row, column = geometry.places[cell]
        assert geometry.cell_at(row, column) == cell
        assert geometry.name(cell) == f"r{row + 1}c{column + 1}"
    assert all(cell in geometry.peers[peer] for cell in geometry.cells[:: side + 1] for peer in geometry.peers[cell])


def test_the_common_grid_has_27_units_and_20_peers() -> None:
    assert len(STANDARD.units) == 27
    assert {len(peers) for peers in STANDARD.peers} == {20}
    assert [str(STANDARD.units[u]) for u in STANDARD.units_of[40]] == ["row 5", "column 5", "box 5"]
    assert STANDARD.shared_unit(0, 80) is None
    assert STANDARD.shared_unit(0, 1) == 0


def test_every_shape_of_a_side_is_there_the_flattest_first() -> None:
    assert [geometry.box for geometry in shapes(12)] == [(2, 6), (3, 4), (4, 3), (6, 2)]
    assert shapes(9) == [STANDARD] and shapes(7) == []
    assert all({geometry.side for geometry in shapes(side)} == {side} for side in sides())


def test_sides_and_shapes_that_are_none_are_refused() -> None:
    assert sides() == [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 33, 34, 35, 36]
    for side in (0, 1, 2, 3, 5, 7, 11, 37, 49, -9):
        with pytest.raises(ValueError, match="no box shape|a grid of"):
            Geometry.of_side(side)
    for rows, columns in ((1, 9), (9, 1), (7, 7), (0, 5), (-3, -3)):
        with pytest.raises(ValueError, match="boxes of|a grid of"):
            Geometry.boxes(rows, columns)
    assert Geometry.of_side(6) is Geometry.boxes(2, 3) is not Geometry.boxes(3, 2)


def test_fewer_than_17_givens_are_a_remark_on_the_common_grid_only() -> None:
    assert SOLVED is not None
    few = SOLVED.with_values(SOLVED.givens[:16] + (0,) * 65)
    assert [problem.fault for problem in few.problems()] == [Fault.FEW_GIVENS]
    assert few.problems()[0].remark
    assert SOLVED.with_values(SOLVED.givens[:17] + (0,) * 64).problems() == []
    assert Puzzle.empty(Geometry.of_side(16)).problems() == []


def test_the_labs_misprint_is_shown_for_what_it_is() -> None:
    grid = named.find("misprinted-grid")
    said = [str(problem) for problem in grid.problems()]
    assert "r1c3 and r3c1 are both 1 in box 1" in said
    assert "r2c3 and r3c2 are both 3 in box 1" in said


def test_an_error_lists_all_that_is_wrong() -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle.parse("12?4\n34!2\n2143\n4321")
    assert len(caught.value.problems) == 2
    assert str(caught.value).count("\n") == 1


def test_importing_puzzles_imports_no_numpy() -> None:
    code = "import sys, puzzles, puzzles.corpus.named; sys.exit('numpy' in sys.modules or 'pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=None, check=False).returncode == 0
