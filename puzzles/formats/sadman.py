"""``sdk``: the file format of SadMan Sudoku, also written by SudoCue and others.

Lines of ``#`` and a letter describe it (A author, D description, the first of which becomes the puzzle's name, C
comment, B date, S source, L level, U address). Then come either nine lines of nine, with ``.`` for a blank, or
sections: ``[Puzzle]`` with the givens, ``[State]`` with givens and placed digits, ``[PencilMarks]`` with nine lines of
comma-separated fields, each listing the digits noted in a cell (if none, all that the digits allow), and ``[Colours]``,
which is ignored. Any line ending is accepted. Sources: SudoCue, "File Formats" (sudocue.net/fileformats.php) for the
letters; other descriptions of SadMan's files for the sections. The separator of pencil marks is not documented
anywhere, so it is an assumption.
"""

import re
from collections.abc import Iterable, Iterator

from puzzles.formats import base
from puzzles.formats.base import Format, StoredPart, misread
from puzzles.geometry import Digit, usual_alphabet
from puzzles.problems import Fault
from puzzles.puzzle import Position, Puzzle, named, plain

LETTERS = {
    "A": "author", "D": "description", "C": "comment", "B": "date", "S": "source", "L": "level", "U": "url",
}  # fmt: skip
_NOTE = re.compile(r"#([ADCBSLU])(.*)")
_SECTION = re.compile(r"\s*\[\s*([A-Za-z ]{1,20})\]\s*")
_PUZZLE, _STATE, _MARKS = "puzzle", "state", "pencilmarks"


def looks_like(head: str) -> bool:
    """Return whether the text has a section for the puzzle, or notes followed by a square of rows."""
    lines = [line for line in head.splitlines()[:100] if line.strip()]
    if any((match := _SECTION.fullmatch(line)) and _key(match[1]) in (_PUZZLE, _STATE, _MARKS) for line in lines):
        return True
    rows = [line.split() for line in lines if not line.startswith("#")]
    noted = any(_NOTE.fullmatch(line) for line in lines) and _NOTE.fullmatch(lines[0]) is not None
    return noted and 4 <= len(rows) <= 36 and {len("".join(row)) for row in rows} == {len(rows)}


def _key(title: str) -> str:
    return title.replace(" ", "").lower()


@base.reader_of_one
def read(lines: list[str]) -> Position:
    notes, sections = _sections(lines)
    body = sections.get(_PUZZLE) or sections.get("") or sections.get(_STATE) or []
    puzzle = base.one_puzzle(body)
    values = _values(puzzle, sections.get(_STATE, []))
    marks = _marks(puzzle, values, sections.get(_MARKS, []))
    name = next((note for note in notes if note[0] == "description"), ("", ""))
    said = tuple(note for note in notes if note is not name)
    return named(Position(puzzle, values, marks, notes=said, line=base.first_full(body)), name[1])


def _sections(lines: list[str]) -> tuple[list[tuple[str, str]], dict[str, list[str]]]:
    """Return the notes, and the text of each section, padded with blank lines so that line numbers match the file's."""
    notes: list[tuple[str, str]] = []
    sections: dict[str, list[str]] = {}
    current = ""
    for number, line in enumerate(lines):
        if match := _SECTION.fullmatch(line):
            current = _key(match[1])
            sections.setdefault(current, [""] * number)
        elif match := _NOTE.fullmatch(line):
            if match[2].strip():
                notes.append((LETTERS[match[1]], base.on_one_line(match[2])))
        elif line.strip() and not line.startswith("#"):
            section = sections.setdefault(current, [])
            section += [""] * (number - len(section)) + [line]
    return notes, {name: body for name, body in sections.items() if any(body)}


def _values(puzzle: Puzzle, lines: list[str]) -> tuple[Digit, ...]:
    """Return the placed digits in the ``[State]`` section, without the givens. Raises ``PuzzleError``."""
    if not lines:
        return ()
    state = base.one_puzzle(lines, puzzle.geometry)
    for cell, (given, digit) in enumerate(zip(puzzle.givens, state.givens, strict=True)):
        if given and digit not in (0, given):
            message = f"{puzzle.geometry.name(cell)} is {digit} in the state, but given as {given}"
            raise misread(message, base.first_full(lines) + cell // puzzle.geometry.side, 1, Fault.CLASH)
    return tuple(0 if given else digit for given, digit in zip(puzzle.givens, state.givens, strict=True))


def _marks(puzzle: Puzzle, values: tuple[Digit, ...], lines: list[str]) -> tuple[int, ...]:
    """Return the noted candidates as one bit mask per cell. Raises ``PuzzleError``."""
    rows = [(number, line.split(",")) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        return ()
    side = puzzle.geometry.side
    if len(rows) != side or any(len(row) != side for _, row in rows):
        raise misread(f"the pencil marks should be {side} lines of {side} fields", rows[0][0], 1, Fault.LENGTH)
    digits = {symbol: digit for digit, symbol in enumerate(usual_alphabet(side), 1)}
    left = plain(puzzle, values)
    marks: list[int] = []
    for number, row in rows:
        column = 1
        for field in row:
            symbols = field.strip()
            if strange := next((symbol for symbol in symbols if symbol not in digits), ""):
                raise misread(f"{strange!r} is not a candidate on this grid", number, column + field.index(strange))
            marks.append(sum({1 << digits[symbol] for symbol in symbols}) or left[len(marks)])
            column += len(field) + 1
    return tuple(marks)


def write(positions: Iterable[Position]) -> Iterator[str]:
    for position in positions:
        letters = {kind: letter for letter, kind in LETTERS.items()}
        for kind, text in (("description", position.puzzle.name), *position.notes):
            if kind in letters and base.on_one_line(text):
                yield f"#{letters[kind]}{base.on_one_line(text)}"
        side = position.puzzle.geometry.side
        givens = base.rows_of(base.figures(position.puzzle), side)
        if not position.values and not position.candidates:
            yield from givens
            continue
        yield from ["[Puzzle]", *givens, "[State]", *base.rows_of(base.figures(position.puzzle, position.digits), side)]
        if position.candidates:
            alphabet = usual_alphabet(side)
            fields = ["".join(s for d, s in enumerate(alphabet, 1) if mask >> d & 1) for mask in position.candidates]
            yield "[PencilMarks]"
            yield from (",".join(fields[start : start + side]) for start in range(0, len(fields), side))


SDK = Format(
    "sdk", looks_like, read, write, title="SadMan Sudoku", rank=50, order=30, endings=(".sdk",),
    holds=frozenset({StoredPart.NAME, StoredPart.VALUES, StoredPart.CANDIDATES, StoredPart.BEYOND, StoredPart.NOTES}),
)  # fmt: skip
