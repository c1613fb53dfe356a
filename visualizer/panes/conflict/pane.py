"""The pane that shows a conflict's implication graph, and how a clause is learnt from it one resolution at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar

import solvers
from puzzles.figures import counted, grouped
from puzzles.geometry import Cell
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.finding import Candidate
from solvers.core.registry import Solver
from solvers.core.step import Clause, Kind, Why
from visualizer.analysis.implication_graph import Graph, Resolution, graph_at, jump_after
from visualizer.keymap import key_of
from visualizer.narration.caption_facts import jump_back, literal_in_words, rule_name
from visualizer.scene.scene import Moment, StepPart
from visualizer.session.pane import Pane, pane
from visualizer.session.pane_layout import PaneLayout
from visualizer.session.run_history import WatchedRun
from visualizer.text.spans import Span, capitalised, listed
from visualizer.timeline.search import find
from visualizer.timeline.timeline import Timeline

# The implication graph to show, how far its clause has been resolved, and the sentences about it. The graph is that
# of the step at the playhead, or failing that, of the last conflict before it. At a conflict, the clause is derived
# one resolution at a time. Everywhere else, it is shown as it was learnt.


LEARN_THIS = "First unique implication point: learn this"


@dataclass(frozen=True)
class ImplicationView:
    """An implication graph, the clause being resolved from the conflict to the cut, and the sentences about both."""

    puzzle: Puzzle
    graph: Graph | None = None
    made: int = 0
    heading: str = ""
    """How many resolutions have been made, or why there is no graph."""
    words: str = ""
    """The caption: what the last resolution did, and which level the solver goes back to."""
    here: bool = True
    """Whether the graph belongs to the step at the playhead."""
    stepping: bool = False
    """Whether the clause is being resolved at this step."""

    invites: str = ""
    """The text shown if there is no graph: what will appear here, and which keys lead there."""
    pointed: Cell = -1
    """The cell under the pointer, whose literals are highlighted; -1 for none."""

    def cell_of(self, literal: int) -> Cell:
        return (abs(literal) - 1) // self.puzzle.geometry.symbols

    def points_at(self, literal: int) -> bool:
        """Return whether the pointer is on the literal's cell, on the board or in the graph."""
        return self.pointed >= 0 and self.cell_of(literal) == self.pointed

    @property
    def voice(self) -> str:
        """The voice of the heading, in the pane and in the caption: the conflict, its resolution, or what is learnt."""
        done = self.graph is not None and self.made == len(self.graph.resolutions)
        return "solved" if done else "guessed" if self.made else "conflict"

    @property
    def clause(self) -> Clause:
        """The clause so far, with its literals in the usual order."""
        return self.graph.clause(self.made) if self.graph else ()

    @cached_property
    def written(self) -> Clause:
        """The clause so far in its usual order, with the literal just removed still in its place."""
        gone, levels = {-self.last.pivot} if self.last else set(), self.levels
        return tuple(sorted({*self.clause, *gone}, key=lambda literal: (-levels.get(-literal, 0), abs(literal))))

    @cached_property
    def most(self) -> int:
        """The largest number of literals written at any point of the derivation."""
        if self.graph is None or not self.stepping:
            return len(self.clause)
        return max(len(self.graph.start), *(len(one.clause) + 1 for one in self.graph.resolutions), 0)

    @property
    def last(self) -> Resolution | None:
        """The last resolution made, or None unless the clause is being resolved."""
        return self.graph.resolutions[self.made - 1] if self.graph and self.made and self.stepping else None

    @cached_property
    def levels(self) -> dict[int, int]:
        """The level at which each literal in the graph became true."""
        return {node.literal: node.level for node in self.graph.nodes} if self.graph else {}

    @cached_property
    def longest_literal(self) -> str:
        """The longest text of a literal in the graph."""
        return max((literals.told(-true, self.puzzle) for true in self.levels), key=len, default="")


class Implications:
    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._graph_at = lru_cache(maxsize=2)(partial(graph_at, timeline))  # at the playhead, and the last conflict

    def resolved_at(self, position: int) -> Graph | None:
        """Return the graph of the conflict at a position, or None if there is no clause to resolve there."""
        timeline = self.timeline
        if not (0 < position <= timeline.length and timeline.known(position)):
            return None
        conflict = timeline.step(position).kind is Kind.CONFLICT
        graph = self._graph_at(position) if conflict else None
        return graph if graph is not None and graph.resolutions else None

    def at(self, position: int, made: int = 0) -> ImplicationView:
        """Return the view at a position, after ``made`` resolutions if it is a conflict. Moves the timeline's board."""
        puzzle = self.timeline.head.puzzle
        graph = self._graph_at(position) if position else None
        if graph is not None:
            stepping = self.timeline.step(position).kind is Kind.CONFLICT
            made = made if stepping else len(graph.resolutions)
            level = jump_after(self.timeline, position)
            said = heading(graph, made, puzzle), words(graph, made, puzzle, back_to(graph) if level is None else level)
            return ImplicationView(puzzle, graph, made, *said, stepping=stepping)
        found = find(self.timeline, (Kind.LEARN,), position + 1, forward=False)
        known = found is not None and found.exact and self.timeline.known(found.position)
        learnt = found and known and self.timeline.step(found.position).why is Why.LEARNT_CLAUSE
        graph = self._graph_at(found.position) if found and learnt else None
        if graph is None or found is None:
            return no_graph(self.timeline, position)
        last = f"Last clause learnt, at step {grouped(found.position)}"
        return ImplicationView(puzzle, graph, len(graph.resolutions), last, here=False)


def heading(graph: Graph, made: int, puzzle: Puzzle) -> str:
    """Say how far the clause has been resolved."""
    if made == len(graph.resolutions):
        return LEARN_THIS
    if not made:
        on_level = sum(level == graph.level for level in _levels(graph, graph.start))
        return f"Conflict: {counted(on_level, 'literal')} of level {graph.level}; resolve until 1 is left"
    if made == graph.to_cut:
        return f"First unique implication point: {literal_in_words(-graph.clause(made)[0], puzzle)}"
    if made > graph.to_cut:
        return f"Shortening {made - graph.to_cut} of {len(graph.resolutions) - graph.to_cut}"
    return f"Resolution {made} of {graph.to_cut}"


def words(graph: Graph, made: int, puzzle: Puzzle, level: int) -> str:
    """Say what the last resolution did, and what comes next. The clause sends the solver back to the given level."""
    said = [resolved(graph.resolutions[made - 1], puzzle)] if made else []
    if made == graph.to_cut < len(graph.resolutions):
        more = len(graph.resolutions) - made
        follows = "1 literal follows" if more == 1 else f"{more} literals follow"
        said.append(f"{follows} from the others and can still be removed.")
    if made == len(graph.resolutions):
        said.append(jump_back(literal_in_words(graph.clause(made)[0], puzzle), level))
    return " ".join(said)


def resolved(resolution: Resolution, puzzle: Puzzle) -> str:
    """Say why a literal leaves the clause, and which ones come instead."""
    gone, reason = literal_in_words(-resolution.pivot, puzzle), capitalised(demand(resolution.reason, puzzle))
    came = [literal_in_words(literal, puzzle) for literal in resolution.came]
    instead = f"{listed(came)} {'replaces' if len(came) == 1 else 'replace'} {gone}" if came else f"{gone} drops out"
    return f"{reason}: {instead}."


def demand(clause: Clause, puzzle: Puzzle) -> str:
    """Say what a clause demands, as in "r7c7 cannot be 3 and 5 at once"."""
    geometry = puzzle.geometry
    places = [divmod(abs(literal) - 1, geometry.symbols) for literal in clause]
    cells, symbols = sorted({cell for cell, _ in places}), [puzzle.symbol(digit + 1) for _, digit in sorted(places)]
    if len(clause) == 2 and max(clause) < 0 and len(cells) == 1:
        return f"{geometry.name(cells[0])} cannot be {listed(symbols)} at once"
    rule = rule_name(puzzle, clause)
    if len(clause) == 2 and rule:
        return f"{geometry.units[geometry.shared_unit(*cells) or 0]} cannot hold {symbols[0]} twice"
    return rule or "a clause learnt earlier says so"


def back_to(graph: Graph) -> int:
    """Return the level a finished clause usually sends a solver back to: the second highest among its literals."""
    return max(_levels(graph, graph.clause(len(graph.resolutions))[1:]), default=0)


def _levels(graph: Graph, clause: Clause) -> list[int]:
    levels = {-node.literal: node.level for node in graph.nodes}
    return [levels[literal] for literal in clause]


def part_of(view: ImplicationView) -> StepPart | None:
    """Return what is told of the last resolution in place of the step, and marked on the board."""
    if view.last is None:
        return None
    caption = Span(f"{view.heading}. ", view.voice), Span(view.words)
    return StepPart(caption, view.clause, view.cell_of(view.last.pivot))


def no_graph(timeline: Timeline, position: int) -> ImplicationView:
    """Say why there is no graph, what is shown at a conflict, and which keys lead there and through its resolutions."""
    why = "No clause has been learnt yet."
    if position and timeline.step(position).kind is Kind.CONFLICT:
        why = "The reasons that led to this conflict are not known."
        if not timeline.board_at(position).level:
            why = "This conflict does not depend on any guess: nothing can be learnt from it."
    there, resolves = key_of("next conflict"), key_of("forward")
    invites = (
        "At a conflict, the literals that led to it appear here as a graph, with the clause to learn from it: "
        f"press {there} for the next conflict, then {resolves} for each resolution."
    )
    return ImplicationView(timeline.head.puzzle, heading=why, invites=invites)


@pane(
    "implications",
    title="Conflict",
    rank=40,
    keys="Shift+Y",
    help="Step through a conflict and its clause, then large, then off",
    key_rank=480,
    words="implication implications graph clause clauses learning learnt analysis cut",
)
class ConflictPane(Pane):
    """Explains a conflict, for solvers that learn clauses."""

    stage = 0.62
    halts: ClassVar = frozenset({Kind.BACKTRACK})

    def __init__(self, layout: PaneLayout, run: WatchedRun) -> None:
        super().__init__(layout, run)
        self.pages = self.parts = self.pointing = self
        self.follow(run)
        self._viewed = False
        """Whether the window has shown the pane."""
        self._cells: frozenset[Cell] = frozenset()
        """The cells named in the graph shown."""
        self._clause: Clause = ()

    def follow(self, run: WatchedRun) -> None:
        super().follow(run)
        self._graphs = Implications(run.player.timeline)
        self._made = 0, 0
        """A position, and the number of resolutions made there."""
        self._pointed: Candidate | None = None
        """The candidate under the pointer."""

    def toggle(self) -> str:
        """Show the pane, enlarge it to most of the window, or hide it and restore the board's size, in turn."""
        if self.shown and self.layout.large != self.name and self.applies(self.run.solver):
            self.layout.maximise(self.name, self.stage)
            return ""
        return super().toggle()

    def applies(self, solver: Solver) -> bool:
        return solver.formula == "clauses" and not solver.black_box

    def film(self, header: Mapping[str, Any]) -> dict[str, Any] | None:
        fought = self.applies(self.run.solver) and Kind.CONFLICT in header["frames"]["kind"]
        return {"units": list(map(str, self.run.composer.puzzle.geometry.units))} if fought else None

    def view(self, moment: Moment) -> ImplicationView | None:
        self._viewed = True
        if moment.solver.formula != "clauses":
            return None
        if moment.position != self._made[0]:
            self._made = moment.position, 0  # returning to a conflict starts it over
        view = self._graphs.at(moment.position, self.made_at(moment.position))
        self._cells, self._clause = frozenset(map(view.cell_of, view.levels)), view.clause
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
        return part_of(self._graphs.at(position, made)) if made and not self.run.player.running else None

    def missing(self, solver: Solver) -> str:
        return f"{solver.title} learns no clauses."

    @property
    def waits(self) -> str:
        reached = self.run.player.timeline.counts(self.run.player.position)[Kind.CONFLICT]
        return "" if reached else f"It opens at the first conflict. {key_of('next conflict')} leads there."

    def remark(self) -> str:
        solver = self.run.solver
        if solver.formula == "clauses":
            return ""
        with_one = [one.title for one in map(solvers.get, solvers.names()) if one.restarts]
        return f"{solver.title} has no implication graph; try {', '.join(with_one)}."
