"""``grids``: several puzzles, each written row by row, with or without titles above them.

Examples are two grids with a blank line between them, the fifty in Project Euler's ``p096_sudoku.txt`` under ``Grid
01`` to ``Grid 50``, and a single puzzle under its title. :mod:`puzzles.parsing.stacked_grids` decides which lines
belong together, and :mod:`puzzles.parsing.reader` what they mean. Up to 9x9, ``x`` is also a blank here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from puzzles.corpus.record import SIDES_BY_CELLS, LineContent, holds
from puzzles.formats.base import HEAD, Bytes, Format, Found, StoredPart, one_puzzle, text_lines, wrong
from puzzles.formats.grid import GRID
from puzzles.parsing.stacked_grids import LOOKED_AT, GridBlock, blocks, is_rule, is_whole, width
from puzzles.position import Position
from puzzles.problems import PuzzleError
from puzzles.puzzle import problems


def looks_like(head: str) -> bool:
    """Return whether the text is several grids or a titled one, rather than a single puzzle or one puzzle per line."""
    lines = head.splitlines()
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
    side = width(line for _, line in begin)
    if not side:
        yield wrong("no grid rows found; a grid has nine lines of nine, with . for a blank", 1)
        return
    for block in blocks(chain(begin, lines), side):
        yield from _found(block, side)


def _found(block: GridBlock, side: int) -> Iterator[Found]:
    rows = ["" if is_rule(line) else line for _, line in block.lines]
    if side <= 9:
        rows = [line if line.startswith("#") else re.sub("[xX]", ".", line) for line in rows]
    try:
        puzzle = one_puzzle(rows)
    except PuzzleError as error:
        yield from (replace(one, line=block.lines[max(1, one.line) - 1][0]) for one in error.problems)
    else:
        full = [number for (number, _), row in zip(block.lines, rows, strict=True) if row.strip(" |") and row[0] != "#"]
        yield Position(replace(puzzle, name=block.name), line=full[0])


GRIDS = Format(
    "grids", looks_like, read, GRID.write, title="several grids under headings", order=40,
    holds=frozenset({StoredPart.SEVERAL, StoredPart.NAME}), shapes=True,
)  # fmt: skip
"""The format. It is read-only, because files written row by row hold one puzzle."""
