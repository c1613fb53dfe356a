"""Solves thousands of 9x9 boards in lockstep, running rounds of deduction on all of them and guessing when one stalls.

Each board occupies a **lane** of the arrays of :class:`Rounds`. After a round, three kinds of lanes
matter: those that are solved, dead or unchanged. An unchanged lane continues with one candidate of a cell, while a copy
with the cell's other candidates goes onto a stack. A solved or dead lane gets the next puzzle, or a board from the
stack.

Several lanes may be working on the same puzzle. That does not affect which solution is its *first*: a board's **path**
has one bit per guess, 0 for the first branch and 1 for the other, and the solution with the smallest path is what a
search of one branch at a time would find first. A board is abandoned only when its puzzle has enough solutions and one
of them has a smaller path. So a puzzle's answer does not depend on the puzzles next to it.

Guesses are made in the cell with two candidates that has the most such cells around it or, if there is none, in a cell
with the fewest candidates.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

# Deducing -----------------------------------------------------------------------------------------------------------

# The boards are a single uint16 array of shape (3, 3, 3, 3, lanes): row in its band, column in its stack, stack, band,
# lane. Each lane is a board, and each element is a cell's candidates as bits, starting with digit 1. So every step
# below is just a few operations on whole arrays, the same for all boards. With this order of axes, nearly every
# operand is one long stretch of memory, or three of them.
#
# A **row triad** is the three cells of a row in one box, and a **column triad** those of a column, with their
# candidates ORed. Placing a digit in a band (three rows by three boxes) means choosing among its nine row triads, one
# in each row and one in each box: a triad can hold the digit only if the other two rows can share the other two
# boxes. This single rule, applied to the bits of all nine digits at once, covers all locked candidates. After that, a
# digit with one row triad *and* one column triad left in a box has one cell left there, and any hidden single of a
# row or column is also a hidden single of a box.


Bits = npt.NDArray[np.uint16]
"""Candidates as bits, digit 1 lowest."""
Flags = npt.NDArray[np.bool_]

ALL = 0b111_111_111
_ONE = np.uint16(1)
_THREE = (0, 1, 2)


class Rounds:
    """Runs rounds of deduction on a fixed number of lanes, with all the buffers it takes (about 750 bytes per lane)."""

    def __init__(self, lanes: int) -> None:
        def room(*shape: int) -> Bits:
            return np.empty((*shape, lanes), np.uint16)

        self.lanes = lanes
        self._rows = room(3, 3, 3)
        """Row triads, indexed by row in the band, stack, band."""
        self._columns = room(3, 3, 3)
        """Column triads, indexed by column in the stack, stack, band."""
        # The first two triads are repeated after the third, so that each one has both neighbours beside it. Rows and
        # columns share a buffer, because speed depends on how much of it fits in the processor's cache.
        ring = room(5, 5, 3)
        self._triads, self._placed_columns = room(3, 3, 3), room(3, 3, 3)
        self._of_rows = ring, self._rows, self._triads
        in_columns = ring.reshape(5, 3, 5, lanes), self._columns, self._triads
        self._of_columns = [one.swapaxes(1, 2) for one in in_columns]
        self._boxes = room(3, 3), room(3, 3), room(3, 3)
        self._thirds = room(3)
        self._spare, self._placed = room(3, 3, 3, 3), room(3, 3, 3, 3)
        self._held, self._found = room(), room()

    def run(self, boards: Bits) -> None:
        """Run one round in each lane, making the strikes and placements that follow directly. No solution is lost."""
        self._lock(boards.swapaxes(0, 1), *self._of_rows)
        for row in _THREE:
            np.bitwise_and(boards[row], self._rows[row], out=boards[row])
        # In columns, the cells themselves are updated along with the hidden singles.
        self._lock(boards.swapaxes(2, 3), *self._of_columns)
        self._note_the_held()
        self._place_hidden(boards)
        self._place_naked(boards)
        self._strike_peers(boards)

    @property
    def dead(self) -> Flags:
        """Whether each lane has a digit with no place left. (A cell with no candidates shows up a few rounds later.)"""
        return np.not_equal(self._held, ALL)

    @property
    def solved(self) -> Flags:
        """Whether, in each lane, every digit is some cell's only candidate in every row, column and box."""
        return np.equal(self._found, ALL)

    # Locked candidates ----------------------------------------------------------------------------------------------

    @staticmethod
    def _lock(cells: Bits, ring: Bits, locked: Bits, other: Bits) -> None:
        """Lock candidates in the triads of three cells each. ``ring`` and ``other`` are scratch buffers."""
        np.bitwise_or(cells[0], cells[1], out=other)
        np.bitwise_or(other, cells[2], out=ring[:3, :3])
        ring[:3, 3:] = ring[:3, :2]
        ring[3:] = ring[:2]
        np.bitwise_and(ring[1:4, 1:4], ring[2:5, 2:5], out=locked)
        np.bitwise_and(ring[1:4, 2:5], ring[2:5, 1:4], out=other)
        np.bitwise_or(locked, other, out=locked)
        np.bitwise_and(locked, ring[:3, :3], out=locked)

    def _note_the_held(self) -> None:
        """Find the digits that still have a place in every row and column. If a digit is gone from one row, locking
        removes it from all three rows of the band, so it is enough to check one.
        """
        rows, columns, third, held = self._rows, self._columns, self._thirds, self._held
        np.bitwise_or(rows[0, 0], rows[0, 1], out=third)
        np.bitwise_or(third, rows[0, 2], out=third)
        np.bitwise_and(third[0], third[1], out=held)
        np.bitwise_and(held, third[2], out=held)
        np.bitwise_or(columns[0, :, 0], columns[0, :, 1], out=third)
        np.bitwise_or(third, columns[0, :, 2], out=third)
        for stack in _THREE:
            np.bitwise_and(held, third[stack], out=held)

    # Singles --------------------------------------------------------------------------------------------------------

    def _place_hidden(self, boards: Bits) -> None:
        rows, columns, alone, only, rest = self._rows, self._columns, self._triads, self._placed, self._spare
        several, twice, once = self._boxes
        _twice(rows, several, once)
        _twice(columns, twice, once)
        np.bitwise_or(several, twice, out=several)
        np.bitwise_and(rows, np.invert(several, out=several), out=alone)
        for row in _THREE:
            np.bitwise_and(alone[row], columns, out=only[row])
        np.subtract(only, _ONE, out=rest)  # all bits if ``only`` is empty; otherwise less than ``only``
        np.maximum(only, rest, out=rest)
        np.bitwise_and(rest, columns, out=rest)
        np.bitwise_and(boards, rest, out=boards)

    def _place_naked(self, boards: Bits) -> None:
        placed, rest = self._placed, self._spare
        np.subtract(boards, _ONE, out=rest)
        np.bitwise_and(rest, boards, out=rest)  # without each cell's lowest candidate
        np.subtract(rest, _ONE, out=rest)
        signed = rest.view(np.int16)
        np.right_shift(signed, 15, out=signed)  # all bits if the cell had one candidate, otherwise none
        np.bitwise_and(rest, boards, out=placed)

    def _strike_peers(self, boards: Bits) -> None:
        placed, in_row, in_column, allowed = self._placed, self._triads, self._placed_columns, self._columns
        rows, boxes, columns = self._boxes  # placed digits: by row and band, by stack and band, by column and stack
        np.bitwise_or(placed[:, 0], placed[:, 1], out=in_row)
        np.bitwise_or(in_row, placed[:, 2], out=in_row)
        np.bitwise_or(placed[0], placed[1], out=in_column)
        np.bitwise_or(in_column, placed[2], out=in_column)
        np.bitwise_or(in_row[:, 0], in_row[:, 1], out=rows)
        np.bitwise_or(rows, in_row[:, 2], out=rows)
        np.bitwise_or(in_row[0], in_row[1], out=boxes)
        np.bitwise_or(boxes, in_row[2], out=boxes)
        np.bitwise_or(in_column[:, :, 0], in_column[:, :, 1], out=columns)
        np.bitwise_or(columns, in_column[:, :, 2], out=columns)
        np.bitwise_or(rows[:, None], boxes, out=in_row)
        np.bitwise_and(rows, boxes, out=boxes)
        np.bitwise_and(boxes, columns, out=boxes)
        np.bitwise_and.reduce(boxes.reshape(9, self.lanes), axis=0, out=self._found)
        np.invert(in_row, out=in_row)
        np.invert(columns, out=columns)
        for row in _THREE:
            np.bitwise_and(in_row[row], columns[:, :, None], out=allowed)
            np.bitwise_or(allowed, placed[row], out=allowed)
            np.bitwise_and(boards[row], allowed, out=boards[row])


def _twice(triads: Bits, twice: Bits, once: Bits) -> None:
    """Write the digits that occur in two or three of a box's triads to ``twice``. ``once`` is a scratch buffer."""
    np.bitwise_or(triads[0], triads[1], out=once)
    np.bitwise_and(once, triads[2], out=once)
    np.bitwise_and(triads[0], triads[1], out=twice)
    np.bitwise_or(twice, once, out=twice)


Ints = npt.NDArray[np.int64]
Paths = npt.NDArray[np.uint64]
Digits = npt.NDArray[np.uint8]
"""One digit per cell in row order, 0 if blank. Shape (puzzles, 81)."""

LANES = 4096
"""The number of lanes whose boards take 660 kB and so stay in the second-level cache of most processors."""
FEWEST_LANES = 64
WAITING = 4
"""The number of boards per lane that may wait on the stack before they take priority over new puzzles."""
SHARE = 4
"""New boards are loaded once 1/SHARE of the lanes are free, because loading costs as much as several rounds."""
LONG_SEARCH = 500
"""The number of rounds with few lanes after which a search gets more lanes."""
DEEPEST = 64
"""The maximum number of guesses a path can record."""

_NO_PATH = np.uint64(2**64 - 1)
_ROW, _COLUMN, _STACK, _BAND = np.indices((3, 3, 3, 3)).reshape(4, 81)
_CELL = 27 * _BAND + 9 * _ROW + 3 * _STACK + _COLUMN
"""The cell for each element of a board, in lane order."""
_ELEMENT = np.argsort(_CELL)[:, None]
_ELEMENTS = np.arange(81)[:, None]
_MASKS = np.array([ALL, *(1 << digit for digit in range(9))], np.uint16)
"""The candidates for each digit, with all of them for 0 (a blank)."""
_HELD = np.array([bits.bit_count() for bits in range(ALL + 1)], np.uint8)
_DIGIT = np.array([bits.bit_length() for bits in range(ALL + 1)], np.uint8)


class SearchResults(NamedTuple):
    counts: Ints
    """The number of solutions, counted up to the limit."""
    digits: Digits
    """The first solution, or all zeros if there is none."""
    unsure: Ints
    """The indices of puzzles with unknown results, because they need more guesses than a path can record."""


@dataclass(slots=True)
class _LaidAside:
    """Boards that are not currently in a lane."""

    bits: Bits
    """The candidates in lane order, shape (81, boards)."""
    owner: Ints
    """The index of the puzzle each board belongs to."""
    path: Paths
    depth: Ints

    def pick(self, which: Ints | slice) -> "_LaidAside":
        return _LaidAside(self.bits[:, which], self.owner[which], self.path[which], self.depth[which])


class BulkSearch:
    """A search of the puzzles in ``givens`` that stops at ``limit`` solutions each. :func:`search` runs one."""

    def __init__(self, givens: Digits, limit: int) -> None:
        self.givens, self.limit = givens, limit
        puzzles = len(givens)
        self.counts = np.zeros(puzzles, np.int64)
        self.digits = np.zeros((puzzles, 81), np.uint8)
        self.best = np.full(puzzles, _NO_PATH)
        self._begun = 0
        self._stack: list[_LaidAside] = []
        self._waiting = 0
        self._deep: list[tuple[Ints, Paths]] = []
        self._open(min(LANES, _lanes_for(puzzles)))

    def run(self) -> SearchResults:
        while True:
            self._fill()
            busy = int(np.count_nonzero(self.busy))
            if not busy:
                owners = [owner[self._wanted(owner, path)] for owner, path in self._deep]
                unsure = np.unique(np.concatenate(owners)) if owners else np.zeros(0, np.int64)
                return SearchResults(np.minimum(self.counts, self.limit), self.digits, unsure)
            if busy * 4 <= self.lanes > FEWEST_LANES:
                self._move(busy, _lanes_for(busy))
            elif self._waiting > self.lanes < LANES and self._spent > LONG_SEARCH:
                self._move(busy, LANES)
                continue
            stuck = self._deduce(busy)
            self._take_solutions()
            self._guess(np.flatnonzero(stuck))

    # Lanes ----------------------------------------------------------------------------------------------------------

    def _open(self, lanes: int) -> None:
        self.lanes = lanes
        self.bits = np.zeros((81, lanes), np.uint16)
        self.flat = self.bits.reshape(-1)
        self.rounds = Rounds(lanes)
        self._spent = 0
        self.owner, self.depth = np.zeros(lanes, np.int64), np.zeros(lanes, np.int64)
        self.path = np.zeros(lanes, np.uint64)
        self.sums = np.zeros(lanes, np.uint16)
        """The sum of each lane's candidates one round ago, which changes whenever a candidate is removed."""
        self.busy = np.zeros(lanes, np.bool_)

    def _at(self, lanes: Ints, elements: Ints = _ELEMENTS) -> Ints:
        """Return the indices of the lanes' boards in ``flat``, which numpy accesses faster than columns."""
        return elements * self.lanes + lanes

    def _put(self, boards: _LaidAside, lanes: Ints) -> None:
        self.flat[self._at(lanes)] = boards.bits
        self.owner[lanes], self.path[lanes], self.depth[lanes] = boards.owner, boards.path, boards.depth
        self.sums[lanes] = 0
        self.busy[lanes] = True

    def _move(self, busy: int, lanes: int) -> None:
        """Switch to fewer lanes when many would be idle, or to more when boards are waiting."""
        old = np.flatnonzero(self.busy)
        left = _LaidAside(self.bits, self.owner, self.path, self.depth).pick(old)
        sums = self.sums[old]
        self._open(lanes)
        self._put(left, np.arange(busy))
        self.sums[:busy] = sums

    # New boards -----------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        """Give each free lane a new puzzle or a board from the stack."""
        free = np.flatnonzero(~self.busy)
        while len(free) and (more := self._next(len(free))) is not None:
            count = len(more.owner)
            self._put(more, free[:count])
            free = free[count:]

    def _next(self, most: int) -> _LaidAside | None:
        left = len(self.givens) - self._begun
        if left and self._waiting < WAITING * self.lanes:
            return self._begin(min(left, most))
        if not self._stack:
            return None
        boards = self._stack.pop()
        self._waiting -= len(boards.owner)
        wanted = self._wanted(boards.owner, boards.path)
        if not wanted.all():
            boards = boards.pick(np.flatnonzero(wanted))
        if len(boards.owner) > most:
            self._push(boards.pick(slice(most, None)))
            boards = boards.pick(slice(most))
        return boards

    def _begin(self, count: int) -> _LaidAside:
        owner = np.arange(self._begun, self._begun + count)
        givens = np.ascontiguousarray(self.givens[self._begun : self._begun + count].T)
        self._begun += count
        return _LaidAside(_MASKS.take(givens[_CELL]), owner, np.zeros(count, np.uint64), np.zeros(count, np.int64))

    def _push(self, boards: _LaidAside) -> None:
        self._stack.append(boards)
        self._waiting += len(boards.owner)

    def _wanted(self, owner: Ints, path: Paths) -> Flags:
        few: Flags = np.less(self.counts[owner], self.limit)
        return few | np.less(path, self.best[owner])

    # Deducing and guessing ------------------------------------------------------------------------------------------

    def _deduce(self, busy: int) -> Flags:
        """Run rounds until enough lanes are free. Free the dead lanes, and return which lanes have stalled."""
        more = self._waiting or self._begun < len(self.givens)
        enough = busy // SHARE if more else 0
        while True:
            self.rounds.run(self.bits.reshape(3, 3, 3, 3, self.lanes))
            self._spent += 1
            sums = np.add.reduce(self.bits, axis=0, dtype=np.uint16)
            same: Flags = np.equal(sums, self.sums)
            self.sums = sums
            dead = self.rounds.dead
            same |= dead
            same |= self.rounds.solved
            same &= self.busy
            if np.count_nonzero(same) > enough:
                break
        self.busy &= ~dead
        same &= self.busy
        same &= ~self.rounds.solved
        return same

    def _take_solutions(self) -> None:
        lanes = np.flatnonzero(self.rounds.solved & self.busy)
        if not len(lanes):
            return
        self.busy[lanes] = False
        owner, path = self.owner[lanes], self.path[lanes]
        np.add.at(self.counts, owner, 1)
        np.minimum.at(self.best, owner, path)
        first = path == self.best[owner]
        self.digits[owner[first]] = _DIGIT.take(self.flat.take(self._at(lanes[first], _ELEMENT))).T

    def _guess(self, lanes: Ints) -> None:
        """Split each lane's board in two, unless it is no longer needed, is dead or is too deep."""
        self.busy[lanes] = False
        lanes = lanes[self._wanted(self.owner[lanes], self.path[lanes])]
        bits = self.flat.take(self._at(lanes))
        alive = np.minimum.reduce(bits, axis=0, initial=ALL) > 0
        if (deep := alive & (self.depth[lanes] == DEEPEST)).any():
            self._deep.append((self.owner[lanes[deep]], self.path[lanes[deep]]))
            alive &= ~deep
        if not alive.all():
            lanes, bits = lanes[alive], bits[:, alive]
        if len(lanes):
            self._part(lanes, bits)

    def _part(self, lanes: Ints, bits: Bits) -> None:
        """Continue each lane with one candidate of a cell, and put a copy with the others on the stack."""
        cells, boards = _choice(bits), np.arange(len(lanes))
        candidates = bits[cells, boards]
        lowest = candidates & (~candidates + _ONE)
        bits[cells, boards] = candidates ^ lowest
        self.bits[cells, lanes] = lowest
        depth, path = self.depth[lanes], self.path[lanes]
        other = path | np.uint64(1) << (DEEPEST - 1 - depth).astype(np.uint64)
        self._push(_LaidAside(bits, self.owner[lanes], other, depth + 1))
        self.depth[lanes] = depth + 1
        self.sums[lanes] = 0
        self.busy[lanes] = True


def _lanes_for(boards: int) -> int:
    return max(FEWEST_LANES, 1 << max(boards - 1, 0).bit_length())


def _choice(bits: Bits) -> Ints:
    """Return the cell to guess in for each board in ``bits``, shape (81, boards). Each needs an undecided cell."""
    rest = bits & (bits - _ONE)
    pairs = ((rest != 0) & (rest & (rest - _ONE) == 0)).view(np.uint8).reshape(3, 3, 3, 3, -1)
    in_row, in_column = pairs[:, 0] + pairs[:, 1] + pairs[:, 2], pairs[0] + pairs[1] + pairs[2]
    rows = in_row[:, 0] + in_row[:, 1] + in_row[:, 2]
    boxes = in_row[0] + in_row[1] + in_row[2]
    columns = in_column[:, :, 0] + in_column[:, :, 1] + in_column[:, :, 2]
    near = (rows[:, None] + boxes)[:, None] + columns[:, :, None]
    near *= pairs
    ranked = near.reshape(81, -1) * np.uint16(128) + _ELEMENTS.astype(np.uint16)
    best = np.maximum.reduce(ranked, axis=0)
    cells: Ints = (best & 127).astype(np.int64)
    none = np.flatnonzero(best < 128)
    if len(none):
        held = _HELD[bits[:, none]]
        held[held < 2] = 99
        cells[none] = held.argmin(axis=0)
    return cells


def search(givens: Digits, limit: int = 1) -> SearchResults:
    """Solve puzzles, shape (puzzles, 81), with digits 0 … 9 in row order, up to ``limit`` solutions each."""
    return BulkSearch(givens, limit).run()
