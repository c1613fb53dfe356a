"""Tests that DIMACS formulas and SAT solvers' answers can be opened like any puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_driver import SIZE, Driver

import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.sat import cnf, dimacs, numbering
from visualizer.cli.main import main
from visualizer.files import resolve
from visualizer.session.settings import Options

FIG1 = named.find("fig1")
SMALL = Puzzle.parse("1...  ..3.  .2..  ...4")


def formula(path: Path, puzzle: Puzzle, encoding: str = "extended", numbered: str | None = None) -> Path:
    chosen = cnf.ENCODINGS[encoding]
    written = dimacs.lines(puzzle, chosen, numbering.of(chosen, puzzle, numbered))
    path.write_text("\n".join(written) + "\n", encoding="utf-8")
    return path


def model(path: Path, puzzle: Puzzle, form: str) -> Path:
    """Return what a SAT solver prints for the full grid of a puzzle."""
    found = solvers.solve(puzzle)
    assert found is not None
    side = puzzle.geometry.symbols
    literals = [
        (1 if found.givens[cell] == digit else -1) * (cell * side + digit)
        for cell in puzzle.geometry.cells
        for digit in puzzle.geometry.digits
    ]
    path.write_text(form.format(" ".join(map(str, literals))), encoding="utf-8")
    return path


@pytest.mark.parametrize("puzzle", [FIG1, SMALL, named.find("bad21")], ids=lambda puzzle: puzzle.name or "small")
@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
def test_a_formula_is_the_puzzle_that_it_says(tmp_path: Path, puzzle: Puzzle, encoding: str) -> None:
    found = resolve.one(str(formula(tmp_path / "it", puzzle, encoding)))
    assert found.givens == puzzle.givens and found.geometry is puzzle.geometry
    assert found.source == str(tmp_path / "it")


@pytest.mark.parametrize(
    "form", ["SAT\n{} 0\n", "c by hand\ns SATISFIABLE\nv {} 0\n", "v {} 0\n", "SATISFIABLE\n{} 0\n"]
)
def test_an_answer_is_its_grid(tmp_path: Path, form: str) -> None:
    found = resolve.one(str(model(tmp_path / "answer.txt", FIG1, form)))
    solved = solvers.solve(FIG1)
    assert solved is not None and found.givens == solved.givens
    assert found.name == "" and found.source == str(tmp_path / "answer.txt"), "it is no empty grid any more"


def test_what_is_dropped_is_watched_and_what_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "no.cnf").write_text("p cnf 3 1\n1 2 3 0\n")
    with Driver(Options(named.find("fig23"), solver="mrv", size=SIZE)) as driver:
        driver.drop(tmp_path / "no.cnf")
        assert driver.session.puzzle is named.find("fig23")
        assert driver.session.notice.startswith("no.cnf cannot be opened.\nno.cnf: no Sudoku has 3 variables")
        driver.press("Escape")
        driver.drop(formula(tmp_path / "fig1.cnf", FIG1, numbered="rcd"))
        assert driver.session.puzzle.givens == FIG1.givens and driver.session.origin().startswith("fig1")
        driver.drop(model(tmp_path / "answer", FIG1, "s SATISFIABLE\nv {} 0\n"))
        driver.until_paused()
        assert driver.session.puzzle.givens == FIG1.givens and 0 not in driver.shown() and driver.app.open


def test_it_is_solved_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(formula(tmp_path / "p.cnf", FIG1, "compact"))]) == 0
    solved = solvers.solve(FIG1)
    assert solved is not None and "".join(filter(str.isdigit, capsys.readouterr().out)) == str(solved)
    (tmp_path / "unsat").write_text("s UNSATISFIABLE\n")
    assert main(["solve", str(tmp_path / "unsat")]) == 2
    assert "no model" in capsys.readouterr().err


@pytest.mark.parametrize(
    "rows", [["s . . .", "v . 1 .", "c . . .", ". . . p"], ["c . 1 .", "p 1 . .", ". . . .", ". . . ."]]
)
def test_a_grid_with_letters_is_none(tmp_path: Path, rows: list[str]) -> None:
    (tmp_path / "letters").write_text("\n".join(rows))
    with pytest.raises(resolve.SourceError) as error:
        resolve.meant(str(tmp_path / "letters"))
    assert "DIMACS" not in str(error.value) and "holds no puzzle" in str(error.value)
