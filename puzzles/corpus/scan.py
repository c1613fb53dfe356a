"""Counts the puzzles and broken lines of a corpus in the background, and indexes the puzzles."""

import os
import re
import threading
import time
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import AnyStr, BinaryIO

from puzzles.bounds import LONGEST_LINE, TRIED_BYTES, TRIED_LINES, BoundsError, FilePart, open_file
from puzzles.corpus.record import LEVELS, SHORTEST, LineContent, holds, stated_level

STRIDE = 1024
"""The number of puzzles per index entry; the index of a million puzzles takes 16 KB."""
_LONG = re.compile(rb"[^\n]{%d,}" % SHORTEST)
LOOK = 1 << 20
"""The number of bytes to read at a time when skipping lines too short for a puzzle."""
BLOCK = 1 << 16
"""The number of bytes to read before releasing the interpreter's lock (well under a millisecond)."""


def lines(file: BinaryIO, offset: int = 0) -> Iterator[tuple[int, bytes]]:
    """Yield (byte offset, line without its ending) for each line from an offset on, in bounded memory.

    A line of more than :data:`LONGEST_LINE` bytes is cut to one byte over that, which marks it as too long.
    """
    return ((at, line) for _, at, line in numbered(file, offset, blanks=True))


def numbered(file: BinaryIO, offset: int = 0, blanks: bool = False) -> Iterator[tuple[int, int, bytes]]:
    """Yield (number from 1, byte offset, line without its ending), splitting lines as :func:`cut` does."""
    file.seek(offset)
    return cut(iter(lambda: file.read(BLOCK), b""), b"\n", offset, blanks)


def cut(blocks: Iterable[AnyStr], end: AnyStr, at: int = 0, blanks: bool = False) -> Iterator[tuple[int, int, AnyStr]]:
    """Split blocks of text into lines, and yield each with its number and offset.

    Memory is bounded: a line of more than :data:`LONGEST_LINE` characters is cut to one over that, which marks it as
    too long. Unless ``blanks`` is set, a block of nothing but blank lines yields only the last of them.
    """
    rest, number, skipping = end[:0], 0, False
    for block in blocks:
        text = rest + block
        if not blanks and not skipping and text.isspace() and end in text:
            last = text.rfind(end)
            number += text.count(end) - 1
            text, at = text[last:], at + last
        whole = text.split(end)
        rest = whole.pop()
        for line in whole:
            number += 1
            if not skipping:
                yield number, at, line[: LONGEST_LINE + 1]
            skipping = False
            at += len(line) + 1
        if len(rest) > LONGEST_LINE:
            if not skipping:
                yield number + 1, at, rest[: LONGEST_LINE + 1]
            at += len(rest)
            rest, skipping = end[:0], True
    if rest and not skipping:
        yield number + 1, at, rest


def long_lines(file: FilePart) -> Iterator[bytes]:
    """Yield only the lines long enough for a puzzle, quickly and in bounded memory, split as :func:`lines` does."""
    rest = b""
    while block := file.read(LOOK):
        if not rest and block.isspace():
            continue
        text = rest + block
        end = text.rfind(b"\n") + 1
        rest = text[end:][: LONGEST_LINE + 1]
        for match in _LONG.finditer(text, 0, end):
            yield match[0][: LONGEST_LINE + 1]
    if len(rest) >= SHORTEST:
        yield rest


def begins_with_puzzles(path: str | os.PathLike[str]) -> bool:
    """Return whether one of the first lines is a puzzle. Raises ``OSError`` and ``BoundsError``."""
    with open_file(path) as file:
        lines = long_lines(FilePart(file, TRIED_BYTES))
        return any(holds(line) is LineContent.PUZZLE for line in islice(lines, TRIED_LINES))


class Scan:
    """A pass over a file in its own thread. Its counts are provisional until :attr:`complete`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.puzzles = 0
        self.broken = 0
        self.first_broken: tuple[int, int] | None = None
        """(byte offset, line number) of the first broken line."""
        self.levels = dict.fromkeys(LEVELS, 0)
        """The number of puzzles at each stated level."""
        self.complete = False
        self._path = path
        self._offsets = array("Q", [0])
        self._numbers = array("Q", [1])
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the scan, unless it has already been started or stopped."""
        if self._thread is None and not self._stop.is_set():
            self._thread = threading.Thread(target=self._run, name="corpus scan", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop the thread and wait for it to end (a few milliseconds)."""
        self._stop.set()
        self.wait()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the pass to end, and return whether it is complete."""
        if self._thread is not None:
            self._thread.join(timeout)
        return self.complete

    def place(self, index: int) -> tuple[int, int]:
        """Return (byte offset, puzzles to skip from there) for the puzzle at an index."""
        entry = index // STRIDE
        return self._offsets[entry + 1], index % STRIDE

    def line_near(self, offset: int) -> tuple[int, int]:
        """Return (byte offset, line number) of the last known line at or before an offset."""
        entry = bisect_right(self._offsets, offset, 0, len(self._numbers)) - 1
        return self._offsets[entry], self._numbers[entry]

    def _run(self) -> None:
        try:
            with open_file(self._path) as file:
                self.complete = self._pass(file)
        except (OSError, BoundsError):
            return  # the file has become unreadable: the counts stay provisional, and a draw reports the error

    def _pass(self, file: BinaryIO) -> bool:
        due = BLOCK
        for number, offset, line in numbered(file):
            found = holds(line)
            if found is LineContent.PUZZLE:
                if self.puzzles % STRIDE == 0:
                    self._offsets.append(offset)
                    self._numbers.append(number)
                self.puzzles += 1
                if level := stated_level(line):
                    self.levels[level] += 1
            elif found is LineContent.BROKEN:
                self.first_broken = self.first_broken or (offset, number)
                self.broken += 1
            if offset >= due:
                if self._stop.is_set():
                    return False
                due = offset + BLOCK
                time.sleep(0)
        return True
