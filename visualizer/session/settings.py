"""Settings that the command line passes to the window and the recorder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzles.puzzle import Position, Puzzle
from solvers import DEFAULT
from visualizer.files.saved_view import View
from visualizer.session.run_spec import RunSpec

Size = tuple[int, int]
"""Width and height in pixels."""

SMALLEST_WINDOW: Size = (800, 600)
LARGEST: Size = (7680, 4320)
"""The largest window or picture allowed. Anything larger takes minutes to draw and too much memory."""
FASTEST = 20_000_000
"""The maximum playback speed, in steps per second. What counts as a step depends on the granularity."""
THEMES = ("light", "dark")
GRANULARITIES = ("steps", "changes", "digits", "propagations", "guesses", "conflicts", "restarts")
"""The units that can count as a step. See :class:`visualizer.timeline.condition.Grain`."""


class NoDisplay(RuntimeError):
    """Raised when a window cannot be opened even though there seemed to be a display."""


@dataclass(frozen=True)
class Options:
    """Initial settings for the window."""

    puzzle: Puzzle | None = None
    """The first puzzle, or ``None`` to draw one from the collection."""
    corpus: Path | None = None
    """The file to draw random puzzles from, or ``None`` for the built-in one."""
    solver: str = DEFAULT
    speed: float | None = None
    """The speed in counted steps per second, or ``None`` for the default."""
    seed: int | None = None
    """A random seed, which makes drawn and generated puzzles repeatable."""
    at: int = 0
    """The step to start at."""
    autoplay: bool = False
    fullscreen: bool = False
    theme: str | None = None
    """The theme. ``None`` means light."""
    reduced_motion: bool = False
    """Whether to show steps without animation, overriding the user's earlier choice."""
    digits_only: bool = False
    """Whether to hide the candidates, overriding the user's earlier choice."""
    symbols: str | None = None
    """How to show digits, or ``None`` for the puzzle's own symbols."""
    event_log: Path | None = None
    """A file to log events to, one line of JSON each."""
    size: Size | None = None
    """The window size, or ``None`` for one that suits the screen."""
    modes: Mapping[str, Any] = field(default_factory=dict)
    """The modes to start in, by name, each with validated data from a saved view."""
    view: View | None = None
    """A saved view to open in the window."""
    view_path: Path | None = None
    """The saved view's file."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's options, except those left at their defaults."""
    level: str | None = None
    """The level of drawn and generated puzzles, or ``None`` for any."""
    opened: Path | None = None
    """The file given on the command line, if any, which is added to the recent files."""
    position: Position | None = None
    """A position to continue from by hand."""
    granularity: str | None = None
    """The unit that counts as a step, or ``None`` for the algorithm's default."""

    @property
    def nothing_asked(self) -> bool:
        """Whether the command line asks for nothing in particular, so that an unfinished game may be resumed."""
        asked = (self.puzzle, self.view, self.corpus)
        return not (any(one is not None for one in asked) or self.modes or self.autoplay or self.at or self.options)


@dataclass(frozen=True)
class RecordOptions:
    """Which part of a run to record, and how."""

    puzzle: Puzzle
    output: Path
    solver: str = DEFAULT
    first: int | None = None
    """The first step; ``None`` for the position of a saved view, or else 0."""
    last: int | None = None
    """The last step to draw or, for a single picture, to record. If it is ``None``, a recording goes on to the end of
    the run, and a picture as far as its timeline needs."""
    size: Size = (960, 540)
    theme: str = THEMES[0]
    fps: int = 25
    speed: float = 60.0
    """The speed in counted steps per second."""
    granularity: str = GRANULARITIES[0]
    """The unit that counts as a step."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's options, except those left at their defaults."""
    lanes: tuple[RunSpec, ...] = ()
    """The lanes of a race to record instead of one run."""
    source: bool = True
    """Whether to include the solver's source, if the file's format can hold it."""
    seconds: float | None = None
    """The length of a film in seconds, which sets its speed; ``None`` to use the given speed."""
    title: bool = True
    """Whether a film starts with a title card."""
    panes: tuple[str, ...] | None = None
    """The panes beside the board, or ``None`` for those of a saved view, or else the usual ones."""
    symbols: str | None = None
    """How to show digits, or ``None`` for the symbols of a saved view, or else the puzzle's own."""
    ask: int = 0
    """How many questions to ask about the run, if the file's format supports them."""
    clean: bool = True
    """Whether to leave out buttons, tabs and words about keys."""
