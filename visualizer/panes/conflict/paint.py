"""Paints the implication graph over its clause: the cut slides as the clause is resolved, one literal at a time.

Every sort of literal has its own frame: the guess's is round, the UIP's and the resolved literal's are heavy, a lower
level's has the level, a dropped one's is dashed; what the clause names stands on a wash, what is resolved is faint.
"""

from __future__ import annotations

import pygame

from visualizer.panes.conflict.clause_rows import ClauseRows
from visualizer.panes.conflict.graph import GraphPicture
from visualizer.panes.conflict.view import ImplicationView
from visualizer.panes.paint import PanePainter
from visualizer.session.pane import Pane
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Paragraph
from visualizer.toolkit.layout import Point

GRAPH, LEAST_GRAPH = 0.6, 0.4
"""The share of the height that the graph takes, and that it keeps if the clause needs more."""


class Painter(PanePainter[ImplicationView]):
    """Paints the graph and the clause, and keeps how far each is scrolled until a resolution is made."""

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane)
        self._view: ImplicationView | None = None
        self._picture: _Picture | None = None
        self._columns: int | None = None
        """The columns of the graph hidden on the left, if the user has scrolled."""
        self._rows = 0
        """The rows of the clause hidden above."""

    @property
    def look(self) -> object:
        return self._columns, self._rows

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView) -> None:
        if view != self._view:
            self._view, self._columns, self._rows = view, None, 0
        self._picture = paint_implication(canvas, rect, view, self._columns, self._rows)

    def scroll(self, point: Point, rows: int) -> bool:
        picture, by = self._picture, (rows > 0) - (rows < 0)
        if picture is None or picture.graph is None or picture.clause is None:
            return False
        if picture.graph.rect.collidepoint(point):
            self._columns = min(picture.graph.last, max(0, picture.graph.first + by))
            return picture.graph.last > 0
        self._rows = min(picture.clause.last, max(0, self._rows + by))
        return picture.clause.last > 0


def paint_implication(
    canvas: Canvas, rect: pygame.Rect, view: ImplicationView, columns: int | None = None, rows: int = 0
) -> _Picture:
    """Paint the graph on its cleared ground and the clause below it, each scrolled that far."""
    with canvas.clipped(rect):
        canvas.fill(canvas.theme.background, rect)
        return _Picture(canvas, rect, view, columns, rows)


class _Picture:
    """The painted parts."""

    def __init__(
        self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView, columns: int | None, rows: int
    ) -> None:
        self.canvas, self.rect, self.view = canvas, rect, view
        self.graph: GraphPicture | None = None
        self.clause: ClauseRows | None = None
        self.words = canvas.px(16, 13)
        theme = canvas.theme
        if view.graph is None:
            canvas.paragraph(rect.topleft, self._paragraph(view.heading), theme.soft)
            return
        words = self._paragraph(view.words)
        self.clause = ClauseRows(canvas, rect.width, view)
        above, gap = round(self.words * 1.6), self.words // 2
        ground = pygame.Rect(rect.left, rect.top, rect.width, self._graph_height(above + 2 * gap + words.height))
        self.graph = GraphPicture(canvas, ground, view, columns)
        self.graph.paint()
        room = pygame.Rect(rect.left, ground.bottom + gap + above, rect.width, 0)
        room.height = max(self.clause.pitch, rect.bottom - room.top - words.height - gap)
        self._heading(room.top - above // 2)
        height = self.clause.paint(room, rows)
        canvas.paragraph((rect.left, room.top + height + gap // 2), words, theme.ink if view.here else theme.soft)

    def _graph_height(self, besides: int) -> int:
        """Return the height of the graph: all that the clause and ``besides`` leave, and at the least its share."""
        assert self.clause is not None
        least = GRAPH if self.clause.count == 1 else LEAST_GRAPH
        height = max(self.rect.height - besides - self.clause.height, round(least * self.rect.height))
        return min(height, self.rect.height - 3 * self.words - self.clause.pitch)  # at least one row of the clause

    def _heading(self, middle: int) -> None:
        theme, view = self.canvas.theme, self.view
        done = view.graph is not None and view.made == len(view.graph.resolutions)
        color = theme.soft if not view.here else theme.solved if done else theme.guessed if view.made else theme.conflict
        size = self.canvas.px(18, 14)
        width, left = self.rect.width, self.rect.left
        self.canvas.text(view.heading, Face.STRONG, size, color, within=width, least=13, left=left, middle=middle)

    def _paragraph(self, text: str) -> Paragraph:
        return self.canvas.fonts.wrap(text, self.rect.width, self.rect.height // 3, self.words, self.canvas.px(14, 12))
