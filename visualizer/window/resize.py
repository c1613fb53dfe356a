"""The edges the mouse can drag: the right edge of the board, the top of the timeline, and the edges between panes."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import pygame

from visualizer.session.pane_layout import BOARD, TIME, PaneLayout
from visualizer.toolkit.layout import WindowLayout
from visualizer.window.frame import Picture

REACH = 6
"""How close to an edge the mouse must be to grab it, in pixels."""


class ResizeEdge(Enum):
    BOARD = "board"
    TIME = "time"
    PANE = "pane"


class Grip(NamedTuple):
    """A draggable edge."""

    edge: ResizeEdge
    pane: str = ""
    """The name of the pane above the edge, if the edge is between panes."""

    @property
    def cursor(self) -> int:
        """The cursor shape over the edge."""
        return pygame.SYSTEM_CURSOR_SIZEWE if self.edge is ResizeEdge.BOARD else pygame.SYSTEM_CURSOR_SIZENS


def grip_at(point: tuple[int, int], picture: Picture) -> Grip | None:
    """Return the draggable edge at a point."""
    layout = picture.layout
    pane = picture.column.divider_at(point)
    if pane is not None:
        return Grip(ResizeEdge.PANE, pane)
    between = pygame.Rect(layout.board.right, layout.board.top, layout.panel.left - layout.board.right, 0)
    between.height = layout.panel.height
    if between.collidepoint(point):
        return Grip(ResizeEdge.BOARD)
    above = pygame.Rect(layout.strip.left, layout.strip.top - REACH, layout.strip.width, REACH)
    return Grip(ResizeEdge.TIME) if above.collidepoint(point) else None


def drag(grip: Grip, point: tuple[int, int], picture: Picture, panes: PaneLayout) -> None:
    """Move the edge to the pointer, or as close as it can go."""
    layout, size = picture.layout, picture.size
    if grip.edge is ResizeEdge.BOARD:
        largest = WindowLayout.of(size, BOARD.most, panes.time, zoom=picture.zoom).board.width
        panes.board = BOARD.keep((point[0] - layout.board.left) / largest)
    elif grip.edge is ResizeEdge.TIME:
        low = WindowLayout.of(size, zoom=picture.zoom).strip.height
        panes.time = TIME.keep((layout.strip.bottom - point[1]) / low)
    elif (rect := picture.column.rects.get(grip.pane)) is not None:
        gap, least = picture.column.measures
        panes.drag(grip.pane, point[1] - rect.top - gap // 2, least, picture.column.places)
