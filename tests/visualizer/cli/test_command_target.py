"""Tests that a command never writes to a file it reads, and overwrites another one only if asked to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.corpus import named
from visualizer.cli.main import main
from visualizer.files.saved_view import FORMAT, VERSION

ROOT = Path(__file__).parents[3]
FIG1 = str(named.find("fig1"))
WRITING = [
    ["solve", "in.txt"],
    ["solve", "in.txt", "--solver", "mrv"],
    ["count", "in.txt"],
    ["rate", "in.txt"],
    ["rate", "in.txt", "--format", "csv"],
    ["random", "--corpus", "in.txt"],
    ["cnf", "in.txt"],
    ["trace", "in.txt", "--steps", "2"],
    ["explain-steps", "in.txt"],
    ["find", "in.txt", "--compare", "mrv", "--where", "mrv > 0"],
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text(f"{FIG1}\n")


@pytest.mark.parametrize("words", [*WRITING, ["generate", "--seed", "1"]], ids=" ".join)
def test_what_is_there_is_replaced_only_where_that_is_asked_for(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("out").write_text("mine")
    assert main([*words, "-o", "out"]) == 2
    assert "out already exists: give another name, or --force" in capsys.readouterr().err
    assert Path("out").read_text() == "mine" and sorted(os.listdir()) == ["in.txt", "out"]
    assert main([*words, "-o", "out", "--force"]) == 0
    assert Path("out").read_text() not in ("", "mine") and sorted(os.listdir()) == ["in.txt", "out"]


@pytest.mark.skipif(os.name != "posix", reason="links")
@pytest.mark.parametrize("way", ["in.txt", "./in.txt", "link", "hard"])
@pytest.mark.parametrize("words", [*WRITING, ["convert", "in.txt"]], ids=" ".join)
def test_what_is_read_is_never_replaced(words: list[str], way: str, capsys: pytest.CaptureFixture[str]) -> None:
    os.symlink("in.txt", "link")
    os.link("in.txt", "hard")
    output = [way, "--to", "csv"] if words[0] == "convert" else ["-o", way]
    assert main([*words, *output, "--force"]) == 2
    assert f"{Path(way)} is the file being read" in capsys.readouterr().err
    assert Path("in.txt").read_text() == f"{FIG1}\n" and sorted(os.listdir()) == ["hard", "in.txt", "link"]


@pytest.mark.parametrize("words", [["solve", "in.txt", "--solver"], ["find", "in.txt", "--compare"]], ids=" ".join)
def test_nor_is_the_file_of_a_solver(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.py").write_text("def mine(puzzle):\n    yield from ()\n")
    assert main([*words, "mine.py", "-o", "./mine.py", "--force"]) == 2
    assert "mine.py is the file being read" in capsys.readouterr().err
    assert Path("mine.py").read_text().startswith("def mine")


@pytest.mark.slow
@pytest.mark.parametrize("words", [["solve"], ["solve", "-"]])
def test_nor_is_what_is_piped_in(words: list[str]) -> None:
    with open("in.txt", encoding="utf-8") as stdin:
        done = subprocess.run(
            [sys.executable, "-m", "visualizer", *words, "-o", "in.txt", "--force"],
            stdin=stdin,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
    assert done.returncode == 2 and "is the file being read" in done.stderr and "Traceback" not in done.stderr
    assert Path("in.txt").read_text() == f"{FIG1}\n"


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_nor_is_a_view_of_a_newer_version(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    newer = json.dumps({"format": FORMAT, "version": VERSION + 1})
    Path("view.json").write_text(newer)
    assert main([*words, "-o", "view.json", "--force"]) == 2
    assert "A newer version of this program saved view.json" in capsys.readouterr().err
    assert Path("view.json").read_text() == newer
