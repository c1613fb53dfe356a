"""Boards drawn on pages of a PDF, with lines and text that stay sharp at any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzles.geometry import Digit
from visualizer import theme as themes
from visualizer.paper import Sheet, Spot
from visualizer.pdf import Page, document, shortened
from visualizer.scene import BoardView, CellView, Role, candidate_columns
from visualizer.symbol_shapes import STROKE, shape
from visualizer.symbols import Symbols, colour
from visualizer.theme import Color, contrast

INK = themes.load("light")
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_VOICES = {Role.GIVEN: INK.ink, Role.FIXED: INK.deduced, Role.GUESSED: INK.guessed, Role.MODEL: INK.solved}
LEAST_TEXT = 2.5
"""Points of the em below which candidates are dots."""


def pdf(sheets: Sequence[Sheet], symbols: Symbols, title: str = "") -> bytes:
    """The pages as a file."""
    return document([_page(sheet, symbols) for sheet in sheets], title)


def _page(sheet: Sheet, symbols: Symbols) -> Page:
    page = Page(sheet.width, sheet.height)
    for spot in sheet.spots:
        _draw_spot(page, spot, symbols)
    if sheet.turned:
        with page.turned(*sheet.middle):
            for spot in sheet.turned:
                _draw_spot(page, spot, symbols)
    return page


def _draw_spot(page: Page, spot: Spot, symbols: Symbols) -> None:
    if spot.title:
        title = shortened(spot.title, spot.em, spot.side, bold=True)
        page.text(spot.x, spot.y - 0.6 * spot.em, title, spot.em, INK.ink, bold=True)
    draw_board(page, spot.x, spot.y, spot.side, spot.board, symbols)


def draw_board(page: Page, x: float, y: float, side: float, view: BoardView, symbols: Symbols) -> None:
    """Draw a board with its top left corner there."""
    geometry = view.geometry
    cells = _Cells(page, side / geometry.side, candidate_columns(geometry), symbols, symbols.alphabet(view.alphabet))
    for (row, column), cell in zip(geometry.places, view.cells, strict=True):
        cells.draw(x + (column + 0.5) * cells.size, y + (row + 0.5) * cells.size, cell, geometry.symbols)
    _draw_lines(page, x, y, side, view)


def _draw_lines(page: Page, x: float, y: float, side: float, view: BoardView) -> None:
    """Thin ones first; the strong ones reach around the corners."""
    count, (rows, columns) = view.geometry.side, view.geometry.box
    cell = side / count
    thin, strong = max(0.25, min(0.6, cell / 60)), max(0.8, min(2.4, 0.6 + cell / 25))
    for width, color, is_drawn in ((thin, _THIN, False), (strong, INK.ink, True)):
        for i in range(count + 1):
            if (i % columns == 0) is is_drawn:
                page.rect(x + i * cell - width / 2, y - width / 2, width, side + width, color)
            if (i % rows == 0) is is_drawn:
                page.rect(x - width / 2, y + i * cell - width / 2, side + width, width, color)


_THIN: Color = (120, 120, 120)


class _Cells(NamedTuple):
    """Draws cells of one size."""

    page: Page
    size: float
    columns: int
    symbols: Symbols
    alphabet: str

    def draw(self, x: float, y: float, view: CellView, symbols: int) -> None:
        """A cell around its middle."""
        if view.digit:
            self._digit(x, y, view)
        elif view.candidates:
            self._candidates(x, y, view.candidates, symbols)

    def _digit(self, x: float, y: float, view: CellView) -> None:
        size, page, color = self.size, self.page, _VOICES.get(view.role, INK.ink)
        if view.role is Role.GUESSED:
            inset = 0.06 * size
            frame = (x - size / 2 + inset, y - size / 2 + inset, size - 2 * inset, size - 2 * inset)
            page.rounded(frame, 0.13 * size, color, 0.03 * size)
        self._symbol(x, y, view.digit, 0.62 * size, color, bold=view.role is Role.GIVEN)
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
        room = 0.92 * self.size
        wide, high = room / self.columns, room / rows
        em = min(0.84 * high, 1.2 * wide)
        for digit in range(1, symbols + 1):
            if not mask >> digit & 1:
                continue
            row, column = divmod(digit - 1, self.columns)
            at = x - room / 2 + (column + 0.5) * wide, y - room / 2 + (row + 0.5) * high
            if em < LEAST_TEXT and not self.symbols.drawn:
                dot = 0.4 * min(wide, high)
                self.page.rounded((at[0] - dot / 2, at[1] - dot / 2, dot, dot), dot / 2, INK.soft)
            else:
                self._symbol(*at, digit, em, INK.soft, bold=False)

    def _symbol(self, x: float, y: float, digit: Digit, em: float, color: Color, *, bold: bool) -> None:
        """The digit around a point."""
        text = self.alphabet[digit - 1]
        if self.symbols is Symbols.SHAPES:
            self._shape(x, y, digit, em * (0.47 if bold else 0.39), color)
        elif self.symbols is Symbols.COLOURS:
            self._patch(x, y, digit, text, 0.92 * em, color, bold)
        else:
            self.page.centred(x, y, text, em, color, bold=bold)

    def _shape(self, x: float, y: float, digit: Digit, radius: float, color: Color) -> None:
        filled, stroked = shape(digit)
        if filled:
            self.page.polygon([(x + radius * a, y + radius * b) for a, b in filled], color)
        if stroked:
            self.page.outline([(x + radius * a, y + radius * b) for a, b in stroked], STROKE * radius, color)

    def _patch(self, x: float, y: float, digit: Digit, text: str, side: float, edge: Color, bold: bool) -> None:
        fill = colour(digit)
        rect = (x - side / 2, y - side / 2, side, side)
        self.page.rounded(rect, side / 8, fill)
        self.page.rounded(rect, side / 8, edge, side * (0.08 if bold else 0.03))
        ink = max((_BLACK, _WHITE), key=lambda one: contrast(one, fill))
        self.page.centred(x, y, text, 0.62 * side, ink, bold=bold)
