"""Tests that ``solvescope find`` prints the requested puzzles in a form that can be opened again."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE

import pytest
from slow import slow_but

import solvers
from puzzles.corpus.corpus import Corpus
from puzzles.corpus.named import find as named
from puzzles.puzzle import Puzzle
from solvers.checks.compare import ComparedPuzzle
from solvers.core.step import Kind
from visualizer.cli.commands import find
from visualizer.cli.main import main
from visualizer.files import resolve

ROOT = Path(__file__).parents[4]
FIG1, LAB, MISPRINT = (str(named(name)) for name in ("fig1", "lab", "misprint"))
FIG1_SOLVED = str(solvers.solve(named("fig1")))
LINES = f"{FIG1} easy 262 # first\n{LAB}  # second\n{MISPRINT}\n"

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Run ``find`` in a folder with ``in.txt``, and return the exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text(LINES)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["find", "--processes", "1", *arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


def steps(text: str, name: str) -> int:
    made = 0
    for step in solvers.trace(Puzzle.parse(text), name):
        made += 1
        if step.kind in (Kind.SOLVED, Kind.GAVE_UP):
            break
    return made


def sources(out: str) -> list[str]:
    return re.findall(r"# (sudoku\.txt, line \d+): ", out)


def test_a_line_is_the_puzzle_its_grade_its_name_and_the_counts(call: Call) -> None:
    code, out, err = call("in.txt", "--compare", "backtracking,mrv", "--where", "backtracking > 10 * mrv > 0")
    assert (code, err) == (0, "3 puzzles looked at, 1 found\n")
    assert out == f"{FIG1} easy 262  # first: backtracking {steps(FIG1, 'backtracking'):,}, mrv {steps(FIG1, 'mrv')}\n"


def test_what_is_printed_opens_again_and_is_found_again(call: Call) -> None:
    wanted = "mrv.guesses == 0 and backtracking.dead_ends >= 0"
    assert call("--compare", "backtracking,mrv", "--where", wanted, "--count", "3", "-o", "out.txt")[0] == 0
    with Corpus(resolve.default_corpus()) as corpus:
        original = {puzzle.source: puzzle for _, puzzle in zip(range(100), corpus, strict=False)}
    found = [entry for _, entry in resolve.entries(resolve.meant("out.txt"))]
    assert len(found) == 3
    for puzzle in found:
        assert isinstance(puzzle, Puzzle)
        source, said = puzzle.name.split(": ")
        assert puzzle == original[source] and puzzle.grade == original[source].grade
        assert re.fullmatch(r"backtracking [\d,]+\+?, mrv \d+, mrv.guesses 0, backtracking.dead_ends [\d,]+\+?", said)
    code, _, err = call("out.txt", "--compare", "mrv,backtracking", "--where", wanted)
    assert (code, err) == (0, "3 puzzles looked at, 3 found\n")


@pytest.mark.slow
def test_counts_in_a_name_are_replaced_and_not_repeated(call: Call) -> None:
    Path("named.txt").write_text(f"{LINES.split()[0]}  # a name: with a colon\n")
    path = "named.txt"
    for compared, names in (("mrv,cdcl", ["mrv", "cdcl"]), ("mrv,annealing:seed=3", ["mrv", "annealing:seed=3"])):
        code, out, _ = call(path, "--compare", compared, "--where", "mrv > 0")
        (line,) = out.splitlines()
        name, _, told = line.partition("# ")[2].rpartition(": " + names[0])
        assert code == 0 and name == "a name: with a colon" and names[1] in told
        path = "again.txt"
        Path(path).write_text(out)


def test_a_solver_that_hangs_ends_the_search(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(*_: object) -> Iterator[ComparedPuzzle]:
        yield from [ComparedPuzzle(named("fig1"), trouble="mine: no step", hung=True)] * 5

    monkeypatch.setattr(find, "find", hangs)
    code, _, err = call("in.txt", "--compare", "mrv,cdcl", "--where", "mrv > 0")
    assert code == 2 and "3 puzzles looked at" in err and "3 puzzles left out: mine: no step" in err
    assert "The search has ended" in err


def test_an_algorithm_goes_by_its_name_or_with_its_options(call: Call) -> None:
    lanes = "annealing:seed=3,annealing:seed=4,human:guess=true"
    condition = "annealing:seed=3 > 1999 < annealing:seed=4 and human > 0"
    code, out, _ = call("fig1", "--compare", lanes, "--where", condition, "--limit", "2000")
    assert code == 0
    assert re.search(r"# fig1: annealing:seed=3 2,000\+, annealing:seed=4 2,000\+, human:guess=true [\d,]+\n", out)
    code, _, err = call("fig1", "--compare", lanes, "--where", "annealing > 2")
    assert code == 2 and "no compared algorithm is called 'annealing'" in err


def test_how_a_run_ended_is_said_if_not_with_an_answer(call: Call) -> None:
    inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    Path("in.txt").write_text(f"{inkala}\n{MISPRINT}\n")
    off = "naked_single+hidden_single"
    code, out, _ = call("in.txt", "--compare", f"human:off={off},mrv", "--where", "mrv > 0", "--limit", "50")
    assert code == 0
    first, second = out.splitlines()
    assert "(gave up), mrv 50+" in first and "mrv 1 (no solution)" in second


def test_without_a_condition_there_is_a_table_above_the_puzzles_that_differ_most(call: Call) -> None:
    code, out, err = call("in.txt", "--compare", "backtracking,mrv", "--count", "2", "--limit", "5000")
    assert (code, err) == (0, "3 puzzles looked at\n")
    lines = out.splitlines()
    lab, fig = steps(LAB, "mrv"), steps(FIG1, "mrv")
    assert [line.split() for line in lines[:3]] == [
        ["#", "steps", "on", "3", "puzzles", "median", "most"],
        ["#", "backtracking", f"{steps(LAB, 'backtracking')}", "5,000+"],
        ["#", "mrv", f"{lab}", f"{fig}"],
    ]
    assert [line[:81] for line in lines[3:]] == [FIG1, LAB]
    Path("again.txt").write_text(out)
    assert [str(entry) for _, entry in resolve.entries(resolve.meant("again.txt"))] == [FIG1, LAB]


def test_one_algorithm_is_asked_for_its_idea(call: Call) -> None:
    shows = solvers.get("mrv").shows
    Path("ideas.txt").write_text(f"{named('jump-1')}\n{named('fig1')}\n{named('jump-2')}\n")
    code, out, err = call("ideas.txt", "--compare", "mrv")
    assert code == 0 and shows in err and "3 puzzles looked at, 2 found" in err
    assert [line.split()[0] for line in out.splitlines()] == [str(named(name)) for name in ("jump-1", "jump-2")]
    assert call("ideas.txt", "--compare", "mrv", "--where", shows)[1] == out
    Path("mine.py").write_text("def mine(puzzle):\n    yield from ()\n")
    code, out, err = call("ideas.txt", "--compare", "mine.py")
    assert (code, out) == (2, "") and "name two or more algorithms" in err


def test_the_best_are_sorted_by_the_ratio_of_the_whole_sample(call: Call) -> None:
    asked = ["--compare", "mrv,bitboard", "--where", "mrv > 0.5 * bitboard", "--sample", "25", "--format", "csv"]
    _, every, _ = call(*asked, "--count", "0")
    rows = list(csv.DictReader(every.splitlines()))
    ratios = [float(row["ratio"]) for row in rows]
    assert len(rows) > 10 and ratios != sorted(ratios, reverse=True)
    for row in rows:
        assert float(row["ratio"]) == pytest.approx(int(row["mrv"]) / int(row["bitboard"]) / 0.5, rel=1e-5)
    _, best, err = call(*asked, "--count", "4", "--best")
    assert "25 puzzles looked at" in err
    shown = list(csv.DictReader(best.splitlines()))
    assert [float(row["ratio"]) for row in shown] == sorted(ratios, reverse=True)[:4]
    assert len({row["source"] for row in shown}) == 4


def test_a_table_has_guesses_and_cpu_seconds_and_where_the_limit_was_met(call: Call) -> None:
    where = ("--where", "mrv.guesses < 9", "--limit", "60", "--format", "csv")
    _, out, _ = call("fig1", "--compare", "mrv,backtracking", *where)
    (row,) = csv.DictReader(out.splitlines())
    assert (row["mrv"], row["mrv.limit_met"]) == ("54", "")
    assert (row["backtracking"], row["backtracking.limit_met"]) == ("60", "yes")
    assert out.splitlines()[0].count("mrv.guesses") == 1 and row["mrv.guesses"] == "0"
    assert int(row["backtracking.guesses"]) > 0 and float(row["backtracking.cpu_seconds"]) > 0


def test_the_whole_of_a_named_file_is_looked_at(call: Call) -> None:
    Path("many.txt").write_text(f"{FIG1}\n" * (find.SAMPLE + 5))
    for more in ([], ["--where", "mrv > 0", "--best"]):
        _, _, err = call("many.txt", "--compare", "mrv,bitboard", "--limit", "9", *more)
        assert f"{find.SAMPLE + 5} puzzles looked at" in err


@pytest.mark.parametrize("sample", [[], ["--sample", "9"]])
def test_only_puzzles_of_a_level_are_looked_at(call: Call, sample: list[str]) -> None:
    code, out, err = call("in.txt", "--compare", "mrv,bitboard", "--level", "easy", *sample)
    assert code == 0 and "1 puzzle looked at" in err and FIG1 in out and LAB not in out
    code, out, err = call("in.txt", "--compare", "mrv,bitboard", "--level", "hard", *sample)
    assert code == 2 and not out and "No puzzle of the collection is graded hard" in err


@pytest.mark.slow
def test_a_sample_is_drawn_without_repeating_and_again_the_same_by_the_same_seed(call: Call) -> None:
    asked = ["--compare", "mrv", "--where", "mrv > 0", "--count", "0", "--sample", "12"]
    first, again, other = (sources(call(*asked, "--seed", seed)[1]) for seed in ("1", "1", "2"))
    assert first == again and first != other
    assert len(set(first)) == len(set(other)) == 12
    _, out, err = call("in.txt", *asked)
    assert sorted(line[:81] for line in out.splitlines()) == sorted([FIG1, LAB, MISPRINT])


def test_what_is_undecided_is_counted_and_said(call: Call) -> None:
    code, out, err = call("in.txt", "--compare", "backtracking", "--where", "backtracking > 5000", "--limit", "1000")
    assert (code, out) == (1, "")
    assert err == "3 puzzles looked at, 0 found, 1 undecided: try a higher --limit\n"


@pytest.mark.parametrize("sample", ["0", "9"])
def test_broken_lines_are_reported_and_passed_over(call: Call, sample: str) -> None:
    Path("in.txt").write_text(f"{LINES}rubbish\n")
    code, out, err = call("in.txt", "--compare", "mrv", "--where", "mrv > 0", "--sample", sample)
    assert code == 2 and len(out.splitlines()) == 3
    assert "line 4, column 1: 7 cells" in err and "3 puzzles looked at, 3 found" in err


def test_a_puzzle_that_a_solver_fails_on_is_left_out_and_the_reason_is_said(call: Call) -> None:
    Path("mine.py").write_text("def mine(puzzle):\n    yield from ()\n    raise ValueError('oh')\n")
    code, out, err = call("in.txt", "--compare", "mrv,mine.py", "--where", "mrv > mine")
    assert (code, out) == (2, "")
    assert "2 puzzles left out: mine: mine.py, line 3: ValueError: oh" in err and "3 puzzles looked at, 0 found" in err


@pytest.mark.slow
def test_a_solver_goes_by_its_file_and_its_failures_are_one_line_whatever_the_puzzle(call: Call) -> None:
    solves = "def fif(puzzle):\n    from solvers.algorithms.mrv import mrv\n    yield from mrv(puzzle)\n"
    Path("fif.teen.py").write_text(solves)
    for name in ("fif.teen.py", "fif.teen"):
        code, out, _ = call(
            "in.txt", "--compare", "mrv,fif.teen.py", "--where", f"{name} >= mrv and {name}.guesses >= 0"
        )
        assert code == 0 and len(out.splitlines()) == 3
        code, _, err = call("in.txt", "--compare", "mrv,./fif.teen.py", "--where", f"./{name} > 10 * mrv")
        assert code == 2 and "without its folder: fif.teen." in err
    fails = "def mine(puzzle):\n    yield from ()\n    raise ValueError(f'cell {len(puzzle.blanks)} of {puzzle}')\n"
    Path("mine.py").write_text(fails)
    _, _, err = call("in.txt", "--compare", "mrv,mine.py", "--where", "mrv > mine.py")
    assert err.count("left out") == 1 and "2 puzzles left out: mine: mine.py, line 3: ValueError: cell " in err
    assert "(on the first of them)" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--compare", ","], "name at least one algorithm"),
        (["--compare", "mvr,cdcl"], "no solver is called 'mvr'; did you mean mrv?"),
        (["--compare", "mrv:seed=3,cdcl"], "has no option"),
        (["--compare", "mrv,cdcl", "--where", "mrv >"], "--where: this cannot be parsed"),
        (["--compare", "mrv,cdcl", "--where", "sat > mrv"], "--where: no compared algorithm is called 'sat'"),
        (["--compare", "mrv,cdcl", "--where", " "], "--where: the expression is empty; write a comparison"),
        (["--compare", "mrv,cdcl", "--limit", "0"], "not a number of steps"),
        (["nowhere.txt", "--compare", "mrv,cdcl"], "no such file"),
    ],
)
def test_what_cannot_be_done_is_said(call: Call, arguments: list[str], said: str) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "") and said in err


def test_a_name_that_colours_the_terminal_is_shown_without_that(call: Call) -> None:
    Path("in.txt").write_text(f"{FIG1} # \x1b[31mred\u202e\n{LAB}\n", encoding="utf-8")
    _, out, _ = call("in.txt", "--compare", "mrv", "--where", "mrv > 0")
    assert not {"\x1b", "\u202e"} & set(out) and "# [31mred: mrv" in out


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("best", slow_but([False], [False, True]))
def test_stopped_it_prints_what_it_has_found(tmp_path: Path, best: bool) -> None:
    easy = FIG1_SOLVED.replace("1", ".")
    (tmp_path / "in.txt").write_text(f"{easy}\n" * 40 + f"{FIG1}\n" * 9)
    asked = ["in.txt", "--compare", "mrv,rows", "--where", "mrv > 1", "--limit", "1000000000", "--count", "0"]
    program = [sys.executable, "-u", "-m", "visualizer", "find", *asked, "--processes", "2", *["--best"] * best]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*program, *["--sample", "0"]], cwd=tmp_path, env=environment, stdout=PIPE, stderr=PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = "" if best else process.stdout.readline()
        if best:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert all(line.startswith(easy) for line in (first + out).splitlines())
    assert re.search(r"puzzles? looked at, [1-9]\d* found", err) and err.endswith("interrupted\n")
