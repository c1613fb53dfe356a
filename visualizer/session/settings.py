"""The settings from the command line for the window, the terminal player and the recorder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzles.position import Position
from puzzles.puzzle import Puzzle
from solvers import DEFAULT
from visualizer.files.saved_view import View

Size = tuple[int, int]
"""Width and height in pixels."""

SMALLEST_WINDOW: Size = (800, 600)
LARGEST: Size = (7680, 4320)
"""The largest window and picture: larger ones take minutes to draw and more memory than most machines have."""
FASTEST = 20_000_000
"""The player's highest speed, in counted steps a second."""
THEMES = ("light", "dark")
GRANULARITIES = ("steps", "changes", "digits", "propagations", "guesses", "conflicts", "restarts")
"""The units that can count as a step: see :class:`visualizer.timeline.granularity.Grain`."""


class NoDisplay(RuntimeError):
    """An error: no window can be opened, although there seemed to be a display."""


@dataclass(frozen=True)
class Options:
    """The settings that the window or the terminal player starts with."""

    puzzle: Puzzle | None = None
    """The first puzzle; ``None`` to draw one from the corpus."""
    corpus: Path | None = None
    """The file that random puzzles are drawn from; ``None`` for the built-in one."""
    solver: str = DEFAULT
    speed: float | None = None
    """Counted steps a second; ``None`` for the default."""
    seed: int | None = None
    """A seed that makes drawn and made puzzles repeatable."""
    at: int = 0
    """The step to start at."""
    autoplay: bool = False
    fullscreen: bool = False
    theme: str | None = None
    """The theme; ``None`` for light in a window, dark in a terminal."""
    reduced_motion: bool = False
    """Whether steps are shown at once, whatever was chosen before."""
    symbols: str | None = None
    """The symbols that digits are shown as; ``None`` for the puzzle's own."""
    event_log: Path | None = None
    """A file that gets one line of JSON per event."""
    size: Size | None = None
    """The size of the window; ``None`` for one that suits the screen."""
    modes: Mapping[str, Any] = field(default_factory=dict)
    """The modes to begin in, by name, each with the data that it has read from a saved view."""
    view: View | None = None
    """A saved view to show in the window."""
    view_path: Path | None = None
    """The file of the saved view."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's options that are not at their defaults."""
    level: str | None = None
    """The level of drawn and made puzzles; ``None`` for any."""
    opened: Path | None = None
    """The file named on the command line, if any, to be listed as a recent file."""
    position: Position | None = None
    """A position to go on with by hand."""
    granularity: str | None = None
    """The unit that counts as a step; ``None`` for the algorithm's own choice."""

    @property
    def nothing_asked(self) -> bool:
        """Whether the command line names nothing to show, so that an unfinished game may be resumed."""
        asked = (self.puzzle, self.view, self.corpus)
        return not (any(one is not None for one in asked) or self.modes or self.autoplay or self.at or self.options)


@dataclass(frozen=True)
class RecordOptions:
    """The part of a run to record, and how."""

    puzzle: Puzzle
    output: Path
    solver: str = DEFAULT
    first: int = 0
    last: int | None = None
    """The last step drawn; ``None`` for the end of the run."""
    size: Size = (960, 540)
    theme: str = THEMES[0]
    fps: int = 25
    speed: float = 60.0
    """Counted steps a second."""
    granularity: str = GRANULARITIES[0]
    """The unit that counts as a step."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's options that are not at their defaults."""
