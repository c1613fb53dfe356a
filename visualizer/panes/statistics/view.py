"""The numbers of a run, as finely as there is room for."""

from __future__ import annotations

from dataclasses import dataclass, field

from visualizer.analysis.statistics import PlotsView
from visualizer.scene.moment import Moment
from visualizer.views.time_line import StripView


@dataclass(frozen=True)
class RunNumbers:
    """The numbers at one moment. They change with the time line."""

    strip: StripView
    moment: Moment = field(compare=False)

    @property
    def count(self) -> int:
        """How many plots there are."""
        return len(self.moment.analysis.statistics.labels)

    def plots(self, columns: int) -> PlotsView:
        """Return the plots with that many values each."""
        return self.moment.analysis.plots(self.moment.known_position, columns)
