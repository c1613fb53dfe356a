"""The pane that shows the relevant clauses at a step."""

from __future__ import annotations

import solvers
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.sat import cnf
from visualizer.panes.formula.black_box import box_of
from visualizer.panes.formula.view import formula_view, variable_words
from visualizer.scene.moment import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.views.formula import FormulaView

POINT = "Point at a literal or a cell to see its name here"


@pane(
    "formula",
    title="Formula",
    icon="formula",
    rank=10,
    keys="F",
    help="The formula: the clauses that matter now",
    key_rank=460,
    words="cnf dimacs sat literals constraints",
)
class FormulaPane(Pane):
    """Shows the formula, for solvers that work on one."""

    def applies(self, solver: Solver) -> bool:
        return bool(solver.formula)

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self._pointed: Candidate | None = None
        self._pinned: Candidate | None = None

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self._pointed = self._pinned = None

    def view(self, moment: Moment) -> FormulaView | None:
        pending, boards = moment.timeline.pending, moment.boards
        box = box_of(moment.solver, moment.options, moment.puzzle, pending, moment.explained)
        view = formula_view(moment.solver, boards.step, boards.before, boards.after, moment.puzzle, box)
        if view is None or self.lit is None:
            return view and view._replace(words=POINT)
        variable = cnf.variable(moment.puzzle.geometry, *self.lit)
        return view._replace(pointed=variable, words=variable_words(moment.puzzle, self.lit, boards.after, box))

    # The pointer

    @property
    def lit(self) -> Candidate | None:
        return (self._pointed or self._pinned) if self.run.solver.formula else None

    def point_at(self, candidate: Candidate | None) -> bool:
        before, self._pointed = self.lit, candidate
        return self.lit != before

    def pin(self, candidate: Candidate) -> bool:
        self._pinned = None if candidate == self._pinned else candidate
        return bool(self.run.solver.formula)

    def missing(self, solver: Solver) -> str:
        return "" if solver.formula else f"{solver.title} has no formula."

    def remark(self) -> str:
        solver = self.run.solver
        if solver.formula:
            return ""
        with_one = [one.title for one in map(solvers.get, solvers.names()) if one.formula]
        return f"{solver.title} has no formula; these do: {', '.join(with_one)}."
