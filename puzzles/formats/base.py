"""What a file format is: how it is recognised, read and written, and what it can hold.

The formats themselves are the other files in this folder, where ``puzzles.formats.registry`` finds them. A reader takes
the bytes of a file and yields what it finds, in order: a :class:`Position` for each puzzle, and a ``Problem`` with line
and column for anything unreadable. It never raises, whatever the bytes, and its memory does not grow with the file.
"""

import codecs
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Protocol

from puzzles.corpus.scan import cut
from puzzles.geometry import Digit, Geometry, sides
from puzzles.problems import Fault, Problem, PuzzleError
from puzzles.puzzle import Position, Puzzle, one_line, plain
from puzzles.puzzle import read as read_text

HEAD = 1 << 16
"""The number of bytes used to recognise a format, and the maximum number of characters in a single-puzzle file."""
BLOCK = 1 << 16
ANY_SIDE = frozenset(sides())
SMALL_SIDES = frozenset(side for side in sides() if side <= 9)
"""The sides of grids whose digits are single characters, with 0 for a blank."""
SERIALIZED = (
    "serialized Java objects (as in HoDoKu's .hsol files), which are never opened, because reading them can run a "
    "program; in HoDoKu, copy the puzzle as a library line or a grid of candidates (Edit menu), and save that text"
)

Found = Position | Problem


class Bytes(Protocol):
    """The file methods that readers use."""

    def read(self, size: int, /) -> bytes: ...


class StoredPart(Enum):
    """Something that a file can hold in addition to the givens of a single puzzle."""

    SEVERAL = "several puzzles"
    NAME = "names"
    VALUES = "placed digits"
    CANDIDATES = "candidates"
    DEAD = "cells without candidates"
    BEYOND = "candidates that a digit rules out"
    SOLUTION = "solutions"
    NOTES = "notes"


@dataclass(frozen=True)
class Format:
    """A file format. ``looks_like`` takes the start of a file; ``write`` yields lines without line endings."""

    name: str
    looks_like: Callable[[str], bool]
    read: Callable[[Bytes], Iterator[Found]]
    write: Callable[[Iterable[Position]], Iterator[str]]
    title: str
    rank: int = 0
    """The format's position among those that can be written. A format without a rank is read-only."""
    order: int = 0
    """The format's turn when a file is recognised, lowest first. Only formats with distinctive marks declare it."""
    endings: tuple[str, ...] = ()
    """The file extensions, the usual one first."""
    holds: frozenset[StoredPart] = frozenset()
    sides: frozenset[int] = ANY_SIDE
    shapes: bool = False
    """Whether the format can store unusual box shapes."""
    any_shape: bool = False
    """Whether the format can store shapes that are no squares with boxes."""
    attempt: Callable[[Puzzle], object] | None = None
    """Writes a puzzle of such a shape. Raises ``ValueError``, which says why the format cannot hold it."""
    terse: bool = False
    """Whether a problem alone says what is wrong, because a puzzle is not read sign by sign."""

    texts: Callable[[Bytes], Iterator[tuple[int, str]]] | None = None
    """A quick reader for large files. Yields each entry's line number and its puzzle as one unparsed line, or ""."""

    def refusal(self, puzzle: Puzzle) -> str:
        """Explain why this format cannot hold a puzzle; "" if it can."""
        geometry = puzzle.geometry
        if not geometry.grid:
            try:
                if self.attempt:
                    self.attempt(puzzle)
            except ValueError as error:
                return str(error)
            return "" if self.any_shape else f"a shape that is no square with boxes, which {self.name} cannot store"
        if geometry.side not in self.sides:
            size = f"a {geometry.side}x{geometry.side} puzzle"
            least, most = min(self.sides), max(self.sides)
            span = f"{least}x{least}" if least == most else f"{least}x{least} to {most}x{most}"
            return f"{size}, but {self.name} holds only {span}"
        if not self.shapes and not geometry.is_usual:
            return "boxes of {}x{} cells, which {} cannot store".format(*geometry.grid.box, self.name)
        return ""

    def left_out(self, position: Position) -> frozenset[StoredPart]:
        """Return the parts of a position that this format cannot hold. Candidates are kept only if all of them fit."""
        lost = parts(position) - self.holds
        return lost | ({StoredPart.CANDIDATES} if lost & _HARD else set())

    def fitted(self, position: Position) -> Position:
        """Return the position without the parts this format cannot hold."""
        lost = self.left_out(position)
        empty: dict[str, Any] = {field: () for part, field in _FIELDS.items() if part in lost}
        return replace(position, **empty)


_FIELDS = {
    StoredPart.VALUES: "values", StoredPart.CANDIDATES: "candidates", StoredPart.SOLUTION: "solution",
    StoredPart.NOTES: "notes",
}  # fmt: skip
"""Maps each part that has a field in :class:`Position` to the name of that field."""
_HARD = {StoredPart.DEAD, StoredPart.BEYOND}


def parts(position: Position) -> frozenset[StoredPart]:
    """Return the parts of a position other than the givens."""
    found = {part for part, field in _FIELDS.items() if getattr(position, field)}
    if position.puzzle.name:
        found.add(StoredPart.NAME)
    if position.candidates:
        left = plain(position.puzzle, position.values)
        if any(not mask and not digit for mask, digit in zip(position.candidates, position.digits, strict=True)):
            found.add(StoredPart.DEAD)
        if any(mask & ~every for mask, every in zip(position.candidates, left, strict=True)):
            found.add(StoredPart.BEYOND)
    return frozenset(found)


# Reading ------------------------------------------------------------------------------------------------------------


def text_lines(stream: Bytes) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line without its ending), splitting like :func:`puzzles.corpus.scan.cut`. The text is
    UTF-8, or UTF-16 if a byte order mark says so.
    """
    return ((number, line) for number, _, line in cut(_text(stream), "\n"))


def _text(stream: Bytes) -> Iterator[str]:
    block = stream.read(BLOCK)
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(encoding(block))("replace"), translate=True)
    while block:
        yield decoder.decode(block)
        block = stream.read(BLOCK)
    yield decoder.decode(b"", final=True)


def encoding(head: bytes) -> str:
    """Return the encoding of text that starts with these bytes."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # written by > in PowerShell
        return "utf-16"
    return "utf-8-sig"


def decoded(head: bytes) -> str:
    """Decode the first bytes of a text file."""
    return head.decode(encoding(head), "replace")


def attempted(read: Callable[[], Found]) -> Iterator[Found]:
    """Yield a function's result or, if it raises ``PuzzleError``, the problems in the error."""
    try:
        found = read()
    except PuzzleError as error:
        yield from error.problems
    else:
        yield found


def reader_of_one(position: Callable[[list[str]], Position]) -> Callable[[Bytes], Iterator[Found]]:
    """Turn a function that parses the lines of one puzzle, and may raise ``PuzzleError``, into a format's reader."""
    return lambda stream: attempted(lambda: position(short_text(stream)))


def short_text(stream: Bytes) -> list[str]:
    """Return the lines of a single-puzzle file. Raises ``PuzzleError`` if the file is too long."""
    taken: list[str] = []
    size = 0
    for number, line in text_lines(stream):
        gap = number - 1 - len(taken)  # blank lines
        size += gap + len(line) + 1
        if size > HEAD:
            message = "far too long for one puzzle, so the rest was not read; is this the right file?"
            raise misread(message, number, 1, Fault.LENGTH)
        taken += [*[""] * gap, line]
    return taken


def one_puzzle(lines: Iterable[str], geometry: Geometry | None = None) -> Puzzle:
    """Return the only puzzle in the lines. Raises ``PuzzleError``."""
    return read_text("\n".join(lines), geometry)


def first_full(lines: Iterable[str]) -> int:
    """Return the number of the first non-blank line, or 1 if all are blank."""
    return next((number for number, line in enumerate(lines, 1) if line.strip()), 1)


def wrong(message: str, line: int, column: int = 1, fault: Fault = Fault.CHARACTER) -> Problem:
    """Make a problem from a message and its line and column."""
    return Problem(fault, message, (), line, column)


def misread(message: str, line: int, column: int = 1, fault: Fault = Fault.CHARACTER) -> PuzzleError:
    """Make a :class:`PuzzleError` from a message and its line and column."""
    return PuzzleError([wrong(message, line, column, fault)])


# Writing ------------------------------------------------------------------------------------------------------------


def on_one_line(text: str) -> str:
    """Return the text on one line, with unprintable characters turned into spaces and runs of spaces collapsed."""
    return " ".join("".join(symbol if symbol.isprintable() else " " for symbol in text).split())


def zeros(puzzle: Puzzle) -> str:
    """Return the givens as digits in row order, with 0 for a blank (grids of up to 9x9)."""
    return "".join(map(str, puzzle.givens))


def figures(puzzle: Puzzle, values: Sequence[Digit] | None = None) -> str:
    """Return the givens (or ``values``, if passed) in row order, with ``.`` for a blank. Numerals up to 9x9."""
    digits = puzzle.givens if values is None else values
    if puzzle.geometry.side <= 9:
        return "".join(map(str, digits)).replace("0", ".")
    return one_line(replace(puzzle, givens=tuple(digits), alphabet=""))


def rows_of(text: str, side: int) -> list[str]:
    """Split side*side characters into rows."""
    return [text[start : start + side] for start in range(0, len(text), side)]
