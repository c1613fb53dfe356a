"""Bounds on everything that is read from outside: the size of files, nesting and numbers.

Whatever its bytes are, a file must not make a reader wait forever, fill the memory, or fail in a way that the reader
does not expect. So every reader opens files here, and takes its bounds from here.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

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
"""The maximum size of the user's own solver."""
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


def open_file(path: Path) -> BinaryIO:
    """Open a file to read its bytes. Raises ``OSError``, and :class:`BoundsError` if it is a pipe or a device.

    Unlike ``open``, this never waits: not for someone to write to a pipe either.
    """
    stream = open(path, "rb", opener=_without_waiting)  # noqa: SIM115  the caller closes it
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise BoundsError("it is not a regular file")
    return stream


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # Windows has no such pipes


def read_file(path: Path, largest: int) -> bytes:
    """Return the bytes of a file. Raises ``OSError``, and :class:`BoundsError` if it is larger or not a file."""
    with open_file(path) as stream:
        data = stream.read(largest + 1)
    if len(data) > largest:
        raise BoundsError(f"it is larger than {size_text(largest)}")
    return data


def whole(text: str) -> int:
    """Return the integer that the text is. Raises ``ValueError``, as ``int`` does, also if it is out of bounds."""
    if len(text) > LONGEST_NUMBER or abs(number := int(text)) >= WIDEST:
        raise BoundsError("it is out of bounds")
    return number
