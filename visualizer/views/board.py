"""The board as frozen data to draw, the only input of painters and the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import ceil
from typing import NamedTuple

from puzzles.geometry import Cell, Digit, Geometry


class Role(Enum):
    """The origin of a digit, shown by weight and frame, and only then by colour."""

    BLANK = "blank"
    GIVEN = "given"
    FIXED = "fixed"
    GUESSED = "guessed"
    PERSON = "person"
    """Placed by the player: neither a given nor found by an algorithm."""
    MODEL = "model"
    """Read from a black box's answer, without a deduction."""


class Wash(Enum):
    """The background of a cell."""

    NONE = "none"
    UNIT = "unit"
    """A cell of the unit that explains the step."""
    STEP = "step"
    """The cell on which the step acts."""
    LIT = "lit"
    """A cell whose digit is highlighted, with a disc behind it."""


class MarkRole(Enum):
    """The part that a candidate plays in an explanation. Each part is drawn with its own shape."""

    ONE = "one"
    """A candidate of the pattern, or of its first colour: in a disc."""
    OTHER = "other"
    """A candidate of the pattern's second colour: in a square."""
    FIN = "fin"
    """An extra candidate of the pattern, or the pivot of three sets: in a diamond."""
    RING = "ring"
    """A candidate that is only mentioned: in a ring."""
    TARGET = "target"
    """A candidate that the pattern removes: in a ring, with a stroke through it."""


class Outline(Enum):
    """A mark around a cell that stays from step to step."""

    NONE = "none"
    GUILTY = "guilty"
    """A given that contradicts others: a thick bracket in each corner."""
    DIFFERS = "differs"
    """A cell in which two solutions differ: dots all around."""
    APART = "apart"
    """A cell with another digit in another lane of the race: the lower left corner is turned down."""


HOTTEST = 10
"""The number of degrees in a heat map: as many as the eye can tell apart."""


class NamingClause(Enum):
    """The kind of clause that names a cell."""

    NONE = "none"
    REASON = "reason"
    """A clause that forced something, or was learnt or forgotten."""
    CONFLICT = "conflict"
    """A clause with only false literals: its cells flash once."""

    __hash__ = object.__hash__


class CellView(NamedTuple):
    """A cell to draw. Hashable: equal views share one cached picture."""

    digit: int = 0
    role: Role = Role.BLANK
    level: int = 0
    """The level of a guess, for its badge."""
    candidates: int = 0
    """The pencil marks: bit d set for digit d."""
    struck: int = 0
    """The candidates that this step struck: drawn faded, with a stroke through them."""
    refused: int = 0
    """The digit that this step tried here and refused, 0 for none."""
    wash: Wash = Wash.NONE
    dead: bool = False
    """Whether no digit fits the cell, which is then hatched."""
    culprit: bool = False
    """Whether the cell causes the step's conflict or refusal. It is then framed, and flashes once."""
    clause: NamingClause = NamingClause.NONE
    """The kind of the step's clause, if it has a literal for this cell; drawn as an inner frame."""
    asserted: int = 0
    """The digits that the clause asserts for this cell, as bits: drawn with a ring."""
    denied: int = 0
    """The digits that the clause denies for this cell, as bits: drawn with a box."""
    warmth: int = 0
    """The cell's degree in a heat map, 0 … HOTTEST."""
    heat: str = ""
    """The event that the heat map counts, if there is one: "guessed" (tried digits) or "conflict"."""
    parts: tuple[tuple[Digit, MarkRole], ...] = ()
    """The candidates that play a part in the explanation, including struck ones."""
    outline: Outline = Outline.NONE
    noted: bool = False
    """Whether the candidates are the player's own marks."""
    cursor: str = ""
    """The player's tool if the cursor is here: "pen", or "pencil" for marks."""

    @property
    def flashes(self) -> bool:
        """Whether the cell flashes once when the playhead reaches a conflict."""
        return self.culprit or self.dead or self.clause is NamingClause.CONFLICT


class Link(NamedTuple):
    """A link from a candidate (cell, digit) to another. Strong: if the first is false, the other is true. Weak: if the
    first is true, the other is false.
    """

    start: tuple[Cell, Digit]
    end: tuple[Cell, Digit]
    strong: bool


class HeatMap(NamedTuple):
    """A heat map of the cells."""

    warmth: tuple[int, ...]
    """The degree of each cell, 0 … HOTTEST; at least 1 if anything was counted."""
    voice: str
    legend: str
    """A legend that says what is counted, and the count of the hottest cell."""


@dataclass(frozen=True)
class BoardView:
    geometry: Geometry
    cells: tuple[CellView, ...]
    alphabet: str = ""
    """The symbols of the digits, starting with digit 1."""
    solved: bool = False
    links: tuple[Link, ...] = ()
    """The arrows over the cells: strong links as lines, weak ones dashed."""


def candidate_columns(geometry: Geometry) -> int:
    """Return the number of columns of candidates in a cell: the columns of a box, unless slots would be too flat."""
    square = ceil(geometry.symbols**0.5)
    return geometry.box[1] if geometry.box[1] <= square + 1 else square


Legend = tuple[tuple[CellView, str], ...]
"""The signs on a board, each with its meaning."""


class Counter(NamedTuple):
    value: str
    label: str
    short: str = ""
    """The label where there is little room; "" for the label itself."""
