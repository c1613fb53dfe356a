"""Paints the clause below the graph: each literal in a frame with its level, and what the last resolution changed."""

from __future__ import annotations

import pygame

from solvers.core import literals
from visualizer.panes.conflict.graph.paint import paint_pointed
from visualizer.panes.conflict.view import ImplicationView
from visualizer.style.theme import Color, mix
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.shapes import dashed_frame

_OR = "or"
PITCH, FRAME = 1.7, 1.5
"""The distance between rows and the height of a literal's frame, in ems."""


class ClauseRows:
    """The literals of a clause, laid out in rows of a given width."""

    def __init__(self, canvas: Canvas, width: int, view: ImplicationView, size: int) -> None:
        self.canvas, self.view = canvas, view
        self.size = size
        self.pitch = round(self.size * PITCH)
        self.last = 0
        """The maximum number of rows that can be scrolled out of view at the top."""
        self.places: list[tuple[int, pygame.Rect]] = []
        """The painted literals and their frames."""
        self._share = 1.0
        self._gone = -view.last.pivot if view.last else 0
        """The literal just removed; 0 if there is none."""
        self.literals = view.written
        self._levels = view.levels
        self._width = self._widest()
        """The width of each frame. It is the same for all literals of the derivation."""
        self._across = self._width + canvas.fonts.width(_OR, Face.BODY, self._small) + round(self.size * 0.9)
        """The distance from one literal to the next in its row, which leaves room for an "or"."""
        self._columns = max(1, (width + self.size // 2) // self._across)

    @property
    def count(self) -> int:
        """The number of rows."""
        return -(-len(self.literals) // self._columns)

    def height_now(self) -> int:
        """Return the height of the clause in pixels."""
        return self.count * self.pitch

    def height_at_most(self) -> int:
        """Return the height in pixels needed for the most rows at any point of the derivation."""
        return -(-self.view.most // self._columns) * self.pitch

    @property
    def shown(self) -> list[int]:
        """The painted literals."""
        return [literal for literal, _ in self.places]

    def paint(self, room: pygame.Rect, top: int, share: float = 1.0) -> int:
        """Paint the rows that fit the rectangle, starting from the given row. Return their height.

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
        if self.last:
            self._bar(room, top, fitting)
        return min(fitting, self.count - top) * self.pitch

    def _text(self, i: int) -> str:
        return literals.write(self.literals[i], self.view.puzzle)

    def _level(self, i: int) -> str:
        return str(self._levels.get(-self.literals[i], 0))

    def _widest(self) -> int:
        """Return a width in pixels that is enough for every literal of the derivation, including its level."""
        fonts = self.canvas.fonts
        level = fonts.width(str(max(self._levels.values(), default=0)), Face.BODY, self._small)
        return fonts.width(self.view.longest_literal, Face.CODE, self.size) + level + round(self.size * 1.3)

    @property
    def _small(self) -> int:
        return max(13, self.size - 2)

    def _paint(self, i: int, left: int, top: int) -> None:
        """Paint a literal. One that was removed is dashed and struck through; a new one has a bold frame."""
        theme, canvas = self.canvas.theme, self.canvas
        frame = pygame.Rect(left, 0, self._width, round(self.size * FRAME))
        frame.centery = top + self.pitch // 2
        self.places.append((self.literals[i], frame))
        gone, radius = self.literals[i] == self._gone, frame.height // 5
        came = self.view.last is not None and self.literals[i] in self.view.last.came
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
        drawn = canvas.text(self._text(i), Face.CODE, self.size, ink, left=text, middle=frame.centery)
        right = round(frame.right - self.size * 0.4)
        canvas.text(self._level(i), Face.BODY, self._small, faded(theme.guessed), right=right, middle=frame.centery)
        if self.view.points_at(self.literals[i]):
            paint_pointed(canvas, frame)
        if gone:
            end = drawn.left + drawn.width * self._share, drawn.centery
            canvas.stroke(drawn.midleft, end, max(1.5, self.size / 10), theme.conflict)
        if i < len(self.literals) - 1:
            or_left = frame.right + round(self.size * 0.45)
            canvas.text(_OR, Face.BODY, self._small, theme.soft, left=or_left, middle=frame.centery)

    def _bar(self, room: pygame.Rect, top: int, fitting: int) -> None:
        """Paint a scroll bar at the right edge."""
        thin = max(3, self.canvas.px(4))
        height = fitting * self.pitch
        y = room.top + height * top // self.count
        self.canvas.fill(self.canvas.theme.faint, (room.right - thin, y, thin, height * fitting // self.count))
