"""Tests that ``solve`` chooses a solver, warns about one that will not finish, and can stop a long search."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from math import factorial, prod
from pathlib import Path

import pytest
from hypothesis import given
from sat_runs import without
from strategies import orders as plain_orders
from strategies import puzzles

import solvers
from puzzles import Geometry, Puzzle, sides
from puzzles.corpus import named
from solvers import run
from solvers.algorithms.rows import orders
from visualizer.cli.commands.list import facts
from visualizer.cli.main import main

ROOT = Path(__file__).parents[3]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the solvers that were asked for steps."""
    names: list[str] = []
    real = solvers.trace

    def watched(puzzle: Puzzle, name: str, **options: object) -> object:
        names.append(name)
        return real(puzzle, name, **options)

    for module in (solvers, run):
        monkeypatch.setattr(module, "trace", watched)
    return names


@pytest.mark.parametrize(
    ("side", "takes"), [(4, "bitboard"), (9, "bitboard"), (12, "bitboard"), (16, "sat"), (20, "sat"), (25, "sat")]
)
def test_solve_takes_the_quickest_for_the_size_of_each_puzzle(
    side: int, takes: str, asked: list[str], tmp_path: Path
) -> None:
    if lacking := solvers.get(takes).lacking():
        pytest.skip(lacking)
    whole = full_grid(side)
    file, out = tmp_path / "puzzles.txt", tmp_path / "solved.txt"
    file.write_text(f"{whole.update(0, 0)}\n{named.find('fig1')}\n")
    assert main(["solve", str(file), "-o", str(out), "--count", "1"]) == 0
    assert asked == [takes, "bitboard"]
    assert Puzzle.parse(out.read_text().splitlines()[0], whole.geometry) == whole


def full_grid(side: int) -> Puzzle:
    geometry = Geometry.of_side(side)
    height, width = geometry.box
    cells = ((width * (row % height) + row // height + column) % side + 1 for row, column in geometry.places)
    return Puzzle(tuple(cells), geometry)


def test_the_solver_that_is_named_is_taken(asked: list[str]) -> None:
    assert main(["solve", "fig1", "--solver", "elimination"]) == 0
    assert asked == ["elimination"]


def test_where_no_sat_solver_is_installed_another_one_takes_large_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pycosat", "pysat")
    found = {side: solvers.quickest(Geometry.of_side(side)) for side in sides()}
    assert {found[side] for side in found if side <= 16} == {"bitboard"}
    assert {found[side] for side in found if side > 16} == {"cdcl"}
    assert all(solvers.get(name).complete and solvers.get(name).enumerates for name in found.values())


def test_help_keeps_names_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in range(50, 120, 7):
        monkeypatch.setenv("COLUMNS", str(columns))
        for arguments in (["--help"], ["solve", "--help"], ["record", "--help"]):
            with pytest.raises(SystemExit):
                main(arguments)
            words = re.split(r"[\s,;]+", capsys.readouterr().out)
            assert set(solvers.names()) <= set(words)


@given(puzzles())
def test_the_size_of_the_product_is_that_of_all_orders(puzzle: Puzzle) -> None:
    assert orders(puzzle) == plain_orders(puzzle)
    empty = Puzzle.empty(puzzle.geometry)
    assert orders(empty) == prod([factorial(empty.geometry.side)] * empty.geometry.side)


def test_the_list_says_which_solver_does_not_end() -> None:
    said = {
        name for name in solvers.names() if any("longer than a lifetime" in fact for fact in facts(solvers.get(name)))
    }
    assert said == {name for name in solvers.names() if solvers.get(name).exhaustive} != set()


def test_a_small_product_is_gone_through_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "21empty", "--solver", "rows"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_product_that_is_huge_is_told_and_can_be_stopped() -> None:
    command = [sys.executable, "-m", "visualizer", "solve", "fig1", "--solver", "rows"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, rest = process.communicate(timeout=60)
    size = plain_orders(named.find("fig1"))
    match = re.search(r"rows tries (\d\.\d) x 10\^(\d+) grids here.*Ctrl\+C stops it", told)
    assert match and float(match[1]) * 10 ** int(match[2]) <= size < (float(match[1]) + 0.1001) * 10 ** int(match[2])
    assert (process.returncode, out) == (3, "")
    assert rest.splitlines() == [
        "not solved yet by rows; another --solver may be quicker (see: solvescope list)",
        "interrupted",
    ]
