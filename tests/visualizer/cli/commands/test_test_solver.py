"""Tests that ``solvescope test-solver`` says which laws a file breaks and where, and which files cannot be loaded."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from slow import slow_but

from puzzles.corpus import named
from solvers.checks.laws import Outcome, TrialResult
from solvers.checks.report import found
from solvers.core import counting
from visualizer.cli.main import main

ROOT = Path(__file__).parents[4]
EXAMPLE = (ROOT / "solvers" / "example.py").read_text(encoding="utf-8")
SMALL = ["complete", "one-blank", "21empty", "fig23", "25empty", "fig1", "easy-9-1"]
DEAD = next(
    puzzle
    for digit in range(1, 10)
    if (puzzle := named.find("fig23").update(0, digit)).is_valid() and not counting.count(puzzle)
)
"""A puzzle whose search ends soon, without a solution."""

Test = Callable[..., tuple[int, str, str]]


@pytest.fixture
def test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Test:
    """Write a solver, test it on a few puzzles, and return the exit code, standard output and standard error."""
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("".join(f"{named.find(name)}  # {name}\n" for name in SMALL) + f"{DEAD}  # dead\n")

    def run(text: str, *arguments: str, seconds: str = "30") -> tuple[int, str, str]:
        path = tmp_path / "mine.py"
        head = "" if text.startswith('"""') else "from solvers.step import *\nfrom solvers.step import SOLVED, Why\n"
        path.write_text(head + textwrap.dedent(text), encoding="utf-8")
        common = ["test-solver", str(path), "--seconds", seconds]
        code = main([*common, *(arguments or ["--puzzles", str(puzzles)])])
        return code, *capsys.readouterr()

    return run


def changed(old: str, new: str) -> str:
    """Return the template with some text replaced."""
    assert EXAMPLE.count(old) == 1
    return EXAMPLE.replace(old, new)


def test_the_template_keeps_every_law(test: Test) -> None:
    code, out, err = test(EXAMPLE)
    assert (code, err) == (0, "")
    assert "BROKEN" not in out and out.count("\nok ") == 7
    assert re.search(r"^all laws hold: 8 puzzles, 3 of them twice, [\d,]+ steps, [\d.]+ s$", out, re.MULTILINE)
    assert out.startswith("mine.py: example(), First digit that fits; candidates none\n")


def test_a_mistake_in_its_tables_is_told_and_the_laws_are_tested_all_the_same(test: Test) -> None:
    code, out, _ = test(changed('"values": "cells[Digit]"', '"valus": "cells[Digit]"'), seconds="0.2")
    assert code == 0 and "BROKEN" not in out
    assert re.search(r"^note +mine.py, line \d+: VARIABLES names 'valus'.*did you mean values", out, re.MULTILINE)


@pytest.mark.slow
def test_the_named_puzzles_are_tried_where_none_are_given(test: Test) -> None:
    code, out, _ = test(EXAMPLE, "--silence", "5", seconds="1")
    assert code == 0
    assert "no time was left for" in out or "not finished in the time allowed" in out


BROKEN = {
    "an illegal step": (
        changed("if all(values[peer] != digit for peer in peers[cell])", ""),
        r"BROKEN +each step is legal", "clashes with", "yield guess(cell, values[cell])",
    ),
    "a step that undoes nothing": (
        changed("yield backtrack(len(untried) - 1, why)", "yield backtrack(len(untried), why)"),
        r"BROKEN +each step is legal", "but .*(one guess is|guesses are) open: ", "yield backtrack(len(untried), why)",
    ),
    "solved too early": (
        "def mine(puzzle):\n    yield SOLVED\n",
        r"BROKEN +it yields SOLVED only on a solution", "the board is not a solution", "yield SOLVED",
    ),
    "no solution found": (
        "def mine(puzzle):\n    if not puzzle.blanks:\n        yield SOLVED\n    yield look(0)\n",
        r"BROKEN +it finds as many solutions", "ended without a solution, but there is one", "yield look(0)",
    ),
    "one solution twice": (
        changed("yield SOLVED  #", "yield SOLVED; yield SOLVED  #"),
        r"BROKEN +it finds each solution once", "was found before", "yield SOLVED",
    ),
    "stopping at the first of some": (
        changed("yield SOLVED  #", "yield SOLVED\n            if puzzle.clues > 50: return  #"),
        r"BROKEN +it finds as many solutions", "at the first of several", "",
    ),
    "steps by lot": (
        changed("while True:", "import random\n    while True:\n        yield Step(9, random.randrange(81))").replace(
            "from solvers.step import", "from solvers.step import look,"
        ).replace("Step(9, random.randrange(81))", "look(random.randrange(81))"),
        r"BROKEN +it makes the same steps every time", "in one run, .* in another", "yield look",
    ),
    "steps in the order of a set": (
        "def mine(puzzle):\n    for word in {'a', 'b', 'c', 'd', 'e', 'f', 'g'}:\n"
        "        yield look(ord(word) - 97)\n    yield GAVE_UP\n",
        r"BROKEN +it makes the same steps every time", "in one run, .* in another", "yield look",
    ),
    "an error": (
        "def mine(puzzle):\n    yield look(0)\n    print('so far')\n    puzzle.sides\n",
        r"BROKEN +it runs without an error", "AttributeError: .*sides", "puzzle.sides",
    ),
    "a hang": (
        "def mine(puzzle):\n    yield look(0)\n    while True: pass\n",
        r"BROKEN +it is never silent for long \(longer than 3 s\)", "no step for 3 s", "while True: pass",
    ),
    "no step": (
        "def mine(puzzle):\n    yield 3\n",
        r"BROKEN +each step is legal", "this yielded 3", "yield 3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", slow_but(["an illegal step", "no solution found"], BROKEN))
def test_the_first_broken_step_is_shown(test: Test, what: str, tmp_path: Path) -> None:
    text, law, reason, code_line = BROKEN[what]
    silence = ["--silence", "3"] if what == "a hang" else []
    code, out, _ = test(text, "--puzzles", str(tmp_path / "puzzles.txt"), *silence)
    assert code == 1, out
    assert re.search(f"^{law}", out, re.MULTILINE)
    assert out.count("BROKEN") == 1
    assert "a law is broken: " in out and "all laws hold" not in out
    report = out.partition("\nfirst broken at step ")[2]
    assert re.search(reason, report)
    assert f":  {code_line}" in report
    assert re.search(r"^  mine\.py, line \d+:  ", report, re.MULTILINE)
    assert report.count("------+-------+------") == 2, "the board is shown"


def test_the_step_is_shown_with_its_number_and_the_board_before_it(test: Test) -> None:
    code, out, _ = test("def mine(puzzle):\n    yield guess(79, 3)\n    yield guess(80, 3)\n", "--puzzles", "." * 81)
    assert code == 1
    assert "first broken at step 2 of the puzzle  " + "." * 81 in out
    assert "Step(Kind.GUESS, cell=80, digit=3, why=Why.GUESS)" in out
    assert "mine.py, line 5:  yield guess(80, 3)" in out
    assert ". . . | . . . | . 3 .\n" in out


def test_the_step_that_shut_the_solution_out_is_shown_and_how_to_see_it(test: Test) -> None:
    text = changed("[digit for digit in digits if all", "[digit for digit in digits if digit < 9 and all")
    code, out, _ = test(text, "--puzzles", str(named.find("21empty")))
    assert code == 1 and "the solution is shut out at step 8 of the puzzle" in out
    assert "it ended without a solution, but there is one: it takes back 8 in r3c3, which is right" in out
    assert re.search(r"mine\.py, line \d+:  yield backtrack\(len\(untried\) - 1, why\)", out)
    assert re.search(r"see it: solvescope \S{81} --solver \S+mine\.py --at 8\n", out)


def test_laws_are_not_said_to_hold_where_not_everything_was_tried() -> None:
    one, other = named.find("fig1"), named.find("lab")
    whole = Outcome(one, steps=9, answers=[one.givens], decided=True, counted=True)
    assert found(TrialResult([whole], repeated=1)) == "all laws hold"
    cut_off = TrialResult([whole, Outcome(other, steps=9)], repeated=1)
    assert found(cut_off) == "no law is broken as far as was tried (1 of 2 puzzles ran to the end)"
    late = TrialResult([whole], repeated=1, untried=4)
    assert found(late) == "no law is broken as far as was tried (1 of 5 puzzles ran to the end)"


def test_what_it_printed_is_shown_with_the_breach(test: Test) -> None:
    code, out, _ = test("def mine(puzzle):\n    print('look at me')\n    yield 3\n")
    assert code == 1 and "    look at me\n" in out.partition("the solver's last output:")[2]


def test_it_is_tried_with_the_options_that_are_set(test: Test) -> None:
    text = changed("def example(puzzle: Puzzle)", "def example(puzzle: Puzzle, *, early: bool = False, depth: int = 3)")
    text = text.replace("    while True:\n", "    while not early:\n", 1)
    puzzles = ("--puzzles", str(named.find(SMALL[0])))
    assert test(text, *puzzles)[0] == 0
    code, out, _ = test(text, *puzzles, "--option", "early=yes", "--option", "depth=3")
    assert code == 1 and "it ended without a solution" in out
    assert out.startswith("mine.py: example(), First digit that fits; candidates none; early=true\n")


def test_an_option_that_it_does_not_have_is_refused(test: Test) -> None:
    text = changed("def example(puzzle: Puzzle)", "def example(puzzle: Puzzle, *, depth: int = 3)")
    code, out, err = test(text, "--option", "dept=4")
    assert (code, out) == (2, "")
    assert err == "solvescope: --option: mine has no option 'dept'; mine has: depth=3\n"


@pytest.mark.slow
def test_one_that_gives_up_is_incomplete_and_breaks_no_law(test: Test) -> None:
    text = "from solvers.step import GAVE_UP\ndef mine(puzzle):\n    yield look(0)\n    yield GAVE_UP\n"
    code, out, _ = test(text)
    assert code == 0
    assert "the solver is incomplete: it gave up on complete, one-blank" in out and "set COMPLETE = False" in out
    assert "set COMPLETE" not in test("COMPLETE = False\n" + text)[1]


@pytest.mark.slow
def test_one_that_always_ends_at_its_first_solution_breaks_no_law(test: Test) -> None:
    text = changed("yield SOLVED  #", "yield SOLVED; return  #")
    code, out, _ = test(text)
    assert code == 0
    assert (
        "the solver stops at the first solution even if there are several; "
        "continue after SOLVED, or set ENUMERATES = False" in out
    )
    assert "ENUMERATES" not in test(text.replace("TITLE", "ENUMERATES = False\nTITLE", 1))[1]


@pytest.mark.slow
def test_what_takes_long_is_left_and_named(test: Test) -> None:
    text = "def mine(puzzle):\n    while True:\n        yield look(0)\n"
    code, out, _ = test(text, "--puzzles", "fig1", seconds="1")
    assert code == 0 and "not finished in the time allowed: fig1" in out


def test_what_cannot_be_loaded_has_its_own_exit_code(test: Test, tmp_path: Path, capsys) -> None:
    code, out, err = test("def mine(puzzle):\n    yield (\n")
    assert (code, out) == (2, "") and "mine.py, line 4: '(' was never closed" in err
    assert main(["test-solver", str(tmp_path / "missing.py")]) == 2
    assert "no such file" in capsys.readouterr().err


@pytest.mark.slow
def test_puzzles_that_cannot_be_tried_are_said(test: Test, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text(f"broken\n{named.find('clash-row')}\n{named.find('fig1')}\n{named.find('lab')}\n")
    code, out, err = test(EXAMPLE, "--puzzles", str(path))
    assert code == 0 and "2 puzzles" in out
    assert "line 1: left out" in err and "line 2: left out: its givens clash" in err
    code, out, err = test(EXAMPLE, "--puzzles", "clash-row")
    assert code == 2 and "no puzzle in clash-row can be tried" in err
    assert test(EXAMPLE, "--puzzles", str(tmp_path / "none"))[0] == 2
