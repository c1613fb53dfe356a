"""The search as a tree whose nodes are the guesses, numbered in the order they were made.

Every node comes before its descendants, so a subtree is a range of numbers, and a query over all nodes
takes only a few array operations. Node 0 is the root, which stands for the givens before any guess.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.core.step import Kind, Step, Why
from visualizer.timeline.chunk import BLOCK, Chunk, Counts
from visualizer.timeline.timeline import Clock, Timeline

MOST_NODES = 4000
"""The maximum number of guesses worth drawing individually."""
NEVER = 2**62
"""The position of an event that has not happened."""
_TELLING = (Kind.GUESS, Kind.BACKTRACK, Kind.CONFLICT, Kind.SOLVED)

Column = npt.NDArray[np.int64]


class NodeState(IntEnum):
    """The state of a node at the playhead."""

    AHEAD = 0
    """A guess not made yet."""
    OPEN = 1
    """A guess on the board."""
    FAILED = 2
    """A guess undone without finding a solution below it."""
    SOLVED = 3
    """A guess undone after finding a solution below it."""
    LEFT = 4
    """A guess undone by a restart, which proves nothing about it."""


class SubtreeSummary(NamedTuple):
    """Totals for one or more subtrees, as far as the tree has grown."""

    guesses: int
    """The number of guesses, including the subtrees' own roots but not the root of the tree."""
    steps: int
    """The number of steps below the guesses at the roots of the subtrees."""
    conflicts: int
    solutions: int


class _Column:
    """A descriptor for one column of the tree: a value for each node so far."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __get__(self, tree: "SearchTree", owner: object = None) -> Column:
        return tree._columns[self.number, : tree.size]


class SearchTree:
    """The tree of the guesses on a timeline, which grows with it."""

    def __init__(self, timeline: Timeline, most: int = MOST_NODES) -> None:
        self.timeline = timeline
        self.most = most
        self.grown = 0
        """The position up to which the tree has grown."""
        self.too_large = False
        """Whether there are too many guesses to show, so that the tree has stopped growing."""
        self.lost = False
        """Whether the next steps have been forgotten, so that the tree cannot grow until they are recreated."""
        self.version = 0
        """A counter that increases whenever a step changes the shape of the tree."""
        self.size = 1
        """The number of nodes, including the root."""
        self._jumps = np.zeros((most + 1, 4), np.int64)
        self._jumped = 0
        self._open = [0]
        self._seen = dict.fromkeys(_TELLING, 0)
        self._columns = np.zeros((11, most + 1), np.int64)
        self._columns[:2, 0] = -1
        self._columns[6:8] = NEVER

    # Columns: one value per node.

    parents = _Column(0)
    """The parent of each node; -1 for the root."""
    cells = _Column(1)
    digits = _Column(2)
    levels = _Column(3)
    positions = _Column(4)
    """The position of each guess."""
    conflicts = _Column(5)
    """The number of conflicts while the node was the innermost open guess."""
    ends = _Column(6)
    """The position at which each guess was undone, or NEVER if it is still open."""
    solved_at = _Column(7)
    """The position of the first solution found while the guess was open, or NEVER if there was none."""
    solutions = _Column(8)
    """The number of solutions found while the node was the innermost open guess."""

    signs = _Column(9)
    """Whether each guess places its digit: 1, or 0 if it rules the digit out."""
    left = _Column(10)
    """Whether a restart undid the guess: 1 or 0."""

    @property
    def sizes(self) -> Column:
        """The number of nodes in each node's subtree, including the node itself."""
        beyond = np.searchsorted(self.positions, self.ends, side="left")
        sizes: Column = beyond - np.arange(self.size)
        return sizes

    @property
    def steps(self) -> Column:
        """The number of steps below each node: after the guess was made and before it was undone."""
        return np.minimum(self.ends - 1, self.grown) - self.positions

    @property
    def jumps(self) -> Column:
        """The restarts and the backjumps over more than one level, with position, source, target and restart (0 or 1):
        shape (jumps, 4). Source and target are the innermost nodes before and after the jump.
        """
        return self._jumps[: self._jumped]

    # At the playhead

    def states(self, position: int) -> npt.NDArray[np.int8]:
        """Return the :class:`NodeState` of each node at a position."""
        undone = np.where(self.left, NodeState.LEFT, NodeState.FAILED)
        undone[self.solved_at <= position] = NodeState.SOLVED
        states = np.where(self.ends > position, NodeState.OPEN, undone)
        states[self.positions > position] = NodeState.AHEAD
        return states.astype(np.int8)

    def path(self, position: int) -> list[int]:
        """Return the guesses on the board at a position, outermost first, without the root."""
        standing = (self.positions <= position) & (self.ends > position)
        return [int(node) for node in np.flatnonzero(standing)[1:]]

    def below(self, first: int, last: int | None = None) -> SubtreeSummary:
        """Return totals for a subtree, or for all adjacent subtrees up to the node ``last``."""
        if last is None:
            last = first + int(self.sizes[first]) - 1
        own = slice(first, last + 1)
        roots = self.parents[own] < first
        steps = int((self.steps[own] * roots).sum())
        conflicts, solutions = int(self.conflicts[own].sum()), int(self.solutions[own].sum())
        return SubtreeSummary(last - first + (first > 0), steps, conflicts, solutions)

    # Growing

    def grow(self, clock: Clock, seconds: float) -> bool:
        """Grow with the timeline for about ``seconds``. Return True once the tree has caught up with the recording."""
        timeline, until = self.timeline, clock() + seconds
        guesses = timeline.counts(timeline.length)[Kind.GUESS]
        self.too_large = self.too_large or bool(guesses > self.most)
        self.lost = False
        while self.grown < timeline.length and not self.too_large:
            index = timeline.index(self.grown)
            chunk = timeline.chunks[index]
            if not chunk.forgotten:
                self._grow_in(chunk)
            elif self._has_seen(timeline.chunks[index + 1].base):
                self.grown = chunk.end
            else:
                self.lost = True
                return False
            if clock() >= until:
                break
        return self.grown == timeline.length

    def _grow_in(self, chunk: Chunk) -> None:
        block = (self.grown - chunk.start) // BLOCK
        end = min(chunk.start + (block + 1) * BLOCK, chunk.end)
        counts = chunk.block_counts
        if block + 1 < len(counts) and self._has_seen(counts[block + 1]):
            self.grown = end
            return
        for at in chunk.where(self.grown, end, chunk.book.of_kinds(_TELLING)):
            self._follow(self.timeline.step(at), at)
        self.grown = end

    def _has_seen(self, counts: Counts) -> bool:
        return all(counts[kind] == seen for kind, seen in self._seen.items())

    def _follow(self, step: Step, position: int) -> None:
        kind = step.kind
        self._seen[kind] += 1
        if kind is Kind.CONFLICT:
            self._columns[5, self._open[-1]] += 1
            return
        self.version += 1
        if kind is Kind.GUESS:
            number = self.size
            self._columns[:5, number] = self._open[-1], step.cell, step.digit, len(self._open), position
            self._columns[9, number] = step.sign
            self._open.append(number)
            self.size += 1
        elif kind is Kind.BACKTRACK:
            level, restart = max(step.level, 0), step.why is Why.RESTART
            undone = self._open[level + 1 :]
            if len(undone) > 1 or restart and undone:
                self._jumps[self._jumped] = position, undone[-1], self._open[level], restart
                self._jumped += 1
            self._columns[6, undone], self._columns[10, undone] = position, restart
            del self._open[level + 1 :]
        else:
            self._columns[8, self._open[-1]] += 1
            self._columns[7, self._open] = np.minimum(self._columns[7, self._open], position)


# Places the nodes of a search tree, folding subtrees to make it fit. Undone subtrees are folded if they have no more
# guesses than a threshold. The threshold is a power of two that never falls while the tree grows, so nothing unfolds
# again. Adjacent folded subtrees share one triangle. Open guesses and the path to the first solution are never
# folded; other solutions are folded last. The layout does not depend on the playhead, so nothing moves while the user
# scrubs. If the current path leads into a triangle, it runs straight down through it.


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
    span: int
    """The width in leaves, rounded up by at most a quarter if there is room, so that a growing tree rarely rescales."""

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

    @property
    def leaves(self) -> int:
        return int(np.count_nonzero(self.tips))

    @classmethod
    def of(cls, tree: SearchTree, fold: int) -> "Folding":
        threshold, solutions = _folds(tree.most)[fold]
        sizes, parents, solved_at = tree.sizes, tree.parents, tree.solved_at
        stays = (solved_at == solved_at[0] if solutions else True) & (solved_at < NEVER)
        folded = (tree.ends < NEVER) & (sizes <= threshold) & ~stays
        heads = np.flatnonzero(folded & ~folded[parents])  # parents[0] is -1, the last node; the root is never folded
        follows = np.zeros(len(heads), np.bool_)
        follows[1:] = (parents[heads[1:]] == parents[heads[:-1]]) & (heads[:-1] + sizes[heads[:-1]] == heads[1:])
        shown = ~folded
        shown[heads[~follows]] = True
        return cls(folded, shown, shown & (folded | (sizes == 1)), sizes)


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
    jumps = tree.jumps.copy()
    jumps[:, 1:3] = items[jumps[:, 1:3]]
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
        jumps[jumps[:, 1] != jumps[:, 2]],
        int(tree.levels.max()),
        max(leaves, min(wide, capacity)),
    )


def draw(tree: SearchTree, layout: TreeLayout, position: int) -> TreeDrawing:
    """Return a layout as it appears at a position."""
    path = [0, *tree.path(position)]
    items = layout.items[path]
    states = tree.states(position)[layout.nodes]
    states[(layout.solved_at <= position) & (states > NodeState.OPEN)] = NodeState.SOLVED
    states[items] = NodeState.OPEN
    done = np.searchsorted(layout.jumps[:, 0], position, side="right")
    return TreeDrawing(layout, states, tuple(path), layout.x[items], tree.levels[path], layout.jumps[:done])
