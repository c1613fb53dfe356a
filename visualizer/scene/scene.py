"""Everything to draw for a run at one position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles.geometry import Cell
from visualizer.text.spans import Caption
from visualizer.views.board import BoardView, Counter, Legend
from visualizer.views.time_line import StripView


@dataclass(frozen=True)
class Scene:
    """The contents of one frame."""

    board: BoardView
    title: str
    subtitle: str
    caption: Caption
    counters: tuple[Counter, ...]
    strip: StripView
    playing: bool = False
    speed: str = ""
    """The speed in words: "60 steps/s"."""
    start: BoardView | None = None
    """The starting board, if it is shown beside the current one."""
    panes: Mapping[str, object] = field(default_factory=dict)
    """The view of each pane for its painter, by the pane's name, for panes that have something to show."""
    cell: Cell = -1
    legend: Legend = ()
    heat_words: str = ""
    """The event that the heat map counts, if one is shown."""
    reasons: tuple[Caption, ...] = ()
    """The reasons why the puzzle has no solution, line by line."""
