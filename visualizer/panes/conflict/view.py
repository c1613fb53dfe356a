"""The implication graph to show: the one for the step at the playhead, or else for the last conflict before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.core import literals
from solvers.core.step import Kind, Why
from visualizer.analysis.implication_graph import Graph, Node, Side, graph_at
from visualizer.narration.clauses import in_words, names_all
from visualizer.timeline.search import find
from visualizer.timeline.timeline import Timeline


@dataclass(frozen=True)
class ImplicationView:
    """A graph and its sentences."""

    puzzle: Puzzle
    graph: Graph | None = None
    heading: str = ""
    clause: str = ""
    """The clause of the cut, or the learnt clause, as a sentence."""
    short: str = ""
    """The heading used when there is little room."""
    here: bool = True
    """Whether it belongs to the step at the playhead."""


class Implications:
    """The views of one run."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._graph_at = lru_cache(maxsize=2)(partial(graph_at, timeline))  # usually here, and the last one learnt

    def at(self, position: int) -> ImplicationView:
        """Return the view at a position that can be shown. It reads boards of the timeline."""
        puzzle = self.timeline.head.puzzle
        graph = self._graph_at(position) if position else None
        if graph is not None:
            back = self.timeline.step(position).kind is Kind.BACKTRACK  # from the clause learnt in the step before
            text = said(graph, puzzle, position - 1 if back else 0)
            return ImplicationView(puzzle, graph, heading(graph, puzzle), text, short(graph, puzzle))
        found = find(self.timeline, (Kind.LEARN,), position + 1, forward=False)
        learnt = found is not None and found.exact and self._is_of_a_conflict(found.position)
        graph = self._graph_at(found.position) if found and learnt else None
        if graph is None or found is None:
            return ImplicationView(puzzle, heading=nothing(self.timeline, position))
        uip = literals.write(uip_of(graph).literal, puzzle)
        last = f"Learnt last, at step {grouped(found.position)}: level {graph.level}, the first UIP is {uip}."
        text = said(graph, puzzle, found.position)
        return ImplicationView(puzzle, graph, last, text, short(graph, puzzle), here=False)

    def _is_of_a_conflict(self, position: int) -> bool:
        return self.timeline.known(position) and self.timeline.step(position).why is Why.LEARNT_CLAUSE


def uip_of(graph: Graph) -> Node:
    """Return the first unique implication point."""
    return next(node for node in graph.nodes if node.side is Side.UIP)


def heading(graph: Graph, puzzle: Puzzle) -> str:
    """Say where the cut is, and why it is there."""
    uip = uip_of(graph)
    text = literals.write(uip.literal, puzzle)
    if uip.decision:
        return f"Level {graph.level}: the guess {text} itself is the first UIP."
    return f"Level {graph.level}: every way from the guess to the conflict leads through {text}, the first UIP."


def short(graph: Graph, puzzle: Puzzle) -> str:
    return f"Level {graph.level}: first UIP {literals.write(uip_of(graph).literal, puzzle)}."


def said(graph: Graph, puzzle: Puzzle, learnt_at: int = 0) -> str:
    """Return the clause as a sentence, and what was dropped from it. For a long one, say where to find all of it: in
    the formula at the step that learnt it (0: at the playhead).
    """
    shown = graph.learnt or graph.cut
    clause = in_words(shown, puzzle)
    if graph.learnt and not names_all(shown):
        clause += f" (all in the formula{f' at step {grouped(learnt_at)}' if learnt_at else ''}, F)"
    dropped = len(graph.cut) - len(graph.learnt)
    if not graph.learnt:
        return f"The cut says: {clause}."
    if not dropped:
        return f"Learnt from the cut: {clause}."
    many = "1 literal of the cut follows" if dropped == 1 else f"{dropped} literals of the cut follow"
    return f"Learnt: {clause}. {many} from the others and {'is' if dropped == 1 else 'are'} left out."


def nothing(timeline: Timeline, position: int) -> str:
    """Say why there is no graph."""
    step = timeline.step(position) if position else None
    if step is not None and step.kind is Kind.CONFLICT:
        if not timeline.board_at(position).level:
            return "This conflict does not depend on any guess: nothing can be learnt from it."
        return "The reasons that led to this conflict are not known."
    return "No clause has been learnt yet: at a conflict its reasons are drawn here."
