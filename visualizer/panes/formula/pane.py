"""The pane with the clauses that matter at a step."""

from __future__ import annotations

import solvers
from solvers.core.registry import Solver
from visualizer.panes.formula.black_box import box_of
from visualizer.panes.formula.view import formula_view
from visualizer.scene.moment import Moment
from visualizer.session.pane import Pane, pane
from visualizer.views.formula import FormulaView


@pane(
    "formula",
    title="Formula",
    icon="formula",
    rank=10,
    keys="F",
    help="The formula: the clauses that matter now",
    key_rank=460,
)
class FormulaPane(Pane):
    """The formula, for the solvers that work on one."""

    def applies(self, solver: Solver) -> bool:
        return bool(solver.formula)

    def view(self, moment: Moment) -> FormulaView | None:
        pending, boards = moment.timeline.pending, moment.boards
        box = box_of(moment.solver, moment.options, moment.puzzle, pending, moment.explained)
        return formula_view(moment.solver, boards.step, boards.before, boards.after, moment.puzzle, box)

    def missing(self, solver: Solver) -> str:
        return "" if solver.formula else f"{solver.title} has no formula."

    def remark(self) -> str:
        solver = self.run.solver
        if solver.formula:
            return ""
        with_one = [one.title for one in map(solvers.get, solvers.names()) if one.formula]
        return f"{solver.title} has no formula; these have: {', '.join(with_one)}."
