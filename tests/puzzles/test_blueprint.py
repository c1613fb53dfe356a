"""Tests that what a header says item by item is the shape, and that each rule means what its name says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapes import models_of

from puzzles.discovery import entries
from puzzles.geometry import Geometry, rectangle
from puzzles.kinds.blueprint import UNITS, Blueprint, outline
from puzzles.problems import PuzzleError
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import rule_named
from puzzles.writing import grid, record
from solvers.sat import cnf

MEANINGS: dict[tuple[str, tuple[int, ...]], Callable[[Sequence[int]], bool]] = {
    ("cage", (7,)): lambda digits: sum(digits) == 7 and len({*digits}) == len(digits),
    ("across", (7,)): lambda digits: sum(digits) == 7 and len({*digits}) == len(digits),
    ("down", (7,)): lambda digits: sum(digits) == 7 and len({*digits}) == len(digits),
    ("less", ()): lambda digits: digits[0] < digits[1],
    ("dot", (1,)): lambda digits: abs(digits[0] - digits[1]) == 1,
    ("dot", (2,)): lambda digits: max(digits) == 2 * min(digits),
    ("apart", ()): lambda digits: abs(digits[0] - digits[1]) != 1,
    ("thermo", ()): lambda digits: all(a < b for a, b in zip(digits, digits[1:], strict=False)),
    ("clue", (2,)): lambda digits: digits.count(1) == 2,
    ("joint", ()): lambda digits: digits.count(1) in (0, 2),
    ("arrow", ()): lambda digits: digits[0] == sum(digits[1:]),
}
KINDS = {
    "killer": "killer 9x9; units diagonals; cage 15 r1c1 r1c2 r2c1; cage r5c5 r5c6",
    "jigsaw": "jigsaw 5x5; regions AABBB/AABBC/AEECC/DEECC/DDDDE",
    "x": "x",
    "samurai": "samurai",
    "comparison": "comparison 5x5; regions none; less r1c2 r1c1",
    "variant": "variant 4x4; units king; thermo r1c1 r2c2 r3c3; arrow r4c4 r4c3; dot double r1c1 r1c2; apart r3c3 r3c4",
}


def test_each_rule_and_kind_is_tried_here() -> None:
    assert {name for name, _ in MEANINGS} == {entry.name for entry in entries("puzzles.rules", "rule")} - {"loop"}
    others = {"sudoku", "kakuro", "slitherlink"}
    assert {*KINDS} == {entry.name for entry in entries("puzzles.kinds", "kind", "*/__init__.py")} - others


@pytest.mark.parametrize(("name", "args"), MEANINGS)
@given(data=st.data())
def test_a_rule_means_what_its_name_says(data: st.DataObject, name: str, args: tuple[int, ...]) -> None:
    fewest, most = rule_named(name).sizes
    cells = data.draw(st.integers(fewest, min(most, 4)))
    rule = rule_named(name)(tuple(range(cells)), args)
    masks = [data.draw(st.integers(1, 31)) << 1 for _ in range(cells)]
    every = ([digit for digit in range(1, 6) if mask >> digit & 1] for mask in masks)
    ways = [digits for digits in product(*every) if MEANINGS[name, args](digits)]
    assert rule.ways(masks) == len(ways)
    assert [*rule.filter(masks)] == [sum({1 << d for d in column}) for column in zip(*ways, strict=True)] or not ways
    assert rule.read(rule.written) == args
    assume(rule.can_be_kept([62] * cells))
    puzzle = Puzzle(tuple(data.draw(st.sampled_from([0, 0, 0, 1, 3, 5])) for _ in range(cells)),
                    Geometry(5, rectangle(1, cells), (), (rule,)))  # fmt: skip
    whole = (digits for digits in product(range(1, 6), repeat=cells) if MEANINGS[name, args](digits))
    wanted = [one for one in whole if all(given in (0, digit) for given, digit in zip(puzzle.givens, one, strict=True))]
    for encoding in cnf.ENCODINGS if puzzle.is_valid() else ():
        assert sorted(models_of(puzzle, encoding)) == wanted, encoding
    assert puzzle.is_valid() is bool(wanted)


def test_a_shape_is_written_as_it_is_read() -> None:
    for name, spec in KINDS.items():
        geometry = Geometry.of_spec(spec)
        assert geometry.kind_name == name and Geometry.of_spec(geometry.spec) == geometry
        puzzle = Puzzle.empty(geometry).update(3, 2)
        header = [line for line in grid(puzzle).splitlines() if line.startswith("#")]
        blueprint = Blueprint.of(geometry)
        assert blueprint and header[0].startswith(f"# puzzle {name} ") and len(header) == len(blueprint.parts)
        assert Puzzle.parse(grid(puzzle)) == puzzle and record(puzzle).startswith(f"[{geometry.spec}] ")
        assert Geometry.of_spec(f"{name} {blueprint}") == geometry
    assert str(Blueprint.of(Geometry.of_spec("6x6:3x2"))) == "6x6:3x2"
    assert Blueprint.of(Geometry.of_spec("2 | 1x2 | ")) is None


def test_the_units_are_those_that_the_words_say() -> None:
    counts = {name: len(Geometry.of_spec(f"variant 9x9; units {name}").units) - 27 for name in UNITS}
    assert counts == {"diagonals": 2, "falling": 1, "rising": 1, "windows": 4, "knight": 224, "king": 128}
    assert len(Geometry.of_spec("variant 16x16; units windows").units) == 48 + 9
    samurai = Geometry.of_spec("samurai")
    assert (len(samurai.cells), len(samurai.units), len(samurai.regions)) == (369, 131, 41)
    assert str(samurai.units[-1]) == "box 9 of grid 5"


FAULTS = {
    "cage 15 r1c1 r1c10": "there is no cell r1c10",
    "whisper r1c1 r1c2": "no rule is called 'whisper'",
    "units snakes": "no units are called 'snakes'",
    "cage 90 r1c1 r1c2": "the cage of 90 at r1c1 cannot be kept with 9 symbols",
    "cage ten r1c1 r1c2": "after 'cage' stands a number, not 'ten'",
    "dot r1c1 r1c2": "after 'dot' stands consecutive or double",
    "less r1c1 r1c2 r1c3": "it needs 2",
    "thermo r1c1": "it needs 2 or more",
    "regions AB/A": "differ in length",
    "regions A*": "needs a letter per cell",
    "grids r60c1": "can be drawn",
    "grids here": "'here' is not a cell",
    "less 3 r1c1 r1c2": "nothing but cells",
}


def test_what_is_not_known_is_refused_by_its_name() -> None:
    wrong = []
    for item, said in FAULTS.items():
        try:
            Puzzle.parse(f"# puzzle killer\n# {item}\n{'.' * 81}")
            wrong.append(f"{item}: read")
        except PuzzleError as error:
            wrong += [f"{item}: {error}"] if said not in str(error) else []
    assert wrong == []


def test_a_comment_about_a_puzzle_is_a_comment() -> None:
    plain = Puzzle.parse("." * 81)
    for comment in ("# puzzle 12", "# puzzle of the day", "# puzzle one", "# a cage 15 r1c1", "# cage of r1c1 is odd"):
        assert Puzzle.parse(f"{comment}\n{'.' * 81}") == plain, comment


def test_a_rule_without_a_kind_makes_a_variant_and_an_unknown_kind_is_refused() -> None:
    bare = Puzzle.parse(f"# cage 15 r1c1 r1c2\n# a comment\n# less r5c5 r5c6\n{'.' * 81}")
    assert bare.geometry.spec == "variant 9x9; cage 15 r1c1 r1c2; less r5c5 r5c6"
    with pytest.raises(PuzzleError, match="no kind of puzzle is called 'killr'; the kinds are: comparison"):
        Puzzle.parse(f"# puzzle killr\n# cage 15 r1c1 r1c2\n{'.' * 81}")


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_the_outline_of_a_cage_runs_along_each_edge_once(places: set[tuple[int, int]]) -> None:
    edges = sum((row + down, column + right) not in places
                for row, column in places for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)))  # fmt: skip
    length = 0.0
    for (top, left), (bottom, right) in (mark.points for mark in outline(places)):
        assert top == bottom or left == right
        length += round(bottom - top + right - left)
        middle = int((top + bottom) / 2), int((left + right) / 2)
        assert middle in places, "it runs inside"
    assert length == edges
