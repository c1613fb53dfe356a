"""The column under the counters: the tabs, and the panes that are shown, one below the other."""

from __future__ import annotations

import pygame

from visualizer.keymap import key_of
from visualizer.panes.paint import PanePainter, line_height, painter_of, say
from visualizer.play.pad import PadView
from visualizer.scene.scene import Scene
from visualizer.session.pane_layout import PanePlacement, known
from visualizer.session.session import Session
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.icons import Icon
from visualizer.window.pad import Pad
from visualizer.window.tabs import Tab, paint_tabs, tab_height

LEAST_ROWS = 4
"""Rows of code below which a pane is not worth dividing the room for."""
GAP = 10
"""Pixels between two panes, which is where they are dragged."""
Point = tuple[int, int]


class Column:
    """Paints the tabs and the panes, and knows what of them is where."""

    def __init__(self) -> None:
        self.tabs: dict[str, pygame.Rect] = {}
        self.pad = Pad()
        """In place of tabs and panes, where a person writes."""
        self.room = pygame.Rect(0, 0, 0, 0)
        self.places: tuple[PanePlacement, ...] = ()
        self.painters: dict[str, PanePainter] = {}
        """By the name of each pane that was painted with something to show."""
        self.blank = True
        """No pane was painted, and none is kept away for want of room."""

    def arrange(self, rect: pygame.Rect, session: Session, scale: float, *, tabs: bool = True) -> None:
        """Find a place for the tabs, if there are any, and for each pane in what is left of the column."""
        top = rect.top + (tab_height(scale) + round(10 * scale) if tabs else 0)
        self.room = pygame.Rect(rect.left, top, rect.width, max(0, rect.bottom - top))
        gap, low = self.measures(scale)
        self.places = session.panes.arrange(self.room.height, low, gap, _empty(session))

    def measures(self, scale: float) -> Point:
        """Pixels between panes, and of the lowest."""
        return max(6, round(GAP * scale)), LEAST_ROWS * line_height(scale)

    def rect(self, pane: str) -> pygame.Rect | None:
        """Where a pane is, if there is room for it."""
        for place in self.places:
            if place.pane == pane:
                return pygame.Rect(self.room.left, self.room.top + place.top, self.room.width, place.height)
        return None

    def paint(self, canvas: Canvas, rect: pygame.Rect, scene: Scene, session: Session, tabs: tuple[Tab, ...]) -> None:
        """Tabs and panes on their cleared ground."""
        row = pygame.Rect(rect.left, rect.top, rect.width, tab_height(canvas.scale))
        self.tabs = paint_tabs(canvas, row, tabs) if tabs else {}
        self.pad.clear()
        self.blank = bool(self.places) or not session.panes.shown
        painters = {}
        for place in self.places:
            if (pane := self.rect(place.pane)) is not None:
                with canvas.clipped(pane):
                    painter = self._paint_pane(canvas, pane, place.pane, scene, session)
                if painter is not None:
                    painters[place.pane] = painter
        self.painters = painters

    def _paint_pane(
        self, canvas: Canvas, rect: pygame.Rect, name: str, scene: Scene, session: Session
    ) -> PanePainter | None:
        """Paint what the pane has to show, or say why there is nothing. Return its painter, which is kept."""
        pane, painter = session.panes[name], None
        if name in scene.panes:
            painter = self.painters.get(name) or painter_of(pane)
            painter.paint(canvas, rect, scene.panes[name])
        elif missing := pane.missing(session.solver):
            say(canvas, rect, missing)
        else:
            return None
        self.blank = False
        return painter

    def paint_pad(self, canvas: Canvas, rect: pygame.Rect, view: PadView) -> None:
        """The pad alone, on its cleared ground."""
        self.tabs, self.places, self.painters = {}, (), {}
        self.room = rect.copy()
        self.pad.paint(canvas, rect, view)

    # The pointer

    @property
    def looks(self) -> list[object]:
        """What the panes look like besides what they show."""
        return [painter.look for painter in self.painters.values()]

    def painter_at(self, point: Point) -> PanePainter | None:
        """Return the painter of the pane there, if it has something to show."""
        for place in self.places:
            rect = self.rect(place.pane)
            if rect is not None and rect.collidepoint(point):
                return self.painters.get(place.pane)
        return None

    def tab_at(self, point: Point) -> str | None:
        """The action of the tab there, or the key of the pad."""
        return next((id for id, rect in self.tabs.items() if rect.collidepoint(point)), None) or self.pad.at(point)

    def divider_at(self, point: Point, scale: float) -> str | None:
        """The pane whose lower edge is there, to be dragged."""
        gap, _ = self.measures(scale)
        for place in self.places[:-1]:
            top = self.room.top + place.top + place.height
            if pygame.Rect(self.room.left, top, self.room.width, gap).collidepoint(point):
                return place.pane
        return None


def tabs(session: Session, hovered: str | None, beside: bool, places: tuple[PanePlacement, ...]) -> tuple[Tab, ...]:
    """The tabs of a session; a pane that there is no room for is not lit."""
    crowded = {pane for pane in session.panes.shown if places and pane not in {place.pane for place in places}}
    empty = _empty(session)
    panes = [
        Tab(pane.name, pane.title, key_of(pane.name), Icon[pane.fact("icon").upper()], lit, pane.name not in empty)
        for pane in known()
        for lit in [pane.name in session.panes and pane.name not in crowded]
        if not pane.facts.get("hides") or pane.name not in empty or pane.name in session.panes
    ]
    others = [
        Tab("heat", "Heat", key_of("heat"), Icon.HEAT, session.heated.voice != ""),
        Tab("beside", "Start", key_of("beside"), Icon.BESIDE, beside),
    ]
    return tuple(tab._replace(hovered=tab.id == hovered) for tab in (*panes, *others))


def _empty(session: Session) -> set[str]:
    """Return the panes that have nothing to show, whatever the step, for the solver."""
    return {pane.name for pane in session.panes if not pane.applies(session.solver)}
