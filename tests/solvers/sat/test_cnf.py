"""Tests that each encoding has the right clauses and sizes, and that its models are the solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, islice, product

import pytest
import sat_models
from hypothesis import given
from made import generate
from slow import slow_but
from strategies import examples, puzzles

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from puzzles.geometry import Unit
from solvers.sat import cnf
from solvers.sat.cnf import ENCODINGS, settle

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)]
FULL = ["extended", "minimal", "compact"]
ALL = pytest.mark.parametrize("name", list(ENCODINGS))
Fact = int
"""A digit in a row and column: 1 + digit + side * column + side * side * row, each from 0."""
Literals = frozenset[int]
"""Facts, negative if they are denied."""


# The rules once more, from rows, columns and digits


def groups(height: int, width: int) -> dict[str, list[list[Fact]]]:
    """Return the groups of each kind, in which exactly one fact is true."""
    side = height * width
    every = range(side)

    def fact(row: int, column: int, digit: int) -> Fact:
        return 1 + digit + side * column + side * side * row

    return {
        "cell": [[fact(r, c, d) for d in every] for r in every for c in every],
        "row": [[fact(r, c, d) for c in every] for r in every for d in every],
        "column": [[fact(r, c, d) for r in every] for c in every for d in every],
        "box": [
            [fact(top + i, left + j, d) for i in range(height) for j in range(width)]
            for top in range(0, side, height)
            for left in range(0, side, width)
            for d in every
        ],
    }


def least(of: Iterable[list[Fact]]) -> list[Literals]:
    return [frozenset(group) for group in of]


def most(of: Iterable[list[Fact]]) -> list[Literals]:
    return [frozenset((-one, -other)) for group in of for one, other in combinations(group, 2)]


def rules(name: str, height: int, width: int) -> list[Literals]:
    """Return the clauses of an encoding, with those that two units share listed twice."""
    every = groups(height, width)
    cells, units = every["cell"], every["row"] + every["column"] + every["box"]
    return {
        "extended": lambda: least(cells + units) + most(cells + units),
        "minimal": lambda: least(cells) + most(units),
        "compact": lambda: most(cells) + least(units),
    }[name]()


def facts(puzzle: Puzzle, name: str, clauses: Iterable[Sequence[int]]) -> list[Literals]:
    """Return the clauses of an encoding, with each literal replaced by the fact that it states."""
    side, meant = puzzle.geometry.side, {}
    for variable, (cell, digit) in enumerate(ENCODINGS[name].candidates(puzzle), 1):
        row, column = divmod(cell, side)
        meant[variable] = digit + side * column + side * side * row
        meant[-variable] = -meant[variable]
    return [frozenset(map(meant.__getitem__, clause)) for clause in clauses]


def given_facts(puzzle: Puzzle) -> list[Literals]:
    side = puzzle.geometry.side
    places = ((*divmod(cell, side), digit) for cell, digit in enumerate(puzzle.givens) if digit)
    return [frozenset([digit + side * column + side * side * row]) for row, column, digit in places]


@pytest.mark.parametrize("shape", slow_but(SHAPES[::3], SHAPES, False), ids=str)
@pytest.mark.parametrize("name", FULL)
def test_the_clauses_are_the_rules_and_a_unit_clause_a_given(name: str, shape: tuple[int, int]) -> None:
    geometry = Geometry.boxes(*shape)
    puzzle = Puzzle.empty(geometry).update(3, 2).update(len(geometry.cells) - 1, geometry.symbols)
    clauses = facts(puzzle, name, ENCODINGS[name].clauses(puzzle))
    expected = rules(name, *shape) + given_facts(puzzle)
    assert set(clauses) == set(expected)
    assert len(clauses) == len(expected)
    assert clauses[-2:] == given_facts(puzzle)


@pytest.mark.parametrize(
    ("name", "empty", "fig1", "fig23"),
    [("extended", 11_988, 12_016, 12_028), ("minimal", 8_829, 8_857, 8_869), ("compact", 3_159, 3_187, 3_199)],
)
def test_the_common_grid_has_as_many_clauses_as_the_literature_counts(
    name: str, empty: int, fig1: int, fig23: int
) -> None:
    for puzzle, count in ((Puzzle.empty(), empty), (named.find("fig1"), fig1), (named.find("fig23"), fig23)):
        assert ENCODINGS[name].size(puzzle) == (729, count)
        assert sum(1 for _ in ENCODINGS[name].clauses(puzzle)) == count


def test_extended_has_a_block_for_cells_and_each_kind_of_unit() -> None:
    clauses = facts(Puzzle.empty(), "extended", cnf.EXTENDED.clauses(Puzzle.empty()))
    blocks = [clauses[start : start + 2997] for start in range(0, 11_988, 2997)]
    every = groups(3, 3)
    for kind, block in zip(("cell", "row", "column", "box"), blocks, strict=True):
        assert set(block) == set(least(every[kind]) + most(every[kind]))


@ALL
@given(puzzle=puzzles())
@examples(15)
def test_the_size_is_that_of_what_is_generated(name: str, puzzle: Puzzle) -> None:
    clauses = list(ENCODINGS[name].clauses(puzzle))
    variables = {abs(literal) for clause in clauses for literal in clause}
    assert ENCODINGS[name].size(puzzle) == (len(variables), len(clauses))
    assert variables == set(range(1, len(variables) + 1)), "each variable is used, from 1 on"
    assert len(ENCODINGS[name].candidates(puzzle)) == len(variables)


@ALL
def test_the_largest_grid_is_counted_without_being_generated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle.empty(Geometry.of_side(36))
    monkeypatch.setattr(cnf, "Exclusion", None)
    cells, units, pairs = 1296, 108 * 36, 36 * 35 // 2
    peers = 36 * (1296 * 95 // 2)  # 105 others in a cell's units; 5 of its row and 5 of its column come twice
    expected = {
        "extended": (cells + units) * (1 + pairs),
        "minimal": cells + units * pairs,
        "compact": cells * pairs + units,
        "simplified": cells * (1 + pairs) + units + peers,
    }
    assert ENCODINGS[name].size(puzzle) == (36**3, expected[name])


# Models are grids


def models(name: str, puzzle: Puzzle, limit: int | None = None) -> list[tuple[int, ...]]:
    """Return the grids of the encoding's models, up to a limit."""
    encoding = ENCODINGS[name]
    found = sat_models.each([*encoding.clauses(puzzle)])
    return [tuple(encoding.decode(puzzle, model)) for model in islice(found, limit)]


@ALL
@given(puzzle=puzzles())
@examples(25)
def test_the_models_are_the_solutions_that_mrv_finds(name: str, puzzle: Puzzle) -> None:
    found = models(name, puzzle, 20)
    expected = [solution.givens for solution in islice(solvers.solutions(puzzle, "mrv"), 20)]
    assert len(found) == len(expected) == len(set(found)), "no two models are the same grid"
    if len(found) < 20:
        assert set(found) == set(expected)
    assert all(puzzle.with_values(values).is_solution_of(puzzle) for values in found)


@pytest.mark.slow
@ALL
def test_the_named_puzzles_have_as_many_models_as_solutions(name: str) -> None:
    for entry in named.all():
        if entry.file in ("systems", "impossible", "ambiguous") and entry.puzzle.clues > 20:
            found = models(name, entry.puzzle, 3)
            known = entry.at_least if entry.count is None else entry.count
            assert len(found) == len(set(found)) >= min(known, 3) and (entry.count is None or len(found) <= entry.count)


@ALL
def test_the_288_grids_of_4x4_are_288_models(name: str) -> None:
    assert len(set(models(name, Puzzle.empty(Geometry.boxes(2, 2))))) == 288
    assert len(models(name, Puzzle.empty(Geometry.boxes(2, 2)))) == 288


# Units that need not hold every digit

SPLIT = Geometry(
    symbols=3,
    places=((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (4, 4)),
    units=(Unit("row", 1, (0, 1, 2)), Unit("column", 1, (2, 3), complete=False), Unit("line", 1, (1, 3, 4), False)),
)
"""A grid with a complete row, two lines whose cells must differ, and a cell in no unit at all."""


@ALL
@pytest.mark.parametrize("values", [(0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 3, 0), (0, 2, 0, 2, 0, 0), (1, 0, 0, 2, 3, 0)])
def test_in_an_incomplete_unit_digits_differ_and_may_be_missing(name: str, values: tuple[int, ...]) -> None:
    puzzle = Puzzle(values, SPLIT)
    expected = {
        grid
        for grid in product(range(1, 4), repeat=6)
        if all(given in (0, digit) for given, digit in zip(values, grid, strict=True))
        and all(grid[one] != grid[other] for unit in SPLIT.units for one, other in combinations(unit.cells, 2))
    }
    found = models(name, puzzle)
    assert set(found) == expected
    assert len(found) == len(expected), "no cell holds two digits"
    assert ENCODINGS[name].size(puzzle)[1] == len([*ENCODINGS[name].clauses(puzzle)])


# Singles placed first


def left(puzzle: Puzzle) -> list[set[int]] | None:
    """Return the candidates that strikes and singles leave, found the slow way, or ``None`` at a contradiction."""
    geometry = puzzle.geometry
    sets = [{digit} if digit else set(geometry.digits) for digit in puzzle.givens]
    while True:
        before = [set(digits) for digits in sets]
        for unit in geometry.units:
            for cell in unit.cells:
                if len(sets[cell]) == 1:
                    for other in unit.cells:
                        if other != cell:
                            sets[other] -= sets[cell]
            for digit in geometry.digits:
                places = [cell for cell in unit.cells if digit in sets[cell]]
                if not places or not all(sets):
                    return None
                if len(places) == 1:
                    sets[places[0]] &= {digit}
        if sets == before:
            return sets


@given(puzzle=puzzles())
@examples(60)
def test_what_is_settled_is_what_strikes_and_singles_settle(puzzle: Puzzle) -> None:
    settled, expected = settle(puzzle), left(puzzle)
    assert bool(settled.dead) == (expected is None)
    if expected is not None:
        assert [{digit for digit in puzzle.geometry.digits if mask >> digit & 1} for mask in settled.masks] == expected


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3)], ids=str)
def test_simplified_is_the_extended_encoding_over_what_is_open(shape: tuple[int, int]) -> None:
    puzzle = some_open(Geometry.boxes(*shape))
    sets = left(puzzle)
    assert sets is not None
    assert [{digit} if digit else set() for digit in ENCODINGS["simplified"].values(puzzle)] == [
        digits if len(digits) == 1 else set() for digits in sets
    ]
    open_cells = [(cell, digits) for cell, digits in enumerate(sets) if len(digits) > 1]
    opened = {puzzle.geometry.side * cell + digit for cell, digits in open_cells for digit in digits}
    every = [[fact for fact in group if fact in opened] for kind in groups(*shape).values() for group in kind]
    expected = set(least(group for group in every if group) + most(every))
    clauses = facts(puzzle, "simplified", ENCODINGS["simplified"].clauses(puzzle))
    assert opened and set(clauses) == expected
    negative = [clause for clause in clauses if max(clause) < 0]
    assert len(negative) == len(set(negative)), "two peers differ once, though two units say so"


def some_open(geometry: Geometry) -> Puzzle:
    """Draw a solvable puzzle that singles solve only in part."""
    if geometry.symbols == 9:
        return named.find("fig23")
    solution = next(solvers.solutions(Puzzle.empty(geometry), "mrv"))
    kept = {cell for cell in geometry.cells if cell % 5 == 0}
    return solution.with_values([digit if cell in kept else 0 for cell, digit in enumerate(solution.givens)])


@pytest.mark.parametrize(
    ("puzzle", "size"),
    [
        (named.find("misprint"), (2, 3)),  # two givens clash: both stand, and they exclude each other
        (
            Puzzle.parse("12345678.........9" + "." * 63),
            (9, 10),
        ),  # a cell without a candidate: one of nine, none of nine
        (named.find("fig1"), (0, 0)),  # singles solve it
        (next(entry.solution for entry in named.all() if entry.name == "fig1"), (0, 0)),
    ],
    ids=["clash", "no candidate", "solved by singles", "finished"],
)
def test_what_singles_decide_is_said_honestly(puzzle: Puzzle, size: tuple[int, int]) -> None:
    encoding = ENCODINGS["simplified"]
    assert encoding.size(puzzle) == size
    clauses = [*encoding.clauses(puzzle)]
    assert len(clauses) == size[1]
    expected = solvers.solve(puzzle, "mrv")
    assert models("simplified", puzzle) == ([expected.givens] if expected else [])
    shown = facts(puzzle, "simplified", clauses)
    assert len(set(shown)) == len(shown)


def test_encodings_are_listed_in_their_order_and_say_what_they_are() -> None:
    assert list(ENCODINGS) == ["extended", "minimal", "compact", "simplified"]
    assert all(encoding.name == name and "\n" not in encoding.summary for name, encoding in ENCODINGS.items())


@ALL
def test_every_generated_puzzle_has_one_model(name: str) -> None:
    for side, seed in ((4, 1), (6, 2), (9, 3)):
        puzzle = generated(side, seed)
        assert [puzzle.with_values(grid) for grid in models(name, puzzle)] == [solvers.solve(puzzle, "mrv")]


def generated(side: int, seed: int) -> Puzzle:
    return generate(seed, 0, geometry=Geometry.of_side(side))


@pytest.mark.parametrize("name", ["fig1", "clash-row", "small-4", "complete", "three"])
def test_what_is_settled_keeps_each_given_and_nothing_beside_it(name: str) -> None:
    puzzle = named.find(name)
    settled = settle(puzzle)
    assert settled.clash == bool(puzzle.clashes())
    for digit, mask in zip(puzzle.givens, settled.masks, strict=True):
        assert mask == 1 << digit if digit else mask & ~sum(1 << each for each in puzzle.geometry.digits) == 0
    if settled.clash:
        assert {mask.bit_count() for mask in settled.masks} == {1, puzzle.geometry.symbols}


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        (
            "killer cage 15 r1c1 r1c2",
            "each cell exactly one digit, each unit each digit exactly once, and the rules of the puzzle",
        ),
        ("slitherlink 3x3", "each edge exactly one mark, and the rules of the puzzle"),
        ("9x9", "each cell exactly one digit, each unit each digit exactly once"),
    ],
)
def test_an_encoding_is_told_of_in_the_words_of_the_shape(spec: str, told: str) -> None:
    assert ENCODINGS["extended"].told_of(Geometry.of_spec(spec)) == told
