"""The pane that plots a run's statistics, and shows where it stands among copies of its puzzle."""

from typing import TYPE_CHECKING, NamedTuple

from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.timeline.timeline import Clock
from visualizer.views.board import StripView

if TYPE_CHECKING:
    from visualizer.panes.statistics.copies import CopiesView, CopyRunner


class StatisticsView(NamedTuple):
    strip: StripView
    copies: "CopiesView | None" = None


@pane(
    "statistics",
    title="Statistics",
    rank=60,
    keys="O",
    help="Statistics: plots of the run, and its luck among 100 copies",
    key_rank=500,
    words="chart charts graph numbers counters figures luck copies distribution spread",
)
class StatisticsPane(Pane):
    """Plots statistics over the part of the run shown in the timeline."""

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.runner: CopyRunner | None = None
        """Runs copies of the puzzle, once a window has painted the pane. A film has none."""

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self.close()

    def view(self, moment: Moment) -> StatisticsView:
        return StatisticsView(moment.strip, self.runner.view(self.run) if self.runner else None)

    def unsettled(self, analysing: bool) -> bool:
        return not self.run.composer.analysis.statistics.settled

    def tick(self, clock: Clock, seconds: float) -> bool:
        if self.shown and self.layout.large in ("", self.name) and not self.run.solver.person:
            return bool(self.runner and self.runner.tick(self.run, clock))
        self.close()
        return False

    def close(self) -> None:
        if self.runner:
            self.runner.stop()
