"""Watches a file and reports complete changes, even if its editor saves in steps or through another name."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

INTERVAL = 0.5
"""The minimum number of seconds between two looks at a file."""
MOST_COMPARED = 8 << 20
"""The maximum number of bytes to compare by content; a larger file is compared by time and size."""


class FileState(NamedTuple):
    """A file's state at one look. Two states are equal if nothing was written between them."""

    modified: int
    """The time of the last change, in nanoseconds."""
    size: int
    content: bytes
    """A hash of the content."""


class WatchedFile:
    """A watched file. Ask :meth:`changed` in every frame; it looks at the file at most twice a second.

    A change is reported once, when two looks in a row are equal. A file may be gone for a while; saving it unchanged is
    no change. If the content is not ``known`` yet, finding it is the first change.
    """

    def __init__(self, path: Path, *, known: bool = True) -> None:
        self.path = path
        self._last = look(path)
        self._told = self._last if known else None
        self._looked: float | None = None
        self._gone = self._said = False

    @property
    def missing(self) -> bool:
        """Whether the file was missing at the last look."""
        return self._last is None

    def changed(self, now: float) -> bool:
        """Return whether the file has changed since the last report, and settled. ``now`` is in seconds."""
        if self._looked is not None and 0 <= now - self._looked < INTERVAL:
            return False
        self._looked = now
        before, self._last = self._last, look(self.path)
        self._gone = self._last is before is None
        self._said = self._said and self._gone
        if self._last is None or self._last != before:
            return False
        different = self._told is None or _what(self._last) != _what(self._told)
        self._told = self._last
        return different

    def lost(self) -> bool:
        """Return True, once, if the file was missing at two looks in a row. Some editors remove a file for a moment."""
        said, self._said = self._said, self._said or self._gone
        return self._gone and not said


def look(path: Path) -> FileState | None:
    """Return the file's state now; ``None`` if it is missing, is not a file, or cannot be read."""
    from hashlib import sha256  # imported late, because it loads all of OpenSSL

    try:
        if not path.is_file():
            return None
        before = path.stat()
        content = sha256(path.read_bytes()).digest() if before.st_size <= MOST_COMPARED else b""
        return FileState(before.st_mtime_ns, before.st_size, content)
    except OSError:
        return None


def _what(seen: FileState) -> object:
    """Return what tells two states of a file apart: the content's hash or, if that is unknown, all facts."""
    return seen.content or seen
