"""The search as a tree whose nodes are the guesses, numbered in the order they were made.

Every node comes before its descendants, so a subtree is a range of numbers, and a query over all nodes
takes only a few array operations. Node 0 is the root, which stands for the givens before any guess.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solvers.core.step import Kind, Step, Why
from visualizer.timeline.chunk import BLOCK, Chunk
from visualizer.timeline.timeline import Clock, Timeline

MOST_NODES = 4000
"""The maximum number of guesses worth drawing individually."""
NEVER = 2**62
"""The position of an event that has not happened."""
_TELLING = [Kind.GUESS, Kind.BACKTRACK, Kind.CONFLICT, Kind.SOLVED]
_IS_TELLING = np.isin(np.arange(len(Kind)), _TELLING)

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

    def __get__(self, tree: SearchTree, owner: object = None) -> Column:
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
        self._seen = np.zeros(len(_TELLING), np.int64)
        self._columns = np.zeros((9, most + 1), np.int64)
        self._signs = np.ones(most + 1, np.bool_)
        self._left = np.zeros(most + 1, np.bool_)
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

    @property
    def signs(self) -> npt.NDArray[np.bool_]:
        """Whether each guess places its digit (False if it rules the digit out)."""
        return self._signs[: self.size]

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
        undone = np.where(self._left[: self.size], NodeState.LEFT, NodeState.FAILED)
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
            if chunk.codes is not None:
                self._grow_in(chunk)
            elif (timeline.chunks[index + 1].base[_TELLING] == self._seen).all():
                self.grown = chunk.end
            else:
                self.lost = True
                return False
            if clock() >= until:
                break
        return self.grown == timeline.length

    def _grow_in(self, chunk: Chunk) -> None:
        """Grow the tree to the end of a block."""
        block = (self.grown - chunk.start) // BLOCK
        end = min(chunk.start + (block + 1) * BLOCK, chunk.end)
        counts = chunk.block_counts
        if block + 1 < len(counts) and (counts[block + 1][_TELLING] == self._seen).all():
            self.grown = end
            return
        book = self.timeline.book
        codes = chunk.window(self.grown, end)
        where = np.flatnonzero(_IS_TELLING[book.table.kinds.take(codes)])
        for offset, code in zip(where.tolist(), codes[where].tolist(), strict=True):
            self._follow(book.steps[code], self.grown + offset + 1)
        self.grown = end

    def _follow(self, step: Step, position: int) -> None:
        """Update the tree for a step."""
        kind = step.kind
        self._seen[_TELLING.index(kind)] += 1
        if kind is Kind.CONFLICT:
            self._columns[5, self._open[-1]] += 1
            return
        self.version += 1
        if kind is Kind.GUESS:
            self._add(step, position)
        elif kind is Kind.BACKTRACK:
            self._undo(max(step.level, 0), position, step.why is Why.RESTART)
        else:
            self._columns[8, self._open[-1]] += 1
            self._columns[7, self._open] = np.minimum(self._columns[7, self._open], position)

    def _add(self, step: Step, position: int) -> None:
        number, parent = self.size, self._open[-1]
        self._columns[:5, number] = parent, step.cell, step.digit, len(self._open), position
        self._signs[number] = step.sign
        self._open.append(number)
        self.size += 1

    def _undo(self, level: int, position: int, restart: bool) -> None:
        undone = self._open[level + 1 :]
        if len(undone) > 1 or restart and undone:
            self._jumps[self._jumped] = position, undone[-1], self._open[level], restart
            self._jumped += 1
        self._columns[6, undone] = position
        self._left[undone] = restart
        del self._open[level + 1 :]
