"""Tests that ``solvescope formula`` prints the whole formula for any puzzle and to any output."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from puzzles import Geometry, Puzzle
from puzzles.corpus import named
from solvers.algorithms.formula import formula_lines
from visualizer.cli.main import main

Call = Callable[..., tuple[int, str, str]]
OCAML = "8.3....4...6....9.....5..3.27..46.....5.9.........1.......8.3.5.974......8.32.9.."


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run the command, and return the exit code, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main(["formula", *map(str, arguments)])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


def test_it_prints_972_inequalities_and_81_equalities(call: Call) -> None:
    code, out, err = call(OCAML)
    assert (code, err) == (0, "")
    clauses = out.removesuffix("\n").split(" *\n")
    assert len(clauses) == 972 + 81 and not any("*" in clause for clause in clauses)
    assert clauses[:2] == ["v91 != v92", "v91 != v93"]
    assert all("!=" in clause for clause in clauses[:972])
    assert clauses[972:975] == ["v11 = 8", " + ".join(f"v12 = {digit}" for digit in range(1, 10)), "v13 = 3"]


def test_each_pair_that_must_differ_is_there_as_often_as_units_hold_it(call: Call) -> None:
    grid = Puzzle.parse("1...............")
    printed = [clause for clause in call(grid)[1].split(" *\n") if "!=" in clause]
    names = [f"v{row}{column}" for row in range(1, 5) for column in range(1, 5)]
    pairs = [pair for unit in grid.geometry.units for pair in combinations(unit.cells, 2)]
    assert sorted(printed) == sorted(f"{names[one]} != {names[other]}" for one, other in pairs)


@pytest.mark.parametrize("puzzle", ["fig1", "misprint", "bad21", "11" + "." * 79, "." * 81, "." * 256])
def test_it_is_the_formula_that_the_search_works_on(call: Call, puzzle: str) -> None:
    parsed = named.find(puzzle) if len(puzzle) < 16 else Puzzle.parse(puzzle)
    assert call(puzzle) == (0, "\n".join(formula_lines(parsed)) + "\n", "")


def test_the_largest_grid_is_written_to_a_file(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    text = str(Puzzle.empty(Geometry.of_side(36)))
    assert call(text, "-o", out) == (0, "", "")
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 3 * 36 * 630 + 36 * 36
    assert lines[0] == "v36_1 != v36_2 *" and lines[-1].startswith("v36_36 = 1 + ") and lines[-1].endswith(" = 36")
    assert all(line.endswith(" *") for line in lines[:-1])


def test_bad_input_is_refused_and_nothing_is_printed(call: Call, tmp_path: Path) -> None:
    for arguments in (["nonsense"], [], [tmp_path / "none.txt"], ["fig1", "-o", tmp_path]):
        code, out, err = call(*arguments)
        assert (code, out) == (2, "") and err
