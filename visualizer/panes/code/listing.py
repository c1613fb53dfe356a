"""What the code pane shows: the source file, highlighting the line that yielded the step, or the plain words that the
file declares for its algorithm.
"""

import inspect
import io
import keyword
import linecache
import re
import tokenize
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from os.path import commonprefix
from typing import Any, NamedTuple

from puzzles.geometry import STANDARD, Geometry
from solvers.core import pseudocode
from solvers.core.declaration import DeclarationError
from solvers.core.frame_trace import CodeLine
from solvers.core.pseudocode import Pseudocode
from solvers.core.registry import Solver
from solvers.core.step import Step
from solvers.external.registry import file_of

Part = tuple[int, int]
"""A part of some text: its start and its end."""
_DEFINES = re.compile(r"\s*(async )?def ")


class ScrollPosition(NamedTuple):
    top: int = 0
    """The first row of code shown; 0 to keep the current line in view."""
    variables: int = 0
    """The number of variables scrolled out of view at the top."""


class VariableRow(NamedTuple):
    """A variable in the code pane, or a line of text among the variables."""

    name: str
    """The variable's name, or "" in a line of text."""
    text: str
    marks: tuple[Part, ...] | None = None
    """The parts of the text that the step changed, or ``None`` if it changed nothing."""


class CodeView(NamedTuple):
    """A source file and the part of it to show."""

    file: str
    lines: tuple[str, ...]
    """All lines of the file; line n is ``lines[n - 1]``."""
    first: int
    """The line of the function's ``def``."""
    last: int
    current: int
    """The line to highlight; 0 for none."""
    variables: tuple[VariableRow, ...] = ()
    """The variables at the current line, if requested, and then those of the functions that called it."""
    wrong: bool = False
    """Whether the solver failed on the current line."""
    scrolled: ScrollPosition = ScrollPosition()
    has_words: bool = False
    """Whether the algorithm can also be shown in plain words."""

    @property
    def spare(self) -> int:
        """The indentation of the function that the current line is in, which is not shown."""
        before = self.lines[: self.current] if self.current else self.lines[: self.first]
        inside = indentation(before[-1]) if before else 0
        for line in reversed(before):
            if _DEFINES.match(line) and (line is before[-1] or indentation(line) < inside):
                return indentation(line)
        return 0


def indentation(line: str) -> int:
    """Count the spaces before a line's first word."""
    return len(line) - len(line.lstrip())


class PlainView(NamedTuple):
    lines: Pseudocode
    current: int
    """The number of the line to highlight, counting from 1; 0 for none."""
    variables: tuple[VariableRow, ...] = ()
    scrolled: ScrollPosition = ScrollPosition()


View = CodeView | PlainView


def plain_view(
    solver: Solver, options: Mapping[str, Any], step: Step | None, geometry: Geometry = STANDARD
) -> PlainView | None:
    """Return the solver's pseudocode with the step's line highlighted, or ``None`` if its file declares none."""
    clash = step is not None and (step.kind, step.why) == pseudocode.GIVENS_CLASH
    lines = pseudocode.lines_for(declared(solver), options, geometry, clash=clash)
    if not lines:
        return None
    lit = pseudocode.lit_by(lines, step) if step is not None else ()
    if not geometry.grid:
        lines = tuple(line._replace(text=geometry.told(line.text)) for line in lines)
    return PlainView(lines, lit[0] + 1 if lit else 0)


@cache
def source_of(solver: Solver) -> str:
    """Return the source of the solver's file, or "" if it cannot be read."""
    users = file_of(solver)
    return users.source if users else "\n".join(source_lines(_file(solver)))


def _file(solver: Solver) -> str:
    """Return the file of a built-in solver's function, or "" if it is not written in Python."""
    code = getattr(inspect.unwrap(solver.run), "__code__", None)
    return code.co_filename if code else ""


@cache
def declared(solver: Solver) -> Pseudocode:
    """Return all pseudocode in the solver's file, whatever the options. Empty if it is missing or invalid."""
    try:
        return pseudocode.read(source_of(solver))
    except DeclarationError:
        return ()


def code_view(solver: Solver, place: CodeLine | None) -> CodeView | None:
    """Return the solver's source with one line highlighted, or ``None`` if there is no source to show.

    The user's own file is shown as it was when the run started, even if it has changed since.
    """
    own, first, last = _extent(solver)
    file = place.file if place is not None and place.file else own
    users = file_of(solver)
    lines = _lines_of(users.source) if users and file == own else source_lines(file)
    if not lines:
        return None
    if file != own:
        first, last = 1, len(lines)
    current = place.line if place is not None else 0
    return CodeView(file, lines, first, last, current, has_words=bool(declared(solver)))


@lru_cache(maxsize=8)
def _lines_of(source: str) -> tuple[str, ...]:
    return tuple(line.rstrip("\r") for line in source.removesuffix("\n").split("\n"))


def source_lines(file: str) -> tuple[str, ...]:
    """Return the lines of a file without line endings. Empty if the file cannot be read."""
    linecache.checkcache(file)
    return tuple(line.rstrip("\n") for line in linecache.getlines(file))


@cache
def _extent(solver: Solver) -> tuple[str, int, int]:
    """Return the file of a solver's function, and the function's first line (its ``def``) and last line."""
    if users := file_of(solver):
        return str(users.path), *users.extent
    file, run = _file(solver), inspect.unwrap(solver.run)
    if not file:
        return "", 0, 0
    try:
        lines, start = inspect.getsourcelines(run)
    except (OSError, TypeError):
        first = run.__code__.co_firstlineno
        return file, first, first
    skip = next((i for i, line in enumerate(lines) if line.lstrip().startswith(("def ", "async def "))), 0)
    return file, start + skip, start + len(lines) - 1


# Which parts of a Python file are keywords, comments and strings.


Mark = tuple[int, int, str]
"""A coloured part of a line: its start, its end, and the name of its colour."""
_VOICES = {tokenize.COMMENT: "soft", tokenize.STRING: "string"}


@lru_cache(maxsize=32)
def colours_of(lines: tuple[str, ...]) -> dict[int, tuple[Mark, ...]]:
    """Return the coloured parts of each line: keywords, comments and strings. Empty if the source is not Python."""
    marks: dict[int, list[Mark]] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
            voice = _VOICES.get(token.type, "")
            if token.type == tokenize.NAME and keyword.iskeyword(token.string):
                voice = "keyword"
            (first, begin), (last, end) = token.start, token.end
            for number in range(first, last + 1) if voice else ():
                stop = end if number == last else len(lines[number - 1])
                marks.setdefault(number, []).append((begin if number == first else 0, stop, voice))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return {}
    return {number: tuple(parts) for number, parts in marks.items()}


# Lays out the code pane: wraps long lines, and puts the most informative variables first.


_NAME = re.compile(r"[^\W\d]\w*")
_BREAK = re.compile(r"\s+(?=\S)|(?<=[(\[{,])(?=\S)")
_MARK = re.compile(r", |[\[({\])}]")
_CUT = "… "
_FIRST = ("cell", "digit", "values", "board", "grid")
"""Names of variables that hold the board or the search state."""

NARROW = 56
"""The width in characters below which the indentation of code is halved."""

Variable = tuple[str, str]


class LinePiece(NamedTuple):
    """The part of a line shown in one row."""

    start: int
    end: int
    indent: int
    """The row's indentation in characters."""


class CodeRow(NamedTuple):
    line: int
    """The number of the line that the row is part of, counting from 1."""
    piece: LinePiece
    lit: bool = False

    @property
    def number(self) -> int:
        """The line number to print beside the row; 0 in rows that continue a line."""
        return 0 if self.piece.start else self.line


def rows_of(view: CodeView, rows: int, most: int) -> list[CodeRow]:
    """Return the rows that fit, each at most ``most`` characters wide. Wider lines are wrapped."""
    every = _every_row(view.lines, view.spare, most)
    above = _top(view, rows, every) - 1
    return [row._replace(lit=row.line == view.current) for row in every[above : above + rows]]


@lru_cache(maxsize=8)
def _every_row(lines: tuple[str, ...], spare: int, most: int) -> tuple[CodeRow, ...]:
    texts = (indented(line, spare, most) for line in lines)
    return tuple(CodeRow(number, piece) for number, text in enumerate(texts, 1) for piece in wrapped(text, most))


def indented(line: str, spare: int, most: int) -> str:
    """Return a line with up to ``spare`` spaces of its indentation removed, and the rest halved in a narrow pane."""
    code = line.lstrip()
    indent = max(0, len(line) - len(code) - spare)
    return " " * (indent // 2 if most < NARROW else indent) + code


# The listing must not follow every line, or nobody could read it. It stands still within a page of a third of the rows,
# and moves only as far as it takes to show the current line and the one above it.


def _top(view: CodeView, rows: int, every: Sequence[CodeRow]) -> int:
    """Return the first row to show, from 1. The whole function is shown if it fits, otherwise the part around the
    current line.

    The listing moves a third of a page at a time, so that it holds still while being read and shows the row just above
    the current line. Once scrolled by the user, it stays put.
    """
    if view.scrolled.top:
        return max(1, min(view.scrolled.top, len(every) - rows + 1))
    current = max(1, view.current or view.first)
    begin, end = _span(every, current)
    page = max(1, rows // 3)
    top = (begin - page) // page * page + 1
    if view.first <= current <= view.last:
        top = max(_span(every, view.first)[0], min(top, _span(every, view.last)[1] - rows + 1))
    above = 1 if rows > 1 and current != view.first else 0
    top = min(max(top, end - rows + 1), begin - above)
    while 1 < top < begin - above and not every[top - 1].number:  # start with a whole line
        top += 1
    return max(1, min(top, len(every) - rows + 1))


def _span(every: Sequence[CodeRow], line: int) -> tuple[int, int]:
    """Return the first and last rows of a line, from 1."""
    by_line = attrgetter("line")
    return bisect_left(every, line, key=by_line) + 1, bisect_right(every, line, key=by_line)


def wrapped(text: str, most: int) -> tuple[LinePiece, ...]:
    """Break a line into rows of limited width, at spaces, brackets and commas where possible."""
    indent = min(len(text) - len(text.lstrip()) + (2 if most < NARROW else 4), most // 2)
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
        spaces = [at for at in breaks if text[at - 1].isspace() and at - first > (room - first + start) // 3]
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


def shown(variables: tuple[VariableRow, ...], rows: int, skipped: int) -> tuple[tuple[VariableRow, ...], str]:
    """Return the rows that fit, starting at the given index, and a note about the others; "" if there are none.

    The note has no ellipsis, because the value beside it ends in one if it is cut.
    """
    if len(variables) <= rows:
        return variables, ""
    first = min(skipped, len(variables) - rows)
    below = len(variables) - rows - first
    parts = [f"{first} above"] * bool(first) + [f"{below} below"] * bool(below)
    return variables[first : first + rows], ", ".join(parts)


# Only the entries that came are to be marked. What the two lists of entries have in common at their start and end is
# left out, and of the rest, an entry that has only moved is not new.


@lru_cache(maxsize=256)
def new_parts(old: str, new: str) -> tuple[Part, ...]:
    """Return the entries of a value that are not in its old text. If there are only removals, return one empty part."""
    parts = _entries(new)
    before = [old[start:end] for start, end in _entries(old)]
    after = [new[start:end] for start, end in parts]
    first = len(commonprefix([before, after]))
    last = len(commonprefix([before[first:][::-1], after[first:][::-1]]))
    gone, added = before[first : len(before) - last], parts[first : len(parts) - last]
    found = tuple((start, end) for start, end in added if new[start:end] not in gone) or tuple(added)
    return found or ((parts[min(first, len(parts) - 1)][0],) * 2,)


def _entries(text: str) -> list[Part]:
    """Return the extents of the entries in the text of a container. Any other value is a single entry."""
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
    """The index in the value that lines up with the start of ``text``, including any leading ellipsis."""

    def place(self, part: Part) -> Part:
        """Convert a part of the value to the same part of the excerpt, which is empty if that part was cut."""
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


def scrolled(view: CodeView, rows: int, most: int, by: int) -> ScrollPosition:
    """Return the code's scroll position after moving by the given number of rows."""
    every = _every_row(view.lines, view.spare, most)
    last = max(1, len(every) - rows + 1)
    return view.scrolled._replace(top=min(last, max(1, _top(view, rows, every) + by)))


def variables_scrolled(view: View, rows: int, by: int) -> ScrollPosition:
    """Return the variables' scroll position after moving by the given number of rows."""
    most = max(0, len(view.variables) - rows)
    return view.scrolled._replace(variables=min(most, max(0, min(most, view.scrolled.variables) + by)))
