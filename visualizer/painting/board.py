"""The board painter. Cells and lines lie on whole pixels to stay crisp, and only cells that changed are repainted."""

from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import zip_longest
from math import dist, hypot
from typing import NamedTuple

import pygame

from puzzles.geometry import Cell, Digit, Geometry
from visualizer.painting.cell import CellPainter, CellPart, Slots
from visualizer.painting.strokes import edge_picture, paint_edge, strokes_at
from visualizer.style.theme import Color, Symbols, Theme
from visualizer.toolkit import shapes
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Lru, weigh_surface
from visualizer.toolkit.shapes import Blit, Point
from visualizer.views.board import BoardView, CellView
from visualizer.views.edges import LINE, edge
from visualizer.views.plan import Line, edges_above, plan_of
from visualizer.views.strokes import Stroke, following

# Arrows between candidates, drawn over the cells: solid for strong links, dashed for weak ones.


BEND = 0.12
"""How far an arrow bends, as a share of its length, to avoid candidates on the straight line."""
AROUND, FURTHEST = 0.4, 0.95
"""How far an arrow from a digit bends, as a share of its length, and at most, in cells. It runs between digits."""
PIECE = 7.0
"""The length of the pieces of an arc, in pixels. A dashed arrow skips every other piece."""


def _between(start: Point, end: Point, rims: Point, bend: float) -> Iterator[Point]:
    """Yield the points of a slight arc between the rims of two shapes. It bends by a share of its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    knee = (start[0] + dx / 2 - dy * bend, start[1] + dy / 2 + dx * bend)
    pieces = max(2, round(hypot(dx, dy) / PIECE))
    for x, y in shapes.curve(start, knee, end, pieces):
        if hypot(x - start[0], y - start[1]) >= rims[0] and hypot(x - end[0], y - end[1]) >= rims[1]:
            yield x, y


FLASHES = 8
"""The number of distinct flash strengths. More would only fill the cache."""
CACHE_BYTES = 32_000_000
"""The minimum cache size in bytes for pictures of cells, and the cache size for pictures of their parts."""
BOARDS = 6
"""The number of whole boards that fit the cache. With fewer on a 4K screen, each leap would repaint most cells."""
STYLES = 32
"""How many combinations of size, theme and alphabet to keep pictures for at once."""
NUMBER, LEAST_NUMBER, MOST_NUMBER = 0.3, 11, 0.75
"""The size of row and column numbers, as a share of a cell; their least size in pixels; and the share above which they
are left out.
"""


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
    def fit(cls, rect: pygame.Rect, geometry: Geometry) -> "BoardLayout":
        """Lay out the largest board that fits the rectangle, centred in it."""
        plan = plan_of(geometry)
        rows, columns = plan.size
        cell = max(1, min(rect.width // columns, rect.height // rows))
        while True:
            thin, strong = 0 if plan.across else max(1, round(cell / 90)), max(2, round(cell / 23))
            xs = _edges(columns, plan.edges(across=False), cell, thin, strong)
            ys = _edges(rows, plan.edges(across=True), cell, thin, strong)
            width, height = xs[-1] + cell + strong, ys[-1] + cell + strong
            if cell == 1 or width <= rect.width and height <= rect.height:
                break
            cell -= 1
        left, top = rect.left + (rect.width - width) // 2, rect.top + (rect.height - height) // 2
        frame = pygame.Rect(left, top, width, height)
        xs, ys = tuple(left + x for x in xs), tuple(top + y for y in ys)
        return cls(geometry, frame, cell, thin, strong, xs, ys)

    def wide(self, cell: Cell) -> Iterator[pygame.Rect]:
        """Yield rectangles that fill the squares of a cell which covers several, and what is between them."""
        squares = self.geometry.squares[cell]
        for row, column in squares if len(squares) > 1 else ():
            for down, right in ((0, 0), (0, 1), (1, 0), (1, 1)):
                if {(row + down, column), (row, column + right), (row + down, column + right)} <= {*squares}:
                    x, y = self.xs[column], self.ys[row]
                    end = self.xs[column + right] + self.cell, self.ys[row + down] + self.cell
                    yield pygame.Rect(x, y, end[0] - x, end[1] - y)

    def along(self, edges: tuple[int, ...], at: float) -> float:
        """Return where a row or a column, counted in squares, is. A whole number is the middle of a line."""
        square = min(max(0, int(at)), len(edges))
        start = (*edges, edges[-1] + self.cell + self.strong)[square]
        before = edges[square - 1] + self.cell if square else start - self.strong
        return (before + start) / 2 if at == square else start + (at - square) * self.cell

    def moved(self, right: int, down: int) -> "BoardLayout":
        xs, ys = tuple(x + right for x in self.xs), tuple(y + down for y in self.ys)
        return self._replace(frame=self.frame.move(right, down), xs=xs, ys=ys)

    def rect(self, cell: Cell) -> pygame.Rect:
        row, column = self.geometry.places[cell]
        return pygame.Rect(self.xs[column], self.ys[row], self.cell, self.cell)


def _edges(number: int, thick: Collection[int], cell: int, thin: int, strong: int) -> tuple[int, ...]:
    """Return where each cell of a row or column starts: after a thick line at a region's edge, a thin one elsewhere."""
    edges, start = [], 0
    for i in range(number):
        start += strong if i in thick else thin
        edges.append(start)
        start += cell
    return tuple(edges)


def paint_lines(canvas: Canvas, layout: BoardLayout, view: BoardView) -> None:
    """Paint the lines between the cells, the thick ones over the thin ones."""
    plan, theme = plan_of(view.geometry), canvas.theme
    _fill_lines(canvas, layout, plan.thin, theme.thin_line, layout.thin)
    _fill_lines(canvas, layout, plan.thick, theme.solved if view.solved else theme.box_line, layout.strong)


def paint_gaps(canvas: Canvas, layout: BoardLayout) -> None:
    """Paint the ground between cells that are as far apart as a thick line is wide, with only a thin one there."""
    plan = plan_of(layout.geometry)
    gaps = [line for line in plan.thin if line.at in plan.edges(line.across)]
    _fill_lines(canvas, layout, gaps, canvas.theme.panel, layout.strong)


def _fill_lines(canvas: Canvas, layout: BoardLayout, lines: Iterable[Line], ink: Color, width: int) -> None:
    xs, ys, strong = (*layout.xs, layout.frame.right), (*layout.ys, layout.frame.bottom), layout.strong
    for line in lines:
        along, beside = (xs, ys) if line.across else (ys, xs)
        start, length = along[line.start] - strong, along[line.end] - along[line.start] + strong
        rect = pygame.Rect(start, beside[line.at] - width, length, width)
        canvas.fill(ink, rect if line.across else (rect.y, rect.x, rect.height, rect.width))


def paint_wide(
    canvas: Canvas, layout: BoardLayout, view: BoardView, painter: CellPainter, cells: Collection[Cell]
) -> Iterator[pygame.Rect]:
    """Fill the squares of cells that cover several, yielding each rectangle. Their own pictures come on top."""
    if len(view.geometry.covered) > len(view.cells):
        for cell in cells:
            for rect in layout.wide(cell):
                canvas.fill(painter.ground(view.cells[cell]), rect)
                yield rect


def paint_strokes(canvas: Canvas, layout: BoardLayout, strokes: Iterable[Stroke]) -> None:
    """Paint what the kind of puzzle and its rules draw."""
    strokes_at(canvas, layout.cell, strokes, lambda y, x: (layout.along(layout.xs, x), layout.along(layout.ys, y)))


def paint_edges(canvas: Canvas, layout: BoardLayout, view: BoardView) -> None:
    """Paint a board whose cells are edges: their grounds, the marks, and the edges' lines and crosses."""
    plan = plan_of(view.geometry)
    both = [edge(cell, across, 0.0, view.solved) for cell, across in zip(view.cells, plan.across, strict=True)]
    for above in (False, True):
        for cell, strokes in enumerate(both):
            paint_edge(canvas, layout.cell, strokes[above], layout.rect(cell).center)
        if not above:
            values = [cell.digit for cell in view.cells]
            paint_strokes(canvas, layout, (*plan.below, *following(plan.tallies, values)))


def paint_arrows(canvas: Canvas, layout: BoardLayout, view: BoardView) -> None:
    """Paint the arrows across the cells, from rim to rim of digits and of the shapes around candidates."""
    slots, theme = Slots(view.geometry, layout.cell), canvas.theme
    radius = min(slots.width, slots.height) / 2
    with canvas.clipped(layout.frame):
        for number, link in enumerate(view.links):
            ends, rims = [], []
            for cell, digit in (link.start, link.end):
                one, rect = view.cells[cell], layout.rect(cell)
                whole = one.dead or one.digit == digit or plan_of(view.geometry).across
                ends.append(rect.center if whole else slots.rect(digit).move(rect.topleft).center)
                rims.append(layout.cell * (0.3 if one.dead else 0.38) if whole else radius * 1.08)
            large, length = view.leads(link), hypot(*(a - b for a, b in zip(*ends, strict=True)))
            bend = min(AROUND, FURTHEST * layout.cell / max(1.0, length)) * (-1) ** number if large else BEND
            width, size = max(1.5, radius * (0.26 if large else 0.17)), max(5.0, radius * (0.9 if large else 0.62))
            arc, frame = _between(ends[0], ends[1], (rims[0], rims[1]), bend), layout.frame
            points = [(min(max(x, frame.left), frame.right), min(max(y, frame.top), frame.bottom)) for x, y in arc]
            if len(points) > 1:
                color = theme.ink if link.strong else theme.soft
                color = theme.conflict if view.cells[link.start[0]].culprit else color
                step = 3 if link.strong and not large else 1  # a slight arc needs fewer pieces to look smooth
                for i in range(0, len(points) - 1, step):
                    if link.strong or i % 2 == 0:
                        canvas.stroke(points[i], points[min(i + step, len(points) - 1)], width, color)
                canvas.arrow_head(points[-2], points[-1], size, size * 0.48, color)


LayerBlit = tuple[int, pygame.Surface, tuple[int, int]]
"""A layer, counted from the lowest, with a picture and where its top left corner is."""


class _Drawn(NamedTuple):
    """The last board painted, and how it was painted."""

    surface: pygame.Surface
    layout: BoardLayout
    look: tuple[object, ...]
    view: BoardView
    flash: int


# Painting a board must cost next to nothing, because it happens sixty times a second. So the painter compares the new
# board with the last one and repaints only the cells that differ. A cell is a copy of a picture, which is painted once
# for each content and style and kept in a cache of limited size, as are the parts of cells that move.


class BoardPainter:
    """Paints boards. It remembers the last one painted, so that the next paint only draws what has changed.

    Call :meth:`invalidate` after painting over the board or clearing the window. ``theme`` and ``symbols`` can be
    changed at any time.
    """

    def __init__(self, theme: Theme, fonts: Fonts, cache_bytes: int | None = None) -> None:
        self.theme = theme
        self.symbols = Symbols.DIGITS
        self.fonts = fonts
        self._cache_bytes = cache_bytes
        self._pictures: Lru[pygame.Surface] = Lru(cache_bytes or CACHE_BYTES)
        self._parts: Lru[Blit] = Lru(cache_bytes or CACHE_BYTES)
        self._edges: Lru[list[LayerBlit]] = Lru(cache_bytes or CACHE_BYTES)
        self._drawn: _Drawn | None = None
        self._layout: BoardLayout | None = None
        self._cells: CellPainter | None = None
        self._style = 0
        self._styles: dict[CellPainter, int] = {}
        self._marks: tuple[pygame.Surface, ...] = ()
        """What the kind and the rules draw below and above the digits, on transparent boards; empty if nothing."""
        self._fitted: tuple[object, ...] = ()
        self._over: dict[Cell, Hashable] = {}
        """What the cells that are painted apart show, where known."""

    def invalidate(self) -> None:
        """Forget the last board, so that the next paint draws everything."""
        self._drawn = None

    def move_to(self, surface: pygame.Surface) -> None:
        """Continue on another surface that already shows the same picture."""
        if self._drawn is not None:
            self._drawn = self._drawn._replace(surface=surface)

    def paint(
        self,
        surface: pygame.Surface,
        rect: pygame.Rect,
        view: BoardView,
        flash: float = 0.0,
        apart: Collection[Cell] = (),
    ) -> list[pygame.Rect]:
        """Paint the largest board that fits, centred in the rectangle; ``flash`` (0 to 1) highlights the culprits.

        Leave out the cells that are painted ``apart``: see :meth:`shows`. Return the rectangles that changed. Nothing
        outside the board's frame is touched.
        """
        layout = self._lay_out(rect, view)
        grade = round(min(max(flash, 0.0), 1.0) * FLASHES)
        look = (layout, self.theme, view.alphabet, self.symbols, surface.get_size())
        last, now = self._drawn, _Drawn(surface, layout, look, view, grade)
        self._drawn = now
        if last is None or last.surface is not surface or last.look != look:
            self._paint_all(now, apart)
            return [layout.frame.copy()]
        over_lines = self._marks and view.solved != last.view.solved  # marks lie over the lines, whose colour changes
        if view.links or last.view.links or over_lines or plan_of(view.geometry).across:  # all, as arrows cross cells
            if last.view is not view or grade != last.flash or self._over or apart:
                self._paint_all(now, apart)
            return [layout.frame.copy()]
        flashes, both = grade != last.flash, zip(last.view.cells, view.cells, strict=True)
        news = {i for i, (old, new) in enumerate(both) if (old is not new and old != new) or flashes and new.flashes}
        if view.solved != last.view.solved:  # the lines change colour, and the last cell gets a tick
            paint_lines(Canvas(surface, self.theme, self.fonts), layout, view)
            news.add(view.geometry.cells[-1])
        changed = sorted((news | self._over.keys()).difference(apart))
        self._over = {cell: self._shown(last, cell, cell in news) for cell in apart}
        self._paint_cells(now, changed)
        if view.solved != last.view.solved:
            return [layout.frame.copy()]
        return [layout.rect(cell).unionall([*layout.wide(cell)]) for cell in changed]

    def _shown(self, last: _Drawn, cell: Cell, new: bool) -> Hashable:
        """Return what is shown in a cell that is painted apart, given whether the board has changed there."""
        if cell in self._over:
            return None if new else self._over[cell]
        view = last.view.cells[cell]
        return None if view.flashes and last.flash else view

    def shows(self, cell: Cell, look: Hashable) -> bool:
        """Return whether a cell that is painted apart already has this look, and record the look as its current one.

        The look of a cell that shows a single whole picture is the view in that picture.
        """
        same = self._over[cell] == look
        self._over[cell] = look
        return same

    def base(self, surface: pygame.Surface, cell: Cell) -> pygame.Surface:
        """Return the picture of a cell of the board painted last. It is shared: do not modify it."""
        assert self._drawn is not None
        return self._cell(self._drawn._replace(surface=surface), cell)

    def _lay_out(self, rect: pygame.Rect, view: BoardView) -> BoardLayout:
        wanted = (*rect, view.geometry, view.alphabet, self.theme, self.symbols)
        if self._layout is None or wanted != self._fitted:
            self._layout, self._fitted = BoardLayout.fit(rect, view.geometry), wanted
            self._cells = CellPainter(self.theme, view.geometry, view.alphabet, self._layout.cell, self.symbols)
            # A number stands for the size, theme and alphabet, because hashing them for each cell is slow.
            if len(self._styles) >= STYLES and self._cells not in self._styles:
                self._styles.clear()
                self._pictures.clear()
                self._parts.clear()
                self._edges.clear()
            self._style = self._styles.setdefault(self._cells, len(self._styles))
            frame = self._layout.frame
            self._pictures.limit = self._cache_bytes or max(CACHE_BYTES, BOARDS * 4 * frame.width * frame.height)
            plan = plan_of(view.geometry)
            drawn = (plan.below, plan.above) if plan.below or plan.above else ()
            self._marks = tuple(self._layer(self._layout, strokes) for strokes in drawn)
        return self._layout

    def _layer(self, layout: BoardLayout, strokes: tuple[Stroke, ...]) -> pygame.Surface:
        """Return a transparent picture of the board with some strokes, from which each cell cuts its part."""
        layer = pygame.Surface(layout.frame.size, pygame.SRCALPHA)
        moved = layout.moved(-layout.frame.left, -layout.frame.top)
        paint_strokes(Canvas(layer, self.theme, self.fonts), moved, strokes)
        return layer

    def _paint_all(self, now: _Drawn, apart: Collection[Cell]) -> None:
        self._over = dict.fromkeys(apart)
        canvas = Canvas(now.surface, self.theme, self.fonts)
        if plan_of(now.view.geometry).across:
            self._paint_edges(canvas, now, apart)
            return
        self._paint_lines(now)
        self._paint_cells(now, [cell for cell in now.view.geometry.cells if cell not in apart])
        paint_arrows(canvas, now.layout, now.view)

    def _paint_edges(self, canvas: Canvas, now: _Drawn, apart: Collection[Cell]) -> None:
        """Paint a board whose cells are edges. As their pictures overlap, all are painted whenever one has changed."""
        view, layout, plan = now.view, now.layout, plan_of(now.view.geometry)
        canvas.fill(self.theme.panel, layout.frame)
        blits: tuple[list[Blit], list[Blit]] = [], []
        for at, ((row, column), cell) in enumerate(zip(view.geometry.places, view.cells, strict=True)):
            if at in apart:
                continue
            pictures = self._edge(cell, plan.across[at], now.flash if cell.flashes else 0, view.solved, layout.cell)
            for onto, picture, (x, y) in pictures:
                blits[onto].append((picture, (layout.xs[column] + x, layout.ys[row] + y)))
        now.surface.fblits(blits[0])
        now.surface.blits([(layer, layout.frame) for layer in self._marks])
        paint_strokes(canvas, layout, following(plan.tallies, [cell.digit for cell in view.cells]))
        now.surface.fblits(blits[1])
        paint_arrows(canvas, layout, view)

    def paint_edge(
        self, surface: pygame.Surface, cell: Cell, view: CellView, alpha: int = 255, grown: float = 1.0
    ) -> None:
        """Paint an edge over the board painted last: faded or, if its line has grown only so far, the share of it from
        the dot where another line ends. A cross fades in instead.
        """
        assert self._drawn is not None
        layout, board = self._drawn.layout, self._drawn.view
        (row, column), across = board.geometry.places[cell], plan_of(board.geometry).across[cell]
        alpha = alpha if view.digit == LINE else round(alpha * grown)
        for _, picture, (x, y) in self._edge(view, across, 0, board.solved, layout.cell):
            area = picture.get_rect()
            if view.digit == LINE and grown < 1:
                far = round((area.width if across else area.height) * (1 - grown))
                area.width, area.height = area.width - far * across, area.height - far * (not across)
                if not _goes_on_before(board, cell):
                    area.move_ip(far * across, far * (not across))
            picture.set_alpha(alpha)
            surface.blit(picture, (layout.xs[column] + x + area.left, layout.ys[row] + y + area.top), area)
            picture.set_alpha(255)  # pictures are shared, and None would turn off the blending of each pixel

    def _edge(self, view: CellView, across: bool, grade: int, solved: bool, square: int) -> list[LayerBlit]:
        """Return the pictures of an edge below (0) and above (1) the marks, and where they are from its place."""

        def make() -> list[LayerBlit]:
            both = enumerate(edge(view, across, grade / FLASHES, solved))
            return [(at, *edge_picture(one, square, self.theme, self.fonts)) for at, one in both if one]

        key = view, across, grade, solved, self._style
        return self._edges.get(key, make, lambda found: 1 + sum(weigh_surface(picture) for _, picture, _ in found))

    def _paint_lines(self, now: _Drawn) -> None:
        """Paint the lines and, in the pixels between the cells, the marks."""
        canvas = Canvas(now.surface, self.theme, self.fonts)
        paint_gaps(canvas, now.layout)
        for layer in self._marks[:1]:
            now.surface.blit(layer, now.layout.frame)
        paint_lines(canvas, now.layout, now.view)
        for layer in self._marks[1:]:
            now.surface.blit(layer, now.layout.frame)

    def _paint_cells(self, now: _Drawn, cells: list[Cell]) -> None:
        places, xs, ys = now.view.geometry.places, now.layout.xs, now.layout.ys
        canvas, frame = Canvas(now.surface, self.theme, self.fonts), now.layout.frame
        for rect in paint_wide(canvas, now.layout, now.view, self.cells, cells):
            now.surface.blits([(layer, rect, rect.move(-frame.left, -frame.top)) for layer in self._marks])
        blits = []
        for cell in cells:
            row, column = places[cell]
            blits.append((self._cell(now, cell), (xs[column], ys[row])))
        now.surface.fblits(blits)

    def _cell(self, now: _Drawn, cell: Cell) -> pygame.Surface:
        check = now.view.solved and cell == now.view.geometry.cells[-1]
        return self.picture(now.surface, cell, now.view.cells[cell], now.flash, check)

    def picture(
        self, surface: pygame.Surface, cell: Cell, view: CellView, grade: int = 0, check: bool = False
    ) -> pygame.Surface:
        """Return a cell's picture for this surface, at the last painted size. It is shared: do not modify it."""
        painter, layout = self.cells, self._layout
        assert layout is not None
        if not view.flashes:
            grade = 0

        def make() -> pygame.Surface:
            picture = pygame.Surface((painter.size, painter.size), 0, surface)
            canvas, flash = Canvas(picture, self.theme, self.fonts), grade / FLASHES
            part = layout.rect(cell).move(-layout.frame.left, -layout.frame.top)
            painter.paint_ground(canvas, view, flash)
            picture.blits([(layer, (0, 0), part) for layer in self._marks[:1]])
            painter.paint_content(canvas, view, flash, check)
            picture.blits([(layer, (0, 0), part) for layer in self._marks[1:]])
            return picture

        own = cell if self._marks else -1  # without marks, cells share their pictures
        return self._pictures.get((view, self._style, grade, check, own), make, weigh_surface)

    def part(self, part: CellPart, view: CellView, alpha: int = 255, scale: float = 1.0) -> Blit:
        """Return part of a cell's picture, faded and scaled about the middle of the cell, and its place in the cell.

        It has a transparent background and is shared: do not modify it.
        """
        level = 0 if part is CellPart.GHOST else view.level
        key = (part, view.digit, view.role, level, self._style, alpha, scale)
        return self._parts.get(
            key, lambda: self._make_part(part, view, alpha, scale), lambda blit: weigh_surface(blit[0])
        )

    def _make_part(self, part: CellPart, view: CellView, alpha: int, scale: float) -> Blit:
        """Cut a part out of a cell. This way, its many empty pixels are not blended in each frame, and pictures faded
        beforehand are blended four times as fast as SDL fades them.
        """
        if alpha == 255 and scale == 1.0:
            whole = self.cells.part(part, self.fonts, view)
            seen = whole.get_bounding_rect()
            return whole.subsurface(seen).copy(), seen.topleft
        picture, (left, top) = self.part(part, view)
        if scale != 1.0:
            middle = self.cells.size / 2
            left, top = (round(middle + (at - middle) * scale) for at in (left, top))
            picture = pygame.transform.smoothscale_by(picture, scale)
        else:
            picture = picture.copy()
        picture.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
        return picture, (left, top)

    def paint_numbers(self, canvas: Canvas, room: int) -> None:
        """Paint the numbers of rows and columns beside the last board painted, if its cells are named by them.
        ``room`` is how many pixels there are on the left and at the top.
        """
        layout = self._layout
        pitch = plan_of(layout.geometry).pitch if layout else 0
        if layout is None or not pitch:
            return
        size, (left, top, *_), soft = round(0.6 * room), layout.frame, canvas.theme.soft
        size = min(max(round(NUMBER * layout.cell), LEAST_NUMBER), size)
        if size > MOST_NUMBER * pitch * layout.cell:
            return
        xs, ys = (edges[pitch // 2 :: pitch] for edges in (layout.xs, layout.ys))
        for number, (x, y) in enumerate(zip_longest(xs, ys), 1):
            half, away = layout.cell // 2, round(0.62 * size)
            if x is not None:
                canvas.text(str(number), Face.BODY, size, soft, centre=x + half, middle=top - away)
            if y is not None:
                canvas.text(str(number), Face.BODY, size, soft, right=left - away // 2, middle=y + half)

    @property
    def cells(self) -> CellPainter:
        """The painter of the cells of the last board painted."""
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
        if row is None or column is None:
            return None
        near = [(row, column), (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        covered = layout.geometry.covered
        cells = [covered[place] for place in near[: None if plan_of(layout.geometry).across else 1] if place in covered]
        return min(cells, key=lambda cell: dist(layout.rect(cell).center, pos), default=None)

    def square_at(self, pos: tuple[int, int]) -> Cell | None:
        """Return the edge above the square at a point, if cells are edges."""
        if self._layout is None or self.cell_at(pos) is None:
            return None
        rects = {cell: self._layout.rect(cell) for cell in edges_above(self._layout.geometry)}
        return min(rects, key=lambda cell: dist(rects[cell].move(0, rects[cell].height).center, pos), default=None)

    def candidate_at(self, pos: tuple[int, int]) -> tuple[Cell, Digit] | None:
        """Return the cell at a point and the digit whose pencil mark is there."""
        cell = self.cell_at(pos)
        if cell is None or self._layout is None:
            return None
        rect = self._layout.rect(cell)
        digit = Slots(self._layout.geometry, rect.width).digit_at(pos[0] - rect.left, pos[1] - rect.top)
        return None if digit is None else (cell, digit)


def _goes_on_before(board: BoardView, cell: Cell) -> bool:
    """Return whether another line ends at the dot before an edge."""
    geometry = board.geometry
    row, column = geometry.places[cell]
    dot = (row, column - 1) if plan_of(geometry).across[cell] else (row - 1, column)
    others = ((dot[0] + down, dot[1] + right) for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)))
    cells = (geometry.cell_of[one] for one in others if one in geometry.cell_of)
    return any(other != cell and board.cells[other].digit == LINE for other in cells)


def _index(edges: tuple[int, ...], at: int, size: int) -> int | None:
    """Return the index of the cell at a coordinate, given where the cells start and how large they are."""
    return next((i for i, edge in enumerate(edges) if edge <= at < edge + size), None)
