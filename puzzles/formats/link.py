"""``link``: the address of a puzzle on SudokuWiki, f-puzzles or SudokuPad, one per line.

SudokuWiki's (``sudokuwiki.org/sudoku.htm?bd=``) holds 81 figures, with 0 or a dot for a blank; this is what is written.
Its packed boards are not documented, and are refused. f-puzzles' (``f-puzzles.com/?load=``) holds JSON, packed by
LZ-string and written in base64; SudokuPad takes the same after ``fpuzzles`` or ``fpuz``. A grid with rules beyond rows,
columns and boxes is refused by their names. Sources: links of these sites; LZ-string (pieroxy.net).
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from operator import mul
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from puzzles import json_reader
from puzzles.formats.base import Bytes, Format, Found, StoredPart, attempted, figures, misread, on_one_line, text_lines
from puzzles.geometry import STANDARD, Digit, Geometry, sides
from puzzles.problems import Fault, short
from puzzles.puzzle import Position, Puzzle, plain

LARGEST = 1 << 20
"""The maximum number of characters that a packed puzzle may grow to."""
_SITES = ("sudokuwiki.org", "f-puzzles.com", "sudokupad.app", "crackingthecryptic.com")
_LINK = re.compile(rf"\s*(?:https?://\S|(?:[\w-]+\.)*(?:{'|'.join(map(re.escape, _SITES))})/)", re.IGNORECASE)
_PACKED = re.compile(r"(?:fpuzzles|fpuz)([^?&#]*)", re.DOTALL)
_BOARD = re.compile("[0-9.]{81}", re.ASCII)
_BASE64 = {sign: code for code, sign in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}

_HARMLESS = {
    "size", "title", "author", "ruleset", "grid", "solution", "metadata", "msgcorrect", "successMessage",
    "highlightConflicts", "disabledlogic", "truecandidatesoptions", "activeConstraints",
}  # fmt: skip
"""The parts of f-puzzles' JSON that are no rules."""
_RULES = {
    "diagonal+": "diagonals", "diagonal-": "diagonals", "antiknight": "an anti-knight rule",
    "antiking": "an anti-king rule", "disjointgroups": "disjoint groups", "nonconsecutive": "a nonconsecutive rule",
    "negative": "negative rules", "killercage": "killer cages", "littlekillersum": "little killer sums",
    "sandwichsum": "sandwich sums", "thermometer": "thermometers", "arrow": "arrows", "palindrome": "palindromes",
    "renban": "Renban lines", "whispers": "German whispers", "regionsumline": "region sum lines",
    "betweenline": "between lines", "difference": "differences", "ratio": "ratios", "xv": "XV pairs",
    "quadruple": "quadruples", "even": "even cells", "odd": "odd cells", "minimum": "minimum cells",
    "maximum": "maximum cells", "extraregion": "extra regions", "clone": "clones", "fogofwar": "fog",
    "cage": "drawn cages", "line": "drawn lines", "rectangle": "drawn shapes", "circle": "drawn shapes",
    "text": "drawn text",
}  # fmt: skip
"""What rules are called, by their part of the JSON. Drawings are no rules to the program, but may be to people."""


def looks_like(head: str) -> bool:
    """Return whether the first line that is not blank or a comment is a link."""
    first = next((line for line in head.splitlines() if line.strip() and not line.startswith("#")), "")
    return _LINK.match(first) is not None


def read(stream: Bytes) -> Iterator[Found]:
    for number, line in text_lines(stream):
        if line.strip() and not line.startswith("#"):
            yield from attempted(partial(_position, line.strip(), number))


def _position(link: str, line: int) -> Position:
    if not _LINK.match(link):
        raise misread("a line that is no link, below one that is", line)
    try:
        parts = urlsplit(link if "://" in link else f"https://{link}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        raise misread("a damaged link; copy it again", line) from None
    if host.endswith("sudokuwiki.org"):
        return _of_sudokuwiki(parts.path, parse_qs(parts.query, keep_blank_values=True), line)
    if host.endswith("f-puzzles.com"):
        packed = re.search(r"(?:^|&)load=([^&]*)", parts.query)
        if packed is None:
            raise misread("an f-puzzles link that holds no puzzle; only that site can open it", line)
        return _of_f_puzzles(packed[1], line)
    if host.endswith(("sudokupad.app", "crackingthecryptic.com")):
        packed = _PACKED.search(link)
        if packed is None:
            raise misread("a SudokuPad link that holds no f-puzzles puzzle; only that site can open it", line)
        return _of_f_puzzles(packed[1], line)
    told = "copy the puzzle itself, or a link of sudokuwiki.org or f-puzzles.com"
    raise misread(f"a link to {short(host) or 'nowhere'}, which is not a puzzle's text; {told}", line)


def _of_sudokuwiki(path: str, query: dict[str, list[str]], line: int) -> Position:
    page = path.strip("/").rpartition("/")[2].partition(".")[0]
    board = query.get("bd", [""])[0]
    if not board:
        raise misread("a SudokuWiki link that holds no puzzle; use one with bd= in it", line)
    if page.lower() not in ("", "sudoku"):
        raise misread(f"a SudokuWiki link of its page {on_one_line(page)[:40]}, which is not a plain grid", line)
    if not _BOARD.fullmatch(board):
        raise misread("a SudokuWiki link with a packed board, which only that site can open", line)
    return Position(Puzzle(tuple(int(sign.replace(".", "0")) for sign in board)), line=line)


def write(positions: Iterable[Position]) -> Iterator[str]:
    for position in positions:
        yield f"https://www.sudokuwiki.org/sudoku.htm?bd={figures(position.puzzle).replace('.', '0')}"


# f-puzzles ----------------------------------------------------------------------------------------------------------


def _of_f_puzzles(packed: str, line: int) -> Position:
    try:
        data = json_reader.read(unpacked(unquote(packed).replace(" ", "+")))
        cells = [cell for row in data["grid"] for cell in row]
        side = data["size"]
        if type(side) is not int or len(cells) != side * side or not all(isinstance(cell, dict) for cell in cells):
            raise ValueError("no grid")
    except (ValueError, TypeError, KeyError):
        raise misread("an f-puzzles link that is cut off or damaged; copy it again", line) from None
    if side not in sides():
        message = f"an f-puzzles link with a {side}x{side} grid, for which there is no box shape"
        raise misread(message, line, 1, Fault.LENGTH)
    geometry = Geometry.of_side(side)
    if rules := _rules(data, cells, geometry):
        raise misread(f"an f-puzzles link with {rules}, but only plain grids can be opened", line)
    return _plain_grid(data, cells, geometry, line)


def _rules(data: dict[str, Any], cells: list[dict[str, Any]], geometry: Geometry) -> str:
    """Name the rules beyond rows, columns and boxes; "" if there are none."""
    parts = (name for name, value in data.items() if value and name not in _HARMLESS)
    found = [_RULES.get(name, repr(on_one_line(name)[:40])) for name in parts]
    box_of = {cell: unit.number - 1 for unit in geometry.units if unit.kind == "box" for cell in unit.cells}
    regions = {(box_of[at], _number_or(cell.get("region"), box_of[at])) for at, cell in enumerate(cells)}
    if not len(regions) == geometry.side == len({region for _, region in regions}):
        found.append("irregular regions")
    if any(cell.get("givenPencilMarks") for cell in cells):
        found.append("given pencil marks")
    several = list(dict.fromkeys(found))
    return " and ".join([", ".join(several[:-1]), several[-1]] if len(several) > 1 else several)


def _number_or(value: object, usual: int) -> int:
    return usual if value is None else value if isinstance(value, int) else -1


def _plain_grid(data: dict[str, Any], cells: list[dict[str, Any]], geometry: Geometry, line: int) -> Position:
    digits = [_digit(cell.get("value"), geometry, line) for cell in cells]
    given = [bool(cell.get("given")) for cell in cells]
    puzzle = Puzzle(tuple(map(mul, digits, given)), geometry, name=_text(data, "title"))
    values = tuple(0 if is_given else digit for digit, is_given in zip(digits, given, strict=True))
    marks = list(plain(puzzle, values))
    for at, cell in enumerate(cells):
        noted = cell.get("centerPencilMarks")
        if isinstance(noted, list) and noted and not digits[at]:
            marks[at] = sum({1 << _digit(mark, geometry, line) for mark in noted} - {1})
    notes = (("author", _text(data, "author")), ("comment", _text(data, "ruleset")))
    return Position(puzzle, values, tuple(marks), notes=tuple(note for note in notes if note[1]), line=line)


def _text(data: dict[str, Any], name: str) -> str:
    text = data.get(name)
    return on_one_line(text) if isinstance(text, str) else ""


def _digit(value: object, geometry: Geometry, line: int) -> Digit:
    if value is None or value == 0:
        return 0
    if type(value) is not int or value not in geometry.digits:
        raise misread(f"an f-puzzles link with a cell that holds no digit from 1 to {geometry.side}", line)
    return value


# LZ-string keeps a table of the texts that it has seen. Each code stands for one of them, or announces a new sign of 8
# or 16 bits; each also adds to the table what came before it with the first sign of itself. Codes grow by a bit each
# time that the table would outgrow them, and their bits are stored lowest first.


def unpacked(text: str, most: int = LARGEST) -> str:
    """Return the text that LZ-string packed into base64. Raises ``ValueError`` if it is damaged or too long."""
    codes = [_BASE64.get(sign, -1) for sign in text.rstrip("=")]
    if -1 in codes:
        raise ValueError("not base64")
    bits = (code >> place & 1 for code in codes for place in range(5, -1, -1))
    sign = _sign(bits, _number(bits, 2))
    table, width, room, before, found, size = ["", "", "", sign], 3, 4, sign, [sign], len(sign)
    while before and (code := _number(bits, width)) != _END:
        if code < _END:
            table.append(_sign(bits, code))
            code, room = len(table) - 1, room - 1
            if not room:
                room, width = 1 << width, width + 1
        if code > len(table):
            raise ValueError("a code that stands for nothing")
        entry = table[code] if code < len(table) else before + before[0]
        found.append(entry)
        size += len(entry)
        if size > most:
            raise ValueError("too large")
        table.append(before + entry[0])
        before, room = entry, room - 1
        if not room:
            room, width = 1 << width, width + 1
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # signs are halves of some


_END = 2
"""The code that ends the text. 0 and 1 announce a new sign of 8 or 16 bits."""


def _sign(bits: Iterator[int], kind: int) -> str:
    return "" if kind == _END else chr(_number(bits, 16 if kind else 8))


def _number(bits: Iterator[int], width: int) -> int:
    """Read a number. Raises ``ValueError`` where the bits end."""
    number = 0
    for place in range(width):
        bit = next(bits, None)
        if bit is None:
            raise ValueError("cut off")
        number |= bit << place
    return number


LINK = Format(
    "link", looks_like, read, write, title="a link of SudokuWiki or f-puzzles", rank=105, order=15, endings=(".link",),
    holds=frozenset({StoredPart.SEVERAL}), sides=frozenset({STANDARD.side}),
)  # fmt: skip
