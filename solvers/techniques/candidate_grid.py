"""The candidate grid that techniques look at: bit masks, so that a question takes a few integer operations.

Two views of the same candidates are kept in step: for each cell a mask of digits (bit d: digit d may be there), for
each digit a mask of cells (bit c: it may be in cell c). A filled cell has no candidates in either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate

Cells = int
"""A set of cells: bit c stands for cell c."""
Digits = int
"""A set of digits: bit d stands for digit d; bit 0 is never set."""
UnitIndex = int
T = TypeVar("T")
LineMasks = tuple[list[int], list[int]]
Pair = tuple[UnitIndex, Cell, Cell]
"""A unit with just two cells left for a digit, and those cells."""


def bits(mask: int) -> list[int]:
    """Return the positions of the set bits, from the lowest up.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(positions: Iterable[int]) -> int:
    """Return the mask with some bits set: the inverse of :func:`bits`."""
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def each(cells: Cells, digit: Digit) -> tuple[Candidate, ...]:
    """Return a digit paired with each of the given cells."""
    return tuple((cell, digit) for cell in bits(cells))


class Shape:
    """The masks of a geometry, made once. Get them with :func:`shape_of`."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        units = geometry.units
        self.peers: tuple[Cells, ...] = tuple(mask_of(peers) for peers in geometry.peers)
        self.units: tuple[Cells, ...] = tuple(mask_of(unit.cells) for unit in units)
        self.unit_cells = tuple(unit.cells for unit in units)
        self.kinds = tuple(unit.kind for unit in units)
        self.units_of = geometry.units_of
        self.units_of_bits: tuple[int, ...] = tuple(mask_of(of) for of in geometry.units_of)
        by_kind = {kind: tuple(u for u, unit in enumerate(units) if unit.kind == kind) for kind in set(self.kinds)}
        self.rows = by_kind.get("row", ())
        self.columns = by_kind.get("column", ())
        self.boxes = by_kind.get("box", ())
        complete = [u for u, unit in enumerate(units) if unit.complete]
        self.complete = tuple(sorted(complete, key=lambda u: self.kinds[u] != "box"))
        """The units that must hold every digit, boxes first because people look there first."""
        self.row_of = tuple(row for row, _ in geometry.places)
        self.column_of = tuple(column for _, column in geometry.places)
        self.crossings: tuple[tuple[UnitIndex, UnitIndex, Cells, Cells], ...] = tuple(
            (box, line, self.units[box] & ~self.units[line], self.units[line] & ~self.units[box])
            for box in self.boxes
            for line in (*self.rows, *self.columns)
            if (self.units[box] & self.units[line]).bit_count() > 1
        )
        """Each box with each line through it: (box, line, cells only in the box, cells only in the line)."""
        self.square = self.is_square()

    def is_square(self) -> bool:
        """Return whether each cell is in one row, one column and one box, and each row meets each column in one cell,
        as usual.
        """
        side = self.geometry.symbols
        parts = all(
            len(group) == side and sum(self.units[u].bit_count() for u in group) == len(self.geometry.cells)
            for group in (self.rows, self.columns, self.boxes)
        )
        return parts and len(self.geometry.units) == 3 * side

    def common_peers(self, cells: Cells) -> Cells:
        """Return the cells that see all the given cells."""
        found = -1
        peers = self.peers
        while cells:
            low = cells & -cells
            found &= peers[low.bit_length() - 1]
            cells ^= low
        return found


@lru_cache(maxsize=16)
def shape_of(geometry: Geometry) -> Shape:
    """Return the shape of a geometry, which is made once."""
    return Shape(geometry)


class Grid:
    """Digits and candidates of one position. Techniques read it; only :meth:`place` and :meth:`strike` change it.

    A technique may note in :attr:`memory` where it has looked in vain, so that it does not look there again before
    something has changed.
    """

    __slots__ = (
        "shape", "values", "masks", "where", "open", "naked", "bivalue", "bare", "lacking", "history", "memory",
        "tables", "_hidden_seen", "_hidden", "_lines", "_pairs",
    )  # fmt: skip

    def __init__(self, geometry: Geometry) -> None:
        shape = self.shape = shape_of(geometry)
        every = (1 << geometry.symbols + 1) - 2
        all_cells = (1 << len(geometry.cells)) - 1
        self.values: list[Digit] = [0] * len(geometry.cells)
        """One digit per cell, 0 if blank."""
        self.masks: list[Digits] = [every] * len(geometry.cells)
        self.where: list[Cells] = [0] + [all_cells] * geometry.symbols
        self.open: Cells = all_cells
        """The blank cells."""
        self.naked: Cells = 0
        """The blank cells with one candidate."""
        self.bivalue: Cells = 0
        """The cells with two candidates."""
        self.bare: Cells = 0
        """The cells without candidates: the position contradicts itself."""
        self.lacking: list[list[UnitIndex]] = [list(shape.complete) for _ in range(geometry.symbols + 1)]
        """The complete units that still lack each digit, by digit."""
        self.history: list[Cell] = []
        """The cells that lost a candidate or were filled, one entry per change."""
        self.memory: dict[object, list[int]] = {}
        self.tables: dict[Callable[[Grid], Any], tuple[int, Any]] = {}
        """The tables made by :func:`once`, each with the length of the history when it was made."""
        self._hidden_seen: list[Cells] = [-1] * (geometry.symbols + 1)
        self._hidden: list[tuple[tuple[UnitIndex, Cells], ...]] = [()] * (geometry.symbols + 1)
        self._lines: list[tuple[Cells, LineMasks]] = [(-1, ([], []))] * (geometry.symbols + 1)
        self._pairs: list[tuple[Cells, list[Pair]]] = [(-1, [])] * (geometry.symbols + 1)

    @classmethod
    def of(cls, puzzle: Puzzle) -> Grid:
        """Make a grid with the givens placed and struck from their peers. The puzzle's givens must not clash."""
        grid = cls(puzzle.geometry)
        for cell, digit in enumerate(puzzle.givens):
            if digit:
                grid.place(cell, digit)
        return grid

    @classmethod
    def marked(cls, puzzle: Puzzle, masks: Sequence[Digits]) -> Grid:
        """Make a grid with a person's pencil marks: in blank cells only these digits (one mask per cell) are
        candidates.
        """
        grid = cls.of(puzzle)
        for cell, mask in enumerate(masks):
            if not puzzle.givens[cell]:
                for digit in bits(grid.masks[cell] & ~mask):
                    grid.strike(cell, digit)
        return grid

    def copy(self) -> Grid:
        """Return a separate grid in the same position."""
        other = Grid.__new__(Grid)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (list, dict)) else value)
        other.lacking = [units.copy() for units in self.lacking]
        other.memory = {name: known.copy() for name, known in self.memory.items()}
        return other

    @property
    def geometry(self) -> Geometry:
        return self.shape.geometry

    def candidates(self, cells: Iterable[Cell]) -> tuple[Candidate, ...]:
        """Return all candidates of the given cells."""
        return tuple((cell, digit) for cell in cells for digit in bits(self.masks[cell]))

    def strike(self, cell: Cell, digit: Digit) -> None:
        """Strike a candidate, which must be there."""
        bit = 1 << cell
        self.where[digit] &= ~bit
        mask = self.masks[cell] = self.masks[cell] & ~(1 << digit)
        self.history.append(cell)
        rest = mask & mask - 1
        if not rest:
            if mask:
                self.bivalue &= ~bit
                self.naked |= bit
            else:
                self.naked &= ~bit
                self.bare |= bit
        elif not rest & rest - 1:
            self.bivalue |= bit

    def place(self, cell: Cell, digit: Digit) -> None:
        """Fill a blank cell, and strike the digit from its peers."""
        bit, where, mask = 1 << cell, self.where, self.masks[cell]
        keep = ~bit
        while mask:
            low = mask & -mask
            where[low.bit_length() - 1] &= keep
            mask ^= low
        self.values[cell] = digit
        self.masks[cell] = 0
        self.open &= keep
        self.naked &= keep
        self.bivalue &= keep
        self.history.append(cell)
        lacking = self.lacking[digit]
        for unit in self.shape.units_of[cell]:
            if unit in lacking:
                lacking.remove(unit)
        hit = where[digit] & self.shape.peers[cell]
        while hit:
            low = hit & -hit
            self.strike(low.bit_length() - 1, digit)
            hit ^= low

    def singles(self, digit: Digit) -> tuple[tuple[UnitIndex, Cells], ...]:
        """Return the complete units with at most one cell left for a digit: (unit, that cell or nothing as a set)."""
        where = self.where[digit]
        if self._hidden_seen[digit] != where:
            units = self.shape.units
            found = []
            for unit in self.lacking[digit]:
                here = where & units[unit]
                if not here & here - 1:
                    found.append((unit, here))
            self._hidden[digit] = tuple(found)
            self._hidden_seen[digit] = where
        return self._hidden[digit]

    def dead(self) -> tuple[Cell, UnitIndex, Digit] | None:
        """Return the contradictions: (cell, -1, 0) for a cell without candidates, (-1, unit, digit) for a digit without
        a place in a unit.
        """
        if self.bare:
            return (self.bare & -self.bare).bit_length() - 1, -1, 0
        for digit in self.geometry.digits:
            for unit, here in self.singles(digit):
                if not here:
                    return -1, unit, digit
        return None

    def lines(self, digit: Digit) -> LineMasks:
        """Return the columns (as bits) of each row where a digit is a candidate, and the rows of each column."""
        where = self.where[digit]
        if self._lines[digit][0] != where:
            side = self.geometry.symbols
            rows, columns = [0] * side, [0] * side
            row_of, column_of = self.shape.row_of, self.shape.column_of
            for cell in bits(where):
                row, column = row_of[cell], column_of[cell]
                rows[row] |= 1 << column
                columns[column] |= 1 << row
            self._lines[digit] = where, (rows, columns)
        return self._lines[digit][1]

    def pairs(self, digit: Digit) -> list[Pair]:
        """Return a digit's conjugate pairs: each complete unit with just two cells left for it, and the two cells,
        lower first.
        """
        where, units = self.where[digit], self.shape.units
        if self._pairs[digit][0] != where:
            found = []
            for unit in self.lacking[digit]:
                here = where & units[unit]
                rest = here & here - 1
                if rest and not rest & rest - 1:
                    found.append((unit, (here ^ rest).bit_length() - 1, rest.bit_length() - 1))
            self._pairs[digit] = where, found
        return self._pairs[digit][1]


def once(make: Callable[[Grid], T]) -> Callable[[Grid], T]:
    """Make a table of a grid once for each position, however many techniques use it. The table must not be changed."""

    @wraps(make)
    def made(grid: Grid) -> T:
        changes, table = grid.tables.get(make, (-1, None))
        if changes != len(grid.history):
            table = make(grid)
            grid.tables[make] = len(grid.history), table
        return cast(T, table)

    return made
