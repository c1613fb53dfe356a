"""What is to be drawn, frozen: painters and the terminal read this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from puzzles.geometry import Cell, Digit, Geometry
from visualizer.listing import CodeView


class Role(Enum):
    """Who wrote a digit. Told apart by weight and frame, and only then by colour."""

    BLANK = "blank"
    GIVEN = "given"
    FIXED = "fixed"
    GUESSED = "guessed"
    MODEL = "model"
    """Read off a black box's answer: nobody saw it being deduced."""


class Wash(Enum):
    """The ground a cell is drawn on."""

    NONE = "none"
    UNIT = "unit"
    """The unit that explains the step."""
    STEP = "step"
    """The cell of the step."""


class Part(Enum):
    """The part that a candidate plays in what is explained. Each is drawn with a shape of its own."""

    ONE = "one"
    """Of the pattern, or of its first colour: in a disc."""
    OTHER = "other"
    """Of the other colour: in a square."""
    FIN = "fin"
    """What the pattern has too many: in a diamond."""
    RING = "ring"
    """Named, and nothing more: in a ring."""
    TARGET = "target"
    """What goes because of it: in a ring, with a stroke through it."""


HOTTEST = 10
"""Degrees of a heat map: as many as can be told apart at a glance."""


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
    warmth: int = 0
    """In a heat map: how warm, 0 … HOTTEST."""
    heat: str = ""
    """The voice of the heat map, where there is one: "guessed" (tried) or "conflict"."""
    parts: tuple[tuple[Digit, Part], ...] = ()
    """The candidates that play a part; also one that is struck already."""


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


class Span(NamedTuple):
    """A run of text in one voice; ``voice`` is "", "deduced", "guessed", "conflict" or "solved"."""

    text: str
    voice: str = ""


Caption = tuple[Span, ...]
Legend = tuple[tuple[CellView, str], ...]
"""Each sign of a board as it is drawn, and its meaning."""


def plain(caption: Caption) -> str:
    """The caption without its voices."""
    return "".join(span.text for span in caption)


class Counter(NamedTuple):
    value: str
    label: str


class Mark(NamedTuple):
    """A mark under the time line, at a fraction 0 … 1 of its width."""

    where: float
    voice: str
    """"guessed", "conflict", "learnt", "solved" or "restart"."""


class Density(NamedTuple):
    """How dense the marks of one voice are, where they are too many to be shown one by one."""

    voice: str
    shares: tuple[float, ...]
    """Of each column of the time line, the share of its steps, 0 … 1."""


class Flag(NamedTuple):
    """A bookmark on the time line, at a fraction 0 … 1 of its width."""

    where: float
    name: str
    position: int = 0


@dataclass(frozen=True)
class StripView:
    """The time line: the depth of the search as a profile, one value a column, and marks under it."""

    length: int
    """Steps known so far."""
    position: int
    complete: bool
    """The run has ended: the length is final."""
    depths: tuple[int, ...] = ()
    deepest: int = 0
    marks: tuple[Mark, ...] = ()
    start: int = 0
    end: int | None = None
    """The part that is shown, to which ``depths``, ``marks`` and ``densities`` belong; ``None``: to its length."""
    densities: tuple[Density, ...] = ()
    flags: tuple[Flag, ...] = ()

    @property
    def zoomed(self) -> bool:
        """A part of the run is shown, and not all of it."""
        return self.start > 0 or (self.end is not None and self.end < self.length)

    def position_at(self, fraction: float) -> int:
        """The position nearest to a place along the part shown."""
        end = self.length if self.end is None else self.end
        return min(self.length, self.start + round(fraction * (end - self.start)))

    def fraction(self, position: int) -> float:
        """Where a position lies along the part shown, 0 … 1; beyond its ends less or more."""
        steps = (self.length if self.end is None else self.end) - self.start
        return (position - self.start) / steps if steps else 0.0


ClauseMark = Literal["", "unit", "conflict", "learnt", "satisfied", "heading"]
"""What a line of the formula view is: a clause with one literal left, with none, …; or the heading of those below."""


class FormulaLine(NamedTuple):
    """A clause, or a decision."""

    text: tuple[Span, ...]
    """Voices: of a literal "true" or "false" (on the board), "guessed", or "" (open); of what joins two "operator"."""
    mark: ClauseMark = ""
    note: str = ""
    """What the clause says, or why it is shown."""


class FormulaView(NamedTuple):
    """The clauses that matter now, the most important first."""

    lines: tuple[FormulaLine, ...]


@dataclass(frozen=True)
class Scene:
    """All that one frame shows."""

    board: BoardView
    title: str
    subtitle: str
    caption: Caption
    counters: tuple[Counter, ...]
    strip: StripView
    playing: bool = False
    speed: str = ""
    """For people: "60 steps/s"."""
    start: BoardView | None = None
    """The starting board, where it is shown beside the current one."""
    code: CodeView | None = None
    """The source that runs, where it is to be shown."""
    cell: Cell = -1
    formula: FormulaView | None = None
    """The clauses that matter now, where they are to be shown and the solver has a formula."""
    legend: Legend = ()
    """How to read the board."""
    heat_words: str = ""
    """What the heat map counts, where one is shown."""
