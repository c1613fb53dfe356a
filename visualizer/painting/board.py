"""The board painter. Cells and lines lie on whole pixels to stay crisp, and only cells that changed are repainted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pygame

from puzzles.geometry import Cell, Digit, Geometry
from visualizer.painting.cell import CellPainter, CellPart
from visualizer.painting.links import paint_links
from visualizer.painting.slots import Slots
from visualizer.style.symbols import Symbols
from visualizer.style.theme import Theme
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Fonts, Lru, weigh_surface
from visualizer.views.board import BoardView, CellView

FLASHES = 8
"""The number of distinct flash strengths. More would only fill the cache."""
STYLES = 32
"""How many combinations of size, theme and alphabet to keep pictures for at once."""


class BoardLayout(NamedTuple):
    """The rectangles of a board's cells and lines. Lines have pixels of their own, which no cell covers."""

    geometry: Geometry
    frame: pygame.Rect
    cell: int
    """The side of a cell in pixels."""
    thin: int
    strong: int
    xs: tuple[int, ...]
    """The left edge of each column."""
    ys: tuple[int, ...]

    @classmethod
    def fit(cls, rect: pygame.Rect, geometry: Geometry) -> BoardLayout:
        """Lay out the largest board that fits the rectangle, centred in it."""
        side = geometry.side
        cell = max(1, min(rect.width, rect.height) // side)
        while cell > 1 and max(_extent(geometry, cell)) > min(rect.width, rect.height):
            cell -= 1
        width, height = _extent(geometry, cell)
        left, top = rect.left + (rect.width - width) // 2, rect.top + (rect.height - height) // 2
        frame = pygame.Rect(left, top, width, height)
        thin, strong = _line_widths(cell)
        rows, columns = geometry.box
        xs = _edges(frame.left, side, columns, cell, thin, strong)
        return cls(geometry, frame, cell, thin, strong, xs, _edges(frame.top, side, rows, cell, thin, strong))

    def rect(self, cell: Cell) -> pygame.Rect:
        """Return the rectangle of a cell."""
        row, column = self.geometry.places[cell]
        return pygame.Rect(self.xs[column], self.ys[row], self.cell, self.cell)


def _line_widths(cell: int) -> tuple[int, int]:
    return max(1, round(cell / 90)), max(2, round(cell / 23))


def _extent(geometry: Geometry, cell: int) -> tuple[int, int]:
    """Return the width and height of a board, including its frame, for the given cell size."""
    thin, strong = _line_widths(cell)
    rows, columns = geometry.box
    side = geometry.side
    width, height = (_edges(0, side, step, cell, thin, strong)[-1] + cell + strong for step in (columns, rows))
    return width, height


def _edges(start: int, side: int, box: int, cell: int, thin: int, strong: int) -> tuple[int, ...]:
    """Return where each cell of a row or column starts: after a thick line at a box edge, a thin one elsewhere."""
    edges = []
    for i in range(side):
        start += strong if i % box == 0 else thin
        edges.append(start)
        start += cell
    return tuple(edges)


def paint_lines(canvas: Canvas, layout: BoardLayout, view: BoardView) -> None:
    """Paint the lines between the cells."""
    frame, cell, strong = layout.frame, layout.cell, layout.strong
    rows, columns = view.geometry.box
    for x in layout.xs:
        canvas.fill(canvas.theme.thin_line, (x - layout.thin, frame.top, layout.thin, frame.height))
    for y in layout.ys:
        canvas.fill(canvas.theme.thin_line, (frame.left, y - layout.thin, frame.width, layout.thin))
    color = canvas.theme.solved if view.solved else canvas.theme.box_line
    for x in (*layout.xs[::columns], layout.xs[-1] + cell + strong):
        canvas.fill(color, (x - strong, frame.top, strong, frame.height))
    for y in (*layout.ys[::rows], layout.ys[-1] + cell + strong):
        canvas.fill(color, (frame.left, y - strong, frame.width, strong))


def paint_arrows(canvas: Canvas, layout: BoardLayout, view: BoardView) -> None:
    """Paint the arrows across the cells."""
    if not view.links:
        return
    slots = Slots.of(view.geometry, layout.cell)

    def centre(candidate: tuple[Cell, Digit]) -> tuple[int, int]:
        cell, digit = candidate
        return slots.rect(digit).move(layout.rect(cell).topleft).center

    radius = min(slots.width, slots.height) / 2
    with canvas.clipped(layout.frame):
        paint_links(canvas, [(centre(a), centre(b), strong) for a, b, strong in view.links], radius)


class _Drawn(NamedTuple):
    """The last board painted, and how it was painted."""

    surface: pygame.Surface
    look: tuple[object, ...]
    view: BoardView
    flash: int


class BoardPainter:
    """Paints boards. It remembers the last one painted, so that the next paint only draws what has changed.

    Call :meth:`invalidate` after painting over the board or clearing the window. ``theme`` and ``symbols`` can be
    changed at any time.
    """

    def __init__(self, theme: Theme, fonts: Fonts, cache_bytes: int = 32_000_000) -> None:
        self.theme = theme
        self.symbols = Symbols.DIGITS
        self.fonts = fonts
        self._pictures: Lru[pygame.Surface] = Lru(cache_bytes)
        self._drawn: _Drawn | None = None
        self._layout: BoardLayout | None = None
        self._cells: CellPainter | None = None
        self._style = 0
        self._styles: dict[CellPainter, int] = {}
        self._fitted: tuple[object, ...] = ()
        self._spoilt: set[Cell] = set()
        """The cells that have been painted over."""

    def invalidate(self) -> None:
        """Forget the last board, so that the next paint draws everything."""
        self._drawn = None

    def spoil(self, cells: Iterable[Cell]) -> None:
        """Repaint these cells next time, because they have been painted over."""
        self._spoilt.update(cells)

    def paint(
        self, surface: pygame.Surface, rect: pygame.Rect, view: BoardView, flash: float = 0.0
    ) -> list[pygame.Rect]:
        """Paint the largest board that fits, centred in the rectangle; ``flash`` (0 to 1) highlights the culprits.

        Return the rectangles that changed. Nothing outside the board's frame is touched.
        """
        layout = self._lay_out(rect, view)
        grade = round(min(max(flash, 0.0), 1.0) * FLASHES)
        look = (layout, self.theme, view.alphabet, self.symbols, view.solved, surface.get_size())
        last, self._drawn = self._drawn, _Drawn(surface, look, view, grade)
        if last is None or last.surface is not surface or last.look != look:
            self._paint_all(surface, layout, view, grade)
            return [layout.frame.copy()]
        if view.links or last.view.links:  # arrows cross many cells, so repaint them all
            if last.view is not view or grade != last.flash:
                self._paint_all(surface, layout, view, grade)
            return [layout.frame.copy()]
        changed = sorted({*_changed(last, view, grade), *self._spoilt})
        self._spoilt.clear()
        self._paint_cells(surface, layout, view, grade, changed)
        return [layout.rect(cell) for cell in changed]

    def _lay_out(self, rect: pygame.Rect, view: BoardView) -> BoardLayout:
        wanted = (*rect, view.geometry, view.alphabet, self.theme, self.symbols)
        if self._layout is None or wanted != self._fitted:
            self._layout, self._fitted = BoardLayout.fit(rect, view.geometry), wanted
            self._cells = CellPainter(self.theme, view.geometry, view.alphabet, self._layout.cell, self.symbols)
            self._style = self._number(self._cells)
        return self._layout

    def _number(self, painter: CellPainter) -> int:
        """Return a number that stands for a size, theme and alphabet, because hashing them for each cell is slow."""
        if len(self._styles) >= STYLES and painter not in self._styles:
            self._styles.clear()
            self._pictures.clear()
        return self._styles.setdefault(painter, len(self._styles))

    def _paint_all(self, surface: pygame.Surface, layout: BoardLayout, view: BoardView, grade: int) -> None:
        self._spoilt.clear()
        canvas = Canvas(surface, self.theme, self.fonts)
        paint_lines(canvas, layout, view)
        self._paint_cells(surface, layout, view, grade, view.geometry.cells)
        paint_arrows(canvas, layout, view)

    def _paint_cells(
        self, surface: pygame.Surface, layout: BoardLayout, view: BoardView, grade: int, cells: range | list[Cell]
    ) -> None:
        places, xs, ys = view.geometry.places, layout.xs, layout.ys
        blits = []
        for cell in cells:
            row, column = places[cell]
            check = view.solved and cell == view.geometry.cells[-1]
            blits.append((self.picture(surface, view.cells[cell], grade, check), (xs[column], ys[row])))
        surface.fblits(blits)

    def picture(self, surface: pygame.Surface, view: CellView, grade: int = 0, check: bool = False) -> pygame.Surface:
        """Return a cell's picture for this surface, at the last painted size. It is shared: do not modify it."""
        painter = self._painter
        if not view.flashes:
            grade = 0

        def make() -> pygame.Surface:
            picture = pygame.Surface((painter.size, painter.size), 0, surface)
            painter.paint(picture, self.fonts, view, grade / FLASHES, check)
            return picture

        return self._pictures.get((view, self._style, grade, check), make, weigh_surface)

    def part(self, part: CellPart, view: CellView) -> pygame.Surface:
        """Return part of a cell's picture on a transparent background. It is shared: do not modify it."""
        painter = self._painter

        def make() -> pygame.Surface:
            return painter.part(part, self.fonts, view)

        key = (part, view.digit, view.role, view.level, self._style)
        return self._pictures.get(key, make, weigh_surface)

    def slot(self, digit: Digit) -> pygame.Rect:
        """Return a candidate's slot, relative to its cell."""
        return self._painter.slots.rect(digit)

    @property
    def _painter(self) -> CellPainter:
        assert self._cells is not None
        return self._cells

    @property
    def frame(self) -> pygame.Rect | None:
        """The rectangle of the last board painted, including its frame."""
        return self._layout.frame.copy() if self._layout else None

    def rect_of(self, cell: Cell) -> pygame.Rect | None:
        """Return where a cell was last painted, or ``None`` before the first paint."""
        return self._layout.rect(cell) if self._layout else None

    def cell_at(self, pos: tuple[int, int]) -> Cell | None:
        """Return the cell at a point, or ``None`` on a line or outside the board."""
        layout = self._layout
        if layout is None:
            return None
        column, row = _index(layout.xs, pos[0], layout.cell), _index(layout.ys, pos[1], layout.cell)
        return None if row is None or column is None else layout.geometry.cell_at(row, column)

    def candidate_at(self, pos: tuple[int, int]) -> tuple[Cell, Digit] | None:
        """Return the cell at a point and the digit whose pencil mark is there."""
        cell = self.cell_at(pos)
        if cell is None or self._layout is None:
            return None
        rect = self._layout.rect(cell)
        digit = Slots.of(self._layout.geometry, rect.width).digit_at(pos[0] - rect.left, pos[1] - rect.top)
        return None if digit is None else (cell, digit)


def _changed(last: _Drawn, view: BoardView, grade: int) -> list[Cell]:
    before, now = last.view.cells, view.cells
    flashes = grade != last.flash
    return [
        cell
        for cell, (old, new) in enumerate(zip(before, now, strict=True))
        if (old is not new and old != new) or (flashes and new.flashes)
    ]


def _index(edges: tuple[int, ...], at: int, size: int) -> int | None:
    """Return the index of the cell at a coordinate, given where the cells start and how large they are."""
    return next((i for i, edge in enumerate(edges) if edge <= at < edge + size), None)
