"""What a form of file is into which a run is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from visualizer.export.film import Film


@dataclass(frozen=True)
class Exporter:
    """A form of file. ``write`` draws a film into it and returns how many pictures that took."""

    name: str
    write: Callable[[Film, BinaryIO], int]
    title: str
    """What of a run it holds."""
    summary: str
    """The file and what it holds, as the help says it."""
    rank: int
    endings: tuple[str, ...]
    still: bool = False
    """It holds one picture, and not a span."""
