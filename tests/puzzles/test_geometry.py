"""Tests that a geometry is what its spec says, wherever it goes."""

import pickle
import re
import subprocess
import sys
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import JIGSAW, LINES, SAMURAI, X

import solvers
from puzzles.corpus.record import parse as parse_record
from puzzles.formats import registry as formats
from puzzles.geometry import LARGEST, MOST_ALONG, STANDARD, Geometry, Unit, check_extent, rectangle, shapes, sides
from puzzles.problems import PuzzleError
from puzzles.puzzle import Puzzle, read
from puzzles.writing import boxed, grid, record, shortest
from solvers.core.registry import Solver
from solvers.core.trace_text import Header, parse, write
from visualizer.panes.code.listing import declared


@st.composite
def geometries(draw: st.DrawFn) -> Geometry:
    """Draw any shape: cells anywhere, units of any cells."""
    symbols = draw(st.integers(2, LARGEST))
    places = sorted(draw(st.sets(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=40)))
    units = []
    for kind in draw(st.lists(st.sampled_from(["row", "region", "knight pair", "box"]), max_size=6)):
        cells = draw(st.lists(st.integers(0, len(places) - 1), min_size=1, max_size=symbols, unique=True))
        complete = len(cells) == symbols and draw(st.booleans())
        units.append(Unit(kind, draw(st.integers(1, 3)), tuple(cells), complete))
    return Geometry(symbols, tuple(places), tuple(units))


@given(geometries())
def test_a_spec_makes_the_shape_again(shape: Geometry) -> None:
    same = Geometry.of_spec(shape.spec)
    assert (same.symbols, same.places, same.units) == (shape.symbols, shape.places, shape.units)
    assert same == shape and hash(same) == hash(shape) and pickle.loads(pickle.dumps(shape)) == shape


@given(geometries(), geometries())
def test_shapes_are_equal_only_if_all_their_parts_are(one: Geometry, other: Geometry) -> None:
    parts = [(shape.symbols, shape.places, shape.units) for shape in (one, other)]
    assert (one == other) == (parts[0] == parts[1])


def test_squares_with_boxes_keep_their_short_names_and_are_made_once() -> None:
    plain = [shape for side in sides() for shape in shapes(side)]
    assert all(pickle.loads(pickle.dumps(shape)) is shape is Geometry.of_spec(shape.spec) for shape in plain)
    assert (STANDARD.spec, Geometry.boxes(2, 3).spec, Geometry.boxes(3, 2).spec) == ("9x9", "6x6", "6x6:3x2")
    by_hand = Geometry(9, STANDARD.places, STANDARD.units)
    assert by_hand == STANDARD and by_hand.grid == STANDARD.grid


def test_what_looks_like_a_square_with_boxes_and_is_not_is_another_shape() -> None:
    named_box = Geometry(9, STANDARD.places, tuple(Unit("box", u.number, u.cells) if u.kind == "region" else u
                                                   for u in JIGSAW.units))  # fmt: skip
    different = {STANDARD, JIGSAW, X, named_box, Geometry(9, STANDARD.places, STANDARD.units[:18])}
    assert len(different) == 5 and all(shape.grid is None for shape in different - {STANDARD})


NO_SHAPES = (
    "", "9x8", "9x9:2x3", "5x5", "99x99", "3 | 2x2", "3 | 2x2 | row 0-9", "3 | r0c1 | row 0", "2 | 1x2 | row 0,0",
    "40 | 2x2 | row 0-3", "2 | r1c2 r1c1 | row? 0,1", "2 | 1x65 | row? 0,1", "2 | r1c1 r1c99 | row? 0,1",
    "4 | 1x4 | row" + " 0-99999" * 8000, "4 | " + " ".join(["r1c1-9999"] * 6500) + " | row 0-3",
    "3 | 9999x9999 | row 0", "2 | 1x2 | row 0", "2 | r1c1 r1c1 | row? 0,1", "2 | 1x2 | ROW 0-1",
)  # fmt: skip


@pytest.mark.parametrize("spec", NO_SHAPES)
def test_text_that_is_no_shape_is_refused(spec: str) -> None:
    with pytest.raises(ValueError):
        Geometry.of_spec(spec)


def test_more_cells_and_symbols_than_a_run_can_record_are_refused() -> None:
    places = tuple((row, column) for row in range(60) for column in range(60))
    with pytest.raises(ValueError, match="'Box' is not a kind of unit"):
        Geometry(4, places, (Unit("Box", 1, (0, 1, 2, 3)),))
    with pytest.raises(ValueError, match="3600 cells of 36 symbols"):
        Geometry(36, places, ())
    assert len(Geometry(4, places, ()).cells) == 3600


@pytest.mark.parametrize("shape", [JIGSAW, X, SAMURAI])
def test_a_trace_of_any_shape_is_read_back(shape: Geometry) -> None:
    puzzle = Puzzle.empty(shape).update(0, 1)
    steps = [*islice(solvers.trace(puzzle, "mrv"), 50)]
    header, read = parse([*write(Header(puzzle, "mrv", {}), steps)])
    assert header.puzzle == puzzle and [*read] == steps


def test_the_peers_of_a_shape_are_the_cells_of_its_units() -> None:
    for shape in (JIGSAW, X, SAMURAI):
        pairs = {pair for unit in shape.units for pair in combinations(sorted(unit.cells), 2)}
        assert pairs == {(cell, peer) for cell in shape.cells for peer in shape.peers[cell] if cell < peer}


APART = Geometry(3, ((0, 0), (0, 2), (4, 1)), (Unit("trio", 1, (0, 1, 2)),))
WIDE = Geometry(4, tuple((row, column) for row in range(2) for column in range(8)), (Unit("row", 1, (0, 1, 2, 3)),))
BARE = Geometry(3, ((0, 0), (0, 1), (1, 1)), ())
FIVE = Geometry.of_spec("5 | 5x5 | row 0-4 5-9 10-14 15-19 20-24; column 0-20/5 1-21/5 2-22/5 3-23/5 4-24/5")
"""A Latin square, whose side no grid with boxes has."""


@pytest.mark.parametrize("shape", [JIGSAW, X, SAMURAI, APART, WIDE, BARE, FIVE])
def test_a_puzzle_of_any_shape_is_written_as_text_that_is_read_back(shape: Geometry) -> None:
    puzzle = Puzzle.empty(shape).update(0, 1).update(len(shape.cells) - 1, 3)
    assert read(grid(puzzle)) == puzzle == read(boxed(puzzle)) and read(shortest(puzzle)) == puzzle
    assert formats.parse(grid(puzzle)).puzzle == puzzle == read(str(puzzle), shape)
    assert parse_record(record(puzzle).encode()).puzzle == puzzle
    stored = {form.name for form in formats.FORMATS.values() if not form.refusal(puzzle)}
    assert stored == {"grid", "boxed", "line"}, "others say that they cannot store it"


def test_one_place_says_what_the_units_of_a_shape_are() -> None:
    loose = Geometry(3, ((0, 0), (0, 1)), (Unit("pair", 1, (0, 1), complete=False),))
    rules = [shape.rule for shape in (STANDARD, JIGSAW, X, loose, Geometry(2, ((0, 0),), ()))]
    assert rules == [
        "every row, column and box holds each digit once", "every row, column and region holds each digit once",
        "every row, column, box and diagonal holds each digit once", "no pair holds a digit twice",
        "every cell holds a digit",
    ]  # fmt: skip
    assert X.units_in_words("or") == "row, column, box or diagonal"
    assert X.units_in_words("or", 1) == "row, column or box"
    assert X.units_in_words("and", 1, 0) == "row, column, box and diagonal" and loose.units_in_words("or", 0) == "pair"


def test_a_start_makes_no_grid_but_the_usual_one() -> None:
    program = "import solvers; from puzzles.geometry import Geometry; print(Geometry.boxes.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "1\n"


def test_a_shape_in_the_name_of_sudoku_is_the_same_shape() -> None:
    assert Geometry.of_spec("sudoku 9x9") is STANDARD


@pytest.mark.parametrize("symbols", [0, 1, LARGEST + 1])
def test_a_shape_has_at_least_two_symbols_and_no_more_than_can_be_shown(symbols: int) -> None:
    with pytest.raises(ValueError, match=f"{symbols} symbols; this program supports 2 to {LARGEST}"):
        Geometry(symbols, ((0, 0),), ())


def test_units_share_no_more_cells_than_techniques_can_compare() -> None:
    unit = Unit("single", 1, (0,), complete=False)
    assert len(Geometry(3, ((0, 0),), (unit,) * 1000).units) == 1000
    with pytest.raises(ValueError, match="1001 units that share too many cells"):
        Geometry(3, ((0, 0),), (unit,) * 1001)


def test_only_the_latest_shapes_of_a_collection_are_kept() -> None:
    for number in range(1000):
        Geometry.of_spec(f"2 | 1x2 | row#{number} 0,1")
    assert Geometry.of_spec.cache_info().currsize < 1000


def test_a_rectangle_too_large_to_be_drawn_is_not_made() -> None:
    with pytest.raises(ValueError, match="at most 64 rows and columns"):
        rectangle(1000, 1000)


def test_a_shape_keeps_the_symbols_that_its_text_names() -> None:
    text = "# shape 4 | 2x4 | row 0-3 4-7\n# symbols WXYZ\nw...\n.Z.."
    puzzle = read(text)
    assert puzzle.givens == (1, 0, 0, 0, 0, 4, 0, 0) and puzzle.symbol(4) == "Z"
    assert read(grid(puzzle)) == puzzle and "Z" in grid(puzzle)


def test_a_shape_that_is_none_is_the_only_complaint() -> None:
    with pytest.raises(PuzzleError) as refused:
        read("# shape 4 | 2x99 | row 0-3\n1...\n.2..")
    told = ["a shape of 2x99 cells; at most 64 rows and columns can be drawn"]
    assert [problem.message for problem in refused.value.problems] == told


def test_of_several_kinds_that_hold_each_cell_once_the_first_are_the_regions() -> None:
    both = Geometry(9, STANDARD.places, (*STANDARD.units, *JIGSAW.units[18:]))
    assert {both.units[u].kind for u in both.regions} == {"box"}
    assert {other.units[u].kind for other in [Geometry(9, STANDARD.places, (*JIGSAW.units, *STANDARD.units[18:]))]
            for u in other.regions} == {"region"}  # fmt: skip


LATIN = Geometry(9, STANDARD.places, LINES)


@pytest.mark.parametrize(
    ("text", "jigsaw", "x", "latin"),
    [
        ("whose row, column or box has", "row, column or region", "row, column, box or diagonal", "row or column"),
        ("from its row, column and box;", "row, column and region", "row, column, box and diagonal", "row and column"),
        ("look at columns and boxes", "columns and regions", "columns, boxes and diagonals", "columns"),
        ("while a row or a column lacks", "row or column", "row, column or diagonal", "row or column"),
        ("fill each box", "region", "box", "unit"),
        ("within boxes", "regions", "boxes", "units"),
    ],
)
def test_a_text_about_squares_is_told_in_the_words_of_a_shape(text: str, jigsaw: str, x: str, latin: str) -> None:
    for shape, said in ((JIGSAW, jigsaw), (X, x), (LATIN, latin)):
        assert said in shape.told(text) and (shape is X or "box" not in shape.told(text))
    assert STANDARD.told(text) == text == Geometry.boxes(2, 3).told(text)
    assert "unit" in Geometry(2, ((0, 0), (0, 1)), ()).told(text), "cells in no unit at all"


@pytest.mark.parametrize("solver", [solvers.get(name) for name in solvers.names()], ids=lambda solver: solver.name)
def test_no_solver_speaks_of_boxes_on_a_shape_that_has_none(solver: Solver) -> None:
    lines = [line.text for line in declared(solver)]
    texts = [solver.summary, *lines, *(option.description for option in solver.options)]
    for text in [text for text in texts if "box" in text]:
        assert not re.search(r"(?<!black )box", JIGSAW.told(text)), text
    if "column or box" in solver.summary or "column and box" in solver.summary:
        assert "diagonal" in X.told(solver.summary)


def test_a_shape_may_have_as_many_rows_and_columns_as_can_be_drawn_and_no_more() -> None:
    check_extent(MOST_ALONG, MOST_ALONG)
    for extent in ((MOST_ALONG + 1, 1), (1, MOST_ALONG + 1)):
        with pytest.raises(ValueError, match=f"at most {MOST_ALONG} rows and columns can be drawn"):
            check_extent(*extent)
