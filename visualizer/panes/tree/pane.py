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
    def missing(self, solver: Solver) -> str:
        if self.run.player.timeline.length:
            return "No guess yet: everything so far was forced."
        return "The tree of guesses grows here."

    def unsettled(self, analysing: bool) -> bool:
        return analysing
