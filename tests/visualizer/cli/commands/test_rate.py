"""Tests that ``solvescope rate`` loses nothing when it is interrupted, the disk is full or the input is cut off."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from io import FileIO
from pathlib import Path

import pytest
from slow import slow_but

from puzzles import Puzzle
from puzzles.corpus import named
from solvers.grading.rating import rate
from solvers.processes.worker import WorkerLost
from visualizer.cli import bulk_output
from visualizer.cli.commands import rate as command
from visualizer.cli.main import main

FIG1 = str(named.find("fig1"))
LINES = [FIG1, "broken", "." * 81, *(str(named.find(f"minimal-9-{number}")) for number in (1, 2, 3)), "", "#", FIG1]
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("".join(f"{line}\n" for line in LINES))


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*words: object) -> tuple[int, str, str]:
        return main(["rate", "--processes", "1", *map(str, words)]), *capsys.readouterr()

    return run


def stopping(monkeypatch: pytest.MonkeyPatch, after: int, error: BaseException) -> None:
    """Make rating raise an error after a number of puzzles."""
    seen: list[Puzzle] = []

    def stopped(puzzle: Puzzle, *more: object) -> object:
        seen.append(puzzle)
        if len(seen) > after:
            raise error
        return rate(puzzle, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(command, "rate", stopped)


@pytest.mark.parametrize("form", slow_but(command.FORMATS[:1], command.FORMATS))
@pytest.mark.parametrize("error", [KeyboardInterrupt(), WorkerLost("a process was ended by signal 9")], ids=repr)
def test_a_stopped_rating_leaves_what_is_there_and_is_gone_on_with(
    call: Call, monkeypatch: pytest.MonkeyPatch, form: str, error: BaseException
) -> None:
    words = ["in.txt", "--format", form]
    assert call(*words, "-o", "whole")[0] == 2
    Path("out").write_text("mine\n")
    stopping(monkeypatch, 4, error)
    code, _, err = call(*words, "-o", "out", "--force")
    assert code in (2, 3) and "out.partial; continue with --resume" in err and "Traceback" not in err
    assert Path("out").read_text() == "mine\n"
    left = Path("out.partial").read_text()
    assert left.count("\n") == 5 and Path("whole").read_text().startswith(left)
    monkeypatch.setattr(command, "rate", rate)
    assert call(*words, "-o", "out", "--resume") == (2, "", ""), "the broken line was told of before"
    assert Path("out").read_text() == Path("whole").read_text()
    assert sorted(os.listdir()) == ["in.txt", "out", "whole"]


def test_a_plug_that_is_pulled_costs_a_second_at_most(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a file whose last line is cut off, and whose saved progress is older than its lines."""
    assert call("in.txt", "-o", "whole")[0] == 2
    stopping(monkeypatch, 4, KeyboardInterrupt())
    assert call("in.txt", "-o", "out")[0] == 3
    monkeypatch.setattr(command, "rate", rate)
    with Path("out.partial").open("a") as file:
        file.write("what came in the last second\nand a cut li")
    assert call("in.txt", "-o", "out", "--resume")[0] == 2
    assert Path("out").read_text() == Path("whole").read_text()


def test_a_disk_that_fills_up_leaves_whole_lines(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("in.txt", "-o", "whole")[0] == 2
    real, written = bulk_output._write_some, []

    def write(stream: FileIO, data: memoryview) -> int:
        written.append(data)
        if len(written) == 5:
            return real(stream, data[:20])
        if len(written) > 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(stream, data)

    monkeypatch.setattr(bulk_output, "_write_some", write)
    code, _, err = call("in.txt", "-o", "out")
    assert code == 2 and "No space left" in err and "free some space, then continue with --resume" in err
    left = Path("out.partial").read_text()
    assert left.count("\n") == 4 and Path("whole").read_text().startswith(left)
    monkeypatch.setattr(bulk_output, "_write_some", real)
    assert call("in.txt", "-o", "out", "--resume")[0] == 2
    assert Path("out").read_text() == Path("whole").read_text()


def test_other_puzzles_or_another_question_are_not_gone_on_with(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    stopping(monkeypatch, 4, KeyboardInterrupt())
    assert call("in.txt", "-o", "out")[0] == 3
    left = Path("out.partial").read_text()
    Path("other.txt").write_text(f"{FIG1}\n" * 20)
    for words, said in (
        (["other.txt"], "was made from different puzzles"),
        (["in.txt", "--format", "csv"], "was started with --format table"),
        (["in.txt", "--off", "x_wing"], "but this run has --format table, techniques without x_wing"),
        (["in.txt", "--no-uniqueness"], "uniqueness no"),
    ):
        code, _, err = call(*words, "-o", "out", "--resume")
        assert code == 2 and said in err and "remove the file" in err and err.count("\n") == 1
        assert Path("out.partial").read_text() == left and not Path("out").exists()
    assert "continue it with --resume" in call("in.txt", "-o", "out")[2]
    facts = json.loads(bulk_output.path_of(Path("out.partial")).read_text())
    Path("out.partial").write_text(left[: facts["size"] // 2])
    assert "has lost lines" in call("in.txt", "-o", "out", "--resume")[2]


def test_going_on_is_for_collections_in_a_file(call: Call) -> None:
    for words in (["in.txt", "--resume"], ["fig1", "--resume", "-o", "out"]):
        code, _, err = call(*words)
        assert code == 2 and "--resume is for a collection" in err and os.listdir() == ["in.txt"]


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX systems")
def test_a_terminal_is_shown_how_many_of_how_many_and_the_time_left(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pty

    master, slave = pty.openpty()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "120")
    with os.fdopen(slave, "w") as stream:
        monkeypatch.setattr("sys.stderr", stream)
        main(["rate", "in.txt", "-o", "out", "--processes", "1"])
        seen = os.read(master, 1 << 16)
    os.close(master)
    assert b"of 10;" in seen and b"per second" in seen and b"%" in seen
