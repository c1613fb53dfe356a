"""What is to be drawn, frozen: painters and the terminal read this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import ceil
from typing import NamedTuple

from puzzles.geometry import Cell, Digit, Geometry
from visualizer.text.spans import Caption as Caption
from visualizer.text.spans import Span as Span
from visualizer.text.spans import plain as plain


class Role(Enum):
    """Who wrote a digit. Told apart by weight and frame, and only then by colour."""

    BLANK = "blank"
    GIVEN = "given"
    FIXED = "fixed"
    GUESSED = "guessed"
    PERSON = "person"
    """A person has placed it: neither given nor found by an algorithm."""
    MODEL = "model"
    """Read off a black box's answer: nobody saw it being deduced."""


class Wash(Enum):
    """The ground a cell is drawn on."""

    NONE = "none"
    UNIT = "unit"
    """The unit that explains the step."""
    STEP = "step"
    """The cell of the step."""
    LIT = "lit"
    """Its digit is lit up: on a disc."""


class Part(Enum):
    """The part that a candidate plays in what is explained. Each is drawn with a shape of its own."""

    ONE = "one"
    """Of the pattern, or of its first colour: in a disc."""
    OTHER = "other"
    """Of the other colour: in a square."""
    FIN = "fin"
    """What the pattern has too many, or the pivot of three sets: in a diamond."""
    RING = "ring"
    """Named, and nothing more: in a ring."""
    TARGET = "target"
    """What goes because of it: in a ring, with a stroke through it."""


class Outline(Enum):
    """A mark round a cell that stays while the steps go on."""

    NONE = "none"
    GUILTY = "guilty"
    """A given that contradicts others: a thick bracket in each corner."""
    DIFFERS = "differs"
    """Two solutions differ here: dots all round."""


HOTTEST = 10
"""Degrees of a heat map: as many as can be told apart at a glance."""


class Named(Enum):
    """What the clause is that a cell is named by."""

    NONE = "none"
    REASON = "reason"
    """It has forced something, or been learnt or forgotten."""
    CONFLICT = "conflict"
    """All its literals are false: its cells are flashed once."""

    __hash__ = object.__hash__


class CellView(NamedTuple):
    """One cell, hashable: equal views are drawn by the same cached surface."""

    digit: int = 0
    role: Role = Role.BLANK
    level: int = 0
    """The level of a guess, shown in its badge."""
    candidates: int = 0
    """Bit d set: the digit d is shown as a pencil mark."""
    struck: int = 0
    """Those candidates that this very step struck: drawn fading, with a stroke through them."""
    refused: int = 0
    """A digit tried here and refused by this step, 0 for none."""
    wash: Wash = Wash.NONE
    dead: bool = False
    """No digit fits: hatched."""
    culprit: bool = False
    """It is to blame for the step's conflict or refusal: framed, and flashed once."""
    clause: Named = Named.NONE
    """The clause that the step is about has a literal of this cell: a frame inside the cell's own."""
    asserted: int = 0
    """Bit d set: that clause has the literal that d stands here; d is ringed."""
    denied: int = 0
    """Bit d set: it has the literal that d does not stand here; d is boxed."""
    warmth: int = 0
    """In a heat map: how warm, 0 … HOTTEST."""
    heat: str = ""
    """The voice of the heat map, where there is one: "guessed" (tried) or "conflict"."""
    parts: tuple[tuple[Digit, Part], ...] = ()
    """The candidates that play a part; also one that is struck already."""
    outline: Outline = Outline.NONE
    noted: bool = False
    """Its candidates are a person's own marks."""
    cursor: str = ""
    """Where a person writes: with a "pen" or, in marks, with a "pencil"."""

    @property
    def flashes(self) -> bool:
        """It flashes once, where a conflict has been come upon."""
        return self.culprit or self.dead or self.clause is Named.CONFLICT


class Link(NamedTuple):
    """From a candidate (cell, digit) to another: if the first is false, the other is true (strong), or if it is true,
    the other is false."""

    start: tuple[Cell, Digit]
    end: tuple[Cell, Digit]
    strong: bool


class HeatMap(NamedTuple):
    """How warm each cell is."""

    warmth: tuple[int, ...]
    """Of each cell, 0 … HOTTEST; 1 at least where anything was counted."""
    voice: str
    legend: str
    """What is counted, and how often at the hottest cell."""


@dataclass(frozen=True)
class BoardView:
    geometry: Geometry
    cells: tuple[CellView, ...]
    alphabet: str = ""
    """The symbol of each digit, digit 1 first."""
    solved: bool = False
    links: tuple[Link, ...] = ()
    """Drawn as arrows over the cells: strong ones as a line, weak ones dashed."""


def candidate_columns(geometry: Geometry) -> int:
    """Of the candidates in a cell: as many as a box has, unless that makes their slots much flatter than a square."""
    square = ceil(geometry.symbols**0.5)
    return geometry.box[1] if geometry.box[1] <= square + 1 else square


Legend = tuple[tuple[CellView, str], ...]
"""Each sign of a board as it is drawn, and its meaning."""


class Counter(NamedTuple):
    value: str
    label: str
