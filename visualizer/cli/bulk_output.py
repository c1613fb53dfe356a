"""Stores the bulk engine's answers without losing any, and never leaves a half-written line.

Answers go to FILE.partial, which is renamed to FILE once it is complete. Until then, any older FILE remains. However a
run ends, by Ctrl+C, a full disk or a power cut, its lines are in FILE.partial, and ``--resume`` continues from there.
At worst the last line is cut off, which ``--resume`` repairs first. FILE.partial is never overwritten, only continued.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from math import isqrt
from pathlib import Path
from typing import Protocol

from puzzles.bounds import reason
from puzzles.problems import short
from visualizer.cli import checkpoint
from visualizer.cli.errors import CommandError
from visualizer.cli.output import flush, is_device, need_stdout, put
from visualizer.text.shell import say


class AnswerOutput(Protocol):
    """Somewhere to write answers, as lines that include their line endings."""

    def write(self, lines: bytes) -> None: ...


class PlainLines:
    """Writes answers to standard output as plain lines."""

    def write(self, lines: bytes) -> None:
        if lines:
            put(lines.decode().removesuffix("\n"))
            flush()


class Grids:
    """Writes answers to standard output as grids separated by blank lines."""

    def __init__(self) -> None:
        self._first = True

    def write(self, lines: bytes) -> None:
        if grids := [_grid(line) for line in lines.decode("ascii").splitlines()]:
            if not self._first:
                put("")
            self._first = False
            put("\n\n".join(grids))
            flush()


def _grid(line: str) -> str:
    side = isqrt(len(line))
    if side * side != len(line):  # not a solution but a word such as "none"
        return line
    return "\n".join(line[start : start + side] for start in range(0, len(line), side))


class Device:
    """A device to write answers to. Unlike a file, it cannot be truncated."""

    def __init__(self, stream: FileIO) -> None:
        self._stream = stream

    def write(self, lines: bytes) -> None:
        rest = memoryview(lines)
        while rest:
            rest = rest[_write_some(self._stream, rest) :]


class File(Device):
    """A file of lines."""

    def __init__(self, path: Path, stream: FileIO) -> None:
        super().__init__(stream)
        self.path = path

    def cut(self) -> None:
        """Remove an unfinished last line."""
        self._stream.truncate(_end_of_lines(self._stream))
        self._stream.seek(0, os.SEEK_END)

    def leave(self, size: int) -> None:
        """Truncate the file to the given number of bytes."""
        self._stream.truncate(size)
        self._stream.seek(0, os.SEEK_END)

    @property
    def size(self) -> int:
        return self._stream.tell()


def _write_some(stream: FileIO, data: memoryview) -> int:
    return stream.write(data) or 0


def partial_of(path: Path) -> Path:
    """Return the path that holds the lines until the file is complete."""
    return path.with_name(path.name + ".partial")


@contextmanager
def to_file(path: Path, resume: bool) -> Iterator[File]:
    """Write FILE.partial, and rename it to FILE at the end.

    Raises :class:`CommandError` if it cannot be written, or already exists and is not being resumed.
    """
    goal = path.resolve()
    if goal.is_dir():
        raise CommandError(f"cannot write {short(path)}: it is a folder; name another file with -o")
    partial = partial_of(goal)
    if not resume and partial.exists():
        raise CommandError(
            f"{short(partial)} is left over from a stopped run: continue it with --resume, or remove it to start again"
        )
    try:
        with open(partial, "r+b" if partial.exists() else "x+b", buffering=0) as stream:
            file = File(partial, stream)
            file.cut()
            try:
                yield file
            finally:
                file.cut()
        os.replace(partial, goal)
        checkpoint.remove(partial)
    except checkpoint.NotItsLines:
        raise
    except OSError as error:
        advice = "name another file with -o"
        if _kept(partial):
            advice = f"the lines so far are in {short(partial)}; free some space, then continue with --resume"
        raise CommandError(f"cannot write {short(path)}: {reason(error)}; {advice}") from error
    except BaseException:
        if _kept(partial):
            say(f"the lines so far are in {short(partial)}; continue with --resume")
        raise


def _kept(partial: Path) -> bool:
    """Return whether any lines have been kept. Remove the file if it is empty."""
    if partial.is_file() and not partial.stat().st_size:
        partial.unlink()
        checkpoint.remove(partial)
    return partial.is_file()


def _end_of_lines(stream: FileIO) -> int:
    """Return the offset of the end of the last complete line."""
    end = stream.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - 65536)
        stream.seek(start)
        at = stream.read(end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0


@contextmanager
def opened(path: Path | None, resume: bool, grids: bool) -> Iterator[AnswerOutput]:
    """Open the output. On failure, report any lines that were kept. Raises :class:`CommandError`."""
    if path is None:
        need_stdout()
        yield Grids() if grids else PlainLines()
    elif is_device(path):
        with path.open("wb", buffering=0) as stream:
            yield Device(stream)
    else:
        with to_file(path, resume) as file:
            yield file
