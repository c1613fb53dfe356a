"""What presenting starts with: a lecture, or the settings of a saved view."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from visualizer.lecture.lecture import Lecture


class LectureFile(NamedTuple):
    """A lecture to present, and its file."""

    lecture: Lecture
    path: Path
    speaker: bool = True
    """Whether the speaker has a separate window."""


class SavedPresenting(NamedTuple):
    """The presentation settings that are saved in a view."""

    pane: str
    """The pane below the caption, or "" for none."""
    on: bool = True
    """Whether the view was saved while presenting."""

    def __str__(self) -> str:
        return "presenting"
