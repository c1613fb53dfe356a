"""The column under the counters: the tabs, and the panes that are shown, one below the other."""

from __future__ import annotations

import pygame

from visualizer.analysis.icicle import IcicleView
from visualizer.analysis.statistics import PlotsView
from visualizer.analysis.tree_layout import Drawing
from visualizer.keymap import key_of
from visualizer.painting.icicle import level_at, paint_icicle, paint_scale
from visualizer.panes.code.paint import CodeAreas, line_height, paint_code
from visualizer.panes.conflict.paint import paint_implication
from visualizer.panes.formula.paint import FormulaArea, paint_formula
from visualizer.panes.statistics.paint import paint_statistics, plot_columns
from visualizer.panes.trail.paint import paint_trail
from visualizer.panes.tree.paint import capacity, item_at, paint_tree, rows
from visualizer.play.pad import PadView
from visualizer.scene.scene import Scene
from visualizer.session.pane_layout import Pane, Place
from visualizer.session.session import Session
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.icons import Icon
from visualizer.window.pad import Pad
from visualizer.window.tabs import Tab, paint_tabs, tab_height

LEAST_ROWS = 4
"""Rows of code below which a pane is not worth dividing the room for."""
GAP = 10
"""Pixels between two panes, which is where they are dragged."""
TABS = {
    Pane.FORMULA: ("formula", "Formula", Icon.FORMULA),
    Pane.CODE: ("code", "Code", Icon.CODE),
    Pane.TRAIL: ("trail", "Trail", Icon.TRAIL),
    Pane.IMPLICATIONS: ("implications", "Conflict", Icon.GRAPH),
    Pane.TREE: ("tree", "Tree", Icon.TREE),
    Pane.STATISTICS: ("statistics", "Statistics", Icon.PLOTS),
}
"""Of each pane the action that shows it, what its tab says, and the icon that stands for it."""


class Column:
    """Paints the tabs and the panes, and knows what of them is where."""

    def __init__(self) -> None:
        self.tabs: dict[str, pygame.Rect] = {}
        self.pad = Pad()
        """In place of tabs and panes, where a person writes."""
        self.room = pygame.Rect(0, 0, 0, 0)
        self.places: tuple[Place, ...] = ()
        self.drawing: Drawing | None = None
        self.icicle: IcicleView | None = None
        self.plots: PlotsView | None = None
        self.code: CodeAreas | None = None
        """Where the code and its variables are, to be scrolled."""
        self.formula: FormulaArea | None = None
        """Where the formula is, to be scrolled."""
        self.formula_top: int | None = None
        """Lines of it left out above, where it has been scrolled by hand since it changed."""

    def arrange(self, rect: pygame.Rect, session: Session, scale: float, *, tabs: bool = True) -> None:
        """Find a place for the tabs, if there are any, and for each pane in what is left of the column."""
        top = rect.top + (tab_height(scale) + round(10 * scale) if tabs else 0)
        self.room = pygame.Rect(rect.left, top, rect.width, max(0, rect.bottom - top))
        gap, low = self.measures(scale)
        self.places = session.panes.arrange(self.room.height, low, gap, _empty(session))

    def measures(self, scale: float) -> tuple[int, int]:
        """Pixels between panes, and of the lowest."""
        return max(6, round(GAP * scale)), LEAST_ROWS * line_height(scale)

    def rect(self, pane: Pane) -> pygame.Rect | None:
        """Where a pane is, if there is room for it."""
        for place in self.places:
            if place.pane is pane:
                return pygame.Rect(self.room.left, self.room.top + place.top, self.room.width, place.height)
        return None

    def look(self, scene: Scene, session: Session, scale: float) -> None:
        """Find out what the panes show that depends on their size: as of the step that the counters are of."""
        analysis, position = session.analysis, scene.strip.position
        if not session.timeline.known(min(position, session.timeline.length)):
            position = session.player.position
        tree, statistics = self.rect(Pane.TREE), self.rect(Pane.STATISTICS)
        self.drawing = self.icicle = self.plots = None
        if tree is not None:
            self.drawing = analysis.drawing(position, capacity(tree, scale), rows(tree, scale))
            if self.drawing is None and analysis.tree.size > 1:
                self.icicle = analysis.icicle(position, tree.width)
        if statistics is not None:
            count = len(analysis.statistics.labels)
            self.plots = analysis.plots(position, plot_columns(statistics, count, scale))

    def paint(self, canvas: Canvas, rect: pygame.Rect, scene: Scene, session: Session, tabs: tuple[Tab, ...]) -> None:
        """Tabs and panes on their cleared ground."""
        row = pygame.Rect(rect.left, rect.top, rect.width, tab_height(canvas.scale))
        self.tabs = paint_tabs(canvas, row, tabs) if tabs else {}
        self.pad.clear()
        self.code = None
        if self.formula is None or scene.formula != self.formula.view:
            self.formula_top = None
        self.formula = None
        for place in self.places:
            pane = self.rect(place.pane)
            if pane is not None:
                with canvas.clipped(pane):
                    self._paint(canvas, pane, place.pane, scene, session)

    def paint_pad(self, canvas: Canvas, rect: pygame.Rect, view: PadView) -> None:
        """The pad alone, on its cleared ground."""
        self.tabs, self.places, self.code, self.formula = {}, (), None, None
        self.room = rect.copy()
        self.drawing = self.icicle = self.plots = None
        self.pad.paint(canvas, rect, view)

    def _paint(self, canvas: Canvas, rect: pygame.Rect, pane: Pane, scene: Scene, session: Session) -> None:
        if pane is Pane.CODE and scene.code is not None:
            self.code = paint_code(canvas, rect, scene.code)
        elif pane is Pane.FORMULA and scene.formula is not None:
            self.formula = paint_formula(canvas, rect, scene.formula, self.formula_top)
        elif pane is Pane.TRAIL and scene.trail is not None:
            paint_trail(canvas, rect, scene.trail)
        elif pane is Pane.IMPLICATIONS and scene.implications is not None:
            paint_implication(canvas, rect, scene.implications)
        elif pane is Pane.STATISTICS and self.plots is not None and self.plots.plots:
            paint_statistics(canvas, rect, self.plots)
        elif pane is Pane.TREE and self.drawing is not None:
            paint_tree(canvas, rect, self.drawing, session.analysis.name)
        elif pane is Pane.TREE and self.icicle is not None:
            paint_icicle(canvas, rect, self.icicle)
            paint_scale(canvas, rect, self.icicle.icicle)
        else:
            _say(canvas, rect, _missing(pane, session))

    # The pointer

    def scroll_formula(self, point: tuple[int, int], by: int) -> bool:
        """Move the formula up by so many lines. False where the point is not on it, or it shows all."""
        area = self.formula
        if area is None or not area.last or not area.rect.collidepoint(point):
            return False
        self.formula_top = min(area.last, max(0, area.top + by))
        return True

    def tab_at(self, point: tuple[int, int]) -> str | None:
        """The action of the tab there, or the key of the pad."""
        return next((id for id, rect in self.tabs.items() if rect.collidepoint(point)), None) or self.pad.at(point)

    def divider_at(self, point: tuple[int, int], scale: float) -> Pane | None:
        """The pane whose lower edge is there, to be dragged."""
        gap, _ = self.measures(scale)
        for place in self.places[:-1]:
            top = self.room.top + place.top + place.height
            if pygame.Rect(self.room.left, top, self.room.width, gap).collidepoint(point):
                return place.pane
        return None

    def position_at(self, point: tuple[int, int], scale: float) -> int | None:
        """The position of the guess that is drawn there, in the tree or in its icicle."""
        rect = self.rect(Pane.TREE)
        if rect is None or not rect.collidepoint(point):
            return None
        if self.drawing is not None:
            item = item_at(rect, self.drawing, point, scale)
            return None if item is None else int(self.drawing.layout.positions[item])
        if self.icicle is None:
            return None
        return int(self.icicle.icicle.edges[min(point[0] - rect.left, len(self.icicle.icicle.edges) - 2)])

    def words_at(self, point: tuple[int, int], session: Session, scale: float) -> str:
        """What is to be said of the guess that is drawn there; "" where none is."""
        rect = self.rect(Pane.TREE)
        if rect is None or not rect.collidepoint(point):
            return ""
        if self.drawing is not None:
            item = item_at(rect, self.drawing, point, scale)
            return "" if item is None else session.analysis.words_of_item(self.drawing, item)
        if self.icicle is None:
            return ""
        level = level_at(point[1], rect, self.icicle.icicle.deepest)
        return session.analysis.words_at_level(self.position_at(point, scale) or 0, level)


def tabs(session: Session, hovered: str | None, beside: bool, places: tuple[Place, ...]) -> tuple[Tab, ...]:
    """The tabs of a session; a pane that there is no room for is not lit."""
    crowded = {pane for pane in session.panes.shown if places and pane not in {place.pane for place in places}}
    empty = _empty(session)
    panes = [
        Tab(id, label, key_of(id), icon, pane in session.panes and pane not in crowded, pane not in empty)
        for pane, (id, label, icon) in TABS.items()
        if pane is not Pane.IMPLICATIONS or pane not in empty or pane in session.panes
    ]
    others = [
        Tab("heat", "Heat", key_of("heat"), Icon.HEAT, session.heated.voice != ""),
        Tab("beside", "Start", key_of("beside"), Icon.BESIDE, beside),
    ]
    return tuple(tab._replace(hovered=tab.id == hovered) for tab in (*panes, *others))


def _empty(session: Session) -> set[Pane]:
    """Return the panes that have nothing to show, whatever the step, for the solver."""
    empty = set() if session.solver.formula else {Pane.FORMULA}
    learns = session.solver.formula == "clauses" and not session.solver.black_box
    return empty if learns else empty | {Pane.IMPLICATIONS}


def _missing(pane: Pane, session: Session) -> str:
    """Why a pane is empty."""
    if pane is Pane.FORMULA:
        return f"{session.solver.title} has no formula." if not session.solver.formula else ""
    if pane is Pane.TREE and session.player.timeline.length:
        return "No guess yet: all that happened so far was forced."
    if pane is Pane.IMPLICATIONS:
        return f"{session.solver.title} learns no clauses."
    return "The tree of guesses grows here." if pane is Pane.TREE else ""


def _say(canvas: Canvas, rect: pygame.Rect, text: str) -> None:
    size = canvas.px(15, 12)
    if text:
        canvas.text(text, Face.BODY, size, canvas.theme.soft, left=rect.left, middle=rect.top + size, within=rect.width)
