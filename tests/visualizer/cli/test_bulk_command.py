"""Tests that the bulk commands lose nothing when they meet broken lines, interrupts or full disks."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import resources
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from foreign_runs import group_alive, waits

from puzzles import Geometry, Puzzle, one_line
from puzzles.bounds import NamedFile
from puzzles.corpus import named
from solvers.bulk import engine
from visualizer.cli import answers, bulk_output
from visualizer.cli.main import main

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "visualizer"]
FIG1 = str(named.find("fig1"))
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
MISPRINT = str(named.find("misprint"))
SMALL = one_line(Puzzle.empty(Geometry.of_side(4)).update(0, 1))

posix = pytest.mark.skipif(os.name != "posix", reason="signals, limits and terminals of POSIX systems")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]):
    """Run the command line, and return the exit code, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Write a file with every kind of line, including seven puzzles and two broken lines."""
    lines = ["# header", FIG1, "broken", "", MISPRINT, f"{FIG1}:1  # named", SMALL, FIG1[:-1], FIG1, FIG1 + "\r", FIG1]
    file = tmp_path / "mixed.txt"
    file.write_text("\n".join(lines), newline="")
    return file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def sealed(partial: Path, file: Path) -> None:
    """Save the checkpoint of a counting run next to its numbers."""
    with file.open("rb") as stream:
        prefix = bulk_output.Prefix(stream)
        prefix.advance(file.stat().st_size)
    bulk_output.keep(partial, {"question": {"--limit": 2}, **prefix.facts})


def shipped(lines: int) -> str:
    text = (resources.files("puzzles") / "sudoku.txt").read_text(encoding="utf-8")
    return "".join([f"{line}\n" for line in text.splitlines() if not line.startswith("#")][:lines])


# Answers


def test_the_answers_are_those_of_the_solvers_with_steps(call, mixed: Path, tmp_path: Path) -> None:
    bulk_out, out = tmp_path / "bulk", tmp_path / "steps"
    code, printed, said = call("solve", mixed, "-o", bulk_out)
    assert (code, printed) == (2, "")
    assert call("solve", mixed, "-o", out, "--solver", "bitboard") == (code, printed, said)
    assert bulk_out.read_bytes() == out.read_bytes()
    assert [re.split("[,:]", line)[0] for line in said.splitlines()] == ["line 3", "line 5", "line 8"]
    assert names(tmp_path) == ["bulk", "mixed.txt", "steps"]


def test_grids_go_to_a_pipe_as_they_did(call, mixed: Path) -> None:
    assert call("solve", mixed) == call("solve", mixed, "--solver", "bitboard")


@pytest.mark.slow
def test_many_blocks_on_several_processes_keep_their_order(call, tmp_path: Path) -> None:
    file, out = tmp_path / "in", tmp_path / "out"
    file.write_text(shipped(9000))
    assert file.stat().st_size > 2 * engine.FEWEST_AT_ONCE * 82
    assert call("solve", file, "-o", out, "--processes", 2) == (0, "", "")
    puzzles = [line.split()[0] for line in file.read_text().splitlines()]
    solved = out.read_text().split()
    assert len(solved) == 9000
    assert all(
        given in (".", digit) for p, s in zip(puzzles, solved, strict=True) for given, digit in zip(p, s, strict=True)
    )


def test_it_is_only_for_what_nobody_watches(call, tmp_path: Path, mixed: Path) -> None:
    for line in (["fig1"], [mixed, "--solver", "mrv"], [mixed, "--count", 2], [mixed, "--limit-seconds", 9]):
        for more in (["--resume"], ["--broken", "stop"], ["--processes", 2]):
            code, out, err = call("solve", *line, *more, "-o", tmp_path / "out")
            assert (code, out) == (
                2,
                "",
            ) and f"{more[0]} works only when printing one solution of each puzzle in a collection" in err
    assert "use -o" in call("solve", mixed, "--resume")[2]
    assert names(tmp_path) == ["mixed.txt"]


# Broken lines


def test_a_broken_line_can_be_final(call, mixed: Path, tmp_path: Path) -> None:
    out, partial = tmp_path / "out", tmp_path / "out.partial"
    code, _, err = call("solve", mixed, "-o", out, "--broken", "stop")
    assert code == 2
    assert err.startswith("line 3, column") and "stopped at line 3" in err and "--resume" in err
    assert names(tmp_path) == ["mixed.txt", "out.partial"]
    assert partial.read_text() == f"{FIG1_SOLVED}\n"


def test_a_line_that_was_mended_is_gone_on_from(call, mixed: Path, tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    call("solve", mixed, "-o", out, "--broken", "stop")
    mixed.write_text(mixed.read_text().replace("broken", FIG1).replace(FIG1[:-1] + "\n", f"{FIG1}\n"))
    assert call("solve", mixed, "-o", out, "--broken", "stop", "--resume")[0] == 1
    assert call("solve", mixed, "-o", whole)[0] == 1
    assert out.read_text() == whole.read_text()
    assert names(tmp_path) == ["mixed.txt", "out", "whole"]


# Going on


@pytest.mark.parametrize("command", ["solve", "count"])
def test_a_run_goes_on_from_wherever_it_was_cut(call, mixed: Path, tmp_path: Path, command: str) -> None:
    out, partial = tmp_path / "out", tmp_path / "out.partial"
    code, _, said = call(command, mixed, "-o", out)
    whole = out.read_bytes()
    cuts = (
        range(len(whole) + 1) if command == "count" else [0, 1, 81, 82, 83, 95, 96, 97, 200, len(whole) - 1, len(whole)]
    )
    for cut in cuts:
        out.write_text("old\n")
        partial.write_bytes(whole[:cut])
        if command == "count":
            sealed(partial, mixed)
        assert call(command, mixed, "-o", out, "--resume") == (code, "", said)
        assert out.read_bytes() == whole
        assert names(tmp_path) == ["mixed.txt", "out"]


def test_lines_of_something_else_are_not_gone_on_from(call, mixed: Path, tmp_path: Path) -> None:
    out, partial = tmp_path / "out", tmp_path / "out.partial"
    good = f"{FIG1_SOLVED}\n(no solution)\n"
    for wrong in ("hello\n", f"{FIG1_SOLVED[::-1]}\n", "\n", "1" * 81 + "\n"):
        partial.write_text(good + wrong)
        code, _, err = call("solve", mixed, "-o", out, "--resume")
        assert code == 2 and f"{partial}, line 3: this line is not an answer" in err and "remove the file" in err
        assert "goes on" not in err and err.count("\n") == 1, "one thing to do"
        assert partial.read_text() == good + wrong
    partial.write_text("".join(["7\n"]))
    sealed(partial, mixed)
    assert "line 1: this line is not an answer" in call("count", mixed, "-o", out, "--resume")[2]
    file = tmp_path / "one.txt"
    file.write_text(f"{FIG1}\nbroken\n")
    partial.write_text(f"{FIG1_SOLVED}\n" * 2)
    assert "line 2: the input has no puzzle for this line" in call("solve", file, "-o", out, "--resume")[2]
    assert partial.read_text() == f"{FIG1_SOLVED}\n" * 2 and not out.exists()


def test_what_an_earlier_run_left_is_never_written_over(call, mixed: Path, tmp_path: Path) -> None:
    out, partial = tmp_path / "out", tmp_path / "out.partial"
    partial.write_text(f"{FIG1_SOLVED}\n")
    code, _, err = call("solve", mixed, "-o", out)
    assert code == 2 and str(partial) in err and "--resume" in err and "remove it" in err
    assert partial.read_text() == f"{FIG1_SOLVED}\n" and not out.exists()


def test_to_go_on_where_nothing_was_left_is_to_begin(call, mixed: Path, tmp_path: Path) -> None:
    assert call("solve", mixed, "-o", tmp_path / "out", "--resume")[0] == 2
    assert names(tmp_path) == ["mixed.txt", "out"]


@pytest.mark.slow
@posix
def test_ctrl_c_leaves_what_can_be_gone_on_from(tmp_path: Path) -> None:
    """Press Ctrl+C in the middle of the list, with two processes."""
    part = shipped(6000)
    (tmp_path / "in").write_text(part * 12)
    (tmp_path / "out").write_text("old\n")
    command = [*COMMAND, "solve", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--processes", "2", "--force"]
    partial = tmp_path / "out.partial"
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        end = time.monotonic() + 60
        while time.monotonic() < end and not (partial.exists() and partial.stat().st_size):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all processes
        _, err = process.communicate(timeout=60)
    assert process.returncode == 3 and err.endswith("interrupted\n") and "--resume" in err and "Traceback" not in err
    assert waits(lambda: not group_alive(process.pid))
    left = partial.read_text()
    assert left.endswith("\n") and all(len(line) == 81 for line in left.splitlines())
    assert 0 < left.count("\n") < 72000
    assert (tmp_path / "out").read_text() == "old\n"
    done = subprocess.run([*command, "--resume"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    once = tmp_path / "once"
    (tmp_path / "in").write_text(part)
    assert main(["solve", str(tmp_path / "in"), "-o", str(once)]) == 0
    assert (tmp_path / "out").read_text() == once.read_text() * 12
    assert names(tmp_path) == ["in", "once", "out"]


@pytest.mark.slow
@posix
def test_a_file_that_may_grow_no_further_loses_nothing(tmp_path: Path) -> None:
    """Limit the file's size in the middle of a line, as a full disk does."""
    (tmp_path / "in").write_text(f"{FIG1}\n" * 300)
    limited = (
        "import resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (8200 + 40,) * 2)\n"
        "from visualizer.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    )
    arguments = ["solve", "in", "-o", "out"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", limited, *arguments], cwd=tmp_path, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "cannot write out: File too large" in done.stderr and "--resume" in done.stderr
    assert names(tmp_path) == ["in", "out.partial"]
    assert (tmp_path / "out.partial").read_text() == f"{FIG1_SOLVED}\n" * 100


@pytest.mark.slow
def test_a_disk_that_fills_up_leaves_whole_lines(call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, out = tmp_path / "in", tmp_path / "out"
    file.write_text(shipped(9000))
    written = []

    def write(stream: FileIO, data: memoryview) -> int:
        if len(written) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(stream.write(data[: len(data) - 30 * len(written)]))  # the second is cut within a line
        return written[-1]

    monkeypatch.setattr(bulk_output, "_write_some", write)
    code, _, err = call("solve", file, "-o", out)
    assert code == 2 and "No space left" in err and "free some space" in err and "--resume" in err
    left = (tmp_path / "out.partial").read_text()
    assert len(written) == 2 and left.endswith("\n") and left.count("\n") == sum(written) // 82
    monkeypatch.undo()
    assert call("solve", file, "-o", out, "--resume") == (0, "", "")
    assert len(out.read_text().split()) == 9000 and out.read_text().startswith(left)


def test_a_full_disk_from_the_start_leaves_nothing(call, mixed: Path, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def write(stream: FileIO, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(bulk_output, "_write_some", write)
    code, _, err = call("solve", mixed, "-o", tmp_path / "out")
    assert code == 2 and "No space left" in err and "name another file with -o" in err
    assert names(tmp_path) == ["mixed.txt"]


def test_input_that_cannot_be_read_to_its_end_keeps_the_lines(call, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    file, out = tmp_path / "in", tmp_path / "out"
    file.write_text(shipped(9000))
    real, size = NamedFile._told, file.stat().st_size

    def told(self: NamedFile, read: Callable[[Any], Any], wanted: Any) -> Any:
        if Path(self.name) == file and size > self.tell() > size // 2:
            raise OSError(errno.EIO, os.strerror(errno.EIO), os.fspath(self.name))
        return real(self, read, wanted)

    monkeypatch.setattr(NamedFile, "_told", told)
    code, _, err = call("solve", file, "-o", out, "--processes", 1)
    assert code == 2 and f"cannot read {file}: Input/output error" in err and "--resume" in err
    monkeypatch.undo()
    assert call("solve", file, "-o", out, "--resume") == (0, "", "")
    assert len(out.read_text().split()) == 9000


@pytest.mark.slow
@posix
def test_a_worker_that_dies_is_told_and_keeps_the_lines(call, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    file, out = tmp_path / "in", tmp_path / "out"
    file.write_text(shipped(9000))
    real = engine.solve_block

    def dies(block: object) -> object:
        if block.line > 1:  # type: ignore[attr-defined]
            time.sleep(1)
            os.kill(os.getpid(), signal.SIGKILL)
        return real(block)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "solve_block", dies)
    code, _, err = call("solve", file, "-o", out, "--processes", 2)
    assert code == 2 and "ended by SIGKILL" in err and "Traceback" not in err
    assert not out.exists()
    monkeypatch.undo()
    assert call("solve", file, "-o", out, "--resume") == (0, "", "")
    assert len(out.read_text().split()) == 9000


@pytest.mark.parametrize("where", [".", "missing/out.txt"])
def test_it_cannot_be_written_there(call, mixed: Path, tmp_path: Path, where: str) -> None:
    code, out, err = call("solve", mixed, "-o", tmp_path / where)
    assert (code, out) == (2, "") and "cannot write" in err and "-o" in err
    assert names(tmp_path) == ["mixed.txt"]


@pytest.mark.slow
@posix
def test_a_device_takes_the_lines_at_once(mixed: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "solve", str(mixed), "-o", "/dev/stdout"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stdout.splitlines()[:2] == [FIG1_SOLVED, "(no solution)"] and len(done.stdout.splitlines()) == 7


# Numbers do not tell which puzzles they are of


def test_counting_goes_on_only_with_the_same_puzzles_and_limit(call, mixed: Path, tmp_path: Path) -> None:
    out, partial, other = tmp_path / "out", tmp_path / "out.partial", tmp_path / "other"
    assert call("count", mixed, "-o", out, "--broken", "stop")[0] == 2
    other.write_text(f"{MISPRINT}\n" * 3)
    for words, said in (
        ([mixed, "--limit", 5], "was started with --limit 2, but this run has --limit 5; use the same options, or"),
        ([other], "was made from different puzzles; name their file, or"),
    ):
        code, _, err = call("count", *words, "-o", out, "--resume")
        assert code == 2 and said in err and "to start again, remove the file" in err and err.count("\n") == 1
        assert partial.read_text() == "1\n" and not out.exists()
    bulk_output.path_of(partial).unlink()
    code, _, err = call("count", mixed, "-o", out, "--resume")
    assert code == 2 and f"{partial}.json is missing" in err and "remove the file" in err


def test_counting_goes_on_where_the_line_it_stopped_at_was_mended(call, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert call("count", mixed, "-o", out, "--broken", "stop")[0] == 2
    mixed.write_text(mixed.read_text().replace("broken", MISPRINT))
    assert call("count", mixed, "-o", out, "--resume")[0] == 2, "the other broken line is skipped"
    assert out.read_text().split() == ["1", "0", "0", "1", "2", "1", "1", "1"]
    assert names(tmp_path) == ["mixed.txt", "out"]


def test_where_a_long_count_was_stopped_is_kept(call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, out = tmp_path / "in", tmp_path / "out"
    file.write_text(shipped(9000))
    real, written = bulk_output._write_some, []

    def write(stream: FileIO, data: memoryview) -> int:
        if written:
            raise KeyboardInterrupt
        written.append(len(data))
        return real(stream, data)

    monkeypatch.setattr(bulk_output, "_write_some", write)
    assert call("count", file, "-o", out, "--processes", 1)[0] == 3
    monkeypatch.undo()
    left = (tmp_path / "out.partial").read_text()
    assert 0 < left.count("\n") < 9000
    assert call("count", file, "-o", out, "--resume")[::2] == (
        0,
        "9,000 puzzles: 9,000 with one solution, 0 with none, 0 with several\n",
    )
    assert out.read_text() == "1\n" * 9000 and names(tmp_path) == ["in", "out"]


# Progress


def test_nothing_is_drawn_where_nobody_looks(call, tmp_path: Path) -> None:
    (tmp_path / "in").write_text(f"{FIG1}\n" * 3)
    assert call("solve", tmp_path / "in", "-o", tmp_path / "out") == (0, "", "")


@pytest.mark.slow
@posix
def test_a_terminal_is_shown_the_rate_and_the_time_left(tmp_path: Path) -> None:
    import pty

    (tmp_path / "in").write_text(shipped(6000))
    master, slave = pty.openpty()
    command = [*COMMAND, "solve", str(tmp_path / "in"), "-o", str(tmp_path / "out")]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    with subprocess.Popen(command, cwd=ROOT, stderr=slave, stdin=subprocess.DEVNULL, env=environment) as process:
        os.close(slave)
        seen = b""
        try:
            while data := os.read(master, 4096):
                seen += data
        except OSError:  # how a terminal ends on Linux
            pass
    os.close(master)
    assert process.returncode == 0
    assert b"per second" in seen and b"%" in seen and b":" in seen


# count


def test_count_of_one_puzzle(call) -> None:
    assert call("count", "fig1") == (0, "1\n", "")
    assert call("count", "misprint") == (0, "0\n", "")
    assert call("count", "fig23", "--limit", 9) == (0, "2\n", "")
    assert call("count", "." * 81) == (0, "2\n", "")
    assert call("count", "." * 81, "--limit", 321) == (0, "321\n", "")
    assert call("count", SMALL, "--limit", 1000) == (0, "72\n", "")


def test_count_of_a_collection(call, mixed: Path, tmp_path: Path) -> None:
    code, out, err = call("count", mixed)
    assert (code, out.split()) == (2, ["1", "0", "1", "2", "1", "1", "1"])
    assert err.splitlines()[-1] == "7 puzzles: 5 with one solution, 1 with none, 1 with several; 2 broken lines"
    file = tmp_path / "two"
    file.write_text(f"{FIG1}\n{MISPRINT}\n")
    assert call("count", file) == (0, "1\n0\n", "2 puzzles: 1 with one solution, 1 with none, 0 with several\n")
    assert call("count", file, "--limit", 1)[2] == "2 puzzles: 1 with a solution, 1 with none\n"
    assert call("count", file, "-o", tmp_path / "out")[1] == ""
    assert (tmp_path / "out").read_text() == "1\n0\n"


@pytest.mark.parametrize("more", [["--resume", "-o", "x"], ["--broken", "stop"], ["--limit", "0"]])
def test_count_refuses_what_makes_no_sense(call, more: list[str]) -> None:
    code, out, err = call("count", "fig1", *more)
    assert (code, out) == (2, "") and (more[0] in err)


def test_solve_says_what_the_bulk_engine_says() -> None:
    from solvers.bulk.engine import NO_SOLUTION

    assert answers.NO_SOLUTION == NO_SOLUTION
