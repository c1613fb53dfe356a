"""Decodes pictures in a separate process, because a picture may be made to take forever or to fill the memory."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pygame

from solvers.processes.serve import OpenQuestion

LARGEST = (1920, 1080)
"""The size that a picture is made to fit, unless it is a smaller PNG or JPEG picture, in pixels."""
MEMORY = 1 << 30
"""The address space available to this process, in bytes (Linux only)."""


class Pixels(NamedTuple):
    """A decoded picture."""

    size: tuple[int, int]
    data: bytes
    """The red, green, blue and opacity of each pixel."""


def answer(path: Path, call: OpenQuestion) -> Pixels | None:
    """Return the picture in a file, or ``None`` if it cannot be decoded."""
    if sys.platform == "linux":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    try:
        is_drawing = path.suffix.lower() == ".svg"
        picture = pygame.image.load_sized_svg(path, LARGEST) if is_drawing else _photograph(path)
    except (pygame.error, OSError, ValueError, MemoryError):
        return None
    return Pixels(picture.get_size(), pygame.image.tobytes(picture, "RGBA"))


def _photograph(path: Path) -> pygame.Surface:
    picture = pygame.image.load(path)
    if picture.get_bytesize() < 3:  # it has a palette, and cannot be scaled smoothly
        picture = pygame.image.frombytes(pygame.image.tobytes(picture, "RGBA"), picture.get_size(), "RGBA")
    return pygame.transform.smoothscale(picture, size_within(picture.get_size(), LARGEST, 1.0))


def size_within(size: tuple[int, int], room: tuple[int, int], most: float) -> tuple[int, int]:
    """Return a size scaled to fit an area, by at most the given factor."""
    share = min(most, room[0] / max(1, size[0]), room[1] / max(1, size[1]))
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))
