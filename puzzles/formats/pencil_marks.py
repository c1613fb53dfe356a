"""``pencil``: a grid of pencil marks, listing the digits possible in each cell, with spaces between cells.

The grid may be framed or not, written in n lines of n cells or in one line, and followed by text. A cell is blank if it
has several digits, is in brackets (``{5}``) or is ``.``. A digit after ``u`` was placed. A single digit is a given,
unless it is still a candidate of a peer. Grids are up to 9x9, with the usual boxes. They are written with a frame, with
``u`` before placed digits and brackets around a blank cell's only candidate. Sources: Simple Sudoku's candidate grid
(Sudopedia, "Sudoku Clipboard and File Formats"), SudoCue's ``.sdx`` ("File Formats"), the grid that HoDoKu copies, and
SadMan Software's faq22.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from math import isqrt
from typing import NamedTuple

from puzzles.figures import counted
from puzzles.formats.base import SMALL_SIDES, Format, StoredPart, misread, reader_of_one
from puzzles.geometry import Geometry
from puzzles.problems import Fault, quoted
from puzzles.puzzle import Position, Puzzle

_TOKEN = re.compile(r"u[1-9]|[1-9]{1,9}|[.0]|\{[1-9]{0,9}\}|\([1-9]{0,9}\)|\[[1-9]{0,9}\]", re.ASCII)
_ROW = re.compile(rf"(?:[\s|,]*(?:{_TOKEN.pattern})(?=[\s|,]|$))+[\s|,]*", re.ASCII)
_COUNTS = frozenset(side * side for side in SMALL_SIDES)


class _Cell(NamedTuple):
    text: str
    line: int
    column: int

    @property
    def digits(self) -> str:
        return self.text.strip("u{}()[].0")

    @property
    def is_open(self) -> bool:
        """Whether the cell definitely shows candidates rather than a digit."""
        return len(self.digits) != 1 or self.text[0] in "{(["


def _rows(lines: Iterable[str]) -> list[list[_Cell]]:
    """Return the cells on each line that consists only of cells."""
    return [
        [_Cell(match[0], number, match.start() + 1) for match in _TOKEN.finditer(line)]
        for number, line in enumerate(lines, 1)
        if _ROW.fullmatch(line)
    ]


def looks_like(head: str) -> bool:
    """Return whether the text is a grid of pencil marks: a whole grid with some candidates or a placed digit, or
    several rows, at least half of which have candidates.
    """
    rows = [row for row in _rows(head.splitlines()) if 4 <= len(row) <= 9 or len(row) in _COUNTS]
    telling = [row for row in rows if any(len(cell.text) > 1 for cell in row)]
    cells = list(chain.from_iterable(rows))
    if not telling or any(len(set(cell.digits)) < len(cell.digits) for cell in cells):
        return False
    whole = len(cells) in _COUNTS and (len(rows) == 1 or {len(row) for row in rows} == {len(rows)})
    return whole or (len(rows) > 2 and 2 * len(telling) >= len(rows))


@reader_of_one
def read(lines: list[str]) -> Position:
    rows = _rows(lines)
    cells = list(chain.from_iterable(rows))
    if not cells:
        raise misread("no cells with pencil marks found", 1)
    side = isqrt(len(cells))
    if len(cells) not in _COUNTS or (len(rows) > 1 and any(len(row) != side for row in rows)):
        likely = max((len(row) for row in rows), key=[len(row) for row in rows].count)
        at = next((row[-1] for row in rows if len(row) != likely), cells[-1])
        here = f"{counted(len(cells), 'cell')} in {counted(len(rows), 'line')}"
        message = f"{here}; a 9x9 grid of pencil marks has 81, in nine lines or in one"
        raise misread(message, at.line, at.column, Fault.LENGTH)
    for cell in cells:
        if any(int(digit) > side for digit in cell.digits):
            raise misread(f"{quoted(cell.text)} is not allowed in a {side}x{side} grid", cell.line, cell.column)
    return _read(cells, Geometry.of_side(side))


def _read(cells: list[_Cell], geometry: Geometry) -> Position:
    marks = [sum({1 << int(digit) for digit in cell.digits}) for cell in cells]
    is_open = [cell.is_open for cell in cells]
    givens, values = [0] * len(cells), [0] * len(cells)
    for index, cell in enumerate(cells):
        if cell.text[0] == "u":
            values[index] = int(cell.digits)
        elif not is_open[index] and not any(
            is_open[peer] and marks[peer] & marks[index] for peer in geometry.peers[index]
        ):
            givens[index] = int(cell.digits)
    return Position(Puzzle(tuple(givens), geometry), tuple(values), tuple(marks), line=cells[0].line)


def write(positions: Iterable[Position]) -> Iterator[str]:
    for position in positions:
        side, (height, width) = position.puzzle.geometry.side, position.puzzle.geometry.box
        cells = _written(position)
        wide = [max(map(len, cells[column::side])) for column in range(side)]
        boxes = [range(start, start + width) for start in range(0, side, width)]
        rule = "+".join(["", *("-" * (2 * len(box) + sum(wide[c] for c in box)) for box in boxes), ""])
        for row in range(side):
            if row % height == 0:
                yield rule
            inside = ("  ".join(cells[row * side + c].ljust(wide[c]) for c in box) for box in boxes)
            yield "|".join(["", *(f" {part} " for part in inside), ""])
        yield rule


def _written(position: Position) -> list[str]:
    cells = []
    for given, digit, mask in zip(position.puzzle.givens, position.digits, position.marks, strict=True):
        digits = "".join(str(d) for d in position.puzzle.geometry.digits if mask >> d & 1)
        shown = str(given) if given else f"u{digit}" if digit else f"{{{digits}}}" if len(digits) == 1 else digits
        cells.append(shown or ".")
    return cells


PENCIL = Format(
    "pencil", looks_like, read, write, title="a grid of pencil marks", rank=90, order=70, endings=(".pm", ".pencil"),
    holds=frozenset({StoredPart.VALUES, StoredPart.CANDIDATES, StoredPart.DEAD}), sides=SMALL_SIDES,
)  # fmt: skip
