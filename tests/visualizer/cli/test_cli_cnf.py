"""Tests of ``solvescope cnf`` and ``solvescope decode``, from a puzzle through a SAT solver to its grid."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sat_models
from slow import slow_but
from strategies import solution_of

import solvers
from puzzles import Geometry, Puzzle, writing
from puzzles.corpus import named
from solvers.sat import numbering
from solvers.sat.cnf import ENCODINGS
from solvers.sat.dimacs_syntax import DimacsClauses
from visualizer.cli.main import main

Call = Callable[..., tuple[int, str, str]]
FIG1 = named.find("fig1")
SOLVED = solution_of("fig1")
WAYS = [
    ["--encoding", name, "--numbering", way]
    for name in ("extended", "minimal", "compact")
    for way in ("compact", "rcd")
]
WAYS += [["--encoding", "simplified"], []]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run the command line in its own folder, and return the exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


def formula(path: Path) -> list[list[int]]:
    with path.open("rb") as stream:
        return [*DimacsClauses(stream)]


# By a solver that is always there


@pytest.mark.parametrize("way", slow_but(WAYS[::3], WAYS), ids=" ".join)
def test_the_model_of_the_file_is_the_grid_that_solve_prints(call: Call, way: list[str]) -> None:
    assert call("cnf", "fig23", *way, "-o", "p.cnf") == (0, "", "")
    found = sat_models.first(formula(Path("p.cnf"))) or []
    Path("model.txt").write_text("s SATISFIABLE\nv " + " ".join(map(str, found)) + " 0\n")
    code, out, err = call("decode", "model.txt", "--cnf", "p.cnf")
    assert (code, err) == (0, "")
    assert Puzzle.parse(out).is_solution_of(named.find("fig23"))
    assert call("decode", "model.txt", "--cnf", "p.cnf", "-o", "grid.txt") == (0, "", "")
    assert Path("grid.txt").read_text() == f"{Puzzle.parse(out)}\n"
    if way[:2] != ["--encoding", "simplified"]:
        assert call("decode", "model.txt") == (0, out, ""), "the numbers alone tell"


def test_cnf_prints_what_it_writes_the_same_every_time(call: Call) -> None:
    code, out, err = call("cnf", "fig1", "--encoding", "compact", "--numbering", "rcd")
    assert (code, err) == (0, "")
    assert call("cnf", FIG1, "--encoding", "compact", "--numbering", "rcd")[1].replace("c name fig1\n", "") == (
        out.replace("c name fig1\n", "")
    )
    assert call("cnf", "fig1", "--encoding", "compact", "--numbering", "rcd", "-o", "p.cnf") == (0, "", "")
    assert Path("p.cnf").read_bytes() == out.encode()
    assert "p cnf 999 3187\n" in out


def test_cnf_writes_extended_and_compact_where_nothing_is_asked_for(call: Call) -> None:
    assert call("cnf", "fig1") == call("cnf", "fig1", "--encoding", "extended", "--numbering", "compact")
    assert "p cnf 729 12016\n" in call("cnf", "fig1")[1]


@pytest.mark.slow
def test_a_grid_of_letters_and_unusual_boxes_comes_back_as_solve_prints_it(call: Call) -> None:
    geometry = Geometry.boxes(2, 6)
    solution = next(solvers.solutions(Puzzle.empty(geometry), "mrv"))
    puzzle = solution.with_values([d if cell % 3 else 0 for cell, d in enumerate(solution.givens)])
    Path("in.txt").write_text(writing.grid(puzzle))
    for name in ENCODINGS:
        call("cnf", "in.txt", "--encoding", name, "-o", "p.cnf", "--force")
        found = sat_models.first(formula(Path("p.cnf"))) or []
        Path("m").write_text(f"SAT\n{' '.join(map(str, found))} 0\n")
        code, out, err = call("decode", "m", "--cnf", "p.cnf")
        assert (code, err) == (0, "") and out.startswith("# boxes 2x6\n")
        assert Puzzle.parse(out).is_solution_of(puzzle)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["cnf", "nonsense"], "nonsense"),
        (["cnf", "missing.txt"], "no such file: missing.txt"),
        (["cnf", "fig1", "--encoding", "long"], "--encoding"),
        (["cnf", "fig1", "--numbering", "odd"], "--numbering"),
        (["cnf", "." * 256, "--numbering", "rcd"], "--numbering rcd: numbers made of row, column and digit"),
        (["cnf", "fig1", "--encoding", "simplified", "--numbering", "rcd"], "leave the numbering out"),
        (["cnf", "fig1", "-o", "."], "cannot write"),
        (["cnf"], "usage"),
        (["decode"], "usage"),
        (["decode", "missing.txt"], "missing.txt: cannot be read: No such file"),
        (["decode", "."], "it is a folder"),
        (["decode", "text"], "text: no model or verdict found (line 1: 'Hello')"),
        (["decode", "few"], "name the formula with --cnf"),
        (["decode", "few", "--cnf", "missing.cnf"], "missing.cnf: cannot be read"),
        (["decode", "few", "--cnf", "text"], "text: line 1: 'Hello' is not a literal"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_printed(call: Call, arguments: list[str], says: str) -> None:
    Path("text").write_text("Hello\n")
    Path("few").write_text("SAT\n1 -2 0\n")
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert says in err and "Traceback" not in err


# What decode says


def saved_model(*changes: int) -> None:
    """Save the model of fig1's solution in compact numbering, with some literals changed."""
    variables = numbering.compact(FIG1.geometry)
    true = {variables.numbers[cell, digit] for cell, digit in enumerate(SOLVED.givens)}
    literals = {number: number if number in true else -number for number in variables.candidates}
    literals |= {abs(literal): literal for literal in changes}
    Path("m").write_text(f"SAT\n{' '.join(map(str, literals.values()))} 0\n")


@pytest.mark.parametrize("answer", ["UNSAT\n", "s UNSATISFIABLE\n", "c\nUNSATISFIABLE\n"])
def test_no_model_is_no_solution(call: Call, answer: str) -> None:
    Path("m").write_text(answer)
    assert call("decode", "m") == (1, "(no solution)\n", "")
    assert call("solve", "misprint")[:2] == call("decode", "m")[:2]


def test_a_verdict_that_is_not_known_is_exit_code_3(call: Call) -> None:
    Path("m").write_text("s UNKNOWN\n")
    code, out, err = call("decode", "m")
    assert (code, out) == (3, "") and "does not know" in err


def test_a_model_that_is_no_grid_is_told_by_the_rules_and_by_the_clauses(call: Call) -> None:
    call("cnf", "fig1", "-o", "p.cnf")
    saved_model(-3, 4)  # r1c1 is 3: no given
    code, out, err = call("decode", "m")
    assert (code, out) == (1, "")
    assert "the model in m is not a solution:" in err and "row 1 has 4 twice: r1c1, r1c4" in err and "clause" not in err
    code, out, err = call("decode", "m", "--cnf", "p.cnf")
    assert (code, out) == (1, "")
    assert "row 1 has 4 twice: r1c1, r1c4" in err
    assert "is false: r1c1 and r1c4 are not both 4" in err


def test_a_grid_that_does_not_hold_the_givens_is_no_solution_of_the_formula(call: Call) -> None:
    call("cnf", FIG1.update(0, 5), "-o", "p.cnf")
    saved_model()
    assert call("decode", "m")[0] == 0
    code, out, err = call("decode", "m", "--cnf", "p.cnf")
    assert (code, out) == (1, "")
    assert "r1c1 is given as 5, but the model has 3" in err
    assert "clause 11989 (line " in err and " is false: r1c1 is 5" in err


def test_clauses_added_by_hand_are_checked_too(call: Call) -> None:
    call("cnf", "fig1", "-o", "p.cnf")
    with Path("p.cnf").open("a") as file:
        file.write("-3 -14 0\n")
    saved_model()
    code, out, err = call("decode", "m", "--cnf", "p.cnf")
    assert (code, out) == (1, "")
    assert "clause 12017 (line 12032) is false: r1c1 is not 3 or r1c2 is not 5" in err
    assert "p.cnf: 12,017 clauses, but the header says 12,016" in err


def test_standard_input_is_read_and_left_open(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    saved_model()
    stdin = io.TextIOWrapper(io.BytesIO(Path("m").read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert call("decode", "-") == (0, writing.grid(SOLVED) + "\n", "")
    assert not stdin.buffer.closed
    monkeypatch.setattr(sys, "stdin", None)
    assert call("decode", "-")[0] == 2


@pytest.mark.skipif(os.name != "posix", reason="needs an endless device")
def test_standard_input_may_be_endless(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/zero") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        code, out, err = call("decode", "-")
    assert (code, out) == (2, "") and "standard input: it is larger than 8 MiB" in err


# By solvers that other people wrote


def asked(tool: str) -> list[str]:
    """Return the command that makes a solver answer for p.cnf, either in a file or on standard output."""
    return {
        "minisat": ["minisat", "p.cnf", "answer"],
        "cadical": ["cadical", "p.cnf"],
        "picosat": ["picosat", "p.cnf"],
    }[tool]


@pytest.fixture(params=["minisat", "cadical", "picosat"])
def answer(request: pytest.FixtureRequest) -> Callable[[], Path]:
    """Solve p.cnf with another program, and return the file with its answer."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} not found: install minisat, cadical and picosat")

    def solve() -> Path:
        done = subprocess.run(asked(request.param), stdout=subprocess.PIPE, timeout=120, check=False)
        assert done.returncode in (10, 20), "a SAT solver's codes for yes and no"
        if request.param != "minisat":
            Path("answer").write_bytes(done.stdout)
        return Path("answer")

    return solve


@pytest.mark.parametrize("way", slow_but(WAYS[:1], WAYS), ids=" ".join)
def test_a_puzzle_goes_through_a_real_solver_to_its_grid(
    call: Call, answer: Callable[[], Path], way: list[str]
) -> None:
    for puzzle, solution in ((str(FIG1), SOLVED), ("25empty", None), ("misprint", None)):
        assert call("cnf", puzzle, *way, "-o", "p.cnf", "--force") == (0, "", "")
        code, out, err = call("decode", answer(), "--cnf", "p.cnf")
        if puzzle == "misprint":
            assert (code, out, err) == (1, "(no solution)\n", "")
        else:
            assert (code, err) == (0, "")
            assert Puzzle.parse(out).is_solution_of(FIG1 if solution else named.find(puzzle))


@pytest.mark.slow
def test_a_larger_grid_goes_through_a_real_solver(call: Call, answer: Callable[[], Path]) -> None:
    call("cnf", "." * 256, "-o", "p.cnf")
    for more in ([], ["--cnf", "p.cnf"]):
        code, out, err = call("decode", answer(), *more)
        assert (code, err) == (0, "")
        assert Puzzle.parse(out).is_solved() and len(out.split()) == 16
