"""rate, hint and explain-steps: what they print, where, and how they end."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzles import Puzzle, named
from solvers import fast
from solvers.rating import rate
from solvers.techniques import ladder
from visualizer.cli import main
from visualizer.commands import rate as command

HARD = "..6....315..67.8...9..18.4......29..6.7.9.....1.....85.6..2.....7....36.9.5.3...."
BEYOND = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


# rate -----------------------------------------------------------------------------------------------------------------


def test_one_puzzle_is_a_heading_and_a_line(call: Call) -> None:
    code, out, err = call("rate", HARD)
    heading, line = out.splitlines()
    assert (code, err) == (0, "") and heading.split() == list(command.COLUMNS)
    assert line.split()[:5] == ["1", "unfair", str(rate(Puzzle.parse(HARD)).score), "7.5", "0"]
    assert "Sue de coq" in line and line.endswith(HARD)


def test_a_file_is_rated_in_its_order_by_any_number_of_processes(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    graded = (Path(named.__file__).parent / "sudoku.txt").read_text().splitlines()[3:103]
    lines = [line.split()[0] for line in graded]
    file.write_text("\n".join(lines) + "\n")
    one, two = (call("rate", file, "--format", "csv", "--processes", n) for n in (1, 2))
    assert one == two and one[0] == 0
    rows = list(csv.DictReader(io.StringIO(one[1])))
    assert [row["puzzle"] for row in rows] == lines
    for row in rows[::10]:
        found = rate(Puzzle.parse(row["puzzle"]))
        assert found.level and (int(row["score"]), row["level"]) == (found.score, found.level.name.lower())
        assert {name: int(row[name]) for name in (one.name for one in ladder()) if row[name] != "0"} == dict(
            found.counts
        )


def test_the_table_ends_with_the_sum_of_it_all(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "three.txt"
    file.write_text(f"{HARD}\n{BEYOND}\n{named.find('fig1')}\n")
    code, out, _ = call("rate", file)
    assert code == 0 and "3 puzzles; 2 of 3 with one solution need no guess (66.67 %)" in out
    assert "Sue de coq                            1        1" in out
    assert all(one.title in out for one in ladder())


def test_lines_that_cannot_be_rated_are_said_and_the_others_are(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "broken.txt"
    file.write_text(f"{HARD}\nnonsense\n{'.' * 81}\n{HARD}\n")
    code, out, err = call("rate", file)
    assert code == 2 and "line 2" in err and out.count(HARD) == 2 and "several solutions" in out
    assert call("rate", "." * 81)[0] == 1


def test_an_interrupted_rating_prints_what_it_has(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file, seen = tmp_path / "many.txt", []
    file.write_text(f"{HARD}\n" * 5)

    def interrupted(*args: object, **options: object) -> object:
        seen.append(1)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return rate(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(command, "rate", interrupted)
    code, out, err = call("rate", file, "--processes", 1)
    assert code == 3 and out.count(HARD) == 2 and "stopped after 2 puzzles" in err and "2 puzzles; 2 of 2" in out


def test_techniques_left_out_by_name(call: Call) -> None:
    assert "Sue de coq" not in call("rate", HARD, "--off", "sue_de_coq")[1]
    code, _, err = call("rate", HARD, "--off", "sue")
    assert code == 2 and "no technique is called 'sue'; there are: full_house" in err


# hint -----------------------------------------------------------------------------------------------------------------


def test_a_hint_tells_as_much_as_is_asked(call: Call) -> None:
    whole = call("hint", HARD)[1].splitlines()
    assert len(whole) == 3 and whole[0].startswith("Look at ")
    assert call("hint", HARD, "--tell", "where") == (0, whole[0] + "\n", "")
    assert call("hint", HARD, "--tell", "which") == (0, "\n".join(whole[:2]) + "\n", "")


def test_a_hint_says_first_what_is_wrong(call: Call) -> None:
    puzzle = named.find("fig1")
    answer = fast.first(puzzle)[0]
    blank = puzzle.blanks[0]
    position = puzzle.update(blank, answer.givens[blank] % 9 + 1)
    code, out, _ = call("hint", "fig1", "--position", str(position))
    assert code == 1 and out == f"Something is wrong: r1c1 is not {position.givens[blank]}.\n"
    assert call("hint", "fig1", "--position", str(answer))[:2] == (0, "Every cell is filled, and nothing is wrong.\n")


def test_a_hint_without_a_step_is_no_answer(call: Call) -> None:
    code, out, _ = call("hint", "blank")
    assert code == 1 and "No technique of the ladder" in out
    code, out, _ = call("hint", "cell-bare")
    assert code == 1 and "cannot be filled any more" in out


def test_a_position_that_is_none_is_refused_with_what_to_do(call: Call) -> None:
    assert call("hint", "fig1", "--position", "12")[0] == 2
    code, _, err = call("hint", "fig1", "--position", "." * 81)
    assert code == 2 and "lacks a given" in err


# explain-steps --------------------------------------------------------------------------------------------------------


def test_every_step_is_numbered_and_told(call: Call) -> None:
    code, out, err = call("explain-steps", HARD)
    assert (code, err) == (0, "") and "Solved. Used: " in out and "1 x Sue de coq" in out
    told = [line for line in out.splitlines() if re.match(r" *\d+\. ", line)]
    assert [int(line.partition(".")[0]) for line in told] == list(range(1, len(told) + 1))
    assert sum(number for _, number in rate(Puzzle.parse(HARD)).counts) == len(told) - 1, "one a finding, and the end"
    answer = str(fast.first(Puzzle.parse(HARD))[0])
    assert answer[:9] in out and answer[-9:] in out


def test_it_says_where_the_ladder_ends_and_guesses_if_asked(call: Call) -> None:
    code, out, _ = call("explain-steps", BEYOND)
    assert code == 1 and "cells are still blank" in out
    code, out, _ = call("explain-steps", BEYOND, "--guess")
    assert code == 0 and "Suppose " in out and "Go back: " in out and "Solved. Used: " in out


def test_markdown_has_headings_a_grid_and_a_list(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "steps.md"
    assert call("explain-steps", "fig1", "--format", "markdown", "-o", file)[0] == 0
    lines = file.read_text().splitlines()
    assert [line for line in lines if line.startswith("## ")] == [
        "## The puzzle",
        "## Step by step",
        "## Where it ends",
    ]
    assert lines.count("```") == 4 and any(line.startswith("1. **") for line in lines)
