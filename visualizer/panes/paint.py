"""Code shared by the panes' painters."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, Generic, TypeVar

import pygame

from visualizer.session.pane import Pane
from visualizer.style.theme import Color, mix
from visualizer.toolkit.canvas import Canvas, Face, smallest_type
from visualizer.toolkit.layout import Point, enlarged

V = TypeVar("V")
"""The type of a pane's view."""


class PanePainter(Generic[V]):
    """Paints one pane and records where its parts are. Discarded once the pane is no longer painted."""

    def __init__(self, pane: Pane) -> None:
        self.pane = pane
        self.has_buttons = False
        """Whether the pane may paint buttons, because there is a way to press them."""
        self.filmed = False
        """Whether the pane is part of a film, in which nobody can press keys."""
        self.reduced = False
        """Whether changes are shown at once, without animation."""
        self.usual = 0.0
        """The scale of normal type, if larger type does not come with a larger pane; otherwise 0."""

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: V) -> None:
        """Paint the pane's view in the rectangle, onto a cleared background."""
        raise NotImplementedError

    def as_fits(self, canvas: Canvas, fits: Callable[[Canvas], bool]) -> Canvas:
        """Return the canvas at the largest scale at which everything fits, but not below that of normal type."""
        if not 0 < self.usual < canvas.scale:
            return canvas
        canvases = (replace(canvas, scale=scale) for scale in enlarged(self.usual, canvas.scale))
        return next(filter(fits, canvases), replace(canvas, scale=self.usual))

    @property
    def look(self) -> object:
        """Everything the picture depends on besides the view."""
        return None

    @property
    def moving(self) -> bool:
        """Whether anything in the pane is still moving."""
        return False

    def advance(self, dt: float) -> None:
        """Advance the animations by dt seconds."""

    def stop(self) -> None:
        """End all motion, because a key was pressed."""

    def scroll(self, point: Point, rows: int) -> bool:
        """Scroll the part at a point by the given number of rows. Return False if nothing there can scroll."""
        return False

    def position_at(self, point: Point) -> int | None:
        """Return the position of the step drawn at a point."""
        return None

    def action_at(self, point: Point) -> str | None:
        """Return the action of the pane's button at a point."""
        return None

    def literal_at(self, point: Point) -> int:
        """Return the literal at a point, or 0 if there is none."""
        return 0

    def words_at(self, point: Point) -> str:
        """Return the tooltip for the item at a point, or "" if there is none."""
        return ""


def painter_of(pane: Pane) -> PanePainter[Any]:
    """Create a pane's painter, from the pane's own folder."""
    painter: PanePainter[Any] = import_module(f"{type(pane).__module__.removesuffix('.pane')}.paint").Painter(pane)
    return painter


# Panes of lines


def line_height(scale: float) -> int:
    """Return the line spacing in pixels."""
    return round(code_size(scale) * 1.42)


def code_size(scale: float) -> int:
    """Return the em size of code in pixels."""
    return max(smallest_type(scale), round(14 * scale))


class TextArea:
    """The background and frame of a pane of text lines, and the measurements of its text."""

    def __init__(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme, edge = canvas.theme, canvas.px(1, 1)
        pygame.draw.rect(canvas.surface, theme.thin_line, rect, edge)
        self.canvas, self.rect = canvas, rect.inflate(-2 * edge, -2 * edge)
        canvas.fill(mix(theme.background, theme.panel, 0.6), self.rect)
        self.pad = canvas.px(6, 4)
        self.text = self.rect.inflate(-2 * self.pad, -2 * self.pad)
        self.size, self.height = code_size(canvas.scale), line_height(canvas.scale)
        self.advance = canvas.fonts.width("0", Face.CODE, self.size)

    def fill_row(self, color: Color, top: int, rows: int = 1) -> None:
        """Fill the background of the given number of rows from edge to edge."""
        self.canvas.fill(color, (self.rect.left, top, self.rect.width, rows * self.height))


def say(canvas: Canvas, rect: pygame.Rect, text: str) -> None:
    """Write a sentence in place of a picture."""
    words = canvas.fonts.wrap(text, rect.width, rect.height, canvas.em(15), canvas.smallest)
    canvas.paragraph(rect.topleft, words, canvas.theme.soft)
