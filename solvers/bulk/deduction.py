"""A round of deduction on thousands of boards at once: locked candidates, hidden singles and naked singles.

``boards`` is a single ``uint16`` array of shape (3, 3, 3, 3, lanes): row in its band, column in its stack, stack, band,
lane. Each lane is a board, and each element is a cell's candidates as bits, starting with digit 1. So every step below
is just a few operations on whole arrays, the same for all boards. With this order of axes, nearly every operand is one
long stretch of memory, or three of them.

A **row triad** is the three cells of a row in one box, and a **column triad** those of a column, with their candidates
ORed. Placing a digit in a band (three rows by three boxes) means choosing among its nine row triads, one in each row
and one in each box: a triad can hold the digit only if the other two rows can share the other two boxes. This single
rule, applied to the bits of all nine digits at once, covers all locked candidates. After that, a digit with one row
triad *and* one column triad left in a box has one cell left there, and any hidden single of a row or column is also a
hidden single of a box.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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
        self._row_ring = room(5, 5, 3)
        self._column_ring = self._row_ring.reshape(5, 3, 5, lanes)
        self._triads, self._placed_columns = room(3, 3, 3), room(3, 3, 3)
        self._boxes = room(3, 3), room(3, 3), room(3, 3)
        self._thirds = room(3)
        self._spare, self._placed = room(3, 3, 3, 3), room(3, 3, 3, 3)
        self._held, self._found = room(), room()

    def run(self, boards: Bits) -> None:
        """Run one round in each lane, making the strikes and placements that follow directly. No solution is lost."""
        self._lock_rows(boards)
        self._lock_columns(boards)
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

    def _lock_rows(self, boards: Bits) -> None:
        ring, rows, other = self._row_ring, self._rows, self._triads
        np.bitwise_or(boards[:, 0], boards[:, 1], out=other)
        np.bitwise_or(other, boards[:, 2], out=ring[:3, :3])
        ring[:3, 3:] = ring[:3, :2]
        ring[3:] = ring[:2]
        np.bitwise_and(ring[1:4, 1:4], ring[2:5, 2:5], out=rows)
        np.bitwise_and(ring[1:4, 2:5], ring[2:5, 1:4], out=other)
        np.bitwise_or(rows, other, out=rows)
        np.bitwise_and(rows, ring[:3, :3], out=rows)
        for row in _THREE:
            np.bitwise_and(boards[row], rows[row], out=boards[row])

    def _lock_columns(self, boards: Bits) -> None:
        """Lock candidates in columns. The cells themselves are updated along with the hidden singles."""
        ring, columns, other = self._column_ring, self._columns, self._triads
        np.bitwise_or(boards[0], boards[1], out=other)
        np.bitwise_or(other, boards[2], out=ring[:3, :, :3])
        ring[:3, :, 3:] = ring[:3, :, :2]
        ring[3:] = ring[:2]
        np.bitwise_and(ring[1:4, :, 1:4], ring[2:5, :, 2:5], out=columns)
        np.bitwise_and(ring[1:4, :, 2:5], ring[2:5, :, 1:4], out=other)
        np.bitwise_or(columns, other, out=columns)
        np.bitwise_and(columns, ring[:3, :, :3], out=columns)

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
