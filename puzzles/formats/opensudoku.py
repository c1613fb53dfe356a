"""``opensudoku``: the XML of OpenSudoku, an Android app.

``<opensudoku>`` contains ``<name>``, ``<author>``, ``<description>``, ``<comment>``, ``<created>``, ``<source>``,
``<level>`` and ``<sourceURL>``, which apply to all its games, then a ``<game data="…"/>`` for each game. In version 2
the games are inside ``<folder name="…">``, and a game may have a ``note``, which is used as its name. The data is 81
digits with 0 for a blank, or ``version: N``, a line ending, and ``digit|notes|editable|`` for each cell. In version 1
the notes are digits, each followed by a comma, or ``-``; from version 2 they are a sum of 2^(digit-1). Version 4 has a
second sum, and version 5 a colour as well. A cell without notes has every candidate that the digits allow. Source:
opensudoku (gitlab.com/opensudoku/opensudoku), its files and ``SudokuBoard``.

XML is read safely: a document type, and with it any entity, is refused; nothing is fetched; and the memory a document
can use is bounded.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from xml.parsers import expat

from puzzles.formats.base import SERIALIZED, Bytes, Format, Found, StoredPart, attempted, misread, on_one_line, zeros
from puzzles.geometry import STANDARD
from puzzles.problems import Fault, Problem, PuzzleError
from puzzles.puzzle import Position, Puzzle, plain
from puzzles.puzzle import read as read_text

BLOCK = 1 << 14
LONGEST_TAG = 1 << 18
"""The maximum length of a tag or comment, in bytes. The rest of the document is not read after a longer one."""
DEEPEST = 64
"""The maximum nesting depth of elements."""
MOST_NAMES = 4096
"""The maximum number of distinct element and attribute names, all of which the parser keeps until the end."""
LONGEST_NOTE = 4096
_NOTES = {
    "author": "author", "description": "description", "comment": "comment", "created": "date", "source": "source",
    "level": "level", "sourceURL": "url",
}  # fmt: skip
_VERSIONED = re.compile(r"\s*version:\s*([1-5])\s(.*)", re.ASCII | re.DOTALL)
_FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""The number of fields per cell in each version. (Some programs add an empty field to version 2, which is skipped.)"""
_ROOT = re.compile(r"\s*<(?:[?!]|\w)")


class _Refused(PuzzleError):
    """The exception that stops reading a document, with the reason."""


def looks_like(head: str) -> bool:
    """Return whether the text starts with a tag."""
    return _ROOT.match(head.removeprefix("\ufeff")) is not None


def read(stream: Bytes) -> Iterator[Found]:
    document = _Document()
    trouble: tuple[Problem, ...] = ()
    fed = 0
    try:
        while block := stream.read(BLOCK):
            document.parser.Parse(block, False)
            fed += len(block)
            yield from document.taken()
            if fed - max(0, document.parser.CurrentByteIndex) > LONGEST_TAG:
                raise document.refused(f"a tag or comment of more than {LONGEST_TAG} bytes, so the rest was not read")
        document.parser.Parse(b"", True)
    except _Refused as error:
        trouble = error.problems
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.errors.messages.get(error.code, 'it cannot be parsed')}"
        trouble = misread(message, error.lineno or 1, error.offset + 1).problems
    except (LookupError, ValueError):  # an encoding that Python does not know or expat cannot use
        trouble = document.misread("this encoding is not supported; save the file as UTF-8").problems
    yield from document.taken()
    yield from trouble


class _Document:
    """The parser's callbacks, and the games found so far."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = False
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.doctype
        self.parser.ExternalEntityRefHandler = self.doctype
        self.found: list[Found] = []
        self.path: list[str] = []
        self.names: set[str] = set()
        self.notes: dict[str, str] = {}
        self.folder = ""
        self.words = ""

    def taken(self) -> list[Found]:
        found, self.found = self.found, []
        return found

    def misread(self, message: str, fault: Fault = Fault.CHARACTER) -> PuzzleError:
        return misread(message, max(1, self.parser.CurrentLineNumber), self.parser.CurrentColumnNumber + 1, fault)

    def refused(self, message: str) -> _Refused:
        return _Refused(self.misread(message).problems)

    def doctype(self, *_: object) -> int:
        raise self.refused(
            "document types, which may define entities, are not accepted; remove <!DOCTYPE …> from the file"
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.path and name == "java":
            raise self.refused(SERIALIZED)
        if not self.path and name != "opensudoku":
            raise self.refused(f"<{name[:40]}> is not supported; the only XML format that can be read is OpenSudoku's")
        self.path.append(name)
        self.names.update((name, *attributes))
        if len(self.path) > DEEPEST:
            raise self.refused(f"elements nested more than {DEEPEST} deep, so the rest was not read")
        if len(self.names) > MOST_NAMES:
            raise self.refused(f"more than {MOST_NAMES} different names, so the rest was not read")
        self.words = ""
        if name == "folder":
            self.folder = on_one_line(attributes.get("name", "")[:LONGEST_NOTE])
        elif name == "game":
            self.found += attempted(partial(self.game, attributes))

    def text(self, words: str) -> None:
        if len(self.path) == 2 and len(self.words) < LONGEST_NOTE:
            self.words += words[:LONGEST_NOTE]

    def end(self, name: str) -> None:
        self.path.pop()
        words = on_one_line(self.words)
        self.words = ""
        if len(self.path) == 1 and name == "name":
            self.folder = words
        elif len(self.path) == 1 and words and name in _NOTES:
            self.notes[_NOTES[name]] = words
        elif name == "folder":
            self.folder = ""

    def game(self, attributes: dict[str, str]) -> Position:
        data = attributes.get("data")
        if data is None:
            raise self.misread("a game without its data", Fault.LENGTH)
        versioned = _VERSIONED.fullmatch(data)
        position = self.cells(versioned[1], versioned[2].strip()) if versioned else self.plain(data)
        name = on_one_line(attributes.get("note", "")[:LONGEST_NOTE]) or self.folder
        puzzle = replace(position.puzzle, name=name)
        line = self.parser.CurrentLineNumber
        return replace(position, puzzle=puzzle, notes=tuple(self.notes.items()), line=line)

    def plain(self, data: str) -> Position:
        try:
            return Position(read_text(data[:LONGEST_TAG]))
        except PuzzleError as error:
            first = error.problems[0]
            message = f"in this game's data, character {first.column}: {first.message}"
            raise self.misread(message, first.fault) from None

    def cells(self, version: str, data: str) -> Position:
        """Parse a game's data cell by cell, in any version. Raises ``PuzzleError``."""
        fields = data.split("|")
        if version == "2":
            fields = [field for field in fields if field] + [""]
        size = _FIELDS[version]
        if len(fields) != 81 * size + 1 or fields[-1]:
            message = f"{len(fields) - 1} fields, but data of version {version} has {81 * size}"
            raise self.misread(message, Fault.LENGTH)
        digits, fixed, noted = [], [], []
        for cell in range(81):
            digit, notes, *more, editable = fields[cell * size : cell * size + size]
            mask = _noted(notes, version) if version < "4" else _both(notes, more[0])
            if mask is None or not re.fullmatch("[0-9]", digit, re.ASCII) or editable not in ("0", "1"):
                shown = "|".join([digit, notes, *more, editable])[:30]
                name = STANDARD.name(cell)
                raise self.misread(f"{name} is {shown!r}, which is not valid in version {version}")
            digits.append(int(digit))
            fixed.append(editable == "0")
            noted.append(mask)
        givens = tuple(digit if given else 0 for digit, given in zip(digits, fixed, strict=True))
        values = tuple(0 if given else digit for digit, given in zip(digits, fixed, strict=True))
        left = plain(Puzzle(givens), values)
        return Position(Puzzle(givens), values, tuple(mask or every for mask, every in zip(noted, left, strict=True)))


def _noted(text: str, version: str) -> int | None:
    """Return the noted candidates as a bit mask, or ``None`` if the text is not a valid note."""
    if version == "1":
        if not re.fullmatch(r"-|(?:[1-9],)+", text, re.ASCII):
            return None
        return sum({1 << int(digit) for digit in text.split(",") if digit not in ("", "-")})
    return int(text) << 1 if re.fullmatch("[0-9]{1,3}", text, re.ASCII) and int(text) < 512 else None


def _both(one: str, other: str) -> int | None:
    """Merge the candidates from a cell's two kinds of notes."""
    first, second = _noted(one, "4"), _noted(other, "4")
    return None if first is None or second is None else first | second


def write(positions: Iterable[Position]) -> Iterator[str]:
    """Write the games. A file's notes apply to all its games, so only notes shared by the first two are written."""
    from xml.sax.saxutils import quoteattr  # imports all of urllib

    rest = iter(positions)
    begin = list(islice(rest, 2))
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<opensudoku>"
    if len({position.notes for position in begin}) == 1:
        from xml.sax.saxutils import escape

        for tag, kind in _NOTES.items():
            if words := on_one_line(begin[0].note(kind))[:LONGEST_NOTE]:
                yield f"  <{tag}>{escape(words)}</{tag}>"
    for position in chain(begin, rest):
        name = on_one_line(position.puzzle.name)[:LONGEST_NOTE]
        note = f" note={quoteattr(name)}" if name else ""
        yield f"  <game data={quoteattr(_data(position), {chr(10): '&#10;'})}{note}/>"
    yield "</opensudoku>"


def _data(position: Position) -> str:
    if not position.values and not position.candidates:
        return zeros(position.puzzle)
    marks = position.candidates or (0,) * 81
    cells = (
        f"{digit}|{mask >> 1}|{int(not given)}|"
        for digit, mask, given in zip(position.digits, marks, position.puzzle.givens, strict=True)
    )
    return "version: 3\n" + "".join(cells)


OPENSUDOKU = Format(
    "opensudoku", looks_like, read, write, title="OpenSudoku's XML", rank=100, order=10,
    endings=(".opensudoku", ".xml"), sides=frozenset({9}),
    holds=frozenset({
        StoredPart.SEVERAL, StoredPart.NAME, StoredPart.VALUES, StoredPart.CANDIDATES, StoredPart.BEYOND,
        StoredPart.NOTES,
    }),
)  # fmt: skip
