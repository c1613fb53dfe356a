"""``hodoku``: HoDoKu's library format, one puzzle per line.

``:technique:digits:grid:struck:step:`` (six colons, or seven if the last field is a chain's length). First comes the
code of a technique such as 0702 (0000 for none) and the digits it involves (``x`` for none). Then there are 81 cells,
with ``.`` or 0 for a blank and ``+`` before a placed digit; the struck candidates as ``digit row column`` (``918``: no
9 in r1c8), separated by spaces; and the step's candidates or cells, kept as written. Lines that start with ``#`` are
comments. Source: HoDoKu 2 (hodoku.sourceforge.net), the "library format" on its clipboard.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from puzzles.figures import counted
from puzzles.formats.base import Bytes, Format, Found, StoredPart, attempted, misread, text_lines
from puzzles.geometry import STANDARD
from puzzles.problems import Fault
from puzzles.puzzle import Position, Puzzle, plain

LONGEST_FIELD = 200
"""The maximum number of characters kept from a field describing a technique."""
_LINE = re.compile(rf":[^:\n]{{0,{LONGEST_FIELD}}}:[^:\n]{{0,{LONGEST_FIELD}}}:(?:\+?[0-9.]){{20}}", re.ASCII)
_CELL = re.compile(r"\+?[0-9.]", re.ASCII)
_CELLS = re.compile(r"\A(?:\+?[0-9.])*", re.ASCII)
_PLAIN = re.compile(r"[0-9.]*", re.ASCII)
_STRUCK = re.compile(r"[1-9]{3}", re.ASCII)
_NO_TECHNIQUE = "0000:x:"


def looks_like(head: str) -> bool:
    """Return whether the first line that is not blank or a comment is a library line."""
    lines = (line.strip() for line in head.splitlines())
    return _LINE.match(next((line for line in lines if line and not line.startswith("#")), "")) is not None


def read(stream: Bytes) -> Iterator[Found]:
    for number, line in text_lines(stream):
        if line.strip() and not line.lstrip().startswith("#"):
            yield from attempted(partial(_position, line, number))


def _position(line: str, number: int) -> Position:
    fields = line.rstrip().lstrip(" \t").split(":")
    begin = len(line) - len(line.lstrip(" \t")) + 1
    if len(fields) < 5 or fields[0]:
        raise misread("not a line of HoDoKu's library, which is :technique:digits:grid:struck:step:", number, begin)
    column = begin + sum(len(field) + 1 for field in fields[:3])
    cells = _cells(fields[3], number, column)
    puzzle = Puzzle(tuple(0 if placed else digit for digit, placed in cells))
    values = tuple(digit if placed else 0 for digit, placed in cells)
    marks = _struck(fields[4], puzzle, values, number, column + len(fields[3]) + 1)
    technique = ":".join(_technique(":".join([fields[1], fields[2], *fields[5:6]])))
    notes = (("technique", technique),) if technique not in (_NO_TECHNIQUE, "::") else ()
    return Position(puzzle, values, marks, notes=notes, line=number)


def _cells(text: str, line: int, column: int) -> list[tuple[int, bool]]:
    """Return each cell's digit, 0 if blank, and whether it was placed. Raises ``PuzzleError``."""
    if len(text) == 81 and _PLAIN.fullmatch(text):  # the usual case: no placed digits
        return [(int(digit), False) for digit in text.replace(".", "0")]
    if rest := _CELLS.sub("", text, count=1):
        message = f"{rest[0]!r} is not allowed in the grid; use 1 to 9, + before a placed digit, and . for a blank"
        raise misread(message, line, column + len(text) - len(rest))
    digits = [(cell, int(cell[-1].replace(".", "0"))) for cell in _CELL.findall(text)]
    found = [(digit, len(cell) == 2 and digit > 0) for cell, digit in digits]
    if len(found) != len(STANDARD.cells):
        message = f"{counted(len(found), 'cell')}, but a line of HoDoKu's library has 81"
        raise misread(message, line, column, Fault.LENGTH)
    return found


def _struck(text: str, puzzle: Puzzle, values: tuple[int, ...], line: int, column: int) -> tuple[int, ...]:
    """Return the candidates left after striking those listed in the text. Raises ``PuzzleError``."""
    if not text.strip():
        return ()
    marks = list(plain(puzzle, values))
    for match in re.finditer(r"\S+", text):
        if not _STRUCK.fullmatch(match[0]):
            message = f"{match[0][:20]!r} strikes no candidate; write digit, row and column, as in 918 (9 in r1c8)"
            raise misread(message, line, column + match.start())
        digit, row, place = map(int, match[0])
        marks[STANDARD.cell_at(row - 1, place - 1)] &= ~(1 << digit)
    return tuple(marks)


def write(positions: Iterable[Position]) -> Iterator[str]:
    for position in positions:
        puzzle = position.puzzle
        filled = zip(puzzle.givens, position.values or (0,) * 81, strict=True)
        cells = "".join(f"+{value}" if value else str(given or ".") for given, value in filled)
        marked = zip(STANDARD.places, position.marks, plain(puzzle, position.values), strict=True)
        struck = [
            f"{digit}{row + 1}{column + 1}"
            for (row, column), mask, left in marked
            for digit in STANDARD.digits
            if left & ~mask & 1 << digit
        ]
        code, digits, step = _technique(position.note("technique"))
        yield f":{code}:{digits}:{cells}:{' '.join(struck)}:{step}:"


def _technique(note: str) -> tuple[str, str, str]:
    fields = [re.sub(r"[^\w .-]", "", field)[:LONGEST_FIELD].strip() for field in (note or _NO_TECHNIQUE).split(":")]
    code, digits, step, *_ = [*fields, "", "", ""]
    return code, digits, step


HODOKU = Format(
    "hodoku", looks_like, read, write, title="HoDoKu's library line", rank=80, order=20, endings=(".hodoku", ".lib"),
    holds=frozenset({StoredPart.SEVERAL, StoredPart.VALUES, StoredPart.CANDIDATES, StoredPart.DEAD, StoredPart.NOTES}),
    sides=frozenset({9}),
)  # fmt: skip
