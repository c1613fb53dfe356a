"""Tests that Kakuros are read, written, checked and made, as text and as puzz.link's addresses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from puzzles.formats import puzz_link
from puzzles.formats.link import LINK
from puzzles.geometry import Geometry
from puzzles.kinds.kakuro import Board
from puzzles.kinds.kind import Place
from puzzles.puzzle import Puzzle
from puzzles.writing import grid, record
from solvers.core.counting import count
from solvers.core.step import Kind, Why
from solvers.generate.generator import Recipe, candidate
from solvers.sat.backends import MINISAT, lacking

SMALL = r"""# puzzle kakuro
# row x    4\   10\  x
# row \3   .    .    4\
# row \11  .    .    .
# row x    \4   .    .
"""
needs_sat = pytest.mark.skipif(bool(lacking(MINISAT)), reason="needs python-sat, which says that a Kakuro is unique")


def made(index: int, size: str = "9x9", minimal: bool = False) -> Puzzle:
    return candidate("kakuro", index, Recipe(Geometry.of_spec(f"kakuro {size}"), minimal=minimal))


def runs_of(puzzle: Puzzle, solution: dict[Place, int]) -> Iterator[tuple[str, Place, list[int]]]:
    """Yield the direction of each run, the square before it, and its digits, read off the rows and columns alone."""
    rows, columns = puzzle.geometry.extent
    for way, lines in (
        ("across", [[(r, c) for c in range(columns)] for r in range(rows)]),
        ("down", [[(r, c) for r in range(rows)] for c in range(columns)]),
    ):
        for line in lines:
            groups = [(white, [*group]) for white, group in groupby(line, solution.__contains__)]
            for (_, before), (white, run) in zip(groups, groups[1:], strict=False):
                if white:
                    yield way, before[-1], [solution[place] for place in run]


def test_a_board_is_read_and_written_as_it_is() -> None:
    puzzle = Puzzle.parse(SMALL)
    assert [str(unit) for unit in puzzle.geometry.units[:3]] == [
        "the run of 4 down from r2c2", "the run of 10 down from r2c3", "the run of 4 down from r3c4",
    ]  # fmt: skip
    given = puzzle.update(2, 3)
    for one in (puzzle, given):
        assert Puzzle.parse(grid(one)) == one and Geometry.of_spec(one.geometry.spec) == one.geometry
        assert Puzzle.parse(record(one).replace("[", "# shape ").replace("] ", "\n")) == one
    assert r"# row \11 . . ." in grid(puzzle).splitlines()


@needs_sat
def test_its_sums_leave_one_solution_that_keeps_them() -> None:
    for index, size in enumerate(("4x4", "9x9", "7x11", "12x9")):
        puzzle = made(index, size)
        board, solution = Board.read(puzzle.geometry.text), solvers.solve(puzzle)
        assert count(puzzle) == 1 and solution
        digits = dict(zip(puzzle.geometry.places, solution.givens, strict=True))
        found = [*runs_of(puzzle, digits)]
        assert all(len({*run}) == len(run) > 1 for _, _, run in found)
        assert {(before, way): sum(run) for way, before, run in found} == board.sums
        assert Puzzle.parse(grid(puzzle)) == puzzle


@needs_sat
@pytest.mark.slow
def test_hard_ones_have_one_solution_too() -> None:
    assert [count(made(index, "10x10", minimal=True)) for index in range(10)] == [1] * 10


@needs_sat
def test_people_solve_it_and_each_strike_names_its_run() -> None:
    steps = [*solvers.trace(made(3), "human")]
    assert steps[-1].kind is Kind.SOLVED
    assert {step.why for step in steps} & {Why.COMBINATIONS, Why.ONE_LEFT}


@needs_sat
@given(st.integers(0, 10**6))
def test_an_address_holds_all_of_it(index: int) -> None:
    puzzle = made(index, "6x7")
    address = puzz_link.address(puzzle)
    assert puzz_link.puzzle(address.partition("?")[2]) == puzzle
    assert not LINK.refusal(puzzle)
    assert "givens" in LINK.refusal(puzzle.update(0, 1)), "which would be lost"


def test_an_address_of_pzpr_is_the_board_it_draws() -> None:
    """Its own example, which it also gives as rows of squares."""
    known = (
        r"row x x 12\ 4\ x x; row x 4\8 . . 10\ x; row \10 . . . . 10\; "
        r"row \3 . . 17\3 . .; row x \21 . . . .; row x x \12 . . x"
    )
    found = puzz_link.puzzle("kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3")
    assert found.geometry == Geometry.of_spec(f"kakuro {known}") and count(found) == 1


REFUSED = {
    "row x 4\\ ; row \\3 .": "no run down of two or more cells begins after r1c2, which has a sum",
    "row x 4\\; row \\3 . .": "row 2 has 3 squares and row 1 has 2; write x for a black one",
    "row x y": "'y' is no square; write x, . or the sums below and right, as in 12\\23",
    "row x 4\\ 4\\; row \\2 . .; row \\6 . .": "the run of 2 across from r2c2 cannot be kept with 9 symbols",
    "2x2": "a board needs at least 3 rows and 3 columns",
    "row x x; row x x": "0 cells",
    "row " + ". " * 11: "has 11 cells for 9 symbols",
    "99x99": "99",
}


def test_what_is_no_board_is_refused_with_the_reason() -> None:
    found = {}
    for text in REFUSED:
        with pytest.raises(ValueError) as error:
            Geometry.of_spec(f"kakuro {text}")
        found[text] = str(error.value)
    assert {text: said for text, said in found.items() if REFUSED[text] not in said} == {}


@pytest.mark.parametrize("text", ["kakuro/5/5/48la0", "kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3zzzz", "kakuro/5/5/48!",
                                  "slither/5/5/abc", "kakuro/500/500/k"])  # fmt: skip
def test_a_damaged_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"cut off or damaged|does not know|501x501"):
        puzz_link.puzzle(text)
