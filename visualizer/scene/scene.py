"""Everything to draw at one position of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
from visualizer.views.board import BoardView, Counter, Legend
from visualizer.views.time_line import StripView

# A run at one position, as seen by a pane.


@dataclass(frozen=True)
class Moment:
    """A run at its playhead. Moments are compared by ``strip`` alone, so compare only those of the same run."""

    strip: StripView
    around: Boards = field(compare=False)
    puzzle: Puzzle = field(compare=False)
    """The puzzle, with its digits in the symbols being displayed."""
    solver: Solver = field(compare=False)
    options: Mapping[str, Any] = field(compare=False)
    """The solver's options that differ from their defaults."""
    player: Player = field(compare=False)
    analysis: Analysis = field(compare=False)
    explained: bool = field(compare=False)
    """Whether the run has ended without a solution, so that the explanation replaces the code."""

    @property
    def timeline(self) -> Timeline:
        return self.player.timeline

    @property
    def position(self) -> int:
        return self.strip.position

    @property
    def boards(self) -> Boards:
        """The boards around the step. A timeline has a single board, so reading this moves it to the position."""
        self.timeline.board_at(self.position)
        return self.around

    @property
    def known_position(self) -> int:
        """The position, or that of the playhead if the steps here have been discarded."""
        known = self.timeline.known(min(self.position, self.timeline.length))
        return self.position if known else self.player.position


class StepPart(NamedTuple):
    """A pane's caption and marks for one part of a step, shown while stepping through its parts."""

    caption: Caption
    clause: Clause
    """The literals to mark on the board."""
    cell: Cell
    """The cell the caption is about, or -1."""


class SideView(Protocol):
    """A pane, or another view beside the board, that shows a run."""

    @property
    def name(self) -> str: ...

    def view(self, moment: Moment) -> object | None:
        """Return what to paint, or ``None`` if there is nothing to show."""

    @property
    def written(self) -> Clause:
        """The clause this view writes out in full, so that the caption need not repeat it, or ()."""

    @property
    def lit(self) -> Candidate | None:
        """The candidate to highlight on the board because the pointer is on it."""

    def told(self, position: int) -> StepPart | None:
        """Return the pane's caption for the step at the playhead, if it is stepping through its parts."""


@dataclass(frozen=True)
class Scene:
    """The content of a frame."""

    board: BoardView
    title: str
    subtitle: str
    caption: Caption
    counters: tuple[Counter, ...]
    strip: StripView
    playing: bool = False
    speed: str = ""
    """The speed as text, such as "60 steps/s"."""
    start: BoardView | None = None
    """The starting board, if it is shown next to the current one."""
    panes: Mapping[str, object] = field(default_factory=dict)
    """What each pane's painter is to draw, by pane name. Panes with nothing to show are left out."""
    cell: Cell = -1
    legend: Legend = ()
    heat_words: str = ""
    """The legend of the heat map, if one is shown."""
    reasons: tuple[Caption, ...] = ()
    """Why the puzzle has no solution, line by line."""
    lingers: bool = True
    """Whether the frame stays long enough for its caption to be read in full, however long it is."""

    def with_digits_only(self) -> Scene:
        """Return the scene without candidates on the board and in the legend."""
        legend = tuple(sign for sign in self.legend if not sign[0].candidates)
        return replace(self, board=self.board.with_digits_only(), legend=legend)
