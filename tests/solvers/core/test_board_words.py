"""Tests that variables are written as people read them, with cells by name and digits by symbol."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import islice
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but

import solvers
from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.core.board_words import BoardWords
from solvers.core.declaration import DeclarationError
from solvers.core.frame_trace import active
from solvers.core.step import Kind, Why, guess
from solvers.core.variable_types import NAME, check, types_of

FIG1 = named.find("fig1")
NOT_FOR_READERS = re.compile(r"<|0x|function|object at|Step\(|Kind\.|Why\.|generator|frozenset|Unit\(|Puzzle\(")


def written(value: object, kind: str, puzzle: Puzzle = FIG1) -> str | None:
    words = BoardWords(puzzle, f"{NAME} = {{'it': {kind!r}}}")
    return words.text("mine", "it", value)


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (60, "Cell", "r7c7"), (-1, "Cell", "–"), (81, "Cell", "81"), (7, "Digit", "7"), (0, "Digit", "–"),
        (0b10010010, "Digits", "{1 4 7}"), (-4, "Digits", "-4"), (0, "Unit", "row 1"), (26, "Unit", "box 9"),
        (4, "Literal", "r1c1=4"), (-13, "Literal", "r1c2≠4"), (7, "Bits", "3 bits set"), (True, "Cell", "True"),
        ([0, 80], "list[Cell]", "[r1c1, r9c9]"), ({80, 0}, "set[Cell]", "{r1c1, r9c9}"), ({0, 3}, "set[Digit]", "{3}"),
        ({0: {1, 2}}, "dict[Cell, set[Digit]]", "{r1c1: {1, 2}}"), ((60, 5), "tuple[Cell, Digit]", "(r7c7, 5)"),
        ((60, 5, [1]), "tuple[Cell, hidden, list[Cell]]", "(r7c7, [r1c2])"), ((1, 2), "tuple[Digit, ...]", "(1, 2)"),
        ([0] * 80 + [3], "cells[Digit]", "[r9c9 3]"), ([2] + [0] * 26, "units[int]", "[row 1 2]"),
        (None, "Cell | None", "–"), (3, "Cell | None", "r1c4"), ("a", "Cell", "'a'"), (3, "hidden", None),
        ("", "", "–"), (list(range(20)), "list[int]", f"{list(range(20))}"),
        ([list(range(20))], "list[list[int]]", "[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 … 8 more]]"),
        ([7] * 900, "list[int]", f"[{'7, ' * 799}7 … 100 more]"),
        (Why.NAKED_SINGLE, "", "naked single"), (guess(60, 5), "", "guess r7c7 = 5"), (len, "", None), (sys, "", None),
        (iter(()), "", None), (FIG1, "", None), (object(), "", None), (Kind, "", None), ([len], "", None),
        (FIG1.geometry.units[0], "", "row 1"), (range(1, 10), "", "1 to 9"), (range(0, 9, 2), "", "range(0, 9, 2)"),
    ],
)  # fmt: skip
def test_a_value_is_written_by_its_type_and_without_one_as_it_is(value: object, kind: str, text: str | None) -> None:
    assert written(value, kind or "object") == text


def test_digits_are_the_puzzles_symbols() -> None:
    puzzle = Puzzle.empty(Geometry.boxes(4, 4))
    assert written(10, "Digit", puzzle) == "A" and written([16], "list[Digit]", puzzle) == "[G]"


def test_types_come_from_annotations_and_from_the_table_which_is_stronger() -> None:
    source = f"def solve(puzzle, place: Cell):\n    at: list[Cell] = []\n    it: int = 3\n{NAME} = {{'it': 'Cell'}}\n"
    words = BoardWords(FIG1, source)
    assert words.text("solve", "at", [0]) == "[r1c1]" and words.text("solve", "place", 0) == "r1c1"
    assert words.text("solve", "it", 0) == "r1c1" and words.text("other", "at", [0]) == "[0]"
    assert words.text("solve", "i", 60) == "60", "a number that may be anything stays a number"


def test_a_variable_that_is_passed_to_a_step_is_what_the_step_takes_there() -> None:
    source = (
        "from solvers.step import backtrack, guess as g, place\n"
        "def place(a, b):\n    pass\n"
        "def solve(puzzle):\n    yield g(at, digit=n)\n    yield backtrack(depth)\n"
        "    place(x, y)\n    board.guess(i, j)\n"
    )
    words = BoardWords(FIG1, source)
    shown = {name: words.text("solve", name, 8) for name in ("at", "n", "depth", "x", "y", "i", "j")}
    assert shown == {"at": "r1c9", "n": "8"} | dict.fromkeys(("depth", "x", "y", "i", "j"), "8")
    assert words.text("solve", "n", 0) == "–" and words.text("other", "at", 8) == "8"


@pytest.mark.parametrize(
    ("table", "line", "said"),
    [
        ("1", 1, "must be a literal table"), ("types()", 1, "must be a literal table"),
        ("{\n'cell': 'Cel'}", 2, "no type Cel; did you mean Cell"), ("{\n\n'cel': 'Cell'}", 3, "did you mean cell?"),
        ("{'cell': 'list['}", 1, "a name and a type"), ("{'cell': 3}", 1, "a name and a type"),
        ("{3: 'Cell'}", 1, "a name and a type"), ("{'cell': 'Cell', 'zzz.trail': 'int'}", 1, "names 'zzz'"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_used_is_said_to_be_wrong(table: str, line: int, said: str) -> None:
    with pytest.raises(DeclarationError, match=f"{NAME}.*{said}|{said}.*{NAME}") as caught:
        check(f"{NAME} = {table}\ndef solve(puzzle, cell):\n    yield\n")
    assert caught.value.line == line


def test_nothing_is_wrong_with_the_tables_of_the_algorithms() -> None:
    for name in solvers.names():
        with open(solvers.get(name).run.__code__.co_filename, encoding="utf-8") as file:
            check(file.read())


@given(st.text())
def test_whatever_the_file_says_its_types_are_read_or_none(text: str) -> None:
    for source in (text, f"{NAME} = {text}", f"{NAME} = {{{text!r}: {text!r}}}"):
        assert isinstance(types_of(source), dict)


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers() | st.text(max_size=9) | st.floats() | st.sampled_from([len, object(), Why.RULE, FIG1]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner) | st.tuples(inner, inner),
)
KINDS = st.sampled_from(
    ["object", "Cell", "Digits", "list[Cell]", "cells[Digit]", "dict[Cell, Digit]", "tuple[Cell, Unit]",
     "set[Literal]", "units[Bits]", "Unit | None", "nonsense[",
     "list[list[list[list[list[Cell]]]]]", "tuple[Digit, ...]",
     "hidden", "f()"]
)  # fmt: skip


@given(VALUES, KINDS)
def test_no_value_is_too_strange(value: object, kind: str) -> None:
    text = written(value, kind)
    assert text is None or isinstance(text, str)


SHOWN = [name for name in solvers.names() if not solvers.get(name).black_box]


@pytest.mark.parametrize("name", slow_but(SHOWN[::3], SHOWN))
def test_no_algorithm_shows_what_only_a_programmer_reads_and_each_cell_is_one_of_the_board(name: str) -> None:
    solver, puzzle, faults, seen = solvers.get(name), named.find("deep-1"), [], set[str]()
    with open(solver.run.__code__.co_filename, encoding="utf-8") as file:
        words = BoardWords(puzzle, file.read())
    run = solvers.trace(puzzle, name)
    for position, _ in enumerate(islice(run, 400)):
        if position % 7:
            continue
        for frame in words.frames(active(run)):
            seen |= {variable for variable, _ in frame.variables}
            faults += [f"{position}: {one} = {text}" for one, text in frame.variables if NOT_FOR_READERS.search(text)]
            for one, text in frame.variables:
                if one in ("cell", "peer", "one"):
                    assert re.fullmatch(r"r\dc\d|–", text), (one, text)
    assert not faults, faults[:5]
    assert len(seen) >= 3


def deep(depth: int) -> Iterator[int]:
    left = depth
    if left:
        yield from deep(left - 1)
    yield left


def test_the_functions_under_way_are_shown_from_the_outermost_in() -> None:
    words, run = BoardWords(FIG1, ""), deep(3)
    next(run)
    frames = words.frames(active(run))
    assert [dict(frame.variables)["left"] for frame in frames] == ["3", "2", "1", "0"]
    assert {frame.function for frame in frames} == {"deep"}
    next(run)
    assert len(words.frames(active(run))) == 3


def test_an_attribute_that_the_table_names_is_shown() -> None:
    class Search:
        def __init__(self) -> None:
            self.trail = [4]

        @property
        def wrong(self) -> int:
            raise RuntimeError

    def mine() -> Iterator[FrameType]:
        search = Search()  # noqa: F841
        yield sys._getframe()

    words = BoardWords(FIG1, f"{NAME} = {{'search.trail': 'list[Literal]', 'search.wrong': 'int', 'no.trail': 'int'}}")
    run = mine()
    assert words.variables(next(run)) == (("search.trail", "[r1c1=4]"),)
