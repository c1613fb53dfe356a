"""Tests that each search solves shapes that are no square with boxes, or says why it does not take them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import JIGSAW, LOOSE, SAMURAI, X, models_of, puzzle_of
from slow import UNLIKE, slow_but

import solvers
from puzzles.geometry import STANDARD, Geometry, Unit
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule
from solvers.algorithms import person
from solvers.core import counting, literals
from solvers.core.step import Kind
from solvers.sat import cnf
from solvers.sat.judge import SatJudge

MOST_STEPS = 40_000
MOST_SOLUTIONS = 500
PASSING_OVER = ("fewest-blanks", "blank-sum")
"""The searches with an option to pass over digits."""
REFUSED = {
    ("loose", "annealing"): "needs units that hold every digit",
    ("samurai", "rows"): "needs rows that hold every digit and share no cell",
    ("samurai", "rows-pruned"): "needs rows that hold every digit and share no cell",
}
"""The searches that do not take a shape, and why."""
SHAPES = [("jigsaw", JIGSAW), ("x", X), ("loose", LOOSE), ("samurai", SAMURAI)]
TOO_LONG = {("jigsaw", "rows"), ("x", "rows"), ("samurai", "backtracking"), ("samurai", "blank-sum")}
"""The searches that would take longer than a test may: they are asked about nearly full grids."""


@pytest.mark.parametrize("name", slow_but(UNLIKE, solvers.names()))
@pytest.mark.parametrize(("kind", "shape"), slow_but([("jigsaw", JIGSAW), ("loose", LOOSE)], SHAPES))
def test_a_search_finds_a_solution_of_any_shape_or_says_why_not(kind: str, shape: Geometry, name: str) -> None:
    solver = solvers.get(name)
    puzzle = puzzle_of(shape, 0.1 if (kind, name) in TOO_LONG else 0.4)
    assert solver.fits(puzzle) == REFUSED.get((kind, name), "")
    if solver.fits(puzzle):
        return
    board = solver.board(puzzle)
    for step in islice(solvers.trace(puzzle, name), MOST_STEPS):
        board.apply(step)
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
    assert step.kind is Kind.SOLVED or not solver.complete, "a complete search ends with a solution"
    if step.kind is Kind.SOLVED:
        assert board.solution().is_solution_of(puzzle), "in the rows, columns and regions of the shape"


@pytest.mark.parametrize("shape", slow_but([LOOSE], [JIGSAW, X, LOOSE]))
def test_searches_agree_on_the_number_of_solutions(shape: Geometry) -> None:
    puzzle, names = puzzle_of(shape, 0.55, seed=3), ("mrv", "sat", "cdcl", "exact-cover", "bitboard", "formula")
    found = {name: {*islice(solvers.solutions(puzzle, name), MOST_SOLUTIONS)} for name in names}
    assert all(found[name] == found["sat"] for name in names) and 1 <= len(found["sat"]) < MOST_SOLUTIONS


def test_cells_in_no_unit_may_hold_anything() -> None:
    free = Puzzle((1, 0, 0), Geometry(2, ((0, 0), (0, 1), (1, 1)), (Unit("row", 1, (0, 1)),)))
    for name in solvers.names():
        if not solvers.get(name).fits(free) and solvers.get(name).enumerates:
            found = sorted(one.givens for one in solvers.solutions(free, name))
            assert found == [(1, 2, 1), (1, 2, 2)], name
    guesses = (step.cell for step in solvers.trace(free, "fewest-blanks") if step.kind is Kind.GUESS)
    assert next(guesses) == 2, "a cell in no unit has none of a unit's blanks beside it"


@pytest.mark.parametrize("shape", [JIGSAW, SAMURAI])
def test_names_of_cells_are_those_of_the_shape_in_literals_and_moves(shape: Geometry) -> None:
    puzzle = Puzzle.empty(shape)
    for cell in shape.cells:
        literal = cell * shape.symbols + 3
        assert literals.parse(literals.write(literal, puzzle), puzzle) == literal
        assert [step.cell for step in person.read(f"{shape.name(cell)}=3", puzzle)] == [cell]
    with pytest.raises(ValueError, match="outside the"):
        literals.parse("r22c1=3", puzzle)


@st.composite
def small_shapes(draw: st.DrawFn) -> Puzzle:
    """Return a puzzle on a few cells, with any units over them in any order and perhaps a rule."""
    symbols, rows, columns = draw(st.integers(2, 3)), draw(st.integers(1, 2)), draw(st.integers(2, 3))
    cells = range(rows * columns)
    some = st.lists(st.sampled_from(cells), unique=True, min_size=1, max_size=symbols)
    units = tuple(
        Unit("group", number, tuple(its), len(its) == symbols and draw(st.booleans()))
        for number, its in enumerate(draw(st.lists(some, max_size=3)), 1)
    )
    rules = tuple(draw(st.lists(st.builds(AtMostTwo, some.map(tuple)), max_size=2)))
    places = tuple((row, column) for row in range(rows) for column in range(columns))
    givens = draw(st.tuples(*[st.integers(0, symbols)] * len(cells)))
    return Puzzle(givens, Geometry(symbols, places, units, rules))


class AtMostTwo(Rule):
    """At most two of the cells hold a 1, and not only them."""

    name = "at-most-two"
    start = 0

    def step(self, state: int, digit: int) -> int | None:
        return min(state + 1, 3) if digit == 1 else state + 10 if state < 10 else state

    def accepts(self, state: int) -> bool:
        return state % 10 < 3 and (state >= 10 or len(self.cells) < 3)

    def says(self, puzzle: Puzzle) -> str:
        return "at most two cells hold a 1"


@given(small_shapes())
def test_every_search_finds_what_trying_every_assignment_finds(puzzle: Puzzle) -> None:
    shape = puzzle.geometry
    tried = product(*([digit] if digit else shape.digits for digit in puzzle.givens))
    wanted = {values for values in tried if Puzzle(values, shape).is_solved()}
    options = [(name, {}) for name in solvers.names()] + [(name, {"candidates": True}) for name in PASSING_OVER]
    for name, its in options:
        solver = solvers.get(name)
        if solver.unfit(puzzle) or not solver.enumerates or solver.black_box:
            continue
        board, found = solver.board(puzzle, its), []
        for step in solvers.trace(puzzle, name, **its):
            assert board.objection(step) is None, (name, step)
            found += [tuple(board.values)] * (step.kind is Kind.SOLVED)
            board.apply(step)
        assert len(found) == len(wanted) and {*found} == wanted, name
    assert counting.count(puzzle, 1000) == len(wanted)
    for encoding in cnf.ENCODINGS:
        models = models_of(puzzle, encoding)
        assert len(models) == len(wanted) and {*models} == wanted, encoding


@given(small_shapes())
def test_the_judge_of_a_shape_knows_for_each_cell_whether_it_may_hold_another_digit(puzzle: Puzzle) -> None:
    pytest.importorskip("pysat.solvers", reason="needs python-sat")
    shape = puzzle.geometry
    with closing(SatJudge(shape)) as judge:
        for cell, digit in product(shape.cells, shape.digits):
            rest = puzzle.update(cell, 0).givens
            tried = product(*([value] if value else shape.digits for value in rest))
            wanted = any(values[cell] != digit and Puzzle(values, shape).is_solved() for values in tried)
            assert judge.has_other(rest, cell, digit) is wanted


@given(small_shapes())
def test_brute_force_knows_units_and_rules(puzzle: Puzzle) -> None:
    shape, values = puzzle.geometry, puzzle.givens
    if puzzle.is_full():
        apart = all(len({values[cell] for cell in unit.cells}) == len(unit.cells) for unit in shape.units)
        ones = all(rule.ways([1 << values[cell] for cell in rule.cells]) == 1 for rule in shape.rules)
        assert puzzle.is_solved() is (apart and ones)


def test_the_order_of_a_units_cells_makes_no_difference() -> None:
    turned = [replace(unit, cells=unit.cells[::-1]) for unit in STANDARD.units]
    shape = replace(STANDARD, units=tuple(turned))
    puzzle = puzzle_of(STANDARD, 0.55, seed=3)
    same, wanted = Puzzle(puzzle.givens, shape), {one.givens for one in solvers.solutions(puzzle, "mrv")}
    assert shape.spec != STANDARD.spec and len(wanted) > 1
    assert counting.count(same, MOST_SOLUTIONS) == len(wanted)
    for name in ("mrv", "cdcl", "bitboard", "exact-cover", "elimination"):
        assert {one.givens for one in solvers.solutions(same, name)} == wanted, name


RULED = {
    "cage": "killer 4x4; cage 10 r1c1 r1c2 r1c3 r1c4; cage 5 r2c1 r3c1; cage r4c3 r4c4",
    "less": "comparison 4x4; regions none; less r1c1 r1c2; less r3c3 r2c3",
    "thermo": "variant 4x4; thermo r1c1 r2c1; thermo r4c4 r3c4",
}
SPECS = [*RULED.values(), "jigsaw 4x4; regions AABB/AABB/CCCD/CDDD", "x 4x4", "variant 4x4; units rising", "samurai"]
WITHOUT_RULES = {"annealing", "bitboard", "exact-cover", "formula", "human", "rows", "rows-pruned"}


@pytest.mark.parametrize("spec", SPECS)
def test_each_solver_solves_each_kind_or_names_the_rule_that_it_cannot_apply(spec: str) -> None:
    geometry = Geometry.of_spec(spec)
    puzzle = puzzle_of(geometry, 0.4 if len(geometry.cells) == 16 else 0.02)
    for name in solvers.names():
        solver = solvers.get(name)
        if reason := solver.unfit(puzzle):
            by_a_rule = any(reason.startswith(f"cannot apply the rule {rule!r}") for rule in RULED)
            assert by_a_rule is bool(geometry.rules) and (not by_a_rule or name in WITHOUT_RULES), (name, reason)
        else:
            found = next(solvers.solutions(puzzle, name), None)
            assert found and found.is_solution_of(puzzle) or not solver.complete, name
