"""The candidate grid that techniques search, made of bit masks so that queries take only a few integer operations.

The candidates are stored in two ways that are kept in sync: a mask of digits for each cell (bit d: digit d is possible
there) and a mask of cells for each digit (bit c: it is possible in cell c). A filled cell has no candidates in either.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from itertools import combinations, product
from typing import Any, TypeVar, cast

from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from solvers.core.finding import Candidate

Cells = int
"""A set of cells as a bit mask: bit c stands for cell c."""
Digits = int
"""A set of digits as a bit mask: bit d stands for digit d. Bit 0 is never set."""
UnitIndex = int
T = TypeVar("T")
LineMasks = tuple[list[int], list[int]]
Pair = tuple[UnitIndex, Cell, Cell]
"""A unit with just two cells left for a digit, followed by those cells."""


def bits(mask: int) -> list[int]:
    """Return the positions of the set bits in ascending order.

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
    """Return a mask with the given bits set. This is the inverse of :func:`bits`."""
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def each(cells: Cells, digit: Digit) -> tuple[Candidate, ...]:
    """Return the digit as a candidate in each of the given cells."""
    return tuple((cell, digit) for cell in bits(cells))


class Shape:
    """The bit masks of a geometry. Use :func:`shape_of` to get a cached instance."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        units = geometry.units
        self.peers: tuple[Cells, ...] = tuple(mask_of(peers) for peers in geometry.peers)
        self.units: tuple[Cells, ...] = tuple(mask_of(unit.cells) for unit in units)
        self.unit_cells = tuple(unit.cells for unit in units)
        self.kinds = tuple(unit.kind for unit in units)
        self.units_of = geometry.units_of
        self.units_of_bits: tuple[int, ...] = tuple(mask_of(of) for of in geometry.units_of)
        self.rules_of_bits: tuple[int, ...] = tuple(
            mask_of(number - len(units) for number in of) for of in geometry.rules_of
        )
        """The rules of each cell, as bits counted from the first rule."""
        self.rows, self.columns = geometry.rows, geometry.columns
        lines = (*self.rows, *self.columns)
        self.boxes = tuple(u for u, unit in enumerate(units) if unit.complete and u not in lines)
        """The complete units that are not straight: boxes, a jigsaw's regions, diagonals."""
        self.complete = (*self.boxes, *lines)
        """The units that must contain every digit. Boxes come first, because people look there first."""
        self.row_of = tuple(row for row, _ in geometry.places)
        self.column_of = tuple(column for _, column in geometry.places)
        self.crossings: tuple[tuple[UnitIndex, UnitIndex, Cells, Cells], ...] = tuple(
            (box, line, self.units[box] & ~self.units[line], self.units[line] & ~self.units[box])
            for box, line in (*product(self.boxes, lines), *combinations(self.boxes, 2), *combinations(lines, 2))
            if (self.units[box] & self.units[line]).bit_count() > 1
        )
        """Any two complete units that share cells, such as a box and a line through it, as (box, line, cells only in
        the box, cells only in the line).
        """

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
    """Return the cached shape of a geometry."""
    return Shape(geometry)


class Grid:
    """The digits and candidates of a position. Techniques only read it; :meth:`place` and :meth:`strike` change it.

    Techniques can record in :attr:`memory` where they found nothing, so that they do not search there again until
    something changes.
    """

    __slots__ = (
        "shape", "values", "masks", "where", "open", "naked", "bivalue", "bare", "lacking", "history", "memory",
        "tables", "_hidden", "_lines", "_pairs",
    )  # fmt: skip

    def __init__(self, geometry: Geometry) -> None:
        shape = self.shape = shape_of(geometry)
        every = (1 << geometry.symbols + 1) - 2
        all_cells = (1 << len(geometry.cells)) - 1
        self.values: list[Digit] = [0] * len(geometry.cells)
        """The digit in each cell; 0 if blank."""
        self.masks: list[Digits] = [every] * len(geometry.cells)
        self.where: list[Cells] = [0] + [all_cells] * geometry.symbols
        self.open: Cells = all_cells
        """The blank cells."""
        self.naked: Cells = 0
        """The blank cells with a single candidate."""
        self.bivalue: Cells = 0
        self.bare: Cells = 0
        """The blank cells with no candidates, which are contradictions."""
        self.lacking: list[list[UnitIndex]] = [list(shape.complete) for _ in range(geometry.symbols + 1)]
        """For each digit, the complete units that do not contain it yet."""
        self.history: list[Cell] = []
        """The cells changed so far by losing a candidate or being filled, with one entry per change."""
        self.memory: dict[object, list[int]] = {}
        self.tables: dict[Callable[[Grid], Any], tuple[int, Any]] = {}
        """The tables cached by :func:`once`, each with the length of the history when it was made."""
        self._hidden: list[tuple[Cells, tuple[tuple[UnitIndex, Cells], ...]]] = [(-1, ())] * (geometry.symbols + 1)
        self._lines: list[tuple[Cells, LineMasks]] = [(-1, ([], []))] * (geometry.symbols + 1)
        self._pairs: list[tuple[Cells, list[Pair]]] = [(-1, [])] * (geometry.symbols + 1)

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Grid":
        """Create a grid, placing the givens and striking them from their peers. The givens must not clash."""
        grid = cls(puzzle.geometry)
        for cell, digit in enumerate(puzzle.givens):
            if digit:
                grid.place(cell, digit)
        return grid

    @classmethod
    def marked(cls, puzzle: Puzzle, masks: Sequence[Digits]) -> "Grid":
        """Create a grid from a user's pencil marks: the candidates of blank cells, as one mask per cell."""
        grid = cls.of(puzzle)
        for cell, mask in enumerate(masks):
            if not puzzle.givens[cell]:
                for digit in bits(grid.masks[cell] & ~mask):
                    grid.strike(cell, digit)
        return grid

    def copy(self) -> "Grid":
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
        return tuple((cell, digit) for cell in cells for digit in bits(self.masks[cell]))

    def strike(self, cell: Cell, digit: Digit) -> None:
        """Strike a candidate, which must be present."""
        bit = 1 << cell
        self.where[digit] &= ~bit
        mask = self.masks[cell] = self.masks[cell] & ~(1 << digit)
        self.history.append(cell)
        left = mask.bit_count()
        if left == 2:
            self.bivalue |= bit
        elif left == 1:
            self.bivalue &= ~bit
            self.naked |= bit
        elif not left:
            self.naked &= ~bit
            self.bare |= bit

    def unseen(self, search: object, parts_of: Sequence[int], parts: int) -> list[int]:
        """Return how much of the history a search has read, now all of it, and the parts of the grid to look at as
        bits: those that have changed, and those left from before. ``parts_of`` has the parts of each cell.
        """
        known = self.memory.setdefault(search, [0, (1 << parts) - 1])
        todo = known[1]
        for cell in self.history[known[0] :]:
            todo |= parts_of[cell]
        known[:] = len(self.history), todo
        return known

    def ruled(self, number: int) -> list[Digits]:
        """Return what each cell of a rule may hold. ``number`` is an index into the geometry's groups."""
        return self.geometry.masks(number, self.values, self.masks)

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
        """Return the complete units with at most one cell left for a digit, each with that cell (or none) as a set."""
        where = self.where[digit]
        seen, singles = self._hidden[digit]
        if seen != where:
            units = self.shape.units
            found = []
            for unit in self.lacking[digit]:
                here = where & units[unit]
                if not here & here - 1:
                    found.append((unit, here))
            singles = tuple(found)
            self._hidden[digit] = where, singles
        return singles

    @property
    def struck(self) -> tuple[Candidate, ...]:
        """The candidates of blank cells that are struck, although the digits on the board allow them."""
        masks, peers, values = self.masks, self.geometry.peers, self.values
        return tuple(
            (cell, digit)
            for cell in bits(self.open)
            for digit in self.geometry.digits
            if not masks[cell] >> digit & 1 and all(values[peer] != digit for peer in peers[cell])
        )

    def dead(self) -> tuple[Cell, UnitIndex, Digit] | None:
        """Return a contradiction: (cell, -1, 0) if a cell has no candidates, (-1, unit, digit) if a digit has no place
        in a unit, or (-1, rule, 0) if no way is left to keep a rule.
        """
        if self.bare:
            return bits(self.bare)[0], -1, 0
        for digit in self.geometry.digits:
            for unit, here in self.singles(digit):
                if not here:
                    return -1, unit, digit
        return self._broken() if self.geometry.rules else None

    def _broken(self) -> tuple[Cell, UnitIndex, Digit] | None:
        rules, units = self.geometry.rules, len(self.shape.units)
        known = self.unseen("rules", self.shape.rules_of_bits, len(rules))
        for index in bits(known[1]):
            if not rules[index].can_be_kept(self.ruled(units + index)):
                return -1, units + index, 0
            known[1] &= ~(1 << index)
        return None

    def lines(self, digit: Digit) -> LineMasks:
        """Return the columns (as bits) in each row where a digit is a candidate, and the rows in each column."""
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
        """Return a digit's conjugate pairs: the complete units with just two cells left for it, with those cells."""
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
    """Cache a table until the grid changes, so that techniques can share it. Callers must not modify the table."""

    @wraps(make)
    def made(grid: Grid) -> T:
        changes, table = grid.tables.get(make, (-1, None))
        if changes != len(grid.history):
            table = make(grid)
            grid.tables[make] = len(grid.history), table
        return cast(T, table)

    return made
