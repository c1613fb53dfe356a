"""Paints the implication graph above its clause. The cut slides as the clause is resolved, one literal at a time.

Frames tell literals apart: round for the guess, heavy for the UIP and the resolved literal, dashed for a dropped one.
Literals from lower levels show their level. The clause's literals have a coloured background, and resolved ones are
faint.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace

import pygame

from visualizer.panes.conflict.clause.paint import ClauseRows
from visualizer.panes.conflict.graph.paint import LEAST_TYPE, GraphPicture, Slide, em_for
from visualizer.panes.conflict.view import ImplicationView
from visualizer.panes.paint import PanePainter
from visualizer.session.pane import Pane
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import Point

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
        self.picture: _Picture | None = None
        self._columns: int | None = None
        """The number of columns of the graph scrolled out of view, or None if the user has not scrolled."""
        self._rows = 0
        """The number of rows of the clause scrolled out of view."""
        self._slide: Slide | None = None
        """The cut sliding from its position before the last resolution."""
        self._time = SLIDE
        """Seconds since the cut began to slide."""

    @property
    def look(self) -> object:
        return self._columns, self._rows, self._time

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView) -> None:
        before, self._view = self._view, replace(view, pointed=-1)
        if before != self._view:
            self._begin(before, view)
            self._columns, self._rows = None, 0
        slide = self._slide._replace(share=1 - (1 - self._time / SLIDE) ** 2) if self._slide and self.moving else None
        shown = replace(view, invites="") if self.filmed else view
        self.picture = paint_implication(canvas, rect, shown, self._columns, self._rows, slide)

    def _begin(self, before: ImplicationView | None, view: ImplicationView) -> None:
        """Start sliding the cut if one resolution was made or undone."""
        near = before is not None and before.graph is view.graph and abs(before.made - view.made) == 1
        graph = self.picture.graph if self.picture and near and view.here and not self.reduced else None
        self._slide = Slide(before.made, graph.first) if before and graph else None
        self._time = 0.0 if self._slide else SLIDE

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
            self._columns = min(picture.graph.last, max(0, picture.graph.first + by))
            return picture.graph.last > 0
        self._rows = min(picture.clause.last, max(0, self._rows + by))
        return picture.clause.last > 0


def paint_implication(
    canvas: Canvas,
    rect: pygame.Rect,
    view: ImplicationView,
    columns: int | None = None,
    rows: int = 0,
    slide: Slide | None = None,
) -> _Picture:
    """Clear the rectangle and paint the graph and the clause below it, each at its scroll position."""
    with canvas.clipped(rect):
        canvas.fill(canvas.theme.background, rect)
        return _Picture(canvas, rect, view, columns, rows, slide)


class _Picture:
    """The graph and its clause, painted."""

    def __init__(
        self,
        canvas: Canvas,
        rect: pygame.Rect,
        view: ImplicationView,
        columns: int | None,
        rows: int,
        slide: Slide | None,
    ) -> None:
        fitting = max(1.0, rect.height / LEAST_HEIGHT)
        self.large, self.canvas = canvas, replace(canvas, scale=min(canvas.scale, fitting))
        """The canvas of the clause and labels, with type as large as fits, and the canvas of everything else."""
        self.rect, self.view = rect, view
        self.graph: GraphPicture | None = None
        self.clause: ClauseRows | None = None
        self.words = self.canvas.px(16, 13)
        if view.graph is None:
            self._invite()
            return
        self._paint(columns, rows, slide)

    def _paint(self, columns: int | None, rows: int, slide: Slide | None) -> None:
        """Paint the graph, if there is room for it, and the heading and the clause below it."""
        rect, gap, share = self.rect, self.words // 2, slide.share if slide else 1
        above, room = self._share_out(gap)
        top = rect.bottom - room
        ground = pygame.Rect(rect.left, rect.top, rect.width, top - above - gap - rect.top)
        if ground.height < GRAPH_ROW * LEAST_TYPE:
            ground.height, top = 0, rect.top
        self.clause = self._clause(rect.bottom - top, ClauseRows.height_now)
        if ground.height:
            self.graph = GraphPicture(self.canvas, ground, self.view, columns, slide, self.large.px(LEAST_TYPE))
            self.graph.paint()
            if above:
                self._heading(ground.bottom + gap + above // 2)
        self.clause.paint(pygame.Rect(rect.left, top, rect.width, rect.bottom - top), rows, share)

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

    def _invite(self) -> None:
        """Say why there is no graph and what will appear here, in larger type if there is a lot of room."""
        size = max(self.large.px(16, 13), min(em_for(self.canvas, self.rect.width), self.rect.height // 10))
        text = " ".join(filter(None, (self.view.heading, self.view.invites)))
        words = self.canvas.fonts.wrap(text, self.rect.width, self.rect.height, size, LEAST_TYPE)
        self.canvas.paragraph(self.rect.topleft, words, self.canvas.theme.soft)

    def literal_at(self, point: Point) -> int:
        """Return the literal of the graph or the clause at a point, or 0 if there is none."""
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
