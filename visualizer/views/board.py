"""The board and the timeline as frozen data, which is all that the painters and the exporters need to draw them."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from puzzles.figures import counted
from puzzles.geometry import Cell, Digit, Geometry
from puzzles.puzzle import Puzzle
from visualizer.views.plan import plan_of


class Sign(Enum):
    """A part of a cell's look. Signs are hashed in every frame, so by identity."""

    __hash__ = object.__hash__


class Role(Sign):
    """Where a digit came from, shown mainly by weight and frame, and only secondarily by colour."""

    BLANK = "blank"
    GIVEN = "given"
    FIXED = "fixed"
    GUESSED = "guessed"
    PERSON = "person"
    """Placed by the player; neither a given nor found by an algorithm."""
    MODEL = "model"
    """Read from a black box's answer, without any deduction."""


class Wash(Sign):
    NONE = "none"
    UNIT = "unit"
    """A cell in the unit that explains the step."""
    STEP = "step"
    """The cell the step acts on."""
    LIT = "lit"
    """A cell whose digit is highlighted with a disc behind it."""


class MarkRole(Sign):
    """The role of a candidate in an explanation. Each has a shape of its own."""

    ONE = "one"
    """A candidate of the pattern, or of its first colour, drawn in a disc."""
    OTHER = "other"
    """A candidate of the pattern's second colour, drawn in a square."""
    FIN = "fin"
    """An extra candidate of the pattern, or the pivot of three sets, drawn in a diamond."""
    RING = "ring"
    """A candidate that is only mentioned, drawn in a ring."""
    TARGET = "target"
    """A candidate removed by the pattern, drawn in a ring and struck through."""


class Outline(Sign):
    """A mark around a cell that persists from step to step."""

    NONE = "none"
    GUILTY = "guilty"
    """A given that contradicts others; a thick bracket in each corner."""
    DIFFERS = "differs"
    """A cell in which two solutions differ; dots all around."""
    APART = "apart"
    """A cell with a different digit in another lane of the race; the lower left corner is turned down."""
    ALONE = "alone"
    """A cell that is blank in another lane of the same what-if; a thin line cuts off the lower left corner."""


class ChoiceMark(Sign):
    """The mark of a cell that is one of the answers to a question."""

    NONE = "none"
    OPEN = "open"
    """An answer that can be chosen; a dashed frame."""
    STRUCK = "struck"
    """A wrong answer that was chosen; a stroke through the cell."""
    RIGHT = "right"
    """A right answer, once it is revealed; a plain frame."""


HOTTEST = 10
"""The highest degree of heat in a heat map. More degrees could not be told apart by eye."""


class NamingClause(Sign):
    """The kind of clause that a cell appears in."""

    NONE = "none"
    REASON = "reason"
    """A clause that forced something, or was learnt or forgotten."""
    CONFLICT = "conflict"
    """A clause whose literals are all false; its cells flash once."""


class CellView(NamedTuple):
    """A cell to draw. It is hashable, so that equal cells share a cached picture."""

    digit: int = 0
    role: Role = Role.BLANK
    level: int = 0
    """The level to show in the badge of a guess."""
    candidates: int = 0
    """The pencil marks: bit d is set for digit d."""
    struck: int = 0
    """The candidates struck by this step, drawn faded with a stroke through them."""
    earlier: int = 0
    """Those of the struck candidates that went before this step, drawn with a level stroke."""
    noted: bool = False
    """Whether the candidates are the player's own pencil marks."""
    refused: int = 0
    """The digit that this step tried here and refused, or 0."""
    wash: Wash = Wash.NONE
    dead: bool = False
    """Whether no digit fits. A dead cell is hatched."""
    culprit: bool = False
    """Whether the cell is to blame for the step's conflict or refusal. A culprit is framed and flashes once."""
    clause: NamingClause = NamingClause.NONE
    """The kind of the step's clause, if that clause has a literal for this cell. It is drawn as an inner frame."""
    asserted: int = 0
    """The digits that the clause asserts here, as a bit mask, drawn with a ring."""
    denied: int = 0
    """The digits that the clause denies here, as a bit mask, drawn with a box."""
    warmth: int = 0
    """How hot the cell is in a heat map, from 0 to HOTTEST."""
    heat: str = ""
    """The event counted by the heat map, if there is one: "guessed" (digits tried) or "conflict"."""
    parts: tuple[tuple[Digit, MarkRole], ...] = ()
    """The candidates with a role in the explanation, including struck ones."""
    large: bool = False
    """Whether the cell's only part is drawn as large as a digit."""
    outline: Outline = Outline.NONE
    cursor: str = ""
    """The player's tool if the cursor is here: "pen", or "pencil" for marks; "square" on each side of a square."""
    choice: ChoiceMark = ChoiceMark.NONE
    number: int = 0
    """The number of the choice that this cell represents, or 0."""
    hidden: bool = False
    """Whether the candidates are hidden while a question is asked. A question mark takes their place."""
    hue: str = ""
    """The colour that stands for the digit, as ``#rrggbb``, if it fills the cell."""
    tinted: bool = False
    """Whether the cell is in a unit that no line shows."""

    def without_blame(self) -> "CellView":
        """Return the cell without the marks of a conflict or refusal."""
        named = self.clause is NamingClause.CONFLICT
        if not (named or self.refused or self.dead or self.culprit):
            return self
        innocent = self._replace(refused=0, dead=False, culprit=False)
        return innocent._replace(clause=NamingClause.NONE, asserted=0, denied=0) if named else innocent

    def without_candidates(self) -> "CellView":
        """Return the cell with its candidates hidden, along with anything the last step drew on it."""
        bare = self._replace(candidates=0, struck=0, earlier=0, refused=0, parts=(), asserted=0, denied=0, hidden=True)
        return bare._replace(wash=Wash.NONE, dead=False, clause=NamingClause.NONE)

    @property
    def flashes(self) -> bool:
        """Whether the cell flashes once when the playhead reaches a conflict."""
        return self.culprit or self.dead or self.clause is NamingClause.CONFLICT


class Link(NamedTuple):
    """A link between two candidates (cell, digit). A strong link means that if the first is false, the second is true;
    a weak one, that if the first is true, the second is false.
    """

    start: tuple[Cell, Digit]
    end: tuple[Cell, Digit]
    strong: bool


class HeatedEvent(Enum):
    NOTHING = ""
    TRIED = "tried"
    CONFLICTS = "in conflict"

    @property
    def voice(self) -> str:
        return {HeatedEvent.TRIED: "guessed", HeatedEvent.CONFLICTS: "conflict"}.get(self, "")


class HeatMap(NamedTuple):
    """How often an event has happened in each cell."""

    warmth: tuple[int, ...]
    """The degree of each cell, from 0 to HOTTEST; at least 1 if anything was counted."""
    voice: str
    legend: str
    """The quantity being counted, and the count for the hottest cell."""


@dataclass(frozen=True)
class BoardView:
    geometry: Geometry
    cells: tuple[CellView, ...]
    alphabet: str = ""
    """The symbols for the digits, starting with digit 1."""
    solved: bool = False
    links: tuple[Link, ...] = ()
    """The arrows across cells: solid for strong links, dashed for weak ones. Those from culprits lead to a dead end."""

    def __post_init__(self) -> None:
        if hues := self.geometry.kind.hues:
            filled = (cell._replace(hue=hues[cell.digit - 1]) if cell.digit else cell for cell in self.cells)
            object.__setattr__(self, "cells", tuple(filled))
        if tinted := plan_of(self.geometry).tinted:
            drawn = (view._replace(tinted=cell in tinted) for cell, view in enumerate(self.cells))
            object.__setattr__(self, "cells", tuple(drawn))

    def without_blame(self) -> "BoardView":
        """Return the board without the marks of conflicts and refusals, and without arrows."""
        return replace(self, cells=tuple(cell.without_blame() for cell in self.cells), links=())

    def with_digits_only(self) -> "BoardView":
        """Return the board without its candidates and whatever is drawn on them, except arrows from digits."""
        plain = (cell._replace(candidates=0, struck=0, earlier=0, asserted=0, denied=0) for cell in self.cells)
        cells = (cell._replace(parts=()) for cell in plain)
        return replace(self, cells=tuple(cells), links=tuple(filter(self.leads, self.links)))

    def leads(self, link: Link) -> bool:
        """Return whether a link starts or ends at a digit, as those do that lead to a dead end."""
        return any(self.cells[cell].digit for cell, _ in (link.start, link.end))


Legend = tuple[tuple[CellView, str], ...]
"""The signs on a board with their meanings."""


class Counter(NamedTuple):
    value: str
    label: str
    short: str = ""
    """The label to use when space is short, or "" to use the normal one."""
    main: bool = False
    """Whether the timeline draws this figure."""


# The digits that a person placed before a run (see ``Puzzle.placed``), on the board and in text.


def with_hand(signs: Legend, puzzle: Puzzle, guesses: bool) -> Legend:
    """Add the digits that a person has placed to the legend and, if ``guesses``, those guessed by hand."""
    placed = ((CellView(4, Role.PERSON), "placed by you"),) if puzzle.placed else ()
    known = any(view.role is Role.GUESSED for view, _ in signs)
    guessed = ((CellView(4, Role.GUESSED, 1), "guessed by hand, with its level"),) if guesses and not known else ()
    return (*placed, *signs, *guessed)


def role_at_start(puzzle: Puzzle, cell: Cell) -> Role:
    if not puzzle.givens[cell]:
        return Role.BLANK
    return Role.PERSON if cell in puzzle.placed else Role.GIVEN


def in_numbers(puzzle: Puzzle) -> str:
    """Return a puzzle's cell counts, as in "30 givens, 2 digits of yours, 49 blank cells"."""
    placed = len(puzzle.placed)
    yours = f"{counted(placed, 'digit')} of yours, " if placed else ""
    return f"{counted(puzzle.clues - placed, 'given')}, {yours}{counted(len(puzzle.blanks), 'blank cell')}"


def with_placed(puzzle: Puzzle) -> str:
    """Return " with your digits" if the outcome of a run depends on digits that a person placed, else ""."""
    return " with your digits" if puzzle.placed else ""


# The timeline, with its marks, densities and flags.


class TimeLineMark(NamedTuple):
    """A mark under the timeline, positioned at a fraction of its width from 0 to 1."""

    where: float
    voice: str
    """The kind of mark: "guessed", "conflict", "learnt", "solved" or "restart"."""


class MarkDensity(NamedTuple):
    """The density of one kind of mark, for when there are too many to draw individually."""

    voice: str
    shares: tuple[float, ...]
    """The share of steps with the mark in each column of the timeline, from 0 to 1."""


class Flag(NamedTuple):
    """A bookmark on the timeline, positioned at a fraction of its width from 0 to 1, or a moment of the run."""

    where: float
    name: str
    position: int = 0
    moment: bool = False
    shorter: tuple[str, ...] = ()
    """What a moment is called where there is less room, the longest first."""


@dataclass(frozen=True)
class StripView:
    """The timeline, with one value per column: the depth, or a profile declared by the solver. Marks go below it."""

    length: int
    """The number of steps known so far."""
    position: int
    complete: bool
    """Whether the run has ended, so that the length is final."""
    depths: tuple[float, ...] = ()
    deepest: float = 0
    marks: tuple[TimeLineMark, ...] = ()
    start: int = 0
    end: int | None = None
    """The end of the visible part, which ``depths``, ``marks`` and ``densities`` cover; ``None`` for the run's end."""
    densities: tuple[MarkDensity, ...] = ()
    flags: tuple[Flag, ...] = ()
    label: str = ""
    """The name of the profile, or "" for the depth."""
    head: float | None = None
    """Where to paint the playhead while it glides."""

    @property
    def zoomed(self) -> bool:
        """Whether only part of the run is visible."""
        return self.start > 0 or (self.end is not None and self.end < self.length)

    def fraction(self, position: float) -> float:
        """Return how far along the visible part a position is, from 0 to 1, or beyond that if it is not visible."""
        steps = (self.length if self.end is None else self.end) - self.start
        return (position - self.start) / steps if steps else 0.0
