"""Pipes, devices, huge and deeply nested files, which nothing can read, and what is read of them."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from puzzles import bounds

ENDINGS = ("", ".txt", ".py", ".json", ".cnf", ".trace", ".csv", ".opensudoku", ".md")
watched: set[str] = set()
"""The files that must be opened without waiting. Python can add an audit hook, but not remove it."""


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if event != "open" or str(args[0]) not in watched or args[2] & os.O_NONBLOCK:
        return
    if sys._getframe(1).f_code is not bounds.open_unbuffered.__code__:
        raise AssertionError(f"{args[0]} is opened in a way that may wait forever")


@cache  # it cannot be removed, and every later test pays for it
def _watch() -> None:
    sys.addaudithook(_hook)


class Counted:
    """Counts the bytes read from files, and notes which files were read in the main thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.by_main: set[str] = set()
        read = bounds.NamedFile.readinto

        def readinto(file: bounds.NamedFile, buffer: Any) -> int:
            got = read(file, buffer)
            self.count += got or 0
            if threading.current_thread() is threading.main_thread():
                self.by_main.add(str(file.name))
            return got

        monkeypatch.setattr(bounds.NamedFile, "readinto", readinto)


@contextmanager
def hopeless_files(folder: Path) -> Iterator[dict[str, Path]]:
    """Make files that nothing can read, by name, and fail if one is opened in a way that may wait."""
    files: dict[str, Path] = {}
    for ending in ENDINGS:
        pipe, holes, deep, prose = (folder / f"{name}{ending}" for name in ("pipe", "holes", "deep", "prose"))
        os.mkfifo(pipe)
        holes.touch()
        os.truncate(holes, 1 << 30)
        deep.write_text('{"format": "solvescope view", "puzzle": ' + "[" * 2000)
        prose.write_bytes(b"This is a line of text.\n")
        os.truncate(prose, 1 << 30)
        files |= {f"{path.name}": path for path in (pipe, holes, deep, prose)}
    files["zero"] = Path("/dev/zero")
    _watch()
    watched.update(map(str, files.values()))
    try:
        yield files
    finally:
        watched.clear()
