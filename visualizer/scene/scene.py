"""Everything to draw at one position of a run."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Protocol

from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind
from visualizer.scene.board import Boards
from visualizer.text.spans import Caption
from visualizer.timeline.player import Player
from visualizer.timeline.timeline import Timeline
from visualizer.views.board import BoardView, Counter, Legend, StripView

# A run at one position, as seen by a pane.


class Moment(NamedTuple):
    """A run at its playhead. It goes on with the run, so a pane reads it at once and does not keep it."""

    strip: StripView
    around: Boards
    puzzle: Puzzle
    """The puzzle, with its digits in the symbols being displayed."""
    solver: Solver
    options: Mapping[str, Any]
    """The solver's options that differ from their defaults."""
    player: Player
    explained: bool
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


class StepPart(NamedTuple):
    """A pane's caption and marks for one part of a step, shown while stepping through its parts."""

    caption: Caption
    clause: Clause
    """The literals to mark on the board."""
    cell: Cell
    """The cell the caption is about, or -1."""


class Pages(Protocol):
    """What a pane can do that shows more at a step than fits."""

    def skip(self, by: int) -> bool:
        """Turn a page, or move past all parts of the step, forward or back. Return False if there are no more."""


class Parts(Pages, Protocol):
    """What a pane can do that explains a step in parts."""

    halts: ClassVar[frozenset[Kind]]
    """The kinds of step at which a presentation also halts between stops while this pane is shown."""

    @property
    def written(self) -> Clause:
        """The clause that the pane writes out in full, so that the caption need not repeat it, or ()."""

    @property
    def next_part(self) -> str:
        """What :meth:`skip` shows next, in words; "" if there is nothing to skip."""

    @property
    def part(self) -> int:
        """How many parts of the step at the playhead have been shown. Saved with a view."""

    def told(self, position: int) -> StepPart | None:
        """Return a caption for the part being explained of the step at the playhead, or ``None`` before the first."""

    def step(self, by: int) -> bool:
        """Move by one part within the step at the playhead. Return False if there are no more parts."""

    def go_to_part(self, part: int) -> None:
        """Jump to the given part of the step at the playhead, or to the last if there are fewer."""


class Pointing(Protocol):
    """What a pane can do that names candidates."""

    @property
    def lit(self) -> Candidate | None:
        """The candidate to highlight on the board because the pointer is over it."""

    def point_at(self, candidate: Candidate | None) -> bool:
        """Follow the pointer to a candidate, on the board or in a pane. Return True if a redraw is needed."""

    def pin(self, candidate: Candidate) -> bool:
        """Highlight a clicked candidate until it is clicked again. Return False if clicks do nothing here."""


class SideView(Protocol):
    """A pane, or another view beside the board, that shows a run."""

    name: ClassVar[str]
    parts: Parts | None
    pointing: Pointing | None

    def view(self, moment: Moment) -> object | None:
        """Return what to paint, or ``None`` if there is nothing to show."""


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

    def with_digits_only(self) -> "Scene":
        """Return the scene without candidates on the board and in the legend."""
        legend = tuple(sign for sign in self.legend if not sign[0].candidates)
        return replace(self, board=self.board.with_digits_only(), legend=legend)
