"""What a file format for recordings declares about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from visualizer.export.film import Film


@dataclass(frozen=True)
class Exporter:
    """A file format for recordings. ``write`` writes a film to a file and returns the number of pictures."""

    name: str
    write: Callable[[Film, BinaryIO], int]
    title: str
    """The part of a run that the file shows."""
    summary: str
    """A description of the file for the help."""
    rank: int
    endings: tuple[str, ...]
    still: bool = False
    """Whether the file contains one picture rather than a span."""
