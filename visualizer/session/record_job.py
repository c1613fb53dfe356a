"""Messages between the window and the process that records for it (``visualizer/export/job.py``)."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from visualizer.files.saved_view import View
from visualizer.session.settings import Size
from visualizer.text.numbers import size_text, time_text


class RecordJob(NamedTuple):
    """A view to record to a file, or a request to estimate the size of each file that it can be recorded to."""

    view: View
    folder: Path
    """The folder that the view's paths are relative to."""
    output: Path | None
    """The file, or ``None`` for estimates."""
    size: Size
    last: int
    """The last step known to the window, plus one if the run ends there. For a picture, the solver goes no further."""
    own: Mapping[str, Path]
    """The user's own solvers in the lanes of a race, which the user has already agreed to run, with their files. The
    solver of a single run is in the view.
    """


class Outlook(NamedTuple):
    """An estimate of how long a recording takes and how large it gets, from what has been recorded so far."""

    seconds: float
    """The time left."""
    size: int
    """The size in bytes."""
    amount: int
    """The number of pictures or steps in the file."""
    so_far: int = 0
    """The size of a page so far, in bytes. The other numbers assume that its run goes on to the page's limit."""

    def __str__(self) -> str:
        """Return the time left and the size in words: "about 4 minutes and 2.6 MB"."""
        return f"about {time_text(self.seconds)} and {size_text(self.size)}"


class Stage(NamedTuple):
    """The progress of a recording."""

    steps: int
    """The number of steps so far, while the solver is still running."""
    pictures: int = 0
    share: float = 0.0
    """How much of the span has been drawn, from 0 to 1."""
    outlook: Outlook | None = None
    """The estimate, once enough has been recorded to make one."""


class Ended(NamedTuple):
    """The reply once a file has been written or cannot be, or everything has been estimated."""

    size: int = 0
    """The size of the file in bytes."""
    refused: str | None = None
    """Why there is no file."""


class FileSize(NamedTuple):
    """An estimate for one file."""

    form: str
    """The name of its exporter."""
    size: int
    """About how large it will be, in bytes."""
    amount: int = 0
    """The number of steps in the file, if it holds steps."""
    seconds: float = 0.0
    """About how long it takes to write."""
    ended: bool = True
    """Whether the estimate covers the whole run. If not, the file will hold more steps."""
