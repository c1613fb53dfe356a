"""Watches one file for changes that are complete, however its editor saves: in two steps, or by way of another name."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

INTERVAL = 0.5
"""Seconds between two looks, at least."""
LARGEST = 8 << 20
"""Bytes up to which the content is compared; of a larger file, time and size are."""


class Look(NamedTuple):
    """A file as it was seen. Two looks are equal where nothing was written between them."""

    modified: int
    """Nanoseconds."""
    size: int
    content: bytes
    """A hash."""


class WatchedFile:
    """Ask :meth:`changed` in every frame; it looks at the file twice a second at most.

    A change is reported once, when two looks in a row have seen the same. A file that is gone for a while is waited
    for, and one that was touched or saved without a difference has not changed. Where what it holds now is not
    ``known`` yet, that is the first change.
    """

    def __init__(self, path: Path, *, known: bool = True) -> None:
        self.path = path
        self._last = look(path)
        self._told = self._last if known else None
        self._looked: float | None = None
        self._gone = self._said = False

    @property
    def missing(self) -> bool:
        """It was not there at the last look."""
        return self._last is None

    def changed(self, now: float) -> bool:
        """Has the file changed, and come to rest, since it was said to have changed last? ``now`` is in seconds."""
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
        """Has it been gone for two looks in a row? Said once; some editors take a file away for a moment."""
        said, self._said = self._said, self._said or self._gone
        return self._gone and not said


def look(path: Path) -> Look | None:
    """The file as it is now; ``None`` where it is not there, or is no file, or cannot be read."""
    try:
        if not path.is_file():
            return None
        before = path.stat()
        content = sha256(path.read_bytes()).digest() if before.st_size <= LARGEST else b""
        return Look(before.st_mtime_ns, before.st_size, content)
    except OSError:
        return None


def _what(seen: Look) -> object:
    """What tells one state of a file from another: its content, where that was read."""
    return seen.content or seen
