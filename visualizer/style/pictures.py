"""Pictures in place of digits, from the files of a folder.

Files whose names are numbers, such as ``3.png``, stand for those digits. If any file is named differently, the files
stand for 1, 2, 3 … in the order of their names.
"""

import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from warnings import catch_warnings

from puzzles.bounds import LARGEST_PICTURE, BoundsError, read_file, reason
from puzzles.figures import grouped
from puzzles.geometry import LARGEST
from puzzles.problems import short
from visualizer.style.theme import Symbols

SIDE = 256
"""The width or height to which larger pictures are reduced, in pixels."""
MOST_PIXELS = 50_000_000
"""The maximum size of a picture. A JPEG is reduced while it is read, so this applies to what is left of it."""
_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".gif": "GIF", ".bmp": "BMP", ".webp": "WEBP"}


def in_folder(folder: Path) -> Symbols:
    """Return the pictures in a folder as symbols. Raises ``OSError`` and ``ValueError``."""
    found = [path for path in folder.iterdir() if path.suffix.lower() in _FORMATS and path.name[0] != "."]
    if not found:
        what = f"{short(folder)} is a folder without pictures"
        raise ValueError(f"{what}; name a file in it, or put a picture of each digit there, 1.png, 2.png and so on")
    stems = [path.stem for path in found]
    if all(re.fullmatch("[0-9]{1,3}", stem) for stem in stems):
        of_digit = {int(stem): path for stem, path in zip(stems, found, strict=True)}
    else:
        of_digit = dict(enumerate(sorted(found, key=_in_order), 1))
    last = min(LARGEST, max(of_digit))
    read = (_png(of_digit[digit]) if digit in of_digit else b"" for digit in range(1, last + 1))
    return Symbols(str(folder.resolve()), tuple(read))


def data_url(picture: bytes, kind: str) -> str:
    """Return the address under which a page has a picture inside itself. ``kind`` is its media type."""
    return f"data:{kind};base64,{b64encode(picture).decode()}"


def _in_order(path: Path) -> list[str | int]:
    """Return a key that sorts 10 after 9."""
    return [int(part) if i % 2 else part for i, part in enumerate(re.split("([0-9]+)", path.name.casefold()))]


def _png(path: Path) -> bytes:
    from PIL import Image, ImageOps  # imported late, because few windows need it

    try:
        data = read_file(path, LARGEST_PICTURE)
        with catch_warnings(action="ignore"), Image.open(BytesIO(data), formats=[*_FORMATS.values()]) as picture:
            picture.draft("RGB", (SIDE, SIDE))
            if picture.width * picture.height > MOST_PIXELS:
                raise BoundsError(f"it has more than {grouped(MOST_PIXELS)} pixels")
            small = ImageOps.exif_transpose(picture).convert("RGBA")
        small.thumbnail((SIDE, SIDE))
        written = BytesIO()
        small.save(written, "PNG")
    except Exception as error:  # a broken picture can raise nearly anything
        known = isinstance(error, BoundsError) or getattr(error, "strerror", None)
        why = reason(error) if known else "it is broken, or another kind of file"
        raise ValueError(f"{short(path.name)} is not a picture that can be shown: {why}") from error
    return written.getvalue()
