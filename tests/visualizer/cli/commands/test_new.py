"""Tests that ``solvescope new`` writes a solver that works, and never over a file."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from foreign_runs import recorded, start

from puzzles.corpus import named
from solvers.core.step import Kind
from solvers.external.file import read
from visualizer.cli.main import main


def test_what_it_writes_is_short_and_finds_every_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    assert main(["new", str(path)]) == 0
    out, err = capsys.readouterr()
    assert not out and f"solvescope --solver {path}" in err and f"solvescope test-solver {path}" in err
    code = [line for line in path.read_text().splitlines() if line.strip()]
    assert len(code) <= 18 and sum("#" in line for line in code) >= 4
    assert read(path).function == "solve"
    for name, number in (("one-blank", 1), ("bad21", 4), ("small-4", 0)):
        with start(path, named.find(name)) as run:
            kinds = [step.kind for step in islice(recorded(run), 5000)]
        assert kinds.count(Kind.SOLVED) == number and kinds[-1] is Kind.BACKTRACK


def test_it_overwrites_nothing_unless_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text("precious")
    assert main(["new", str(path)]) == 2 and path.read_text() == "precious"
    assert "--force" in capsys.readouterr().err
    assert main(["new", str(path), "--force"]) == 0 and "def solve(puzzle)" in path.read_text()


def test_only_a_python_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "mine.txt")]) == 2 and not list(tmp_path.iterdir())
    assert "end it in .py" in capsys.readouterr().err
