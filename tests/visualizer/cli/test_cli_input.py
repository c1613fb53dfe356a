"""Tests that bad input leads to advice on standard error, nothing on standard output, and exit code 2."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hopeless import Counted
from slow import slow_but

from puzzles import Corpus, Geometry, Puzzle, bounds, one_line
from visualizer.cli.main import main
from visualizer.files import resolve

ROOT = Path(__file__).parents[3]
FIG1 = "..84.9....1....3...4...5..756.2.1.3...1...5...2.7.4.164..1...6...6....9....6.34.."
GRID = "\n".join(FIG1[start : start + 9] for start in range(0, 81, 9))
TAKE_A_PUZZLE = ["solve", "check", "trace", "record -o x.gif", ""]
ONLY_ONE = ["trace", "record -o x.gif"]


def call(capsys: pytest.CaptureFixture[str], line: str, *more: str) -> tuple[int, str, str]:
    try:
        code = main([*line.split(), *more])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    return code, *capsys.readouterr()


def refused(capsys: pytest.CaptureFixture[str], line: str, *more: str) -> str:
    """Return the error message."""
    code, out, err = call(capsys, line, *more)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    return err


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.mark.parametrize("command", TAKE_A_PUZZLE)
@pytest.mark.parametrize("name", ["missing.txt", "no/such/folder", "./fig2", "fig1.sdk"])
def test_a_file_that_is_not_there(capsys, command, name) -> None:
    assert f"no such file: {name}" in refused(capsys, command, name)


@pytest.mark.parametrize("command", slow_but(TAKE_A_PUZZLE[::3], TAKE_A_PUZZLE))
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b" \n\t\r\n", "is empty"),
        (b"\0\1\2\3" * 20, "not a text file"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100_000, "not a text file"),
        (b"# only a comment\n", "no cells"),
        (b"hello world\n", "line 1"),
        ((FIG1[:40] + "x" + FIG1[41:]).encode(), "line 1, column 41"),
        ((FIG1 + "1").encode(), "82"),
        (b"\n".join([b"8.3....4."] * 8), "8 lines"),
        (b"\xff\xfe" * 300, "line 1"),
        (b"x" * 100_000, "no line of"),
        (b"broken\n" * 20_000, "no line of"),
    ],
)
def test_a_file_that_holds_no_puzzle(capsys, tmp_path: Path, command, content, says) -> None:
    file = tmp_path / "puzzles"
    file.write_bytes(content)
    message = refused(capsys, command, str(file))
    assert says in message
    assert "puzzle is" in message or "one puzzle per line" in message


@pytest.mark.parametrize("command", TAKE_A_PUZZLE)
def test_a_folder(capsys, tmp_path: Path, command) -> None:
    message = refused(capsys, command, str(tmp_path))
    assert "is a folder" in message and "name a file" in message


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes that have a path")
@pytest.mark.parametrize("command", TAKE_A_PUZZLE)
def test_what_might_never_end_is_no_file(capsys, tmp_path: Path, command) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", str(tmp_path / "pipe")):
        assert f"{path} is not a regular file" in refused(capsys, command, path)


NO_PUZZLES = ["fig99", "", " ", "12", FIG1 + "..", FIG1[:80] + "x", "\0", "é" * 81, "9" * 100_000]


@pytest.mark.parametrize("command", TAKE_A_PUZZLE)
@pytest.mark.parametrize("text", slow_but(["fig99", "", FIG1[:80] + "x", "é" * 81], NO_PUZZLES))
def test_a_text_that_is_no_puzzle(capsys, command, text) -> None:
    message = refused(capsys, command, text)
    assert "line 1, column" in message
    assert "a puzzle is" in message and "solvescope list --puzzles" in message
    assert len(message) < 5000


@pytest.mark.parametrize("command", ONLY_ONE)
def test_several_puzzles_where_one_is_wanted(capsys, tmp_path: Path, command) -> None:
    file = tmp_path / "many"
    file.write_text(f"{FIG1}\n{FIG1}\n")
    message = refused(capsys, command, str(file))
    assert "several puzzles" in message and "solvescope random --corpus" in message


@pytest.mark.parametrize("command", ["random --corpus", "--corpus"])
@pytest.mark.parametrize("content", [None, b"", b"broken\nlines\n", b"\0" * 5000])
def test_a_corpus_without_puzzles(capsys, tmp_path: Path, command, content) -> None:
    file = tmp_path / "corpus"
    if content is not None:
        file.write_bytes(content)
    assert "corpus:" in refused(capsys, command, str(file))


def test_an_event_log_that_cannot_be_written(capsys, tmp_path: Path) -> None:
    path = tmp_path / "missing" / "log"
    assert str(path) in refused(capsys, f"fig1 --event-log {path}")


def test_two_collections_at_once(capsys, tmp_path: Path) -> None:
    file = tmp_path / "many"
    file.write_text(f"{FIG1}\n{FIG1}\n")
    assert "give only one of them" in refused(capsys, f"{file} --corpus {file}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("solve fig1 --solver magic", "no solver is called 'magic'; choose one of: "),
        ("--solver magic", "no solver is called 'magic'; choose one of: "),
        ("solve fig1 --count 0", "from 1 up"),
        ("solve fig1 --count 1 --all", "not allowed with"),
        ("solve fig1 --limit-seconds -1", "above 0"),
        ("solve fig1 --limit-seconds nan", "above 0"),
        ("--speed 0", "above 0"),
        ("--speed inf", "above 0"),
        ("--speed 20000001", "20000000 steps per second"),
        ("record fig1 -o x.gif --speed 1e30", "20000000 steps per second"),
        ("--at -1", "--at"),
        ("--seed x", "whole number from 0 up"),
        ("--size 640x480", "minimum is 800x600"),
        ("--size 7681x4320", "maximum is 7680x4320"),
        ("--size big", "1280x800"),
        ("record fig1 -o x.gif --size 99999x99999", "maximum is 7680x4320"),
        ("record fig1 -o x.gif --size 640x4321", "maximum is 7680x4320"),
        ("--theme pink", "light"),
        ("--frobnicate", "unrecognized arguments"),
        ("fig1 fig23", "unrecognized arguments"),
        ("record fig1", "-o"),
        ("record fig1 -o x.avi", ".gif"),
        ("record fig1 -o x.gif --from 9 --to 3", "before"),
        ("record fig1 -o no/such/x.gif", "there is no folder"),
        ("random --count x", "whole number from 1 up"),
        ("trace", "PUZZLE"),
        ("check fig1 --cluster local:1", "--cluster works only for a collection"),
        ("rate fig1 --cluster local:1", "--cluster works only for a collection"),
        ("solve fig1 --cluster local:1", "--cluster works only"),
    ],
)
def test_a_command_line_that_makes_no_sense(capsys, line, says) -> None:
    assert says in refused(capsys, line)


@pytest.mark.parametrize("command", ["solve", "check"])
def test_nothing_given_and_nothing_piped(capsys, monkeypatch, command) -> None:
    terminal = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", terminal)
    message = refused(capsys, command)
    assert f"solvescope {command} fig1" in message


# What a source means


def test_a_file_comes_before_a_name_and_a_name_before_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resolve.one("fig1") == Puzzle.parse(FIG1)
    Path("fig1").write_text("." * 81)
    assert resolve.one("fig1") == Puzzle.empty()
    assert resolve.one(FIG1) == Puzzle.parse(FIG1)


@pytest.mark.parametrize("bom", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_as_editors_and_shells_write_it(tmp_path: Path, bom: str) -> None:
    file = tmp_path / "puzzle"
    file.write_bytes(f"{FIG1}\r\n".encode(bom))
    assert resolve.one(str(file)) == Puzzle.parse(FIG1)
    assert resolve.one(str(file)).source == str(file)


@pytest.mark.parametrize("side", [16, 36])
def test_a_broken_grid_is_not_a_collection_of_small_puzzles(tmp_path: Path, side: int) -> None:
    lines = ["." * side] * side
    lines[3] = "." * (side - 1) + "?"
    file = tmp_path / "grid"
    file.write_text("\n".join(lines))
    with pytest.raises(resolve.SourceError, match=f"line 4, column {side}"):
        resolve.meant(str(file))


def test_one_line_of_a_collection_is_one_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "one"
    file.write_text(f"{FIG1}:1  # the one\n")
    assert resolve.one(str(file)) == Puzzle.parse(FIG1)


def test_a_long_collection_is_read_as_it_is_needed(tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_text(f"{FIG1}\n" * 2000)
    entries = resolve.entries(resolve.meant(str(file)))
    assert [next(entries)[0] for _ in range(3)] == [1, 2, 3]
    assert sum(1 for _ in entries) == 1997


def test_each_gives_broken_lines_in_their_place(tmp_path: Path) -> None:
    file = tmp_path / "mixed"
    file.write_text(f"# first\n{FIG1}\nbroken\n\n{one_line(Puzzle.empty(Geometry.of_side(4)))}\n")
    found = list(resolve.entries(resolve.meant(str(file))))
    assert [line for line, _ in found] == [2, 3, 5]
    assert [isinstance(entry, Puzzle) for _, entry in found] == [True, False, True]


# Large files in a format with marks

JUNK = {
    "games.opensudoku": ("<opensudoku>", '<game data="11"/>', "first 1,000 entries"),
    "links.txt": ("", "https://f-puzzles.com/?load=xxxx\n", "first 1,000 entries"),
    "lists.txt": ("", "[[1,2,3],[4,5]]\n", "first 1,000 entries"),
    "tags.opensudoku": ("<opensudoku>", f"<note>{'x' * 9000}</note>\n", "first 1 MiB"),
}


@pytest.mark.slow
def test_a_large_file_without_a_puzzle_is_not_searched_to_its_end(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for name, (head, unit, searched) in JUNK.items():
        with subtests.test(name), pytest.MonkeyPatch.context() as patches:
            path = tmp_path / name
            path.write_text(head + unit * ((4 << 20) // len(unit)))
            counted = Counted(patches)
            with pytest.raises(resolve.SourceError, match=f"but its {searched} hold no puzzle"):
                resolve.meant(str(path))
            assert counted.count < 2 * bounds.SEARCHED_BYTES
            with pytest.raises(resolve.SourceError, match=f"but its {searched} hold no puzzle"):
                resolve.corpus_path(path)
            assert counted.count < 4 * bounds.SEARCHED_BYTES
            with (
                pytest.raises(resolve.SourceError, match=f"but its {searched} hold no puzzle"),
                path.open("rb") as file,
            ):
                patches.setattr(bounds, "TRIED_BYTES", 1 << 21)
                resolve._copied(file, "standard input")


@pytest.mark.slow
def test_a_gigabyte_of_grids_is_not_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "grids.txt"
    path.write_text(f"Grid 1\n{GRID}\n\n" * 4000)
    found = resolve.meant(str(path))
    assert isinstance(found, resolve.Collection) and found.lines() != path
    os.truncate(path, 1 << 30)
    counted = Counted(monkeypatch)
    for read in (lambda: resolve.contents(path, path.name), lambda: resolve.corpus_path(path)):
        with pytest.raises(resolve.SourceError, match="grids.txt is larger than 64 MiB .* 'solvescope convert"):
            read()
    assert counted.count < 8 * bounds.SEARCHED_BYTES


# Streams that may never end


def solved(data: bytes, tmp_path: Path, *more: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "visualizer", "solve", "-", *more]
    return subprocess.run(command, cwd=ROOT, env=environment, input=data, capture_output=True, timeout=60, check=False)


@pytest.mark.slow
def test_a_stream_without_a_puzzle_is_not_read_to_its_end(tmp_path: Path) -> None:
    done = solved(b"y\n" * (bounds.TRIED_BYTES // 2 + 1000), tmp_path)
    assert done.returncode == 2 and b"no line in the first 16 MiB of standard input is a puzzle" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_stream_of_puzzles_is_copied_up_to_a_bound_and_read_as_a_file_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return f"{FIG1}\n".encode() * 1000

    monkeypatch.setattr(bounds, "LONGEST_STREAM", 3 << 20)
    monkeypatch.setattr(bounds, "TRIED_BYTES", 1 << 20)
    with pytest.raises(resolve.SourceError, match="longer than 3 MiB and may never end"):
        resolve._copied(Endless(), "standard input")
    path = resolve._copied(io.BytesIO(f"{FIG1}\n".encode() * 9000), "standard input")
    assert path.name == "standard input" and path.is_file() and path.read_bytes().count(b"\n") == 9000
    with Corpus(path) as corpus:
        corpus.wait(30.0)
        assert str(corpus[8999]) == FIG1 and corpus[8999].source == "standard input, line 9000"


@pytest.mark.skipif(sys.platform != "linux", reason="files without a name")
def test_of_a_copy_of_standard_input_nothing_is_left_by_a_kill(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "visualizer", "solve", "-"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(f"{FIG1}\n".encode() * 20_000)
        process.stdin.flush()
        process.kill()
    assert not list(tmp_path.iterdir())


def test_a_full_disk_says_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(resolve, "unnamed", full)
    with pytest.raises(
        resolve.SourceError, match="no room for a copy of standard input in .*: No space left on device"
    ):
        resolve._copied(io.BytesIO(str(FIG1).encode()), "standard input")
