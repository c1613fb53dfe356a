"""Everything that is drawn of a run at one position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles.geometry import Cell
from visualizer.text.spans import Caption
from visualizer.views.board import BoardView, Counter, Legend
from visualizer.views.time_line import StripView


@dataclass(frozen=True)
class Scene:
    """All that one frame shows."""

    board: BoardView
    title: str
    subtitle: str
    caption: Caption
    counters: tuple[Counter, ...]
    strip: StripView
    playing: bool = False
    speed: str = ""
    """For people: "60 steps/s"."""
    start: BoardView | None = None
    """The starting board, where it is shown beside the current one."""
    panes: Mapping[str, object] = field(default_factory=dict)
    """By the name of each pane that has something to show, what its painter takes."""
    cell: Cell = -1
    legend: Legend = ()
    """How to read the board."""
    heat_words: str = ""
    """What the heat map counts, where one is shown."""
    reasons: tuple[Caption, ...] = ()
    """Why the puzzle has no solution, line by line."""
