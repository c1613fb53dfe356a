"""Tests of the command line in a separate process, with pipes, interrupts, and a check of the modules it loads."""

import json
import os
import shlex
import signal
import struct
import subprocess
import sys
import textwrap
import time
import tomllib
from pathlib import Path
from subprocess import PIPE
from typing import IO

import pytest
from foreign_runs import group_alive, waits
from slow import slow_but
from strategies import first_seen

import solvers
from visualizer.cli.start import REQUESTS

ROOT = Path(__file__).parents[3]
FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
FIG1_SOLVED = "358479621719862354642315987564281739871936542923754816437198265286547193195623478"
BARE = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
BARE |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-m", "visualizer"]

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX systems")
ENDED = pytest.mark.parametrize("number", slow_but(REQUESTS[:2], REQUESTS), ids=lambda number: number.name)


def call(*arguments: str, stdin: str | bytes = "", cwd: Path | None = None) -> tuple[int, str, str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, env=BARE, cwd=cwd, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def begun(*arguments: str, cwd: Path | None = None, before: str = "", session: bool = False) -> "subprocess.Popen[str]":
    """Start the command line, after the shell commands in ``before``."""
    command = [*COMMAND, *arguments]
    return subprocess.Popen(
        ["sh", "-c", f"{before}; exec {shlex.join(command)}"] if before else command,
        stdin=subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        env=BARE,
        cwd=cwd,
        start_new_session=session,
    )


def in_shell(line: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command with a shell's redirections."""
    command = f"{shlex.join(COMMAND)} {line}"
    return subprocess.run(
        command,
        shell=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=BARE | environment,
        timeout=60,
    )


@pytest.mark.slow
def test_an_answer_is_written_in_the_puzzle_s_symbols_or_in_figures_where_the_output_cannot_take_them(
    tmp_path: Path,
) -> None:
    greek = str.maketrans("123456789", "ΑΒΓΔΕΖΗΘΙ")
    file = tmp_path / "greek.txt"
    file.write_text(f"# symbols ΑΒΓΔΕΖΗΘΙ\n{FIG1.translate(greek)}\n", encoding="utf-8")
    rows = [FIG1_SOLVED[start : start + 9] for start in range(0, 81, 9)]
    for encoding, header, table in (("utf-8", ["# symbols ΑΒΓΔΕΖΗΘΙ"], greek), ("ascii", [], {})):
        done = in_shell(f"solve {shlex.quote(str(file))}", PYTHONIOENCODING=encoding, PYTHONUTF8="1")
        assert done.stdout.splitlines() == header + [row.translate(table) for row in rows]


UNSEEN = [["list"], ["random"], ["check", "fig1"], ["trace", "fig1", "--steps", "9"], ["--help"]] + [
    ["solve", str(first_seen(name, "lab", "21empty")), "--solver", name] for name in solvers.names()
]


def test_no_command_loads_pygame() -> None:
    """Run all commands in one process, and name the first that loads pygame along with what it loads."""
    program = (
        "import contextlib, io, json, sys\nfrom visualizer.cli.main import main\n"
        "for arguments in json.loads(sys.argv[1]):\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as out:\n"
        "        try: code = main(arguments)\n"
        "        except SystemExit as end: code = end.code\n"
        "    loaded = sorted({name.partition('.')[0] for name in sys.modules})\n"
        "    print(json.dumps([code or 0, bool(out.getvalue()), loaded]))"
    )
    command = [sys.executable, "-c", program, json.dumps(UNSEEN)]
    done = subprocess.run(command, capture_output=True, text=True, env=BARE, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(UNSEEN)
    for arguments, (code, out, loaded) in zip(UNSEEN, told, strict=True):
        assert code == 0 and out, arguments
        assert "visualizer" in loaded
        assert not {"pygame", "numpy"} & set(loaded), arguments


def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    assert call("solve", "fig1", cwd=tmp_path)[:2] == (
        0,
        "\n".join(FIG1_SOLVED[i : i + 9] for i in range(0, 81, 9)) + "\n",
    )
    assert call("random", "--seed", "1", cwd=tmp_path)[0] == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", slow_but([["-"]], [["solve"], ["solve", "-"], ["-"]]))
def test_a_puzzle_is_piped_in(arguments) -> None:
    code, out, _ = call(*arguments, stdin=FIG1)
    assert (code, "".join(out.split())) == (0, FIG1_SOLVED)


@pytest.mark.slow
def test_many_puzzles_are_piped_in() -> None:
    code, out, err = call("solve", stdin=f"{FIG1}\n" * 1000 + "broken\n" + FIG1_SOLVED)
    assert code == 2
    assert "".join(out.split()) == FIG1_SOLVED * 1001
    assert err.startswith("line 1001, column")


RUBBISH = [b"", b"\0" * 100, b"\0" * 100_000, b"not a puzzle", b"\xff" * 81]


@pytest.mark.parametrize("stdin", slow_but([b"", b"\xff" * 81], RUBBISH))
@pytest.mark.parametrize("command", slow_but(["solve"], ["solve", "check"]))
def test_rubbish_is_piped_in(command, stdin) -> None:
    code, out, err = call(command, stdin=stdin)
    assert (code, out) == (2, "")
    assert "standard input" in err and "a puzzle is" in err and "Traceback" not in err


@pytest.mark.slow
def test_a_drawn_puzzle_is_solved_and_checked() -> None:
    puzzle = call("random", "--seed", "3")[1]
    solved = call("solve", stdin=puzzle)[1]
    assert call("check", stdin=puzzle)[:2] == (0, "right: exactly one solution\n")
    assert call("check", stdin=solved)[0] == 0


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="systems that always have a display")
def test_without_a_display_the_grid_is_solved() -> None:
    code, out, err = call("fig1")
    assert (code, "".join(out.split())) == (0, FIG1_SOLVED)
    assert "no display was found" in err


@posix
def test_a_reader_that_leaves_is_no_error() -> None:
    process = begun("trace", "." * 625, "--solver", "backtracking")
    assert process.stdout is not None and process.stderr is not None
    with process:
        assert process.stdout.readline() == "solvescope trace 1\n"
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""


@pytest.mark.slow
@posix
@ENDED
@pytest.mark.parametrize("solver", slow_but(["bitboard"], ["bitboard", "sat", "cdcl", "elimination"]))
def test_ctrl_c_keeps_what_was_printed(number: int, solver: str) -> None:
    process = begun("solve", "." * 81, "--all", "--solver", solver)
    with process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(number)
        rest, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "interrupted" in err and "Traceback" not in err
    lines = (first + rest).splitlines()
    assert all(len(line) in (0, 9) for line in lines)


@pytest.mark.slow
@posix
@ENDED
def test_a_request_to_end_cuts_no_line_that_waits_for_its_reader(number: int) -> None:
    with begun("solve", "." * 81, "--all", "--solver", "bitboard") as process:
        assert process.stdout is not None
        full = 0
        while not full or full != waiting_in(process.stdout):  # the pipe is full, so the program waits in a write
            full = waiting_in(process.stdout)
            time.sleep(0.2)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 3 and err.endswith("interrupted\n") and "Traceback" not in err
    assert {len(line) for line in out.splitlines()} == {0, 9}


def waiting_in(pipe: IO[str]) -> int:
    """Return the number of bytes that a pipe holds."""
    import fcntl
    import termios

    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


@posix
@ENDED
@pytest.mark.parametrize("where", ["callback", "finalizer", "generator", "the repeat itself"])
def test_a_request_to_end_is_not_lost_where_python_only_prints_exceptions(number: int, where: str) -> None:
    code = f"""
        import signal, sys, threading, time, weakref
        from visualizer.cli import main, start
        def strike(gone=None):
            signal.raise_signal({number})
        class Thing: pass
        class Finalized:
            __del__ = strike
        def generator():
            try:
                yield
            finally:
                strike()
        started, slow = threading.Timer.start, ["{where}"]
        def start_slowly(timer):
            started(timer)
            if slow and slow.pop() == "the repeat itself":
                time.sleep(0.2)
        threading.Timer.start = start_slowly
        def wait():
            kept = None
            if "{where}" == "callback":
                thing = Thing()
                kept = weakref.ref(thing, strike)
            elif "{where}" in ("finalizer", "the repeat itself"):
                thing = Finalized()
            else:
                thing = generator()
                next(thing)
            del thing
            print("gone", flush=True)
            for _ in range(1000):
                time.sleep(0.01)
        main.load, main.main = lambda arguments: None, wait
        sys.exit(start.main())
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "gone\n", "interrupted\n")


@posix
@ENDED
def test_a_request_to_end_during_an_import_waits_for_its_end(number: int, tmp_path: Path) -> None:
    """Interrupt an import, where ``exec`` would end the program by SIGINT and C code may raise a SystemError."""
    (tmp_path / "slow.py").write_text(f"exec('import signal; signal.raise_signal({number})')\nprint('loaded')\n")
    code = """
        import sys, time
        from visualizer.cli import main, start
        def wait():
            import slow
            time.sleep(60)
        main.load, main.main = lambda arguments: None, wait
        sys.exit(start.main())
    """
    there = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=there, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (3, "loaded\n", "interrupted\n")


@posix
@pytest.mark.parametrize("asked", [True, False])
def test_an_interrupt_that_c_code_made_an_error_without_a_cause_is_an_interrupt(asked: bool) -> None:
    """Raise the SystemError of pygame interrupted while it opens a font, and one that nobody asked for."""
    code = f"""
        import signal, sys
        from visualizer.cli import main, start
        def opening():
            try:
                {"signal.raise_signal(signal.SIGTERM)" if asked else "pass"}
            except KeyboardInterrupt:
                pass
            raise SystemError("error return without exception set")
        main.load, main.main = lambda arguments: None, opening
        sys.exit(start.main())
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr == "interrupted\n") == ((3, True) if asked else (1, False))


@posix
@ENDED
def test_ctrl_c_leaves_whole_lines_beside_the_file(tmp_path: Path, number: int) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old\n")
    (tmp_path / "in.txt").write_text(f"{FIG1}\n" * 20 + "." * 625)
    words = ("--solver", "backtracking", "-o", "out.txt", "--force", "--count", "1")
    process = begun("solve", "in.txt", *words, cwd=tmp_path)
    with process:
        assert process.stderr is not None
        for _ in range(20):  # each of the small ones is counted on stderr, then comes the one without end
            assert "1 solution" in process.stderr.readline()
        process.send_signal(number)
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


FEW = ["solve fig1", "list"]
RESULTS = ["solve fig1", "check fig1", "trace fig1", "list", "list --puzzles", "random", "fig1"]


@posix
@pytest.mark.parametrize("command", slow_but(FEW, RESULTS))
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_results_need_a_standard_output(command: str, closed: str) -> None:
    done = in_shell(f"{command} {closed}")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert ("standard output is closed" in done.stderr) is ("2>" not in closed)


@posix
def test_without_a_standard_output_results_go_to_a_file(tmp_path: Path) -> None:
    done = in_shell(f"solve fig1 -o {tmp_path / 'out'} >&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out").read_text() == FIG1_SOLVED + "\n"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("unbuffered", slow_but([""], ["", "1"]))
@pytest.mark.parametrize("command", slow_but(FEW, RESULTS))
def test_what_could_not_be_written_is_named(command: str, unbuffered: str) -> None:
    done = in_shell(f"{command} >/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "solvescope: standard output: No space left on device"


@posix
def test_a_stream_of_no_text_without_an_end_is_refused() -> None:
    done = in_shell("solve - </dev/zero")
    assert (done.returncode, done.stdout) == (2, "")
    assert "standard input is not a text file" in done.stderr


LOADING = """
import sys, time
from importlib.abc import MetaPathFinder

class Slow(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            print("loading", flush=True)
        while name == sys.argv[1]:
            try:
                time.sleep(60)
            except KeyboardInterrupt:  # as it is where the import system looks after its locks
                pass

sys.meta_path.insert(0, Slow())
from visualizer.cli import start
sys.argv[1:] = ["solve", "fig1"]
sys.exit(start.main())
"""


@posix
@ENDED
@pytest.mark.parametrize("module", ["visualizer.cli.main", "visualizer.cli.commands.solve"])
def test_a_request_to_end_is_obeyed_while_the_program_is_still_loading(number: int, module: str) -> None:
    command = [sys.executable, "-c", LOADING.replace("sys.argv[1]", repr(module))]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True, env=BARE) as process:
        assert process.stdout is not None and process.stdout.readline() == "loading\n"
        process.send_signal(number)
        assert process.communicate(timeout=60) == ("", "interrupted\n")
    assert process.returncode == 3


@pytest.mark.slow
@posix
def test_a_signal_that_is_to_be_ignored_stays_so() -> None:
    process = begun("solve", "." * 81, "--all", before="trap '' INT TERM HUP")
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        for number in REQUESTS:
            process.send_signal(number)
        for _ in range(5000):
            assert process.stdout.readline()
        assert process.poll() is None
        process.kill()


@pytest.mark.slow
@posix
def test_a_request_to_end_reaches_the_processes_of_a_check(tmp_path: Path) -> None:
    shipped = (ROOT / "puzzles" / "sudoku.txt").read_text(encoding="utf-8")
    (tmp_path / "many").write_text("broken\n" + shipped)
    process = begun("check", "many", cwd=tmp_path, session=True)
    with process:
        assert process.stdout is not None and process.stdout.readline().startswith("line 1")
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, "interrupted\n")
    assert waits(lambda: not group_alive(process.pid))


def test_the_installed_command_starts_where_the_module_does() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"solvescope": "visualizer.cli.start:main"}
    assert "from visualizer.cli.start import main" in (ROOT / "visualizer" / "__main__.py").read_text(encoding="utf-8")
