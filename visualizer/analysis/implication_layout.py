"""Lays out an implication graph in columns in trail order, with causes on the left and the conflict on the right.

No literal in a column is a reason for another. Within a column, literals are listed from top to bottom in the order
they became true. Resolution works backwards along the trail, so it always resolves the last literals first, and the cut
is a line with at most one jog that moves left by one literal per resolution. Literals of lower levels are not laid out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from visualizer.analysis.implication_graph import CONFLICT, Graph, LiteralNode, Side


class Slot(NamedTuple):
    """A literal's place in the layout: its column, its row, and the number of rows in that column."""

    column: int
    row: int
    rows: int

    @property
    def y(self) -> float:
        """The height of the slot's middle, measured from the top, 0 … 1."""
        return (self.row + 0.5) / self.rows


class Cut(NamedTuple):
    """The line of the cut: down the right side of a column, over to its left side, then down to the bottom."""

    column: int
    y: float

    @property
    def along(self) -> float:
        """The position of the cut as a single number: its column plus its height in that column, 0 … 1."""
        return self.column + self.y

    @classmethod
    def at(cls, along: float) -> Cut:
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

    def cut(self, made: int) -> Cut:
        """Return the cut after the given number of resolutions."""
        if not made or not self.order:
            return Cut(self.columns - 2, 1.0)
        slot = self.slots[self.order[min(made, len(self.order)) - 1]]
        return Cut(slot.column, slot.row / slot.rows)


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


class LiteralState(NamedTuple):
    """The state of a literal after some of the resolutions."""

    resolved: bool
    """Whether the literal is on the conflict's side of the cut."""
    named: bool
    """Whether the clause contains the literal's negation."""


def states(graph: Graph, made: int) -> dict[int, LiteralState]:
    """Return the state of each literal by index, after the given number of resolutions."""
    gone = {resolution.pivot for resolution in graph.resolutions[:made]}
    clause = set(graph.clause(made))
    return {i: _state(node, gone, clause) for i, node in enumerate(graph.nodes)}


def _state(node: LiteralNode, gone: set[int], clause: set[int]) -> LiteralState:
    return LiteralState(node.literal in gone, -node.literal in clause)
