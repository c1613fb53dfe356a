"""The pane that shows the search tree."""

from collections.abc import Mapping
from typing import Any

from solvers.core.registry import Solver
from solvers.core.step import Kind
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
        timeline = self.run.player.timeline
        return solver.guesses and not solver.black_box or timeline.counts(timeline.length)[Kind.GUESS] > 0  # by hand

    def film(self, header: Mapping[str, Any]) -> dict[str, Any] | None:
        return {} if Kind.GUESS in header["frames"]["kind"] else None

    def missing(self, solver: Solver) -> str:
        if not self.applies(solver):
            return f"{solver.title} shows no guesses, so there is no tree."
        if self.run.player.timeline.length:
            return "No guess yet: everything so far was forced."
        return "The tree of guesses grows here."

    def unsettled(self, analysing: bool) -> bool:
        return analysing
