"""Explains a conflict: the literals that led to it, their reasons, and the cut that yields the learnt clause.

Everything is read from the run: the clauses named by its steps or, when a rule was applied, the peer that holds the
digit. Going backwards from the conflict, literals of its level are replaced by their reasons until only one is left.
This is the first unique implication point (UIP): every path from the level's guess to the conflict passes through it.
The cut separates the UIP and the lower levels from everything that follows from them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import islice
from math import ceil
from typing import NamedTuple

from solvers.core.board import clause_of
from solvers.core.step import Clause, Kind, Step, Why
from visualizer.timeline.search import standing_steps
from visualizer.timeline.timeline import Timeline
from visualizer.timeline.trail import Trail, TrueSince

CONFLICT = -1
"""The target of an edge that leads to the conflict itself."""


class Side(Enum):
    """A literal's role, and which side of the cut it is on."""

    LOWER = "lower"
    """A literal from a lower level, which becomes part of the clause."""
    BEHIND = "behind"
    """A literal of the conflict's level, between that level's guess and the UIP."""
    UIP = "uip"
    FOLLOWS = "follows"
    """A literal between the UIP and the conflict."""


class LiteralNode(NamedTuple):
    """A literal that is true."""

    literal: int
    level: int
    side: Side
    decision: bool = False


class Resolution(NamedTuple):
    """One resolution step: the clause is resolved with the reason of a literal whose negation it contains.

    Literals refuted by the givens (false at level 0) are omitted from every clause, as in the solver.
    """

    pivot: int
    """The true literal whose negation is resolved away."""
    reason: Clause
    """The clause that forced the pivot, with the pivot first."""
    came: Clause
    """The literals added by the reason."""
    clause: Clause
    """The resolvent."""


@dataclass(frozen=True)
class Graph:
    """The part of the implication graph that a clause is learnt from."""

    nodes: tuple[LiteralNode, ...]
    """The nodes in the order they became true."""
    edges: tuple[tuple[int, int], ...]
    """Pairs of node indices: a literal and one that it helped to force, or CONFLICT."""
    level: int
    """The level of the conflict."""
    start: Clause
    """The conflict clause, whose literals are all false, without those refuted by the givens."""
    resolutions: tuple[Resolution, ...]
    """How the clause is derived: the resolutions up to the cut, then one for each literal that the others imply."""

    def clause(self, made: int) -> Clause:
        """Return the clause after the given number of resolutions."""
        return self.resolutions[made - 1].clause if made else self.start

    @property
    def to_cut(self) -> int:
        """The number of resolutions needed to reach the cut."""
        return sum(node.side is Side.FOLLOWS for node in self.nodes)


def graph_at(timeline: Timeline, position: int) -> Graph | None:
    """Return the graph of the conflict that the step at a position belongs to: the CONFLICT itself, the clause learnt
    from it, or the backjump. Return ``None`` for other steps, and if any reason is unknown (forgotten, too far back, or
    not given by the solver).
    """
    at = _conflict_of(timeline, position)
    if at is None:
        return None
    trail = Trail(timeline.board_at(at))
    step = timeline.step(at)
    if step.kind is Kind.CONFLICT:
        clause = step.detail
    else:  # the clause that excludes the board's digits as a solution
        clause = tuple(-(cell * trail.symbols + digit) for cell, digit in enumerate(trail.values))
    return _ConflictAnalysis(timeline, at, trail).graph(clause)


def learnt_before(timeline: Timeline, position: int) -> Clause | None:
    """Return the clause learnt in the step just before a backjump, also for the step that follows from it."""
    step = timeline.step(position)
    jumped = step.kind is Kind.BACKTRACK
    at = position - 1 if jumped else position - 2
    if at < 1 or not timeline.known(at) or not (jumped or step.why is Why.LEARNT_CLAUSE):
        return None
    before = timeline.step(at)
    return before.detail if before.kind is Kind.LEARN and before.why is Why.LEARNT_CLAUSE else None


def jump_after(timeline: Timeline, position: int) -> int | None:
    """Return the level the solver goes back to from the conflict or the learnt clause at a position, or ``None`` if
    that has not been recorded yet.
    """
    for at in range(position, min(position + 2, timeline.length) + 1):
        step = timeline.step(at) if timeline.known(at) else None
        if step is not None and step.kind is Kind.BACKTRACK:
            return max(step.level, 0)
        if step is None or step.kind not in (Kind.CONFLICT, Kind.SOLVED, Kind.LEARN):
            break
    return None


def _conflict_of(timeline: Timeline, position: int) -> int | None:
    """Return the position of the conflict that a step belongs to, or of the solution that its clause excludes."""
    learnt = False
    for at in range(position, max(0, position - 3), -1):
        if not timeline.known(at):
            return None
        step = timeline.step(at)
        if step.kind is Kind.CONFLICT and step.why is not Why.ASSUMED:
            return at if clause_of(step, timeline.head.geometry) else None
        if step.kind is Kind.SOLVED and learnt:
            return at
        if step.kind is Kind.LEARN and at >= position - 1:
            learnt = True
        elif step.kind is not Kind.BACKTRACK or at < position:
            return None
    return None


class _ConflictAnalysis:
    def __init__(self, timeline: Timeline, position: int, trail: Trail) -> None:
        self.trail = trail
        self.level = trail.depth
        self._steps = standing_steps(timeline, position)  # read back only as far as reasons are needed
        self._read: list[Step] = []
        """The steps that made the last trail entries, latest first."""
        self._when, self.causes = cache(self._since), cache(self._causes)

    def graph(self, conflict: Clause) -> Graph | None:
        """Return the graph, or ``None`` if there is nothing to learn or a reason is unknown."""
        if not self.level:
            return None
        try:
            uip, follows, lower = self._cut(conflict)
            behind = self._behind(uip)
        except LookupError:
            return None
        going = [literal for literal in lower if self._goes(literal, lower)]
        start = self.trail.in_order(self._above_givens(conflict))
        order = [*follows, *sorted(going, key=lambda literal: (self._when(literal), -literal), reverse=True)]
        resolutions = tuple(self._resolutions(start, order))
        sides = dict.fromkeys(lower, Side.LOWER) | dict.fromkeys(behind, Side.BEHIND)
        sides |= {uip: Side.UIP} | dict.fromkeys(follows, Side.FOLLOWS)
        in_order = sorted(sides, key=lambda literal: (self._when(literal), -literal))  # the last is resolved first
        nodes = tuple(self._node(literal, sides[literal]) for literal in in_order)
        return Graph(nodes, self._edges(nodes, conflict), self.level, start, resolutions)

    def _goes(self, literal: int, lower: list[int]) -> bool:
        """Return whether the learnt clause can drop a literal of the cut because the others imply it."""
        try:
            causes = self.causes(literal)
        except LookupError:  # the reason is forgotten, or too far back
            return False
        return bool(causes) and all(cause in lower or not self._level(cause) for cause in causes)

    def _resolutions(self, clause: Clause, pivots: list[int]) -> Iterator[Resolution]:
        for pivot in pivots:
            reason = self.trail.in_order(-cause for cause in self.causes(pivot))
            came = tuple(one for one in self._above_givens(reason) if one not in clause)
            clause = self.trail.in_order({*clause, *came} - {-pivot})
            yield Resolution(pivot, (pivot, *reason), came, clause)

    def _above_givens(self, clause: Iterable[int]) -> Clause:
        return tuple(literal for literal in clause if self._level(-literal))

    def _level(self, literal: int) -> int:
        return self.trail.level(self._when(literal))

    def _cut(self, conflict: Clause) -> tuple[int, list[int], list[int]]:
        """Return the UIP, the literals that follow from it, and the literals from lower levels that are involved."""
        waiting, follows, lower = list[tuple[int, bool, int]](), list[int](), dict[int, None]()
        seen = set[int]()
        causes = [-literal for literal in conflict]
        while True:
            for literal in causes:
                entry, by_itself = since = self._when(literal)
                level = self.trail.level(since)
                if level == self.level and literal not in seen:
                    seen.add(literal)
                    heappush(waiting, (-entry, not by_itself, literal))  # the latest literal comes first
                elif level and level < self.level:
                    lower[literal] = None
            *_, latest = heappop(waiting)
            if not waiting:
                return latest, follows, list(lower)
            follows.append(latest)
            causes = self.causes(latest)

    def _behind(self, uip: int) -> list[int]:
        """Return the literals on the way from the level's guess to the UIP."""
        found, waiting = dict[int, None](), [uip]
        while waiting:
            for literal in self.causes(waiting.pop()):
                if self.trail.level(self._when(literal)) == self.level and literal not in found:
                    found[literal] = None
                    waiting.append(literal)
        return list(found)

    def _since(self, literal: int) -> TrueSince:
        since = self.trail.since(literal)
        if since is None:
            raise LookupError(f"{literal} does not hold")
        return since

    def _causes(self, literal: int) -> list[int]:
        """Return the literals that forced this one; a guess has none. Raises ``LookupError`` if they are unknown."""
        entry, follows = self._when(literal)
        cell, digit = self.trail.place(literal)
        if follows:
            return [self.trail.entries[entry].literal] if entry >= 0 else []
        if self.trail.entries[entry].decision:
            return []
        # Walk back to the step that made the entry.
        number = len(self.trail.entries) - 1 - entry
        self._read += [step for _, step in islice(self._steps, max(0, number + 1 - len(self._read)))]
        if number >= len(self._read):
            raise LookupError("those steps have been forgotten, or are too far back")
        step = self._read[number]
        clause = clause_of(step, self.trail.geometry)
        if literal in clause:
            return [-other for other in clause if other != literal]
        holder = self.trail.holder(cell, digit)
        if literal < 0 and step.why is Why.RULE and holder is not None and 0 <= holder < entry:
            return [self.trail.entries[holder].literal]
        raise LookupError(f"no reason is given for {literal}")

    def _node(self, literal: int, side: Side) -> LiteralNode:
        entry, follows = self._when(literal)
        decision = not follows and entry >= 0 and self.trail.entries[entry].decision
        return LiteralNode(literal, self.trail.level(TrueSince(entry)), side, decision)

    def _edges(self, nodes: tuple[LiteralNode, ...], conflict: Clause) -> tuple[tuple[int, int], ...]:
        index = {node.literal: i for i, node in enumerate(nodes)}
        edges = [
            (index[cause], i)
            for i, node in enumerate(nodes)
            if node.side is not Side.LOWER
            for cause in self.causes(node.literal)
            if cause in index
        ]
        return (*edges, *((index[-literal], CONFLICT) for literal in conflict if -literal in index))


# Lays out an implication graph in columns in trail order, with causes on the left and the conflict on the right. No
# literal in a column is a reason for another. Within a column, literals are listed from top to bottom in the order
# they became true. Resolution works backwards along the trail, so it always resolves the last literals first, and the
# cut is a line with at most one jog that moves left by one literal per resolution. Literals of lower levels are not
# laid out.


class Slot(NamedTuple):
    """A literal's place in the layout: its column, its row, and the number of rows in that column."""

    column: int
    row: int
    rows: int

    @property
    def y(self) -> float:
        """The height of the slot's middle, measured from the top, 0 … 1."""
        return (self.row + 0.5) / self.rows


class GraphCut(NamedTuple):
    """The line of the cut: down the right side of a column, over to its left side, then down to the bottom."""

    column: int
    y: float

    @property
    def along(self) -> float:
        """The position of the cut as a single number: its column plus its height in that column, 0 … 1."""
        return self.column + self.y

    @classmethod
    def at(cls, along: float) -> "GraphCut":
        """Return the cut at a position given as in :attr:`along`."""
        column = ceil(along) - 1
        return cls(column, along - column)


@dataclass(frozen=True)
class GraphLayout:
    """The columns for the conflict's level, followed by the conflict."""

    slots: dict[int, Slot]
    """The slots of CONFLICT and of the literals at the conflict's level, by their index in the graph."""
    columns: int
    order: tuple[int, ...]
    """The indices of the literals after the UIP, in the order they are resolved."""

    def cut(self, made: int) -> GraphCut:
        """Return the cut after the given number of resolutions."""
        if not made or not self.order:
            return GraphCut(self.columns - 2, 1.0)
        slot = self.slots[self.order[min(made, len(self.order)) - 1]]
        return GraphCut(slot.column, slot.row / slot.rows)


@lru_cache(maxsize=8)
def lay_out(graph: Graph, rows: int) -> GraphLayout:
    """Lay out the graph in columns of at most ``rows`` rows. The guess and the UIP each get their own column."""
    columns: list[list[int]] = []
    causes: dict[int, set[int]] = {}
    for cause, effect in graph.edges:
        causes.setdefault(effect, set()).add(cause)
    for i, node in enumerate(graph.nodes):
        if node.side is Side.LOWER:
            continue
        here = columns[-1] if columns else []
        alone = (
            node.side is Side.UIP or not here or graph.nodes[here[0]].side is Side.UIP or graph.nodes[here[0]].decision
        )
        if alone or len(here) >= max(1, rows) or not causes.get(i, set()).isdisjoint(here):
            columns.append([])
        columns[-1].append(i)
    columns.append([CONFLICT])
    slots = {i: Slot(at, row, len(column)) for at, column in enumerate(columns) for row, i in enumerate(column)}
    order = tuple(i for i in reversed(range(len(graph.nodes))) if graph.nodes[i].side is Side.FOLLOWS)
    return GraphLayout(slots, len(columns), order)
