"""Tests that opening a file never waits, and that nothing beyond the bounds is read."""

from __future__ import annotations

import ast
import os
import re
import stat
from pathlib import Path

import pytest

from puzzles import bounds
from puzzles.bounds import LONGEST_NUMBER, WIDEST, BoundsError, open_file, open_unbuffered, read_file, whole

ROOT = Path(__file__).parents[2]


def test_a_file_within_the_bound_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(BoundsError, match="larger than 0 KiB"):
        read_file(path, 4)


@pytest.mark.skipif(os.name != "posix", reason="needs pipes and devices with names")
def test_a_pipe_or_a_device_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(BoundsError, match="not a regular file"):
            open_file(path)
    with pytest.raises(OSError):
        open_file(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="needs files that are read without waiting")
def test_a_file_with_nothing_to_read_yet_is_refused_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    monkeypatch.setattr(bounds, "_without_waiting", lambda path, flags: os.dup(reading))
    monkeypatch.setattr(stat, "S_ISREG", lambda mode: True)
    for read in (lambda: read_file(tmp_path, 5), lambda: open_unbuffered(tmp_path).read(5)):
        with pytest.raises(OSError, match="nothing to read in it yet"):
            read()
    os.close(reading)
    os.close(writing)


def test_numbers_beyond_the_bounds_are_refused() -> None:
    assert [whole("7"), whole("-12"), whole(str(WIDEST - 1))] == [7, -12, WIDEST - 1]
    for text in (str(WIDEST), str(-WIDEST), "9" * (LONGEST_NUMBER + 1), "9" * 5000):
        with pytest.raises(BoundsError):
            whole(text)
    with pytest.raises(ValueError):
        whole("seven")


OWN = {
    "puzzles/corpus/named.py",  # the program's own puzzles …
    "visualizer/film/page.py",  # … scripts …
    "visualizer/lab/site.py",  # … and sources …
    "visualizer/style/theme.py",  # … themes …
    "visualizer/toolkit/canvas.py",  # … and fonts
    "solvers/core/registry.py",  # what installed packages say of themselves
    "solvers/processes/kill_tree.py",  # what the system says of processes
    "solvers/processes/cluster.py",  # the program's own code
    "solvers/external/process.py",  # a file that this program has just made
    "visualizer/cli/commands/solve.py",  # a file that resolve has looked at, and lines that this program wrote
    "visualizer/cli/commands/generate.py",  # lines that this program wrote
}
"""The files that open files to read them in ways of their own."""


def reads(call: ast.Call) -> bool:
    """Return whether a call opens a file to read it, whatever that file is."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("read_bytes", "FileIO"):
        return True
    if name == "read_text":  # there are functions of this name
        return not call.args or isinstance(call.args[0], ast.Constant)
    values = (*call.args, *(word.value for word in call.keywords))
    return name == "open" and any(isinstance(one, ast.Constant) and one.value == "rb" for one in values)


def test_every_reader_opens_files_within_the_bounds() -> None:
    found = set()
    for package in ("puzzles", "solvers", "visualizer"):
        for path in (ROOT / package).rglob("*.py"):
            if not re.search("read_bytes|FileIO|read_text|open", text := path.read_text("utf-8")):
                continue  # the tree of each file takes long
            calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            found |= {path.relative_to(ROOT).as_posix() for call in calls if reads(call)}
    assert found == OWN
