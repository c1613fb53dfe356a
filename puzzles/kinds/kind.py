"""A kind of puzzle: how its shapes are written, what its cells and digits are called, how it is drawn and made.

A kind is a class in the ``__init__.py`` of a folder of its own in ``puzzles/kinds``. It overrides what is different
from Sudoku:

    @kind("map")
    class Map(Kind):
        title = "Map colouring"
        words = {"digit": "colour", "cell": "country"}

        def shape(self, text: str) -> Geometry: ...

A puzzle of this kind is written like any other, below a header line with its shape: ``# shape map AAB/CCB``.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from puzzles.discovery import entries

if TYPE_CHECKING:
    from random import Random

Geometry: TypeAlias = Any
Puzzle: TypeAlias = Any
"""The classes of these names, which cannot be imported here, because they import this file."""
Place = tuple[int, int]


Point = tuple[float, float]
"""A row and a column from the board's top left corner, in squares."""


CELL_NAME = r"[A-Za-z][A-Za-z0-9-]{0,19}"
"""The pattern of a cell's name."""


class Mark(NamedTuple):
    """A text, a disc or a line that is drawn over the cells."""

    points: tuple[Point, ...]
    """The middle of the text or the disc, or the corners of the line."""
    text: str = ""
    size: float = 0.3
    """The size of the text, the width of the disc or of the line, in squares."""
    dashed: bool = False
    hollow: bool = False
    """Whether a disc is white, instead of black, or only a ring if it is pale."""
    inked: bool = False
    """Whether a disc has the colour of text, instead of black."""
    pale: bool = False
    """Whether it is drawn in a pale colour, below the digits. Dashed lines are below them too."""
    tally: "Tally | None" = None
    """What a text says about some cells. It is pale once that is true, and ringed once it can no longer be true."""


class Tally(NamedTuple):
    """A statement about how often some cells hold a digit."""

    number: int
    digit: int
    cells: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool | None:
        """Return whether it is true, given the digits of all cells (0 for a blank), or ``None`` while that is open.

        None at all is true only once no cell is blank: a board on which nothing is written leaves it open.
        """
        held, blank = (sum(values[cell] == digit for cell in self.cells) for digit in (self.digit, 0))
        if held == self.number and (held or not blank):
            return True
        return None if held <= self.number <= held + blank else False


class Kind:
    """What a kind of puzzle says, draws and makes in its own way."""

    name: ClassVar[str]
    title: ClassVar[str]
    usual: ClassVar[str] = ""
    """The text of a shape that is only named."""
    goal: ClassVar[str] = ""
    """What a solution fulfils, as in "no two queens attack each other"; "" to say it of the units."""
    alphabet: ClassVar[str] = ""
    """The symbols of the digits from 1 up; "" for the usual ones."""
    words: ClassVar[Mapping[str, str]] = {}
    """What this kind calls a digit, a cell and a grid: nouns in the singular, by those three words."""
    phrases: ClassVar[Mapping[str, str]] = {}
    """What this kind says instead of other phrases: pairs for :func:`re.sub`, in order, after its ``words``."""
    called: ClassVar[Sequence[str]] = ()
    """What the digits from 1 up are called, if not by their symbols. ``phrases`` put these names into sentences."""
    task: ClassVar[str] = ""
    """The rules, told to somebody who does not know them, without the last full stop; "" if that is needless."""
    hues: ClassVar[Sequence[str]] = ()
    """The colour that fills a cell for each digit from 1 up, as ``#rrggbb``; empty if cells are not filled."""
    signed: ClassVar[bool] = False
    """Whether units that no line of the board shows, such as diagonals, are drawn below the digits."""
    made_of: ClassVar[str] = ""
    """The rule that its puzzles have even if the shape that they are like has none."""
    pitch: ClassVar[int] = 1
    """How many rows and columns of places there are for each that has a number beside the board."""
    new_shapes: ClassVar[bool] = False
    """Whether each of its puzzles has regions or squares of its own."""
    sizes: ClassVar[Sequence[str]] = ()
    """The shapes without rules of their own in which a puzzle can be entered, from small to large, as in "7x7"."""

    def shape(self, text: str) -> Geometry:
        """Return the shape that a text after the kind's name stands for. Raises ``ValueError``."""
        raise ValueError(f"{self.title} has no form of its own for {text[:40]!r}")

    def write(self, geometry: Geometry) -> str:
        """Return the text of a shape: the inverse of :meth:`shape`."""
        return str(geometry.text)

    def cell_name(self, geometry: Geometry, place: Place) -> str:
        """Return the name of the cell that is drawn at a place: letters, digits and hyphens, the first a letter."""
        return f"r{place[0] + 1}c{place[1] + 1}"

    def squares(self, geometry: Geometry, place: Place) -> tuple[Place, ...]:
        """Return the squares that a cell covers. The first, its place, shows its digit and candidates."""
        return (place,)

    def is_shaded(self, place: Place) -> bool:
        """Return whether a square has a darker ground, as on a chessboard."""
        return False

    def is_edge(self, geometry: Geometry, place: Place) -> bool | None:
        """Return whether a cell is an edge that lies across (or else, down) instead of a square, which is ``None``.

        An edge begins and ends one square from the middle of its place. Its digit 1 is drawn as a line along it, any
        other as a cross. All cells of a board are edges, or none are.
        """
        return None

    def marks(self, geometry: Geometry) -> Iterable[Mark]:
        """Return what is drawn over the cells. Rules draw their own."""
        return ()

    def numbered(self, geometry: Geometry, place: Place, number: int | None) -> Geometry:
        """Return a shape of edges with another number, or none, in the square below an edge."""
        raise NotImplementedError

    def make(self, geometry: Geometry, random: "Random") -> Puzzle | None:
        """Return a new puzzle with one solution, or ``None`` to make it like a Sudoku, if it has no rules."""
        return None

    def says(self, text: str) -> str:
        """Return a text about digits, cells and a grid in the words of this kind."""
        text = self._pattern.sub(self._word, text) if self.words else text
        for phrase, own in self.phrases.items():
            text = re.sub(phrase, own, text)
        return text

    @property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:(a)n? )?({'|'.join(self.words)})(s?)\b", re.IGNORECASE)

    def _word(self, match: re.Match[str]) -> str:
        article, word, plural = match.groups()
        own = self.words[word.lower()]
        before = f"{article}{'n' * (own[0] in 'aeiou')} " if article else ""
        own = own[:-1] + "ies" if plural and own.endswith("y") else own + plural
        return before + (own.capitalize() if word[0].isupper() else own)


# Discovery ----------------------------------------------------------------------------------------------------------

_KINDS: dict[str, Kind] = {}
K = TypeVar("K", bound=type[Kind])


def kind(name: str) -> Callable[[K], K]:
    """Declare the decorated class as the kind of puzzle with a name."""

    def declare(found: K) -> K:
        found.name = name
        _KINDS[name] = found()
        return found

    return declare


def no_kind(name: str, known: Iterable[str]) -> str:
    """Return the message for a name that no kind of puzzle has."""
    return f"no kind of puzzle is called {name[:40]!r}; the kinds are: {', '.join(known)}"


def kind_named(name: str) -> Kind:
    """Return a kind of puzzle. Raises ``ValueError``, listing the kinds."""
    known = {entry.name: entry for entry in entries("puzzles.kinds", "kind", "*/__init__.py")}
    if name not in known:
        raise ValueError(no_kind(name, known))
    known[name].load()
    return _KINDS[name]
