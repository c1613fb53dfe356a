"""The command line as a process of its own: pipes, interrupts, and what it loads."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import solvers

ROOT = Path(__file__).parents[2]
FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
BARE = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
BARE |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-m", "visualizer"]

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX systems")


def call(*arguments: str, stdin: str | bytes = "", cwd: Path | None = None) -> tuple[int, str, str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, env=BARE, cwd=cwd, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def begun(*arguments: str, cwd: Path | None = None) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=BARE,
        cwd=cwd,
    )


@pytest.mark.parametrize(
    "arguments",
    [["list"], ["random"], ["check", "fig1"], ["trace", "fig1", "--steps", "9"], ["--help"]]
    + [["solve", "fig1", "--solver", name] for name in solvers.names()],
    ids=" ".join,
)
def test_no_command_loads_pygame(arguments) -> None:
    program = (
        "import sys\nfrom visualizer.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print('loaded:', *sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, env=BARE)
    assert done.returncode == 0 and done.stdout
    loaded = done.stderr.rpartition("loaded:")[2].split()
    assert "visualizer" in loaded
    assert not {"pygame", "pygame_gui", "numpy"} & set(loaded)


def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    assert call("solve", "fig1", cwd=tmp_path)[:2] == (
        0,
        "\n".join(FIG1_SOLVED[i : i + 9] for i in range(0, 81, 9)) + "\n",
    )
    assert call("random", "--seed", "1", cwd=tmp_path)[0] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "-"], ["-"]])
def test_a_puzzle_is_piped_in(arguments) -> None:
    code, out, _ = call(*arguments, stdin=FIG1)
    assert (code, "".join(out.split())) == (0, FIG1_SOLVED)


def test_many_puzzles_are_piped_in() -> None:
    code, out, err = call("solve", stdin=f"{FIG1}\n" * 1000 + "broken\n" + FIG1_SOLVED)
    assert code == 2
    assert "".join(out.split()) == FIG1_SOLVED * 1001
    assert err.startswith("line 1001, column")


@pytest.mark.parametrize("stdin", [b"", b"\0" * 100, b"\0" * 100_000, b"not a puzzle", b"\xff" * 81])
@pytest.mark.parametrize("command", ["solve", "check"])
def test_rubbish_is_piped_in(command, stdin) -> None:
    code, out, err = call(command, stdin=stdin)
    assert (code, out) == (2, "")
    assert "standard input" in err and "a puzzle is" in err and "Traceback" not in err


def test_a_drawn_puzzle_is_solved_and_checked() -> None:
    puzzle = call("random", "--seed", "3")[1]
    solved = call("solve", stdin=puzzle)[1]
    assert call("check", stdin=puzzle)[:2] == (0, "right: exactly one solution\n")
    assert call("check", stdin=solved)[0] == 0


def test_without_display_and_terminal_the_grid_is_solved() -> None:
    if sys.platform in ("win32", "darwin"):
        code, out, err = call("fig1", "--terminal")
    else:
        code, out, err = call("fig1")
    assert (code, "".join(out.split())) == (0, FIG1_SOLVED)
    assert "neither a display nor a terminal" in err


@posix
def test_a_reader_that_leaves_is_no_error() -> None:
    process = begun("trace", "." * 625, "--solver", "backtracking")
    assert process.stdout is not None and process.stderr is not None
    with process:
        assert process.stdout.readline() == "solvescope trace 1\n"
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""


@posix
def test_ctrl_c_keeps_what_was_printed() -> None:
    process = begun("solve", "." * 81, "--all")
    with process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "interrupted" in err and "Traceback" not in err
    lines = (first + rest).splitlines()
    assert all(len(line) in (0, 9) for line in lines)


@posix
def test_ctrl_c_leaves_whole_lines_beside_the_file(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old\n")
    (tmp_path / "in.txt").write_text(f"{FIG1}\n" * 20 + "." * 625)
    process = begun("solve", "in.txt", "--solver", "backtracking", "-o", "out.txt", "--count", "1", cwd=tmp_path)
    with process:
        assert process.stderr is not None
        for _ in range(20):  # each of the small ones is counted on stderr, then comes the one without end
            assert "1 solution" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "out.txt.partial" in err and "Traceback" not in err
    assert out.read_text() == "old\n"
    assert (tmp_path / "out.txt.partial").read_text() == f"{FIG1_SOLVED}\n" * 20
    assert len(list(tmp_path.iterdir())) == 3


@posix
def test_output_goes_to_a_device_too() -> None:
    code, out, err = call("solve", "fig1", "-o", "/dev/stdout")
    assert (code, out, err) == (0, FIG1_SOLVED + "\n", "")
