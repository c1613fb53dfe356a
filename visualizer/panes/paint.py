"""Shared parts of the panes' painters."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Generic, TypeVar

import pygame

from visualizer.session.pane import Pane
from visualizer.style.theme import Color, mix
from visualizer.toolkit.canvas import Canvas, smallest_type
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.layout import Point

V = TypeVar("V")
"""The type of a pane's view."""


class PanePainter(Generic[V]):
    """Paints one pane, and records where its parts are. Dropped when the pane is no longer painted."""

    def __init__(self, pane: Pane) -> None:
        self.pane = pane
        self.has_buttons = False
        """Whether the pane may paint buttons, because they can be pressed."""
        self.reduced = False
        """Whether each change is shown at once, without anything moving."""

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: V) -> None:
        """Paint the pane's view into the rectangle, on a cleared background."""
        raise NotImplementedError

    @property
    def look(self) -> object:
        """Return all values, besides the view, that affect the picture."""
        return None

    @property
    def moving(self) -> bool:
        """Whether something in the pane is still moving."""
        return False

    def advance(self, dt: float) -> None:
        """Let time pass for what is moving."""

    def stop(self) -> None:
        """End the motion, because a key was pressed."""

    def scroll(self, point: Point, rows: int) -> bool:
        """Scroll the part at a point by a number of rows. Return False if nothing at the point moves."""
        return False

    def position_at(self, point: Point) -> int | None:
        """Return the position of the step drawn at a point."""
        return None

    def action_at(self, point: Point) -> str | None:
        """Return the action of the pane's button at a point."""
        return None

    def literal_at(self, point: Point) -> int:
        """Return the literal written at a point; 0 for none."""
        return 0

    def words_at(self, point: Point) -> str:
        """Return the tooltip for the item drawn at a point; "" for none."""
        return ""


def painter_of(pane: Pane) -> PanePainter[Any]:
    """Make a pane's painter from the pane's own folder."""
    painter: PanePainter[Any] = import_module(f"{type(pane).__module__.removesuffix('.pane')}.paint").Painter(pane)
    return painter


# Panes of lines


def line_height(scale: float) -> int:
    """Return the pixels from one line to the next."""
    return round(code_size(scale) * 1.42)


def code_size(scale: float) -> int:
    """Return the em of code in pixels."""
    return max(smallest_type(scale), round(14 * scale))


class Lines:
    """The background and frame of a pane of lines, and the measures of its text."""

    def __init__(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme, edge = canvas.theme, canvas.px(1, 1)
        canvas.fill(theme.thin_line, rect)
        self.canvas, self.rect = canvas, rect.inflate(-2 * edge, -2 * edge)
        canvas.fill(mix(theme.background, theme.panel, 0.6), self.rect)
        self.pad = canvas.px(6, 4)
        self.text = self.rect.inflate(-2 * self.pad, -2 * self.pad)
        self.size, self.height = code_size(canvas.scale), line_height(canvas.scale)
        self.advance = canvas.fonts.width("0", Face.CODE, self.size)

    def fill_row(self, color: Color, top: int, rows: int = 1) -> None:
        """Fill the background of a number of rows from edge to edge."""
        self.canvas.fill(color, (self.rect.left, top, self.rect.width, rows * self.height))


def say(canvas: Canvas, rect: pygame.Rect, text: str) -> None:
    """Write one line in place of a picture."""
    size = canvas.em(15)
    canvas.text(text, Face.BODY, size, canvas.theme.soft, left=rect.left, middle=rect.top + size, within=rect.width)
