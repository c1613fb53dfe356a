"""Every format of files that is read and written, and which of them a file is in.

>>> import io
>>> from puzzles import formats
>>> found = formats.recognise(b"quizzes,solutions\\n" + b"0" * 81 + b"," + b"1" * 81)
>>> found.name
'csv'
>>> [position.puzzle.clues for position in formats.read(io.BytesIO(b"[Puzzle]\\n" + b".........\\n" * 9))]
[0]
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from puzzles.format import HEAD, Bytes, Format, Found, decoded
from puzzles.format_csv import CSV
from puzzles.format_grid import BOXED, GRID, SS, SUD
from puzzles.format_hodoku import HODOKU
from puzzles.format_lines import LINE, SDM
from puzzles.format_pencil import PENCIL
from puzzles.format_sadman import SDK
from puzzles.format_xml import OPENSUDOKU
from puzzles.text import problems as problems_of

FORMATS: dict[str, Format] = {
    one.name: one for one in (LINE, GRID, BOXED, SUD, SDK, SDM, SS, HODOKU, PENCIL, OPENSUDOKU, CSV)
}
"""By name, in the order in which help lists them."""

_TELLING = (OPENSUDOKU, HODOKU, SDK, SS, PENCIL, CSV)
"""Those that a file is told to be in by what no other has; the first that fits."""
_PACKED = {
    b"PK\x03\x04": "a zip archive; unpack it first. If it is HoDoKu's .hsol: "
    "it holds serialized Java objects, which may run a program when they are read, so it is not opened; in HoDoKu, "
    "copy the puzzle as a library line or a grid of candidates (Edit menu), and save that text",
    b"\xac\xed\x00\x05": "serialized Java objects, as in HoDoKu's .hsol, which may run a program when they are read, "
    "so it is not opened; in HoDoKu, copy the puzzle as a library line or a grid of candidates (Edit menu), and save "
    "that text",
    b"\x1f\x8b": "compressed by gzip; unpack it first",
    b"7z\xbc\xaf": "a 7-Zip archive; unpack it first",
    b"%PDF": "a PDF; copy the puzzle's text out of it",
    b"\x89PNG": "a picture; type the puzzle's digits into a text file, with . for a blank",
    b"\xff\xd8\xff": "a picture; type the puzzle's digits into a text file, with . for a blank",
}
"""By how a file begins: what it is, and what to do."""


class FormatError(ValueError):
    """A file that is in no format, and what to do about it."""


def refusal(head: bytes) -> str:
    """What a file is that begins so, where it is never read; "" where it may be a text."""
    return next((reason for magic, reason in _PACKED.items() if head.startswith(magic)), "")


def telling(head: bytes) -> Format | None:
    """The format of a file that begins so, if it is one with marks of its own; ``None``: a plain text."""
    text = decoded(head[:HEAD])
    if "\0" in text:
        return None
    return next((one for one in _TELLING if one.looks_like(text)), None)


def recognise(head: bytes) -> Format:
    """The format of a file that begins so (:data:`puzzles.format.HEAD` bytes are enough).

    Raises :class:`FormatError` where the file is no text. A text that is like no format is taken for a grid, whose
    reader tells best what is wrong with it.
    """
    if reason := refusal(head):
        raise FormatError(reason)
    if "\0" in decoded(head):
        raise FormatError("not a text file; give one with puzzles in it")
    if found := telling(head):
        return found
    text = decoded(head[:HEAD])
    if _is_grid(text, len(head) >= HEAD):
        return SUD if SUD.looks_like(text) else GRID
    if SDM.looks_like(text):
        return SDM
    return LINE if LINE.looks_like(text) else GRID


def _is_grid(text: str, cut: bool) -> bool:
    """One puzzle row by row, and not a line each; a line alone is a collection of one."""
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if cut or len(rows) < 2:
        return False
    if not any(problem for problem in problems_of(text) if problem.line):
        return True
    return len(rows) == max(len("".join(row.split())) for row in rows)


def read(stream: Bytes) -> Iterator[Found]:
    """What a file holds, in the format that it is in. Raises :class:`FormatError` where it is in none."""
    head = stream.read(HEAD)
    yield from recognise(head).read(_Rejoined(head, stream))


class _Rejoined:
    """A file whose beginning was read already."""

    def __init__(self, head: bytes, rest: Bytes) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def read(self, size: int, /) -> bytes:
        return self._head.read(size) or self._rest.read(size)


def of_name(path: Path | str) -> Format | None:
    """The format that the ending of a file's name stands for, if any."""
    ending = Path(path).suffix.lower()
    return next((one for one in FORMATS.values() if ending in one.endings), None)
