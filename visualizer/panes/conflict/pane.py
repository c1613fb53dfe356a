"""The pane that shows a conflict's implication graph, and how a clause is learnt from it one resolution at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import solvers
from puzzles.geometry import Cell
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind
from visualizer.analysis.implication_graph import Graph
from visualizer.panes.conflict.view import Implications, ImplicationView
from visualizer.scene.scene import Moment, StepPart
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.text.spans import Span


@pane(
    "implications",
    title="Conflict",
    rank=40,
    keys="Shift+Y",
    help="Step through a conflict and its clause, then large, then off",
    key_rank=480,
    hides=True,
    words="implication implications graph clause clauses learning learnt analysis cut",
)
class ConflictPane(Pane):
    """Explains a conflict, for solvers that learn clauses."""

    stage = 0.62
    halts: ClassVar = frozenset({Kind.BACKTRACK})

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.pages = self.parts = self.pointing = self
        self._graphs = Implications(run.player.timeline)
        self._made = 0, 0
        """A position, and the number of resolutions made there."""
        self._viewed = False
        """Whether the window has shown the pane."""
        self._pointed: Candidate | None = None
        """The candidate under the pointer."""
        self._cells: frozenset[Cell] = frozenset()
        """The cells named in the graph shown."""
        self._clause: Clause = ()
        """The clause shown."""

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self._graphs = Implications(run.player.timeline)
        self._made = 0, 0
        self._pointed = None

    def toggle(self) -> str:
        """Show the pane, enlarge it to most of the window, or hide it and restore the board's size, in turn."""
        if self.shown and self.layout.large != self.name and self.applies(self.run.solver):
            self.layout.maximise(self.name, self.stage)
            return ""
        return super().toggle()

    def applies(self, solver: Solver) -> bool:
        return solver.formula == "clauses" and not solver.black_box

    def view(self, moment: Moment) -> ImplicationView | None:
        self._viewed = True
        if moment.solver.formula != "clauses":
            return None
        if moment.position != self._made[0]:
            self._made = moment.position, 0  # returning to a conflict starts it over
        view = self._graphs.at(moment.position, self.made_at(moment.position))
        self._cells, self._clause = view.cells, view.clause
        return replace(view, pointed=self.lit[0]) if self.lit else view

    @property
    def written(self) -> Clause:
        """On a stage, the clause has as much room as it needs."""
        return self._clause if self.layout.large == self.name else ()

    # The pointer

    @property
    def lit(self) -> Candidate | None:
        return self._pointed if self._pointed and self._pointed[0] in self._cells else None

    def point_at(self, candidate: Candidate | None) -> bool:
        before, self._pointed = self.lit, candidate
        return self.lit != before

    def pin(self, candidate: Candidate) -> bool:
        return False

    # One resolution at a time

    def made_at(self, position: int) -> int:
        """Return the number of resolutions made at a position."""
        at, made = self._made
        return made if at == position else 0

    @property
    def part(self) -> int:
        return self.made_at(self.run.player.position)

    def go_to_part(self, part: int) -> None:
        position = self.run.player.position
        if part and (graph := self._graphs.resolved_at(position)):
            self._made = position, min(part, len(graph.resolutions))

    def step(self, by: int) -> bool:
        """Make or undo a resolution. Stepping back from the learnt clause returns to the last resolution."""
        position = self.run.player.position
        if self.run.player.running or not self._viewed:
            return False
        if by < 0 and (graph := self._graphs.resolved_at(position - 1)):
            self._made = position - 1, len(graph.resolutions)
        graph = self._graphs.resolved_at(position)
        made = self.made_at(position) + by
        if graph is None or not 0 <= made <= len(graph.resolutions):
            return False
        self._made = position, made
        return True

    def _resolved(self) -> Graph | None:
        """Return the graph of the conflict at the playhead.

        Return None if the run is not paused or there is no clause to resolve.
        """
        player = self.run.player
        return self._graphs.resolved_at(player.position) if self._viewed and not player.running else None

    @property
    def next_part(self) -> str:
        graph = self._resolved()
        ahead = graph is not None and self.part < len(graph.resolutions)
        return "the clause that this conflict leads to" if ahead else ""

    def skip(self, by: int) -> bool:
        """Make all resolutions, which gives the learnt clause, or undo them all, which leads back to the conflict."""
        position, graph = self.run.player.position, self._resolved()
        made = len(graph.resolutions) if graph and by > 0 else 0
        if graph is None or made == self.made_at(position):
            return False
        self._made = position, made
        return True

    def told(self, position: int) -> StepPart | None:
        made = self.made_at(position)
        if not made or self.run.player.running:
            return None
        view = self._graphs.at(position, made)
        if view.last is None:
            return None
        cell = (abs(view.last.pivot) - 1) // view.puzzle.geometry.symbols
        return StepPart((Span(f"{view.heading}. ", view.voice), Span(view.words)), view.clause, cell)

    def missing(self, solver: Solver) -> str:
        return f"{solver.title} learns no clauses."

    def remark(self) -> str:
        solver = self.run.solver
        if solver.formula == "clauses":
            return ""
        with_one = [one.title for one in map(solvers.get, solvers.names()) if one.restarts]
        return f"{solver.title} has no implication graph; try {', '.join(with_one)}."
