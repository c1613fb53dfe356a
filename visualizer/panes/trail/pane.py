"""The pane that shows the current assignments, level by level."""

from __future__ import annotations

from solvers.core.registry import Solver
from visualizer.panes.trail.view import TrailView, reasons_at, trail_view, unwatched
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun


@pane(
    "trail",
    title="Trail",
    rank=30,
    keys="Shift+F",
    help="The trail by level, then with reasons, then off",
    key_rank=470,
    words="decision levels history stack assignments",
)
class TrailPane(Pane):
    """Shows the trail, with or without the reason for each literal."""

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.reasons = False
        """Whether to show the reason for each literal."""

    def toggle(self) -> str:
        """Show the trail, add reasons if there are any, or hide the pane, in turn."""
        if self.shown and not self.reasons and self.run.solver.formula == "clauses":
            self.reasons = True
            return "The trail now shows the reason for each literal."
        self.reasons = False
        return super().toggle()

    def tells_most(self, solver: Solver) -> bool:
        return solver.formula == "clauses" and not solver.black_box

    def view(self, moment: Moment) -> TrailView:
        if moment.solver.black_box:
            return unwatched(moment.solver.title)
        reasons = reasons_at(moment.timeline, moment.position) if self.reasons else None
        boards = moment.boards
        return trail_view(boards.step, boards.before, boards.after, reasons)
