"""``cells``: a puzzle with one field per cell, as in spreadsheets, drawn tables and source code.

There are three layouts. In the first, n lines have n fields each, separated by commas, semicolons or tabs
(``5,3,,,7,,,,``). The second uses ``|`` instead (``| 5 | 3 | |``, also in Markdown), ignoring horizontal rules. The
third is lists of lists or strings, in any brackets, as written by Python, JSON, C and NumPy (``[[5, 3, 0], …``), or one
list of all cells. An empty field is a blank, as are ``0``, ``None`` and ``null``. A file may hold several puzzles in a
row. :mod:`puzzles.parsing.reader` decides what the symbols mean.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, islice
from math import isqrt
from typing import NamedTuple

from puzzles.corpus.record import SIDES_BY_CELLS
from puzzles.figures import counted
from puzzles.formats.base import ANY_SIDE, HEAD, Bytes, Format, Found, StoredPart, one_puzzle, text_lines, wrong
from puzzles.formats.grid import GRID
from puzzles.formats.pencil_marks import PENCIL
from puzzles.geometry import LARGEST
from puzzles.problems import Fault, Problem, PuzzleError
from puzzles.puzzle import Position, problems

LOOKED_AT = 200
"""The number of rows examined to determine the size."""
_BRACKETS = re.compile(r"\s*(?:[\w.]+\s*(?:[:=]\s*)?)?[\[({]\s*[\[({\"'0-9]")
_TOKEN = re.compile(r"[\[({]|[\])}]|\"[^\"]*\"|'[^']*'|[^\s,;\"'\[\](){}]+")
_RULE = re.compile(r"[-+=:|\s]*-[-+=:|\s]*")
_NOTHING = frozenset({"", "none", "null", "nan", "-", "?"})
_BLANK = _NOTHING | {"0", "x"}
"""The text of a blank cell in grids with single-character digits."""


class Field(NamedTuple):
    text: str
    line: int
    column: int


FieldRow = list[Field]


class CellLayout(NamedTuple):
    """How the fields are laid out: ``rows`` extracts them from the lines, and ``width`` is the number per row."""

    rows: Callable[[Iterable[tuple[int, str]]], Iterator[FieldRow]]
    width: int


# Rows of fields -----------------------------------------------------------------------------------------------------


def _apart(mark: str, lines: Iterable[tuple[int, str]]) -> Iterator[FieldRow]:
    """Split lines into rows of fields at a separator."""
    for number, line in lines:
        if line.strip(" ") and not line.startswith("#") and not (mark == "|" and _RULE.fullmatch(line)):
            yield from _squared(_fields(line[:HEAD], mark, number))


def _fields(line: str, mark: str, number: int) -> FieldRow:
    text, start = line, 0
    if mark == "|" and line.strip().startswith("|"):  # a frame
        start = line.index("|") + 1
        text = line[start:].rstrip().removesuffix("|")
    found = []
    for part in text.split(mark):
        inner = part.strip().strip("\"'").strip()
        found.append(Field(inner, number, start + 1 + (part.find(inner) if inner else 0)))
        start += len(part) + 1
    return found


def _listed(lines: Iterable[tuple[int, str]]) -> Iterator[FieldRow]:
    """Yield the contents of the innermost brackets. For a list of strings, yield the symbols of each string."""
    # Lists of 16 or 36 are rows of a large grid, never a small one.
    row: FieldRow | None = None
    for number, line in lines:
        for token in _TOKEN.finditer(line):
            text = token[0]
            if text in "[({":
                row = []
            elif text in "])}":
                yield from _opened(row or [])
                row = None
            elif row is not None and len(row) <= LARGEST * LARGEST:
                quoted = text[0] in "\"'"
                row.append(Field(text.strip("\"'"), number, token.start() + 1 + quoted))
    yield from _opened(row or [])


def _opened(row: FieldRow) -> Iterator[FieldRow]:
    """Split a list of all cells, or a list with a string for each row, into rows."""
    if 2 * sum(1 for field in row if len(field.text) > 3 and field.text.lower() not in _NOTHING) > len(row):
        for field in row:
            symbols = [Field(text, field.line, field.column + at) for at, text in enumerate(field.text)]
            yield from _opened(symbols)
    elif row:
        yield from _squared(row)


def _squared(row: FieldRow) -> Iterator[FieldRow]:
    """Yield the row or, if it holds a whole grid, the rows of that grid."""
    count = len(row)
    side = isqrt(count) if count in SIDES_BY_CELLS and count > LARGEST else count
    return (row[start : start + side] for start in range(0, count, side))


# Reading ------------------------------------------------------------------------------------------------------------


def _layout(lines: list[tuple[int, str]]) -> CellLayout | None:
    """Return the layout of the first lines of a file, or ``None`` if they are not a table of cells."""
    full = [line for _, line in lines if line.strip() and not line.startswith("#")]
    first = full[0] if full else ""
    apart = [partial(_apart, mark) for mark in ",;\t|" if mark in first]
    ways = [_listed] if _BRACKETS.match("\n".join(full[:9])) else apart
    for rows in ways:
        found = list(islice(rows(lines), LOOKED_AT))
        width, times = Counter(map(len, found)).most_common(1)[0] if found else (0, 0)
        # Empty columns of a spreadsheet do not count.
        if width > len(found) and not any(field.text for row in found for field in row[len(found) :]):
            width = len(found)
        side = width if width in ANY_SIDE else 0
        if side and 2 * times > len(found) and len(found) + 1 >= side and _are_cells(found):
            return CellLayout(rows, side)
    return None


def _are_cells(rows: list[FieldRow]) -> bool:
    """Return whether nearly all fields are empty or a single symbol, and none holds a whole puzzle."""
    fields = [field.text for row in rows for field in row]
    cells = sum(1 for text in fields if len(text) <= 2 or text.lower() in _NOTHING)
    return 10 * cells >= 9 * len(fields) and 0 < max(map(len, fields)) < min(SIDES_BY_CELLS)


def _trimmed(row: FieldRow, width: int) -> FieldRow:
    """Return the row without any empty fields beyond the width."""
    while len(row) > width and not row[-1].text:
        row = row[:-1]
    return row


def looks_like(head: str) -> bool:
    """Return whether most rows have as many fields as there are rows, and :mod:`puzzles.parsing.reader` cannot read the
    text as it is.

    If the text could also be a grid of pencil marks, no row may be uneven and at least one field must be empty.
    """
    lines = list(enumerate(head.splitlines(), 1))
    where = _layout(lines)
    if where is None or (len(head) < HEAD and not any(problem.line for problem in problems(head))):
        return False
    if not PENCIL.looks_like(head):
        return True
    rows = [_trimmed(row, where.width) for row in where.rows(lines)]
    return {len(row) for row in rows} == {where.width} and any(not field.text for row in rows for field in row)


def read(stream: Bytes) -> Iterator[Found]:
    """Yield each grid in the file."""
    lines = text_lines(stream)
    begin = list(islice(lines, 4 * LOOKED_AT))
    where = _layout(begin)
    if where is None:
        yield wrong("no cells found; a table of cells must have as many rows as columns", 1)
        return
    rows: list[FieldRow] = []
    for row in where.rows(line for part in (begin, lines) for line in part):
        rows.append(_trimmed(row, where.width))
        if len(rows) == where.width:
            yield from _found(rows, where.width)
            rows = []
    if rows:
        at = rows[-1][-1]
        message = f"{counted(len(rows), 'row')}, but a {where.width}x{where.width} grid has {where.width}"
        yield wrong(f"{message}: add {where.width - len(rows)}", at.line, at.column, Fault.LENGTH)


def _found(rows: list[FieldRow], side: int) -> Iterator[Found]:
    uneven = [_uneven(row, side) for row in rows if len(row) != side]
    if uneven:
        yield from uneven
        return
    blanks = _BLANK if side <= 9 else _NOTHING
    marks = [["." if field.text.lower() in blanks else field.text for field in row] for row in rows]
    try:
        puzzle = one_puzzle([" ".join(row) for row in marks])
    except PuzzleError as error:
        for problem in error.problems:
            number = min(max(1, problem.line), len(rows)) - 1
            ends = zip(rows[number], accumulate(len(mark) + 1 for mark in marks[number]), strict=True)
            at = next((field for field, end in ends if problem.column <= end), rows[number][-1])
            yield wrong(problem.message, at.line, at.column, problem.fault)
    else:
        yield Position(puzzle, line=rows[0][0].line)


def _uneven(row: FieldRow, side: int) -> Problem:
    extra = len(row) - side
    at = row[side] if extra > 0 else row[-1]
    todo = f"remove {extra}" if extra > 0 else f"add {-extra} (leave a field empty for a blank)"
    message = f"{len(row)} fields, but a row of a {side}x{side} grid has {side}: {todo}"
    return wrong(message, at.line, at.column, Fault.LENGTH)


CELLS = Format(
    "cells", looks_like, read, GRID.write, title="a table with a field for each cell", order=60,
    holds=frozenset({StoredPart.SEVERAL}), shapes=True,
)  # fmt: skip
"""The format. It is read-only, because ``grid`` can write everything it holds."""
