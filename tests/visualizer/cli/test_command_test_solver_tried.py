"""Tests that ``solvescope test-solver`` never says that a law holds if no run has tested it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from visualizer.cli.main import main

LAWS = {
    "runs": "it runs without an error",
    "silent": "it is never silent",
    "legal": "each step is legal",
    "solved": "it yields SOLVED only on a solution",
    "count": "it finds as many solutions",
    "once": "it finds each solution once",
    "repeats": "it makes the same steps every time",
}

Laws = Callable[..., tuple[dict[str, str], str]]


@pytest.fixture
def laws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Laws:
    """Test a solver, and return the verdict on each law and the whole output."""

    def run(text: str, *arguments: str) -> tuple[dict[str, str], str]:
        path = tmp_path / "mine.py"
        path.write_text("from solvers.step import *\nfrom solvers.step import SOLVED\n" + textwrap.dedent(text))
        main(["test-solver", str(path), "--seconds", "8", *arguments])
        out = capsys.readouterr().out
        lines = out.splitlines()
        said = {law: [line for line in lines if words in line][0].partition(words)[0] for law, words in LAWS.items()}
        return {law: mark.strip() for law, mark in said.items()}, out

    return run


def marked(said: dict[str, str], mark: str) -> set[str]:
    return {law for law, one in said.items() if one == mark}


@pytest.mark.slow
def test_a_hang_at_the_first_step_shows_nothing_of_solutions(laws: Laws) -> None:
    # Long enough for the first step to come on a busy machine.
    said, out = laws("def mine(puzzle):\n    yield look(0)\n    while True: pass\n", "--silence", "3")
    assert marked(said, "BROKEN") == {"silent"}
    assert marked(said, "not tried") == {"solved", "count", "once", "repeats"}
    assert "a law is broken: 1 puzzle, 1 step" in out


def test_one_that_only_gives_up_shows_nothing_of_solutions(laws: Laws) -> None:
    said, out = laws("def mine(puzzle):\n    yield GAVE_UP\n", "--puzzles", "fig1")
    assert marked(said, "not tried") == {"solved", "count", "once"} and not marked(said, "BROKEN")
    assert "no law is broken, but 3 could not be tested: 1 puzzle" in out and "all laws hold" not in out


def test_one_without_a_step_shows_nothing_of_its_steps(laws: Laws) -> None:
    said, out = laws("def mine(puzzle):\n    return\n    yield\n", "--puzzles", "fig1")
    assert marked(said, "BROKEN") == {"count"}
    assert marked(said, "not tried") == {"legal", "solved", "once", "repeats"}


def test_a_draft_is_tried_on_a_real_puzzle_first(laws: Laws) -> None:
    said, out = laws("def mine(puzzle):\n    yield guess(puzzle.blanks[0], 2)\n    1 / 0\n", "--seconds", "60")
    assert marked(said, "BROKEN") == {"runs"}
    assert "first broken at step 2 of fig1" in out and "ZeroDivisionError" in out
