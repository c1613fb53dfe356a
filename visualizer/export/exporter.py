"""The declaration of a file format that a run can be drawn into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from visualizer.export.film import Film


@dataclass(frozen=True)
class Exporter:
    """A file format. ``write`` draws a film into it and returns the number of pictures."""

    name: str
    write: Callable[[Film, BinaryIO], int]
    title: str
    """The part of a run that it holds."""
    summary: str
    """A description of the file for the help."""
    rank: int
    endings: tuple[str, ...]
    still: bool = False
    """Whether it holds one picture instead of a span."""
