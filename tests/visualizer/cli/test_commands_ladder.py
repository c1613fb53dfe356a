"""Tests of what ``rate``, ``hint`` and ``explain-steps`` print, where they print it, and how they end."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from made import solutions_of

import puzzles
import solvers
from puzzles import Puzzle
from puzzles.corpus import named
from solvers.grading.rating import rate
from solvers.techniques import Grid, ladder
from solvers.techniques.candidate_grid import bits
from solvers.techniques.registry import rungs, uses
from visualizer.cli.commands import explain
from visualizer.cli.commands import rate as command
from visualizer.cli.commands.rate import COLUMNS
from visualizer.cli.main import main

HARD = "..6....315..67.8...9..18.4......29..6.7.9.....1.....85.6..2.....7....36.9.5.3...."
BEYOND = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVERAL = "7....8..4.129.....63...........9.2.6.6.....7.3...8.59.....75.......6.3...2.3.1..."
"""A puzzle with two solutions."""
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
    assert (code, err) == (0, "") and heading.split() == list(COLUMNS)
    assert line.split()[:5] == ["1", "fiendish", str(rate(Puzzle.parse(HARD)).score), "7.5", "0"]
    assert "Sue de coq" in line and line.endswith(HARD)


@pytest.mark.slow
def test_a_file_is_rated_in_its_order_by_any_number_of_processes(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    graded = (Path(puzzles.__file__).parent / "sudoku.txt").read_text().splitlines()[3:103]
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


@pytest.mark.slow
def test_the_table_ends_with_the_sum_of_it_all(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "three.txt"
    file.write_text(f"{HARD}\n{BEYOND}\n{named.find('fig1')}\n")
    code, out, _ = call("rate", file)
    assert code == 0 and "3 puzzles; 2 of 3 with one solution need no guess (66.67 %)" in out
    assert "Sue de coq                            1        1" in out
    uses = out.partition("technique ")[2].splitlines()[1:]
    used = {name for puzzle in (HARD, BEYOND, str(named.find("fig1"))) for name, _ in rate(Puzzle.parse(puzzle)).counts}
    told = [one.title for one in ladder() if one.name in used]
    assert [re.split(r"  +", line)[0] for line in uses] == told and len(told) < len(ladder())


def test_lines_that_cannot_be_rated_are_said_and_the_others_are(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "broken.txt"
    file.write_text(f"{HARD}\nnonsense\n{'.' * 81}\n{HARD}\n")
    code, out, err = call("rate", file)
    assert code == 2 and "line 2" in err and out.count(HARD) == 2 and "several solutions" in out
    assert call("rate", "." * 81)[0] == 1


@pytest.mark.slow
def test_beyond_the_ladder_the_hardest_is_a_guess_and_the_number_a_least_one(call: Call) -> None:
    guesses = rate(Puzzle.parse(BEYOND)).guesses
    line = call("rate", BEYOND)[1].splitlines()[1]
    assert re.search(rf" 9\.\d\+ +{guesses}  Guess \(beyond the ladder\) ", line) and guesses
    (row,) = csv.DictReader(io.StringIO(call("rate", BEYOND, "--format", "csv")[1]))
    assert (row["hardest"], row["guesses"], row["answer"]) == ("guess", str(guesses), "")
    assert re.fullmatch(r"9\.\d\+", row["explainer"]) and row["level"] == "extreme"


def test_what_has_no_one_solution_has_no_figures(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "faults.txt"
    file.write_text(f"{'.' * 81}\n{named.find('cell-hidden')}\n{HARD}\n")
    code, out, _ = call("rate", file, "--format", "csv")
    several, none, fine = csv.DictReader(io.StringIO(out))
    assert code == 1 and [row["answer"] for row in (several, none, fine)] == ["several solutions", "no solution", ""]
    for row in (several, none):
        assert {name for name, value in row.items() if value} == {"line", "answer", "puzzle"}
    assert fine["level"] == "fiendish" and fine["sue_de_coq"] == "1"
    assert re.search(r"^ +1  -  +-  +-  +-  several solutions ", call("rate", file)[1], re.MULTILINE)


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
    assert code == 2 and "no technique is called 'sue'; choose one of: full_house" in err


# hint -----------------------------------------------------------------------------------------------------------------


def test_a_hint_tells_as_much_as_is_asked(call: Call) -> None:
    whole = call("hint", HARD)[1].splitlines()
    assert len(whole) == 3 and whole[0].startswith("Look at ")
    assert call("hint", HARD, "--tell", "where") == (0, whole[0] + "\n", "")
    assert call("hint", HARD, "--tell", "which") == (0, "\n".join(whole[:2]) + "\n", "")


def test_a_hint_says_first_what_is_wrong(call: Call) -> None:
    puzzle = named.find("fig1")
    answer = solutions_of(puzzle)[0]
    blank = puzzle.blanks[0]
    position = puzzle.update(blank, answer.givens[blank] % 9 + 1)
    code, out, _ = call("hint", "fig1", "--position", str(position))
    assert code == 1 and out == f"Something is wrong: r1c1 is not {position.givens[blank]}.\n"
    asked = ("hint", "fig1", "--position", str(position), "--tell")
    assert call(*asked, "where")[:2] == (1, "Something is wrong in rows 1 to 3.\n")
    assert call(*asked, "which")[:2] == (1, "Something is wrong in rows 1 to 3.\nSomething is wrong in box 1.\n")
    assert call("hint", "fig1", "--position", str(answer))[:2] == (0, "Every cell is filled, and nothing is wrong.\n")


def test_a_hint_beyond_every_technique_is_a_what_if(call: Call) -> None:
    inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    code, out, err = call("hint", inkala)
    lines = out.splitlines()
    assert code == 0 and len(lines) == 5 and lines[0].endswith("try a what-if: look at r6c1.")
    assert lines[2].startswith("Suppose r6c1 is 6. Then ") and lines[-1].endswith("So 6 is struck from r6c1.")
    assert "--after 1" in err


@pytest.mark.slow
def test_a_hint_without_a_step_is_no_answer(call: Call) -> None:
    code, out, _ = call("hint", "blank-16")
    assert code == 1 and "No technique on the ladder" in out and "The puzzle has several solutions" in out
    for name in ("cell-bare", "deep-3"):
        assert call("hint", name)[:2] == (1, "This puzzle has no solution.\n")
    code, out, _ = call("hint", "three", "--position", named.find("three").update(0, 9))
    assert code == 1 and out == "Something is wrong: if r1c1 is 9, there is no solution.\n"


def test_a_hint_can_be_had_for_each_finding_in_turn(call: Call) -> None:
    """Check that each hint says the same as the whole explanation, which also knows what struck candidates before."""
    told = re.findall(r"^ *\d+\. (.+)", call("explain-steps", HARD)[1], re.MULTILINE)
    for after in range(0, len(told) - 1, 5):
        code, out, err = call("hint", HARD, "--after", after)
        start, *end = re.split(" [^:;]* already struck", out.splitlines()[-1])
        assert code == 0 and told[after].startswith(start) and told[after].endswith("".join(end))
        assert (f"--after {after + 1}" in err) == ("must be" not in out.splitlines()[-1])
    assert call("hint", HARD, "--after", len(told) - 1)[:2] == (0, "Every cell is filled, and nothing is wrong.\n")
    assert call("hint", HARD, "--after", -1)[0] == 2


def test_a_position_may_be_a_file_and_a_grid_of_pencil_marks(call: Call, tmp_path: Path) -> None:
    grid, number = Grid.of(Puzzle.parse(HARD)), 0
    for _, finding in uses(grid, rungs(grid.geometry)):
        number += finding is not None
        if finding and finding.places and number > 9:  # not carried out before the next is requested
            break
    told = call("hint", HARD, "--after", number - 1)[1]
    assert call("hint", HARD, "--position", "".join(map(str, grid.values)))[1] != told, "marks were struck before"
    fields = [str(d) if d else "".join(map(str, bits(mask))) for d, mask in zip(grid.values, grid.masks, strict=True)]
    path = tmp_path / "marks.txt"
    path.write_text("\n".join(" ".join(fields[at : at + 9]) for at in range(0, 81, 9)))
    assert call("hint", HARD, "--position", path)[:2] == (0, told)
    path.write_text(f"{HARD}\n")
    assert call("hint", HARD, "--position", path)[:2] == call("hint", HARD)[:2]
    path.write_text(f"{HARD}\n{HARD}\n")
    assert call("hint", HARD, "--position", path)[0] == 2
    code, _, err = call("hint", "-", "--position", "-")
    assert code == 2 and "standard input" in err
    code, _, err = call("hint", HARD, "--position", "nowhere.txt")
    assert code == 2 and "no such file" in err


def test_a_position_that_is_none_is_refused_with_what_to_do(call: Call) -> None:
    assert call("hint", "fig1", "--position", "12")[0] == 2
    code, _, err = call("hint", "fig1", "--position", "." * 81)
    assert code == 2 and "lacks one of the puzzle's givens: r1c3 is given as 8" in err
    code, _, err = call("hint", "fig1", "--position", "blank-16")
    assert code == 2 and "this puzzle's size" in err


# explain-steps --------------------------------------------------------------------------------------------------------


def test_every_step_is_numbered_and_told(call: Call) -> None:
    code, out, err = call("explain-steps", HARD)
    assert (code, err) == (0, "") and "Solved. Used: " in out and "1 x Sue de coq" in out
    told = [line for line in out.splitlines() if re.match(r" *\d+\. ", line)]
    assert [int(line.partition(".")[0]) for line in told] == list(range(1, len(told) + 1))
    assert sum(number for _, number in rate(Puzzle.parse(HARD)).counts) == len(told) - 1, "one a finding, and the end"
    answer = str(solutions_of(Puzzle.parse(HARD))[0])
    assert answer[:9] in out and answer[-9:] in out


@pytest.mark.slow
def test_it_says_where_the_ladder_ends_and_guesses_if_asked(call: Call) -> None:
    code, out, _ = call("explain-steps", BEYOND)
    assert code == 1 and "cells are still blank" in out
    code, out, _ = call("explain-steps", BEYOND, "--guess")
    assert code == 0 and "Suppose " in out and "Go back: " in out and "Solved. Used: " in out
    guesses = out.count(". Suppose ")
    assert guesses == rate(Puzzle.parse(BEYOND)).guesses > 1 and out.endswith(f", {guesses} guesses.\n")
    assert "guess" not in call("explain-steps", HARD, "--guess")[1]


def test_where_the_ladder_ends_it_says_what_is_the_matter_and_what_goes_on(call: Call) -> None:
    ended = "No technique finds anything more"
    assert f". {ended}. Add --guess to continue.\n" in call("explain-steps", BEYOND)[1]
    code, out, _ = call("explain-steps", "deep-3")
    assert code == 1 and "\nThis puzzle has no solution.\n" in out and "Dead end: " in out
    code, out, _ = call("explain-steps", "deep-3", "--off", ",".join(one.name for one in ladder()))
    assert code == 1 and f". {ended}. This puzzle has no solution. Add --guess to prove it.\n" in out
    code, out, _ = call("explain-steps", SEVERAL)
    assert code == 1 and f"{ended}: this puzzle has several solutions" in out


def test_of_a_puzzle_with_several_solutions_it_says_so_and_assumes_no_single_one(call: Call) -> None:
    """Check a puzzle in which techniques that assume a unique solution would lead to a contradiction."""
    code, out, _ = call("explain-steps", SEVERAL, "--guess")
    assert code == 0 and "\nSolved: this is one of several solutions. Used: " in out and "Dead end" not in out
    assert out.count(". Suppose ") == 1 and out.endswith(", 1 guess.\n")
    assert "\nThis puzzle has several solutions: techniques that assume a single one are left out.\n" in out
    assert not any(one.title in out for one in ladder() if one.assumes_unique)


def test_where_it_is_not_known_that_there_are_several_solutions_a_technique_is_told_to_have_assumed_one() -> None:
    puzzle = Puzzle.parse(SEVERAL)
    *_, dead, end = explain.parts(puzzle, solvers.get("human").board(puzzle), {"uniqueness": True})
    assert dead.sentence.startswith("Dead end: ") and "--no-uniqueness" in end.sentence


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


def test_the_name_of_a_cell_is_not_capitalised_at_the_start_of_a_sentence(call: Call) -> None:
    out = call("explain-steps", HARD, "--format", "markdown")[1] + call("explain-steps", HARD)[1]
    assert not re.search(r"R\d+c\d", out)
    assert re.search(r"^\d+\. \*\*Sue de coq\.\*\* r1c2 and r2c2, with ", out, re.MULTILINE)
    assert re.search(r"^\d+\. \*\*Finned X-wing\.\*\* Apart from ", out, re.MULTILINE), "other words are"
