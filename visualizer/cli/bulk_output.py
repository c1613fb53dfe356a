"""Stores the bulk engine's answers without losing any, and never leaves a half-written line.

Answers go to FILE.partial, which is renamed to FILE once it is complete. Until then, any older FILE remains. However a
run ends, by Ctrl+C, a full disk or a power cut, its lines are in FILE.partial, and ``--resume`` continues from there.
At worst the last line is cut off, which ``--resume`` repairs first. FILE.partial is never overwritten, only continued.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import FileIO
from math import isqrt
from pathlib import Path
from typing import Any, BinaryIO

from puzzles import json_reader
from puzzles.bounds import reason
from puzzles.problems import short
from visualizer.cli.output import CommandError, flush, is_device, need_stdout, put
from visualizer.files import atomic
from visualizer.text.shell import say


class StandardOutput:
    """Prints answers as plain lines, or as grids separated by blank lines."""

    def __init__(self, grids: bool) -> None:
        self._grids, self._first = grids, True

    def write(self, lines: bytes) -> None:
        if not lines:
            return
        text = lines.decode().removesuffix("\n")
        if self._grids:
            text = "\n\n".join(map(_grid, text.splitlines()))
            text = text if self._first else f"\n{text}"
        put(text)
        flush()
        self._first = False


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
    def __init__(self, path: Path, stream: FileIO) -> None:
        super().__init__(stream)
        self.path = path

    def cut(self) -> None:
        """Remove an unfinished last line."""
        end, whole = self._stream.seek(0, os.SEEK_END), 0
        while end and not whole:
            start = max(0, end - 65536)
            self._stream.seek(start)
            at = self._stream.read(end - start).rfind(b"\n")
            end, whole = start, start + at + 1 if at >= 0 else 0
        self.leave(whole)

    def leave(self, size: int) -> None:
        """Truncate the file to the given number of bytes."""
        self._stream.truncate(size)
        self._stream.seek(0, os.SEEK_END)

    @property
    def size(self) -> int:
        return self._stream.tell()


AnswerOutput = StandardOutput | Device
"""Somewhere to write answers, as lines that include their line endings."""


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
        left = f"{short(partial)} is left over from a stopped run"
        raise CommandError(f"{left}: continue it with --resume, or remove it to start again")
    try:
        with open(partial, "r+b" if partial.exists() else "x+b", buffering=0) as stream:
            file = File(partial, stream)
            file.cut()
            try:
                yield file
            finally:
                file.cut()
        os.replace(partial, goal)
        remove(partial)
    except NotItsLines:
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
        remove(partial)
    return partial.is_file()


@contextmanager
def opened(path: Path | None, resume: bool, grids: bool) -> Iterator[AnswerOutput]:
    """Open the output. On failure, report any lines that were kept. Raises :class:`CommandError`."""
    if path is None:
        need_stdout()
        yield StandardOutput(grids)
    elif is_device(path):
        with path.open("wb", buffering=0) as stream:
            yield Device(stream)
    else:
        with to_file(path, resume) as file:
            yield file


# The checkpoint -------------------------------------------------------------------------------------------------------
#
# FILE.partial.json records the input, the question that the lines in FILE.partial answer, and the run's progress. It is
# always replaced as a whole, so at worst it is slightly older than the lines. It is removed once FILE is complete.

ANEW = "to start again, remove the file and leave out --resume"
PIECE = 1 << 20
"""The number of bytes to read at a time."""


class NotItsLines(CommandError):
    """Raised if existing lines were written by a different run. They are kept, and the message says what to do."""


def path_of(partial: Path) -> Path:
    return partial.with_name(partial.name + ".json")


def keep(partial: Path, facts: Mapping[str, Any]) -> None:
    """Replace the checkpoint. If this raises ``OSError``, the old one is kept."""
    atomic.write(path_of(partial), json.dumps(facts).encode())


def kept(partial: Path, question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checkpoint, if it is for the same question. Raises :class:`NotItsLines` otherwise."""
    path = path_of(partial)
    try:
        facts = json_reader.read_file(path)
        asked = facts["question"]
    except (OSError, ValueError, KeyError, TypeError):
        unknown = f"it is not known which puzzles {short(partial)} answers"
        raise NotItsLines(f"{short(path)} is missing or broken, so {unknown}; {ANEW}") from None
    if asked != question:
        before, now = (", ".join(f"{name} {value}" for name, value in one.items()) for one in (asked, question))
        differ = f"{short(partial)} was started with {before}, but this run has {now}"
        raise NotItsLines(f"{differ}; use the same options, or {ANEW}")
    return dict(facts)


def remove(partial: Path) -> None:
    with suppress(OSError):
        path_of(partial).unlink()


def other_input(partial: Path) -> NotItsLines:
    """Return the error for an input that is not the one the run began with."""
    return NotItsLines(f"{short(partial)} was made from different puzzles; name their file, or {ANEW}")


class Prefix:
    """The beginning of a file, identified by a digest."""

    def __init__(self, file: BinaryIO) -> None:
        from hashlib import blake2b  # imported late, because it loads all of OpenSSL

        self._file, self._digest = file, blake2b(digest_size=16)
        self.size = self.lines = 0

    def advance(self, size: int, before: int | None = None) -> None:
        """Extend the prefix by up to ``size`` bytes, stopping before line ``before`` if that comes first."""
        while size and (data := self._file.read(min(size, PIECE))):
            size -= len(data)
            if before is not None and before <= self.lines + data.count(b"\n") + 1:
                lines = data.splitlines(keepends=True)
                data, size = b"".join(lines[: max(0, before - self.lines - 1)]), 0
            self.size += len(data)
            self.lines += data.count(b"\n")
            self._digest.update(data)

    @property
    def facts(self) -> dict[str, Any]:
        return {"bytes": self.size, "digest": self._digest.hexdigest()}
