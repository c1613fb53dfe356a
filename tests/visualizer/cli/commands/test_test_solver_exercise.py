"""Tests that ``solvescope test-solver --exercise`` also checks the exercise, and shows the first step that fails it."""

from __future__ import annotations

from pathlib import Path

import pytest
from slow import slow_but

from solvers.checks.exercises import EXERCISES
from visualizer.cli.main import main

ROOT = Path(__file__).parents[4]
LAB = ROOT / "tests" / "solvers" / "checks" / "lab"
EXAMPLE = str(ROOT / "solvers" / "example.py")


def line(mark: str, number: int) -> str:
    return f"\n{mark:9} {EXERCISES[number]}\n"


def test_the_goal_is_one_line_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test-solver", EXAMPLE, "--exercise", "2", "--puzzles", "21empty"]) == 0
    out = capsys.readouterr().out
    assert line("ok", 2) in out and out.count("\nok ") == 8
    assert "all laws hold; exercise 2, Going back, is done: 1 puzzle" in out


def test_the_first_step_that_misses_the_goal_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test-solver", EXAMPLE, "--exercise", "3"]) == 1
    out = capsys.readouterr().out
    assert line("BROKEN", 3) in out and "exercise 3 is not done yet: 1 puzzle, 1 step" in out
    report = out.partition("\nfirst broken at step 1 of fig1")[2]
    assert "a guess in r1c1, which has 4 candidates, while r2c4 has 1 candidate\n" in report
    assert ":  yield guess(cell, values[cell])" in report and "the board before it:" in report
    assert "\n. . 8 | 4 . 9 | . . .\n" in report


def test_what_is_not_finished_is_not_said_to_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test-solver", EXAMPLE, "--exercise", "5", "--puzzles", "uphill-1", "--seconds", "0.5"]) == 3
    out = capsys.readouterr().out
    assert line("not tried", 5) in out and "exercise 5, All of them, could not be checked to the end" in out


def test_there_are_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["test-solver", EXAMPLE, "--exercise", "6"])
    assert "--exercise" in capsys.readouterr().err


SAMPLES = {"singles": 1, "going_back": 2, "choosing_well": 3, "follow_through": 4, "all_of_them": 5}


@pytest.mark.parametrize("name", slow_but([], SAMPLES))
def test_the_sample_solutions_do_their_exercises(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    number = SAMPLES[name]
    assert main(["test-solver", str(LAB / f"{name}.py"), "--exercise", str(number), "--seconds", "120"]) == 0
    assert line("ok", number) in capsys.readouterr().out
