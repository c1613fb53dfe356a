"""The pane that shows the matrix of an exact cover."""

from __future__ import annotations

from solvers.core.registry import Solver
from visualizer.panes.cover.view import CoverView, cover_view
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane


@pane(
    "cover",
    title="Matrix",
    rank=15,
    keys="Shift+E",
    help="The matrix: the chosen column, its rows and what they cover",
    key_rank=465,
    hides=True,
    words="dlx exact cover dancing links",
)
class CoverPane(Pane):
    """Shows the matrix, for solvers with a dial that counts its columns."""

    def applies(self, solver: Solver) -> bool:
        return "columns" in solver.dials

    def tells_most(self, solver: Solver) -> bool:
        return self.applies(solver)

    def view(self, moment: Moment) -> CoverView | None:
        if not self.applies(moment.solver):
            return None
        boards = moment.boards
        return cover_view(moment.timeline, moment.position, boards)

    def missing(self, solver: Solver) -> str:
        return "" if self.applies(solver) else f"{solver.title} does not look for an exact cover."

    def remark(self) -> str:
        return self.missing(self.run.solver)
