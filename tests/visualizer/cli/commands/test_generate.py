"""Tests of what ``solvescope generate`` prints, writes and rejects, and of how it is stopped and resumed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from made import collect, generate
from sat_runs import without
from slow import slow_but

from puzzles import Geometry, Puzzle
from solvers.core.counting import count
from solvers.generate.collector import CandidateWish
from solvers.generate.generator import Recipe
from solvers.grading.rating import grade
from visualizer.cli import bulk_output, progress
from visualizer.cli.commands.generate import tries_of
from visualizer.cli.main import main

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main(["generate", *map(str, arguments), "--processes", "1"])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


def puzzles(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def test_it_prints_the_puzzles_of_a_seed(call: Call) -> None:
    expected = "".join(f"{generate(5, index)}\n" for index in range(3))
    assert call("--count", 3, "--seed", 5) == (0, expected, "")


def test_without_a_seed_it_says_how_to_get_the_same_again(call: Call) -> None:
    code, out, err = call()
    seed = err.split()[1].rstrip(":")
    assert code == 0 and f"--seed {seed}" in err
    assert call("--seed", seed) == (0, out, "")
    assert call()[1] != out


def test_a_kind_is_made_into_a_file_and_resumed(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "killers.txt"
    how = ("--kind", "killer", "--size", 4, "--count", 3, "--seed", 1, "-o", path, "--quiet")
    assert call(*how)[0] == 0
    text = path.read_text()
    assert text.startswith("# 4x4 Killer puzzles") and "--kind killer --size 4 --seed 1" in text
    assert [line.split(";")[0] for line in puzzles(path)] == ["[killer 4x4"] * 3
    path.write_text("".join(text.splitlines(keepends=True)[:-1]))
    assert call(*how, "--resume")[0] == 0 and path.read_text() == text


def test_a_kind_is_graded_by_its_techniques_and_what_is_none_is_refused(call: Call) -> None:
    code, out, _ = call("--kind", "x", "--level", "easy", "--seed", 1, "--graded")
    assert code == 0 and out.startswith("[x 9x9; units diagonals] ") and " easy " in out
    assert "no kind of puzzle is called 'queen'" in call("--kind", "queen")[2]
    assert "as few givens as they can" in call("--kind", "killer", "--clues", 20)[2]


def test_levels_clues_symmetry_and_size_are_met(call: Call) -> None:
    _, out, _ = call("--level", "hard", "--count", 2, "--seed", 1, "--graded")
    for text, level, score, _ in map(str.split, out.splitlines()):
        assert level == "hard" and str(grade(Puzzle.parse(text))) == f"hard {score}"
    _, out, _ = call("--clues", 27, "--symmetry", "rotate180", "--seed", 1)
    given = [symbol != "." for symbol in out.strip()]
    assert given == given[::-1] and sum(given) == 27
    _, out, _ = call("--size", 6, "--seed", 1, "--minimal")
    puzzle = Puzzle.parse(out.strip())
    assert puzzle.geometry.side == 6 and count(puzzle) == 1


def test_so_many_of_each_level(call: Call) -> None:
    _, out, _ = call("--each", "easy=3,medium=1", "--seed", 1, "--graded")
    assert sorted(line.split()[1] for line in out.splitlines()) == ["easy"] * 3 + ["medium"]


def test_a_file_says_how_it_was_made_and_can_be_made_again(call: Call, tmp_path: Path) -> None:
    words = ("--count", 4, "--clues", 30, "--seed", "a b")
    assert call(*words, "-o", tmp_path / "one.txt")[0] == 0
    text = (tmp_path / "one.txt").read_text()
    assert "# Made by: solvescope generate --count 4 --clues 30 --seed 'a b'\n" in text
    assert call(*words, "-o", tmp_path / "two.txt")[0] == 0
    assert (tmp_path / "two.txt").read_text() == text
    assert len(puzzles(tmp_path / "one.txt")) == 4 and sorted(os.listdir(tmp_path)) == ["one.txt", "two.txt"]


@pytest.mark.parametrize("graded", [(), ("--graded",)])
@pytest.mark.parametrize("cut", slow_but([7], [0, 7, 60]))
def test_a_run_that_was_stopped_goes_on_to_the_same_file(
    call: Call, tmp_path: Path, graded: tuple[str, ...], cut: int
) -> None:
    words = ("--each", "easy=6,medium=2", "--seed", 3, *graded)
    whole, path = tmp_path / "whole.txt", tmp_path / "some.txt"
    assert call(*words, "-o", whole)[0] == 0
    data = whole.read_bytes()
    bulk_output.partial_of(path).write_bytes(data[: len(data) - 200 - cut])
    assert call(*words, "-o", path, "--resume")[0] == 0
    assert path.read_bytes() == data and not bulk_output.partial_of(path).exists()


def test_a_stopped_run_keeps_whole_lines(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.txt"
    path.write_text("what was there\n")
    code, _, err = call("--count", 3, "--clues", 20, "--tries", 30, "--seed", 1, "-o", path, "--force")
    assert code == 3 and "0 of 3 found; the last 30 candidates did not fit: ask for --clues 22 or more, or allow" in err
    assert path.read_text() == "what was there\n"
    partial = bulk_output.partial_of(path)
    assert partial.read_bytes().endswith(b"\n") and puzzles(partial) == []
    code, _, err = call("--count", 3, "--clues", 20, "--seed", 1, "-o", path, "--force")
    assert code == 2 and "continue it with --resume" in err


def test_going_on_with_what_another_command_has_made_is_refused(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    partial = bulk_output.partial_of(path)
    partial.write_text("# something else\n")
    code, _, err = call("--count", 3, "--seed", 1, "-o", path, "--resume")
    assert code == 2 and "the file was made by a different command" in err and "remove the file" in err
    assert partial.read_text() == "# something else\n"


@pytest.mark.parametrize("graded", slow_but([("--graded",)], [(), ("--graded",)], values=False))
def test_going_on_behind_a_line_that_is_not_of_the_seed_is_refused(
    call: Call, tmp_path: Path, graded: tuple[str, ...]
) -> None:
    path = tmp_path / "some.txt"
    words = ("--count", 2, "--seed", 1, "-o", path, *graded)
    assert call(*words)[0] == 0
    lines = path.read_text().splitlines(keepends=True)
    stranger = collect("another", CandidateWish(graded=bool(graded)), 1)[0]
    line = f"{stranger.puzzle} {stranger.grade} {stranger.number}" if graded else str(stranger.puzzle)
    changed = "".join([*lines[:3], f"{line}\n"])
    path.unlink()
    bulk_output.partial_of(path).write_text(changed)
    code, _, err = call(*words, "--resume", "--tries", 40)
    assert code == 2 and "remove the file and leave out --resume" in err
    assert bulk_output.partial_of(path).read_text() == changed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_of(call: Call) -> None:
    code, _, err = call("--count", 2, "--seed", 1, "-o", "/dev/full")
    assert code == 2 and "No space left" in err and "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "37"], "'37' is not a size; choose one of 4, 6, 8, 9"),
        (["--size", "7"], "'7' is not a size; choose one of 4, 6, 8, 9"),
        (["--clues", "99"], "99 givens in a grid of 81 cells"),
        (["--count", "0"], "give a whole number from 1 up"),
        (["--needs", "luck"], "no technique is called 'luck'; choose one of: full_house"),
        (["--each", "easy"], "'easy' does not say how many puzzles of a level to make; write it as easy=100"),
        (["--each", "easy=0"], "ask for at least one puzzle"),
        (["--each", "easy=1", "--level", "hard"], "leave out --count and --level"),
        (["--level", "mild"], "invalid choice: 'mild'"),
        (["--resume", "--seed", "1"], "--resume: use -o to name the file to continue"),
        (["-o", "/nowhere/at/all.txt"], "cannot write"),
        (["--clues", "0"], "a 9x9 puzzle with one solution has at least 17 givens: ask for --clues 17 or more"),
        (["--clues", "3", "--kind", "kakuro"], "have as few givens as they can; ask for no number"),
        (["--clues", "16"], "ask for --clues 17 or more"),
        (["--clues", "3", "--size", "4"], "ask for --clues 4 or more"),
        (["--clues", "14", "--size", "16"], "ask for --clues 15 or more"),
        (["--clues", "80", "--minimal"], "leave out --minimal, or ask for --clues 22 to 30"),
        (["--clues", "13", "--minimal", "--size", "4"], "leave out --minimal, or ask for --clues 12 at most"),
        (["--clues", "26", "--symmetry", "rotate90"], "ask for --clues 25 or 28"),
        (["--level", "easy", "--needs", "x_wing"], "a puzzle that needs x_wing is at least hard, not easy"),
        (["--each", "hard=1,medium=1", "--needs", "x_wing"], "at least hard, not medium: ask for --level hard"),
        (["--size", "4", "--level", "extreme"], "every 4x4 puzzle is easy, so none is extreme"),
        (["--size", "4", "--needs", "x_wing"], "singles alone solve every 4x4 puzzle"),
    ],
)
def test_bad_usage_says_what_to_do(call: Call, words: list[str], said: str) -> None:
    code, out, err = call(*words)
    assert code == 2 and said in err and not out and "Traceback" not in err


@pytest.mark.parametrize(
    "words",
    [
        ("--clues", 80),
        ("--clues", 4, "--size", 4),
        ("--clues", 25, "--symmetry", "rotate90", "--tries", 300),
        pytest.param(("--level", "hard", "--needs", "x_wing"), marks=pytest.mark.slow),
        ("--level", "easy", "--size", 4),
    ],
)
def test_what_is_possible_is_not_refused(call: Call, words: tuple[object, ...]) -> None:
    code, out, _ = call(*words, "--seed", 1)
    assert code in (0, 3) and (code == 3 or count(Puzzle.parse(out.strip())) == 1)


@pytest.mark.slow
def test_what_may_never_come_is_said_in_time_and_how_far_it_is(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "DOUBT", 0.05)
    monkeypatch.setattr(progress, "TOLD", 0.1)
    words = ("--clues", 17, "--seed", 1, "--tries", 500)
    code, out, err = call(*words)
    *lines, end = err.splitlines()
    doubts = [line for line in lines if line.endswith("perhaps none exists: ask for --clues 22 or more")]
    told = [line for line in lines if line not in doubts]
    assert (code, out) == (3, "") and len(doubts) == 1 and int(doubts[0].partition(" candidates tried")[0]) >= 50
    assert told and all(line.startswith("0 of 1 found; ") and " looked at, " in line for line in told)
    assert end.startswith("0 of 1 found; the last 500 candidates did not fit: ask for --clues 22 or more")
    assert call(*words, "--quiet") == (3, "", f"{end}\n")


def test_without_the_sat_solver_it_asks_for_it_says_how_to_get_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "pysat")
    code, out, err = call("--size", 10, "--sat", "--seed", 1)
    assert (code, out) == (2, "") and "install python-sat with: pip install python-sat; or leave out --sat" in err


def test_without_a_number_of_tries_it_gives_up_after_about_a_minute() -> None:
    most = {side: tries_of(CandidateWish(Recipe(Geometry.of_side(side), clues=14))) for side in (4, 9, 12, 16, 25)}
    assert most == {4: 10_000, 9: 50_000, 12: 1123, 16: 200, 25: 13}
    assert (
        tries_of(CandidateWish(levels={"extreme": 1})) == 20_000
        and tries_of(CandidateWish(needs="jellyfish")) == 10_000
    )


def test_a_technique_may_be_written_with_dashes(call: Call) -> None:
    code, out, _ = call("--needs", "naked-pair", "--seed", 2)
    expected = collect("2", CandidateWish(Recipe(), needs="naked_pair"), 1)
    assert (code, out) == (0, f"{expected[0].puzzle}\n")
