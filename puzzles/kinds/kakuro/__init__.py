"""Kakuro, also called Cross Sums: runs of cells across and down, whose digits differ and make a sum.

A shape is written row by row, with ``x`` for a black square, ``.`` for a cell, and the sums of the runs below and to
the right of a black square before and after a backslash:

    # puzzle kakuro
    # row x    4\\   10\\  x
    # row \\3   .    .    4\\
    # row \\11  .    .    .
    # row x    \\4   .    .

A run without a sum only has different digits.
"""

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from puzzles.figures import counted
from puzzles.geometry import Geometry, Unit, check_extent
from puzzles.kinds.kind import Kind, Mark, Place, kind
from puzzles.rules.rule import Rule, rule_named

_SQUARE = re.compile(r"(x)|(\.)|([0-9]{0,2})\\([0-9]{0,2})")
SYMBOLS = 9
STEPS = {"down": (1, 0), "across": (0, 1)}
_WIDE = 0.2
_EDGE = (0.12, 0.12), (0.12, 0.88), (0.88, 0.88), (0.88, 0.12), (0.12, 0.12)
_TILE = [(0.5, 0.5), *_EDGE, *product((0.2, 0.35, 0.5, 0.65, 0.8), (0.2, 0.8)), (0.5, 0.5)]
"""A line so wide that it fills a square: around its edge, then to and fro. It begins and ends where that is covered."""
Sums = dict[tuple[Place, str], int]
"""The sum of each run, by the black square before it and its direction."""


class Board(NamedTuple):
    """The squares of a Kakuro."""

    extent: tuple[int, int]
    """The number of rows and of columns, with the black ones."""
    cells: frozenset[Place]
    sums: Sums

    @classmethod
    def read(cls, text: str) -> "Board":
        """Return the squares that a text says. Raises ``ValueError``."""
        rows = [part.split() for part in text.split(";")]
        rows = [row[1:] if row[:1] == ["row"] else row for row in rows if row]
        check_extent(len(rows), max(map(len, rows), default=0))
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows[0]):
                many = f"row {number} has {counted(len(row), 'square')} and row 1 has {len(rows[0])}"
                raise ValueError(f"{many}; write x for a black one")
        cells, sums = set[Place](), Sums()
        for place, square in (((r, c), one) for r, row in enumerate(rows) for c, one in enumerate(row)):
            if not (match := _SQUARE.fullmatch(square)):
                raise ValueError(rf"{square[:20]!r} is no square; write x, . or the sums below and right, as in 12\23")
            if match[2]:
                cells.add(place)
            sums |= {(place, way): int(one) for way, one in zip(STEPS, match.groups()[2:], strict=True) if one}
        return cls((len(rows), len(rows[0])), frozenset(cells), sums)

    @classmethod
    def blank(cls, rows: int, columns: int) -> "Board":
        """Return a board without sums, of blocks of cells. Raises ``ValueError``."""
        check_extent(rows, columns)
        if min(rows, columns) < 3:
            raise ValueError("a board needs at least 3 rows and 3 columns, of which the first are black")
        return cls((rows, columns), frozenset(product(_in_runs(rows), _in_runs(columns))), {})

    def __str__(self) -> str:
        rows, columns = (range(number) for number in self.extent)
        return "; ".join(" ".join(["row", *(self._square((row, column)) for column in columns)]) for row in rows)

    def _square(self, place: Place) -> str:
        if place in self.cells:
            return "."
        sums = [str(self.sums.get((place, way), "")) for way in STEPS]
        return "\\".join(sums) if any(sums) else "x"

    def runs(self) -> Iterator[tuple[Place, str, tuple[Place, ...]]]:
        """Yield the square before each run of two or more cells, its direction, and its cells."""
        for way, (down, right) in STEPS.items():
            for row, column in sorted(self.cells):
                before = row - down, column - right
                run = [(row, column)]
                while (after := (run[-1][0] + down, run[-1][1] + right)) in self.cells:
                    run.append(after)
                if before not in self.cells and len(run) > 1:
                    yield before, way, tuple(run)

    def build(self) -> Geometry:
        """Return the shape. Raises ``ValueError``."""
        places = tuple(sorted(self.cells))
        cell_of = {place: cell for cell, place in enumerate(places)}
        units, rules = list[Unit](), list[Rule]()
        for before, way, run in self.runs():
            total = self.sums.get((before, way))
            made = rule_named(way)(tuple(map(cell_of.__getitem__, run)), () if total is None else (total,))
            label = made.called("r{}c{}".format(*(axis + 1 for axis in run[0])))
            units.append(Unit("run", len(units) + 1, made.cells, len(run) == SYMBOLS, label))
            if total is not None:
                rules.append(made.__class__(made.cells, made.args, sum(rule.name == way for rule in rules) + 1))
        if strange := {*self.sums} - {(before, way) for before, way, _ in self.runs()}:
            (row, column), way = min(strange)
            raise ValueError(f"no run {way} of two or more cells begins after r{row + 1}c{column + 1}, which has a sum")
        return Geometry(SYMBOLS, places, tuple(units), tuple(rules), text=str(self))


def _in_runs(length: int) -> list[int]:
    """Return where a line has cells, with a black square now and then, so that no run is too long or a single cell."""
    every = next(one for one in range(SYMBOLS + 1, 2, -1) if length % one not in (1, 2))
    return [at for at in range(length) if at % every]


@kind("kakuro")
class Kakuro(Kind):
    title = "Kakuro"
    task = (
        "Write 1 to 9 into the white cells. A number in a grey cell is the sum of the run below it or to its right, "
        "and no run holds a digit twice"
    )
    usual = "9x9"
    made_of = "across"
    new_shapes = True

    def shape(self, text: str) -> Geometry:
        size = re.fullmatch(r"[; ]*([0-9]{1,3})x([0-9]{1,3})", text)
        return (Board.blank(int(size[1]), int(size[2])) if size else Board.read(text)).build()

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        board, (rows, columns) = Board.read(geometry.text), geometry.extent
        for row, column in product(range(rows), range(columns)):
            if (row, column) not in board.cells:
                yield Mark(tuple((row + y, column + x) for y, x in _TILE), size=_WIDE, pale=True)
        for row, column in dict.fromkeys(before for before, _ in board.sums):
            yield Mark(((row + 0.05, column + 0.05), (row + 0.95, column + 0.95)), size=0.025, pale=True)
        for ((row, column), way), total in board.sums.items():
            y, x = (0.72, 0.31) if way == "down" else (0.3, 0.69)
            yield Mark(((row + y, column + x),), str(total), 0.36)
