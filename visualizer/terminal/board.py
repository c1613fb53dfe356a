"""Draws the board as text in the most detailed form that fits, from pencil marks down to one character per cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from puzzles.geometry import Geometry
from visualizer.style.symbols import Symbols
from visualizer.terminal.canvas import Piece, TextCanvas
from visualizer.terminal.style import Style, TerminalLook, patch
from visualizer.views.board import BoardView, CellView, Outline, Role, Wash

_LINE, _BOX_LINE = Style("thin_line", "panel"), Style("box_line", "panel")
_OUTLINES = {Outline.GUILTY: ("<", ">"), Outline.DIFFERS: (":", ":")}
"""The characters to the left and right of the digit."""
_GROUNDS = {Wash.NONE: "panel", Wash.UNIT: "unit_wash", Wash.STEP: "step_wash", Wash.LIT: "unit_wash"}


class BoardForm(NamedTuple):
    """A way to draw the board: the size of the cells, and which lines to include. All sizes are in characters."""

    name: str
    cell: tuple[int, int]
    """The width and height of a cell."""
    thin: int
    """The width of the lines between cells: 1, or 0 for none."""
    strong: tuple[int, int]
    """The width of the separators between boxes, horizontally and vertically; 0 for none."""
    frame: bool
    """Whether there are lines around the board and between boxes in both directions."""

    @property
    def has_marks(self) -> bool:
        """Whether candidates are shown."""
        return self.cell[1] > 1


def forms(geometry: Geometry) -> tuple[BoardForm, ...]:
    """Return the available forms of a board, most detailed first."""
    rows, columns = geometry.box
    return (
        BoardForm("marks", (2 * columns + 1, rows), 1, (1, 1), True),
        BoardForm("close marks", (max(3, columns), rows), 1, (1, 1), True),
        BoardForm("values", (3, 1), 1, (1, 1), True),
        BoardForm("boxes", (2, 1), 0, (2, 1), True),
        BoardForm("rows", (2, 1), 0, (2, 0), False),
        BoardForm("characters", (1, 1), 0, (1, 0), False),
    )


@dataclass(frozen=True)
class BoardPlaces:
    """The positions of a board's cells and lines, relative to its top left corner."""

    xs: tuple[int, ...]
    ys: tuple[int, ...]
    width: int
    height: int

    @classmethod
    def of(cls, form: BoardForm, geometry: Geometry) -> BoardPlaces:
        rows, columns = geometry.box
        across, down = form.strong
        xs = _edges(geometry.side, columns, form.cell[0], form.thin, across, form.frame)
        ys = _edges(geometry.side, rows, form.cell[1], form.thin, down, form.frame)
        end = 1 if form.frame else 0
        return cls(xs, ys, xs[-1] + form.cell[0] + end, ys[-1] + form.cell[1] + end)


def _edges(side: int, box: int, cell: int, thin: int, strong: int, frame: bool) -> tuple[int, ...]:
    """Return the offset at which each cell of a row or column starts."""
    edges, at = [], 0
    for i in range(side):
        if i or frame:
            at += thin if i % box else strong
        edges.append(at)
        at += cell
    return tuple(edges)


def draw_board(canvas: TextCanvas, x: int, y: int, view: BoardView, form: BoardForm) -> None:
    """Draw the board with its top left corner at the given position."""
    places = BoardPlaces.of(form, view.geometry)
    canvas.fill(x, y, places.width, places.height, Style(ground="panel"))
    if form.frame:
        _draw_frame(canvas, x, y, view, form, places)
    elif form.strong[0] > 1:
        for left in places.xs[view.geometry.box[1] :: view.geometry.box[1]]:
            for row in range(places.height):
                canvas.put(x + left - form.strong[0], y + row, canvas.look.glyphs.down[1], _BOX_LINE)
    writer = CellWriter(form, view.geometry, view.alphabet, canvas.look)
    written: dict[CellView, list[list[Piece]]] = {}
    for (row, column), cell in zip(view.geometry.places, view.cells, strict=True):
        if cell not in written:
            written[cell] = writer.rows(cell)
        for i, pieces in enumerate(written[cell]):
            canvas.write(x + places.xs[column], y + places.ys[row] + i, pieces)


def _draw_frame(canvas: TextCanvas, x: int, y: int, view: BoardView, form: BoardForm, places: BoardPlaces) -> None:
    """Draw all the lines so that, where they meet, the junction belongs to the thicker one."""
    rows, columns = view.geometry.box
    across = _lines(places.ys, rows, form.thin, form.strong[1], places.height)
    down = _lines(places.xs, columns, form.thin, form.strong[0], places.width)
    glyphs, strong = canvas.look.glyphs, Style("solved", "panel") if view.solved else _BOX_LINE
    for row in range(places.height):
        kind = across.get(row)
        for column, other in sorted(down.items(), key=lambda item: item[1] != 1) if kind is None else ():
            canvas.put(x + column, y + row, glyphs.down[other], _LINE if other == 1 else strong)
        if kind is None:
            continue
        line = [glyphs.across[kind]] * places.width
        for column, other in down.items():
            line[column] = glyphs.corners[kind][other]
        canvas.put(x, y + row, "".join(line), _LINE if kind == 1 else strong)
        for column, other in down.items():
            if kind == 1 and other != 1:
                canvas.put(x + column, y + row, line[column], strong)


def _lines(edges: tuple[int, ...], box: int, thin: int, strong: int, extent: int) -> dict[int, int]:
    """Return the kind of each line: 0 for the first, 1 for a thin one, 2 for a box line, 3 for the last."""
    found = {edge - thin: 1 for edge in edges[1:] if thin}
    found |= {edge - strong: 2 for edge in edges[::box]}
    return found | {0: 0, extent - 1: 3}


class CellWriter:
    """Writes cells in one form. Signs and weight, rather than colour alone, show where a digit came from."""

    def __init__(self, form: BoardForm, geometry: Geometry, alphabet: str, look: TerminalLook) -> None:
        self.form = form
        self.geometry = geometry
        self.alphabet = look.symbols.alphabet(alphabet)
        self.look = look

    def rows(self, view: CellView) -> list[list[Piece]]:
        """Return the rows of a cell, each as wide as the cell."""
        width, height = self.form.cell
        style = self._style(view)
        if height > 1:
            if view.candidates | view.struck and not (view.digit or view.refused or view.dead):
                return self._marks(view)
            return [self._coloured(text, style, view) for text in self._large(view)]
        text = {3: self._three, 2: self._two, 1: self._one}[min(width, 3)](view)
        return [self._coloured(text, style, view)]

    def _coloured(self, text: str, style: Style, view: CellView) -> list[Piece]:
        """If digits are shown as colours, put the digit's colour behind it and the space around it."""
        symbol = self.symbol(view)
        at = text.find(symbol) if view.digit and self.look.symbols is Symbols.COLOURS else -1
        if at < 0:
            return _inked(text, style)
        start, end = (at - 1 if text[at - 1 : at] == " " else at), (at + 2 if text[at + 1 : at + 2] == " " else at + 1)
        pieces = (text[:start], style), (text[start:end], patch(view.digit, style)), (text[end:], style)
        return [piece for piece in pieces if piece[0]]

    def symbol(self, view: CellView) -> str:
        """Return the text of a cell: its digit, the digit it refused, a cross if it is dead, or "" if it is blank."""
        if view.dead:
            return self.look.glyphs.cross
        digit = view.digit or view.refused
        return self.alphabet[digit - 1 : digit] or "?" if digit else ""

    def _style(self, view: CellView) -> Style:
        """Return the ink, background and weight, which are all a one-character cell can show."""
        bare = self.form.cell[0] == 1
        ground = _GROUNDS[view.wash]
        stressed = view.wash is Wash.STEP and not self.look.shows_grounds
        if view.dead:
            return Style("conflict", "panel", bold=True, reverse=True)
        if view.culprit:
            return Style("conflict", ground, bold=True, reverse=bare or stressed)
        if view.refused:
            return Style("conflict", ground, bold=bare, underline=bare, reverse=bare or stressed)
        if view.role is Role.GUESSED:
            return Style("guessed", ground, underline=bare, reverse=stressed)
        inks = {Role.FIXED: "deduced", Role.MODEL: "solved"}
        style = Style(inks.get(view.role, "ink"), ground, reverse=stressed)
        given, model, person = (view.role is role for role in (Role.GIVEN, Role.MODEL, Role.PERSON))
        return style._replace(bold=given, faint=model, italic=person, underline=person)

    def _level(self, level: int, room: int) -> str:
        """Return the level in superscript, or a sign instead if it does not fit or there are no superscripts."""
        glyphs = self.look.glyphs
        text = "".join(glyphs.levels[int(figure)] for figure in str(level)) if glyphs.levels and level else ""
        return text if 0 < len(text) <= room else glyphs.guess

    def _blank(self, view: CellView) -> str:
        """Return the filler to put beside a digit."""
        return self.look.glyphs.unit if view.wash is Wash.UNIT and not self.look.shows_grounds else " "

    def _three(self, view: CellView) -> str:
        symbol, blank = self.symbol(view), self._blank(view)
        if view.outline in _OUTLINES and not view.culprit:
            return (symbol or " ").join(_OUTLINES[view.outline])
        if not symbol:
            return blank + " " + blank
        if view.culprit:
            return f"[{symbol}]"
        if view.refused:
            return f"{self.look.glyphs.refused}{symbol} "
        if view.role is Role.GUESSED:
            level = self._level(view.level, 2)
            return symbol + level if len(level) == 2 else f"{blank}{symbol}{level}"
        return f"{blank}{symbol}{'*' if view.role is Role.MODEL else blank}"

    def _two(self, view: CellView) -> str:
        symbol, glyphs = self.symbol(view), self.look.glyphs
        if not symbol:
            return "." + self._blank(view)
        if view.culprit:
            return symbol + "!"
        if view.outline in _OUTLINES:
            return symbol + _OUTLINES[view.outline][0]
        if view.refused:
            return symbol + glyphs.refused
        if view.role is Role.GUESSED:
            return symbol + self._level(view.level, 1)
        return symbol + ("*" if view.role is Role.MODEL else self._blank(view))

    def _one(self, view: CellView) -> str:
        return self.symbol(view) or "."

    def _large(self, view: CellView) -> list[str]:
        """Return a cell of several rows with any digit in the middle, framed if it is a guess or causes a conflict."""
        width, height = self.form.cell
        if view.dead:
            return [self.look.glyphs.cross * width] * height
        blank = self._blank(view)
        symbol = self.symbol(view)
        before, after = _OUTLINES.get(view.outline, ("", ""))
        sign = self.look.glyphs.refused if view.refused else "*" if view.role is Role.MODEL else ""
        rows = [blank * width] * height
        middle = height // 2
        digit = sign + symbol if view.refused else symbol + sign
        rows[middle] = _centred(before + digit + after, width, blank)
        if view.culprit:
            return self._framed(rows, self.look.glyphs.blame_frame, symbol, "")
        if view.role is Role.GUESSED and symbol:
            return self._framed(rows, self.look.glyphs.guess_frame, symbol, str(view.level or ""))
        return rows

    def _framed(self, rows: list[str], frame: tuple[str, str, str], symbol: str, badge: str) -> list[str]:
        """Put a frame around the digit, with a badge in its top line."""
        width, height = self.form.cell
        inner = 5 if width >= 5 else 3
        top, side, bottom = (line if inner == 5 else line[::2] for line in frame)
        middle = height // 2
        badge = badge[: inner - 2]
        rows[middle - 1] = _centred(top[: inner - 1 - len(badge)] + badge + top[-1], width, " ")
        rows[middle] = _centred(side[0] + _centred(symbol, inner - 2, " ") + side[-1], width, " ")
        if height > 2:
            rows[middle + 1] = _centred(bottom, width, " ")
        return rows

    def _marks(self, view: CellView) -> list[list[Piece]]:
        """Return the candidates, each in its place, with crosses for those just struck."""
        ground = self._style(view)
        soft = ground._replace(ink="soft")
        struck = ground._replace(ink="conflict")
        blank = self._blank(view)
        columns = self.geometry.box[1]
        spaced = self.form.cell[0] == 2 * columns + 1
        rows: list[list[Piece]] = []
        for first in range(1, self.geometry.symbols + 1, columns):
            pieces: list[Piece] = [(blank, soft)] if spaced else []
            for digit in range(first, first + columns):
                pieces.append(self._mark(view, digit, soft, struck, blank))
                pieces += [(blank, soft)] if spaced else []
            rows.append(_padded(pieces, self.form.cell[0], soft))
        return rows

    def _mark(self, view: CellView, digit: int, soft: Style, struck: Style, blank: str) -> Piece:
        if view.struck >> digit & 1:
            return self.look.glyphs.cross, struck
        if not view.candidates >> digit & 1:
            return blank, soft
        return self.alphabet[digit - 1], patch(digit, soft) if self.look.symbols is Symbols.COLOURS else soft


def _inked(text: str, style: Style) -> list[Piece]:
    """Return a row of a cell. If the cell is several characters wide, only the digit is underlined."""
    digit = text.strip()
    if not style.underline or len(text) == 1:
        return [(text, style)]
    bare, at = style._replace(underline=False, italic=False), text.find(digit) if digit else len(text)
    pieces = [(text[:at], bare), (digit, style), (text[at + len(digit) :], bare)]
    return [(part, its) for part, its in pieces if part]


def _centred(text: str, width: int, blank: str) -> str:
    left = (width - len(text)) // 2
    return (blank * left + text + blank * (width - left - len(text)))[:width]


def _padded(pieces: list[Piece], width: int, style: Style) -> list[Piece]:
    rest = width - sum(len(text) for text, _ in pieces)
    return [*pieces, (" " * rest, style)] if rest else pieces
