"""Tests that the output of any SAT solver can be read, and that a model that is not a grid is explained."""

from __future__ import annotations

from collections.abc import Iterable
from io import BufferedReader, BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow import slow_but
from strategies import examples, grids

from puzzles import Geometry, Puzzle
from puzzles.geometry import STANDARD
from solvers.sat import dimacs, model, numbering
from solvers.sat.cnf import ENCODINGS
from solvers.sat.dimacs_syntax import DimacsClauses, DimacsError
from solvers.sat.model import PrintedAnswer, Status
from solvers.sat.numbering import Variables

GRID = Puzzle.parse("169287345725934681438615927582461739691873254374592816217346598856129473943758162")
"""The grid whose model the report of 2007 prints: 111 126 139 142 … 992."""


def read(text: str | bytes) -> PrintedAnswer:
    return model.read(BufferedReader(BytesIO(text.encode() if isinstance(text, str) else text)))  # type: ignore[arg-type]


def refused(text: str) -> str:
    with pytest.raises(DimacsError) as error:
        read(text)
    return str(error.value)


def model_of(grid: Puzzle, variables: Variables) -> list[int]:
    """Return every variable up to the last with its sign, false for those that the numbering leaves out."""
    true = {variables.numbers[cell, digit] for cell, digit in enumerate(grid.givens)}
    return [number if number in true else -number for number in range(1, variables.last + 1)]


def as_v_lines(literals: Iterable[int], width: int = 78) -> str:
    """Write a model as in the SAT competitions, wrapped into lines that start with a v."""
    lines = ["v"]
    for word in [*map(str, literals), "0"]:
        if len(lines[-1]) + len(word) >= width:
            lines.append("v")
        lines[-1] += f" {word}"
    return "\n".join(lines)


def grid_in(answer: PrintedAnswer) -> Puzzle:
    puzzle, variables = model.guess(answer)
    assert model.faults(answer, puzzle, variables) == []
    return puzzle.with_values(model.values(answer, variables))


# The forms


def test_the_model_of_the_report_of_2007_is_its_grid() -> None:
    literals = model_of(GRID, numbering.rcd(STANDARD))
    true = [literal for literal in literals if literal > 0]
    assert (true[:4], true[-1], len(literals)) == ([111, 126, 139, 142], 992, 999)
    answer = read(f"SAT\n{' '.join(map(str, literals))} 0\n")
    assert grid_in(answer) == GRID
    assert grid_in(read(f"SAT {' '.join(map(str, literals))}")) == GRID, "as one line"
    assert grid_in(read(f"SAT {' '.join(map(str, true))} 0")) == GRID, "the positive numbers alone"


@pytest.mark.parametrize("way", list(numbering.NUMBERINGS))
@pytest.mark.parametrize(
    "form",
    [
        "SAT\n{bare} 0\n",
        "SATISFIABLE\nSAT\n{bare} 0\n",
        "c a solver of today\nc\ns SATISFIABLE\n{wrapped}\nc 0.01 seconds\n",
        "{wrapped}\ns SATISFIABLE\n",
        "s SATISFIABLE\r\nv {bare}\r\nv 0\r\n",
        "c conflicts 7\n===[ Statistics ]===\n| Number of variables: 729 |\nrestarts : 1\nSATISFIABLE\nv {bare} 0\n",
        "s SATISFIABLE\n{wrapped}\ns SATISFIABLE\nv 5 6 0\ns UNSATISFIABLE\n",
        "\ufeffSAT\n{bare} 0\n",
    ],
)
def test_every_form_is_read(form: str, way: str) -> None:
    literals = model_of(GRID, numbering.NUMBERINGS[way](STANDARD))
    text = form.format(bare=" ".join(map(str, literals)), wrapped=as_v_lines(literals))
    for data in (text.encode(), text.lstrip("\ufeff").encode("utf-16")):
        answer = read(data)
        assert (answer.status, list(answer.literals)) == (Status.SATISFIABLE, literals)
        assert grid_in(answer) == GRID
        assert bool(answer.remarks) == ("v 5 6" in text), "only that there is another model is worth a word"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("UNSAT\n", Status.UNSATISFIABLE),
        ("UNSATISFIABLE", Status.UNSATISFIABLE),
        ("c x\ns UNSATISFIABLE\nc y\n", Status.UNSATISFIABLE),
        ("WARNING: for repeatability\n===\nUNSATISFIABLE\n", Status.UNSATISFIABLE),
        ("INDET\n", Status.UNKNOWN),
        ("INDETERMINATE\n", Status.UNKNOWN),
        ("s INDETERMINATE\n", Status.UNKNOWN),
        ("c stopped\ns UNKNOWN\n", Status.UNKNOWN),
        ("SAT\n0\n", Status.SATISFIABLE),
        ("s SATISFIABLE\nv 0\n", Status.SATISFIABLE),
    ],
)
def test_a_verdict_is_read(text: str, status: Status) -> None:
    assert read(text) == PrintedAnswer(status)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no model or verdict found;"),
        ("c only\nc comments\n", "no model or verdict found;"),
        ("Hello\nthere\n", "no model or verdict found (line 1: 'Hello')"),
        ("\x89PNG\0\0", "no model or verdict found"),
        ("p cnf 3 1\n", "line 1: 'p cnf 3 1': this is a formula, not a solver's answer"),
        ("SATISFIABLE\n", "does not give it; make the solver print it (minisat writes it to a second file"),
        ("s SATISFIABLE\nv 1 x 0\n", "line 2: 'x' is not a literal"),
        ("SAT\n1 2 3.5 0\n", "line 2: '3.5' is not a literal"),
        ("v 1 \u0663 0\n", "line 1: '\u0663' is not a literal"),
        ("v 1 99999999999999999999 0\n", "line 1: '99999999999999999999' is not a literal"),
        ("v 1 -2\nv 2 0\n", "line 2: variable 2 is both true and false"),
        ("UNSAT\nSAT\n1 0\n", "line 2: the solver found a model, but an earlier line disagrees"),
        ("v " + " ".join(map(str, range(1, 100_002))), "more than 100,000 literals"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, says: str) -> None:
    assert says in refused(text)


def test_what_is_doubtful_is_remarked() -> None:
    assert read("1 -2 0").remarks == ("no verdict, only literals: taken as a model",)
    assert read("SAT\n1 -2").remarks == ("the model does not end in 0, so it may be incomplete",)
    assert read("SAT\n1 -2 0\n3 4 0").remarks == ("line 3: another model starts here, but only the first is read",)
    assert read("SAT\n1 -2 0\n3 4 0").literals == (1, -2)


def test_a_formula_is_told_from_a_model() -> None:
    for text in ("p cnf 2 1\n1 -2 0\n", "c made by hand\n\n  p  cnf 2 1\n1 -2 0\n"):
        with pytest.raises(DimacsError, match="this is a formula, not a solver's answer.*solvescope solve"):
            read(text)
    assert read("c p cnf 2 1\ns SATISFIABLE\nv 1 -2 0").literals == (1, -2)


# What the numbers mean


@given(grid=grids(), way=st.sampled_from(["compact", "rcd"]), positive=st.booleans())
@examples(60)
def test_the_size_the_numbering_and_the_boxes_are_told_from_the_numbers(grid: Puzzle, way: str, positive: bool) -> None:
    literals = model_of(grid, numbering.NUMBERINGS[way](grid.geometry))
    shown = [literal for literal in literals if literal > 0 or not positive]
    found = grid_in(read(f"SAT {' '.join(map(str, shown))} 0"))
    assert found.givens == grid.givens
    if found.geometry != grid.geometry:  # both shapes of boxes suit this grid
        assert found.is_solved()


def test_the_largest_model_is_read() -> None:
    geometry = Geometry.of_side(36)
    grid = Puzzle(tuple((6 * (r % 6) + r // 6 + c) % 36 + 1 for r in range(36) for c in range(36)), geometry)
    assert grid.is_solved()
    assert grid_in(read("s SATISFIABLE\n" + as_v_lines(model_of(grid, numbering.compact(geometry))))) == grid


@pytest.mark.parametrize("text", ["SAT 1 -2 0", "SAT 0", "SAT " + " ".join(map(str, range(1, 82))) + " 0"])
def test_numbers_of_no_grid_ask_for_the_formula(text: str) -> None:
    with pytest.raises(DimacsError, match="--cnf"):
        model.guess(read(text))


# What is wrong with a model


def changed(*changes: int) -> PrintedAnswer:
    """Return the grid's compact model with some literals replaced."""
    literals = {abs(literal): literal for literal in model_of(GRID, numbering.compact(STANDARD))}
    return PrintedAnswer(
        Status.SATISFIABLE, tuple((literals | {abs(literal): literal for literal in changes}).values())
    )


def number(name: str, digit: int) -> int:
    return numbering.compact(STANDARD).numbers[(int(name[1]) - 1) * 9 + int(name[3]) - 1, digit]


def test_a_cell_without_a_digit_or_with_two_is_named_and_so_is_a_digit_that_stands_twice() -> None:
    variables, empty = numbering.compact(STANDARD), Puzzle.empty()
    assert model.faults(changed(), empty, variables) == []
    assert model.faults(changed(-number("r1c1", 1)), empty, variables) == ["r1c1 has no digit"]
    assert model.faults(changed(number("r1c1", 5)), empty, variables) == [
        "r1c1 has 2 digits: 1, 5",
        "row 1 has 5 twice: r1c1, r1c9",
        "column 1 has 5 twice: r1c1, r4c1",
        "box 1 has 5 twice: r1c1, r2c3",
    ]
    swapped = changed(-number("r1c1", 1), number("r1c1", 6), -number("r1c2", 6), number("r1c2", 1))
    assert model.faults(swapped, empty, variables) == [
        "column 1 has 6 twice: r1c1, r5c1",
        "column 2 has 1 twice: r1c2, r7c2",
    ]
    assert model.faults(changed(), empty.update(0, 4), variables) == ["r1c1 is given as 4, but the model has 1"]


def test_of_many_faults_the_first_are_told_and_the_others_counted() -> None:
    variables = numbering.compact(STANDARD)
    told = model.faults(PrintedAnswer(Status.SATISFIABLE, (-1, -729)), Puzzle.empty(), variables)
    assert told == [f"{STANDARD.name(cell)} has no digit" for cell in range(20)] + ["and 61 more"]


def false_clauses(answer: PrintedAnswer, text: str) -> list[str]:
    formula = DimacsClauses(BufferedReader(BytesIO(f"p cnf 729 9\n{text}".encode())))  # type: ignore[arg-type]
    return list(model.falsified(answer, Puzzle.empty(), numbering.compact(STANDARD), formula))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 0", []),
        ("2 3 0\n1 0", ["clause 1 (line 2) is false: r1c1 is one of 2, 3"]),
        ("1 0\n\n4 0 -1 0", ["clause 2 (line 4) is false: r1c1 is 4", "clause 3 (line 4) is false: r1c1 is not 1"]),
        ("5 14 23 0", ["clause 1 (line 2) is false: row 1 holds a 5"]),
        ("-1 5 15 0", []),
        ("-1 5 16 0", ["clause 1 (line 2) is false: r1c1 is not 1 or r1c1 is 5 or r1c2 is 7"]),
        ("0", ["clause 1 (line 2) is false: the empty clause, which nothing can make true"]),
        ("800 0", ["clause 1 (line 2) is false: 800"]),
        ("-800 0", []),
    ],
)
def test_a_false_clause_is_told_by_number_line_and_words(text: str, says: list[str]) -> None:
    assert false_clauses(changed(), text) == says


def test_a_false_pair_is_told_in_words() -> None:
    two_in_a_cell = changed(number("r1c2", 1))  # besides its 6; and r1c1 is 1
    assert false_clauses(two_in_a_cell, "1 0\n-1 -10 0\n-10 -15 0") == [
        "clause 2 (line 3) is false: r1c1 and r1c2 are not both 1",
        "clause 3 (line 4) is false: r1c2 is not both 1 and 6",
    ]


@pytest.mark.parametrize("name", slow_but(["extended", "compact"], ENCODINGS))
def test_a_model_falsifies_a_clause_of_any_encoding_just_where_it_is_no_solution(name: str, tmp_path: Path) -> None:
    puzzle = GRID.with_values([0 if cell in (12, 14, 30, 32, 66, 68) else d for cell, d in enumerate(GRID.givens)])
    encoding, path = ENCODINGS[name], tmp_path / "a.cnf"
    variables = numbering.of(encoding, puzzle)
    path.write_text("\n".join(dimacs.lines(puzzle, encoding, variables)))
    true = {variables.numbers.get((cell, digit)) for cell, digit in enumerate(GRID.givens)} - {None}
    right = tuple(n if n in true else -n for n in variables.candidates)
    for flipped in range(-1, len(right), max(1, len(right) // 12)):
        literals = tuple(-n if i == flipped else n for i, n in enumerate(right))
        answer = PrintedAnswer(Status.SATISFIABLE, literals)
        told, meant = dimacs.meaning(path, answer)
        assert (told, dict(meant.candidates)) == (puzzle, dict(variables.candidates))
        with path.open("rb") as stream:
            false = list(model.falsified(answer, told, meant, DimacsClauses(stream)))
        faults = model.faults(answer, told, meant)
        assert bool(false) == bool(faults) == (flipped >= 0)


# Whatever comes


WORDS = ["s", "v", "c", "SAT", "UNSAT", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN", "0", "1", "-1", "729", "-729", "999"]
soups = st.lists(st.sampled_from([*WORDS, "\n", "\r\n"]) | st.text(max_size=3), max_size=40).map(
    lambda words: " ".join(words).encode()
)


@given(data=st.binary(max_size=200) | soups | soups.map(lambda soup: soup.decode().encode("utf-16")))
@examples(200)
def test_whatever_the_text_only_the_declared_error_is_raised(data: bytes) -> None:
    try:
        answer = read(data)
        puzzle, variables = model.guess(answer)
        faults = model.faults(answer, puzzle, variables)
        assert faults or puzzle.with_values(model.values(answer, variables)).is_solved()
    except DimacsError as error:
        assert str(error)


def test_a_model_in_a_file_is_a_full_grid(tmp_path: Path) -> None:
    path = tmp_path / "model.txt"
    path.write_text(f"s SATISFIABLE\n{as_v_lines(model_of(GRID, numbering.compact(STANDARD)))}\n")
    assert dimacs.puzzle_of(path) == GRID
    path.write_text("UNSAT\n")
    with pytest.raises(DimacsError, match="no model: the solver says that the formula has no model"):
        dimacs.puzzle_of(path)
    path.write_text(f"SAT\n{' '.join(map(str, changed(number('r1c1', 5)).literals))} 0\n")
    with pytest.raises(DimacsError, match="r1c1 has 2 digits: 1, 5"):
        dimacs.puzzle_of(path)


@pytest.mark.parametrize(
    "text",
    [
        "s SATISFIABLE\nv 1 -\n2 3 -\n4 0\n", "s SATISFIABLE\nv 1 -\nv 2 3 -\nv 4 0\n", "SAT\n1 -2 3 -\n4 0\n",
        "SAT\r\n1 -\r\n2 3 -4\r\n0\r\n", "SAT\n1\n-\n2 3 -\n\n4 0",
    ],
)  # fmt: skip
def test_a_minus_that_was_wrapped_from_its_number_is_joined_to_it(text: str) -> None:
    assert read(text).literals == (1, -2, 3, -4)


@pytest.mark.parametrize(
    "text", ["SAT\n1 - 2 0\n", "SAT\n1 -\n", "SAT\n1 -\n-2 0\n", "SAT\n1 -\nx 0\n", "SAT\n- - 1 0\n"]
)
def test_a_minus_without_a_number_is_none(text: str) -> None:
    with pytest.raises(DimacsError, match="is not a literal"):
        read(text)
