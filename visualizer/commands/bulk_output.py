"""Where the many answers of the bulk engine go: nothing that was written is lost, and no line is left half-written.

A file is written as FILE.partial, and gets its own name when all is there; what stood under that name before stays
until then. However a run ends, by Ctrl+C, a full disk or the plug, its lines are in FILE.partial, and ``--resume``
continues it: at worst the last line is cut, and that is put right first. A FILE.partial that is not to be continued is
never written over.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO, RawIOBase
from math import isqrt
from pathlib import Path
from typing import Protocol

from visualizer.commands.common import CommandError, say
from visualizer.commands.output import flush, need_stdout, put


class Output(Protocol):
    """Takes answers, as lines with their ends."""

    def write(self, lines: bytes) -> None: ...


class Lines:
    """Standard output, as the lines are."""

    def write(self, lines: bytes) -> None:
        if lines:
            put(lines.decode("ascii").removesuffix("\n"))
            flush()


class Grids:
    """Standard output, as grids with a blank line between them."""

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
    if side * side != len(line):  # a word in place of a solution
        return line
    return "\n".join(line[start : start + side] for start in range(0, len(line), side))


class File:
    """A file of lines, all of them whole."""

    def __init__(self, path: Path, stream: RawIOBase) -> None:
        self.path = path
        self._stream = stream
        self.whole = stream.tell()
        """Bytes that are written for good."""

    def write(self, lines: bytes) -> None:
        _write_all(self._stream, lines)
        self.whole += len(lines)


def _write_all(stream: RawIOBase, lines: bytes) -> None:
    rest = memoryview(lines)
    while rest:
        rest = rest[stream.write(rest) or 0 :]


def partial_of(path: Path) -> Path:
    """Where the lines are until all of them are there."""
    return path.with_name(path.name + ".partial")


@contextmanager
def to_file(path: Path, resume: bool) -> Iterator[File]:
    """Write FILE.partial, and call it FILE at the end.

    Raises :class:`CommandError` where it cannot be written, or is there and not to be continued.
    """
    path = path.resolve()
    if path.is_dir():
        raise CommandError(f"cannot write {path}: it is a folder; name another file with -o")
    partial = partial_of(path)
    file = None
    try:
        with _opened(path, partial, resume) as stream:
            try:
                file = File(partial, stream)
                yield file
            finally:
                stream.truncate(file.whole if file else None)
        os.replace(partial, path)
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}; {_advice(file, partial)}") from error
    except BaseException:
        if _kept(file, partial):
            say(f"the lines so far are in {partial}; --resume goes on from there")
        raise


def _opened(path: Path, partial: Path, resume: bool) -> FileIO:
    """The file, to read and write; at its end, which is that of its last whole line."""
    if not resume and partial.exists():
        raise CommandError(
            f"{partial} is there, from a run that was stopped: --resume goes on with it; to begin anew, remove it first"
        )
    stream = open(partial, "r+b" if partial.exists() else "x+b", buffering=0)  # noqa: SIM115  the caller closes it
    try:
        stream.truncate(_end_of_lines(stream))
        stream.seek(0, os.SEEK_END)
    except BaseException:
        stream.close()
        raise
    return stream


def _end_of_lines(stream: FileIO) -> int:
    """Where the last whole line ends."""
    end = stream.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - 65536)
        stream.seek(start)
        at = stream.read(end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0


def _kept(file: File | None, partial: Path) -> bool:
    """Whether there are lines to keep; an empty file goes."""
    if file is not None and not file.whole:
        partial.unlink(missing_ok=True)
    return bool(file and file.whole)


def _advice(file: File | None, partial: Path) -> str:
    if _kept(file, partial):
        return f"the lines so far are in {partial}; make room, and go on with --resume"
    return "name another file with -o"


@contextmanager
def opened(path: Path | None, resume: bool, grids: bool) -> Iterator[Output]:
    """Where the answers go. Raises :class:`CommandError` where they cannot, and tells what is kept."""
    if path is None:
        need_stdout()
        yield Grids() if grids else Lines()
    elif path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb", buffering=0) as stream:
            yield _Device(stream)
    else:
        with to_file(path, resume) as file:
            yield file


class _Device:
    """What has no end that could be cut."""

    def __init__(self, stream: RawIOBase) -> None:
        self._stream = stream

    def write(self, lines: bytes) -> None:
        _write_all(self._stream, lines)
