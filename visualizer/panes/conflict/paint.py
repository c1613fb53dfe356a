"""Paints the implication graph above its clause. The cut slides as the clause is resolved, one literal at a time.

Frames tell literals apart: round for the guess, heavy for the UIP and the resolved literal, dashed for a dropped one.
Literals from lower levels show their level. The clause's literals have a coloured background, and resolved ones are
faint.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import pygame

from solvers.core import literals
from visualizer.analysis.implication_graph import CONFLICT, GraphCut, Side, lay_out
from visualizer.panes.conflict.pane import ImplicationView
from visualizer.panes.paint import PanePainter
from visualizer.session.pane import Pane
from visualizer.style.theme import Color, mix
from visualizer.toolkit.canvas import Canvas, Face
from visualizer.toolkit.shapes import Point, curve, dashed_frame

# Paints the graph: literals in columns, arrows for reasons, the cut, and the conflict on the right.


LEAST_TYPE = 13
"""The minimum em size in pixels."""
SHRUNK = 0.78
"""The minimum em size as a share of the normal one."""
FEWEST = 5
"""The minimum number of columns a pane should have room for."""
PLENTY = 7
"""The number of columns beyond which a wide pane uses larger type instead."""
MOST_LOWER = 2
"""The maximum number of columns for literals from lower levels."""
_BAR = 4
"""The height of the scroll bar, and of the gap above it."""


def em_for(canvas: Canvas, width: int) -> int:
    """Return the em size for a pane of the given width: smaller than normal in a narrow pane, larger in a wide one."""
    usual = canvas.px(15, LEAST_TYPE)
    fits = width / (round(usual * 6.4) / usual)  # the em size if there were just one column
    return max(LEAST_TYPE, round(usual * SHRUNK), min(usual, int(fits / FEWEST)), min(2 * usual, int(fits / PLENTY)))


class LiteralSlide(NamedTuple):
    """The cut sliding from its position before the last resolution."""

    made: int
    """The number of resolutions that had been made when the slide began."""
    first: float
    """The first visible column when the slide began."""
    share: float = 0.0
    """How much of the slide is complete, from 0 to 1."""

    def to(self, start: float, end: float) -> float:
        """Interpolate between two numbers according to the share."""
        return start + (end - start) * self.share


class Scrolled(NamedTuple):
    """What is out of view, and how far the cut has slid."""

    columns: int | None = None
    """The number of columns of the graph scrolled out of view, or None if the user has not scrolled."""
    rows: int = 0
    """The number of rows of the clause scrolled out of view."""
    slide: LiteralSlide | None = None


UNSCROLLED = Scrolled()


class GraphPicture:
    """The painter of one graph. Only part of it may be visible."""

    def __init__(
        self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView, at: Scrolled = UNSCROLLED, label: int = 0
    ) -> None:
        """Lay out the graph. ``label`` is the wanted size of labels, which are never larger than the literals."""
        assert view.graph is not None
        self._label = label
        self.canvas, self.rect, self.view, self.graph = canvas, rect, view, view.graph
        pivots = {resolution.pivot for resolution in self.graph.resolutions[: view.made]}
        self.resolved = {i for i, node in enumerate(self.graph.nodes) if node.literal in pivots}
        """The literals on the conflict's side of the cut."""
        self.named = {i for i, node in enumerate(self.graph.nodes) if -node.literal in view.clause}
        """The literals whose negations are in the clause."""
        index = {-node.literal: i for i, node in enumerate(self.graph.nodes) if node.side is Side.LOWER}
        dropped = [-one.pivot for one in self.graph.resolutions[self.graph.to_cut : view.made]]
        self._lower = [index[literal] for literal in (*view.clause, *dropped) if literal in index]
        """The lower-level literals of the clause in clause order, followed by those dropped from it."""
        self._many = len(index)
        usual = em_for(canvas, rect.width)
        next(size for size in range(usual, LEAST_TYPE - 1, -1) if self._measure(size) or size == LEAST_TYPE)
        in_sight = max(0, self.layout.cut(view.made).column - (self.fitting * 3) // 5)  # the cut right of the middle
        self.first = min(self.last, in_sight if at.columns is None else at.columns)
        self.slide = slide = at.slide
        self.left = (
            slide.to(min(self.last, slide.first), self.first) if slide and at.columns is None else float(self.first)
        )
        """The column at the left edge, fractional while the columns slide."""
        self.frames = dict(self._frames())

    # The literals of the conflict's level are in columns, causes left of effects, and scroll. Those of lower levels
    # share fixed columns on the left. The type shrinks until the latter fit without taking too much room.

    def _measure(self, size: int) -> bool:
        """Lay out the graph in type of the given size. Return whether all literals from lower levels fit."""
        rect = self.rect
        self.size, self.small = size, max(LEAST_TYPE, size - 2, min(size, self._label))
        self.head = round(self.small * 1.4)
        """The height of the labels above the columns; 0 if there is room for a row of literals only."""
        if rect.height < self.head + round(size * 1.95) + 2 * _BAR:
            self.head = 0
        height = max(1, rect.height - self.head - 2 * _BAR)
        self.ground = pygame.Rect(rect.left, rect.top + self.head, rect.width, height)
        self.rows = max(1, height // round(size * 1.95))
        self.layout = lay_out(self.graph, self.rows)
        self.pitch, self.pitch_of_lower = self._pitch(lower=False), self._pitch(lower=True)
        needed = -(-self._many // self.rows)
        limit = needed if size == LEAST_TYPE else MOST_LOWER
        most = min(limit, needed, max(0, rect.width // self.pitch - (2 if size == LEAST_TYPE else 4)))
        self.lower = self._lower[: self.rows * most]
        self.apart = most * self.pitch_of_lower
        """The total width of the columns for lower levels."""
        self.fitting = max(2, (rect.width - self.apart) // self.pitch)
        self.last = max(0, self.layout.columns - self.fitting)
        """The maximum number of columns that can be scrolled out of view on the left."""
        return most >= needed

    @property
    def places(self) -> list[tuple[int, pygame.Rect]]:
        """The visible literals and their frames."""
        return [(self.graph.nodes[i].literal, frame) for i, frame in self.frames.items() if i != CONFLICT]

    def paint(self) -> None:
        canvas, theme, rect = self.canvas, self.canvas.theme, self.rect
        self._edges()
        if self.lower and self.head:
            middle, width = rect.top + self.head // 2, self.apart - self.size
            text = "earlier levels"
            canvas.text(text, Face.BODY, self.small, theme.soft, left=rect.left, middle=middle, within=width)
        self._cut()
        for i, frame in self.frames.items():
            if i == CONFLICT:
                canvas.cross(frame.center, self.size * 0.65, self.size * 0.3, theme.conflict)
                self._under(frame, "conflict", theme.conflict)
            else:
                self._node(i, frame)
        if self.last:  # a scroll bar
            thin, width = _BAR, rect.width - self.apart
            left = rect.left + self.apart + width * self.first // self.layout.columns
            wide = width * self.fitting // self.layout.columns
            canvas.fill(theme.faint, (left, rect.bottom - thin, wide, thin))

    # Places

    def _pitch(self, lower: bool) -> int:
        """Return the width of a column at the conflict's level or, if ``lower``, below it. The longest literal and an
        arrow fit into it.
        """
        widths = (self._width(i) for i, node in enumerate(self.graph.nodes) if (node.side is Side.LOWER) == lower)
        return max(widths, default=0) + round(self.size * 1.7)

    def _text(self, i: int) -> str:
        return literals.told(self.graph.nodes[i].literal, self.view.puzzle)

    def _width(self, i: int) -> int:
        node, fonts = self.graph.nodes[i], self.canvas.fonts
        level = 0
        if node.side is Side.LOWER:
            level = fonts.width(str(node.level), Face.BODY, self.small) + self.size // 3
        return fonts.width(self._text(i), Face.CODE, self.size) + level + round(self.size * 0.9)

    def _x(self, column: float) -> int:
        """Return the x of the middle of a column at the conflict's level."""
        return round(self.rect.left + self.apart + (column - self.left + 0.5) * self.pitch)

    def _frames(self) -> Iterator[tuple[int, pygame.Rect]]:
        """Yield the index and frame of each visible literal."""
        for at, i in enumerate(self.lower):
            column, row = divmod(at, self.rows)
            rows = min(self.rows, len(self.lower) - column * self.rows)
            x = round(self.rect.left + (column + 0.5) * self.pitch_of_lower - self.size * 0.5)
            yield i, self._frame(i, x, (row + 0.5) / rows)
        for i, slot in self.layout.slots.items():
            if 0 <= slot.column - self.left < self.fitting:
                yield i, self._frame(i, self._x(slot.column), slot.y)

    def _frame(self, i: int, x: int, y: float) -> pygame.Rect:
        frame = pygame.Rect(0, 0, self._width(i) if i != CONFLICT else 2 * self.size, round(self.size * 1.5))
        frame.center = x, self.ground.top + round(self.ground.height * y)
        return frame

    # Parts

    def _edges(self) -> None:
        """Paint the arrows between visible literals: strongest to the resolved literal, weaker across the cut, the rest
        faint.
        """
        pivot = self.view.last.pivot if self.view.last else 0
        strong = []
        for one, other in self.graph.edges:
            if one not in self.frames or other not in self.frames:
                continue
            effect = self.graph.nodes[other].literal if other != CONFLICT else 0
            if (effect == pivot) if pivot else other == CONFLICT:
                strong.append((one, other))
                continue
            across = one not in self.resolved and (other == CONFLICT or other in self.resolved)
            if self.graph.nodes[one].side is not Side.LOWER:
                self._edge(one, other, 0.55 if across else 0.22, across)
        for one, other in strong:
            self._edge(one, other, 1.0, True)

    def _edge(self, one: int, other: int, share: float, head: bool) -> None:
        theme = self.canvas.theme
        color = mix(theme.background, theme.deduced if share > 0.3 else theme.soft, share)
        points: list[Point] = [self.frames[one].midright, self.frames[other].midleft]
        (x, y), (right, bottom) = points
        if right - x >= self.pitch:  # it passes other columns, so it bends around their literals
            bend = self.size * (1.9 if y + bottom >= 2 * self.ground.centery else -1.9)
            points = curve(points[0], ((x + right) / 2, (y + bottom) / 2 + bend), points[1], 12)
        for start, end in pairwise(points):
            if share == 1.0:
                self.canvas.stroke(start, end, self.canvas.px(2, 1), color)
            else:
                pygame.draw.aaline(self.canvas.surface, color, start, end)
        if head:
            reach = self.size * 0.5
            self.canvas.arrow_head(points[-2], points[-1], reach, reach * 0.45, color)

    def _cut(self) -> None:
        """Paint the cut through the gaps between the literals."""
        cut, theme = self.layout.cut(self.view.made), self.canvas.theme
        if self.slide:
            cut = GraphCut.at(self.slide.to(self.layout.cut(self.slide.made).along, cut.along))
        y = self.ground.top + round(self.ground.height * cut.y)
        right, left = self._x(cut.column + 0.5), self._x(cut.column - 0.5)
        wide = max(2, self.canvas.px(3))
        if cut.y > 0:
            self._dashes((right, self.rect.top), (right, y), wide)
        if 0 < cut.y < 1:
            self._dashes((left, y), (right, y), wide)
        if cut.y < 1:
            self._dashes((left, y if cut.y > 0 else self.rect.top), (left, self.rect.bottom), wide)
        top = right if cut.y > 0 else left
        middle = self.rect.top + self.head // 2
        if self.head:
            self.canvas.text("cut", Face.STRONG, self.small, theme.conflict, left=top + self.size // 2, middle=middle)

    def _dashes(self, start: tuple[int, int], end: tuple[int, int], wide: int) -> None:
        dash = max(5, self.size // 2)
        (x, y), (right, bottom) = start, end
        if x == right:
            for at in range(y, bottom, 2 * dash):
                self.canvas.fill(self.canvas.theme.conflict, (x - wide // 2, at, wide, min(dash, bottom - at)))
        for at in range(x, right, 2 * dash):
            self.canvas.fill(self.canvas.theme.conflict, (at, y - wide // 2, min(dash, right - at), wide))

    def _node(self, i: int, frame: pygame.Rect) -> None:
        theme, node = self.canvas.theme, self.graph.nodes[i]
        lower = node.side is Side.LOWER
        pivot = self.view.last is not None and node.literal == self.view.last.pivot
        uip = node.side is Side.UIP and self.view.made >= self.graph.to_cut
        edge = theme.deduced if i in self.named else mix(theme.background, theme.soft, 0.5)
        self._box(frame, theme.guessed if node.decision else edge, i, pivot or uip)
        ink = theme.soft if i in self.resolved and not pivot else theme.ink
        left = frame.left + round(self.size * 0.45)
        drawn = self.canvas.text(self._text(i), Face.CODE, self.size, ink, left=left, middle=frame.centery)
        if self.view.points_at(node.literal):
            paint_pointed(self.canvas, frame, self.canvas.px(5, 3))
        if lower:
            level, right = str(node.level), drawn.right + self.size // 3
            self.canvas.text(level, Face.BODY, self.small, theme.guessed, left=right, middle=frame.centery)
        if (uip or node.decision) and not lower:
            self._under(frame, "first UIP" if uip else "guess", theme.deduced if uip else theme.guessed)

    def _box(self, frame: pygame.Rect, color: Color, i: int, heavy: bool) -> None:
        theme, radius = self.canvas.theme, frame.height // (2 if self.graph.nodes[i].decision else 5)
        wash = theme.step_wash if heavy else theme.unit_wash if i in self.named else theme.background
        self.canvas.rounded(frame, wash, radius)
        if i in self.resolved and not heavy:
            dashed_frame(self.canvas.surface, frame, color, max(2, self.size // 4))
            return
        width = self.canvas.px(3 if heavy else 2 if i in self.named else 1, 1)
        self.canvas.rounded(frame, theme.guessed if heavy else color, radius, width)

    def _under(self, frame: pygame.Rect, text: str, color: Color) -> None:
        """Write text below a frame that is alone in its column."""
        if frame.bottom + self.small <= self.rect.bottom:
            y = frame.bottom + round(self.small * 0.7)
            behind = pygame.Rect(0, 0, self.canvas.fonts.width(text, Face.STRONG, self.small) + 4, self.small)
            behind.center = frame.centerx, y
            self.canvas.fill(self.canvas.theme.background, behind)  # so that arrows end beside the words
            self.canvas.text(text, Face.STRONG, self.small, color, centre=frame.centerx, middle=y)


def paint_pointed(canvas: Canvas, frame: pygame.Rect, apart: int = 0) -> None:
    """Paint a ring around a literal under the pointer, ``apart`` pixels outside its frame."""
    ring = frame.inflate(2 * apart, 2 * apart)
    canvas.rounded(ring, canvas.theme.accent, ring.height // 4, canvas.px(3, 2))


# Paints the clause below the graph: each literal in a frame with its level, and what the last resolution changed.


_OR = "or"
PITCH, FRAME = 1.7, 1.5
"""The distance between rows and the height of a literal's frame, in ems."""


class ClauseRows:
    """The literals of a clause, laid out in rows of a given width."""

    def __init__(self, canvas: Canvas, width: int, view: ImplicationView, size: int) -> None:
        self.canvas, self.view = canvas, view
        self.size, self._small = size, max(13, size - 2)
        self.pitch = round(self.size * PITCH)
        self.last = 0
        """The maximum number of rows that can be scrolled out of view at the top."""
        self.places: list[tuple[int, pygame.Rect]] = []
        """The painted literals and their frames."""
        self._share = 1.0
        self._gone = -view.last.pivot if view.last else 0
        """The literal just removed; 0 if there is none."""
        self.literals = view.written
        level = canvas.fonts.width(str(max(view.levels.values(), default=0)), Face.BODY, self._small)
        longest = canvas.fonts.width(view.longest_literal, Face.CODE, size)
        self._width = longest + level + round(size * 1.3)
        """The width of each frame. It is the same for all literals of the derivation."""
        self._across = self._width + canvas.fonts.width(_OR, Face.BODY, self._small) + round(self.size * 0.9)
        """The distance from one literal to the next in its row, which leaves room for an "or"."""
        self._columns = max(1, (width + self.size // 2) // self._across)

    @property
    def count(self) -> int:
        return -(-len(self.literals) // self._columns)

    def height_now(self) -> int:
        return self.count * self.pitch

    def height_at_most(self) -> int:
        """Return the height in pixels needed for the most rows at any point of the derivation."""
        return -(-self.view.most // self._columns) * self.pitch

    def paint(self, room: pygame.Rect, top: int, share: float = 1.0) -> None:
        """Paint the rows that fit the rectangle, starting from the given row.

        ``share``, from 0 to 1, is how far the last resolution has been animated: the removed literal is being struck
        through, and new literals are appearing.
        """
        self._share = share
        fitting = max(1, room.height // self.pitch)
        self.last = max(0, self.count - fitting)
        top = min(top, self.last)
        shown = range(top * self._columns, min(len(self.literals), (top + fitting) * self._columns))
        for i in shown:
            row, column = divmod(i, self._columns)
            self._paint(i, room.left + column * self._across, room.top + (row - top) * self.pitch)
        if self.last:  # a scroll bar
            thin, height = max(3, self.canvas.px(4)), fitting * self.pitch
            y = room.top + height * top // self.count
            self.canvas.fill(self.canvas.theme.faint, (room.right - thin, y, thin, height * fitting // self.count))

    def _paint(self, i: int, left: int, top: int) -> None:
        """Paint a literal. One that was removed is dashed and struck through; a new one has a bold frame."""
        theme, canvas = self.canvas.theme, self.canvas
        frame = pygame.Rect(left, 0, self._width, round(self.size * FRAME))
        frame.centery = top + self.pitch // 2
        literal = self.literals[i]
        self.places.append((literal, frame))
        gone, radius = literal == self._gone, frame.height // 5
        came = self.view.last is not None and literal in self.view.last.came
        seen = self._share if came else 1.0

        def faded(color: Color) -> Color:
            return mix(theme.background, color, seen)

        ink = faded(theme.soft if gone or not self.view.here else theme.ink)
        if not gone:
            canvas.rounded(frame, faded(theme.step_wash if came else theme.panel), radius)
            edge = theme.guessed if came else theme.deduced
            canvas.rounded(frame, faded(edge), radius, canvas.px(2 if came else 1, 1))
        else:
            dashed_frame(canvas.surface, frame, theme.conflict, max(3, self.size // 4))
        text = round(frame.left + self.size * 0.45)
        written, level = literals.told(literal, self.view.puzzle), str(self.view.levels.get(-literal, 0))
        drawn = canvas.text(written, Face.CODE, self.size, ink, left=text, middle=frame.centery)
        right = round(frame.right - self.size * 0.4)
        canvas.text(level, Face.BODY, self._small, faded(theme.guessed), right=right, middle=frame.centery)
        if self.view.points_at(literal):
            paint_pointed(canvas, frame)
        if gone:
            end = drawn.left + drawn.width * self._share, drawn.centery
            canvas.stroke(drawn.midleft, end, max(1.5, self.size / 10), theme.conflict)
        if i < len(self.literals) - 1:
            or_left = frame.right + round(self.size * 0.45)
            canvas.text(_OR, Face.BODY, self._small, theme.soft, left=or_left, middle=frame.centery)


SLIDE = 0.3
"""How long the cut takes to slide past a literal, in seconds."""
GRAPH, LESS_GRAPH = 0.6, 0.5
"""The graph's normal share of the height, and its share if the longest clause would not fit otherwise."""
GRAPH_ROW, BOTH_ROWS = 2.4, 4.6
"""The height in ems of a row of the graph, and of a row of the graph plus one of the clause. A pane with less room has
no heading.
"""
HEADING = 18
"""The em size of the heading, and the maximum em size of the clause, at scale 1."""
LEAST_HEIGHT = 230
"""The minimum height, in pixels at scale 1, for type at full size. In a shorter pane, enlarged type is scaled down."""


class Painter(PanePainter[ImplicationView]):
    """Paints the graph and the clause, keeping their scroll positions until the next resolution."""

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self._view: ImplicationView | None = None
        self.picture: PaintedGraph | None = None
        self._at = UNSCROLLED
        self._time = SLIDE
        """Seconds since the cut began to slide."""

    @property
    def look(self) -> object:
        return self._at._replace(slide=None), self._time

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView) -> None:
        before, self._view = self._view, replace(view, pointed=-1)
        if before != self._view:
            # The cut slides if one resolution was made or undone.
            near = before is not None and before.graph is view.graph and abs(before.made - view.made) == 1
            graph = self.picture.graph if self.picture and near and view.here and not self.reduced else None
            self._at = Scrolled(slide=LiteralSlide(before.made, graph.first) if before and graph else None)
            self._time = 0.0 if self._at.slide else SLIDE
        slide = self._at.slide if self.moving else None
        at = self._at._replace(slide=slide and slide._replace(share=1 - (1 - self._time / SLIDE) ** 2))
        self.picture = PaintedGraph(canvas, rect, replace(view, invites="") if self.filmed else view, at)

    @property
    def moving(self) -> bool:
        return self._time < SLIDE

    def advance(self, dt: float) -> None:
        self._time = min(SLIDE, self._time + dt)

    def stop(self) -> None:
        self._time = SLIDE

    def literal_at(self, point: Point) -> int:
        return self.picture.literal_at(point) if self.picture else 0

    def scroll(self, point: Point, rows: int) -> bool:
        picture, by = self.picture, (rows > 0) - (rows < 0)
        if picture is None or picture.clause is None:
            return False
        if picture.graph and picture.graph.rect.collidepoint(point):
            self._at = self._at._replace(columns=min(picture.graph.last, max(0, picture.graph.first + by)))
            return picture.graph.last > 0
        self._at = self._at._replace(rows=min(picture.clause.last, max(0, self._at.rows + by)))
        return picture.clause.last > 0


class PaintedGraph:
    """The graph and the clause below it, each painted at its scroll position."""

    def __init__(self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView, at: Scrolled = UNSCROLLED) -> None:
        fitting = max(1.0, rect.height / LEAST_HEIGHT)
        self.large, self.canvas = canvas, replace(canvas, scale=min(canvas.scale, fitting))
        """The canvas of the clause and labels, with type as large as fits, and the canvas of everything else."""
        self.rect, self.view = rect, view
        self.graph: GraphPicture | None = None
        self.clause: ClauseRows | None = None
        self.words = self.canvas.px(16, 13)
        with canvas.clipped(rect):
            canvas.fill(canvas.theme.background, rect)
            if view.graph is not None:
                self._paint(at)
                return
            # Why there is no graph and what will appear here, in larger type if there is a lot of room.
            size = max(self.large.px(16, 13), min(em_for(self.canvas, rect.width), rect.height // 10))
            text = " ".join(filter(None, (view.heading, view.invites)))
            words = self.canvas.fonts.wrap(text, rect.width, rect.height, size, LEAST_TYPE)
            self.canvas.paragraph(rect.topleft, words, canvas.theme.soft)

    def _paint(self, at: Scrolled) -> None:
        """Paint the graph, if there is room for it, and the heading and the clause below it."""
        rect, gap = self.rect, self.words // 2
        above, room = self._share_out(gap)
        top = rect.bottom - room
        ground = pygame.Rect(rect.left, rect.top, rect.width, top - above - gap - rect.top)
        if ground.height < GRAPH_ROW * LEAST_TYPE:
            ground.height, top = 0, rect.top
        self.clause = self._clause(rect.bottom - top, ClauseRows.height_now)
        if ground.height:
            self.graph = GraphPicture(self.canvas, ground, self.view, at, self.large.px(LEAST_TYPE))
            self.graph.paint()
            if above:
                self._heading(ground.bottom + gap + above // 2)
        room_of_clause = pygame.Rect(rect.left, top, rect.width, rect.bottom - top)
        self.clause.paint(room_of_clause, at.rows, at.slide.share if at.slide else 1)

    def _share_out(self, gap: int) -> tuple[int, int]:
        """Return the heights of the heading and of the clause. The rest is for the graph.

        The clause gets what its longest form in the derivation needs, so that the graph stays where it is. If its type
        would be small, the heading is dropped, because the caption says the same; if it still does not fit, the graph
        shrinks as far as necessary.
        """
        height, heading, readable = self.rect.height, round(self.words * 1.6), self.large.px(LEAST_TYPE, LEAST_TYPE)
        if height < heading + gap + BOTH_ROWS * LEAST_TYPE:
            heading = 0
        less = 0 if self.view.here else heading
        for share, above, least in ((GRAPH, heading, readable), (GRAPH, less, 0), (LESS_GRAPH, less, 0)):
            room = round((1 - share) * height) - above - gap
            longest = self._clause(room, ClauseRows.height_at_most)
            if longest.size >= least and longest.height_at_most() <= room:
                break
        return above, max(min(longest.height_at_most(), room), self._of_size(LEAST_TYPE).height_now())

    def literal_at(self, point: Point) -> int:
        places = [place for part in (self.clause, self.graph) if part for place in part.places]
        return next((literal for literal, place in places if place.collidepoint(point)), 0)

    def _of_size(self, size: int) -> ClauseRows:
        return ClauseRows(self.large, self.rect.width, self.view, size)

    def _clause(self, room: int, height: Callable[[ClauseRows], int]) -> ClauseRows:
        """Return the clause in the largest type for which ``height`` is within the room, or else in the smallest."""
        largest = max(em_for(self.canvas, self.rect.width), self.large.px(HEADING))
        sizes = range(LEAST_TYPE, largest + 1)
        fitting = bisect_right(sizes, room, key=lambda size: height(self._of_size(size)))
        return self._of_size(sizes[max(0, fitting - 1)])

    def _heading(self, middle: int) -> None:
        theme, view = self.canvas.theme, self.view
        color = theme.voice(view.voice) if view.here else theme.soft
        size = self.canvas.px(HEADING, 14)
        width, left = self.rect.width, self.rect.left
        self.canvas.text(
            view.heading, Face.STRONG, size, color, within=width, least=LEAST_TYPE, left=left, middle=middle
        )
