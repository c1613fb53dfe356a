"""Paints the implication graph: literals in frames, reasons as arrows from left to right, the cut as a dashed line.

Every sort of literal has its own frame: a lower level's is plain, with the level; a dropped one's is dashed; the
guess's is round; the UIP's is heavy; summed up literals have none.
"""

from __future__ import annotations

import pygame

from solvers.core import literals
from visualizer.analysis.implication_graph import Graph, Side
from visualizer.analysis.implication_layout import GraphDrawing, GraphItem, lay_out
from visualizer.panes.conflict.view import ImplicationView
from visualizer.panes.paint import PanePainter
from visualizer.style.theme import Color, mix
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import ELLIPSIS, Face, Paragraph

MOST_ARROWS = 90
"""The most edges drawn with a head; beyond that, bare lines are clearer."""
ROOM_FOR_TWO = 8
"""The height of a pane, in ems, at which the clause may take two lines."""
ROOM_FOR_FOUR = 14
"""The height at which the heading may take two as well: the graph comes first."""


class Painter(PanePainter[ImplicationView]):
    """Paints the implication graph."""

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView) -> None:
        paint_implication(canvas, rect, view)


def paint_implication(canvas: Canvas, rect: pygame.Rect, view: ImplicationView) -> None:
    """Paint the graph on its cleared ground, a line above it and the clause below it."""
    with canvas.clipped(rect):
        canvas.fill(canvas.theme.background, rect)
        _Picture(canvas, rect, view).paint()


class _Picture:
    """The ground, and the scale of everything on it."""

    def __init__(self, canvas: Canvas, rect: pygame.Rect, view: ImplicationView) -> None:
        self.canvas, self.rect, self.view = canvas, rect, view
        self.size = canvas.px(12, 10)
        self.words = canvas.px(13, 11)
        self.row = round(self.size * 1.75)
        self.stroke = canvas.px(1, 1)
        self.above, self.below = (1 + (rect.height >= room * self.words) for room in (ROOM_FOR_FOUR, ROOM_FOR_TWO))
        """The lines that the sentences may take."""
        self.ground = rect

    def paint(self) -> None:
        view, theme = self.view, self.canvas.theme
        if view.graph is None:
            self._write(self._paragraph(view.heading, 2), self.rect.top, theme.soft)
            return
        clause = self._paragraph(view.clause, self.below)
        drawing, heading = self._laid_out(view.graph, clause.height)
        self._write(clause, self.rect.bottom - clause.height, theme.ink if view.here else theme.soft)
        frames = [self._frame(item, drawing) for item in drawing.items]
        self._edges(drawing, frames)
        self._cut(drawing)
        for item, frame in zip(drawing.items, frames, strict=True):
            self._item(item, frame)
        self._write(heading, self.rect.top, theme.soft)

    def _laid_out(self, graph: Graph, below: int) -> tuple[GraphDrawing, Paragraph]:
        """Return the drawing between the sentences, and the upper sentence, which says what is left out."""
        heading, gap = self._heading(0), self.words // 4
        while True:
            above = heading.height
            height = max(0, self.rect.height - above - below - 2 * gap)
            self.ground = pygame.Rect(self.rect.left, self.rect.top + above + gap, self.rect.width, height)
            drawing = lay_out(graph, self.ground.width // self._least_width(), self.ground.height // self.row)
            heading = self._heading(drawing.folded)
            if heading.height <= above:
                return drawing, heading

    def _heading(self, many: int) -> Paragraph:
        """Return the whole heading, or a shorter one if it takes too many lines, with the number of hidden literals."""
        long, short = self.view.heading, self.view.short
        texts = [long, short]
        if many:
            hidden = "1 literal that follows" if many == 1 else f"{many} literals that follow"
            follow = f"{hidden} from a single one {'is' if many == 1 else 'are'} folded into arrows."
            texts = [f"{long} {follow}", f"{short} {follow}", f"{short} {many} not drawn."]
        fits = (text for text in texts if len(self._paragraph(text, len(text)).lines) <= self.above)
        return self._paragraph(next(fits, texts[-1]), self.above)

    def _paragraph(self, text: str, lines: int) -> Paragraph:
        """Wrap a text into at most that many lines."""
        height = lines * round(self.words * 1.36)
        return self.canvas.fonts.wrap(text, self.rect.width, height, self.words, self.words)

    def _write(self, paragraph: Paragraph, top: int, color: Color) -> None:
        self.canvas.paragraph((self.rect.left, top), paragraph, color)

    def _least_width(self) -> int:
        """Return the least width of a column: the longest literal, its level, and room for an arrow."""
        assert self.view.graph is not None
        return max(self._width(self._text(node.literal), node.level) for node in self.view.graph.nodes) + 2 * self.size

    def _text(self, literal: int) -> str:
        return literals.write(literal, self.view.puzzle)

    def _width(self, text: str, level: int = 0) -> int:
        more = self.canvas.fonts.width(str(level), Face.BODY, self.size - 2) + self.size // 2 if level else 0
        return self.canvas.fonts.width(text, Face.CODE, self.size) + more + round(self.size * 0.9)

    def _frame(self, item: GraphItem, drawing: GraphDrawing) -> pygame.Rect:
        """Return the frame of an item."""
        node = item.node
        if node is not None:
            width = self._width(self._text(node.literal), node.level if node.side is Side.LOWER else 0)
        else:
            width = self.canvas.fonts.width(_summary(item), Face.BODY, self.size) if item.more else self.size
            width += self.size
        widest = self._least_width() - self.size
        left, right = self.ground.left + widest // 2, self.ground.right - max(self.size * 2, widest // 4)
        x = left + (right - left) * item.column / max(1, drawing.columns - 1)
        frame = pygame.Rect(0, 0, width, round(self.size * 1.4))
        frame.center = round(x), self.ground.top + round(self.ground.height * item.y)
        return frame

    def _edges(self, drawing: GraphDrawing, frames: list[pygame.Rect]) -> None:
        theme, heads = self.canvas.theme, len(drawing.edges) <= MOST_ARROWS
        for one, other in sorted(drawing.edges, key=lambda edge: not self._from_below(drawing.items[edge[0]])):
            lower = self._from_below(drawing.items[one])
            color = mix(theme.background, theme.soft if lower else theme.deduced, 0.35 if lower else 0.75)
            start, end = frames[one].midright, frames[other].midleft
            if drawing.items[one].column == drawing.items[other].column:
                start, end = frames[one].midbottom, frames[other].midtop
            pygame.draw.aaline(self.canvas.surface, color, start, end)
            if heads:
                reach = self.size * 0.42
                self.canvas.arrow_head(start, end, reach, reach * 0.45, color)

    @staticmethod
    def _from_below(item: GraphItem) -> bool:
        """Tell whether an item is of a lower level, so that its arrows lie under the others."""
        return item.node is not None and item.node.side is Side.LOWER

    def _cut(self, drawing: GraphDrawing) -> None:
        """Draw the cut between the UIP's column and the next."""
        column = next(item.column for item in drawing.items if item.node and item.node.side is Side.UIP)
        x = (self._edge_of(drawing, column, True) + self._edge_of(drawing, column + 1, False)) // 2
        dash = max(4, self.size // 2)
        for y in range(self.ground.top, self.ground.bottom, 2 * dash):
            self.canvas.fill(self.canvas.theme.conflict, (x, y, max(2, 2 * self.stroke), dash))
        size, color = max(9, self.size - 2), self.canvas.theme.conflict
        self.canvas.text("cut", Face.STRONG, size, color, left=x + size // 2, middle=self.ground.top + size // 2)

    def _edge_of(self, drawing: GraphDrawing, column: int, right: bool) -> int:
        """Return the left or right edge of the widest item in a column."""
        frames = [self._frame(item, drawing) for item in drawing.items if item.column == column]
        return max(frame.right for frame in frames) if right else min(frame.left for frame in frames)

    def _item(self, item: GraphItem, frame: pygame.Rect) -> None:
        theme, node = self.canvas.theme, item.node
        if node is None:
            if item.more:
                self.canvas.fill(theme.background, frame)
                text, color = _summary(item), theme.soft
                self.canvas.text(text, Face.BODY, self.size, color, centre=frame.centerx, middle=frame.centery)
            else:
                self._conflict(frame)
            return
        color = theme.guessed if node.decision else theme.deduced if node.side is not Side.LOWER else theme.soft
        self._box(frame, color, node.side is Side.UIP, node.decision, node.dropped)
        left = frame.left + round(self.size * 0.45)
        ink = theme.soft if node.dropped else theme.ink
        drawn = self.canvas.text(self._text(node.literal), Face.CODE, self.size, ink, left=left, middle=frame.centery)
        if node.side is Side.LOWER:
            small = self.size - 2
            left = drawn.right + self.size // 3
            self.canvas.text(str(node.level), Face.BODY, small, theme.guessed, left=left, middle=frame.centery)
        if node.side is Side.UIP:
            under = frame.bottom + self.size // 2
            small = max(9, self.size - 2)
            self.canvas.text("first UIP", Face.STRONG, small, theme.deduced, centre=frame.centerx, middle=under)

    def _box(self, frame: pygame.Rect, color: Color, heavy: bool, guess: bool, dropped: bool) -> None:
        theme, radius = self.canvas.theme, frame.height // 2 if guess else frame.height // 5
        self.canvas.rounded(frame, theme.step_wash if heavy else theme.panel, radius)
        if dropped:
            self._dashed(frame, color)
            return
        width = 3 if heavy else 2 if guess else 1
        self.canvas.rounded(frame, color, radius, width * self.stroke)

    def _dashed(self, frame: pygame.Rect, color: Color) -> None:
        dash = max(2, self.size // 4)
        for x in range(frame.left, frame.right, 2 * dash):
            for y in (frame.top, frame.bottom - 1):
                self.canvas.fill(color, (x, y, min(dash, frame.right - x), self.stroke))
        for x in (frame.left, frame.right - 1):
            for y in range(frame.top, frame.bottom, 2 * dash):
                self.canvas.fill(color, (x, y, self.stroke, min(dash, frame.bottom - y)))

    def _conflict(self, frame: pygame.Rect) -> None:
        """Draw a cross."""
        color, small, under = self.canvas.theme.conflict, max(9, self.size - 2), frame.bottom + self.size // 2
        self.canvas.cross(frame.center, self.size * 0.6, self.size * 0.28, color)
        self.canvas.text("conflict", Face.STRONG, small, color, centre=frame.centerx, middle=under)


def _summary(item: GraphItem) -> str:
    return f"{ELLIPSIS} {item.more} more"
