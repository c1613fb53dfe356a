"""The checkpoint next to FILE.partial, which records the question that the lines in FILE.partial answer.

FILE.partial.json records the input, the question and the run's progress. It is always replaced as a whole, so at worst
it is slightly older than the lines. It is removed once FILE is complete.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from puzzles import json_reader
from puzzles.problems import short
from visualizer.cli.errors import CommandError
from visualizer.files import atomic

ANEW = "to start again, remove the file and leave out --resume"
PIECE = 1 << 20
"""The number of bytes to read at a time."""


class NotItsLines(CommandError):
    """Raised if existing lines were written by a different run. They are kept, and the message says what to do."""


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def path_of(partial: Path) -> Path:
    """Return the path of the checkpoint."""
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
        raise NotItsLines(
            f"{short(path)} is missing or broken, so it is not known which puzzles {short(partial)} answers; {ANEW}"
        ) from None
    if asked != question:
        before, now = (_words(one) for one in (asked, question))
        raise NotItsLines(
            f"{short(partial)} was started with {before}, but this run has {now}; use the same options, or {ANEW}"
        )
    return dict(facts)


def _words(question: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in question.items())


def remove(partial: Path) -> None:
    with suppress(OSError):
        path_of(partial).unlink()


def other_input(partial: Path) -> NotItsLines:
    """Return the error for an input that is not the one the run began with."""
    return NotItsLines(f"{short(partial)} was made from different puzzles; name their file, or {ANEW}")


class Prefix:
    """The beginning of a file, identified by a digest."""

    def __init__(self, file: Readable) -> None:
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
