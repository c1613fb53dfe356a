"""Reads puzzles from text in all the forms that people use.

Puzzles may be one line of n*n characters, n lines of n, spaced or boxed grids, or numbers separated by spaces.
Comments start with ``#`` (at the start of a line or after a space), and ``# boxes 3x2`` before the grid sets the box
shape (rows x columns). Ambiguous text is read by these rules:

- Spaces separate cells if blanks are written out (``.`` ``*`` ``_`` ``0``). Otherwise they are blanks, where they fit.
- ``0`` is a blank up to 9x9. On larger grids it is the first digit (0 … F) if blanks are written differently and the
  last symbol of the usual alphabet is not used. At 36x36 it is always a digit.
- Spaces are also blanks if each cell has its own column, with a space between neighbours (``5 3     7``), no blank is
  written out and no other reading fits.
- The alphabet is A … Y if there are no numerals and any letter is not in the usual alphabet. If other letters are used,
  exactly as many as the grid has digits (``WORDSHAPE``), they are the alphabet, in alphabetical order.
  ``# symbols WORDSHAPE`` before the grid sets a different order and includes symbols that are not used. The symbols may
  be any distinct characters, such as ``ΑΒΓΔΕΖΗΘΙ``, other than those for blanks, comments and lines; a to z count as
  capitals. ``# symbols: W O R D S H A P E`` means the same.
- 16 lines of 16 characters are one grid, not 16 puzzles of 4x4. The same goes for 36 lines of 36.
- 21 lines of 21 characters are a Samurai if they hold only 1 to 9, and only blanks or spaces where it has no cells.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import isqrt
from typing import NamedTuple

from puzzles.figures import counted, grouped
from puzzles.geometry import BLANKS, LARGEST, STANDARD, SYMBOLS, Digit, Geometry, sides, usual_alphabet
from puzzles.parsing.layout import GAP, Document, NamedSymbols, SymbolMark, apart, document, numbers, separated, spaced
from puzzles.problems import Fault, Problem, PuzzleError

LISTED = 20
"""The maximum number of problems that a :class:`PuzzleError` lists. Any others are only counted."""

_SIDES = frozenset(sides())
_QUICK = {**dict.fromkeys(".*_", 0), **{str(digit): digit for digit in range(10)}}
_EXAMPLE = "WORDSHAPE"
_A_PUZZLE = "a puzzle is a digit for each given and . for each blank, 81 in all for the 9x9 grid"


# Reading ------------------------------------------------------------------------------------------------------------


class ParsedGrid(NamedTuple):
    """What the text holds: each cell's digit (0 if blank), the geometry, and the alphabet if it is unusual."""

    givens: tuple[Digit, ...]
    geometry: Geometry = STANDARD
    alphabet: str = ""


def read_cells(text: str, geometry: Geometry | None = None) -> ParsedGrid:
    """Parse a text's cells. The box shape comes from ``geometry`` or the header; otherwise it is as square as possible.

    Raises :class:`PuzzleError` with every problem found (up to :data:`LISTED`), each with its line and column.
    """
    line = text.rstrip("\r\n")
    if len(line) == 81 and geometry in (None, STANDARD) and set(line) <= _QUICK.keys():
        return ParsedGrid(tuple([_QUICK[symbol] for symbol in line]))
    page = document(text)
    try:
        return _read(page, geometry)
    except PuzzleError as error:
        if page.doubt is None or not page.doubt.remark:
            raise
        cells = any(not line.is_blank for line in page.lines)
        raise PuzzleError([*(error.problems if cells else ()), replace(page.doubt, remark=False)]) from None


def _read(page: Document, geometry: Geometry | None) -> ParsedGrid:
    """Return the cells of a text. Raises :class:`PuzzleError`."""
    found = list(page.problems)
    geometry = geometry or page.geometry
    square = geometry and (geometry.extent, len(geometry.cells)) == ((geometry.symbols,) * 2, geometry.symbols**2)
    if geometry and (geometry.text or geometry.symbols not in _SIDES or not square):
        return _in_order(page, geometry, [mark for row in separated(page.lines) for mark in row])
    if not geometry and (inside := _samurai(page)):
        return _in_order(page, Geometry.of_spec("samurai"), inside)
    rows = _cells(page, geometry)
    side = _side(rows, geometry)
    if not side:
        collection = _collection(page, geometry)
        if collection or page.cut:
            raise PuzzleError([collection] if collection else page.problems)
        found += _wrong_shape(rows, geometry)
        side = geometry.side if geometry else _likely_side(rows)
    marks = [mark for row in rows for mark in row]
    used = {mark.symbol for mark in marks}
    numeric = any(len(symbol) > 1 for symbol in used)  # each mark is a number such as 12 rather than a character
    alphabet, blanks = _alphabet(used, side, page.named) if side else (SYMBOLS, BLANKS)
    meaning = _meaning(alphabet, blanks, side, numeric)
    strange = used - meaning.keys()
    found += [_strange(mark, alphabet, side, numeric) for mark in marks if mark.symbol in strange]
    if side and page.named and (strange or all(_signs_of(page.named.symbols, used, usual_alphabet(side)))):
        fault = page.named.fault(side)
        found += [Problem(Fault.CHARACTER, f"# symbols: {fault}", (), page.named.line, 1)] if fault else []
    if found:
        raise PuzzleError(_first(found))
    usual = numeric or alphabet == usual_alphabet(side)
    givens = tuple(meaning[mark.symbol] for mark in marks)
    return ParsedGrid(givens, geometry or Geometry.of_side(side), "" if usual else alphabet)


def _samurai(page: Document) -> list[SymbolMark]:
    """Return the cells of a Samurai; empty if the text is none. Its holes are spaces or, in 21 rows of 21, blanks.

    A grid of 21x21 with so few symbols, and none in the holes, would have several solutions.
    """
    rows = separated(page.lines) if sum(not line.is_blank for line in page.lines) == 21 else []
    widths = [*map(len, rows)]
    if widths == [18] * 6 + [21] * 3 + [9] * 3 + [21] * 3 + [18] * 6:
        return [mark for row in rows for mark in row]
    if widths != [21] * 21 or len({mark.symbol for row in rows for mark in row} & {*"123456789"}) < 8:
        return []
    inside = Geometry.of_spec("samurai").cell_of
    placed = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    allowed = {True: BLANKS + "0123456789", False: BLANKS + "0"}
    fits = all(mark.symbol in allowed[place in inside] for place, mark in placed.items())
    return [placed[place] for place in inside] if fits else []


def _in_order(page: Document, geometry: Geometry, marks: list[SymbolMark]) -> ParsedGrid:
    """Return the cells of a shape that is no square, a symbol each, however they are spread over lines."""
    usual = geometry.alphabet
    alphabet = page.named.symbols if page.named and not page.named.fault(geometry.symbols) else usual
    meaning = dict.fromkeys(BLANKS + "0" * ("0" not in alphabet), 0) | {one: i for i, one in enumerate(alphabet, 1)}
    found = [*page.problems, *(_strange(one, alphabet, geometry.symbols, False) for one in marks
                               if one.symbol not in meaning)]  # fmt: skip
    if not marks and geometry.text:  # a kind, and its rules if it has any, may be all that there is to say
        marks = [GAP] * len(geometry.cells)
    if len(marks) != len(geometry.cells):
        line = marks[-1].line if marks else 1
        found.append(Problem(Fault.LENGTH, f"{counted(len(marks), 'cell')}, not {len(geometry.cells)}", (), line, 1))
    if found:
        raise PuzzleError(_first(found))
    return ParsedGrid(tuple(meaning[one.symbol] for one in marks), geometry, "" if alphabet == usual else alphabet)


def _cells(page: Document, geometry: Geometry | None) -> list[list[SymbolMark]]:
    """Return the cells under the first reading that fits or, if none does, under the likeliest."""
    number_rows = numbers(page.lines)
    if number_rows and _side(number_rows, geometry):
        return number_rows
    rows = separated(page.lines)
    explicit = any(mark.symbol in ".*_" for row in rows for mark in row)
    if not explicit:
        wide = _spaces_as_blanks(page, rows, geometry)
        if wide:
            return wide
        columns = None if _side(rows, geometry) else apart(page.lines)
        if columns and _side(columns, geometry) and not _has_zero(columns):
            return columns
    if number_rows and not _side(rows, geometry) and len({len(mark.symbol) for row in number_rows for mark in row}) > 1:
        return number_rows
    return rows


def _has_zero(rows: list[list[SymbolMark]]) -> bool:
    return any(mark.symbol == "0" for row in rows for mark in row)


def _spaces_as_blanks(
    page: Document, rows: list[list[SymbolMark]], geometry: Geometry | None
) -> list[list[SymbolMark]] | None:
    """Return the cells with each space read as a blank.

    Return ``None`` if there are no spaces, if the rows would have the wrong width, or if zeros already mark the blanks.
    """
    zero = _has_zero(rows)
    for wide, inner in spaced(page.lines):
        if len(wide) == 1:
            side = _side(wide, geometry)
            fits = side and (inner or not _side(rows, geometry))
        else:
            side = len(wide) if not geometry or geometry.side == len(wide) else 0
            fits = side in _SIDES and max(map(len, wide)) <= side
        if fits and not (zero and side < LARGEST):
            return [row + [GAP] * (side - len(row)) for row in wide]
    return None


def _side(rows: list[list[SymbolMark]], geometry: Geometry | None) -> int:
    """Return the side of the grid formed by the rows (one row of n*n marks, or n rows of n); 0 if they form none."""
    side = len(rows) if len(rows) > 1 else isqrt(len(rows[0])) if rows else 0
    if side not in _SIDES or (geometry and geometry.side != side):
        return 0
    fits = all(len(row) == side for row in rows) if len(rows) > 1 else len(rows[0]) == side * side
    return side if fits else 0


def _likely_side(rows: list[list[SymbolMark]]) -> int:
    """Guess the side of a grid with faulty rows. Return 0 if there is no good guess."""
    if len(rows) < 2:
        return 0
    common, times = Counter(map(len, rows)).most_common(1)[0]
    if common in _SIDES and times > 1:
        return common
    return len(rows) if len(rows) in _SIDES else 0


# Symbols ------------------------------------------------------------------------------------------------------------


def _alphabet(used: set[str], side: int, named: NamedSymbols | None = None) -> tuple[str, str]:
    """Return (alphabet, blanks) for the symbols used in the text, by the rules at the top of this file."""
    usual = usual_alphabet(side)
    if named and not named.fault(side) and any(_signs_of(named.symbols, used, usual)):
        return named.symbols, BLANKS if "0" in named.symbols + usual else BLANKS + "0"
    if side == LARGEST:
        return usual, BLANKS
    if "0" in used and side > 9 and used & set(".*_") and usual[-1] not in used:
        return SYMBOLS[:side], BLANKS
    alone = not used & set("123456789")
    if alone and any("A" <= symbol <= "Z" and symbol > usual[-1] for symbol in used):
        return _letters(used, side), BLANKS + "0"
    return usual, BLANKS + "0"


def _signs_of(named: str, used: set[str], usual: str) -> tuple[bool, bool]:
    """Return whether all symbols in the text are named, and whether any of the named ones in it is unusual.

    If either is true, the text uses the named symbols. If both are, it cannot use any others.
    """
    return not used & set(SYMBOLS) - {*named, "0"}, bool(used & set(named) - {*usual, "0"})


def _letters(used: set[str], side: int) -> str:
    """Return the alphabet of text that has only letters."""
    first = SYMBOLS[10 : 10 + side]
    own = "".join(sorted(used & set(SYMBOLS[10:])))
    if len(own) == side and own != first:
        return own
    return first if side <= 26 else usual_alphabet(side)


def _meaning(alphabet: str, blanks: str, side: int, numeric: bool) -> dict[str, int]:
    """Map each symbol to its digit, or 0 for a blank."""
    if numeric:
        shown = {form: n for n in range((side or LARGEST) + 1) for form in (str(n), f"{n:02}")}
        return {**dict.fromkeys(BLANKS, 0), **shown}
    return {**dict.fromkeys(blanks, 0), **{symbol: digit for digit, symbol in enumerate(alphabet, 1)}}


# Problems -----------------------------------------------------------------------------------------------------------


def _first(found: list[Problem]) -> list[Problem]:
    """Return the first problems in the order of the text, ending with a count of the rest."""
    found.sort(key=lambda problem: (problem.line, problem.column))
    if len(found) > LISTED:
        next_one = found[LISTED]
        more = Problem(next_one.fault, f"and {len(found) - LISTED} more", (), next_one.line, next_one.column)
        found[LISTED:] = [more]
    return found


def _strange(mark: SymbolMark, alphabet: str, side: int, numeric: bool) -> Problem:
    size = f"a {side}x{side} grid" if side else "a grid"
    if numeric:
        message = f"{mark.symbol} is too large for {size}; use 1 to {side or LARGEST}, and . for a blank"
    else:
        known = f"use {_ranges(alphabet) if alphabet in SYMBOLS else ' '.join(alphabet)}"
        if alphabet == SYMBOLS[10 : 10 + side] and mark.symbol in SYMBOLS[10:]:
            known += f" (or {side} letters in all, named as in '# symbols {_EXAMPLE}')" if side == 9 else ""
        what = "is too large for" if mark.symbol in SYMBOLS else "is not allowed in"
        message = f"{mark.symbol!r} {what} {size}; {known}, and . for a blank"
    return Problem(Fault.CHARACTER, message, (), mark.line, mark.column)


def _ranges(alphabet: str) -> str:
    digits = [symbol for symbol in alphabet if symbol.isdigit()]
    letters = [symbol for symbol in alphabet if not symbol.isdigit()]
    spans = [f"{span[0]} to {span[-1]}" if len(span) > 1 else span[0] for span in (digits, letters) if span]
    return " and ".join(spans)


def _collection(page: Document, geometry: Geometry | None) -> Problem | None:
    """Return a problem if nearly every line of the text is a complete puzzle."""
    filled = [line for line in page.lines if not line.is_blank]
    whole = {side * side for side in ((geometry.side,) if geometry else _SIDES)}
    records = [line for line in filled if len(line.first_field) in whole]
    if len(records) < 2 or 2 * len(records) < len(filled) or len(filled) == len(records[0].first_field):
        return None
    count = f"{'more than ' if page.cut else ''}{grouped(len(records))}"
    message = f"a collection of {count} puzzles, one per line; open it as a corpus file, or give just one of its lines"
    return Problem(Fault.LENGTH, message, (), records[0].number, 1)


def _wrong_shape(rows: list[list[SymbolMark]], geometry: Geometry | None) -> list[Problem]:
    if not rows:
        return [Problem(Fault.LENGTH, f"no cells found; {_A_PUZZLE}", (), 1, 1)]
    side = geometry.side if geometry else _likely_side(rows)
    last = rows[-1][-1]
    if len(rows) > 1 and side:
        return list(_wrong_lines(rows, side))
    total = sum(map(len, rows))
    where = "in one line" if len(rows) == 1 else f"in {len(rows)} lines"
    message = f"{counted(total, 'cell')} {where}; {_lengths_near(total, side)}"
    return [Problem(Fault.LENGTH, message, (), last.line, last.column)]


def _lengths_near(total: int, side: int) -> str:
    """Say how to correct the number of cells if it fits no grid, or does not fit the requested one."""
    if side:
        missing = side * side - total
        todo = f"add {grouped(missing)}, with . for a blank" if missing > 0 else f"remove {grouped(-missing)}"
        return f"a {side}x{side} grid has {grouped(side * side)}: {todo}"
    near = sorted(sorted(_SIDES, key=lambda n: abs(n * n - total))[:3])
    return "the nearest grids have " + " or ".join(f"{grouped(n * n)} ({n}x{n})" for n in near)


def _wrong_lines(rows: list[list[SymbolMark]], side: int) -> Iterable[Problem]:
    """Report missing or extra lines, and every line that is too long or too short."""
    if len(rows) != side:
        extra = rows[side:]
        at = extra[0][0] if extra else rows[-1][-1]
        todo = f"remove {len(extra)}, or turn them into comments with #" if extra else f"add {side - len(rows)}"
        message = f"{counted(len(rows), 'line')} of cells, but a {side}x{side} grid has {side}: {todo}"
        yield Problem(Fault.LENGTH, message, (), at.line, at.column)
    for row in rows[:side]:
        if len(row) != side:
            spare = row[side:]
            at = spare[0] if spare else row[-1]
            todo = f"remove {len(spare)}" if spare else f"add {side - len(row)}, with . for a blank"
            message = f"{counted(len(row), 'cell')}, but a line of a {side}x{side} grid has {side}: {todo}"
            yield Problem(Fault.LENGTH, message, (), at.line, at.column)
