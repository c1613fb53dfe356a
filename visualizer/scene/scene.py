"""Everything that is drawn of a run at one position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.geometry import Cell
from visualizer.text.spans import Caption
from visualizer.views.board import BoardView, Counter, Legend
from visualizer.views.formula import FormulaView
from visualizer.views.time_line import StripView

if TYPE_CHECKING:
    from visualizer.panes.code.listing import CodeView
    from visualizer.panes.conflict.view import ImplicationView
    from visualizer.panes.trail.view import TrailView


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
    code: CodeView | None = None
    """The source that runs, where it is to be shown."""
    cell: Cell = -1
    formula: FormulaView | None = None
    """The clauses that matter now, where they are to be shown and the solver has a formula."""
    legend: Legend = ()
    """How to read the board."""
    heat_words: str = ""
    """What the heat map counts, where one is shown."""
    trail: TrailView | None = None
    """What stands, by its levels, where that is to be shown."""
    implications: ImplicationView | None = None
    """Why there was a conflict, where that is to be shown and the solver tells it."""
    reasons: tuple[Caption, ...] = ()
    """Why the puzzle has no solution, line by line."""
