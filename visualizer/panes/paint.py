"""What the painters of panes have in common."""

from __future__ import annotations

from importlib import import_module

import pygame

from visualizer.session.pane import Pane
from visualizer.style.theme import mix
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face

Point = tuple[int, int]


class PanePainter:
    """Paints one pane, and knows what of it is where. It is dropped when its pane is not painted any more."""

    def __init__(self, pane: Pane) -> None:
        self.pane = pane

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: object) -> None:
        """Paint what the pane has to show into the rectangle, on its cleared ground."""
        raise NotImplementedError

    @property
    def look(self) -> object:
        """What else the picture depends on, besides the view."""
        return None

    def scroll(self, point: Point, rows: int) -> bool:
        """Move what is at a point up by so many rows. False where nothing there moves."""
        return False

    def position_at(self, point: Point) -> int | None:
        """Return the position of the step that is drawn there."""
        return None

    def words_at(self, point: Point) -> str:
        """Return what there is to say of what is drawn there; "" for nothing."""
        return ""


def painter_of(pane: Pane) -> PanePainter:
    """Make the painter that stands beside a pane in its folder."""
    painter: PanePainter = import_module(f"{type(pane).__module__.removesuffix('.pane')}.paint").Painter(pane)
    return painter


# Panes of lines


def line_height(scale: float) -> int:
    """Pixels from one line to the next."""
    return round(code_size(scale) * 1.42)


def code_size(scale: float) -> int:
    """Pixels of the em of code."""
    return max(11, round(14 * scale))


def framed(canvas: Canvas, rect: pygame.Rect) -> tuple[pygame.Rect, int]:
    """Paint the ground of a pane of lines, in a thin frame. Return its inside, and how far text keeps from its edge."""
    theme, edge = canvas.theme, canvas.px(1, 1)
    canvas.fill(theme.thin_line, rect)
    inner = rect.inflate(-2 * edge, -2 * edge)
    canvas.fill(mix(theme.background, theme.panel, 0.6), inner)
    return inner, padding(canvas.scale)


def padding(scale: float) -> int:
    """Pixels between the edge of a pane and its text."""
    return max(4, round(6 * scale))


def say(canvas: Canvas, rect: pygame.Rect, text: str) -> None:
    """Write one line in place of a picture."""
    size = canvas.px(15, 12)
    canvas.text(text, Face.BODY, size, canvas.theme.soft, left=rect.left, middle=rect.top + size, within=rect.width)
