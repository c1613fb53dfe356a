"""A run at one position, for a pane to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Clause
from visualizer.analysis.run_analysis import Analysis
from visualizer.scene.board import Boards
from visualizer.text.spans import Caption
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
from visualizer.views.time_line import StripView


@dataclass(frozen=True)
class Moment:
    """A run at the position of its playhead. Two moments of a run are equal if their time lines are the same."""

    strip: StripView
    around: Boards = field(compare=False)
    puzzle: Puzzle = field(compare=False)
    """The puzzle, with its digits in the displayed symbols."""
    solver: Solver = field(compare=False)
    options: Mapping[str, Any] = field(compare=False)
    """The solver's options that are not at their defaults."""
    player: Player = field(compare=False)
    analysis: Analysis = field(compare=False)
    explained: bool = field(compare=False)
    """Whether the run has ended without a solution, and the reason is shown in place of the code."""

    @property
    def timeline(self) -> Timeline:
        return self.player.timeline

    @property
    def position(self) -> int:
        return self.strip.position

    @property
    def boards(self) -> Boards:
        """Return the boards around the step. A timeline has one board, so it is moved back to this position."""
        self.timeline.board_at(self.position)
        return self.around

    @property
    def known_position(self) -> int:
        """Return the position, or the playhead's new position if the steps there are forgotten."""
        known = self.timeline.known(min(self.position, self.timeline.length))
        return self.position if known else self.player.position


class StepPart(NamedTuple):
    """A pane's own caption and marks for a step that it goes through part by part."""

    caption: Caption
    clause: Clause
    """The literals to mark on the board."""
    cell: Cell
    """The cell of the caption; -1 for none."""


class SideView(Protocol):
    """A pane or another view beside the board that shows a run."""

    @property
    def name(self) -> str: ...

    def view(self, moment: Moment) -> object | None:
        """Return what to paint, or ``None`` if there is nothing to show."""

    @property
    def lit(self) -> Candidate | None:
        """The candidate to light on the board because the pointer is on it."""

    def told(self, position: int) -> StepPart | None:
        """Return the pane's own caption for the step at the playhead, if it goes through the step part by part."""
