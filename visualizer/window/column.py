"""The column below the counters: the tabs, and the visible panes stacked under them."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

import pygame

from visualizer.keymap import key_of
from visualizer.panes.paint import PanePainter, line_height, painter_of, say
from visualizer.scene.scene import Scene
from visualizer.session.pane_layout import PanePlacement, known
from visualizer.session.session import Session
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.layout import Point
from visualizer.window.extras import Pad, paint_tabs, tab_height

LEAST_ROWS = 4
"""The minimum height of a pane, in rows of code."""
GAP = 10
"""The gap between two panes, in pixels. Dragging it resizes them."""


class PaneColumn:
    """The painted tabs and panes, with their rectangles."""

    def __init__(self, filmed: bool = False) -> None:
        self.filmed = filmed
        """Whether the panes are part of a film, in which nobody can press keys."""
        self.tabs: dict[str, pygame.Rect] = {}
        self._scale = 1.0
        self.usual = 0.0
        """The scale of the panes at the normal type size; 0 if the panes grow together with the type."""
        self.pad: Pad | None = None
        """The pad that replaces tabs and panes while the user plays."""
        self.room = pygame.Rect(0, 0, 0, 0)
        self.places: tuple[PanePlacement, ...] = ()
        self.rects: dict[str, pygame.Rect] = {}
        """The rectangles of the panes that fit, from top to bottom."""
        self.painters: dict[str, PanePainter[Any]] = {}
        """The painters of the panes that have something to show."""
        self._shown: dict[str, object] = {}
        """What each pane showed when it was last painted."""
        self.reduced = False
        """Whether motion in the panes is turned off."""
        self.spare = pygame.Rect(0, 0, 0, 0)
        """The largest area in which no pane had anything to show."""

    def paint_tabs(self, canvas: Canvas, rect: pygame.Rect, tabs: tuple[Button, ...], scale: float) -> pygame.Rect:
        """Paint the tabs, if any, onto a cleared background, in rows of the given scale, with type of the canvas's
        scale. Return the area below them.
        """
        canvas = replace(canvas, scale=max(scale, canvas.scale))
        self.tabs = paint_tabs(canvas, rect, tabs, tab_height(scale)) if tabs else {}
        top = max((tab.bottom + round(10 * scale) for tab in self.tabs.values()), default=rect.top)
        return pygame.Rect(rect.left, top, rect.width, max(0, rect.bottom - top))

    def arrange(self, rect: pygame.Rect, session: Session, scale: float) -> None:
        """Lay out the panes, with text of the given scale, in the area below the tabs."""
        self.room = rect.copy()
        self._scale = scale
        gap, low = self.measures
        self.places = session.panes.arrange(self.room.height, low, gap, session.panes.empty)
        left, top, width, _ = self.room
        self.rects = {place.pane: pygame.Rect(left, top + place.top, width, place.height) for place in self.places}

    @property
    def measures(self) -> Point:
        """The gap between panes and the minimum height of a pane, in pixels."""
        return max(6, round(GAP * self._scale)), LEAST_ROWS * line_height(self._scale)

    def paint(self, canvas: Canvas, scene: Scene, session: Session) -> None:
        self.pad = None
        self.spare = self._spare_of(scene, session) if session.panes.shown else self.room
        painters = {}
        for name, rect in self.rects.items():
            with canvas.clipped(rect):
                if painter := self._paint_pane(canvas, rect, name, scene, session):
                    painters[name] = painter
        self.painters = painters
        self._shown = {name: self._look(name, scene) for name in painters}

    def repaint(self, canvas: Canvas, scene: Scene, session: Session) -> None:
        changed = [name for name, shown in self._shown.items() if self._look(name, scene) != shown]
        canvas = replace(canvas, scale=self._scale)
        for name in changed:
            rect = self.rects[name]
            with canvas.clipped(rect):
                canvas.fill(canvas.theme.background, rect)
                self._paint_pane(canvas, rect, name, scene, session)
            self._shown[name] = self._look(name, scene)

    def outdate(self) -> None:
        """Force all panes to be painted again, because they can be painted in finer detail."""
        self._shown = dict.fromkeys(self._shown)

    def forget(self) -> None:
        """Forget what the panes show, because they have been painted over."""
        self._shown = {}

    def _look(self, name: str, scene: Scene) -> tuple[object, ...]:
        """Return everything that the picture of a pane depends on."""
        return scene.panes[name], self.painters[name].look

    def _paint_pane(
        self, canvas: Canvas, rect: pygame.Rect, name: str, scene: Scene, session: Session
    ) -> PanePainter[Any] | None:
        """Paint the pane's contents, or the reason it has none. Return the pane's painter."""
        pane, painter = session.panes[name], None
        if name in scene.panes:
            painter = self.painters.get(name) or painter_of(pane)
            painter.has_buttons, painter.reduced, painter.filmed = bool(self.tabs), self.reduced, self.filmed
            painter.usual = self.usual
            painter.paint(canvas, rect, scene.panes[name])
        elif missing := pane.missing(session.solver):
            say(canvas, rect, missing)
        return painter

    def _spare_of(self, scene: Scene, session: Session) -> pygame.Rect:
        """Return the largest area of panes with nothing to show and no reason for it."""
        found = [pygame.Rect(0, 0, 0, 0)]
        tells = {name: name in scene.panes or session.panes[name].missing(session.solver) != "" for name in self.rects}
        for told, names in groupby(self.rects, tells.get):
            first, *others = (self.rects[name] for name in names)
            found += [] if told else [first.unionall(others)]
        return max(found, key=lambda area: area.height)

    def paint_pad(self, canvas: Canvas, rect: pygame.Rect, pad: Pad, view: object) -> None:
        """Paint only the pad, onto a cleared background."""
        self.tabs, self.places, self.rects, self.painters = {}, (), {}, {}
        self.room = rect.copy()
        self.pad = pad
        pad.paint(canvas, rect, view)

    # Motion

    @property
    def moving(self) -> bool:
        return any(painter.moving for painter in self.painters.values())

    def advance(self, dt: float) -> bool:
        """Advance the animations. Return True if a new frame is needed."""
        moved = self.moving
        for painter in self.painters.values():
            painter.advance(dt)
        return moved

    def stop(self) -> bool:
        """End all motion, because a key was pressed. Return True if a new frame is needed."""
        moved = self.moving
        for painter in self.painters.values():
            painter.stop()
        return moved

    # The pointer

    def painter_at(self, point: Point) -> PanePainter[Any] | None:
        """Return the painter of the pane at a point, or None if there is no pane or it has nothing to show."""
        return self.painters.get(self.pane_at(point) or "")

    def pane_at(self, point: Point) -> str | None:
        return next((name for name, rect in self.rects.items() if rect.collidepoint(point)), None)

    def tab_at(self, point: Point) -> str | None:
        """Return the action of the tab or pane button at a point, or the key of the pad."""
        parts = self.pad.rects if self.pad else self.tabs
        part = next((id for id, rect in parts.items() if rect.collidepoint(point)), None)
        return part or ((painter := self.painter_at(point)) and painter.action_at(point)) or None

    def tab_row_at(self, point: Point) -> pygame.Rect | None:
        """Return the rectangle around all tabs, if the point is in it."""
        around = pygame.Rect(self.room.topleft, (0, 0)).unionall(list(self.tabs.values()))
        return around if self.tabs and around.collidepoint(point) else None

    def divider_at(self, point: Point) -> str | None:
        """Return the name of the pane whose bottom edge can be dragged from a point."""
        gap, _ = self.measures
        for name, rect in list(self.rects.items())[:-1]:
            if pygame.Rect(rect.left, rect.bottom, rect.width, gap).collidepoint(point):
                return name
        return None

    # The tabs

    def tab_row(self, session: Session, hovered: str | None, others: Iterable[Button]) -> tuple[Button, ...]:
        """Return the tabs of the panes and the active mode, with their keys in this mode, highlighting open ones.

        A pane with nothing to show has no tab, unless it is in the column to say why.
        """
        panes, empty = session.panes, session.panes.empty
        shown = [name for name in panes.shown if name in self.rects or not self.rects]
        there = [one for one in known() if one.name not in empty or one.name in self.rects]
        tabs = [Button(one.name, one.title, key_of(one.name), on=one.name in shown) for one in there]
        keys = session.keymap
        return tuple(
            tab._replace(keycap=tab.keycap * (tab.id in keys), hovered=tab.id == hovered) for tab in (*tabs, *others)
        )
