"""Everything to draw at one position of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from puzzles.geometry import Cell
from visualizer.text.spans import Caption
from visualizer.views.board import BoardView, Counter, Legend
from visualizer.views.time_line import StripView


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
