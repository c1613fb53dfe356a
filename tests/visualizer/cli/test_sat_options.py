"""Tests of the short forms of SAT options on the command line, and of the progress line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from sat_runs import PRINTS, SOLVES, children, folders, nothing_is_left, program  # noqa: F401
from slow import slow_but

from visualizer.cli import progress, watch
from visualizer.cli.arguments import read_options
from visualizer.cli.main import main, parser_of
from visualizer.cli.progress import Progress

pytestmark = pytest.mark.usefixtures("nothing_is_left")

Capture = pytest.CaptureFixture[str]


def test_sat_command_and_encoding_are_short_for_the_solver_and_its_options() -> None:
    args = parser_of(watch).parse_args(["fig1", "--encoding", "compact", "--sat-command", sys.executable])
    read_options(args)
    assert (args.solver, args.options) == ("sat", {"command": sys.executable, "encoding": "compact"})


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
