r"""All file formats, and the detection of a file's format.

>>> from puzzles.formats import registry as formats
>>> found = formats.telling(b"quizzes,solutions\n" + b"0" * 81 + b"," + b"1" * 81)
>>> found.name
'csv'
>>> formats.parse("[Puzzle]\n" + ".........\n" * 9).puzzle.clues
0
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path

from puzzles.discovery import Shelf, entries
from puzzles.formats.base import HEAD, SERIALIZED, Bytes, Format, decoded, encoding, misread, wrong
from puzzles.formats.grids import GRIDS, LOOKED_AT
from puzzles.formats.lines import LINE, OTHER_LINE
from puzzles.parsing import layout
from puzzles.parsing.reader import LISTED
from puzzles.problems import Problem, PuzzleError
from puzzles.puzzle import Position
from puzzles.puzzle import problems as problems_of
from puzzles.puzzle import read as read_text

FORMATS = Shelf[Format]("puzzles.formats", "Format")
"""The formats that can be written, by name, in the order of the help text."""
_TYPED = "type the puzzle's digits into a text file, with . for a blank"
_PACKED = {
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"\xac\xed\x00\x05": SERIALIZED,
    b"\x1f\x8b": "a gzip file; unpack it first",
    b"7z\xbc\xaf": "a 7-Zip archive; unpack it first",
    b"%PDF": "a PDF; copy the puzzle's text out of it",
    b"\x89PNG": f"a picture; {_TYPED}",
    b"\xff\xd8\xff": f"a picture; {_TYPED}",
}
"""File types that are never read, by their first bytes, with advice on what to do instead."""


_SHAPED = re.compile(r"\s*\[[^][]+\] ")
"""The shape at the start of a line of a collection."""
_HSOL = b"SudokuData"
"""The name of an entry in the zip archives that HoDoKu saves."""


def refusal(head: bytes) -> str:
    """Describe the type of unreadable file that starts with these bytes; "" if it may be text."""
    packed = next((reason for magic, reason in _PACKED.items() if head.startswith(magic)), "")
    if packed and _HSOL in head[:100]:
        packed = SERIALIZED
    return packed and f"not a text file but {packed}"


def telling(head: bytes) -> Format | None:
    """Return the format whose distinctive marks appear at the start of a file, or ``None`` for plain text."""
    text = decoded(head[:HEAD])
    if "\0" in text:
        return None
    if names_shape(head):  # no other format has shapes
        return GRIDS if len(head) >= HEAD or GRIDS.looks_like(text) else None
    found = next((one for one in _marked() if one.looks_like(text)), None)
    if found is None and encoding(head) == "utf-16" and LINE.looks_like(text) and not _is_grid(text, len(head) >= HEAD):
        return OTHER_LINE
    return found


def names_shape(head: bytes) -> bool:
    """Return whether a line near the start of a file should name a shape."""
    return any(map(layout.names_shape, decoded(head[:HEAD]).splitlines()[:LOOKED_AT]))


def _marked() -> Iterator[Format]:
    """Yield the formats with distinctive marks, in the order to try them."""
    marked = (entry for entry in entries("puzzles.formats", "Format") if "order" in entry.facts)
    for entry in sorted(marked, key=lambda entry: int(entry.fact("order"))):
        yield entry.value()
    yield OTHER_LINE


def _is_grid(text: str, cut: bool) -> bool:
    """Return whether the text is one puzzle, one row per line. A single line counts as a collection of one."""
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if cut or len(rows) < 2:
        return False
    if not any(problem for problem in problems_of(text) if problem.line):
        return True
    return len(rows) == max(len("".join(row.split())) for row in rows)


def parse(text: str) -> Position:
    """Parse the only puzzle in text of any format, with its progress and notes. Raises ``PuzzleError``."""
    form = telling(text.encode("utf-8", "replace")) or (LINE if _SHAPED.match(text) and LINE.looks_like(text) else None)
    return Position(read_text(text)) if form is None else single(form, io.BytesIO(text.encode("utf-8", "replace")))


def single(form: Format, stream: Bytes) -> Position:
    """Return the only puzzle in a file of the given format. Raises ``PuzzleError`` if it holds none or several."""
    problems: list[Problem] = []
    only: Position | None = None
    for found in form.read(stream):
        if isinstance(found, Problem):
            problems += [found] if len(problems) < LISTED and not found.remark else []
        elif only is not None:
            several = "a collection of several puzzles; open it as a file, or give just one of them"
            raise misread(several, found.line)
        else:
            only = found
    if only is None or problems:
        raise PuzzleError(problems or [wrong(f"no puzzle found in this text, which looks like {form.title}", 1)])
    return only


def no_puzzle(form: Format, problems: list[Problem], where: str, searched: str = "") -> str:
    """Say that a file, called ``where``, holds no puzzle. What is wrong with a link takes one line.

    ``searched`` says how much of the file was searched, as in "first 1 MiB", if not all of it.
    """
    if form.terse and len(problems) == 1:
        return f"{where} holds {problems[0].message}"
    holds = f"its {searched} hold" if searched else "holds"
    said = "\n".join(map(str, problems)) or ("" if searched else "it is empty")
    return f"{where} seems to be {form.title}, but {holds} no puzzle" + (f":\n{said}" if said else "")


def of_name(path: Path | str) -> Format | None:
    """Return the format for a file name's extension, if any."""
    ending = Path(path).suffix.lower()
    return next((one.value() for one in FORMATS.entries.values() if ending in one.fact("endings")), None)
