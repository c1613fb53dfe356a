"""What a file format for recordings declares about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from visualizer.export.recording import Recording


@dataclass(frozen=True)
class Exporter:
    """A file format for recordings. ``write`` writes a recording to a file and returns how many
    pictures or steps it contains."""

    name: str
    write: Callable[[Recording, BinaryIO], int]
    title: str
    """The part of a run that the file shows."""
    summary: str
    """A description of the file for the help."""
    rank: int
    endings: tuple[str, ...]
    drawn: bool = True
    """Whether the file holds pictures, to which a theme, panes and a unit of steps apply."""
    share: str = ""
    """The title of the file in the window's list of files to write; "" if it is not in the list."""
    holds_races: bool = False
    """Whether the file can contain a race."""
    holds_source: bool = False
    """Whether the file contains the solver's source."""
    asks: bool = False
    """Whether the file can ask questions about the run."""
    ignores: tuple[str, ...] = ()
    """The command-line options that have no effect on the file, without their dashes."""
    because: str = ""
    """Why these options have no effect."""
    unit: str = "picture"
    """What ``write`` counts."""
    moving: bool = False
    """Whether the file shows a span of the run, picture by picture."""
    beside: tuple[str, ...] = ()
    """The extensions of files written along with it (see :attr:`visualizer.export.recording.Recording.beside`)."""
    package: str = ""
    """The optional package that writes the file, or ""."""
