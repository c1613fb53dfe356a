"""What the command line asks of the window, of the terminal player and of the recorder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puzzles.position import Position
from puzzles.puzzle import Puzzle
from solvers import DEFAULT
from visualizer.files.saved_view import View
from visualizer.session.run_spec import Entry

Size = tuple[int, int]
"""Width and height in pixels."""

SMALLEST_WINDOW: Size = (800, 600)
LARGEST: Size = (7680, 4320)
"""Of a window and of a picture: larger ones take minutes to draw and more memory than most machines have."""
FASTEST = 20_000_000
"""Counted steps a second: the player's last speed."""
THEMES = ("light", "dark")
GRANULARITIES = ("steps", "changes", "digits", "propagations", "guesses", "conflicts", "restarts")
"""What may count as a step: the units of :class:`visualizer.timeline.granularity.Grain`."""
PACES = ("steps", "guesses", "time")
"""What may be equal among the lanes of a race: the values of :class:`visualizer.race.pace.Pace`."""


class NoDisplay(RuntimeError):
    """No window can be opened here, though there seemed to be a display."""


@dataclass(frozen=True)
class Options:
    """How the window or the terminal player starts."""

    puzzle: Puzzle | None = None
    """The first puzzle; ``None``: one drawn from the corpus."""
    corpus: Path | None = None
    """The file that random puzzles are drawn from; ``None``: the one that comes with the program."""
    solver: str = DEFAULT
    speed: float | None = None
    """Counted steps a second; ``None``: the usual one."""
    seed: int | None = None
    """Makes the draws repeatable, and the puzzles that are made."""
    at: int = 0
    """The step to start at."""
    autoplay: bool = False
    fullscreen: bool = False
    theme: str | None = None
    """``None``: light in a window, dark in a terminal."""
    symbols: str | None = None
    """In what digits are shown; ``None``: as the puzzle has them."""
    event_log: Path | None = None
    """A file that gets a line of JSON for every event acted on."""
    size: Size | None = None
    """Of the window; ``None``: what suits the screen."""
    race: tuple[Entry, ...] = ()
    """The lanes of a race to start with; none: one solver is watched."""
    view: View | None = None
    """A saved view to show in the window."""
    view_path: Path | None = None
    """The file that it stands in."""
    pace: str = PACES[0]
    """What is equal among them."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's, where they are not its defaults."""
    level: str | None = None
    """How hard the puzzles that are drawn and made shall be; ``None``: any."""
    opened: Path | None = None
    """The file that the command line names, where it names one: it counts as one opened last."""
    position: Position | None = None
    """The puzzle with digits and candidates, to go on with by hand."""
    granularity: str | None = None
    """What counts as a step; ``None``: what is usual for the algorithm."""

    @property
    def nothing_asked(self) -> bool:
        """Nothing is said of what is to be shown: a game that was left may be gone on with."""
        asked = (self.puzzle, self.view, self.corpus)
        return not (any(one is not None for one in asked) or self.race or self.autoplay or self.at or self.options)


@dataclass(frozen=True)
class RecordOptions:
    """The span of a run that is drawn into a file, and how."""

    puzzle: Puzzle
    output: Path
    solver: str = DEFAULT
    first: int = 0
    last: int | None = None
    """The last step drawn; ``None``: the end of the run."""
    size: Size = (960, 540)
    theme: str = THEMES[0]
    fps: int = 25
    speed: float = 60.0
    """Counted steps a second."""
    granularity: str = GRANULARITIES[0]
    """What counts as a step."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The solver's, where they are not its defaults."""
