"""The pane that shows the relevant clauses at a step."""

from typing import TypeGuard

import solvers
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.sat import cnf
from solvers.sat.numbering import TABLE, has_rcd
from visualizer.keymap import key_of
from visualizer.panes.formula.view import BlackBox, FormulaView, box_of, formula_view, variable_words
from visualizer.scene.scene import Moment
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun

POINT = "Point at a literal or the board"
OTHERS = {"rcd": "from 1", "compact": "by place"}
"""How the other numbering counts, for each."""


@pane(
    "formula",
    title="Formula",
    rank=10,
    keys="F",
    help="The formula: the clauses that matter now",
    key_rank=460,
    words="cnf dimacs sat literals constraints",
    switches=("renumbered",),
)
class FormulaPane(Pane):
    def applies(self, solver: Solver) -> bool:
        return bool(solver.formula)

    def tells_most(self, solver: Solver) -> bool:
        return bool(solver.formula) and solver.black_box  # only its model can be seen

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.pages = self.pointing = self
        self._pointed: Candidate | None = None
        self._pinned: Candidate | None = None
        self.renumbered = False
        """Whether a model's variables are numbered in the other way."""
        self.hidden = 0, 0
        """How many lines a painter has left out above and below."""
        self.turned = 0
        """1 if the painter is to turn to the next page, -1 to the one before."""

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self._pointed = self._pinned = None
        self.hidden = 0, 0

    def view(self, moment: Moment) -> FormulaView | None:
        if moment.explained and self.layout.large == self.name:
            return None  # the reason why there is no model takes its place
        pending, boards = moment.timeline.pending, moment.boards
        of_run = moment.solver, moment.options, moment.puzzle, pending, moment.explained
        box = box_of(*of_run, other=self.renumbered)
        view = formula_view(moment.solver, boards.step, boards.before, boards.after, moment.puzzle, box)
        if view is None or self.lit is None:
            other = f"; {key_of('renumber')} numbers {OTHERS[box.variables.numbering]}" if _has_two(box) else ""
            return view and view._replace(words=POINT + other)
        variable = cnf.variable(moment.puzzle.geometry, *self.lit)
        return view._replace(pointed=variable, words=variable_words(moment.puzzle, self.lit, boards.after, box))

    def renumber(self) -> str:
        """Switch to the other numbering of the variables. Return a message, or "" if there is no other."""
        run = self.run
        box = box_of(run.solver, run.options, run.composer.puzzle, None)
        if not _has_two(box):
            return "These variables have only one numbering."
        self.renumbered = not self.renumbered
        return ""

    def skip(self, by: int) -> bool:
        """Turn a page of a model. Return False if there is none in that direction."""
        if not (self.run.solver.black_box and self.hidden[by > 0]):
            return False
        self.turned = by
        return True

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


def _has_two(box: BlackBox | None) -> TypeGuard[BlackBox]:
    """Return whether there is a model whose variables can be numbered in two ways."""
    return box is not None and box.variables.numbering != TABLE and has_rcd(box.variables.geometry)
