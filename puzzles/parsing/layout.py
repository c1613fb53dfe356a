"""The layout of text: which characters are cells, and where. ``puzzles.parsing.reader`` works out what they mean.

The work is bounded, however large and strange the text: nothing is read beyond :data:`MOST_CHARACTERS` characters of
cells.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from puzzles.bounds import LONGEST_SHAPE
from puzzles.discovery import entries
from puzzles.figures import counted, grouped
from puzzles.geometry import LARGEST, Geometry
from puzzles.kinds.kind import no_kind
from puzzles.problems import Fault, Problem, PuzzleError

MOST_CHARACTERS = 100_000
"""The maximum number of characters read, not counting comments (the largest grid, boxed and spaced, has 6,000)."""
MOST_LINES = 5_000

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_VERTICAL = "|:\u2502\u2503\u2551\u2506\u2507\u250a\u250b\u254e\u254f"
_HORIZONTAL = "+-=" + "".join(chr(code) for code in range(0x2500, 0x2580) if chr(code) not in _VERTICAL)
_DECORATION = frozenset(_VERTICAL + _HORIZONTAL)
_SPACES = frozenset(map(chr, (*range(9, 14), *range(28, 33), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x3000)))
_NO_MARK = _DECORATION | _SPACES | frozenset(map(chr, (0x2028, 0x2029, 0x202F, 0x205F)))
"""What separates marks: drawn lines, and every space that ``str.isspace`` knows."""
_CUT = str.maketrans({mark: " " for mark in _DECORATION})
_NUMBER = re.compile(r"[0-9]{1,2}|[.*_]")
_HEADER = re.compile(r"#\s{0,9}boxes\s{1,9}([0-9]{1,2})\s?[x\u00d7]\s?([0-9]{1,2})\s*", re.IGNORECASE)
_SHAPE = re.compile(r"#\s*+shape(?![^\s:])\s*+:?\s*+(.*)", re.IGNORECASE | re.DOTALL)
_KIND = re.compile(r"#\s{0,9}puzzle\s{1,9}([a-z-]{1,30})(\s{1,9}\S{3,11})?\s*")
_ITEM = re.compile(r"#\s{0,9}((?:regions|grids|units|row)\s.*|[a-z-]{1,30}\s(?:.*\s)?r[0-9]{1,2}c[0-9]{1,2}(?:\s.*)?)")
_RULE = re.compile(r"#\s{0,9}([a-z-]{1,30})(?:\s{1,9}\w{1,15})?(?:\s{1,9}r[0-9]{1,2}c[0-9]{1,2})+\s*")
_OWN = re.compile(
    r"#\s{0,9}symbols(?:\s{0,9}:\s{0,9}|\s{1,9})(\S{1,80}|\S(?:\s{1,9}\S){1,79})\s*",
    re.IGNORECASE,
)
"""The line that names the symbols, as one word or separated by spaces. Several words are an ordinary comment."""
_NO_SYMBOLS = _DECORATION | frozenset("#.*_,;abcdefghijklmnopqrstuvwxyz")
_BAR = re.compile(rf"(?<= )[{_VERTICAL}](?: |$)")
_RECORD = re.compile(r"\s*([^\s:]+):[0-9]+\+?(?::\S*)?\s*")
_FIELD_END = re.compile(r"[\s:,]")


class SymbolMark(NamedTuple):
    """A symbol and its position, with line and column counted from 1."""

    symbol: str
    line: int
    column: int


GAP = SymbolMark(" ", 0, 0)
"""A blank that stands for a space which is not written at the end of a line."""


class TextLine(NamedTuple):
    number: int
    text: str
    """The line's text, without its comment or line ending."""

    @property
    def is_blank(self) -> bool:
        """Whether the line has nothing but spaces and vertical lines."""
        return not self.text.translate(_CUT).strip()

    @property
    def first_field(self) -> str:
        """The text up to the first space, colon or comma: the puzzle, if the line is a corpus record."""
        return _FIELD_END.split(self.text.strip(), maxsplit=1)[0]


class NamedSymbols(NamedTuple):
    """The symbols after ``# symbols`` in a header line, such as ``WORDSHAPE`` or ``Α Β Γ Δ Ε Ζ Η Θ Ι``, in order."""

    written: str
    """The symbols as they appear on the line, without spaces."""
    line: int

    @property
    def symbols(self) -> str:
        """The symbols in the form used for marks, with a to z capitalised."""
        return "".join(map(_upper, self.written))

    def fault(self, side: int) -> str:
        """Explain why the symbols cannot be the digits of a grid; "" if they can."""
        symbols, written = self.symbols, self.written
        twice = next((symbol for i, symbol in enumerate(symbols) if symbol in symbols[:i]), "")
        if wrong := next((symbol for symbol in symbols if not is_symbol(symbol)), ""):
            return f"{wrong!r} cannot stand for a digit: use letters, digits, or signs not used to draw lines"
        if twice:
            pair = f" ({twice.lower()!r} is the same)" if written.count(twice) == 1 else ""
            return f"{twice!r} is named twice{pair}: name {side} different symbols"
        return "" if len(symbols) == side else f"{counted(len(symbols), 'symbol')} for {side} digits: name one for each"


class Document(NamedTuple):
    lines: list[TextLine]
    """The lines that may hold cells, without comments and rules. Blank lines are kept, because spaces may be blanks."""
    geometry: Geometry | None
    """The geometry given by the header line, if any."""
    problems: list[Problem]
    cut: bool
    """Whether the text was cut off for being longer than any puzzle needs."""
    named: NamedSymbols | None = None
    """The symbols given by a header line, if any."""
    doubt: Problem | None = None
    """That a kind of puzzle is unknown, if the line that may name one may as well be a comment."""


def document(text: str) -> Document:
    """Split text into the lines that may hold cells. Raises :class:`PuzzleError` for a shape that is none."""
    lines: list[TextLine] = []
    geometry: Geometry | None = None
    named: NamedSymbols | None = None
    found: list[Problem] = []
    budget, begun, doubt = MOST_CHARACTERS, False, None
    every = enumerate((match[1] for match in _LINE.finditer(text, int(text.startswith("\ufeff")))), 1)
    for number, line in folded(every):
        body = without_comment(line)
        if body is None:
            own = None if begun or named else _OWN.fullmatch(line.strip())
            named = NamedSymbols("".join(own[1].split()), number) if own else named
            shaped, doubt = names_shape(line), doubt or (None if begun else _doubt(number, line))
            found += [doubt] if doubt and doubt.line == number and not doubt.remark else []
            try:
                if shaped and begun:
                    raise ValueError("a line with a shape must be above the cells")
                geometry = geometry if begun else header(line) or geometry
            except ValueError as error:
                found.append(Problem(Fault.LENGTH, str(error), (), blamed(number, line, str(error)), 1))
                if shaped:  # nothing can be said of cells whose shape is unknown
                    raise PuzzleError(found) from None
        elif not body or body.isspace():
            if len(lines) < MOST_LINES:
                lines.append(TextLine(number, body[:MOST_LINES]))
        elif not is_rule(body[:MOST_CHARACTERS]):
            begun = True
            if len(body) > budget or len(lines) >= 2 * MOST_LINES:
                message = "far too long for a puzzle, so the rest was not read; is this the right file?"
                found.append(Problem(Fault.LENGTH, message, (), number, 1))
                lines.append(TextLine(number, body[:budget]))
                return Document(lines, geometry, found, True, named, doubt)
            budget -= len(body)
            lines.append(TextLine(number, body))
    return Document(_one_record(lines), geometry, found, False, named, doubt)


class HeaderLines(str):
    """The header lines that say a shape item by item, as a single line."""

    items: tuple[tuple[int, str], ...]
    """The name of the kind, its size and each item, with the line that says it."""

    @classmethod
    def of(cls, items: Sequence[tuple[int, str]]) -> "HeaderLines":
        (_, name), *rest = items
        made = cls(f"# shape {name} {'; '.join(filter(None, (item for _, item in rest)))}".rstrip())
        made.items = tuple(items)
        return made

    def fails(self, count: int, message: str) -> bool:
        """Return whether the first few items alone have this fault."""
        try:
            header(HeaderLines.of(self.items[:count]))
        except ValueError as error:
            return str(error) == message
        return False


def blamed(number: int, line: str, message: str) -> int:
    """Return the number of the line that a fault is in: of a folded header, the first of its lines that has it."""
    if not isinstance(line, HeaderLines):
        return number
    counts = range(1, len(line.items))  # all of them have the fault
    return line.items[bisect_left(counts, True, key=lambda count: line.fails(count, message))][0]


def folded(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines, with the header lines that say a shape item by item as a single one.

    ``# puzzle killer`` and ``# cage 15 r1c1 r1c2`` become ``# shape killer; cage 15 r1c1 r1c2``. Without a kind
    above it, a rule makes a variant. An unknown kind is a comment unless a rule follows.
    """
    said, size, named = list[tuple[int, str]](), 0, (0, "variant")
    for number, line in lines:
        kind = _KIND.fullmatch(line.strip()) if line.startswith("#") else None
        named = (number, kind[1]) if kind else named
        item = _ITEM.fullmatch(line.strip()) if not kind and (said or _says_rule(line)) else None
        if said and (kind or not line.startswith("#") and line.strip()):
            yield said[0][0], HeaderLines.of(said)
            said = []
        if kind and _is_kind(kind[1]):
            said, size = [(number, kind[1]), (number, (kind[2] or "").strip())], len(line)
        elif item and size < LONGEST_SHAPE:
            size = size * bool(said) + len(line)
            said = [*(said or [(number if _is_kind(named[1]) else named[0], named[1])]), (number, item[1])]
        else:
            yield number, line
    if said:
        yield said[0][0], HeaderLines.of(said)


def names_shape(line: str) -> bool:
    """Return whether a line should name a shape, even if it cannot be read."""
    line = line.strip().removeprefix("\ufeff")
    kind = _KIND.fullmatch(line)
    return _SHAPE.fullmatch(line) is not None or kind is not None and _is_kind(kind[1]) or _says_rule(line)


def _is_kind(name: str) -> bool:
    return name in _kinds()


def _kinds() -> list[str]:
    return [entry.name for entry in entries("puzzles.kinds", "kind", "*/__init__.py")]


def _doubt(number: int, line: str) -> Problem | None:
    """Return that a line names no kind of puzzle that there is: a remark, unless it nearly names one."""
    kind = _KIND.fullmatch(line.strip())
    if not kind or _is_kind(kind[1]) or kind[2] and not kind[2].strip()[0].isdigit():
        return None
    remark = not get_close_matches(kind[1], _kinds(), 1, 0.8)
    return Problem(Fault.LENGTH, no_kind(kind[1], _kinds()), (), number, 1, remark)


def _says_rule(line: str) -> bool:
    """Return whether a line says a rule that there is, and nothing else: ``# cage 15 r1c1 r1c2``."""
    match = _RULE.fullmatch(line.strip())
    return match is not None and match[1] in {entry.name for entry in entries("puzzles.rules", "rule")}


def header(line: str) -> Geometry | None:
    """Return the shape that a header line gives, or ``None`` if it is no such line. Raises ``ValueError``."""
    body = line.strip().removeprefix("\ufeff")
    if shape := _SHAPE.fullmatch(body):
        if len(line) > LONGEST_SHAPE:
            raise ValueError(f"a shape of more than {grouped(LONGEST_SHAPE)} characters, which is not read")
        return Geometry.of_spec(shape[1])
    boxes = _HEADER.fullmatch(body)
    return Geometry.boxes(int(boxes[1]), int(boxes[2])) if boxes else None


def is_symbol(character: str) -> bool:
    """Return whether a character can stand for a digit: it must be visible and have no other meaning in a grid."""
    return character not in _NO_SYMBOLS and unicodedata.category(character)[0] in "LNPS"


def without_comment(line: str) -> str | None:
    """Return the line without its comment, or ``None`` if there is nothing else on it."""
    at = line.find("#")
    while at > 0 and not line[at - 1].isspace():
        at = line.find("#", at + 1)
    if at < 0:
        return line
    return line[:at].rstrip() or None


def is_rule(line: str) -> bool:
    """Return whether the line of text is a horizontal rule, as drawn around boxes."""
    return not line.translate(_CUT).strip() and any(mark in _HORIZONTAL for mark in line)


def _one_record(lines: list[TextLine]) -> list[TextLine]:
    """Cut a text that is a single ``puzzle:count:solution`` record down to the puzzle."""
    full = [line for line in lines if not line.is_blank]
    record = _RECORD.fullmatch(full[0].text) if len(full) == 1 else None
    return [TextLine(full[0].number, full[0].text[: record.end(1)])] if record else lines


def _upper(symbol: str) -> str:
    return symbol.upper() if "a" <= symbol <= "z" else symbol


def separated(lines: list[TextLine]) -> list[list[SymbolMark]]:
    """Turn each character other than spaces and decoration into a mark."""
    rows = (_marks(line, _NO_MARK) for line in lines)
    return [row for row in rows if row]


def _marks(line: TextLine, left_out: frozenset[str]) -> list[SymbolMark]:
    return [
        SymbolMark(_upper(symbol), line.number, column)
        for column, symbol in enumerate(line.text.replace("\xa0", " "), 1)
        if symbol not in left_out
    ]


def numbers(lines: list[TextLine]) -> list[list[SymbolMark]] | None:
    """Turn each number or blank into a mark. Return ``None`` if there is anything else, or no number has two digits."""
    rows: list[list[SymbolMark]] = []
    two_digits = False
    for line in lines:
        row = []
        for match in re.finditer(r"\S+", line.text.translate(_CUT)):
            if not _NUMBER.fullmatch(match[0]):
                return None
            two_digits |= len(match[0]) == 2
            row.append(SymbolMark(match[0], line.number, match.start() + 1))
        if row:
            rows.append(row)
    return rows if two_digits else None


def spaced(lines: list[TextLine]) -> Iterator[tuple[list[list[SymbolMark]], bool]]:
    """Yield the ways to read spaces as cells, likeliest first: (rows, whether spaces also separate symbols)."""
    full = [i for i, line in enumerate(lines) if not line.is_blank]
    if not full or not any(" " in line.text or "\xa0" in line.text for line in lines):
        return
    inside = lines[full[0] : full[-1] + 1]
    for chosen in ([line for line in lines if line.text], inside, [lines[i] for i in full]):
        inner = any(" " in line.text.strip() or "\xa0" in line.text.strip() for line in chosen)
        yield [_marks(line, _DECORATION) for line in chosen], inner


def apart(lines: list[TextLine]) -> list[list[SymbolMark]] | None:
    """Return the cells of a grid in fixed columns, with a space between cells and a space for a blank, as in ``5 3 7``.

    A bar between boxes has a space on each side, as in ``5 3 | 7``, and a frame has one on the inside. Spaces may be
    missing at line ends. Returns ``None`` if the columns do not fit.
    """
    full = [i for i, line in enumerate(lines) if line.text.strip()]
    inside = lines[full[0] : full[-1] + 1] if full else []
    side, rows = len(inside), list[list[SymbolMark]]()
    for line in inside if side <= LARGEST else []:
        row = _columns(line)
        if row is None or len(row) > side:
            return None
        rows.append(row + [GAP] * (side - len(row)))
    return rows


def _columns(line: TextLine) -> list[SymbolMark] | None:
    text = line.text.replace("\xa0", " ").rstrip()
    start = 2 if text.startswith(tuple(f"{bar} " for bar in _VERTICAL)) else 0
    bars = {column for bar in _BAR.finditer(text, start) for column in range(*bar.span())}
    columns = [column for column in range(start, len(text)) if column not in bars]
    cells = columns[::2]
    if any(text[c] != " " for c in columns[1::2]) or {"\t", *_DECORATION} & {text[c] for c in cells}:
        return None
    return [SymbolMark(_upper(text[column]), line.number, column + 1) for column in cells]
