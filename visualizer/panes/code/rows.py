"""Lays out the code pane: wraps long lines, and puts the most informative variables first."""

from __future__ import annotations

import re
from functools import lru_cache
from os.path import commonprefix
from typing import NamedTuple

from visualizer.panes.code.listing import CodeView, Part, PlainView, ScrollPosition

_NAME = re.compile(r"[^\W\d]\w*")
_BREAK = re.compile(r"\s+(?=\S)|(?<=[(\[{,])(?=\S)")
_MARK = re.compile(r", |[\[({\])}]")
_CUT = "… "
_FIRST = ("cell", "digit", "values", "board", "grid")
"""Names of variables that hold the board or the search state."""

Variable = tuple[str, str]


class LinePiece(NamedTuple):
    """The part of a line shown in one row."""

    start: int
    end: int
    indent: int
    """The row's indentation in characters."""


class CodeRow(NamedTuple):
    """A row of the code pane."""

    number: int
    """The line number; 0 in rows that continue a line."""
    piece: LinePiece
    lit: bool


def rows_of(view: CodeView, rows: int, most: int) -> list[CodeRow]:
    """Return the rows that fit, each at most ``most`` characters wide. A wide current line is wrapped.

    Every other line takes one row, however long it is.
    """
    pieces = {view.current: wrapped(view.text(view.current), most)} if view.current else {}
    top = view.top(lines_in(view, rows, most))
    found: list[CodeRow] = []
    for number in range(top, min(len(view.lines), top + rows - 1) + 1):
        whole = (LinePiece(0, len(view.text(number)), 0),)
        for i, piece in enumerate(pieces.get(number, whole)):
            found.append(CodeRow(0 if i else number, piece, number == view.current))
    return found[:rows]


def lines_in(view: CodeView, rows: int, most: int) -> int:
    """Return how many lines, including the current one, fit in the given number of rows."""
    more = len(wrapped(view.text(view.current), most)) - 1 if view.current else 0
    return max(2 if view.current > 1 and rows > 1 else 1, rows - more)


def wrapped(text: str, most: int) -> tuple[LinePiece, ...]:
    """Break a line into rows of limited width, at spaces, brackets and commas where possible."""
    indent = min(len(text) - len(text.lstrip()) + 4, most // 3)
    pieces: list[LinePiece] = []
    start = 0
    while True:
        moved = indent if pieces else 0
        room = max(1, most - moved)
        if len(text) - start <= room:
            pieces.append(LinePiece(start, len(text), moved))
            return tuple(pieces)
        first = start + len(text[start:]) - len(text[start:].lstrip())
        # Break at a space unless it leaves most of the row empty.
        breaks = [found.end() for found in _BREAK.finditer(text, first + 1, start + room + 1) if found.end() > first]
        spaces = [at for at in breaks if text[at - 1].isspace() and at - start > room // 3]
        end = (spaces or breaks or [start + room])[-1]
        pieces.append(LinePiece(start, end, moved))
        start = end


def telling(variables: tuple[Variable, ...], line: str) -> tuple[Variable, ...]:
    """Sort variables: the board and the search state first, then those named on the line, then the rest."""
    named = set(_NAME.findall(line))

    def rank(variable: Variable) -> int:
        name = variable[0]
        return _FIRST.index(name) if name in _FIRST else len(_FIRST) + (name not in named)

    return tuple(sorted(variables, key=rank))


def shown(variables: tuple[Variable, ...], rows: int, skipped: int) -> tuple[tuple[Variable, ...], str]:
    """Return the variables from the given index on that fit, and a note about the rest, "" if there are none."""
    if len(variables) <= rows:
        return variables, ""
    first = min(skipped, len(variables) - rows)
    below = len(variables) - rows - first
    parts = [f"{first} above"] * bool(first) + [f"{below} more"] * bool(below)
    return variables[first : first + rows], "… " + ", ".join(parts)


@lru_cache(maxsize=256)
def new_parts(old: str, new: str) -> tuple[Part, ...]:
    """Return the entries of a value that differ from its old text; an empty part if entries were only removed."""
    parts = _entries(new)
    before = [old[start:end] for start, end in _entries(old)]
    after = [new[start:end] for start, end in parts]
    first = len(commonprefix([before, after]))
    last = len(commonprefix([before[first:][::-1], after[first:][::-1]]))
    gone, added = before[first : len(before) - last], parts[first : len(parts) - last]
    found = tuple((start, end) for start, end in added if new[start:end] not in gone) or tuple(added)
    return found or ((parts[min(first, len(parts) - 1)][0],) * 2,)


def _entries(text: str) -> list[Part]:
    """Return the entries of a written container, or the whole text of any other value."""
    depth, start, found = 0, 1, []
    for mark in _MARK.finditer(text):
        if mark[0] == ", ":
            if depth == 1:
                found.append((start, mark.start()))
                start = mark.end()
        else:
            depth += 1 if mark[0] in "[({" else -1
    if not found and not text.startswith(("[", "(")):
        return [(0, len(text))]
    return [*found, (start, len(text) - (depth == 0))]


class Excerpt(NamedTuple):
    """The part of a value that is shown."""

    text: str
    start: int = 0
    """The index in the value where ``text`` starts, counting back for any leading ellipsis."""

    def place(self, part: Part) -> Part:
        """Convert a part of the value into a part of the excerpt, empty if it was cut."""
        least = len(_CUT) if self.text.startswith(_CUT) else 0
        start, end = (min(max(least, at - self.start), len(self.text)) for at in part)
        return start, end


def around(text: str, most: int, part: Part = (0, 0)) -> Excerpt:
    """Shorten text to the given length, keeping the entry that contains the given part.

    The preceding entry is kept too if there is room. Ellipses replace omitted text.
    """
    if len(text) <= most:
        return Excerpt(text)
    at, end = part
    if end < most:
        return Excerpt(text[: most - 1] + "…")
    begin = _start(text, at)
    before = _start(text, begin - 3)
    begin = before if max(end - before + len(_CUT) + 1, 2 * (begin - before)) <= most else begin
    shown = text[begin : begin + most - len(_CUT)]
    shown = shown if begin + len(shown) == len(text) else shown[:-1] + "…"
    return Excerpt(_CUT + shown, begin - len(_CUT))


def _start(text: str, at: int) -> int:
    """Return the start of the item that contains the given character."""
    comma = text.rfind(", ", 0, at + 2)
    return comma + 2 if comma >= 0 else 0


def scrolled(view: CodeView, lines: int, by: int) -> ScrollPosition:
    """Return the code's scroll position after moving by the given number of lines."""
    last = max(1, len(view.lines) - lines + 1)
    return view.scrolled._replace(top=min(last, max(1, view.top(lines) + by)))


def variables_scrolled(view: CodeView | PlainView, rows: int, by: int) -> ScrollPosition:
    """Return the variables' scroll position after moving by the given number of rows."""
    most = max(0, len(view.variables) - rows)
    return view.scrolled._replace(variables=min(most, max(0, min(most, view.scrolled.variables) + by)))
