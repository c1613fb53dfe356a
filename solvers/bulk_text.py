"""Collections of puzzles as text, whole blocks of lines at a time: answered with one line for each puzzle.

A block of plain lines, each 81 characters of the 9x9 grid and an end, becomes an array without a loop over its lines.
All else goes line by line through :mod:`puzzles.record`, the reader of every collection, and means the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple, Protocol

import numpy as np

from puzzles import text
from puzzles.geometry import STANDARD
from puzzles.puzzle import Puzzle, PuzzleError
from puzzles.record import LONGEST, Holds, holds, parse
from solvers import bulk_single
from solvers.bulk_search import Digits, Found, search

NO_SOLUTION = "(no solution)"

_SYMBOLS = b"0123456789.*_"
_FIELD_ENDS = b" \t\r\v\f:,"
_TO_DIGIT = bytes(max(0, code - 48) if 48 <= code <= 57 else 0 for code in range(256))
_WIDTHS = (82, 83)
"""Of a plain line with its end: a line feed, or a carriage return before it."""


class Readable(Protocol):
    """What is asked of an open file."""

    def read(self, size: int, /) -> bytes: ...
    def readline(self, size: int, /) -> bytes: ...
    def tell(self) -> int: ...


class Block(NamedTuple):
    """Some whole lines of a file."""

    data: bytes
    start: int
    """Where they begin, in bytes."""
    line: int
    """The number of the first, from 1."""


class Broken(NamedTuple):
    """A line that holds no puzzle."""

    line: int
    message: str
    """With the line's number in it."""
    before: int
    """Puzzles of the block that stand before it."""


class Answers(NamedTuple):
    """What is said of a block."""

    lines: bytes
    """One line for each puzzle, in order, each with its end."""
    puzzles: int
    unsolved: int
    """So many of them have no solution."""
    several: int
    """So many were found to have more than one."""
    broken: tuple[Broken, ...]
    """The lines that hold no puzzle."""
    size: int
    """Of the block, in bytes."""


def blocks(file: Readable, size: int, line: int = 1) -> Iterator[Block]:
    """The file from where it stands, in blocks of whole lines of about so many bytes, in bounded memory.

    Of a line that is longer than a block only the beginning is kept, which tells it from any puzzle.
    """
    size = max(size, 2 * LONGEST)
    start, rest = file.tell(), b""
    while data := file.read(size - len(rest)):
        data = rest + data
        end = data.rfind(b"\n") + 1
        rest = data[end:]
        if end:
            yield Block(data[:end], start, line)
            line += data.count(b"\n", 0, end)
            start += end
        elif len(data) >= size:
            yield Block(data[: LONGEST + 1], start, line)
            start += len(data) + _skip_line(file, size)
            line += 1
            rest = b""
    if rest:
        yield Block(rest, start, line)


def _skip_line(file: Readable, size: int) -> int:
    """Goes on behind the end of the line. Gives the bytes passed over."""
    passed = 0
    while piece := file.readline(size):
        passed += len(piece)
        if piece.endswith(b"\n"):
            break
    return passed


# What a block holds ---------------------------------------------------------------------------------------------------


@dataclass
class Page:
    """The puzzles of a block, in order."""

    givens: Digits
    """Those of the 9x9 grid, shape (puzzles, 81)."""
    order: list[int | Puzzle] | None = None
    """Of each puzzle, which of them it is, or the puzzle itself where its grid is another; ``None``: just these."""
    named: dict[int, Puzzle] = field(default_factory=dict)
    """Those of them that use symbols of their own."""
    broken: list[Broken] = field(default_factory=list)
    numbers: list[int] | None = None
    """Of each puzzle, the line it stands on, counted from 0; ``None``: each line holds one."""

    @property
    def puzzles(self) -> int:
        return len(self.givens) if self.order is None else len(self.order)

    def line_of(self, puzzle: int) -> int:
        """The line of a puzzle, counted from 0 at the beginning of the block."""
        return puzzle if self.numbers is None else self.numbers[puzzle]

    def above(self, puzzle: int) -> list[Broken]:
        """The broken lines that stand before a puzzle."""
        return [broken for broken in self.broken if broken.before <= puzzle]


def read(block: Block) -> Page:
    """The puzzles of a block, and what is wrong with other lines."""
    plain = _plain(block.data)
    return Page(plain) if plain is not None else _read_lines(block)


def _plain(data: bytes) -> Digits | None:
    """The puzzles of a block in which every line is 81 characters and an end."""
    if data and not data.endswith(b"\n"):
        data += b"\n"
    count = data.count(b"\n")
    for width in _WIDTHS:
        if len(data) == count * width and not data.translate(None, _SYMBOLS + b"\r\n"):
            table = np.frombuffer(data, np.uint8).reshape(count, width)
            ends = table[:, 81:]
            inside = data.count(b"\r") == count * (width - 82)
            if inside and (ends[:, -1] == 10).all() and (ends[:, 0] == (10 if width == 82 else 13)).all():
                digits = np.frombuffer(data.translate(_TO_DIGIT), np.uint8)
                return digits.reshape(count, width)[:, :81]
    return None


def _read_lines(block: Block) -> Page:
    digits: list[bytes] = []
    page = Page(np.zeros((0, 81), np.uint8), [], numbers=[])
    assert page.order is not None and page.numbers is not None
    for number, line in enumerate(block.data.removesuffix(b"\n").split(b"\n")):
        cells = line[:81]
        if not _is_plain(line, cells):
            if holds(line) is Holds.NOTHING:
                continue
            try:
                puzzle = parse(line, number=block.line + number).puzzle
            except PuzzleError as error:
                page.broken.append(Broken(block.line + number, str(error.problems[0]), len(page.order)))
                continue
            page.numbers.append(number)
            if puzzle.geometry != STANDARD:
                page.order.append(puzzle)
                continue
            if puzzle.alphabet:
                page.named[len(digits)] = puzzle
            cells = bytes(puzzle.givens)
        else:
            page.numbers.append(number)
            cells = cells.translate(_TO_DIGIT)
        page.order.append(len(digits))
        digits.append(cells)
    page.givens = np.frombuffer(b"".join(digits), np.uint8).reshape(-1, 81)
    return page


def _is_plain(line: bytes, cells: bytes) -> bool:
    """The line begins with a puzzle of the 9x9 grid in the usual symbols, and this is all of its first field."""
    if len(cells) < 81 or len(line) > LONGEST or cells.translate(None, _SYMBOLS):
        return False
    return len(line) == 81 or line[81] in _FIELD_ENDS


# Answers --------------------------------------------------------------------------------------------------------------


def solve_block(block: Block) -> Answers:
    """The first solution of each puzzle, in its own symbols, or :data:`NO_SOLUTION`."""
    page = read(block)
    found = sure(page.givens, search(page.givens))
    several = int(np.count_nonzero(found.counts > 1))
    unsolved = int(np.count_nonzero(found.counts == 0))
    if not unsolved and page.order is None:
        return Answers(_lines(found.digits), page.puzzles, 0, several, tuple(page.broken), len(block.data))
    lines = _split(_lines(found.digits), 82)
    for number in np.flatnonzero(found.counts == 0).tolist():
        lines[number] = f"{NO_SOLUTION}\n".encode()
    for number, puzzle in page.named.items():
        if found.counts[number]:
            solved = puzzle.with_values(found.digits[number].tolist())
            lines[number] = f"{text.one_line(solved)}\n".encode()
    if page.order is not None:
        others = {id(puzzle): _solve_other(puzzle) for puzzle in page.order if isinstance(puzzle, Puzzle)}
        unsolved += sum(1 for line in others.values() if line is None)
        missing = f"{NO_SOLUTION}\n".encode()
        lines = [lines[one] if isinstance(one, int) else others[id(one)] or missing for one in page.order]
    return Answers(b"".join(lines), page.puzzles, unsolved, several, tuple(page.broken), len(block.data))


def _solve_other(puzzle: Puzzle) -> bytes | None:
    solved = bulk_single.solve(puzzle)
    return f"{text.one_line(solved)}\n".encode() if solved else None


def count_block(block: Block, limit: int) -> Answers:
    """Of each puzzle the number of its solutions, counted no further than the limit."""
    page = read(block)
    counts = sure(page.givens, search(page.givens, limit), limit).counts.tolist()
    if page.order is not None:
        counts = [counts[one] if isinstance(one, int) else bulk_single.count(one, limit) for one in page.order]
    lines = "".join([f"{count}\n" for count in counts]).encode()
    several = sum(count > 1 for count in counts)
    return Answers(lines, page.puzzles, counts.count(0), several, tuple(page.broken), len(block.data))


def sure(givens: Digits, found: Found, limit: int = 1) -> Found:
    """The same, with the few that the search could not be sure of decided one by one."""
    for number in found.unsure.tolist():
        puzzle = Puzzle(tuple(givens[number].tolist()))
        found.counts[number] = bulk_single.count(puzzle, limit)
        solved = bulk_single.solve(puzzle)
        found.digits[number] = solved.givens if solved else 0
    return found


def _lines(digits: Digits) -> bytes:
    lines = np.empty((len(digits), 82), np.uint8)
    np.add(digits, 48, out=lines[:, :81])
    lines[:, 81] = 10
    return lines.tobytes()


def _split(data: bytes, width: int) -> list[bytes]:
    return [data[start : start + width] for start in range(0, len(data), width)]


# Checking what an earlier run has written -----------------------------------------------------------------------------


def first_stranger(page: Page, lines: list[bytes]) -> int | None:
    """Which of the lines, without their ends, is no answer to the puzzle in its place (from 0), if one is not."""
    regular = page.order is None and all(len(line) == 81 for line in lines)
    if regular and lines:
        answers = np.frombuffer(b"".join(lines), np.uint8).reshape(-1, 81)
        givens = page.givens[: len(lines)]
        fits = ((answers - 48 == givens) | (givens == 0)) & (answers >= 49) & (answers <= 57)
        strangers = np.flatnonzero(~fits.all(axis=1))
        return int(strangers[0]) if len(strangers) else None
    for number, line in enumerate(lines):
        if line != NO_SOLUTION.encode() and not _answers(page, number, line):
            return number
    return None


def _answers(page: Page, number: int, line: bytes) -> bool:
    one = number if page.order is None else page.order[number]
    puzzle = one if isinstance(one, Puzzle) else page.named.get(one) or Puzzle(tuple(page.givens[one].tolist()))
    side = isqrt(len(line))
    if side * side != len(line) or side != puzzle.geometry.side:
        return False
    try:
        return Puzzle.parse(line.decode("ascii", "replace"), puzzle.geometry).is_solution_of(puzzle)
    except PuzzleError:
        return False
