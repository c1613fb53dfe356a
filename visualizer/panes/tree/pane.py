"""The pane with the search tree."""

from __future__ import annotations

from visualizer.panes.tree.view import GrowingTree
from visualizer.scene.moment import Moment
from visualizer.session.pane import Pane, pane


@pane(
    "tree",
    title="Tree",
    icon="tree",
    rank=50,
    keys="Y",
    help="The search tree; of a large one, its icicle",
    key_rank=490,
    window_only=True,
)
class TreePane(Pane):
    """The tree of guesses."""

    def view(self, moment: Moment) -> GrowingTree:
        return GrowingTree(moment.strip, moment)

    def unsettled(self, analysing: bool) -> bool:
        return analysing
