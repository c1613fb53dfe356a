"""The pane with the implication graph of a conflict."""

from __future__ import annotations

import solvers
from solvers.core.registry import Solver
from visualizer.panes.conflict.view import Implications, ImplicationView
from visualizer.scene.moment import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import Watched


@pane(
    "implications",
    title="Conflict",
    icon="graph",
    rank=40,
    keys="Shift+Y",
    help="The implication graph of a conflict",
    key_rank=480,
    window_only=True,
    hides=True,
)
class ConflictPane(Pane):
    """Explains a conflict, for the solvers that learn clauses."""

    def __init__(self, layout: PaneLayout, run: Watched) -> None:
        super().__init__(layout, run)
        self._graphs = Implications(run.player.timeline)

    def follow(self, run: Watched) -> None:
        super().follow(run)
        self._graphs = Implications(run.player.timeline)

    def applies(self, solver: Solver) -> bool:
        return solver.formula == "clauses" and not solver.black_box

    def view(self, moment: Moment) -> ImplicationView | None:
        return self._graphs.at(moment.position) if moment.solver.formula == "clauses" else None

    def missing(self, solver: Solver) -> str:
        return f"{solver.title} learns no clauses."

    def remark(self) -> str:
        solver = self.run.solver
        if solver.formula == "clauses":
            return ""
        with_one = [one.title for one in map(solvers.get, solvers.names()) if one.restarts]
        return f"{solver.title} has no implication graph; try {', '.join(with_one)}."
