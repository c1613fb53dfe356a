"""The shape of a puzzle: its cells, which of them must differ, and where each is drawn.

Glossary (the field's words, used everywhere in this project)

cell        a place for one digit; an int, numbered from 0 in row order, named r1c1, r1c2, ...
digit       an int from 1 to the number of symbols; 0 stands for a blank
given       a digit that the puzzle starts with
candidate   a digit that a cell may still take
unit        a group of cells whose digits differ: a row, a column, a box
peer        another cell in any of a cell's units
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import isqrt

Cell = int
Digit = int

SMALLEST, LARGEST = 4, 36
"""The minimum and maximum number of cells per side of any grid."""


@dataclass(frozen=True)
class Unit:
    """Cells whose digits must all differ. A *complete* unit holds every symbol."""

    kind: str
    """The kind of unit: ``row``, ``column`` or ``box``."""
    number: int
    """The unit's number among units of its kind, counting from 1."""
    cells: tuple[Cell, ...]
    complete: bool = True

    def is_valid(self, values: Sequence[Digit]) -> bool:
        """Return whether no digit appears twice in the unit, given the digits of all cells (0 for a blank)."""
        held = [values[cell] for cell in self.cells if values[cell]]
        return len(set(held)) == len(held)

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


@dataclass(frozen=True)
class Geometry:
    """A puzzle's cells, symbols, units and places. Frozen, hashable and cached, so compare with ``is`` or ``==``.

    Create one with :meth:`boxes` or :meth:`of_side`.
    """

    symbols: int
    """The number of different digits."""
    places: tuple[tuple[int, int], ...]
    """The (row, column) at which each cell is drawn, both counting from 0."""
    units: tuple[Unit, ...]
    box: tuple[int, int]
    """The number of rows and of columns in a box."""

    @staticmethod
    @cache
    def boxes(rows: int, columns: int) -> "Geometry":
        """Return the square grid with boxes of the given size. ``boxes(3, 3)`` is standard Sudoku.

        Raises ``ValueError`` if the side would be outside 4 … 36 or a box is a single line.
        """
        side = rows * columns
        if not SMALLEST <= side <= LARGEST:
            raise ValueError(f"a grid of {side}x{side} cells; this program supports {SMALLEST} to {LARGEST} per side")
        if min(rows, columns) < 2:
            raise ValueError(f"boxes of {rows}x{columns} cells are lines; a box needs at least two of each")
        places = tuple((row, column) for row in range(side) for column in range(side))
        lines: dict[str, list[list[Cell]]] = {kind: [[] for _ in range(side)] for kind in ("row", "column", "box")}
        for cell, (row, column) in enumerate(places):
            lines["row"][row].append(cell)
            lines["column"][column].append(cell)
            lines["box"][row // rows * rows + column // columns].append(cell)
        units = tuple(Unit(kind, i, tuple(cells)) for kind, group in lines.items() for i, cells in enumerate(group, 1))
        return Geometry(side, places, units, (rows, columns))

    @staticmethod
    @cache
    def of_side(side: int) -> "Geometry":
        """Return the grid with the given side, whose boxes are as square as possible and never taller than wide (6:
        2x3).

        Raises ``ValueError`` if no box shape fits (a prime, or outside 4 … 36).
        """
        for rows in range(isqrt(max(side, 0)), 1, -1):
            if side % rows == 0:
                return Geometry.boxes(rows, side // rows)
        raise ValueError(f"no box shape for {side} cells per side; possible sides are {', '.join(map(str, sides()))}")

    def __hash__(self) -> int:
        return hash((self.symbols, self.box))

    def __reduce__(self) -> tuple[object, ...]:
        return Geometry.boxes, self.box

    def __repr__(self) -> str:
        return f"Geometry.boxes{self.box}"

    @property
    def side(self) -> int:
        """The number of cells per side of the grid."""
        return self.symbols

    @cached_property
    def cells(self) -> range:
        return range(len(self.places))

    @cached_property
    def digits(self) -> range:
        return range(1, self.symbols + 1)

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """The indices (into ``units``) of each cell's units: row, column, box."""
        return tuple(tuple(u for u, unit in enumerate(self.units) if cell in unit.cells) for cell in self.cells)

    @cached_property
    def unit_bits(self) -> tuple[int, ...]:
        """One bit mask per cell. Shifted left by a digit, it marks that digit in each of the cell's units."""
        return tuple(sum(1 << u * (self.symbols + 1) for u in units) for units in self.units_of)

    @cached_property
    def peers(self) -> tuple[tuple[Cell, ...], ...]:
        """The peers of each cell, in row order (20 per cell on a 9x9 grid)."""
        return tuple(
            tuple(sorted({peer for u in self.units_of[cell] for peer in self.units[u].cells} - {cell}))
            for cell in self.cells
        )

    def cell_at(self, row: int, column: int) -> Cell:
        """Return the cell in a given row and column, counted from 0."""
        return row * self.side + column

    def shared_unit(self, one: Cell, other: Cell) -> int | None:
        """Return the index of the first unit that contains both cells, or ``None``."""
        return next((u for u in self.units_of[one] if u in self.units_of[other]), None)

    def name(self, cell: Cell) -> str:
        """Return a cell's name, such as ``r4c5``, counting from 1."""
        row, column = self.places[cell]
        return f"r{row + 1}c{column + 1}"


def sides() -> list[int]:
    """Return every possible side of a grid: 4, 6, 8, 9, 10, 12, …, 36."""
    every = range(SMALLEST, LARGEST + 1)
    return [side for side in every if any(side % rows == 0 for rows in range(2, isqrt(side) + 1))]


def shapes(side: int) -> list[Geometry]:
    """Return the grids with the given side, one per box shape, flattest first; empty if no box fits."""
    return [Geometry.boxes(rows, side // rows) for rows in range(2, side // 2 + 1) if side % rows == 0]


STANDARD = Geometry.boxes(3, 3)
"""The 9x9 grid."""


SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ".*_ "


def usual_alphabet(side: int) -> str:
    """Return the usual symbols for the digits: 1 … 9, then A onwards. A 36x36 grid needs one more, so it has 0 … Z."""
    return SYMBOLS[1 : side + 1] if side < LARGEST else SYMBOLS
