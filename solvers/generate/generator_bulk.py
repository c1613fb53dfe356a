"""Generates thousands of 9x9 puzzles at once with numpy, identical to :func:`solvers.generate.generator.candidate`.

It removes givens from thousands of solved grids at once, searching all of them together.

Each grid loses its givens in its own order, one group of cells at a time (one cell, or cells related by a symmetry), as
long as the solution stays unique. At first many groups are tried together, because most of the early ones can be
removed. If that fails, half as many are tried. The result is the same as trying each group by itself, because a group
that can be removed along with others can also be removed before them.

For a single cell, the test is whether :mod:`solvers.bulk.search` finds a solution with a different digit there. For
several cells, it is whether there are two solutions.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from puzzles.geometry import STANDARD, Cell
from puzzles.puzzle import Puzzle
from solvers.bulk.engine import counted
from solvers.bulk.search import _ELEMENT, BulkSearch, Digits, Ints, _LaidAside
from solvers.core import counting
from solvers.generate.generator import Recipe, candidate, fits, groups, target
from solvers.generate.random_stream import key_of
from solvers.generate.uniform_grids import Streams, below, full_grids

Flags = npt.NDArray[np.bool_]

_BEGIN = 24
"""The initial number of cells to remove together."""
_TOGETHER = ((50, 8), (42, 4), (36, 2))
"""Pairs (limit, cells): remove this many cells at once while there are more givens than the limit, and later one by
one.
"""
_FEW = 32
"""The number of givens at which hardly any more can be removed, so that it pays to check all the rest at once."""
FEWEST = 48
"""The minimum number of puzzles for which generating them in bulk is faster than one by one."""


def candidates(seed: int | str, start: int, count: int, recipe: Recipe) -> list[Puzzle | None]:
    """Return the puzzles numbered from ``start``, with ``None`` for those not exactly as requested."""
    if recipe.geometry != STANDARD or count < FEWEST:
        made = (candidate(seed, index, recipe) for index in range(start, start + count))
        return [puzzle if fits(puzzle, recipe) else None for puzzle in made]
    puzzles = givens(seed, start, count, recipe)
    right = np.ones(count, np.bool_)
    if recipe.clues is not None:
        right = np.count_nonzero(puzzles, axis=1) == recipe.clues
    if recipe.minimal and recipe.symmetry != "none":
        right[right] = needed(puzzles[right])
    return [Puzzle(tuple(row)) if one else None for row, one in zip(puzzles.tolist(), right.tolist(), strict=True)]


def givens(seed: int | str, start: int, count: int, recipe: Recipe) -> Digits:
    """Return the givens of ``count`` puzzles: shape (count, 81), 0 if blank. Some may not match the recipe exactly."""
    streams = Streams([key_of(seed, index) for index in range(start, start + count)])
    if recipe.target is not None:
        clues: Ints = np.full(len(streams), recipe.target)
    else:
        kinds, more = below(streams.next(), 10).tolist(), below(streams.next(), recipe.range[1]).tolist()
        clues = np.array([target(recipe, *drawn) for drawn in zip(kinds, more, strict=True)], np.int64)
    grids = full_grids(streams)
    cells = groups(STANDARD, recipe.symmetry)
    return Stripping(grids, streams.order(len(cells)), cells, clues).run()


class _Others(BulkSearch):
    """A search for solutions with a different digit in a particular cell of each puzzle."""

    def __init__(self, givens: Digits, cells: Ints, digits: Digits) -> None:
        self._elements = _ELEMENT[cells, 0]
        self._struck = ~(np.uint16(1) << (digits - 1).astype(np.uint16))
        super().__init__(givens, 1)

    def _begin(self, count: int) -> _LaidAside:
        boards = super()._begin(count)
        at = boards.owner
        boards.bits[self._elements[at], np.arange(len(at))] &= self._struck[at]
        return boards


class Stripping:
    """Removes givens from grids, shape (grids, 81), until each has ``clues`` left (0: as few as possible)."""

    def __init__(self, grids: Digits, orders: Ints, groups: Sequence[Sequence[Cell]], clues: Ints) -> None:
        """Strip ``grids``. ``orders``, shape (grids, groups), lists group numbers in the order each grid loses them."""
        self.grids, self.orders, self.clues = grids, orders, clues
        self.given = np.ones(grids.shape, np.bool_)
        self._cells = np.zeros((len(groups), 81), np.bool_)
        for number, group in enumerate(groups):
            self._cells[number, list(group)] = True
        self._sizes = self._cells.sum(axis=1)
        self._largest = int(self._sizes.max())
        self._next = np.zeros(len(grids), np.int64)
        self._together = np.full(len(grids), max(1, _BEGIN // self._largest))

    def run(self) -> Digits:
        """Return the puzzles, with 0 for blanks."""
        while len(lanes := self._early()):
            self._try(self._trim(lanes))
        self._settle()
        return np.where(self.given, self.grids, 0).astype(np.uint8)

    def _early(self) -> Ints:
        """Return the grids with enough givens left that most of them can still be removed."""
        many = self.given.sum(axis=1) > np.maximum(_FEW, self.clues)
        return np.flatnonzero(many & (self._next < self.orders.shape[1]))

    def _trim(self, lanes: Ints) -> Ints:
        """Limit how many groups are tried together so that enough givens remain. Skip groups that are too large.

        Return the grids that still have a group to try.
        """
        spare = self.given[lanes].sum(axis=1) - self.clues[lanes]
        most = np.minimum(spare // self._largest, self.orders.shape[1] - self._next[lanes])
        self._together[lanes] = np.clip(self._together[lanes], 1, np.maximum(most, 1))
        stays = self._sizes[self.orders[lanes, self._next[lanes]]] > spare
        self._next[lanes[stays]] += 1
        trying: Ints = lanes[~stays]
        return trying

    def _try(self, lanes: Ints) -> None:
        """Check the next groups of each grid, and either remove them or try fewer next time."""
        if not len(lanes):
            return
        number = self._together[lanes]
        ahead = np.arange(int(number.max()))
        places = np.minimum(self._next[lanes, None] + ahead, self.orders.shape[1] - 1)
        groups = np.where(ahead < number[:, None], self.orders[lanes[:, None], places], -1)
        cells: Flags = np.logical_or.reduce(np.concatenate([self._cells, np.zeros((1, 81), np.bool_)])[groups], axis=1)
        spared = self._spared(lanes, cells)
        self.given[lanes[spared]] &= ~cells[spared]
        self._next[lanes[spared]] += number[spared]
        givens = self.given[lanes[spared]].sum(axis=1)
        together = np.ones(len(givens), np.int64)
        for least, most in reversed(_TOGETHER):
            together[givens > least] = max(1, most // self._largest)
        self._together[lanes[spared]] = together
        refused = lanes[~spared]
        self._next[refused[self._together[refused] == 1]] += 1
        self._together[refused] = np.maximum(self._together[refused] // 2, 1)

    def _settle(self) -> None:
        """Check each remaining group on its own. One that cannot be removed now never can."""
        undecided = np.arange(self.orders.shape[1]) >= self._next[:, None]
        while True:
            spare = self.given.sum(axis=1) - self.clues
            undecided &= self._sizes[self.orders] <= spare[:, None]
            lanes, at = np.nonzero(undecided)
            if not len(lanes):
                return
            cells = self._cells[self.orders[lanes, at]]
            undecided[lanes, at] = spared = self._spared(lanes, cells)
            lanes, at, cells = lanes[spared], at[spared], cells[spared]
            lanes, first = np.unique(lanes, return_index=True)
            self.given[lanes] &= ~cells[first]
            undecided[lanes, at[first]] = False

    def _spared(self, lanes: Ints, cells: Flags) -> Flags:
        """Return which grids still have a unique solution without the givens in ``cells`` (shape (lanes, 81))."""
        givens = np.where(self.given[lanes] & ~cells, self.grids[lanes], 0).astype(np.uint8)
        one = cells.sum(axis=1) == 1
        spared = np.empty(len(lanes), np.bool_)
        if one.any():
            cell = cells[one].argmax(axis=1)
            spared[one] = ~others(givens[one], cell, self.grids[lanes[one], cell])
        if not one.all():
            spared[~one] = np.equal(counted(givens[~one]), 1)
        return spared


def others(givens: Digits, cells: Ints, digits: Digits) -> Flags:
    """Return which puzzles have a solution with a different digit in a particular blank cell."""
    found = _Others(givens, cells, digits).run()
    other = found.counts > 0
    for number in found.unsure.tolist():
        search = counting.engine(STANDARD)
        puzzle = givens[number].tolist()
        state = search.without(search.full, puzzle, range(81))
        other[number] = search.has_other(state, int(cells[number]), int(digits[number]), puzzle.count(0)) is True
    return other


def needed(puzzles: Digits) -> Flags:
    """Return which puzzles, each with one solution, need all of their givens."""
    owner, cells = np.nonzero(puzzles)
    givens = puzzles[owner]
    digits = givens[np.arange(len(owner)), cells]
    givens[np.arange(len(owner)), cells] = 0
    every = np.ones(len(puzzles), np.bool_)
    every[owner[~others(givens, cells, digits)]] = False
    return every
