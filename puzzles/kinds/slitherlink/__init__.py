"""Slitherlink: draw one closed loop along the edges of squares, of which some say how many lines are around them.

A cell is an edge between two dots, and its digit says whether it is a line (``L``) or not (``X``). A shape is written
row by row, with a number or ``.`` for each square:

    # puzzle slitherlink
    # row .3.2
    # row 1..3
    # row .2..

The places of edges are those between dots on a board of twice as many rows and columns: dots are at even rows and
columns, squares at odd ones. An edge is named after the square below it or to its right, as in ``r1c1-top`` and
``r1c1-left``, or else after the square on its other side.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from puzzles.figures import counted
from puzzles.geometry import MOST_ALONG, Geometry
from puzzles.kinds.kind import Kind, Mark, Place, Tally, kind
from puzzles.rules.lines import LINE, Clue, Joint
from puzzles.rules.loop import Loop, edges
from puzzles.rules.rule import Rule

DOT, NUMBER = 0.24, 1.15
"""The width of dots and the size of numbers, in half the distance between two dots."""
MOST_SQUARES = (MOST_ALONG - 1) // 2
"""The maximum number of rows and of columns of squares."""
MOST_LINES = 3
"""The largest number in a square. Four lines would be a loop around it."""


class Squares(NamedTuple):
    """The numbers of a Slitherlink, ``None`` where there is none."""

    rows: tuple[tuple[int | None, ...], ...]

    @classmethod
    def read(cls, text: str) -> "Squares":
        """Return the squares that a text says. Raises ``ValueError``."""
        if size := re.fullmatch(r"[; ]*([0-9]{1,3})x([0-9]{1,3})", text):
            return cls.blank(int(size[1]), int(size[2]))
        rows = [part.removeprefix("row ").replace(" ", "") for part in map(str.strip, text.split(";")) if part]
        for number, row in enumerate(rows, 1):
            if strange := re.search(r"[^0-3.]", row):
                raise ValueError(f"{strange[0]!r} is not a number of lines; write 0 to 3, or . for none")
            if len(row) != len(rows[0]):
                raise ValueError(f"row {number} has {counted(len(row), 'square')} and row 1 has {len(rows[0])}")
        return cls(tuple(tuple(None if one == "." else int(one) for one in row) for row in rows))

    @classmethod
    def blank(cls, rows: int, columns: int) -> "Squares":
        """Return squares without numbers."""
        return cls(((None,) * columns,) * rows)

    @classmethod
    def of(cls, flat: str, columns: int) -> "Squares":
        """Return the squares with a number or a dot each, row by row without a break. Raises ``ValueError``."""
        return cls.read(";".join(flat[start : start + columns] for start in range(0, len(flat), columns)))

    @property
    def flat(self) -> str:
        """The inverse of :meth:`of`."""
        return "".join("." if one is None else str(one) for row in self.rows for one in row)

    def __str__(self) -> str:
        return "; ".join("row " + "".join("." if one is None else str(one) for one in row) for row in self.rows)

    @property
    def extent(self) -> Place:
        """The number of rows and of columns."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    def build(self) -> Geometry:
        """Return the shape. Raises ``ValueError``."""
        rows, columns = self.extent
        if min(self.extent) < 1 or max(self.extent) > MOST_SQUARES:
            raise ValueError(f"{rows}x{columns} squares; this program supports 1 to {MOST_SQUARES} rows and columns")
        places = [(upper + lower, left + right) for (upper, left), (lower, right) in edges(rows, columns)]
        return Geometry(2, tuple(places), (), tuple(self._rules(places)), text=str(self))

    @property
    def numbers(self) -> dict[Place, int]:
        """The numbers by their squares' rows and columns, counted from 0."""
        squares = (((r, c), one) for r, row in enumerate(self.rows) for c, one in enumerate(row))
        return {place: one for place, one in squares if one is not None}

    def _rules(self, places: Sequence[Place]) -> Iterator[Rule]:
        rows, columns = self.extent
        cell_of = {place: cell for cell, place in enumerate(places)}
        for count, ((row, column), number) in enumerate(self.numbers.items(), 1):
            y, x = 2 * row + 1, 2 * column + 1
            around = (y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)
            yield Clue(tuple(map(cell_of.__getitem__, around)), (number,), count)
        for count, (row, column) in enumerate(product(range(rows + 1), range(columns + 1)), 1):
            y, x = 2 * row, 2 * column
            beside = (y, x + 1), (y, x - 1), (y - 1, x), (y + 1, x)
            yield Joint(tuple(cell_of[one] for one in beside if one in cell_of), (1,) * (column == columns), count)
        squares = product(range(rows), range(columns))
        numbers = self.numbers
        yield Loop(tuple(cell_of.values()), (columns, *(numbers.get(square, -1) for square in squares)))


_NAMES = ("L", "line"), ("X", "cross")
_SYMBOL = r"(?<![\w-])", r"(?![\w-])"
"""What stands around the symbol of a digit in a sentence."""


@kind("slitherlink")
class Slitherlink(Kind):
    title = "Slitherlink"
    usual = "7x7"
    goal = "the lines make one closed loop, and each number has that many of them around it"
    alphabet = "LX"
    task = "Draw one closed loop from dot to dot. A number says how many of the four sides of its square are lines"
    words = {"cell": "edge", "digit": "mark"}
    called = "line", "cross"
    phrases = {
        **{rf"{_SYMBOL[0]}{one} is struck from": f"no {name} at" for one, name in _NAMES},
        **{rf"(?<=[=≠] ){one}\b": name for one, name in _NAMES},
        **{rf"\bare {one}\b": f"are {name}{'e' * (name[-1] == 's')}s" for one, name in _NAMES},
        **{one.join(_SYMBOL): f"a {name}" for one, name in _NAMES},
        r"(a line|a cross) was struck by": r"\1 is ruled out by",
        "every mark is struck from": "neither a line nor a cross is left for",
        "the rules forbid every mark in": "the rules forbid both a line and a cross at",
        r", as (?=r\d+c\d+-)|; (?=a loop of)": ", but ",
        r"wrote (a line|a cross) into": r"drew \1 at",
        r"(a line|a cross) in (?=r\d)": r"\1 at ",
        "1, 2, 3 …": "a line, then a cross,",
        "a mark$": "a line or a cross",
        "no mark fits": "neither fits",
        "not this mark here": "no line here",
        "this mark here": "a line here",
    }
    made_of = "clue"
    pitch = 2
    new_shapes = True
    sizes = ("5x5", "7x7", "10x10", "15x15", "20x20", "25x25", "30x30")

    def shape(self, text: str) -> Geometry:
        return Squares.read(text).build()

    def cell_name(self, geometry: Geometry, place: Place) -> str:
        low, right = (most - 1 for most in geometry.extent)
        row, column = min(place[0], low - 1) // 2 + 1, min(place[1], right - 1) // 2 + 1
        if place[0] % 2:
            return f"r{row}c{column}-{'right' if place[1] == right else 'left'}"
        return f"r{row}c{column}-{'bottom' if place[0] == low else 'top'}"

    def is_edge(self, geometry: Geometry, place: Place) -> bool:
        return place[0] % 2 == 0

    def numbered(self, geometry: Geometry, place: Place, number: int | None) -> Geometry:
        rows = [[*row] for row in Squares.read(geometry.text).rows]
        rows[place[0] // 2][place[1] // 2] = number
        return Geometry.of_spec(f"{self.name} {Squares(tuple(map(tuple, rows)))}")

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        rows, columns = Squares.read(geometry.text).extent
        for row, column in product(range(rows + 1), range(columns + 1)):
            yield Mark(((2 * row + 0.5, 2 * column + 0.5),), size=DOT, inked=True)
        for clue in (rule for rule in geometry.rules if isinstance(rule, Clue)):
            y, x = geometry.places[clue.cells[0]]
            yield Mark(((y + 1.5, x + 0.5),), str(clue.args[0]), NUMBER, tally=Tally(clue.args[0], LINE, clue.cells))
