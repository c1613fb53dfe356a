"""The bulk engine: solves or counts thousands of puzzles at once, with no steps to watch.

>>> from puzzles.corpus import named
>>> from solvers.bulk import engine as bulk
>>> [bulk.count(named.find(name), 2) for name in ("fig1", "fig23", "misprint")]
[1, 2, 0]

It requires only numpy. Nothing here can be watched: no window, caption or statistic uses it, but the tests compare it
with the registered solvers. The work is shared among all cores, in processes that get a few thousand puzzles at a time,
so any number of puzzles can be processed in order and in bounded memory.

9x9 puzzles are solved together (:mod:`solvers.bulk.search`). Other sizes are solved correctly too, but one by one, as
are the extremely rare 9x9 puzzles that need more than 64 nested guesses.

If a puzzle has several solutions, which one is returned depends only on the puzzle itself, not on the other puzzles or
the number of processes.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import BinaryIO, NamedTuple

import numpy as np

from puzzles.bounds import LONGEST_LINE
from puzzles.corpus.record import LineContent, holds, parse
from puzzles.formats.lines import solution_in
from puzzles.geometry import STANDARD
from puzzles.problems import PuzzleError
from puzzles.puzzle import Puzzle, one_line
from solvers import run
from solvers.bulk.search import Digits, Ints, SearchResults, search
from solvers.core import counting
from solvers.processes.pool import Pool, cores, ordered

# Collections as text ------------------------------------------------------------------------------------------------

# Plain lines start with the 81 characters of a 9x9 puzzle and may have more fields, such as a level. They are
# converted to an array without looping over them. All other lines are parsed individually by `puzzles.corpus.record`,
# which is used for every collection and gives them the same meaning.


NO_SOLUTION = "(no solution)"
_MISSING = f"{NO_SOLUTION}\n".encode()

_LINE_FEED = 10
_ENDS_FIELD = np.isin(np.arange(256), list(b" \t\r\n\v\f:,"))
"""The bytes that can follow the puzzle on a line."""
_TO_DIGIT = bytes(code - 48 if 48 <= code <= 57 else 0 if code in b".*_" else 255 for code in range(256))
"""The digit for each byte: 0 for a blank, or 255 for a byte that cannot occur in a plain puzzle."""


class LineBlock(NamedTuple):
    """A chunk of complete lines from a file."""

    data: bytes
    start: int
    """The offset of the chunk's first byte in the file."""
    line: int
    """The number of the chunk's first line, starting from 1."""


class BrokenLine(NamedTuple):
    line: int
    message: str
    before: int
    """The number of puzzles that come before this line in the block."""


class Answers(NamedTuple):
    lines: bytes
    """The answers in order, one line per puzzle, including line endings."""
    puzzles: int
    unsolved: tuple[tuple[int, Puzzle], ...]
    """The puzzles with no solution, each with its line number."""
    several: int
    """The number of puzzles with more than one solution."""
    broken: tuple[BrokenLine, ...]
    size: int
    """The size of the block in bytes."""


def blocks(file: BinaryIO, size: int, line: int = 1) -> Iterator[LineBlock]:
    """Read the rest of the file in blocks of complete lines of about ``size`` bytes each, using bounded memory.

    If a line is longer than a block, only its start is kept, which is enough to tell that it is not a puzzle.
    """
    size = max(size, 2 * LONGEST_LINE)
    start, rest = file.tell(), b""
    while data := file.read(size - len(rest)):
        data = rest + data
        end = data.rfind(b"\n") + 1
        rest = data[end:]
        if end:
            yield LineBlock(data[:end], start, line)
            line += data.count(b"\n", 0, end)
            start += end
        elif len(data) >= size:
            yield LineBlock(data[: LONGEST_LINE + 1], start, line)
            start += len(data) + _skip_line(file, size)
            line += 1
            rest = b""
    if rest:
        yield LineBlock(rest, start, line)


def _skip_line(file: BinaryIO, size: int) -> int:
    """Skip the rest of the line, and return the number of bytes skipped."""
    passed = 0
    while piece := file.readline(size):
        passed += len(piece)
        if piece.endswith(b"\n"):
            break
    return passed


# The puzzles in a block -----------------------------------------------------------------------------------------------


@dataclass
class Page:
    """The puzzles in a block, in order."""

    givens: Digits
    """The 9x9 puzzles, shape (puzzles, 81)."""
    numbers: Ints
    """The line number of each puzzle, from 0 at the start of the block."""
    order: list[int | Puzzle] | None = None
    """For each puzzle its index in ``givens`` or, if it is not 9x9, the puzzle itself. ``None`` if all are 9x9."""
    named: dict[int, Puzzle] = field(default_factory=dict)
    """Puzzles that use their own symbols, by index in ``givens``."""
    broken: list[BrokenLine] = field(default_factory=list)

    @property
    def puzzles(self) -> int:
        return len(self.givens) if self.order is None else len(self.order)

    def puzzle(self, number: int) -> Puzzle:
        """Return the puzzle with the given number in the block."""
        one = number if self.order is None else self.order[number]
        if isinstance(one, Puzzle):
            return one
        return self.named.get(one) or Puzzle(tuple(self.givens[one].tolist()))

    def where(self, block: LineBlock, numbers: Iterable[int]) -> tuple[tuple[int, Puzzle], ...]:
        """Return the puzzles with the given numbers in the block, each preceded by its line number in the file."""
        return tuple((block.line + int(self.numbers[number]), self.puzzle(number)) for number in numbers)


def read(block: LineBlock) -> Page:
    """Read the puzzles in a block, recording what is wrong with any other lines."""
    data = block.data if block.data.endswith(b"\n") else block.data + b"\n"
    # The start of each line, and the end of the last one.
    bounds = np.concatenate(([0], np.flatnonzero(np.frombuffer(data, np.uint8) == _LINE_FEED) + 1))
    numbers, cells = _plain(data, bounds)
    page = Page(cells, numbers)
    if len(numbers) < len(bounds) - 1:
        odd = np.setdiff1d(np.arange(len(bounds) - 1), numbers, assume_unique=True)
        _put_between(page, _read_odd(page, block, bounds, odd.tolist()))
    return page


def _plain(data: bytes, bounds: Ints) -> tuple[Ints, Digits]:
    """Return the numbers (from 0) and cells of lines that begin with a plain 9x9 puzzle in the usual symbols."""
    lengths = np.diff(bounds) - 1
    lines = np.flatnonzero((lengths >= 81) & (lengths <= LONGEST_LINE))
    lines = lines[_ENDS_FIELD[np.frombuffer(data, np.uint8)[bounds[lines] + 81]]]
    if not len(lines):
        return lines, np.zeros((0, 81), np.uint8)
    digits = np.frombuffer(data.translate(_TO_DIGIT), np.uint8)
    cells = np.lib.stride_tricks.sliding_window_view(digits, 81)[bounds[lines]]
    plain = (cells <= 9).all(axis=1)
    return lines[plain], cells[plain]


def _read_odd(page: Page, block: LineBlock, bounds: Ints, odd: list[int]) -> list[tuple[int, Puzzle]]:
    """Return the puzzles on non-plain lines, each with its line number, and record broken lines on the page."""
    found: list[tuple[int, Puzzle]] = []
    for number in odd:
        line = block.data[bounds[number] : bounds[number + 1]].removesuffix(b"\n")
        if holds(line) is LineContent.NOTHING:
            continue
        try:
            found.append((number, parse(line, number=block.line + number).puzzle))
        except PuzzleError as error:
            before = int(np.searchsorted(page.numbers, number)) + len(found)
            page.broken.append(BrokenLine(block.line + number, str(error.problems[0]), before))
    return found


def _put_between(page: Page, found: list[tuple[int, Puzzle]]) -> None:
    """Insert puzzles from non-plain lines, each with its line number, among the plain ones."""
    if not found:
        return
    ones: list[int | Puzzle] = list(range(len(page.givens)))
    rows = [page.givens]
    for _, puzzle in found:
        if puzzle.geometry != STANDARD:
            ones.append(puzzle)
            continue
        number = len(page.givens) + len(rows) - 1
        if puzzle.alphabet:
            page.named[number] = puzzle
        ones.append(number)
        rows.append(np.array([puzzle.givens], np.uint8))
    numbers = np.concatenate((page.numbers, [number for number, _ in found]))
    order = np.argsort(numbers)
    page.givens, page.numbers = np.concatenate(rows), numbers[order]
    page.order = [ones[one] for one in order.tolist()]


# Answers --------------------------------------------------------------------------------------------------------------


def solve_block(block: LineBlock) -> Answers:
    """Answer with the first solution of each puzzle in its own symbols, or :data:`NO_SOLUTION`."""
    page = read(block)
    found = sure(page.givens, search(page.givens))
    several = int(np.count_nonzero(found.counts > 1))
    if page.order is None and found.counts.all():
        return Answers(_lines(found.digits), page.puzzles, (), several, tuple(page.broken), len(block.data))
    lines = _line_by_line(page, found)
    unsolved = page.where(block, [number for number, line in enumerate(lines) if line == _MISSING])
    return Answers(b"".join(lines), page.puzzles, unsolved, several, tuple(page.broken), len(block.data))


def _line_by_line(page: Page, found: SearchResults) -> list[bytes]:
    data = _lines(found.digits)
    lines = [data[start : start + _LINE] for start in range(0, len(data), _LINE)]
    for number, puzzle in page.named.items():
        lines[number] = _line(puzzle.with_values(found.digits[number].tolist()))
    for number in np.flatnonzero(found.counts == 0).tolist():
        lines[number] = _MISSING
    if page.order is None:
        return lines
    return [lines[one] if isinstance(one, int) else _line(run.solve(one)) for one in page.order]


def _line(solved: Puzzle | None) -> bytes:
    return f"{one_line(solved)}\n".encode() if solved else _MISSING


def count_block(block: LineBlock, limit: int) -> Answers:
    """Answer with the number of solutions of each puzzle, counted up to the limit."""
    page = read(block)
    counts = sure(page.givens, search(page.givens, limit), limit).counts.tolist()
    if page.order is not None:
        counts = [counts[one] if isinstance(one, int) else count_one(one, limit) for one in page.order]
    lines = "".join([f"{count}\n" for count in counts]).encode()
    several = sum(count > 1 for count in counts)
    unsolved = page.where(block, [number for number, count in enumerate(counts) if not count])
    return Answers(lines, page.puzzles, unsolved, several, tuple(page.broken), len(block.data))


def sure(givens: Digits, found: SearchResults, limit: int = 1) -> SearchResults:
    """Return the results of the search, with the few unsure ones resolved individually."""
    for number in found.unsure.tolist():
        puzzle = Puzzle(tuple(givens[number].tolist()))
        found.counts[number] = count_one(puzzle, limit)
        solved = run.solve(puzzle)
        found.digits[number] = solved.givens if solved else 0
    return found


def count_one(puzzle: Puzzle, limit: int) -> int:
    """Return the number of solutions of a puzzle, counted up to the limit."""
    geometry = puzzle.geometry
    if geometry.side <= run.QUICK_UP_TO or run.quickest(geometry, limit) == run.QUICK:
        return counting.count(puzzle, limit)
    return run.count_solutions(puzzle, limit)


def _lines(digits: Digits) -> bytes:
    lines = np.empty((len(digits), 82), np.uint8)
    np.add(digits, 48, out=lines[:, :81])
    lines[:, 81] = 10
    return lines.tobytes()


# Checking the output of an earlier run --------------------------------------------------------------------------------


def first_wrong(page: Page, lines: list[bytes]) -> int | None:
    """Return the index of the first line that does not answer its puzzle, if any. Lines come without line endings."""
    regular = page.order is None and all(len(line) == 81 for line in lines)
    if regular and lines:
        answers = np.frombuffer(b"".join(lines), np.uint8).reshape(-1, 81)
        givens = page.givens[: len(lines)]
        fits = ((answers - 48 == givens) | (givens == 0)) & (answers >= 49) & (answers <= 57)
        wrong = np.flatnonzero(~fits.all(axis=1))
        return int(wrong[0]) if len(wrong) else None
    for number, line in enumerate(lines):
        if line + b"\n" != _MISSING and not _answers(page, number, line):
            return number
    return None


def _answers(page: Page, number: int, line: bytes) -> bool:
    puzzle = page.puzzle(number)
    return len(line) == len(puzzle.givens) and bool(solution_in(line.decode("ascii", "replace"), puzzle))


AT_ONCE = 16_384
"""The number of puzzles sent to a process at a time, enough that the wait for the last hard ones hardly matters."""
FEWEST_AT_ONCE = 2048
_LINE = 82


def count(puzzle: Puzzle, limit: int) -> int:
    """Count the solutions of one puzzle up to a limit."""
    if puzzle.geometry != STANDARD:
        return count_one(puzzle, limit)
    return counted(np.array([puzzle.givens], np.uint8), limit)[0]


def solved(givens: Digits, limit: int = 1) -> SearchResults:
    """Solve 9x9 puzzles given as a ``uint8`` array, shape (puzzles, 81), 0 if blank. Return solutions and counts.

    Runs in this process. Raises ``ValueError`` for any other shape, or a digit above 9.
    """
    givens = np.ascontiguousarray(givens, np.uint8)
    if givens.ndim != 2 or givens.shape[1] != 81 or (givens > 9).any():
        raise ValueError("expected an array of shape (puzzles, 81) with digits 0 to 9")
    return sure(givens, search(givens, limit), limit)


def counted(givens: Digits, limit: int = 2) -> list[int]:
    """Count the solutions of 9x9 puzzles given as an array, as for :func:`solved`."""
    counts: list[int] = solved(givens, limit).counts.tolist()
    return counts


def normal_forms(givens: Digits) -> Digits:
    """Return 9x9 puzzles with their digits renamed in order of appearance, so that only the names are lost."""
    digits = np.arange(1, 10, dtype=np.uint8)
    first = (givens == digits[:, None, None]).argmax(axis=2).astype(np.uint8).T
    first[np.take_along_axis(givens, first, axis=1) != digits] = 81  # a digit that is not there comes last
    names = np.zeros((len(givens), 10), np.uint8)
    for cell in first.T:
        names[:, 1:] += cell[:, None] <= first
    return np.take_along_axis(names, givens, axis=1)


def answer_file(
    file: BinaryIO, size: int, *, limit: int | None = None, processes: int = 0, line: int = 1, pool: Pool = ordered
) -> Generator[Answers]:
    """Yield the answers to a collection, one puzzle per line, block by block from the file's current position.

    ``size`` is the file's size in bytes, which determines the size of blocks. ``limit`` is the number of solutions at
    which to stop counting; ``None`` solves instead. ``line`` is the number of the first line. Raises
    :class:`WorkerLost`, and ``OSError`` if the file cannot be read.
    """
    processes = processes or cores()
    # In a small file, blocks are so small that every process gets two.
    at_once = min(AT_ONCE * _LINE, max(FEWEST_AT_ONCE * _LINE, size // (2 * processes) + _LINE))
    work: Callable[[LineBlock], Answers] = solve_block if limit is None else partial(count_block, limit=limit)
    return pool(work, blocks(file, at_once, line), processes if size > at_once else 1)
