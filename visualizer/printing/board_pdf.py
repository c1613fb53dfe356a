"""Draws boards on the pages of a PDF, with lines and text that stay sharp at any size.

All lengths are in points (72 to the inch), measured from the top left corner of a page, with y pointing down.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import resources
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

from fpdf import FPDF
from fpdf.enums import PathPaintRule, StrokeCapStyle, StrokeJoinStyle

from puzzles.geometry import Digit
from visualizer.printing.page_layout import PlacedBoard, Sheet
from visualizer.style import theme as themes
from visualizer.style.theme import STROKE, Color, Symbols, colour, contrast, parse_color, shape
from visualizer.views.board import CellView, Role
from visualizer.views.edges import edge
from visualizer.views.plan import BoardPlan, Room, plan_of
from visualizer.views.strokes import Stroke, following

INK = themes.load("light")
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_THIN: Color = (120, 120, 120)
_TINT = (236, 236, 236)
"""The colour of cells in a unit that no line shows."""
_VOICES = {Role.GIVEN: INK.ink, Role.FIXED: INK.deduced, Role.GUESSED: INK.guessed, Role.MODEL: INK.solved}
LEAST_TEXT = 2.5
"""The font size in points below which candidates become dots."""
CAP_HEIGHT = 0.698
"""The height of digits and capitals in the window's typeface, in ems."""
_FACES = {"": "IBMPlexSans-Regular.ttf", "B": "IBMPlexSans-Bold.ttf"}
_FIXED_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date of every file, so that identical boards give identical bytes."""


def pdf(sheets: Sequence[Sheet], symbols: Symbols, title: str = "") -> bytes:
    """Return the bytes of a PDF with one page per sheet."""
    document = Document(title)
    for sheet in sheets:
        document.add_page(format=(sheet.width, sheet.height))
        for spot in sheet.spots:
            _draw_spot(document, spot, symbols)
        if sheet.turned:
            with document.rotation(180, *sheet.middle):
                for spot in sheet.turned:
                    _draw_spot(document, spot, symbols)
    return bytes(document.output())


class Document(FPDF):
    """A PDF in the window's typefaces, embedding only the glyphs it uses."""

    def __init__(self, title: str = "") -> None:
        super().__init__(unit="pt")
        logging.getLogger("fontTools.subset").setLevel(logging.ERROR)  # hides a log line per dropped table
        self.set_auto_page_break(False)
        self.set_creation_date(_FIXED_DATE)
        self.set_title(title)
        self.set_producer("Solvescope")
        for style, file in _FACES.items():
            self.add_font("plex", style, str(resources.files("assets") / "fonts" / file))

    def type(self, x: float, base: float, text: str, em: float, color: Color, *, bold: bool = False) -> None:
        """Write a line of text, starting at a point on the baseline."""
        text = self.known(text)
        self.set_font("plex", "B" if bold else "", em)
        self.set_text_color(*color)
        self.text(x, base, text)

    def known(self, text: str) -> str:
        """Return the text with a ? for every character missing from the typeface."""
        cmap = self.fonts["plex"].cmap  # type: ignore[union-attr]
        return "".join(character if ord(character) in cmap else "?" for character in text)

    def centred(self, x: float, y: float, text: str, em: float, color: Color, *, bold: bool = False) -> None:
        """Write digits or capitals centred on a point."""
        self.type(x - self.width(text, em, bold) / 2, y + em * CAP_HEIGHT / 2, text, em, color, bold=bold)

    def width(self, text: str, em: float, bold: bool = False) -> float:
        """Return the width of a line of text in points."""
        self.set_font("plex", "B" if bold else "", em)
        return float(self.get_string_width(self.known(text)))

    def shortened(self, text: str, em: float, width: float, bold: bool = False) -> str:
        """Return the text, cut off with an ellipsis if it is too wide."""
        while text and self.width(text, em, bold) > width:
            text = text.rstrip("…")[:-1].rstrip() + "…"
            if text == "…":
                return ""
        return text

    def bar(self, x: float, y: float, width: float, height: float, color: Color) -> None:
        """Fill a rectangle."""
        self.set_fill_color(*color)
        self.rect(x, y, width, height, style="F")

    def rounded(self, rect: tuple[float, float, float, float], radius: float, color: Color, width: float = 0) -> None:
        """Fill a rectangle (x, y, width, height) with rounded corners or, given a line width, outline it."""
        self.set_line_width(width)
        self.set_draw_color(*color)
        self.set_fill_color(*color)
        style = "D" if width else "F"
        if radius >= max(rect[2:]) / 2:  # a rectangle with corners that large would be drawn as a square
            self.ellipse(*rect, style=style)
        else:
            radius = min(radius, rect[2] / 2, rect[3] / 2)
            self.rect(*rect, style=style, round_corners=True, corner_radius=radius)

    def shape(self, points: Sequence[tuple[float, float]], color: Color, width: float = 0) -> None:
        """Fill a polygon or, given a line width, outline it with rounded corners."""
        self.lines([[*points, points[0]]], color, width)

    def lines(self, lines: Iterable[Sequence[tuple[float, float]]], color: Color, width: float) -> None:
        """Draw lines through points, with round ends and corners, or fill what they enclose if there is no width."""
        with self.new_path() as path:
            path.style.fill_color = path.style.stroke_color = "#{:02x}{:02x}{:02x}".format(*color)
            path.style.stroke_width = width
            path.style.stroke_join_style, path.style.stroke_cap_style = StrokeJoinStyle.ROUND, StrokeCapStyle.ROUND
            path.style.paint_rule = PathPaintRule.STROKE if width else PathPaintRule.FILL_NONZERO
            path.style.auto_close = False
            for points in lines:
                path.move_to(*points[0])
                for before, point in pairwise(points):
                    path.close() if point == points[0] != before else path.line_to(*point)


def _draw_spot(page: Document, spot: PlacedBoard, symbols: Symbols) -> None:
    x, y, view = spot.x, spot.y, spot.board
    if spot.title:
        title = page.shortened(spot.title, spot.em, spot.side, bold=True)
        page.type(x, y - 0.6 * spot.em, title, spot.em, INK.ink, bold=True)
    geometry, plan, alphabet = view.geometry, plan_of(view.geometry), symbols.alphabet(view.alphabet)
    if plan.across:
        _draw_edges(page, spot)
        return
    cells = _Cells(page, spot.side / max(plan.size), plan.mark_columns, plan.room, symbols, alphabet)
    for squares, cell in zip(geometry.squares, view.cells, strict=True):
        for row, column in squares if cell.hue or cell.tinted else ():
            color = parse_color(cell.hue) if cell.hue else _TINT
            page.bar(x + column * cells.size, y + row * cells.size, cells.size, cells.size, color)
    _draw_strokes(page, x, y, cells.size, plan.below)
    for (row, column), cell in zip(geometry.places, view.cells, strict=True):
        cells.draw(x + (column + 0.5) * cells.size, y + (row + 0.5) * cells.size, cell, geometry.symbols)
    _draw_lines(page, x, y, cells.size, plan)
    _draw_strokes(page, x, y, cells.size, plan.above)


def _draw_edges(page: Document, spot: PlacedBoard) -> None:
    """Draw a board whose cells are edges: the marks, and then the edges' lines and crosses."""
    x, y, view, plan = spot.x, spot.y, spot.board, plan_of(spot.board.geometry)
    size = spot.side / max(plan.size)
    marks = (*plan.below, *following(plan.tallies, [cell.digit for cell in view.cells]))
    _draw_strokes(page, x, y, size, marks)
    for (row, column), *cell in zip(view.geometry.places, view.cells, plan.across, strict=True):
        _draw_strokes(page, x + column * size, y + row * size, size, edge(*cell, 0.0, view.solved)[1])


def _draw_strokes(page: Document, x: float, y: float, cell: float, strokes: Sequence[Stroke]) -> None:
    """Draw what the kind of puzzle and its rules draw on a board whose top left corner is at a point."""
    for stroke in strokes:
        color, size, side = INK.mark(stroke.ink), stroke.size * cell, (stroke.size - stroke.ring) * cell
        lines = [[(x + across * cell, y + down * cell) for down, across in line] for line in stroke.lines]
        for (left, top), *_ in lines if stroke.text or len(lines[0]) == 1 else ():
            if stroke.text:
                page.centred(left, top, stroke.text, size, color, bold=True)
            else:
                page.rounded((left - side / 2, top - side / 2, side, side), side / 2, color, stroke.ring * cell)
        if len(lines[0]) > 1:
            page.lines(lines, color, size)


def _draw_lines(page: Document, x: float, y: float, cell: float, plan: BoardPlan) -> None:
    """Draw the lines, thin ones first. They extend around the corners."""
    thin, strong = max(0.25, min(0.6, cell / 60)), max(0.8, min(2.4, 0.6 + cell / 25))
    for lines, width, color in ((plan.thin, thin, _THIN), (plan.thick, strong, INK.ink)):
        for line in lines:
            left, top = (line.start, line.at) if line.across else (line.at, line.start)
            length = (line.end - line.start) * cell + width
            size = (length, width) if line.across else (width, length)
            page.bar(x + left * cell - width / 2, y + top * cell - width / 2, *size, color)


class _Cells(NamedTuple):
    """Draws cells of one size."""

    page: Document
    size: float
    columns: int
    room: Room
    symbols: Symbols
    alphabet: str

    def draw(self, x: float, y: float, view: CellView, symbols: int) -> None:
        """Draw a cell centred on a point."""
        if view.digit:
            self._digit(x, y, view)
        elif view.candidates:
            self._candidates(x, y, view.candidates, symbols)

    def _digit(self, x: float, y: float, view: CellView) -> None:
        size, page, color = self.size, self.page, _VOICES.get(view.role, INK.ink)
        if view.role is Role.GUESSED:
            inset = self.room.frame * size
            frame = (x - size / 2 + inset, y - size / 2 + inset, size - 2 * inset, size - 2 * inset)
            page.rounded(frame, 0.13 * size, color, 0.03 * size)
        self._symbol(x, y, view.digit, 0.62 * self.room.digit * size, color, bold=view.role is Role.GIVEN)
        if view.role is Role.GUESSED and view.level:
            em = 0.18 * size
            page.rounded((x + 0.2 * size, y - 0.5 * size, 0.3 * size, 0.25 * size), 0.12 * size, color)
            page.centred(x + 0.35 * size, y - 0.375 * size, str(view.level), em, _WHITE, bold=True)
        if view.role is Role.MODEL:
            dot = 0.045 * size
            for i in range(-2, 3):
                page.rounded((x + 0.1 * i * size - dot / 2, y + 0.36 * size, dot, dot), dot / 2, color)

    def _candidates(self, x: float, y: float, mask: int, symbols: int) -> None:
        rows = -(-symbols // self.columns)
        size, (left, top, right, low, *_) = self.size, self.room
        wide, high = size * (right - left) / self.columns, size * (low - top) / rows
        em = min(0.84 * high, 1.2 * wide)
        for digit in range(1, symbols + 1):
            if not mask >> digit & 1:
                continue
            row, column = divmod(digit - 1, self.columns)
            at = x + size * (left - 0.5) + (column + 0.5) * wide, y + size * (top - 0.5) + (row + 0.5) * high
            if em < LEAST_TEXT and not self.symbols.drawn:
                dot = 0.4 * min(wide, high)
                self.page.rounded((at[0] - dot / 2, at[1] - dot / 2, dot, dot), dot / 2, INK.soft)
            else:
                self._symbol(*at, digit, em, INK.soft, bold=False)

    def _symbol(self, x: float, y: float, digit: Digit, em: float, color: Color, *, bold: bool) -> None:
        """Draw a digit centred on a point."""
        text = self.alphabet[digit - 1]
        if self.symbols == Symbols.SHAPES:
            self._shape(x, y, digit, em * (0.47 if bold else 0.39), color)
        elif self.symbols == Symbols.COLOURS:
            self._patch(x, y, digit, text, 0.92 * em, color, bold)
        elif picture := self.symbols.picture(digit):
            rect = (x - 0.5 * em, y - 0.5 * em, em, em)
            self.page.image(BytesIO(picture), *rect, keep_aspect_ratio=True)
            self.page.rounded(rect, 0, color, em * (0.08 if bold else 0.03))
        else:
            self.page.centred(x, y, text, em, color, bold=bold)

    def _shape(self, x: float, y: float, digit: Digit, radius: float, color: Color) -> None:
        for points, width in zip(shape(digit), (0, STROKE * radius), strict=True):
            if points:
                self.page.shape([(x + radius * a, y + radius * b) for a, b in points], color, width)

    def _patch(self, x: float, y: float, digit: Digit, text: str, side: float, edge: Color, bold: bool) -> None:
        fill = colour(digit)
        rect = (x - side / 2, y - side / 2, side, side)
        self.page.rounded(rect, side / 8, fill)
        self.page.rounded(rect, side / 8, edge, side * (0.08 if bold else 0.03))
        ink = max((_BLACK, _WHITE), key=lambda one: contrast(one, fill))
        self.page.centred(x, y, text, 0.62 * side, ink, bold=bold)
