"""One puzzle, row by row: plain, boxed, ``.sud``, and Simple Sudoku's ``.ss``.

``grid``: n lines of n characters, below ``# boxes RxC`` if the boxes are unusual. ``boxed``: the grid with its boxes
drawn. :mod:`puzzles.parsing.reader` reads both, and documents everything it accepts. ``sud``: n lines of n digits, with
0 for a blank (no one program owns this extension, but current solvers write exactly this). ``ss``: lines such as
``1..|...|7..``, with ``-----------`` between the boxes; or framed by ``*-----------*`` and ``|---+---+---|`` and
followed by text, as Simple Sudoku copies it (SudoCue, "File Formats"; Sudopedia, "Sudoku Clipboard and File Formats").
In ``ss``, ``X`` is also a blank.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from puzzles.formats.base import SMALL_SIDES, Format, figures, first_full, one_puzzle, reader_of_one, rows_of, zeros
from puzzles.geometry import STANDARD
from puzzles.puzzle import Position, Puzzle
from puzzles.writing import boxed, grid

_SIMPLE_ROW = re.compile(r"\s*\|?(?:[1-9.0xX_*]{3}\|){2}[1-9.0xX_*]{3}\|?\s*")
_CELLS = re.compile(r"\s*[|0-9.xX_*][|0-9.xX_* ]*")
RULE = re.compile(r"\s*[*|+.:']?---[-+*|.:']*\s*")


@reader_of_one
def read(lines: list[str]) -> Position:
    """Read a single puzzle in any layout."""
    return Position(one_puzzle(lines), line=first_full(lines))


@reader_of_one
def read_simple(lines: list[str]) -> Position:
    """Read the rows between the separators. Other lines count as blank, so line numbers stay the same."""
    rows = [line if _CELLS.fullmatch(line) and not RULE.fullmatch(line) else "" for line in lines]
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
    shapes=True, any_shape=True,
)  # fmt: skip
BOXED = Format(
    "boxed", lambda head: False, read, _writer(boxed), title="one puzzle, boxes drawn", rank=30, endings=(".boxed",),
    shapes=True, any_shape=True,
)  # fmt: skip
SUD = Format(
    "sud", lambda head: False, read, _writer(_sud), title="rows of figures", rank=40, endings=(".sud",),
    sides=SMALL_SIDES,
)  # fmt: skip
SS = Format(
    "ss", looks_like_simple, read_simple, _writer(_simple), title="Simple Sudoku", rank=70, order=50,
    endings=(".ss",), sides=frozenset({9}),
)  # fmt: skip
