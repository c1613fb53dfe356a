"""Tests that a file is either written completely or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puzzles.corpus import named
from visualizer.files import atomic
from visualizer.files.atomic import STALE, UnkeptFile, draft, write

FIG1 = str(named.find("fig1"))


@pytest.fixture(params=["no name", "a hidden name"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Choose each of the two ways of writing, on every system."""
    if request.param == "a hidden name":
        monkeypatch.setattr(UnkeptFile, "_nameless", lambda self: None)
    elif not hasattr(os, "O_TMPFILE"):
        pytest.skip("there are no files without a name here")
    return str(request.param)


@pytest.mark.usefixtures("way")
def test_what_is_written_is_there_whole_and_alone(tmp_path: Path) -> None:
    path = tmp_path / "a[1]*.txt"
    for data in (b"first", b"", b"x" * 100_000):
        write(path, data)
        assert path.read_bytes() == data and list(tmp_path.iterdir()) == [path]
    umask = os.umask(0o022)
    os.umask(umask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask


@pytest.mark.usefixtures("way")
def test_what_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write(path, b"before")
    for error in (KeyboardInterrupt, ValueError, OSError(28, "No space left on device")):
        with pytest.raises((KeyboardInterrupt, ValueError, OSError)), draft(path) as unnamed:
            unnamed.stream.write(b"after")
            raise error
        assert path.read_bytes() == b"before" and list(tmp_path.iterdir()) == [path]
    (tmp_path / "folder").mkdir()
    for wrong in (tmp_path / "none" / "b.txt", tmp_path / "folder"):
        with pytest.raises(OSError) as caught:
            write(wrong, b"after")
        assert caught.value.filename == str(wrong)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "folder"]


@pytest.mark.usefixtures("way")
def test_a_link_stays_one_and_the_file_that_it_names_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "a.txt")
    write(tmp_path / "link", b"data")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "there" / "a.txt").read_bytes() == b"data"


def test_what_a_killed_program_has_left_goes_at_the_next_writing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    left = UnkeptFile.__new__(UnkeptFile)
    left.goal = path
    old, fresh = left._another_name(), left._another_name()
    for one in (old, fresh, tmp_path / ".b.txt.0.part"):
        one.touch()
    os.utime(old, (time.time() - 2 * STALE,) * 2)
    UnkeptFile._nameless, nameless = lambda self: None, UnkeptFile._nameless  # type: ignore[method-assign]
    try:
        write(path, b"data")
    finally:
        UnkeptFile._nameless = nameless  # type: ignore[method-assign]
    assert not old.exists() and fresh.exists() and (tmp_path / ".b.txt.0.part").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="files without a name")
def test_a_conversion_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "visualizer", "convert", "-", str(tmp_path / "out.csv")]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(f"{FIG1}\n".encode() * 200_000)
        process.stdin.flush()  # and it waits for more
        end = time.monotonic() + 60
        while "/#" not in _open_files(process.pid):  # a file without a name; its folder's is another on some systems
            assert process.poll() is None and time.monotonic() < end, "it is at work"
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert list(tmp_path.iterdir()) == []


def _open_files(pid: int) -> str:
    folder = Path(f"/proc/{pid}/fd")
    found = []
    for one in folder.iterdir():
        try:
            found.append(os.readlink(one))
        except OSError:
            continue
    return " ".join(found)


def test_every_writer_of_whole_files_goes_this_way() -> None:
    root = Path(atomic.__file__).parents[1]
    others = {path.name for path in root.rglob("*.py") if "os.replace(" in path.read_text("utf-8")}
    assert others == {"atomic.py", "bulk_output.py"}, "lines of a long run stay under a name of their own"
