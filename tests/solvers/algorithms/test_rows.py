"""Tests that brute force by rows tries every combination of orders, and that the pruned search drops orders early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from golden import pinned
from hypothesis import given
from hypothesis import strategies as st
from recount import Recount, legal_run, most_lines_between, put, work
from strategies import examples, geometries, orders, puzzles, shuffled_grid

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.counting import count
from solvers.core.step import Kind, Why

FIRST_OF_25EMPTY = "169287345725439681438615927582164739691873254374592816217346598856921473943758162"
SECOND_OF_25EMPTY = "169287345725934681438615927582461739691873254374592816217346598856129473943758162"


@st.composite
def nearly_full(draw: st.DrawFn) -> Puzzle:
    """Draw grids with so few blanks that brute force finishes, some of them with a wrong digit."""
    geometry = draw(geometries)
    random = draw(st.randoms(use_true_random=True))
    values = shuffled_grid(geometry, random)
    row = random.choice(geometry.cells[: -geometry.side])
    if draw(st.booleans()):  # blanks close together, so that several solutions are common
        gone = {row, row + geometry.side, *random.sample(geometry.cells, 4)}
        twins = {cell for cell in geometry.cells if values[cell] in (values[row], values[row + geometry.side])}
        gone |= set(sorted(twins)[:8])
    else:
        gone = set(random.sample(geometry.cells, draw(st.integers(0, 10))))
    values = [0 if cell in gone else digit for cell, digit in enumerate(values)]
    if draw(st.sampled_from([False, False, True])):
        values[random.choice(geometry.cells)] = random.choice(geometry.digits)
    return Puzzle(tuple(values), geometry)


def fillings(line: tuple[int, ...], digits: list[int]) -> Iterator[tuple[int, ...]]:
    """Return the orders of these digits that keep the line's givens in place, in ascending order."""
    if not line:
        yield ()
    for digit in digits:
        if line and line[0] in (0, digit):
            for rest in fillings(line[1:], [other for other in digits if other != digit]):
                yield digit, *rest


def recount(puzzle: Puzzle, answers: int) -> Counter[str]:
    """Try every combination of orders as described, counting as choices what changed since the previous grid."""
    side = puzzle.geometry.side
    lines = [puzzle.givens[start : start + side] for start in range(0, side * side, side)]
    every = [list(fillings(line, [*puzzle.geometry.digits])) for line in lines]
    blanks = [line.count(0) for line in lines]
    counts: Counter[str] = Counter()
    last: tuple[tuple[int, ...], ...] | None = None
    for grid in product(*every):
        changed = 0 if last is None else next(i for i in range(side) if grid[i] != last[i])
        for row in range(changed, side):
            if blanks[row] == 1:
                counts["FIX"] += 1
            elif blanks[row]:
                counts["BACKTRACK"] += last is not None
                counts["GUESS"] += 1
                counts["FIX"] += blanks[row] - 1
        last = grid
        full = puzzle.with_values([digit for line in grid for digit in line])
        counts["SOLVED" if full.is_valid() else "CONFLICT"] += 1
        if counts["SOLVED"] == answers:
            return +counts
    counts["BACKTRACK"] = counts["GUESS"]
    return +counts


class Pruned(Recount):
    """A search that fills each row digit by digit, and avoids digits held by a given or an earlier row."""

    def search(self, grid: tuple[int, ...]) -> None:
        side = self.geometry.side
        if 0 not in grid:
            return self.solved()
        start = grid.index(0) // side * side
        blanks = [cell for cell in range(start, start + side) if not grid[cell]]
        missing = [digit for digit in self.geometry.digits if digit not in grid[start : start + side]]
        self.any = False
        self.grow(grid, blanks, missing, [])
        self.counts["CONFLICT"] += not self.any
        return None

    def grow(self, grid: tuple[int, ...], blanks: list[int], missing: list[int], prefix: list[int]) -> None:
        if not missing:
            self.counts["GUESS"] += len(blanks) > 1
            self.counts["FIX"] += len(blanks) - (len(blanks) > 1)
            full = grid
            for cell, digit in zip(blanks, prefix, strict=True):
                full = put(full, cell, digit)
            self.search(full)
            self.any = True
            self.counts["BACKTRACK"] += len(blanks) > 1
        for digit in missing:
            if self.held(grid, blanks[len(prefix)], digit):
                self.counts["REJECT"] += 1
            else:
                self.grow(grid, blanks, [other for other in missing if other != digit], [*prefix, digit])


@examples(40)
@given(nearly_full(), st.sampled_from([1, 2, 10**9]))
def test_brute_force_visits_the_product_of_the_rows(puzzle: Puzzle, answers: int) -> None:
    if puzzle.is_valid() and puzzle.geometry.side < 9 and orders(puzzle) < 3000:
        assert work(puzzle, "rows", answers) == recount(puzzle, answers)


@examples(100)
@given(st.one_of(nearly_full(), puzzles()), st.sampled_from([1, 3, 10**9]))
def test_pruned_growth_is_that_of_a_plain_recursion(puzzle: Puzzle, answers: int) -> None:
    if puzzle.is_valid() and count(puzzle, 40) < 40:
        assert work(puzzle, "rows-pruned", answers) == Pruned(puzzle, answers).run()


@examples(60)
@given(nearly_full())
def test_every_step_of_brute_force_is_legal_and_all_solutions_are_found(puzzle: Puzzle) -> None:
    if puzzle.is_valid() and orders(puzzle) < 2000:
        found = legal_run(puzzle, "rows")
        assert len(found) == len(set(found)) == count(puzzle, 1000)
        assert all(answer.is_solution_of(puzzle) for answer in found)


@examples(40)
@given(puzzles())
def test_every_step_of_pruned_growth_is_legal_and_all_solutions_are_found(puzzle: Puzzle) -> None:
    found = legal_run(puzzle, "rows-pruned", answers=20) if puzzle.is_valid() else []
    assert len(found) == len(set(found)) == count(puzzle, 20)
    assert all(answer.is_solution_of(puzzle) for answer in found)


@examples(60)
@given(nearly_full())
def test_both_find_the_same_solutions_in_the_same_order(puzzle: Puzzle) -> None:
    if puzzle.is_valid() and orders(puzzle) < 2000:
        assert list(solvers.solutions(puzzle, "rows")) == list(solvers.solutions(puzzle, "rows-pruned"))


@pytest.mark.parametrize("puzzle", ["fig1", "fig23", "21empty", "bad21", "25empty", "lab", "small-4", "minimal-6"])
def test_the_pinned_counts_are_those_of_a_plain_recursion(puzzle: str) -> None:
    assert Pruned(named.find(puzzle)).run() == pinned()["rows-pruned", puzzle]


def test_brute_force_writes_each_grid_of_the_product_once() -> None:
    """Check that 21empty has 13,824 grids, of which one is a solution and every other is a CONFLICT."""
    puzzle = named.find("21empty")
    counts = work(puzzle, "rows", 10**9)
    assert orders(puzzle) == 13_824 == counts["CONFLICT"] + counts["SOLVED"]
    assert counts["SOLVED"] == 1 and counts["GUESS"] == counts["BACKTRACK"]


@pytest.mark.slow
def test_brute_force_finds_both_solutions_of_25empty_in_order() -> None:
    assert orders(named.find("25empty")) == 1_990_656
    run = solvers.solutions(named.find("25empty"), "rows")
    assert [str(next(run)), str(next(run))] == [FIRST_OF_25EMPTY, SECOND_OF_25EMPTY]


def test_pruning_finds_all_solutions_of_bad21_where_brute_force_has_two_rows_of_eight_blanks() -> None:
    assert orders(named.find("bad21")) > 10**11
    found = legal_run(named.find("bad21"), "rows-pruned")
    assert len(found) == len(set(found)) == 4
    assert [str(answer) for answer in legal_run(named.find("25empty"), "rows-pruned")] == [
        FIRST_OF_25EMPTY,
        SECOND_OF_25EMPTY,
    ]


def test_a_conflict_names_two_cells_of_a_column_or_box_that_hold_the_same_digit() -> None:
    puzzle = named.find("21empty")
    board, seen = solvers.get("rows").board(puzzle), 0
    for step in solvers.trace(puzzle, "rows"):
        if step.kind is Kind.CONFLICT:
            unit = puzzle.geometry.units[step.unit]
            assert step.why is Why.RULE and unit.kind != "row" and {step.cell, step.detail} <= set(unit.cells)
            assert step.cell != step.detail
            assert board.values[step.cell] == board.values[step.detail] == step.digit
            assert 0 not in board.values
            seen += 1
        else:
            board.apply(step)
    assert seen == 13_823


def test_orders_are_made_one_by_one() -> None:
    """Check that the first grid of an empty 16x16 comes at once, although each row has 16! orders."""
    run = solvers.trace(Puzzle.empty(Geometry.of_side(16)), "rows")
    steps = [next(run) for _ in range(257)]
    assert [step.digit for step in steps[:16]] == list(range(1, 17))
    assert steps[256].kind is Kind.CONFLICT


@pytest.mark.parametrize("name", ["rows", "rows-pruned"])
@pytest.mark.parametrize("puzzle", ["blank", "minimal-9-1", "deep-1", "bad21"])
def test_little_is_done_between_two_steps(name: str, puzzle: str) -> None:
    assert 0 < most_lines_between(solvers.trace(named.find(puzzle), name), 1500) < 20_000
