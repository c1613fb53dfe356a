"""Watches a file and reports completed changes, even if the editor saves in stages or under another name first."""

import os
from pathlib import Path
from typing import NamedTuple

from puzzles.bounds import LARGEST_COMPARED, BoundsError, open_file

INTERVAL = 0.5
"""The minimum time between two checks of a file, in seconds."""


class FileState(NamedTuple):
    """The state of a file when it was checked. Two states are equal if nothing was written in between."""

    modified: int
    """The modification time in nanoseconds."""
    size: int
    content: bytes
    """A hash of the content."""


class WatchedFile:
    """A file to watch. Call :meth:`changed` in every frame; it checks the file at most twice a second.

    A change is reported once, when two checks in a row agree. The file may disappear for a while, and saving it
    unchanged does not count as a change. Unless the content is already ``known``, finding the file is the first change.
    """

    def __init__(self, path: Path, *, known: bool = True) -> None:
        self.path = path
        self._last = look(path)
        self._told = self._last if known else None
        self._looked: float | None = None
        self._gone = self._said = False

    @property
    def missing(self) -> bool:
        """Whether the file was missing at the last check."""
        return self._last is None

    def changed(self, now: float) -> bool:
        """Return whether the file has changed since the last report and has settled. ``now`` is in seconds."""
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
        """Return True, once, if the file was missing at two checks in a row. Some editors briefly remove a file."""
        said, self._said = self._said, self._said or self._gone
        return self._gone and not said


def look(path: Path) -> FileState | None:
    """Return the current state of the file, or ``None`` if it is missing, unreadable or not a file."""
    from hashlib import sha256  # imported late, because it loads all of OpenSSL

    try:
        with open_file(path) as stream:
            before = os.fstat(stream.fileno())
            content = b""
            if before.st_size <= LARGEST_COMPARED:
                content = sha256(stream.read(LARGEST_COMPARED)).digest()
        return FileState(before.st_mtime_ns, before.st_size, content)
    except (OSError, BoundsError):
        return None


def _what(seen: FileState) -> object:
    """Return what to compare between two states: the content hash or, if that is unknown, the whole state."""
    return seen.content or seen
