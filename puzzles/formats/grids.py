"""``grids``: several puzzles, each written row by row, with or without titles above them.

Examples are two grids with a blank line between them, the fifty in Project Euler's ``p096_sudoku.txt`` under ``Grid
01`` to ``Grid 50``, and a single puzzle under its title. The rules below decide which lines
belong together, and :mod:`puzzles.parsing.reader` what they mean. Up to 9x9, ``x`` is also a blank here.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from puzzles.corpus.record import SIDES_BY_CELLS, LineContent, holds
from puzzles.formats.base import ANY_SIDE, HEAD, Bytes, Format, Found, StoredPart, one_puzzle, text_lines, wrong
from puzzles.formats.grid import GRID, RULE
from puzzles.geometry import LARGEST, MOST_ALONG
from puzzles.parsing.layout import TextLine, blamed, folded, header, names_shape, separated, without_comment
from puzzles.parsing.layout import is_rule as rule_of_marks
from puzzles.problems import PuzzleError
from puzzles.puzzle import Position, problems


def looks_like(head: str) -> bool:
    """Return whether the text is several grids or a titled one, rather than a single puzzle or one puzzle per line."""
    lines = head.splitlines()
    if any(map(names_shape, lines[:LOOKED_AT])):
        return sum(block.sure for block in _shaped(enumerate(lines, 1))) > 1
    side = width(lines[:LOOKED_AT])
    if not side or "\t\t" in head or (side in SIDES_BY_CELLS and _is_a_puzzle_a_line(lines)):
        return False
    cut = len(head) >= HEAD and not head.endswith("\n\n")
    found = list(blocks(enumerate(lines, 1), side))
    whole = sum(1 for block in found[: len(found) - cut] if is_whole(block, side))
    if 2 * whole < len(found) - cut or not (whole > 1 or (whole == len(found) == 1 and found[0].name)):
        return False
    return len(head) >= HEAD or any(problem.line for problem in problems(head))


def _is_a_puzzle_a_line(lines: list[str]) -> bool:
    kinds = [holds(line.encode("utf-8", "replace")) for line in lines]
    return kinds.count(LineContent.PUZZLE) > kinds.count(LineContent.BROKEN)


def read(stream: Bytes) -> Iterator[Found]:
    """Yield each grid in the file."""
    lines = text_lines(stream)
    begin = list(islice(lines, LOOKED_AT))
    if any(names_shape(line) for _, line in begin):
        for block in _shaped(chain(begin, lines)):
            yield from _found(block, LARGEST)
        return
    side = width(line for _, line in begin)
    if not side:
        yield wrong("no grid rows found; a grid has nine lines of nine, with . for a blank", 1)
        return
    for block in blocks(chain(begin, lines), side):
        yield from _found(block, side)


def _found(block: "GridBlock", side: int) -> Iterator[Found]:
    rows = ["" if is_rule(line) else line for _, line in block.lines]
    if side <= 9:
        rows = [line if line.startswith("#") else re.sub("[xX]", ".", line) for line in rows]
    try:
        puzzle = one_puzzle(rows)
    except PuzzleError as error:
        places = [(one, block.lines[max(1, one.line) - 1]) for one in error.problems]
        yield from (replace(one, line=blamed(*line, one.message)) for one, line in places)
    else:
        full = (number for (number, _), row in zip(block.lines, rows, strict=True) if row.strip(" |") and row[0] != "#")
        yield Position(replace(puzzle, name=block.name), line=next(full, block.lines[0][0]))  # rules alone: no row


GRIDS = Format(
    "grids", looks_like, read, GRID.write, title="several grids under headings", order=40,
    holds=frozenset({StoredPart.SEVERAL, StoredPart.NAME}), shapes=True,
)  # fmt: skip
"""The format. It is read-only, because files written row by row hold one puzzle."""


# Blocks -------------------------------------------------------------------------------------------------------------

# A grid ends at the next heading, or after its full number of rows, whether a blank line, a comment or another row
# follows. A heading is a line with a word in it, such as Grid 01 (Project Euler, problem 96). If there are several
# above a grid, the last one is its name.


LOOKED_AT = 500
"""The number of lines examined to determine the width of the grids."""
_WORD = re.compile(r"[^\W\d_]{2}")
_SMALL = re.compile(r"[\s|:0-9.*_xX-]*", re.ASCII)


class GridBlock(NamedTuple):
    """A grid's name and its numbered lines, including comments and rules."""

    name: str
    lines: list[tuple[int, str]]
    rows: int
    sure: bool = False
    """Whether the grid is whole on one line, or has a line of its own that names its shape."""


def width(lines: Iterable[str]) -> int:
    """Return the most common number of cells in a line, counting only valid sides of a grid; 0 if no line has one."""
    counts = Counter(count for line in lines if (count := _cells(line)) in ANY_SIDE)
    return max(counts, key=lambda count: (counts[count], count), default=0)


def blocks(lines: Iterable[tuple[int, str]], side: int) -> Iterator[GridBlock]:
    """Yield the grids with a given side, including any with too many or too few rows."""
    name, kept, run = "", _Lines(), _Lines()
    most = side * (4 * LARGEST // side)  # rows with no blank line between them are several grids, or one faulty grid

    def ended(whole: bool) -> Iterator[GridBlock]:
        """End a run of rows. Yield the grids that are complete or, if ``whole``, whatever has been collected."""
        nonlocal name, kept, run
        if kept.rows and run.rows and run.rows % side == 0:
            yield GridBlock(name, kept.taken, kept.rows)
            name, kept = "", _Lines()
        kept, run = _Lines(kept.taken + run.taken, kept.rows + run.rows) if kept.taken else run, _Lines()
        while kept.rows > side and kept.rows % side == 0:
            end = [at for at, (_, line) in enumerate(kept.taken) if _is_row(line)][side - 1] + 1
            yield GridBlock(name, kept.taken[:end], side)
            name, kept = "", _Lines(kept.taken[end:], kept.rows - side)
        if kept.rows and (whole or kept.rows >= side):
            yield GridBlock(name, kept.taken, kept.rows)
            name, kept = "", _Lines()

    for number, line in lines:
        body = without_comment(line)
        if body is None or not body.strip():
            if run.rows:
                yield from ended(False)
            if body is None:
                run.add(number, line, 0)
        elif _WORD.search(body) and not (side > 9 and _cells(body) == side):  # a heading
            yield from ended(True)
            name, kept, run = " ".join(body.split()), _Lines(), _Lines()
        else:
            run.add(number, line, 0 if is_rule(body) else 1)
            if run.rows == most:
                yield from ended(False)
    yield from ended(True)


def _shaped(lines: Iterable[tuple[int, str]]) -> Iterator[GridBlock]:
    """Yield the grids of a file in which lines name shapes. A shape is that of the grid below it or, if each is whole
    on one line, of all grids up to the next shape. A blank line ends a grid that has all its cells.
    """
    block, above, named = _Lines(), list[tuple[int, str]](), False
    cells: int | None = None
    for number, line in folded(lines):
        size = _size(line)
        whole = "" if size is not None or not _is_row(line) else _whole(line, cells)
        full = not line.strip() and block.cells == cells
        if block.rows and (whole or full or size is not None):
            yield GridBlock("", block.taken, block.rows, named)
            block, named = _Lines([*above] if whole else []), False
            cells = None if full else cells
        if size is not None:
            cells, named = size, True
        if whole:
            name = line.partition(" #")[2].strip()
            yield GridBlock(name, [*block.taken, (number, whole)], 1, True)
            block, named = _Lines([*above]), False
        elif block.rows <= MOST_ALONG:
            block.add(number, line, int(_is_row(line)))
            block.cells += _marks(line)
        above = above if block.rows else [*block.taken]
    if block.rows or named:
        yield GridBlock("", block.taken, block.rows, named)


def _size(line: str) -> int | None:
    """Return the number of cells of the shape that a line names: 0 if it is wrong, ``None`` if there is none."""
    try:
        geometry = header(line)
    except ValueError:
        return 0
    return len(geometry.cells) if geometry else None


def _whole(line: str, cells: int | None) -> str:
    """Return the part of a line that holds a grid of so many cells (of any square if ``None``); "" if there is none."""
    body = without_comment(line) or ""
    first = body[: len(body) - len(body.lstrip())] + TextLine(1, body).first_field
    for text in (first, body):
        count = _marks(text)
        if count == cells or cells is None and count > LARGEST and count in SIDES_BY_CELLS:
            return text
    return ""


def is_whole(block: GridBlock, side: int) -> bool:
    """Return whether the block is a complete grid, with all its rows and all their cells."""
    return block.rows == side == sum(1 for _, line in block.lines if _cells(line) == side)


class _Lines:
    def __init__(self, taken: list[tuple[int, str]] | None = None, rows: int = 0) -> None:
        self.taken = taken or []
        self.rows = rows
        self.cells = 0

    def add(self, number: int, line: str, rows: int) -> None:
        if not rows and len(self.taken) > 8 * LARGEST:  # endless comments
            return
        self.taken.append((number, line))
        self.rows += rows


def _is_row(line: str) -> bool:
    body = without_comment(line)
    return bool(body and body.strip()) and not is_rule(body or "")


def _marks(line: str) -> int:
    """Return the number of characters that may be cells."""
    body = without_comment(line)
    return sum(map(len, separated([TextLine(1, body)]))) if body and not is_rule(body) else 0


def is_rule(line: str) -> bool:
    """Return whether the line is a separator between boxes, including the style Simple Sudoku uses."""
    return rule_of_marks(line) or RULE.fullmatch(line) is not None


def _cells(line: str) -> int:
    """Return the number of cells on a line; 0 if it does not look like a row of a grid."""
    body = without_comment(line) or ""
    if len(body) > 8 * LARGEST or not body.strip() or is_rule(body):
        return 0
    parts = body.replace("|", " ").split()
    if len(parts) > 9 and all(len(part) <= 2 and (part.isdigit() or part in ".*_") for part in parts):
        return len(parts)
    count = _marks(body)
    if count <= 9:
        return count if _SMALL.fullmatch(body) else 0
    return count if len({len(part) for part in parts}) == 1 else 0
