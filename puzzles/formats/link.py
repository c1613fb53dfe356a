"""``link``: the address of a puzzle on SudokuWiki, f-puzzles or SudokuPad, one per line.

SudokuWiki's (``sudokuwiki.org/sudoku.htm?bd=``) holds 81 figures, with 0 or a dot for a blank; this is what is written.
Its packed boards are not documented, and are refused. f-puzzles' (``f-puzzles.com/?load=``) holds JSON, packed by
LZ-string and written in base64; this is what is written for other shapes. SudokuPad takes the same after ``fpuzzles``
or ``fpuz``. Kakuros are links of puzz.link (see ``puzz_link``). Sources: links of these sites.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from urllib.parse import parse_qs, quote, unquote, urlsplit

from puzzles import json_reader
from puzzles.formats import f_puzzles, puzz_link
from puzzles.formats.base import Bytes, Format, Found, StoredPart, attempted, figures, misread, on_one_line, text_lines
from puzzles.formats.lz_string import packed, unpacked
from puzzles.geometry import STANDARD
from puzzles.problems import short
from puzzles.puzzle import Position, Puzzle

_SITES = ("sudokuwiki.org", "f-puzzles.com", "sudokupad.app", "crackingthecryptic.com", *puzz_link.SITES)
_LINK = re.compile(rf"\s*(?:https?://\S|(?:[\w-]+\.)*(?:{'|'.join(map(re.escape, _SITES))})/)", re.IGNORECASE)
_PACKED = re.compile(r"(?:fpuzzles|fpuz)([^?&#]*)", re.DOTALL)
_OWN = re.compile(r"[/=](?:scl|ctc)\w{20}")
_BOARD = re.compile("[0-9.]{81}", re.ASCII)


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
        match = re.search(r"(?:^|&)load=([^&]*)", parts.query)
        if match is None:
            raise misread("an f-puzzles link that holds no puzzle; only that site can open it", line)
        return _of_f_puzzles(match[1], line)
    if host.endswith(("sudokupad.app", "crackingthecryptic.com")):
        match = _PACKED.search(link)
        if match is None:
            own = "in that site's own form" if _OWN.search(link) else "but a short name, which only that site knows"
            raise misread(f"a SudokuPad link that holds no f-puzzles puzzle, {own}; open it there", line)
        return _of_f_puzzles(match[1], line)
    if host.endswith(puzz_link.SITES):
        try:
            return Position(puzz_link.puzzle(parts.query), line=line)
        except ValueError as error:
            raise misread(f"a link of {host} that cannot be opened: {error}", line) from None
    told = "copy the puzzle itself, or a link of sudokuwiki.org, f-puzzles.com or puzz.link"
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
    return (_address(position.puzzle) for position in positions)


def _address(puzzle: Puzzle) -> str:
    """Return the address of a puzzle. Raises ``ValueError`` if no site can hold it."""
    if puzzle.geometry == STANDARD:
        return f"https://www.sudokuwiki.org/sudoku.htm?bd={figures(puzzle).replace('.', '0')}"
    if puzzle.geometry.kind_name in puzz_link.KINDS:
        return puzz_link.address(puzzle)
    data = json.dumps(f_puzzles.as_data(Position(puzzle)), separators=(",", ":"))
    return f"https://f-puzzles.com/?load={quote(packed(data), safe='')}"


def _of_f_puzzles(load: str, line: int) -> Position:
    try:
        data = json_reader.read(unpacked(unquote(load).replace(" ", "+")))
    except ValueError:
        raise misread("an f-puzzles link that is cut off or damaged; copy it again", line) from None
    return f_puzzles.position(data, line)


LINK = Format(
    "link", looks_like, read, write, title="a link of SudokuWiki, f-puzzles or puzz.link", rank=105, order=15,
    endings=(".link",), holds=frozenset({StoredPart.SEVERAL}), shapes=True, any_shape=True,
    attempt=_address, terse=True,
)  # fmt: skip
