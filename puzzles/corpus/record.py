"""One line of a corpus: a puzzle, more fields separated by spaces, colons or commas, and a name after ``#``.

``..84.9....1.…34..:1:3584…6214 # fig1`` holds a puzzle, the fields ``1`` and ``3584…6214``, and the name ``fig1``. A
graded puzzle has its level as the first field, optionally followed by a score: ``..84.9....1.…34.. hard 1186``. A shape
that cells alone do not tell comes first, in brackets: ``[6x6:3x2] ..84.9…`` (see
:attr:`puzzles.geometry.Geometry.spec`).
"""

import re
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from puzzles.bounds import LONGEST_LINE
from puzzles.figures import counted, grouped
from puzzles.geometry import SYMBOLS, Geometry, sides, usual_alphabet
from puzzles.problems import Fault, Problem, PuzzleError
from puzzles.puzzle import Puzzle, read

SHORTEST = 16
"""The length in bytes of the shortest line that can hold a puzzle (4x4), without its line ending."""

LEVELS = ("easy", "medium", "hard", "fiendish", "extreme")
"""Puzzle levels, easiest first."""

_BOM = b"\xef\xbb\xbf"
_FIELD_END = re.compile(rb"[\s:,]")
SIDES_BY_CELLS = {side * side: side for side in sides()}
_SHAPE = re.compile(rb"\[([^]]{1,65536})\]\s*")
_HEADER = re.compile(rb"#\s*+shape(?![^\s:])", re.IGNORECASE)
_LEVEL = re.compile(rb"(?:\[[^]]*+\]\s*+)?[^\s:,]++[\s:,]++(" + "|".join(LEVELS).encode() + rb")(?![^\s:,])")
_SURE = {side: f"{usual_alphabet(side)}0.*_".encode() for side in sides()}
"""For each grid side, the bytes that can only be digits or blanks."""
_ALLOWED = f"{SYMBOLS}{SYMBOLS.lower()}.*_".encode()
_LETTERS_ONLY = {side: f"{SYMBOLS[10 : 10 + side]}0.*_".encode() for side in sides()}
_NINE = _SURE[9]
_ENDS_FIELD = frozenset((b"", *(bytes([code]) for code in b" \t\n\r\v\f:,")))
"""The bytes that end a puzzle; "" stands for the end of the line."""
_TITLES = re.compile(
    rb"(?=[^\r]*(?:puzzle|quiz|question|sudoku))[A-Za-z_ ]{1,40}(?:[,;\t][A-Za-z_ ]{1,40}){1,20}", re.IGNORECASE
)
"""Table headings, such as ``quizzes,solutions``."""


class LineContent(Enum):
    """What a line of a corpus contains."""

    PUZZLE = "a puzzle"
    NOTHING = "nothing, a comment, or the titles of a table"
    BROKEN = "something else"


class Record(NamedTuple):
    puzzle: Puzzle
    fields: tuple[str, ...]
    """The fields after the puzzle, such as a grade, a number of solutions or a solution."""


def holds(line: bytes) -> LineContent:
    """Classify a line, by a quick test where possible. PUZZLE means that :func:`parse` can read it."""
    start = line[:81]
    if (
        len(start) == 81
        and not start.translate(None, _NINE)
        and line[81:82] in _ENDS_FIELD
        and len(line) <= LONGEST_LINE
    ):
        return LineContent.PUZZLE
    body = line.removeprefix(_BOM).strip()
    if not body or body.startswith(b"#"):
        return LineContent.BROKEN if _HEADER.match(body) else LineContent.NOTHING
    if body.startswith(b"["):
        return _of_shape(line)
    field = _first_field(body)
    side = SIDES_BY_CELLS.get(len(field))
    if len(line) > LONGEST_LINE or not side or field.translate(None, _ALLOWED):
        return LineContent.NOTHING if len(line) < 1000 and _TITLES.fullmatch(body) else LineContent.BROKEN
    upper = field.upper()
    if not upper.translate(None, _SURE[side]):
        return LineContent.PUZZLE
    if upper.translate(None, _LETTERS_ONLY[side]) and not _may_have_own(upper, side):
        return LineContent.BROKEN
    try:
        read(field.decode("ascii"))
    except PuzzleError:
        return LineContent.BROKEN
    return LineContent.PUZZLE


def _of_shape(line: bytes) -> LineContent:
    """Classify a line that should start with a shape."""
    try:
        parse(line)
    except PuzzleError:
        return LineContent.BROKEN
    return LineContent.PUZZLE


def _may_have_own(upper: bytes, side: int) -> bool:
    """Return whether the text may use its own symbols: as many letters as the grid has digits, and no numerals."""
    used = set(upper) - set(b"0.*_")
    return len(used) == side and min(used) >= ord("A")


def _first_field(body: bytes) -> bytes:
    return _FIELD_END.split(body, maxsplit=1)[0]


def stated_level(line: bytes) -> str | None:
    """Return the level in the first field after the puzzle, one of :data:`LEVELS`, or ``None``."""
    match = _LEVEL.match(line.removeprefix(_BOM).lstrip())
    return match[1].decode() if match else None


def parse(line: bytes, source: str = "", number: int = 1) -> Record:
    """Parse a line that is neither blank nor a comment. Raises :class:`PuzzleError` with the line number."""
    line = line.removeprefix(_BOM)
    start = len(line) - len(line.lstrip())
    geometry: Geometry | None = None
    if len(line) <= LONGEST_LINE and (shaped := _SHAPE.match(line, start)):
        try:
            geometry = Geometry.of_spec(shaped[1].decode("utf-8", "replace"))
        except ValueError as error:
            raise PuzzleError([Problem(Fault.LENGTH, str(error), (), number, start + 1)]) from None
        start = shaped.end()
    body = line[start:].rstrip()
    if _HEADER.match(body):
        message = "a shape this far down a collection is not read; write it before each of its puzzles, in brackets"
        raise PuzzleError([Problem(Fault.LENGTH, message, (), number, start + 1)])
    field = _first_field(body[: LONGEST_LINE + 1])
    known = geometry is not None or len(field) in SIDES_BY_CELLS
    if len(line) > LONGEST_LINE or not known or (geometry is None and field.translate(None, _ALLOWED)):
        raise PuzzleError([_complaint(line, field, number, min(start + 1, max(1, len(line))))])
    try:
        puzzle = read(field.decode("utf-8", "replace"), geometry)
    except PuzzleError as error:
        problems = [replace(one, line=number, column=one.column + start) for one in error.problems]
        raise PuzzleError(problems) from None
    rest, _, name = body[len(field) :].decode("utf-8", "replace").partition("#")
    fields = tuple(part for part in re.split(r"[\s:,]+", rest) if part)
    return Record(replace(puzzle, name=name.strip(), source=source, grade=_grade(fields)), fields)


def _grade(fields: tuple[str, ...]) -> str:
    """Return the level and any score at the start of the fields; "" if there is no level."""
    if not fields or fields[0] not in LEVELS:
        return ""
    scored = len(fields) > 1 and fields[1].isascii() and fields[1].isdigit() and len(fields[1]) < 10
    return " ".join(fields[: 1 + scored])


def _complaint(line: bytes, field: bytes, number: int, column: int) -> Problem:
    if len(line) > LONGEST_LINE:
        message = f"a line of more than {LONGEST_LINE} bytes; a corpus has one puzzle per line"
        return Problem(Fault.LENGTH, message, (), number, 1)
    strange = re.search(rb"[^0-9A-Za-z.*_]", field)
    if strange:
        symbol = field[strange.start() :].decode("utf-8", "replace")[0]
        message = f"{symbol!r} is not allowed in a puzzle; use digits, and . for a blank"
        return Problem(Fault.CHARACTER, message, (), number, column + strange.start())
    near = sorted(sorted(SIDES_BY_CELLS, key=lambda cells: abs(cells - len(field)))[:2])
    message = f"{counted(len(field), 'cell')}; the nearest puzzles have {grouped(near[0])} or {grouped(near[1])}"
    return Problem(Fault.LENGTH, message, (), number, column)
