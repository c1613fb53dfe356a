"""Tests that ``solvescope convert`` converts between all formats, and never leaves a half-written file."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from read_formats import read

from puzzles import Puzzle
from puzzles.corpus import named
from puzzles.formats.registry import FORMATS
from puzzles.puzzle import Position
from visualizer.cli import progress
from visualizer.cli.main import main

FIG1 = str(named.find("fig1"))
ANSWER = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
LAB = str(named.find("lab"))
SINGLE = ["grid", "boxed", "sud", "sdk", "ss", "pencil"]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def puzzles_in(name: str) -> list[Puzzle]:
    found = read(Path(name).read_bytes())
    assert all(isinstance(one, Position) for one in found), found
    return [one.puzzle for one in found if isinstance(one, Position)]


@pytest.mark.parametrize("name", list(FORMATS))
def test_each_format_is_chosen_by_the_ending_and_read_by_its_content(name: str) -> None:
    out = f"out{FORMATS[name].endings[0]}"
    assert main(["convert", FIG1, out]) == 0
    assert puzzles_in(out) == [named.find("fig1")]
    Path(out).rename("back")
    assert main(["convert", "back", "again.txt"]) == 0
    assert puzzles_in("again.txt") == [named.find("fig1")]


def test_a_collection_goes_through_every_format_that_holds_one(capsys: pytest.CaptureFixture[str]) -> None:
    Path("in.csv").write_text(f"id,question,answer\n1,{FIG1},{ANSWER}\n2,{LAB},\n")
    last = "in.csv"
    for name in ("csv", "opensudoku", "hodoku", "sdm", "line"):
        assert main(["convert", last, f"{name}.out", "--to", name]) == 0
        last = f"{name}.out"
        assert [str(one) for one in puzzles_in(last)] == [FIG1, LAB]
    assert "opensudoku cannot hold solutions: left out of 1 puzzle\n" in capsys.readouterr().err


@pytest.mark.parametrize("name", SINGLE)
def test_several_puzzles_do_not_go_into_a_file_of_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("many.txt").write_text(f"{FIG1}\n{LAB}\n")
    for out in ("out.x", "-"):
        assert main(["convert", "many.txt", out, "--to", name]) == 2
        told = capsys.readouterr()
        assert told.out == "" and f"{name} holds only one puzzle" in told.err and "opensudoku" in told.err
    assert os.listdir() == ["many.txt"]


def test_what_is_there_is_not_overwritten_unless_forced(capsys: pytest.CaptureFixture[str]) -> None:
    Path("out.csv").write_text("mine")
    assert main(["convert", FIG1, "out.csv"]) == 2
    assert "--force" in capsys.readouterr().err and Path("out.csv").read_text() == "mine"
    assert main(["convert", FIG1, "out.csv", "--force"]) == 0
    assert puzzles_in("out.csv") == [named.find("fig1")]


def test_broken_entries_are_said_and_the_others_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("in.txt").write_text(f"{FIG1}\nbroken\n{LAB}\n" + "x\n" * 30)
    assert main(["convert", "in.txt", "out.sdm"]) == 2
    told = capsys.readouterr().err
    assert "line 2, column 1: 6 cells" in told and "and 11 more" in told
    assert [str(one) for one in puzzles_in("out.sdm")] == [FIG1, LAB]


def test_sizes_that_a_format_does_not_hold_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("in.txt").write_text(f"{'.' * 256}\n{FIG1}\n")
    assert main(["convert", "in.txt", "out.opensudoku"]) == 2
    assert "line 1: a 16x16 puzzle, but opensudoku holds only 9x9" in capsys.readouterr().err
    assert puzzles_in("out.opensudoku") == [named.find("fig1")]
    assert main(["convert", "." * 256, "no.sdm"]) == 2
    told = capsys.readouterr().err
    assert "no puzzle in" in told and not Path("no.sdm").exists()


def test_unusual_boxes_go_into_a_grid_and_onto_a_line_but_not_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    text = "# boxes 3x2\n" + "1.....\n" + "......\n" * 5
    assert main(["convert", text, "out.sdm"]) == 2
    assert "boxes of 3x2 cells, which sdm cannot store" in capsys.readouterr().err
    assert main(["convert", text, "out.line"]) == 0
    assert main(["convert", Path("out.line").read_text(), "again.grid"]) == 0
    assert Path("again.grid").read_text() == text
    assert main(["convert", text, "out.grid"]) == 0
    assert Path("out.grid").read_text() == text


def test_placed_digits_candidates_and_notes_go_along() -> None:
    Path("in.hodoku").write_text(f":0000:x:+3{FIG1[1:]}:213 513::\n")
    assert main(["convert", "in.hodoku", "out.sdk"]) == 0
    assert "[State]\n3.84.9" in Path("out.sdk").read_text()
    assert main(["convert", "out.sdk", "out.opensudoku"]) == 0
    assert main(["convert", "out.opensudoku", "back.hodoku"]) == 0
    assert Path("back.hodoku").read_text().split(":")[3] == "+3" + FIG1[1:]


def test_from_standard_input_to_standard_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"puzzle;solution\n{FIG1};\n".encode())))
    assert main(["convert", "-", "-", "--to", "sdm"]) == 0
    assert capsys.readouterr().out == FIG1.replace(".", "0") + "\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["fig1", "out"], "--to, one of line, "),
        (["fig1", "-"], "standard output has no file extension"),
        (["missing.sdk", "out.csv"], "no such file: missing.sdk"),
        (["empty", "out.csv"], "empty"),
        (["bad.hsol", "out.csv"], "serialized Java objects"),
        (["bomb.xml", "out.csv"], "<!DOCTYPE"),
        (["fig1", "no/folder/out.csv"], "cannot write"),
        ([".", "out.csv"], "is a folder"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").write_text("")
    Path("bad.hsol").write_bytes(b"PK\x03\x04\x14\0\x08" + b"\0" * 23 + b"SudokuData")
    Path("bomb.xml").write_text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><opensudoku/>')
    before = sorted(os.listdir())
    assert main(["convert", *arguments]) == 2
    told = capsys.readouterr()
    assert says in told.err and "Traceback" not in told.err and told.out == ""
    assert sorted(os.listdir()) == before


def test_a_long_conversion_says_on_a_terminal_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "many.txt").write_text(f"{named.find('fig1')}\n" * 50)
    monkeypatch.setattr(progress, "FIRST_SECONDS", 0.0)
    for terminal in (False, True):
        monkeypatch.setattr(progress, "is_terminal", lambda stream, so=terminal: so and stream is sys.stderr)
        assert main(["convert", str(tmp_path / "many.txt"), str(tmp_path / f"{terminal}.csv")]) == 0
        assert ("converted" in capsys.readouterr().err) is terminal
