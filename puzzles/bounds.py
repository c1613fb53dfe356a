"""Bounds on everything that is read from outside: the size of files, nesting and numbers.

Whatever its bytes are, a file must not make a reader wait forever, fill the memory, or fail in a way that the reader
does not expect. So every reader opens files here, and takes its bounds from here.
"""

import errno
import os
import stat
from collections.abc import Callable
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any, Protocol

LARGEST_TEXT = 16 << 20
"""The default maximum size of a text, in bytes."""
LARGEST_DOCUMENT = 4 << 20
"""The maximum size of a document kept between starts."""
LARGEST_VIEW = 1 << 20
"""The maximum size of a saved view."""
LARGEST_LECTURE = 1 << 20
"""The maximum size of a lecture."""
LARGEST_PICTURE = 32 << 20
"""The maximum size of a picture in a lecture."""
LARGEST_SOURCE = 1 << 16
"""The maximum size of the user's own solver, four times the longest built-in one. Parsing much more takes minutes."""
LARGEST_COMPARED = 8 << 20
"""The largest file to compare by content. Larger files are compared by time and size."""
LARGEST_FORMULA = 128 << 20
"""The maximum size of a formula. That of a 36x36 grid takes less than half of it."""
LARGEST_ANSWER = 8 << 20
"""The maximum size of a SAT solver's answer. That for a 36x36 grid takes a 20th of it."""
LARGEST_OUTPUT = 256 << 20
"""How much a SAT solver may print before it is killed. A model of the largest grid takes less than a 500th of that."""
LARGEST_CLIPBOARD = 64 << 20
"""The maximum size of pasted text."""
LONGEST_LINE = 1 << 16
"""The maximum length of a line of a collection. A longer one counts as broken."""
LONGEST_SHAPE = 1 << 16
"""The maximum length of a shape's text."""
LONGEST_PUZZLE = 1 << 16
"""The maximum size of a puzzle; anything larger is a collection. A drawn 36x36 grid takes a tenth of that."""
LONGEST_STREAM = 1 << 30
"""The maximum number of bytes to copy from a pipe. Anything longer must be a file."""
TRIED_BYTES = 16 << 20
"""How many bytes of a file or pipe to search for a puzzle before giving up."""
TRIED_LINES = 100_000
"""How many lines to try. If none of them is a puzzle, the file is not a collection."""
SEARCHED_BYTES = 1 << 20
"""How many bytes of a file in a recognisable format to search for a puzzle. That can take a second."""
SEARCHED_ENTRIES = 1000
"""How many of its entries to search."""
LARGEST_REWRITTEN = 64 << 20
"""The maximum size of a collection to rewrite with one puzzle per line. That takes one to four seconds per MiB."""
MOST_COMMENTS = 100_000
"""The maximum number of comment lines. A formula may use one to name each of its variables."""
LONGEST_PATH = 4096
"""The maximum number of characters in a path."""
DEEPEST = 100
"""The maximum nesting depth of lists and tables."""
LONGEST_NUMBER = 400
"""The maximum number of characters in a number."""
WIDEST = 1 << 1000
"""The bound on integers, positive and negative. Any integer within it can be converted to a float."""


class BoundsError(ValueError):
    """Raised for a file or text beyond the bounds. The message says which, as in "it is larger than 1 MiB"."""


def size_text(size: int) -> str:
    """Return a size in bytes as text, as in ``16 MiB`` or ``64 KiB``."""
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"


class NamedFile(FileIO):
    """A file whose read errors name it. Having nothing to read yet is one of them."""

    def readinto(self, buffer: Any) -> int:
        got: int = self._told(super().readinto, buffer)
        return got

    def read(self, size: int | None = -1, /) -> bytes:
        got: bytes = self._told(super().read, size)
        return got

    def _told(self, read: Callable[[Any], Any], wanted: Any) -> Any:
        try:
            got = read(wanted)
        except OSError as error:
            raise OSError(error.errno, error.strerror, os.fspath(self.name)) from None
        if got is None:  # reading would wait
            raise OSError(errno.EAGAIN, "there is nothing to read in it yet; use an ordinary file", str(self.name))
        return got


def open_file(path: str | os.PathLike[str]) -> BufferedReader:
    """Open a file to read its bytes. Raises ``OSError``, and :class:`BoundsError` if it is a pipe or a device.

    Unlike ``open``, this never waits: not for someone to write to a pipe either.
    """
    return BufferedReader(open_unbuffered(path))


def open_unbuffered(path: str | os.PathLike[str]) -> NamedFile:
    """Open a file as :func:`open_file` does, but read it anew each time."""
    file = NamedFile(path, opener=_without_waiting)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise BoundsError("it is not a regular file")
    return file


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # Windows has no such pipes


def read_file(path: Path, largest: int) -> bytes:
    """Return the bytes of a file. Raises ``OSError``, and :class:`BoundsError` if it is larger or not a file."""
    with open_file(path) as stream:
        data = stream.read(largest + 1)
    if len(data) > largest:
        raise BoundsError(f"it is larger than {size_text(largest)}")
    return data


class Lines(Protocol):
    """Something to read lines from."""

    def readline(self, size: int, /) -> bytes: ...


class FilePart:
    """The beginning of a file, which reads as if it were the whole file."""

    def __init__(self, stream: BufferedReader, size: int) -> None:
        self.cut = False
        """Whether the file goes on after the part."""
        self._stream = stream
        self._left = size

    def read(self, size: int = -1, /) -> bytes:
        return self._counted(self._stream.read(min(size, self._left) if size >= 0 else self._left))

    def readline(self, size: int, /) -> bytes:
        return self._counted(self._stream.readline(min(size, self._left)))

    def _counted(self, data: bytes) -> bytes:
        self._left -= len(data)
        self.cut = self.cut or (not self._left and bool(self._stream.peek(1)))
        return data


def reason(error: Exception) -> str:
    """Return why a file cannot be read or written, and what to do about it where that is not obvious."""
    text = getattr(error, "strerror", None) or str(error)
    if isinstance(error, OSError) and error.errno == errno.EIO:
        return f"{text}; its disk may be failing, so use a file in another place"
    return text


def whole(text: str) -> int:
    """Return the integer that the text is. Raises ``ValueError``, as ``int`` does, also if it is out of bounds."""
    if len(text) > LONGEST_NUMBER or abs(number := int(text)) >= WIDEST:
        raise BoundsError("it is out of bounds")
    return number
