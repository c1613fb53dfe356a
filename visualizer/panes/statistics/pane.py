"""The pane that plots a run's statistics."""

from visualizer.session.pane import Pane, pane


@pane(
    "statistics",
    title="Statistics",
    rank=60,
    keys="O",
    help="Statistics: plots of the run",
    key_rank=500,
    words="chart charts graph numbers counters figures",
)
class StatisticsPane(Pane):
    """Plots statistics over the part of the run shown in the timeline."""

    def unsettled(self, analysing: bool) -> bool:
        return not self.run.composer.analysis.statistics.settled
