"""The search tree of a run, as large as there is room for, or its icicle if it is too large."""

from __future__ import annotations

from dataclasses import dataclass, field

from visualizer.analysis.icicle import IcicleView
from visualizer.analysis.run_analysis import Analysis
from visualizer.analysis.tree_layout import Drawing
from visualizer.scene.moment import Moment
from visualizer.views.time_line import StripView


@dataclass(frozen=True)
class GrowingTree:
    """The tree at one moment. It changes with the time line."""

    strip: StripView
    moment: Moment = field(compare=False)

    @property
    def analysis(self) -> Analysis:
        return self.moment.analysis

    @property
    def missing(self) -> str:
        """Say why there is no tree yet."""
        if self.moment.timeline.length:
            return "No guess yet: all that happened so far was forced."
        return "The tree of guesses grows here."

    def drawing(self, leaves: int, rows: int) -> Drawing | None:
        """Return the tree in that much room, or ``None`` if it is too large or there is none."""
        return self.analysis.drawing(self.moment.known_position, leaves, rows)

    def icicle(self, columns: int) -> IcicleView | None:
        """Return the icicle of a tree that is too large to draw."""
        return self.analysis.icicle(self.moment.known_position, columns) if self.analysis.tree.size > 1 else None
