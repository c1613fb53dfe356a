"""What a pane is asked to show: a run at one position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from puzzles.puzzle import Puzzle
from solvers.core.registry import Solver
from visualizer.analysis.run_analysis import Analysis
from visualizer.scene.board import Boards
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
from visualizer.views.time_line import StripView


@dataclass(frozen=True)
class Moment:
    """A run at the position of its playhead."""

    puzzle: Puzzle
    """Its digits are called as they are shown."""
    solver: Solver
    options: Mapping[str, Any]
    """The solver's, where they are not its defaults."""
    player: Player
    analysis: Analysis
    strip: StripView
    around: Boards
    explained: bool = False
    """The run has ended without a solution, and why is explained in place of the code."""

    @property
    def timeline(self) -> Timeline:
        return self.player.timeline

    @property
    def position(self) -> int:
        return self.strip.position

    @property
    def boards(self) -> Boards:
        """The boards around the step. A timeline has one board for all positions, so it is brought back to this one."""
        self.timeline.board_at(self.position)
        return self.around

    @property
    def known_position(self) -> int:
        """The position, or where the playhead has gone since if the steps up to here have been forgotten."""
        known = self.timeline.known(min(self.position, self.timeline.length))
        return self.position if known else self.player.position


class Viewed(Protocol):
    """Something that is shown of a run besides the board."""

    @property
    def name(self) -> str: ...

    def view(self, moment: Moment) -> object | None:
        """Return what to paint; ``None`` where there is nothing to show."""
