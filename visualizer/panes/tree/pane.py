"""The pane that shows the search tree."""

from solvers.core.registry import Solver
from visualizer.session.pane import Pane, pane


@pane(
    "tree",
    title="Tree",
    rank=50,
    keys="Y",
    help="The search tree, as an icicle plot if large",
    key_rank=490,
    words="search graph nodes branches recursion icicle",
)
class TreePane(Pane):
    def applies(self, solver: Solver) -> bool:
        return solver.guesses and not solver.black_box or self.run.composer.analysis.tree.size > 1  # a guess by hand

    def missing(self, solver: Solver) -> str:
        if not self.applies(solver):
            return f"{solver.title} shows no guesses, so there is no tree."
        if self.run.player.timeline.length:
            return "No guess yet: everything so far was forced."
        return "The tree of guesses grows here."

    def unsettled(self, analysing: bool) -> bool:
        return analysing
