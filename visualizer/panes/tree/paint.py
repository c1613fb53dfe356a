"""Paints the search tree: guesses as nodes, the path to the playhead in bold, failed guesses folded into triangles.

Each state has its own shape: ring, on the board; disc, the current guess; triangle, failed; diamond, a solution;
square, abandoned by a restart; dot, still ahead. The tip of a folded triangle shows its state.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pygame

from visualizer.analysis.search_tree import NodeState, TreeDrawing
from visualizer.painting.profile import level_at, paint_icicle, paint_scale
from visualizer.panes.paint import PanePainter, say
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.canvas import Canvas, Face, Fonts, smallest_type
from visualizer.toolkit.layout import Point
from visualizer.toolkit.shapes import Blit, curve, disc_of, polygon_of
from visualizer.views.board import StripView

PAD = 16
"""The margin around the tree, in pixels at scale 1."""
LEAST_ACROSS = 9
"""The width of a leaf at scale 1 below which subtrees are folded."""
MOST_DOWN = 54
"""The maximum height of a level at scale 1."""
LEAST_LEVELS = 6
"""The minimum number of levels that share the pane's height, so that a tree of two guesses is not stretched."""
MOST_JUMPS = 6
"""The maximum number of backjumps and restarts drawn, latest first. More would hide the tree."""
Places = np.ndarray[Any, np.dtype[Any]]
"""The positions of many nodes along one axis, in leaves or levels."""
Name = Callable[[int], str]
"""Returns the name of a node, such as ``r1c2 = 3``."""


class Painter(PanePainter[StripView]):
    """Paints the tree or its icicle, and records where each guess is."""

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: StripView) -> None:
        self.analysis, self.rect = self.pane.run.composer.analysis, rect
        position = self.pane.run.player.known(view.position)
        self.drawing = self.analysis.drawing(position, capacity(rect, canvas.scale))
        too_large = self.drawing is None and self.analysis.tree.size > 1
        self.icicle = self.analysis.icicle_so_far(position, rect.width) if too_large else None
        if self.drawing is not None:
            self.frame = TreeFrame.of(rect, self.drawing, canvas.scale)
            paint_tree(canvas, self.frame, self.drawing, self.analysis.name)
        elif self.icicle is not None:
            paint_icicle(canvas, rect, self.icicle)
            paint_scale(canvas, rect, self.icicle.icicle)
        else:
            say(canvas, rect, self.pane.missing(self.pane.run.solver))

    def position_at(self, point: Point) -> int | None:
        if self.drawing is not None:
            item = item_at(self.frame, self.drawing, point)
            return None if item is None else int(self.drawing.layout.positions[item])
        if self.icicle is None:
            return None
        edges = self.icicle.icicle.edges
        found = int(edges[min(point[0] - self.rect.left, len(edges) - 2)])
        return found if found <= self.icicle.position else None

    def words_at(self, point: Point) -> str:
        if self.drawing is not None:
            item = item_at(self.frame, self.drawing, point)
            return "" if item is None else self.analysis.words_of_item(self.drawing, item)
        if self.icicle is None:
            return ""
        level = level_at(point[1], self.rect, self.icicle.icicle.deepest)
        return self.analysis.words_at_level(self.position_at(point) or 0, level)


class TreeFrame(NamedTuple):
    """Converts leaves and levels to pixels, so that the whole tree fits the pane."""

    rect: pygame.Rect
    across: float
    """The width of a leaf in pixels."""
    down: float
    """The height of a level in pixels."""
    pad: int
    """The margin around the tree in pixels."""
    radius: int
    scale: float

    @property
    def half(self) -> int:
        return max(self.radius, round(self.across * 0.46))

    @property
    def crowded(self) -> bool:
        """Whether the levels are too close together for a ring on each."""
        return self.down < 2 * self.radius + 1

    @classmethod
    def of(cls, rect: pygame.Rect, drawing: TreeDrawing, scale: float = 1.0) -> "TreeFrame":
        """Return the frame for a drawing, with levels as close together as the deepest guess requires."""
        layout = drawing.layout
        pad = min(round(PAD * scale), rect.width // 4, rect.height // 4)
        across = (rect.width - 2 * pad) / max(1, layout.span)
        tall = LEAST_LEVELS
        while tall < layout.deepest:  # rounded up, so that a growing tree seldom moves
            tall += tall // 6
        down = min((rect.height - 2 * pad) / tall, MOST_DOWN * scale)
        return cls(rect, across, down, pad, max(2, min(round(5 * scale), int(across * 0.42), int(down * 0.6))), scale)

    def point(self, x: float, y: float) -> tuple[int, int]:
        return round(self.rect.left + self.pad + x * self.across), round(self.rect.top + self.pad + y * self.down)

    def points(self, x: Places, y: Places) -> list[tuple[int, int]]:
        """Convert arrays of leaves and levels to points."""
        lefts = np.rint(self.rect.left + self.pad + x * self.across).astype(int)
        tops = np.rint(self.rect.top + self.pad + y * self.down).astype(int)
        return list(zip(lefts.tolist(), tops.tolist(), strict=True))

    def bounds(self, drawing: TreeDrawing) -> list[pygame.Rect]:
        """Return each item's bounds: a triangle down to its deepest guess, or a node's circle."""
        layout, radius, half = drawing.layout, self.radius, self.half
        tops, bottoms = self.points(layout.x, layout.y), self.points(layout.x, layout.bottom)
        return [
            pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)
            if guesses <= 1
            else pygame.Rect(x - half, y - 2, 2 * half, max(bottom, y + 2 * radius) - y + 2)
            for (x, y), (_, bottom), guesses in zip(tops, bottoms, layout.guesses.tolist(), strict=True)
        ]


def capacity(rect: pygame.Rect, scale: float = 1.0) -> int:
    """Return how many leaves can be drawn side by side and still be distinguished."""
    return max(8, int((rect.width - 2 * PAD * scale) / (LEAST_ACROSS * scale)))


def item_at(frame: TreeFrame, drawing: TreeDrawing, point: tuple[int, int]) -> int | None:
    """Return the layout item at or near a point, or None."""
    x, y = ((at - start - frame.pad) for at, start in zip(point, frame.rect.topleft, strict=True))
    item, distance = drawing.layout.nearest(x / frame.across, y / frame.down, frame.across, frame.down)
    return item if distance <= 3 * frame.radius + 4 and drawing.layout.guesses[item] else None


def paint_tree(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing, name: Name) -> None:
    with canvas.clipped(frame.rect):
        _edges(canvas, frame, drawing)
        _jumps(canvas, frame, drawing)
        _path(canvas, frame, drawing)
        _items(canvas, frame, drawing)
        _stations(canvas, frame, drawing)
        _labels(canvas, frame, drawing, name)


def _colors(theme: Theme) -> dict[NodeState, Color]:
    return {
        NodeState.AHEAD: mix(theme.background, theme.soft, 0.6),
        NodeState.OPEN: theme.guessed,
        NodeState.FAILED: theme.conflict,
        NodeState.SOLVED: theme.solved,
        NodeState.LEFT: theme.soft,
    }


def _edges(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    layout, width = drawing.layout, canvas.px(0.8, 1)
    theme = canvas.theme
    colors = {int(state): mix(theme.background, color, 0.55) for state, color in _colors(theme).items()}
    points = frame.points(layout.x, layout.y)
    for parent, point, state in zip(layout.parents.tolist(), points, drawing.states.tolist(), strict=True):
        if parent >= 0:
            pygame.draw.aaline(canvas.surface, colors[state], points[parent], point, width)


def _path(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    points = frame.points(drawing.path_x, drawing.path_y)
    wide = 3 * canvas.scale
    width = max(2.0, wide if frame.crowded else min(wide, frame.radius * 0.9))
    for one, other in zip(points, points[1:], strict=False):
        canvas.stroke(one, other, width, canvas.theme.guessed)


def _items(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    """Paint each item, with a triangle for a folded subtree and the mark of the item's state. A folded subtree that has
    failed gets no mark.
    """
    layout = drawing.layout
    ground, folds, marks = canvas.theme.background, dict[int, tuple[Color, Color]](), dict[int, Blit | None]()
    for state, color in _colors(canvas.theme).items():
        share = 0.22 if state is NodeState.AHEAD else 0.30
        folds[state] = mix(ground, color, share), mix(ground, color, 0.8)
        marks[state] = _mark(state, frame.radius, color)
    points, guessed = frame.points(layout.x, layout.y), layout.guesses.tolist()
    items = zip(points, frame.bounds(drawing), guessed, drawing.states.tolist(), strict=True)
    for (x, y), bounds, guesses, its in items:
        if guesses > 1:
            _fold(canvas, bounds, guesses, *folds[its])
        if (guesses <= 1 or its != NodeState.FAILED) and (mark := marks[its]):
            picture, (left, top) = mark
            canvas.surface.blit(picture, (x + left, y + top))


def _mark(state: NodeState, radius: int, color: Color) -> Blit | None:
    """Return the shape for a state, centred on (0, 0). An open guess has none: it is drawn as a ring on the path."""
    small = max(2, radius - 1)
    if state is NodeState.FAILED:
        return polygon_of([(-small, 1 - small), (small, 1 - small), (0, small + 1)], color)
    if state is NodeState.SOLVED:
        reach = radius + 1
        return polygon_of([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], color)
    if state is NodeState.LEFT:
        return polygon_of([(-small, -small), (small, -small), (small, small), (-small, small)], color)
    return disc_of((0, 0), max(2, radius - 2), color) if state is NodeState.AHEAD else None


def _fold(canvas: Canvas, bounds: pygame.Rect, guesses: int, ground: Color, edge: Color) -> None:
    """Paint a triangle from the first guess down to the deepest, with the number of guesses inside if it fits."""
    corners = [bounds.midtop, bounds.bottomleft, bounds.bottomright]
    canvas.polygon(corners, ground)
    pygame.draw.aalines(canvas.surface, edge, True, corners)
    size, text = canvas.em(11), str(guesses)
    room = bounds.width * (1 - 1.1 * size / bounds.height)
    if canvas.fonts.width(text, Face.BODY, size) <= room:
        middle = bounds.bottom - round(size * 0.65)
        canvas.text(text, Face.BODY, size, canvas.theme.ink, centre=bounds.centerx, middle=middle)


def _stations(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    """Paint a disc for the last guess on the board, and rings for the others unless the rings would touch."""
    theme = canvas.theme
    points = frame.points(drawing.path_x, drawing.path_y)
    for point in [] if frame.crowded else points:
        canvas.disc(point, frame.radius, theme.guessed)
        canvas.disc(point, frame.radius - max(1, frame.radius // 3), theme.background)
    if points:
        canvas.disc(points[-1], max(frame.radius + 1, canvas.px(4)), theme.guessed)


# The names are placed from the deepest guess up, because the last guess matters most. A name has up to three places,
# and each is judged by how many items and lines of the path it would hide.


def label_places(frame: TreeFrame, drawing: TreeDrawing, name: Name, fonts: Fonts) -> list[tuple[int, pygame.Rect]]:
    """Place the names of guesses on the path: the last where it hides least, others only if they hide nothing."""
    taken = list[tuple[int, pygame.Rect]]()
    path = frame.points(drawing.path_x, drawing.path_y)
    covered = frame.bounds(drawing)
    lines = list(pairwise(path))
    spans = [pygame.Rect(min(a, x), min(b, y), abs(a - x) + 1, abs(b - y) + 1) for (a, b), (x, y) in lines]

    def hidden(place: pygame.Rect) -> int:
        crossed = sum(bool(place.clipline(*lines[i])) for i in place.collidelistall(spans))
        return len(place.collidelistall(covered)) + crossed

    for node, point in list(zip(drawing.path, path, strict=True))[:0:-1]:
        last = node == drawing.path[-1]
        width = fonts.width(name(node), Face.STRONG if last else Face.BODY, _label_size(frame.scale))
        places = [
            place
            for place in _beside(frame, drawing, node, point, width)[: 3 if last else 2]
            if frame.rect.contains(place) and place.collidelist([other for _, other in taken]) < 0
        ]
        best = min(places, key=hidden, default=None)
        if best is not None and (last or not hidden(best)):
            taken.append((node, best))
    return taken


def _label_size(scale: float) -> int:
    return max(smallest_type(scale), round(12.5 * scale))


def _beside(frame: TreeFrame, drawing: TreeDrawing, node: int, point: Point, width: int) -> list[pygame.Rect]:
    """Return the possible rectangles for a guess's name: to its right, to its left, or below it."""
    scale, size, item = frame.scale, _label_size(frame.scale), int(drawing.layout.items[node])
    x, y = point
    half = frame.half if drawing.layout.guesses[item] > 1 else frame.radius
    reach, height = half + round(5 * scale), size + 2
    under = y + frame.radius + round(4 * scale)
    top = y - size // 2 - 1
    corners = ((x + reach, top), (x - reach - width, top), (x - width // 2, under))
    return [pygame.Rect(*corner, width, height) for corner in corners]


def _labels(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing, name: Name) -> None:
    """Paint the names of the guesses on the path on their own backgrounds, without overlaps."""
    theme = canvas.theme
    for node, place in label_places(frame, drawing, name, canvas.fonts):
        last = node == drawing.path[-1]
        face, ink = (Face.STRONG, theme.ink) if last else (Face.BODY, theme.soft)
        canvas.fill(theme.background, place)
        canvas.text(name(node), face, _label_size(canvas.scale), ink, left=place.left, middle=place.centery)


def _jumps(canvas: Canvas, frame: TreeFrame, drawing: TreeDrawing) -> None:
    """Paint a dashed arc with an arrowhead for each jump. It curves sideways but stays in the pane. A restart leads to
    the root.
    """
    layout = drawing.layout
    shown = drawing.jumps[-MOST_JUMPS:].tolist()
    for i, (_, source, target, restart) in enumerate(shown):
        color = mix(canvas.theme.background, canvas.theme.deduced, 0.35 + 0.65 * (i + 1) / len(shown))
        start, end = (frame.point(float(layout.x[item]), float(layout.y[item])) for item in (source, target))
        bend = max(abs(start[1] - end[1]) * 0.35, 3.0 * frame.radius) * (1 if start[0] >= end[0] else -1)
        aside = min(max((start[0] + end[0]) / 2 + bend, frame.rect.left), frame.rect.right)
        points = curve(start, (aside, (start[1] + end[1]) / 2), end, 16)
        for one, other in zip(points[::2], points[1::2], strict=False):
            pygame.draw.line(canvas.surface, color, one, other, canvas.px(2 if restart else 1.5, 1))
        reach = frame.radius + 2
        canvas.arrow_head(points[-3], points[-1], reach, reach / 2, color)
