"""Settings that the command line passes to the window and the recorder, and what these two tell each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.puzzle import Position, Puzzle
from solvers import DEFAULT
from visualizer.files.saved_view import Setting, Settings, View, setting
from visualizer.session.run_spec import RunSpec
from visualizer.text.numbers import size_text, time_text

Size = tuple[int, int]
"""Width and height in pixels."""

SMALLEST_WINDOW: Size = (800, 600)
LARGEST: Size = (7680, 4320)
"""The largest window or picture allowed. Anything larger takes minutes to draw and too much memory."""
FASTEST = 20_000_000
"""The maximum playback speed, in steps per second. What counts as a step depends on the granularity."""
GRANULARITIES = ("steps", "changes", "digits", "propagations", "guesses", "conflicts", "restarts")
"""The units that can count as a step. See :class:`visualizer.timeline.condition.Grain`."""


class NoDisplay(RuntimeError):
    """Raised when a window cannot be opened even though there seemed to be a display."""


@dataclass(frozen=True)
class Options(Settings):
    puzzle: Puzzle | None = None
    """The first puzzle, or ``None`` to draw one from the collection."""
    corpus: Path | None = None
    """The file to draw random puzzles from, or ``None`` for the built-in one."""
    solver: str = DEFAULT
    seed: int | None = None
    """A random seed, which makes drawn and generated puzzles repeatable."""
    at: int = 0
    autoplay: bool = False
    fullscreen: bool = False
    reduced_motion: bool = setting(Setting(help="show each step at once, without animation", rank=20), False)
    """Whether to show steps without animation, overriding the user's earlier choice."""
    digits_only: bool = setting(Setting(help="hide the candidates in blank cells", rank=30), False)
    """Whether to hide the candidates, overriding the user's earlier choice."""
    event_log: Path | None = None
    """A file to log events to, one line of JSON each."""
    size: Size | None = None
    """The window size, or ``None`` for one that suits the screen."""
    modes: Mapping[str, Any] = field(default_factory=dict)
    """The modes to start in, by name, each with validated data from a saved view."""
    view: View | None = None
    view_path: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's options, except those left at their defaults."""
    level: str | None = None
    """The level of drawn and generated puzzles, or ``None`` for any."""
    opened: Path | None = None
    """The file given on the command line, if any, which is added to the recent files."""
    position: Position | None = None

    @property
    def nothing_asked(self) -> bool:
        """Whether the command line asks for nothing in particular, so that an unfinished game may be resumed."""
        asked = (self.puzzle, self.view, self.corpus)
        return not (any(one is not None for one in asked) or self.modes or self.autoplay or self.at or self.options)


@dataclass(frozen=True)
class RecordOptions(Settings):
    puzzle: Puzzle
    output: Path
    solver: str = DEFAULT
    first: int | None = None
    """The first step; ``None`` for the position of a saved view, or else 0."""
    last: int | None = None
    """The last step to draw or, for a single picture, to record. If it is ``None``, a recording goes on to the end of
    the run, and a picture as far as its timeline needs."""
    size: Size = (960, 540)
    fps: int = 25
    speed: float | None = field(default=None, kw_only=True)
    theme: str = field(default="light", kw_only=True)
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's options, except those left at their defaults."""
    lanes: tuple[RunSpec, ...] = ()
    """The lanes of a race to record instead of one run."""
    source: bool = True
    """Whether to include the solver's source, if the file's format can hold it."""
    seconds: float | None = None
    """The length of a film in seconds, to which its cut is stretched; ``None`` for the usual tempo."""
    title: bool = True
    """Whether a film starts with a title card."""
    panes: tuple[str, ...] | None = None
    """The panes beside the board, or ``None`` for those of a saved view, or else the usual ones."""
    ask: int = 0
    """How many questions to ask about the run, if the file's format supports them."""
    clean: bool = True
    """Whether to leave out buttons, tabs and words about keys."""


# Messages between the window and the process that records for it (``visualizer/export/job.py``).


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


class RecordProgress(NamedTuple):
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
