"""Places the nodes of a search tree, folding subtrees to make it fit.

Undone subtrees are folded if they have no more guesses than a threshold. The threshold is a power of two that never
falls while the tree grows, so nothing unfolds again. Adjacent folded subtrees share one triangle. Open guesses and the
path to the first solution are never folded; other solutions are folded last.

The layout does not depend on the playhead, so nothing moves while the user scrubs. If the current path leads into a
triangle, it runs straight down through it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from visualizer.analysis.search_tree import NEVER, Column, NodeState, SearchTree, SubtreeSummary

Floats = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
_LEAST_SPAN = 8
"""The minimum width of a tree in leaves, so that a tree of two guesses does not stretch from edge to edge."""


@dataclass(frozen=True)
class TreeLayout:
    """The placed items of a tree (nodes, and triangles that each stand for several), with one value per item.

    x is in leaves (0 … ``span``), y in levels (from 0, the root's, to ``deepest``).
    """

    nodes: Column
    """The node of each item; for a triangle, the first of its nodes."""
    last: Column
    """The last node the item stands for; for a single node, the node itself."""
    parents: Column
    """The parent item of each item; -1 for the root."""
    x: Floats
    y: Column
    bottom: Column
    """The level of the item's deepest guess; for a single node, its own level."""
    guesses: Column
    """The number of guesses the item stands for: more than 1 for a triangle, 0 for the root."""
    positions: Column
    """The position of the first guess the item stands for."""
    solved_at: Column
    """The position of the first solution in the item, or NEVER if there is none."""
    items: Column
    """For each node of the tree, the item that displays it."""
    jumps: Column
    """Backjumps and restarts, with position, source item, target item and restart (0 or 1): shape (jumps, 4)."""
    deepest: int
    """The level of the deepest guess."""
    leaves: int
    span: int
    """The width in leaves, rounded up by at most a quarter if there is room, so that a growing tree rarely rescales."""
    threshold: int
    """Undone subtrees with at most this many guesses are folded."""

    def nearest(self, x: float, y: float, across: float, down: float) -> tuple[int, float]:
        """Return the item nearest to a point and its distance in pixels, given the size of a leaf and a level in
        pixels.
        """
        aside = np.abs(self.x - x) * across
        above = np.maximum(np.maximum(self.y - y, y - self.bottom), 0) * down
        distance = np.hypot(aside, above)
        item = int(distance.argmin())
        return item, float(distance[item])


@dataclass(frozen=True)
class TreeDrawing:
    """A layout as it appears at the playhead."""

    layout: TreeLayout
    states: npt.NDArray[np.int8]
    """The :class:`NodeState` of each item. A triangle is OPEN if the path leads into it."""
    path: tuple[int, ...]
    """The nodes on the board, including the root, outermost first."""
    path_x: Floats
    path_y: Column
    jumps: Column
    """The rows of :attr:`TreeLayout.jumps` up to the playhead."""


class TreeView:
    """Draws one tree, caching the folding and the last drawing."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        self._fold = 0
        self._capacity = 0
        self._layout: tuple[tuple[int, ...], TreeLayout] | None = None
        self._drawing: tuple[tuple[int, ...], TreeDrawing] | None = None

    def drawing(self, position: int, capacity: int) -> TreeDrawing:
        """Return the tree at a position, laid out for a pane with room for ``capacity`` leaves."""
        key = (self.tree.version, self.tree.grown, position, capacity)
        if self._drawing is None or self._drawing[0] != key:
            self._drawing = key, draw(self.tree, self.layout(capacity), position)
        return self._drawing[1]

    def below(self, item: int) -> SubtreeSummary:
        """Return totals for an item of the last drawn layout: a node with everything below it, or a triangle."""
        assert self._layout is not None
        layout = self._layout[1]
        node, last = int(layout.nodes[item]), int(layout.last[item])
        return self.tree.below(node, last if last > node else None)

    def layout(self, capacity: int) -> TreeLayout:
        """Return the tree, folded until its leaves fit or it cannot be folded further."""
        key = (self.tree.version, capacity)
        if self._layout is None or self._layout[0] != key:
            if capacity != self._capacity:
                self._fold, self._capacity = 0, capacity
            folding = Folding.of(self.tree, self._fold)
            while folding.leaves > capacity and self._fold < len(_folds(self.tree.most)) - 1:
                self._fold += 1
                folding = Folding.of(self.tree, self._fold)
            self._layout = key, place(self.tree, folding, capacity)
        return self._layout[1]


@lru_cache
def _folds(most: int) -> tuple[tuple[int, bool], ...]:
    """Return the levels of folding, from least to most: a threshold, and whether solutions are folded too."""
    thresholds = [2**power for power in range((most + 1).bit_length() + 1)]
    return ((0, False), *((threshold, False) for threshold in thresholds), *((each, True) for each in thresholds))


class Folding(NamedTuple):
    """Which nodes of a tree are folded, as arrays with one flag per node."""

    folded: Flags
    """Whether the node is part of a triangle (or is a leaf that would be a triangle by itself)."""
    shown: Flags
    """Whether the node is placed: it is not folded, or is the first node of a triangle."""
    tips: Flags
    """Whether the node is placed and has nothing below it."""
    sizes: Column
    threshold: int

    @property
    def leaves(self) -> int:
        return int(np.count_nonzero(self.tips))

    @classmethod
    def of(cls, tree: SearchTree, fold: int) -> Folding:
        threshold, solutions = _folds(tree.most)[fold]
        sizes, parents, solved_at = tree.sizes, tree.parents, tree.solved_at
        stays = (solved_at == solved_at[0] if solutions else True) & (solved_at < NEVER)
        folded = (tree.ends < NEVER) & (sizes <= threshold) & ~stays
        heads = np.flatnonzero(folded & ~folded[parents])  # parents[0] is -1, the last node; the root is never folded
        follows = np.zeros(len(heads), np.bool_)
        follows[1:] = (parents[heads[1:]] == parents[heads[:-1]]) & (heads[:-1] + sizes[heads[:-1]] == heads[1:])
        shown = ~folded
        shown[heads[~follows]] = True
        return cls(folded, shown, shown & (folded | (sizes == 1)), sizes, threshold)


def place(tree: SearchTree, folding: Folding, capacity: int) -> TreeLayout:
    """Place leaves side by side in the order of the guesses, and every other node centred above its children."""
    nodes = np.flatnonzero(folding.shown)
    last = np.where(folding.folded[nodes], np.append(nodes[1:], tree.size) - 1, nodes)
    items = np.cumsum(folding.shown) - 1
    tips = np.cumsum(folding.tips)
    ranges = np.stack([nodes, last + 1], axis=1).ravel()
    beneath = np.where(folding.folded[nodes], nodes, nodes + folding.sizes[nodes] - 1)
    parents = np.where(nodes > 0, items[tree.parents[nodes]], -1)
    leaves = folding.leaves
    wide = max(leaves, _LEAST_SPAN)
    step = 1 << max(0, (wide - 1).bit_length() - 3)
    wide = -(-wide // step) * step
    return TreeLayout(
        nodes,
        last,
        parents,
        (tips[nodes] - folding.tips[nodes] + tips[beneath]) / 2,
        tree.levels[nodes],
        np.maximum.reduceat(np.append(tree.levels, 0), ranges)[::2],
        last - nodes + (nodes > 0),
        tree.positions[nodes],
        np.minimum.reduceat(np.append(tree.solved_at, NEVER), ranges)[::2],
        items,
        _jumps(tree, items),
        int(tree.levels.max()),
        leaves,
        max(leaves, min(wide, capacity)),
        folding.threshold,
    )


def _jumps(tree: SearchTree, items: Column) -> Column:
    jumps = tree.jumps.copy()
    jumps[:, 1:3] = items[jumps[:, 1:3]]
    apart = np.flatnonzero(jumps[:, 1] != jumps[:, 2])
    return jumps.take(apart, axis=0)


def draw(tree: SearchTree, layout: TreeLayout, position: int) -> TreeDrawing:
    """Return a layout as it appears at a position."""
    path = [0, *tree.path(position)]
    items = layout.items[path]
    states = tree.states(position)[layout.nodes]
    states[(layout.solved_at <= position) & (states > NodeState.OPEN)] = NodeState.SOLVED
    states[items] = NodeState.OPEN
    done = np.searchsorted(layout.jumps[:, 0], position, side="right")
    return TreeDrawing(layout, states, tuple(path), layout.x[items], tree.levels[path], layout.jumps[:done])
