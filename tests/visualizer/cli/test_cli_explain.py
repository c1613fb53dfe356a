"""Tests of ``solvescope explain``, and of what ``solve`` and ``race`` say about a puzzle without a solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.explain.explain import explain
from solvers.explain.records import Explanation
from visualizer.cli import output
from visualizer.cli.commands import explain as command
from visualizer.cli.main import main
from visualizer.cli.output import put_wrapped, wrapped
from visualizer.narration.explanations import reasons, verdict, view_of
from visualizer.text.spans import plain

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


MISPRINT = """\
 .  .  1  |  .  .  .  |  7  5  .
 .  8  .  |  .  2  .  |  .  .  .
 .  3  6  |  .  4  .  |  .  8  .
----------+-----------+----------
 .  .  .  |  6  .  1  |  2 [4] .
 7  .  4  |  .  5  .  |  6  .  8
 .  6  .  |  8  .  3  |  .  7 [4]
----------+-----------+----------
 .  .  .  |  1  .  .  |  . [3] .
 8  .  2  |  .  .  .  | [3] .  6
 .  .  7  |  4  .  .  |  8  .  1

No solution: r4c8 and r6c9 are both 4 in box 6, and 1 more pair of givens clashes.

3 appears twice in box 9: r7c8 and r8c7.
"""


def test_the_misprinted_puzzle_gets_a_readable_answer(call: Call) -> None:
    assert call("explain", "misprint") == (1, MISPRINT, "")


def test_of_the_grid_printed_under_it_every_digit_that_stands_twice_is_named(call: Call) -> None:
    code, out, _ = call("explain", "misprinted-grid")
    grid = named.find("misprinted-grid")
    assert code == 1 and out.count(" appears twice in ") == len(grid.clashes())
    for line in ("1 appears twice in box 1: r1c3 and r3c1.", "3 appears twice in box 1: r2c3 and r3c2."):
        assert f"\n{line}\n" in out


def test_a_unit_that_the_givens_leave_no_place_is_shown(call: Call) -> None:
    code, out, _ = call("explain", "unit-hidden")
    assert code == 1 and "\n . " in out
    assert out.count("[") == 7 and "[4]" in out
    assert out.endswith(
        "Why, from these givens alone:\n"
        "Box 7 has no place for 4: 4 is in r6c3; r7c1, r7c2, r8c1, r8c2, r9c1 and r9c2 are filled.\n"
    )


def test_long_lines_are_wrapped_with_a_hanging_indent(call: Call) -> None:
    _, out, _ = call("explain", "deep-1")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 100 and any(line.startswith("    ") for line in lines)
    known = explain(named.find("deep-1"))
    for line in (verdict(known, 81), *reasons(known, 81)):
        assert " ".join(plain(line).split()) in " ".join(out.split())


@given(st.text("ab -\u202f", max_size=300), st.integers(40, 120))
def test_wrapping_changes_only_where_lines_end(text: str, width: int) -> None:
    lines = wrapped(text, width).split("\n")
    assert " ".join(lines).split() == text.split()
    longest = max([4 + len(word) for word in text.split(" ")])
    assert all(len(line) <= max(width, longest) for line in lines)
    assert all(line.startswith("    ") for line in lines[1:])


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda stream: True)
    monkeypatch.setenv("COLUMNS", "60")
    put_wrapped("word " * 40)
    assert [len(line) for line in capsys.readouterr().out.splitlines()][:2] == [59, 58]


def test_the_givens_from_which_another_argument_starts_are_named(call: Call) -> None:
    known = explain(named.find("deep-1"))
    assert known.argument is not None
    more = known.argument.givens
    first = plain(reasons(replace(known, guilty=known.guilty[2:]), 81)[0])
    assert first.startswith(f"Why, from {len(more)} of the givens, which make a shorter argument (")
    assert all(f"{known.puzzle.geometry.name(cell)}={known.puzzle.givens[cell]}" in first for cell in more)
    assert f" and {len(more) - 11} more)" in plain(reasons(replace(known, guilty=known.guilty[2:]))[0])


def test_of_a_full_grid_it_is_said_that_it_is_no_solution_and_what_stands_twice(call: Call) -> None:
    _, out, _ = call("explain", "misprinted-grid")
    text = " ".join(out.split())
    assert "This grid is not a solution: 1 and 3 appear twice in box 1; 2 and 4 in box 2; 5 and 7 in box 3; " in text
    assert "No solution:" not in text and "given" not in text
    code, out, err = call("solve", "misprinted-grid")
    assert code == 1 and err.startswith("this grid is not a solution: 1 and 3 appear twice in box 1; ")
    caption = plain(view_of(explain(named.find("misprinted-grid"))).caption)
    grid = named.find("misprinted-grid")
    thrice = plain(verdict(explain(grid.update(0, 1).update(1, 3))))
    assert "; 1 and 3 appear 3 times in box 1; 2 and 4 appear twice in box 2; 5 and 7 in box 3;" in thrice
    assert caption.startswith("This grid is not a solution: 1 and 3 appear twice in box 1; 2 and 4 in box 2; ")
    assert caption.endswith("; 2 more.")


def test_one_solution_is_what_one_wants(call: Call) -> None:
    code, out, err = call("explain", "fig1")
    assert (code, err) == (0, "") and "\nExactly one solution.\n" in out and "[" not in out
    assert Puzzle.parse(out.rpartition("\n\n")[2]) == named.find("fig1").with_values(grid_of("fig1"))


def grid_of(name: str) -> tuple[int, ...]:
    solution = next(entry.solution for entry in named.all() if entry.name == name)
    assert solution is not None
    return solution.givens


def test_a_finished_grid_is_said_to_be_solved(call: Call) -> None:
    code, out, _ = call("explain", "complete")
    assert code == 0 and "This grid is solved: every row, column and box holds each digit once." in out


def test_two_solutions_are_shown_with_the_cells_where_they_differ(call: Call) -> None:
    code, out, _ = call("explain", "fig23")
    assert code == 1 and out.count("[") == 12
    assert "2 solutions. They differ in 6 cells: r2c4, r2c6, r4c4, r4c6, r8c4 and r8c6." in out


def test_a_collection_is_explained_line_by_line(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(f"{named.find('fig1')}\nnonsense\n{named.find('small-4')}\n")
    code, out, err = call("explain", file)
    assert code == 2 and err.startswith("line 2") and err.count("\n") == 1
    assert [line[:7] for line in out.splitlines() if line.startswith("line")] == ["line 1:", "line 3:"]
    assert "Exactly one solution." in out and "No solution: these 3 givens contradict each other" in out


def test_when_the_time_is_up_what_is_known_is_printed(call: Call) -> None:
    code, out, err = call("explain", "." * 625, "--limit-seconds", "0.01")
    assert code == 3 and err.startswith("stopped after 0.01 s") and "--limit-seconds" in err
    assert "not known" in out or "At least" in out


def test_on_ctrl_c_what_is_known_is_printed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(puzzle: Puzzle, *, tell: Callable[[Explanation], object], **options: float) -> Explanation:
        def stop_soon(known: Explanation) -> None:
            tell(known)
            if known.count == 2000:
                raise KeyboardInterrupt

        return explain(puzzle, tell=stop_soon)

    monkeypatch.setattr(command, "explain", interrupted)
    code, out, err = call("explain", "blank")
    assert (code, err) == (3, "interrupted\n") and "At least 2,000 solutions." in out


def test_bad_input_is_said_to_be_bad(call: Call) -> None:
    code, out, err = call("explain", "nonsense")
    assert code == 2 and not out and err.startswith("solvescope: ")


# What other commands say


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("misprint", "r4c8 and r6c9 are both 4 in box 6, and 1 more pair of givens clashes"),
        ("clash-row", "r4c3 and r4c8 are both 1 in row 4"),
        ("deep-1", "to see why: solvescope explain"),
    ],
)
def test_solve_and_race_say_which_givens_clash_or_where_to_ask(call: Call, name: str, said: str) -> None:
    assert call("solve", name) == (1, "(no solution)\n", f"{said}\n")
    code, out, err = call("race", name, "--solvers", "mrv,bitboard", "--text", "--limit-seconds", "2")
    assert code == 1 and out.count("no solution") == 2 and err == f"{said}\n"


def test_nobody_is_told_why_where_it_is_not_known_that_there_is_none(call: Call) -> None:
    _, _, err = call("race", "deep-1", "--solvers", "annealing:rounds=0,annealing:rounds=0", "--text")
    assert "solvescope explain" not in err
