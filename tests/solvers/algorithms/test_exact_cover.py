"""Tests that Algorithm X picks the shortest column, covers the right columns, and uncovers them in reverse order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples, puzzles, solvable

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.exact_cover import Matrix
from solvers.core import counting
from solvers.core.step import Kind, Step, Why

Event = tuple[object, ...]
Needs = tuple[int, int, int]
"""Conditions: (cell, -1, 0) for a blank cell; (-1, unit, digit) for a digit that the unit lacks."""


def recount(puzzle: Puzzle) -> list[Event]:
    """Search by plain recursion, recounting every column on the grid itself."""
    events: list[Event] = []

    def search(values: list[int], depth: int) -> Why:
        columns = list(needs(puzzle.geometry, values))
        if not columns:
            events.append(("SOLVED",))
            return Why.ENUMERATE
        column, ways = min(columns, key=lambda column: len(column[1]))
        if not ways:
            events.append(("CONFLICT", column))
            return Why.REFUTED
        why = Why.NONE
        for cell, digit in ways:
            events.append(("GUESS" if ways[1:] else "FIX", cell, digit))
            why = search([*values[:cell], digit, *values[cell + 1 :]], depth + bool(ways[1:]))
            if ways[1:]:
                events.append(("BACKTRACK", depth, why))
                why = Why.EXHAUSTED
        return why

    search(list(puzzle.givens), 0)
    return events


def needs(geometry: Geometry, values: list[int]) -> Iterator[tuple[Needs, list[tuple[int, int]]]]:
    """Return the unmet conditions, cells first, with the ways to meet each in row order."""

    def fits(cell: int, digit: int) -> bool:
        return not values[cell] and all(values[peer] != digit for peer in geometry.peers[cell])

    for cell in geometry.cells:
        if not values[cell]:
            yield (cell, -1, 0), [(cell, digit) for digit in geometry.digits if fits(cell, digit)]
    for number, unit in enumerate(geometry.units):
        for digit in geometry.digits:
            if all(values[cell] != digit for cell in unit.cells):
                yield (-1, number, digit), sorted((cell, digit) for cell in unit.cells if fits(cell, digit))


def events(puzzle: Puzzle) -> Iterator[Event]:
    for step in solvers.trace(puzzle, "exact-cover"):
        if step.kind in (Kind.GUESS, Kind.FIX):
            yield step.kind.name, step.cell, step.digit
        elif step.kind is Kind.BACKTRACK:
            yield "BACKTRACK", step.level, step.why
        elif step.kind is Kind.CONFLICT:
            yield "CONFLICT", (step.cell, step.unit, step.digit)
        elif step.kind is Kind.SOLVED:
            yield ("SOLVED",)


@examples(60)
@given(puzzles(st.sampled_from([Geometry.boxes(2, 2), Geometry.boxes(2, 3), Geometry.boxes(3, 2)])))
def test_every_choice_to_the_end_of_the_search_is_that_of_plain_recursion(puzzle: Puzzle) -> None:
    if puzzle.is_valid():
        assert list(events(puzzle)) == recount(puzzle)


CHOSEN = ["fig1", "fig23", "bad21", "minimal-9-1", "deep-1", "cell-hidden", "unit-bare"]


@pytest.mark.parametrize("name", slow_but(["fig23", "bad21", "cell-hidden", "unit-bare"], CHOSEN))
def test_every_choice_on_a_named_puzzle_is_that_of_plain_recursion(name: str) -> None:
    assert list(events(named.find(name))) == recount(named.find(name))


def column_of(step: Step) -> Needs:
    return step.cell, step.unit, step.digit


@given(puzzles())
def test_each_choice_covers_its_columns_and_each_way_back_uncovers_them_in_reverse(puzzle: Puzzle) -> None:
    covered: list[Needs] = []  # as a stack
    marks: list[int] = []
    steps = list(solvers.trace(puzzle, "exact-cover"))
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.kind is Kind.COVER:
            assert column_of(step) not in covered
            covered.append(column_of(step))
        elif step.kind is Kind.UNCOVER:
            assert covered.pop() == column_of(step)
        elif step.kind in (Kind.GUESS, Kind.FIX):
            if step.kind is Kind.GUESS:
                marks.append(len(covered))
            assert after is not None and (after.kind, column_of(after)) == (Kind.COVER, (step.cell, -1, 0))
        elif step.kind is Kind.BACKTRACK:
            undone = len(covered) - marks[step.level]
            assert undone and undone % 4 == 0
            assert after is not None and after.kind is Kind.UNCOVER
            del marks[step.level :]
        elif step.kind is Kind.SOLVED:
            assert len(covered) == 4 * len(puzzle.blanks)


@given(solvable(), st.randoms(use_true_random=True))
def test_uncovering_in_reverse_puts_everything_back(puzzle: Puzzle, random) -> None:  # type: ignore[no-untyped-def]
    matrix = Matrix(puzzle)
    before = {column: set(rows) for column, rows in matrix.rows.items()}
    smallest = matrix.smallest()
    covered = random.sample(sorted(before), min(len(before), 12))
    for column in covered:
        matrix.cover(column)
        assert column not in matrix.rows
    for column in reversed(covered):
        matrix.uncover(column)
    assert matrix.rows == before
    assert matrix.smallest() == smallest


def test_the_columns_are_cells_and_the_digits_of_units() -> None:
    matrix = Matrix(Puzzle.empty())
    assert len(matrix.rows) == 4 * 81 and len(matrix.columns) == 729
    assert all(len(rows) == 9 for rows in matrix.rows.values())
    assert matrix.columns[40, 5] == [(40, -1, 0), (-1, 4, 5), (-1, 13, 5), (-1, 22, 5)]


@examples(40)
@given(puzzles())
def test_it_counts_the_solutions_there_are(puzzle: Puzzle) -> None:
    assert solvers.count_solutions(puzzle, 2, "exact-cover") == counting.count(puzzle, 2)


@pytest.mark.parametrize("name", ["bad21", "fig23", "25empty"])
def test_every_solution_is_found_each_once(name: str) -> None:
    entry = next(entry for entry in named.all() if entry.name == name)
    found = [str(grid) for grid in solvers.solutions(entry.puzzle, "exact-cover")]
    assert len(found) == len(set(found)) == entry.count
    assert name != "25empty" or found == sorted(found)


PAIRS = ["less", "dot consecutive", "dot double", "apart", "cage 5"]


@pytest.mark.parametrize("words", PAIRS)
def test_a_rule_of_two_cells_has_columns_that_two_rows_share_if_they_break_it(words: str) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec(f"variant 4x4; regions none; {words} r1c1 r2c3"))
    (rule,), matrix = puzzle.geometry.rules, Matrix(puzzle)
    one, other = rule.cells
    fits = {(a, b) for a, b in product(range(1, 5), repeat=2) if rule.can_be_kept((1 << a, 1 << b))}
    assert 0 < len(fits) < 16
    for a, b in product(range(1, 5), repeat=2):
        if {(one, a), (other, b)} <= {*matrix.columns}:
            shared = {*matrix.columns[one, a]} & {*matrix.columns[other, b]}
            assert bool(shared) is ((a, b) not in fits), (a, b)
    assert (
        {row for row in product(rule.cells, range(1, 5)) if row not in matrix.columns}
        == {(cell, digit) for cell, digit, _ in matrix.struck}
        == {
            (rule.cells[at], digit)
            for at in (0, 1)
            for digit in range(1, 5)
            if digit not in {pair[at] for pair in fits}
        }
    )


@pytest.mark.parametrize("words", PAIRS)
def test_what_a_rule_of_two_cells_forbids_is_struck_when_its_rows_go_and_comes_back(words: str) -> None:
    puzzle = Puzzle.empty(Geometry.of_spec(f"variant 4x4; {words} r1c1 r1c2; {words} r3c4 r4c4"))
    board, found, gone = solvers.get("exact-cover").board(puzzle), set(), 0
    for step in solvers.trace(puzzle, "exact-cover"):
        assert board.objection(step) is None, step
        board.apply(step)
        gone += step.kind is Kind.ELIMINATE
        if step.kind in (Kind.COVER, Kind.UNCOVER):
            assert step.unit < len(puzzle.geometry.units)
        elif step.kind is Kind.SOLVED:
            found.add(tuple(board.values))
    assert gone and found == {one.givens for one in solvers.solutions(puzzle, "mrv")}


def test_a_rule_of_more_cells_is_refused_with_the_reason() -> None:
    puzzle = Puzzle.empty(Geometry.of_spec("killer 4x4; cage 6 r1c1 r1c2 r1c3"))
    why = "to 3 cells, because a column can only say what happens at most once"
    assert solvers.get("exact-cover").misfit(puzzle) == f"Algorithm X cannot apply the rule 'cage' {why}"
