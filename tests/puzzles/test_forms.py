"""Tests of forms found in other people's files, such as stacked grids, tables of cells and lists of cells."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from read_formats import format_of, read
from slow import slow_but
from strategies import examples

from puzzles import Corpus, writing
from puzzles.formats import registry
from puzzles.formats.base import HEAD
from puzzles.formats.cells import CELLS
from puzzles.formats.grids import GRIDS
from puzzles.formats.lines import LINE
from puzzles.geometry import Geometry, sides
from puzzles.problems import Problem
from puzzles.puzzle import Position, Puzzle, one_line

FIG1 = Puzzle.parse("..84.9....1..5...84..3...1..37........4...6........83..7...6..91...8..2....9.13..")
OTHER = Puzzle.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SHAPES = [Geometry.of_side(side) for side in sides() if side <= 25]


def found_in(written: str) -> list[Position | Problem]:
    return read(written.encode())


def read_back(written: str) -> list[Puzzle]:
    found = found_in(written)
    assert all(isinstance(one, Position) for one in found), found
    return [one.puzzle for one in found if isinstance(one, Position)]


def rows(puzzle: Puzzle) -> list[list[int]]:
    side = puzzle.geometry.side
    return [list(puzzle.givens[start : start + side]) for start in range(0, side * side, side)]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    geometry = draw(st.sampled_from(SHAPES))
    random = draw(st.randoms(use_true_random=True))
    share = draw(st.sampled_from([20, 40, 90]))
    side = geometry.side
    values = [random.randint(1, side) if random.randrange(100) < share else 0 for _ in geometry.cells]
    values[random.randrange(side * side)] = side  # the largest symbol occurs, so the letters are the usual ones
    return Puzzle(tuple(values), geometry)


def marked(mark: str, blank: str) -> Callable[[Puzzle], str]:
    def write(puzzle: Puzzle) -> str:
        return "\n".join(mark.join(str(d) if d else blank for d in row) for row in rows(puzzle))

    return write


def table(puzzle: Puzzle) -> str:
    lines = ["| " + " | ".join(str(d) if d else " " for d in row) + " |" for row in rows(puzzle)]
    return "\n".join([lines[0], "|---" * len(lines) + "|", *lines[1:]])


FIELDS: dict[str, Callable[[Puzzle], str]] = {
    "comma": marked(",", ""),
    "comma 0": marked(",", "0"),
    "semicolon": marked(";", ""),
    "tab": marked("\t", ""),
    "quoted": lambda puzzle: "\n".join(",".join(f'"{d or ""}"' for d in row) for row in rows(puzzle)),
    "trailing": lambda puzzle: "\n".join(line + ",,," for line in marked(",", "")(puzzle).split("\n")),
    "table": table,
    "python": lambda puzzle: f"grid = {rows(puzzle)}",
    "json": lambda puzzle: json.dumps(rows(puzzle), indent=2),
    "none": lambda puzzle: str([[d or None for d in row] for row in rows(puzzle)]),
    "c": lambda puzzle: f"{rows(puzzle)};".replace("[", "{").replace("]", "}"),
    "numpy": lambda puzzle: str(rows(puzzle)).replace(",", "").replace("] [", "]\n ["),
    "flat": lambda puzzle: str(list(puzzle.givens)),
    "strings": lambda puzzle: str(writing.grid(puzzle).split("\n")),
}


@pytest.mark.parametrize("form", FIELDS)
def test_a_field_a_cell_is_read(form: str) -> None:
    assert read_back(FIELDS[form](OTHER)) == [OTHER]
    assert read_back(FIELDS[form](FIG1)) == [FIG1]


@examples(40)
@given(puzzles(), st.sampled_from(sorted(FIELDS)))
def test_every_size_is_read_from_fields(puzzle: Puzzle, form: str) -> None:
    if form != "strings" if puzzle.geometry.side > 6 else form != "flat":
        assert read_back(FIELDS[form](puzzle)) == [puzzle]


def test_several_lists_are_a_collection() -> None:
    assert read_back(json.dumps([rows(FIG1), rows(OTHER)])) == [FIG1, OTHER]


STACKED: dict[str, Callable[[list[str]], str]] = {
    "blank line": lambda grids: "\n\n".join(grids),
    "blank lines": lambda grids: "\n\n\n".join(grids) + "\n\n",
    "Grid 01": lambda grids: "\n".join(f"Grid {n:02}\n{grid}" for n, grid in enumerate(grids, 1)),
    "title and blank": lambda grids: "\n\n".join(f"Puzzle {n}23\n\n{grid}" for n, grid in enumerate(grids, 1)),
}


@examples(40)
@given(st.lists(puzzles(), min_size=2, max_size=4), st.sampled_from(sorted(STACKED)), st.booleans())
def test_grids_below_each_other_are_a_collection(some: list[Puzzle], way: str, boxes: bool) -> None:
    side = some[0].geometry.side
    same = [one for one in some if one.geometry.side == side]
    if len(same) > 1:
        assert read_back(STACKED[way]([(writing.boxed if boxes else writing.grid)(one) for one in same])) == same


def test_the_headings_are_the_names_and_zeros_are_blanks() -> None:
    grids = [writing.grid(one).replace(".", "0") for one in (FIG1, OTHER)]
    found = read_back(STACKED["Grid 01"](grids))
    assert found == [FIG1, OTHER]
    assert [one.name for one in found] == ["Grid 01", "Grid 02"]
    titled = read_back("From Sunday's paper\n" + writing.grid(FIG1))
    assert (titled, titled[0].name) == ([FIG1], "From Sunday's paper")


def test_grids_with_blank_lines_between_their_boxes_are_whole() -> None:
    lines = [writing.grid(one).split("\n") for one in (FIG1, OTHER)]
    spread = ["\n\n".join("\n".join(grid[k : k + 3]) for k in (0, 3, 6)) for grid in lines]
    assert read_back("\n\n".join(spread)) == [FIG1, OTHER]


def test_a_broken_grid_among_others_is_said_with_its_line_and_column() -> None:
    good, bad = writing.grid(FIG1), writing.grid(OTHER).replace("6..195...", "6..195..?")
    found = found_in("\n\n".join([good, bad, good]))
    assert [type(one) for one in found] == [Position, Problem, Position]
    problem = found[1]
    assert isinstance(problem, Problem) and (problem.line, problem.column) == (12, 9)
    short = "\n".join(writing.grid(OTHER).split("\n")[:8])
    found = found_in("\n\n".join([good, short, good]))
    assert [str(one).partition(":")[0] for one in found if isinstance(one, Problem)] == ["line 18, column 9"]


def test_a_wrong_field_is_said_with_its_line_and_column() -> None:
    lines = FIELDS["comma"](OTHER).split("\n")
    lines[2] = lines[2].replace("9", "99")
    assert [str(one) for one in found_in("\n".join(lines))][0].startswith("line 3, column 2: ")
    lines[2] = "1,2"
    said = "line 3, column 3: 2 fields, but a row of a 9x9 grid has 9: add 7"
    assert str(found_in("\n".join(lines))[0]).startswith(said)


@examples(60)
@given(puzzles())
def test_what_was_read_as_one_puzzle_before_still_is(puzzle: Puzzle) -> None:
    spaced = writing.grid(puzzle).replace(".", " ")
    for written in (writing.grid(puzzle), writing.boxed(puzzle), one_line(puzzle), spaced):
        form = registry.telling(written.encode())
        assert form is None or form.name not in ("grids", "cells")


def test_lines_of_small_puzzles_stay_lines() -> None:
    lines = "\n".join(["1234341221434321"] * 7 + ["12343412214x4321"] + ["1234341221434321"] * 24)
    assert format_of(lines.encode()) is LINE


JUNK = "0123456789.,;|[](){}-+ \t\nxGridAB#\"'"


@examples(150)
@given(st.text(JUNK, max_size=400))
def test_junk_never_raises_and_says_something(junk: str) -> None:
    for form in (CELLS, GRIDS):
        form.looks_like(junk)
        for one in form.read(io.BytesIO(junk.encode())):
            assert isinstance(one, Position) or one.line >= 1


def test_memory_does_not_grow_with_a_collection_of_grids() -> None:
    grid = (writing.grid(FIG1) + "\n\n").encode()

    class Endless:
        def read(self, size: int, /) -> bytes:
            return grid * (size // len(grid) + 1)

    found: Iterator[Position | Problem] = GRIDS.read(Endless())
    assert sum(isinstance(one, Position) for one in islice(found, 3 * HEAD // len(grid))) > 2 * HEAD // len(grid)


@pytest.mark.parametrize("blank", slow_but(["\n"], ["\n", " \n", "\r\n"]))
def test_megabytes_of_blank_lines_are_passed_over_and_counted(blank: str, tmp_path: Path) -> None:
    count = 1_000_000
    path = tmp_path / "blank.txt"
    path.write_bytes(f"{FIG1}\n{blank * count}{OTHER}\n?\n".encode())
    with path.open("rb") as stream:
        read = [(one.line, isinstance(one, Position)) for one in LINE.read(stream)]
    assert read == [(1, True), (count + 2, True), (count + 3, False)]
    with Corpus(path) as corpus:
        assert corpus.wait(20) and (len(corpus), corpus.broken) == (2, 1)
        assert corpus[1] == OTHER
        assert [number for number, _ in corpus.iterate()] == [1, count + 2, count + 3]
        problem = corpus.first_problem()
        assert problem is not None and problem.line == count + 3
