"""Folders of pictures that stand for digits."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

NINE = tuple(f"{digit}.png" for digit in range(1, 10))


def folder_of(folder: Path, names: Iterable[str] = NINE) -> Path:
    """Draw a picture for each name, all different in shape and colour, and return the folder."""
    folder.mkdir(exist_ok=True)
    for number, name in enumerate(names, 1):
        drawn(number).save(folder / name)
    return folder


def drawn(number: int, size: tuple[int, int] = (300, 240)) -> Image.Image:
    """Return a picture of a number: as many bars, on a tile of a colour of its own."""
    picture = Image.new("RGB", size, (255, 255 - 20 * number % 230, 60 * number % 250))
    pen = ImageDraw.Draw(picture)
    for bar in range(number):
        left = size[0] * (bar + 0.2) / number
        pen.rectangle((left, size[1] * 0.15, left + size[0] * 0.5 / number, size[1] * 0.85), fill=(20, 20, 90))
    return picture


def png(number: int) -> bytes:
    """Return a small picture of a number as the bytes of a file."""
    written = BytesIO()
    drawn(number, (120, 96)).save(written, "PNG")
    return written.getvalue()
