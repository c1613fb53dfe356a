"""Lays out an implication graph: causes on the left, the conflict on the right.

The first column holds the lower levels and the guess, the second the UIP; then come the consequences, each one column
after the last of its reasons. If there is too little room, literals are summed up: first those that follow from a
single other one, which become part of its edges, then the middle of the consequences.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from visualizer.analysis.implication_graph import CONFLICT, Graph, Node, Side

_BEHIND, _MIDDLE = -2, -3
"""The keys of the literals summed up between the guess and the UIP, and between the UIP and the conflict."""
_OVERFLOW = -10
"""The key of a column's summed up literals is this minus the column's number."""
_LEAST_COLUMNS = 5


class GraphItem(NamedTuple):
    """Something drawn."""

    column: int
    y: float
    """The distance from the top, 0 … 1."""
    node: Node | None = None
    """The node; ``None`` for the conflict, or for several literals summed up."""
    more: int = 0
    """The number of literals summed up."""


@dataclass(frozen=True)
class GraphDrawing:
    """A graph laid out in columns."""

    items: tuple[GraphItem, ...]
    edges: tuple[tuple[int, int], ...]
    """Pairs of items: from, to."""
    columns: int
    folded: int
    """The number of literals drawn as part of the edge from the one that they follow from."""


@lru_cache(maxsize=8)
def lay_out(graph: Graph, columns: int, rows: int) -> GraphDrawing:
    """Lay out the graph in at most that many columns of at most that many items; at the least five columns of two."""
    columns, rows = max(columns, _LEAST_COLUMNS), max(rows, 2)
    edges = list(graph.edges)
    shown = {i: node for i, node in enumerate(graph.nodes)}
    layers = _layers(graph, shown, edges)
    folded = 0
    if not _fits(layers, columns - 3, rows):
        count = len(shown)
        shown, edges = _folded(graph, edges)
        folded = count - len(shown)
        layers = _layers(graph, shown, edges)
    room = columns - 3
    place = {i: layer + 1 for i, layer in layers.items()}  # the UIP is layer 0
    merged: dict[int, int] = {}
    if max(layers.values()) > room:
        merged |= _middle(layers, place, room)
    merged |= _behind(graph)
    for i, node in enumerate(graph.nodes):
        if node.side is Side.LOWER or (node.side is Side.BEHIND and i not in merged):
            place[i] = 0
    if _BEHIND in merged.values():
        place[_BEHIND] = 0
    place[CONFLICT] = max(place.values()) + 1
    return _drawn(graph, place, merged, edges, rows, folded)


def _layers(graph: Graph, shown: dict[int, Node], edges: list[tuple[int, int]]) -> dict[int, int]:
    """Return, for the UIP and its consequences, the most edges between the UIP and each."""
    causes: dict[int, list[int]] = {}
    for cause, effect in edges:
        causes.setdefault(effect, []).append(cause)
    layers: dict[int, int] = {}
    for i, node in shown.items():
        if node.side is Side.UIP:
            layers[i] = 0
        elif node.side is Side.FOLLOWS:
            layers[i] = 1 + max(layers.get(cause, 0) for cause in causes[i])
    return layers


def _fits(layers: dict[int, int], most: int, rows: int) -> bool:
    columns = list(layers.values())
    return max(columns) <= most and all(columns.count(column) <= rows for column in set(columns))


def _folded(graph: Graph, edges: list[tuple[int, int]]) -> tuple[dict[int, Node], list[tuple[int, int]]]:
    """Leave out the literals that follow from a single other one: what they lead to then follows from that one."""
    causes: dict[int, set[int]] = {}
    for cause, effect in edges:
        causes.setdefault(effect, set()).add(cause)
    stands_for: dict[int, int] = {}
    for i, node in enumerate(graph.nodes):
        alone = causes.get(i, set())
        if node.side is Side.FOLLOWS and len(alone) == 1:
            (cause,) = alone
            stands_for[i] = stands_for.get(cause, cause)
    shown = {i: node for i, node in enumerate(graph.nodes) if i not in stands_for}
    kept = ((stands_for.get(cause, cause), effect) for cause, effect in edges if effect not in stands_for)
    return shown, list(dict.fromkeys(kept))


def _middle(layers: dict[int, int], place: dict[int, int], room: int) -> dict[int, int]:
    """Sum up the middle layers into one column so that the others fit; the layers next to the conflict stay longest."""
    deepest = max(layers.values())
    before = (room - 1) // 3
    after = room - 1 - before
    merged = {}
    for i, layer in layers.items():
        if layer > deepest - after:
            place[i] = before + 2 + layer - (deepest - after)
        elif layer > before:
            merged[i] = _MIDDLE
            del place[i]
    place[_MIDDLE] = before + 2
    return merged


def _behind(graph: Graph) -> dict[int, int]:
    """Sum up the literals between the guess and the UIP."""
    return {i: _BEHIND for i, node in enumerate(graph.nodes) if node.side is Side.BEHIND and not node.decision}


def _drawn(
    graph: Graph, place: dict[int, int], merged: dict[int, int], edges: list[tuple[int, int]], rows: int, folded: int
) -> GraphDrawing:
    """Place the items of each column from the top down. ``place`` is the column of each key, ``merged`` the key that
    stands for each summed up node.
    """
    counts = {key: list(merged.values()).count(key) for key in {*merged.values()}}
    causes: dict[int, list[int]] = {}
    for cause, effect in _moved(edges, merged):
        causes.setdefault(effect, []).append(cause)
    height: dict[int, float] = {}
    for column in range(place[CONFLICT] + 1):
        keys = sorted(key for key, at in place.items() if at == column)
        keys.sort(key=lambda key: _order(graph, key, causes, height))
        if len(keys) > rows:
            keys, over = keys[: rows - 1], keys[rows - 1 :]
            key = _OVERFLOW - column
            counts[key] = sum(counts.get(one, 1) for one in over)
            merged |= dict.fromkeys(over, key)
            merged |= {one: key for one, into in merged.items() if into in over}
            place = {one: at for one, at in place.items() if one not in over} | {key: column}
            keys.append(key)
        for row, key in enumerate(keys):
            height[key] = (row + 0.5) / len(keys)
        height |= {one: height[key] for one, key in merged.items() if key in height}
    number = {key: i for i, key in enumerate(place)}
    items = (
        GraphItem(column, height[key], graph.nodes[key] if key >= 0 else None, counts.get(key, 0))
        for key, column in place.items()
    )
    drawn = dict.fromkeys((number[one], number[other]) for one, other in _moved(edges, merged) if one != other)
    return GraphDrawing(tuple(items), tuple(drawn), place[CONFLICT] + 1, folded)


def _moved(edges: list[tuple[int, int]], merged: dict[int, int]) -> list[tuple[int, int]]:
    """Return the edges between the drawn items."""
    return list(dict.fromkeys((merged.get(one, one), merged.get(other, other)) for one, other in edges))


def _order(graph: Graph, key: int, causes: dict[int, list[int]], height: dict[int, float]) -> tuple[float, ...]:
    """Order a column: lower levels from the latest down, dropped literals last, then the guess; the rest near their
    reasons.
    """
    if key >= 0 and graph.nodes[key].side is Side.LOWER:
        return 0, graph.nodes[key].dropped, -graph.nodes[key].level
    if key >= 0 and graph.nodes[key].side is Side.BEHIND:
        return 1, 0, 0
    if key == _BEHIND:
        return 2, 0, 0
    heights = [height[cause] for cause in causes.get(key, ()) if cause in height]
    return 1, sum(heights) / len(heights) if heights else 0.5, key
