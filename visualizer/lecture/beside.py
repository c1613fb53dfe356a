"""Finds the files that a lecture names: puzzles and pictures in its folder, or in a folder within it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from puzzles.bounds import LARGEST_PICTURE, BoundsError, open_file, size_text
from puzzles.figures import grouped

PICTURES = (".png", ".jpg", ".jpeg", ".svg")
"""The extensions of the picture files that a slide can show."""
MOST_PIXELS = 1 << 25
"""The maximum number of pixels in a picture. It takes 128 MiB of memory."""
LARGEST_DRAWING = 1 << 20
"""The maximum size of an SVG file, in bytes."""
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_SIZES = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))
"""The markers of JPEG segments that give the size of the picture."""


def file_beside(folder: Path, name: str, largest: int) -> Path | None:
    """Return the file that a lecture in a folder means by a name, or ``None`` if there is no such file.

    Raises :class:`BoundsError` if it is outside the folder, too large, or not a file.
    """
    try:
        path = folder / name
        inside, found = path.resolve(strict=True).is_relative_to(folder.resolve()), path.stat()
    except (OSError, ValueError, RuntimeError):  # a name that is too long, or has a NUL, or links in a circle
        return None
    if not inside:
        raise BoundsError("it is outside the lecture's folder")
    if not stat.S_ISREG(found.st_mode):
        raise BoundsError("it is not a regular file")
    if found.st_size > largest:
        raise BoundsError(f"it is larger than {size_text(largest)}")
    return path


def picture_of(address: str, folder: Path) -> Path:
    """Return the file that a picture's address means. Raises ``ValueError`` and ``OSError`` if it cannot be shown."""
    if "://" in address or not address.lower().endswith(PICTURES):
        raise ValueError(f"a picture is a file beside the lecture ({', '.join(PICTURES)})")
    drawn = address.lower().endswith(".svg")
    path = file_beside(folder, unquote(address), LARGEST_DRAWING if drawn else LARGEST_PICTURE)
    if path is None:
        raise ValueError("there is no such picture beside the lecture")
    if not drawn:
        _check_size(path)
    return path


def _check_size(path: Path) -> None:
    with open_file(path) as stream:
        width, height = _size(stream)
    if width * height > MOST_PIXELS:
        raise BoundsError(f"it has more than {grouped(MOST_PIXELS)} pixels")


def _size(stream: BinaryIO) -> tuple[int, int]:
    """Return the width and height in the head of a PNG or JPEG file. Raises ``ValueError``."""
    head = stream.read(24)
    if head.startswith(_PNG) and len(head) == 24:
        return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    if head.startswith(_JPEG):
        stream.seek(2)
        while len(head := stream.read(4)) == 4 and head[0] == 0xFF:
            if head[1] in _SIZES and len(size := stream.read(5)) == 5:
                return int.from_bytes(size[3:5]), int.from_bytes(size[1:3])
            stream.seek(int.from_bytes(head[2:4]) - 2, os.SEEK_CUR)
    raise ValueError("it is neither a PNG nor a JPEG picture")
