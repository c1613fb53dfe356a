"""One puzzle, row by row: plain, boxed, ``.sud``, and the ``.ss`` of Simple Sudoku.

``grid``: n lines of n characters, under ``# boxes RxC`` if the boxes are unusual. ``boxed``: the grid with its boxes
drawn. :mod:`puzzles.parsing.reader` reads both, and describes all that it reads. ``sud``: n lines of n figures, 0 for a
blank (no one program owns this ending; current solvers write just that). ``ss``: lines such as ``1..|...|7..``, with a
rule of ``-----------`` between the boxes; also framed by ``*-----------*`` and ``|---+---+---|`` and followed by lines
of words, as Simple Sudoku copies it (SudoCue, "File Formats"; Sudopedia, "Sudoku Clipboard and File Formats"). ``X`` is
also a blank in ``ss``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from puzzles.formats.base import SMALL_SIDES, Format, figures, first_full, one_puzzle, reader_of_one, rows_of, zeros
from puzzles.geometry import STANDARD
from puzzles.position import Position
from puzzles.puzzle import Puzzle
from puzzles.writing import boxed, grid

_SIMPLE_ROW = re.compile(r"\s*\|?(?:[1-9.0xX_*]{3}\|){2}[1-9.0xX_*]{3}\|?\s*")
_CELLS = re.compile(r"\s*[|0-9.xX_*][|0-9.xX_* ]*")
_RULE = re.compile(r"\s*[*|+.:']?---[-+*|.:']*\s*")


@reader_of_one
def read(lines: list[str]) -> Position:
    """Read a text that holds one puzzle in any layout."""
    return Position(one_puzzle(lines), line=first_full(lines))


@reader_of_one
def read_simple(lines: list[str]) -> Position:
    """Read the rows between the rules; other lines count as blank, so line numbers do not change."""
    rows = [line if _CELLS.fullmatch(line) and not _RULE.fullmatch(line) else "" for line in lines]
    return Position(one_puzzle([re.sub("[xX]", ".", row) for row in rows], STANDARD), line=first_full(rows))


def looks_like_simple(head: str) -> bool:
    """Return whether most rows are three groups of three cells."""
    return sum(1 for line in head.splitlines() if _SIMPLE_ROW.fullmatch(line)) >= 5


def _writer(form: Callable[[Puzzle], str]) -> Callable[[Iterable[Position]], Iterator[str]]:
    def write(positions: Iterable[Position]) -> Iterator[str]:
        for position in positions:
            yield from form(position.puzzle).split("\n")

    return write


def _sud(puzzle: Puzzle) -> str:
    return "\n".join(rows_of(zeros(puzzle), puzzle.geometry.side))


def _simple(puzzle: Puzzle) -> str:
    lines = ["|".join(rows_of(row, 3)) for row in rows_of(figures(puzzle), 9)]
    return "\n".join([*lines[:3], "-" * 11, *lines[3:6], "-" * 11, *lines[6:]])


GRID = Format(
    "grid", lambda head: True, read, _writer(grid), title="one puzzle, one line per row", rank=20, endings=(".grid",),
    shapes=True,
)  # fmt: skip
BOXED = Format(
    "boxed", lambda head: False, read, _writer(boxed), title="one puzzle, boxes drawn", rank=30, endings=(".boxed",),
    shapes=True,
)  # fmt: skip
SUD = Format(
    "sud", lambda head: False, read, _writer(_sud), title="rows of figures", rank=40, endings=(".sud",),
    sides=SMALL_SIDES,
)  # fmt: skip
SS = Format(
    "ss", looks_like_simple, read_simple, _writer(_simple), title="Simple Sudoku", rank=70, order=50,
    endings=(".ss",), sides=frozenset({9}),
)  # fmt: skip
