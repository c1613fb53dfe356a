"""``csv``: a table with a column of puzzles and perhaps one of solutions, as in public data sets.

A first line of titles is optional (``quizzes,solutions``; ``puzzle,solution,clues,difficulty``; ``id,puzzle,…``).
Fields are separated by commas, semicolons, tabs or ``|``, and may be quoted (RFC 4180, but a field cannot span lines).
Columns are recognised by content: most of the first rows have a puzzle there. If two columns qualify, their titles or
else their blanks tell them apart. Each solution is checked; a wrong one is reported and left out. A puzzle is n*n
characters, or its numbers separated by spaces or by another of these separators (``5;3;0;…``, as large grids need).
"""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from puzzles.bounds import LONGEST_LINE
from puzzles.corpus.record import SIDES_BY_CELLS, LineContent, holds
from puzzles.formats.base import Bytes, Format, Found, StoredPart, figures, text_lines, wrong, zeros
from puzzles.formats.lines import solution_in, undashed
from puzzles.problems import Fault, Problem, PuzzleError
from puzzles.puzzle import Position, Puzzle, one_line
from puzzles.puzzle import read as read_text

DELIMITERS = ",;\t|"
LOOKED_AT = 64
"""The number of rows examined to determine the columns."""
MOST_COLUMNS = 256
_PUZZLE_TITLE = re.compile("puzzle|quiz|question|sudoku|grid|board|problem|clue|given", re.IGNORECASE)
_SOLUTION_TITLE = re.compile("solution|answer|solved|result", re.IGNORECASE)
_APART = re.compile(r"(?:[0-9]{1,2}[ ;,/]){15,1295}[0-9]{1,2}", re.ASCII)


class TableLayout(NamedTuple):
    """The columns of a table and the form of its rows."""

    delimiter: str
    column: int
    """The index of the puzzle column."""
    solutions: int | None
    """The index of the solution column, if there is one."""
    titled: bool
    """Whether the first row holds titles."""
    quoted: bool
    """Whether any row has its puzzle in quotes."""


def table(lines: Iterable[str]) -> TableLayout | None:
    """Return the layout of a table that starts with these lines; ``None`` if it is not a table of puzzles."""
    rows = list(islice((line for line in lines if _is_row(line)), LOOKED_AT))
    found = [one for mark in DELIMITERS if (one := _table(rows, mark))]
    return max(found, key=lambda one: sum(1 for row in rows if _holds(row, one)), default=None)


def _is_row(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _holds(row: str, where: TableLayout) -> bool:
    """Return whether a row has a puzzle in the puzzle column."""
    fields = _fields(row, where.delimiter) or []
    return where.column < len(fields) and _cells(fields[where.column]) > 0


def _table(lines: list[str], delimiter: str) -> TableLayout | None:
    rows = [fields for line in lines if (fields := _fields(line, delimiter)) is not None]
    if max(map(len, rows), default=0) < 2:
        return None
    titled = not any(map(_cells, rows[0])) and any(map(_PUZZLE_TITLE.search, rows[0]))
    titles = dict(enumerate(rows[0])) if titled else {}
    columns = [
        [row[number] for row in rows if number < len(row) and _cells(row[number])]
        for number in range(min(MOST_COLUMNS, max(map(len, rows))))
    ]
    likely = [number for number, fields in enumerate(columns) if fields and 2 * len(fields) >= len(rows) - titled]
    if not likely:
        return None
    blanks = {number: sum(map(_blanks, columns[number])) for number in likely}
    column = min(likely, key=lambda number: (_rank(titles.get(number, "")), -blanks[number], number))
    full = [number for number in likely if number != column and not blanks[number]]
    solutions = min(full, key=lambda number: (-_rank(titles.get(number, "")), number), default=None)
    quoted = any(f'"{field}"' in line for line in lines for field in columns[column] if field in line)
    return TableLayout(delimiter, column, solutions, titled, quoted)


def lines_begin_with_puzzles(head: str) -> bool:
    """Return whether each row starts with its puzzle, so that a corpus can read the file directly."""
    where = table(head.split("\n"))
    return where is not None and where.column == 0 and not where.quoted and where.delimiter in ",\t"


def _rank(title: str) -> int:
    """Rank a column title from 0 (most likely the puzzle column) to 2 (least likely)."""
    return 2 if _SOLUTION_TITLE.search(title) else 0 if _PUZZLE_TITLE.search(title) else 1


def _blanks(field: str) -> int:
    if _APART.fullmatch(field.strip()):
        return len(re.findall(r"(?<![0-9])0(?![0-9])", field))
    return sum(map(field.count, ".0*_-"))


def _fields(line: str, delimiter: str) -> list[str] | None:
    """Return the fields of a row, or ``None`` if a quote is not closed."""
    if '"' not in line:
        return line.split(delimiter)
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True))
    except (csv.Error, StopIteration):
        return None


def _cells(field: str) -> int:
    """Return the number of cells in the puzzle that a field seems to hold; 0 if it holds none."""
    text = field.strip()
    if _APART.fullmatch(text):
        count = len(re.split("[ ;,/]", text))
        return count if count in SIDES_BY_CELLS else 0
    if len(text) not in SIDES_BY_CELLS or not text.isascii():
        return 0
    return len(text) if holds(undashed(text).encode()) is LineContent.PUZZLE and not re.search(r"[\s:,]", text) else 0


def looks_like(head: str) -> bool:
    """Return whether the text is a table with a column of puzzles."""
    return table(head.split("\n")) is not None


def read(stream: Bytes) -> Iterator[Found]:
    where, rows = _opened(stream)
    if where is None:
        yield wrong("no column of puzzles found; each row of a table has a puzzle, such as 81 digits and dots", 1)
        return
    for number, line in rows:
        yield from _row(line, number, where)


def texts(stream: Bytes) -> Iterator[tuple[int, str]]:
    """Yield each row's line number and its puzzle as text, or "" if it has none."""
    where, rows = _opened(stream)
    if where is None:
        return
    for number, line in rows:
        fields = _fields(line, where.delimiter) or []
        yield number, _line_of(fields[where.column].strip()) if where.column < len(fields) else ""


def _opened(stream: Bytes) -> tuple[TableLayout | None, Iterator[tuple[int, str]]]:
    """Return the table's layout and its numbered rows, without the titles."""
    lines = text_lines(stream)
    begin = list(islice(lines, 4 * LOOKED_AT))
    where = table(line for _, line in begin)
    rows = ((number, line) for number, line in chain(begin, lines) if _is_row(line))
    return where, islice(rows, int(where is not None and where.titled), None)


def _line_of(field: str) -> str:
    if holds(field.encode("utf-8", "replace")) is LineContent.PUZZLE and field.isascii():
        return field
    puzzle = _puzzle(field)
    return one_line(puzzle) if isinstance(puzzle, Puzzle) else ""


def _row(line: str, number: int, where: TableLayout) -> Iterator[Found]:
    fields = _fields(line, where.delimiter)
    if fields is None or len(line) > LONGEST_LINE:
        fault = "this line has an unclosed quote" if fields is None else "this line is too long for a row"
        yield wrong(fault, number)
    elif where.column >= len(fields):
        message = f"{len(fields)} fields, but the puzzles are in field {where.column + 1}"
        yield wrong(message, number, 1, Fault.LENGTH)
    else:
        field = fields[where.column]
        puzzle = _puzzle(field)
        if isinstance(puzzle, Problem):
            yield replace(puzzle, line=number, column=_column(line, field) + max(0, puzzle.column - 1))
            return
        solved = fields[where.solutions] if where.solutions is not None and where.solutions < len(fields) else ""
        solution = solution_in(_plainly(solved), puzzle) if solved.strip() else ()
        yield Position(puzzle, solution=solution, line=number)
        if solved.strip() and not solution:
            message = "the solution in this row does not solve the puzzle, so it is left out"
            yield Problem(Fault.CLASH, message, (), number, _column(line, solved), remark=True)


def _column(line: str, field: str) -> int:
    return max(0, line.find(field)) + 1 if field else 1


def _plainly(field: str) -> str:
    """Return a field in a form that :mod:`puzzles.parsing.reader` can read."""
    text = field.strip()
    return re.sub("[ ;,/]", " ", text) if _APART.fullmatch(text) else undashed(text)


def _puzzle(field: str) -> Puzzle | Problem:
    if not field.strip():
        return wrong("no puzzle in this row", 1, 1, Fault.LENGTH)
    try:
        return read_text(_plainly(field))
    except PuzzleError as error:
        return error.problems[0]


def write(positions: Iterable[Position]) -> Iterator[str]:
    yield "puzzle,solution"
    for position in positions:
        puzzle = position.puzzle
        solution = figures(puzzle, position.solution) if position.solution else ""
        yield f"{zeros(puzzle) if puzzle.geometry.side <= 9 else figures(puzzle)},{solution}"


CSV = Format(
    "csv", looks_like, read, write, title="a table with a column of puzzles and one of solutions", rank=110, order=80,
    endings=(".csv", ".tsv"), holds=frozenset({StoredPart.SEVERAL, StoredPart.SOLUTION}), texts=texts,
)  # fmt: skip
