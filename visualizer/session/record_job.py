"""Messages between the window and the process that records for it (``visualizer/export/job.py``)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from visualizer.files.saved_view import View
from visualizer.session.settings import Size


class RecordJob(NamedTuple):
    """A view to record to a file."""

    view: View
    folder: Path
    """The folder that the view's paths are relative to."""
    output: Path
    size: Size


class SizeQuestion(NamedTuple):
    """A request to estimate the size of the page of a view."""

    view: View
    folder: Path


class Stage(NamedTuple):
    """The progress of a recording."""

    steps: int
    """The number of steps so far, while the solver is still running."""
    pictures: int = 0
    share: float = 0.0
    """How much of the span has been drawn, from 0 to 1."""


class Recorded(NamedTuple):
    """The answer once a file has been written."""

    amount: int
    """The number of pictures or steps in it."""
    size: int
    """In bytes."""


class Refused(NamedTuple):
    """The answer if a file cannot be written."""

    why: str


class PageSize(NamedTuple):
    """The estimated size of a page."""

    size: int
    """In bytes; 0 if unknown."""
    steps: int = 0
    """The number of steps in it."""
    ended: bool = True
    """Whether the run ends there; otherwise the page holds more."""
