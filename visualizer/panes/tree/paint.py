"""Paints the search tree: guesses as nodes, the path to the playhead strong, failed guesses folded into triangles.

Each state has its own shape: ring, on the board; disc, the current guess; triangle, failed; diamond, a solution;
square, left by a restart; dot, still ahead. The tip of a folded triangle shows its state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from visualizer.analysis.icicle import IcicleView
from visualizer.analysis.run_analysis import Analysis
from visualizer.analysis.search_tree import State
from visualizer.analysis.tree_layout import Label, TreeDrawing
from visualizer.painting.icicle import level_at, paint_icicle, paint_scale
from visualizer.panes.paint import PanePainter, say
from visualizer.scene.moment import Moment
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.layout import Point
from visualizer.toolkit.shapes import curve

MOST_JUMPS = 6
"""The most backjumps and restarts drawn, the latest ones: more would hide the tree."""
Name = Callable[[int], str]
"""The name of a node: ``r1c2 = 3``."""


class Painter(PanePainter[Moment]):
    """Paints the tree or its icicle, and records where each guess is."""

    analysis: Analysis
    rect: pygame.Rect
    scale: float
    drawing: TreeDrawing | None
    icicle: IcicleView | None

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: Moment) -> None:
        self.analysis, self.rect, self.scale = view.analysis, rect, canvas.scale
        position, leaves = view.known_position, capacity(rect, canvas.scale)
        self.drawing = self.analysis.drawing(position, leaves, rows(rect, canvas.scale))
        too_large = self.drawing is None and self.analysis.tree.size > 1
        self.icicle = self.analysis.icicle_so_far(position, rect.width) if too_large else None
        if self.drawing is not None:
            paint_tree(canvas, rect, self.drawing, self.analysis.name)
        elif self.icicle is not None:
            paint_icicle(canvas, rect, self.icicle)
            paint_scale(canvas, rect, self.icicle.icicle)
        else:
            say(canvas, rect, self.pane.missing(view.solver))

    def position_at(self, point: Point) -> int | None:
        """Return the position of the guess drawn at a point."""
        if self.drawing is not None:
            item = item_at(self.rect, self.drawing, point, self.scale)
            return None if item is None else int(self.drawing.layout.positions[item])
        if self.icicle is None:
            return None
        edges = self.icicle.icicle.edges
        found = int(edges[min(point[0] - self.rect.left, len(edges) - 2)])
        return found if found <= self.icicle.position else None

    def words_at(self, point: Point) -> str:
        """Return the words about the guess drawn at a point."""
        if self.drawing is not None:
            item = item_at(self.rect, self.drawing, point, self.scale)
            return "" if item is None else self.analysis.words_of_item(self.drawing, item)
        if self.icicle is None:
            return ""
        level = level_at(point[1], self.rect, self.icicle.icicle.deepest)
        return self.analysis.words_at_level(self.position_at(point) or 0, level)


class TreeFrame(NamedTuple):
    """The scale that turns leaves and rows into pixels."""

    rect: pygame.Rect
    left: float
    top: float
    across: float
    """The width of a leaf in pixels."""
    down: float
    """The height of a row in pixels."""
    radius: int

    @property
    def half(self) -> int:
        """Half the width of a triangle."""
        return max(self.radius, round(self.across * 0.46))

    @classmethod
    def of(cls, rect: pygame.Rect, span: int, scale: float = 1.0) -> TreeFrame:
        """Return the frame for a layout with a number of leaves."""
        pad = round(14 * scale)
        across = (rect.width - 2 * pad) / max(1, span)
        down = (rect.height - 2 * pad) / max(1, rows(rect, scale) - 1)
        radius = max(2, min(round(5 * scale), int(across * 0.42)))
        return cls(rect, rect.left + pad, rect.top + pad, across, min(down, 44 * scale), radius)

    def point(self, x: float, y: float) -> tuple[int, int]:
        return round(self.left + x * self.across), round(self.top + y * self.down)

    def back(self, point: tuple[int, int]) -> tuple[float, float]:
        """Convert a point to leaves and rows."""
        return (point[0] - self.left) / self.across, (point[1] - self.top) / self.down

    def bounds(self, drawing: TreeDrawing, item: int) -> pygame.Rect:
        """Return the area of an item: a triangle down to its deepest guess, or a node's circle."""
        layout, radius = drawing.layout, self.radius
        x, y = self.point(float(layout.x[item]), float(layout.y[item]))
        if layout.guesses[item] <= 1:
            return pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        bottom = max(self.point(0, float(layout.bottom[item]))[1], y + 2 * radius)
        return pygame.Rect(x - self.half, y - 2, 2 * self.half, bottom - y + 2)


def capacity(rect: pygame.Rect, scale: float = 1.0) -> int:
    """Return how many leaves can be told apart side by side."""
    return max(8, int((rect.width - 28 * scale) / (9 * scale)))


def rows(rect: pygame.Rect, scale: float = 1.0) -> int:
    """Return how many rows of the tree fit."""
    return max(2, round(rect.height / (24 * scale)))


def item_at(rect: pygame.Rect, drawing: TreeDrawing, point: tuple[int, int], scale: float = 1.0) -> int | None:
    """Return the item of the layout at or near a point, if any."""
    frame = TreeFrame.of(rect, drawing.layout.span, scale)
    item, distance = drawing.layout.nearest(*frame.back(point), frame.across, frame.down)
    return item if distance <= 3 * frame.radius + 4 and drawing.layout.guesses[item] else None


def paint_tree(canvas: Canvas, rect: pygame.Rect, drawing: TreeDrawing, name: Name) -> None:
    """Paint the tree on a cleared background."""
    frame = TreeFrame.of(rect, drawing.layout.span, canvas.scale)
    with canvas.clipped(rect):
        _edges(canvas, frame, drawing)
        _jumps(canvas, frame, drawing)
        _path(canvas, frame, drawing)
        for item in range(len(drawing.layout.x)):
            _item(canvas, frame, drawing, item)
        _stations(canvas, frame, drawing)
        _labels(canvas, frame, drawing, name)


def _color(state: State, theme: Theme) -> Color:
    colors = {
        State.AHEAD: mix(theme.background, theme.soft, 0.6),
        State.OPEN: theme.guessed,
        State.FAILED: theme.conflict,
        State.SOLVED: theme.solved,
        State.LEFT: theme.soft,
    }
    return colors[state]


def _edges(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    layout, width = drawing.layout, canvas.px(0.8, 1)
    colors = {state: mix(canvas.theme.background, _color(state, canvas.theme), 0.55) for state in State}
    points = [frame.point(x, y) for x, y in zip(layout.x.tolist(), layout.y.tolist(), strict=True)]
    for parent, point, state in zip(layout.parents.tolist(), points, drawing.states.tolist(), strict=True):
        if parent >= 0:
            pygame.draw.aaline(canvas.surface, colors[State(state)], points[parent], point, width)


def _path(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    points = [frame.point(x, y) for x, y in zip(drawing.path_x.tolist(), drawing.path_y.tolist(), strict=True)]
    width = max(2.0, min(3 * canvas.scale, frame.radius * 0.9))
    for one, other in zip(points, points[1:], strict=False):
        canvas.stroke(one, other, width, canvas.theme.guessed)


def _item(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing, item: int) -> None:
    """Paint an item: a triangle for a folded subtree, and the mark of its state unless all of it has failed."""
    layout, state = drawing.layout, State(int(drawing.states[item]))
    folded, color = layout.guesses[item] > 1, _color(state, canvas.theme)
    if folded:
        _fold(canvas, frame, drawing, item, color)
    if not folded or state is not State.FAILED:
        _mark(canvas, frame.point(float(layout.x[item]), float(layout.y[item])), state, frame.radius, color)


def _mark(canvas: Canvas, centre: tuple[int, int], state: State, radius: int, color: Color) -> None:
    """Paint the shape of a state; an open guess is a ring on the path."""
    x, y = centre
    small = max(2, radius - 1)
    if state is State.FAILED:
        canvas.polygon([(x - small, y - small + 1), (x + small, y - small + 1), (x, y + small + 1)], color)
    elif state is State.SOLVED:
        reach = radius + 1
        canvas.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], color)
    elif state is State.LEFT:
        canvas.fill(color, (x - small, y - small, 2 * small, 2 * small))
    elif state is State.AHEAD:
        canvas.disc(centre, max(2, radius - 2), color)


def _fold(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing, item: int, color: Color) -> None:
    """Paint a triangle from the first guess down to the deepest, with the number of guesses in it if that fits."""
    theme = canvas.theme
    bounds = frame.bounds(drawing, item)
    ground = mix(theme.background, color, 0.30 if drawing.states[item] != State.AHEAD else 0.22)
    corners = [bounds.midtop, bounds.bottomleft, bounds.bottomright]
    canvas.polygon(corners, ground)
    pygame.draw.aalines(canvas.surface, mix(theme.background, color, 0.8), True, corners)
    size, text = canvas.px(11, 10), f"{int(drawing.layout.guesses[item])}"
    room = bounds.width * (1 - 1.1 * size / bounds.height)
    if canvas.fonts.width(text, Face.BODY, size) <= room:
        middle = bounds.bottom - round(size * 0.65)
        canvas.text(text, Face.BODY, size, theme.ink, centre=bounds.centerx, middle=middle)


def _stations(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    """Paint a ring for each guess on the board, and a disc for the last one."""
    theme = canvas.theme
    points = [frame.point(x, y) for x, y in zip(drawing.path_x.tolist(), drawing.path_y.tolist(), strict=True)]
    for point in points:
        canvas.disc(point, frame.radius, theme.guessed)
        canvas.disc(point, frame.radius - max(1, frame.radius // 3), theme.background)
    if points:
        canvas.disc(points[-1], frame.radius + 1, theme.guessed)


def label_places(
    rect: pygame.Rect, drawing: TreeDrawing, name: Name, fonts: Fonts, scale: float = 1.0
) -> list[tuple[Label, pygame.Rect]]:
    """Place the names of the path's guesses: the last where it hides least, the others where they hide nothing."""
    frame, taken = TreeFrame.of(rect, drawing.layout.span, scale), list[tuple[Label, pygame.Rect]]()
    path = [frame.point(x, y) for x, y in zip(drawing.path_x.tolist(), drawing.path_y.tolist(), strict=True)]
    covered = [frame.bounds(drawing, item) for item in range(len(drawing.layout.x))]

    def hidden(place: pygame.Rect) -> int:
        crossed = sum(bool(place.clipline(one, other)) for one, other in zip(path, path[1:], strict=False))
        return len(place.collidelistall(covered)) + crossed

    for label in reversed(drawing.labels):
        last = label.node == drawing.path[-1]
        width = fonts.width(name(label.node), Face.STRONG if last else Face.BODY, _label_size(scale))
        places = [
            place
            for place in _beside(frame, drawing, label, width, scale)[: 3 if last else 2]
            if rect.contains(place) and place.collidelist([other for _, other in taken]) < 0
        ]
        best = min(places, key=hidden, default=None)
        if best is not None and (last or not hidden(best)):
            taken.append((label, best))
    return taken


def _label_size(scale: float) -> int:
    return max(11, round(12.5 * scale))


def _beside(frame: TreeFrame, drawing: TreeDrawing, label: Label, width: int, scale: float) -> list[pygame.Rect]:
    """Return the possible places of a guess's name: to the right of the guess, to the left, or below it."""
    size, item = _label_size(scale), int(drawing.layout.items[label.node])
    x, y = frame.point(label.x, label.y)
    half = frame.half if drawing.layout.guesses[item] > 1 else frame.radius
    reach, height = half + round(5 * scale), size + 2
    under = y + frame.radius + round(4 * scale)
    top = y - size // 2 - 1
    corners = ((x + reach, top), (x - reach - width, top), (x - width // 2, under))
    return [pygame.Rect(*corner, width, height) for corner in corners]


def _labels(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing, name: Name) -> None:
    """Paint the names of the guesses on the path, each on its own background and none over another."""
    theme = canvas.theme
    for label, place in label_places(frame.rect, drawing, name, canvas.fonts, canvas.scale):
        last = label.node == drawing.path[-1]
        face, ink = (Face.STRONG, theme.ink) if last else (Face.BODY, theme.soft)
        canvas.fill(theme.background, place)
        canvas.text(name(label.node), face, _label_size(canvas.scale), ink, left=place.left, middle=place.centery)


def _jumps(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    """Paint dashed arcs with an arrow from each jump's start to its target; a restart leads to the root."""
    layout = drawing.layout
    shown = drawing.jumps[-MOST_JUMPS:].tolist()
    for i, (_, source, target, restart) in enumerate(shown):
        color = mix(canvas.theme.background, canvas.theme.deduced, 0.35 + 0.65 * (i + 1) / len(shown))
        start, end = (frame.point(float(layout.x[item]), float(layout.y[item])) for item in (source, target))
        _arc(canvas, frame, start, end, color, canvas.px(2 if restart else 1.5, 1))


def _arc(
    canvas: Canvas, frame: TreeFrame, start: tuple[int, int], end: tuple[int, int], color: Color, width: int
) -> None:
    """Return an arc that bends to the side, away from the edges, but stays in the pane."""
    bend = max(abs(start[1] - end[1]) * 0.35, 3.0 * frame.radius) * (1 if start[0] >= end[0] else -1)
    aside = min(max((start[0] + end[0]) / 2 + bend, frame.rect.left), frame.rect.right)
    middle = (aside, (start[1] + end[1]) / 2)
    points = curve(start, middle, end, 16)
    for one, other in zip(points[::2], points[1::2], strict=False):
        pygame.draw.line(canvas.surface, color, one, other, width)
    reach = frame.radius + 2
    canvas.arrow_head(points[-3], points[-1], reach, reach / 2, color)
