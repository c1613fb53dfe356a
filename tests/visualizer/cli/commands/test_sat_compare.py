"""Tests of ``sat-compare``, and of the short forms of SAT options on the command line."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest
from sat_runs import PRINTS, SOLVES, children, folders, nothing_is_left, program  # noqa: F401
from slow import slow_but

from puzzles.corpus import named
from solvers.sat import cnf
from solvers.sat.backends import PYSAT, default
from visualizer.cli import progress, sat_options, watch
from visualizer.cli.commands import sat_compare
from visualizer.cli.main import main, parser_of
from visualizer.cli.progress import Progress

pytestmark = pytest.mark.usefixtures("nothing_is_left")

HERE = default() or "pycosat"
FIG1, BAD21 = str(named.find("fig1")), str(named.find("bad21"))
NONE = str(named.find("cell-hidden"))
Capture = pytest.CaptureFixture[str]


def compared(capsys: Capture, *arguments: str) -> tuple[int, list[dict[str, str]], str]:
    """Return the exit code, the rows and the other messages."""
    code = main(["sat-compare", *arguments, "--csv"])
    out, err = capsys.readouterr()
    return code, list(csv.DictReader(out.splitlines())), err


def test_encodings_stand_side_by_side_with_sizes_times_and_answers(capsys: Capture) -> None:
    code, rows, err = compared(capsys, "fig1", "--backend", HERE)
    assert (code, err) == (0, "")
    assert [row["encoding"] for row in rows] == list(cnf.ENCODINGS)
    for row in rows:
        variables, clauses = cnf.ENCODINGS[row["encoding"]].size(named.find("fig1"))
        assert (int(float(row["variables"])), int(float(row["clauses"]))) == (variables, clauses)
        assert float(row["worst_s"]) == pytest.approx(float(row["making_s"]) + float(row["solving_s"]))
        assert (row["answer"], row["program"]) == ("yes", "no")
        reported = HERE != "pycosat" and variables > 0  # it reports nothing, like a solver that was not asked
        assert bool(row["conflicts"]) is reported


@pytest.mark.parametrize(("puzzle", "answer"), [("fig1", "1"), ("bad21", "2+"), ("cell-hidden", "0")])
def test_asked_for_uniqueness_it_counts(puzzle: str, answer: str, capsys: Capture) -> None:
    rows = compared(capsys, puzzle, "--backend", HERE, "--encoding", "simplified", "--unique")[1]
    assert [row["answer"] for row in rows] == [answer]


def test_a_file_gives_medians_and_every_answer(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "some.txt"
    path.write_text(f"{FIG1}\n{BAD21}\n{NONE}\n{NONE}\n")
    code, rows, err = compared(capsys, str(path), "--backend", HERE, "--encoding", "extended", "--unique")
    assert (code, [row["answer"] for row in rows]) == (0, ["2 x 0, 1 x 1, 1 x 2+"])
    assert "4 puzzles: sizes, times and figures are medians" in err


def test_programs_take_part_and_their_figures_are_shown(tmp_path: Path, capsys: Capture) -> None:
    command = program(tmp_path, SOLVES + "\0" + PRINTS)
    assert main(["sat-compare", "fig1", "--backend", HERE, "--encoding", "compact", "--sat-command", command]) == 0
    heading, first, second = capsys.readouterr().out.splitlines()
    assert heading.split()[:3] == ["encoding", "SAT", "solver"] and HERE in first
    assert command in second and second.split()[-5:] == ["5", "3", "–", "–", "yes"]


def test_what_goes_wrong_is_told_and_the_others_go_on(tmp_path: Path, capsys: Capture) -> None:
    broken = program(tmp_path, "import sys; sys.exit(3)")
    code, rows, err = compared(capsys, "fig1", "--backend", HERE, "--encoding", "compact", "--sat-command", broken)
    assert (code, [row["answer"] for row in rows]) == (2, ["yes", "trouble"])
    assert "ended with exit code 3" in err and "Traceback" not in err


def test_a_liar_is_told_of(tmp_path: Path, capsys: Capture) -> None:
    denies = program(tmp_path, "import sys; print('s UNSATISFIABLE'); sys.exit(20)")
    code, _, err = compared(capsys, "fig1", "--backend", HERE, "--encoding", "compact", "--sat-command", denies)
    assert code == 1 and "the solvers disagree on puzzle 1:" in err


@pytest.mark.slow
def test_one_that_takes_too_long_is_ended_at_the_limit(tmp_path: Path, capsys: Capture) -> None:
    before = children(), folders()
    hangs = program(tmp_path, "import time; time.sleep(99)")
    code, rows, _ = compared(
        capsys, "fig1", "--backend", HERE, "--encoding", "compact", "--sat-command", hangs, "--limit-seconds", "2"
    )
    assert (code, [row["answer"] for row in rows]) == (3, ["yes", "limit"])
    assert (children() - before[0], folders() - before[1]) == (set(), set())


def test_without_python_sat_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    pytest.importorskip("pycosat", reason="needs pycosat: pip install '.[pycosat]'")
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    monkeypatch.setattr(sat_compare.shutil, "which", lambda name: None)
    code, rows, err = compared(capsys, "fig1", "--encoding", "simplified")
    assert (code, [row["solver"] for row in rows]) == (0, ["pycosat"])
    lines = [line for line in err.splitlines() if "pip install python-sat" in line]
    assert len(lines) == 1 and all(name in lines[0] for name in PYSAT)
    assert any("minisat" in line and "apt install" in line for line in err.splitlines())


@pytest.mark.parametrize("arguments", [["--backend", "nonesuch"], ["--backend", "sudoku"]])
def test_a_name_that_is_none_is_refused_with_those_there_are(arguments: list[str], capsys: Capture) -> None:
    assert main(["sat-compare", "fig1", *arguments]) == 2
    assert "choose one of: pycosat, " in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="makes a program for the PATH")
@pytest.mark.parametrize("name", ["picosat", "picosat (program)", "lingeling (program)"])
def test_the_table_can_be_limited_to_a_program_by_the_name_that_it_prints(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    path = tmp_path / name.split()[0]
    path.write_text(f"#!/bin/sh\nexec {program(tmp_path, SOLVES + chr(0) + PRINTS)} $(for i; do a=$i; done; echo $a)\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    arguments = ["sat-compare", "fig1", "--encoding", "simplified", "--backend", name]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and f"{path.name} (program)" in lines[1]


def test_a_program_that_is_not_here_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("PATH", "")
    _, rows, err = compared(capsys, "fig1", "--encoding", "simplified", "--backend", "minisat", "--backend", HERE)
    assert [row["solver"] for row in rows] == [HERE]
    assert "not installed: minisat: no program 'minisat' was found; install it" in err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX systems")
def test_interrupted_it_prints_what_it_has(tmp_path: Path) -> None:
    note = tmp_path / "note"
    hangs = program(tmp_path, f"import time; open({str(note)!r}, 'w').close(); time.sleep(99)")
    command = [sys.executable, "-m", "visualizer", "sat-compare", "fig1", "--backend", HERE]
    command += ["--encoding", "compact", "--sat-command", hangs, "--limit-seconds", "60", "--csv"]
    before = folders()
    process = subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True, cwd=Path(__file__).parents[4])
    end = time.monotonic() + 60
    while not note.exists() and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3 and "Traceback" not in err
    assert [row["solver"] for row in csv.DictReader(out.splitlines())] == [HERE]
    assert "interrupted" in err and folders() == before


def test_sat_command_and_encoding_are_short_for_the_solver_and_its_options() -> None:
    args = parser_of(watch).parse_args(["fig1", "--encoding", "compact", "--sat-command", sys.executable])
    sat_options.expand(args)
    assert (args.solver, args.options) == ("sat", [f"command={sys.executable}", "encoding=compact"])


def test_they_are_refused_beside_another_solver(capsys: Capture) -> None:
    assert main(["solve", "fig1", "--solver", "mrv", "--encoding", "compact"]) == 2
    assert "--encoding is an option of sat, not of mrv" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("arguments", slow_but([[]], [[], ["--solver", "sat"]]))
def test_solve_takes_a_program(arguments: list[str], tmp_path: Path, capsys: Capture) -> None:
    command = program(tmp_path, SOLVES + "\0" + PRINTS)
    assert main(["solve", "bad21", "--all", "--sat-command", command, *arguments]) == 0
    out, err = capsys.readouterr()
    assert len(out.split()) == 4 * 9 and err == "4 solutions\n"


def test_a_program_that_is_missing_is_refused_before_anything_starts(capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["solve", "fig1", "--sat-command", "no-such-program"])
    assert "no program 'no-such-program' was found" in capsys.readouterr().err


def test_a_program_that_crashes_is_a_message(tmp_path: Path, capsys: Capture) -> None:
    assert main(["solve", "fig1", "--sat-command", program(tmp_path, "raise SystemExit(9)")]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "exit code 9" in err and "Traceback" not in err


class Terminal:
    """A stream that claims to be a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_progress_is_seen_on_a_terminal_after_a_while_and_gone_before_the_answer() -> None:
    now, stream = [0.0], Terminal()
    with Progress(stream, lambda: now[0]) as line:  # type: ignore[arg-type]
        tick = line.ticker(lambda: "mrv is searching")
        assert tick
        for now[0] in (0.2, progress.FIRST_SECONDS, progress.FIRST_SECONDS + 0.1):
            tick()
        assert stream.text.count("mrv is searching (1 s)") == 1
        line.clear()
        assert stream.text.endswith("\r") and not stream.text.split("\r")[-2].strip()
        written = len(stream.text)
        line.clear()
        assert len(stream.text) == written


def test_progress_is_not_seen_in_a_file(capsys: Capture) -> None:
    with Progress(clock=lambda: 99.0) as line:
        assert line.ticker(lambda: "never") is None
        line.tick(lambda: "never")
    assert capsys.readouterr().err == ""
