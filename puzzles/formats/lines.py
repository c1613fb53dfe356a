"""One puzzle per line: corpora, and the ``.sdm`` collections of SadMan Sudoku and SudoCue.

``line``: n*n characters with ``.`` for a blank, after an unusual shape in brackets; then fields separated by spaces,
colons or commas, and a name after ``#`` (see :mod:`puzzles.corpus.record`; a field that is a solution is kept).
``sdm``: 81 digits with 0 for a blank, one puzzle per line (SudoCue, "File Formats", sudocue.net/fileformats.php;
Sudopedia, "Sudoku Clipboard and File Formats").
In addition to the blanks of :mod:`puzzles.parsing.reader`, ``-`` and ``x`` are accepted (SadMan Software, "When pasting
from the clipboard", faq22).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from puzzles.corpus.record import SIDES_BY_CELLS, LineContent, holds, parse
from puzzles.formats.base import SMALL_SIDES, Bytes, Format, Found, StoredPart, on_one_line, text_lines, zeros
from puzzles.geometry import Digit
from puzzles.problems import PuzzleError
from puzzles.puzzle import Position, Puzzle
from puzzles.puzzle import read as read_text
from puzzles.writing import record

_DASHED = re.compile(r"\s*([1-9-]{16,}|[1-9Xx]{81})(?![^\s:,#])")


def undashed(line: str) -> str:
    """Replace a line's blanks with dots, if its puzzle uses ``-`` or ``x`` for them."""
    match = _DASHED.match(line)
    if match is None or len(match[1]) not in SIDES_BY_CELLS:
        return line
    return line[: match.start(1)] + re.sub("[-Xx]", ".", match[1]) + line[match.end(1) :]


def read(stream: Bytes) -> Iterator[Found]:
    """Yield the puzzle on each line that is not blank or a comment."""
    for number, line in text_lines(stream):
        data = undashed(line).encode("utf-8", "replace")
        if holds(data) is LineContent.NOTHING:
            continue
        try:
            puzzle, fields = parse(data, number=number)
        except PuzzleError as error:
            yield error.problems[0]
        else:
            found = (solution_in(field, puzzle) for field in fields if len(field) == len(puzzle.givens))
            yield Position(puzzle, solution=next(filter(None, found), ()), line=number)


def solution_in(text: str, puzzle: Puzzle) -> tuple[Digit, ...]:
    """Return the solution in the text as digits; empty if the text does not solve the puzzle."""
    try:
        found = read_text(text, puzzle.geometry)
    except PuzzleError:
        return ()
    return found.givens if found.is_solution_of(puzzle) else ()


def write(positions: Iterable[Position]) -> Iterator[str]:
    for position in positions:
        name = on_one_line(position.puzzle.name)
        yield record(position.puzzle) + (f"  # {name}" if name else "")


def write_zeros(positions: Iterable[Position]) -> Iterator[str]:
    return (zeros(position.puzzle) for position in positions)


def looks_like(head: str) -> bool:
    """Return whether any line of the text holds a puzzle."""
    return any(holds(undashed(line).encode("utf-8", "replace")) is LineContent.PUZZLE for line in head.splitlines())


def looks_other(head: str) -> bool:
    """Return whether the first puzzle has ``-`` or ``x`` for blanks, or the lines end in bare carriage returns."""
    lines = [line for line in head.splitlines() if line.strip() and not line.startswith("#")]
    if lines and re.search("[1-9]", lines[0]) and undashed(lines[0]) != lines[0]:
        return True
    return len(lines) > 1 and "\r" in head and "\n" not in head and LINE.looks_like(lines[0])


LINE = Format(
    "line", looks_like, read, write, title="one puzzle per line", rank=10, endings=(".txt", ".line"),
    holds=frozenset({StoredPart.SEVERAL, StoredPart.NAME}), shapes=True, any_shape=True,
)  # fmt: skip
OTHER_LINE = replace(LINE, looks_like=looks_other)
"""The format of line files that a corpus cannot read directly: unusual blanks, unusual line endings or UTF-16."""
SDM = Format(
    "sdm", lambda head: False, read, write_zeros, title="SadMan and SudoCue collection", rank=60, endings=(".sdm",),
    holds=frozenset({StoredPart.SEVERAL}), sides=SMALL_SIDES,
)  # fmt: skip
