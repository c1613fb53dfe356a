"""A whole frame of a race: rule and clock, lanes, timeline, buttons, and anything over them."""

from __future__ import annotations

from dataclasses import replace

import pygame

from puzzles.figures import grouped_in as grouped
from puzzles.geometry import STANDARD, Cell, Digit
from visualizer.painting.motion import BoardMotion
from visualizer.race.controller import RaceSession
from visualizer.race.depth_strip import RaceStrip
from visualizer.race.view import RaceView
from visualizer.style.symbols import Symbols
from visualizer.style.theme import Theme
from visualizer.timeline.transport import Motion
from visualizer.toolkit.backdrop import Backdrop
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.cards import Overlay
from visualizer.toolkit.fonts import Face, Fonts, Paragraph
from visualizer.toolkit.layout import REFERENCE, WindowLayout, scale_of
from visualizer.toolkit.messages import paint_notice, paint_toast
from visualizer.toolkit.tooltip import Tooltip
from visualizer.window.frame import paint_help_of
from visualizer.window.race.controls import RaceControls
from visualizer.window.race.lane import LanePainter, lines_for, places_of, title_size
from visualizer.window.race.layout import HEADER_HEIGHT, RaceLayout
from visualizer.window.race.time_line import paint_race_strip, race_columns

HEADER = 50
"""The minimum height of the header at scale 1. If the header is lower, its type is scaled down."""


class RacePicture:
    """Paints a race, repainting only what has changed."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.controls = RaceControls(fonts)
        self.layout = RaceLayout.of(REFERENCE, 2, STANDARD)
        self._lanes: list[LanePainter] = []
        self._ground: tuple[object, ...] = ()
        self._painted: dict[str, object] = {}
        self._backdrop = Backdrop()
        self._covered = False
        """Whether something covered part of the last frame."""
        self._title_size = 0
        self._from = self._at = 0
        """The race times between which the playhead glides."""

    def forget(self) -> None:
        """Force a full repaint of the next frame, because the screen has lost the picture."""
        self._ground = ()

    @property
    def motions(self) -> list[BoardMotion]:
        """The motion of each lane's board."""
        return [painter.motion for painter in self._lanes]

    def lane_at(self, point: tuple[int, int]) -> int | None:
        """Return the number of the lane at a point."""
        return next((i for i, lane in enumerate(self.layout.lanes) if lane.rect.collidepoint(point)), None)

    def candidate_at(self, point: tuple[int, int]) -> tuple[int, Cell, Digit] | None:
        """Return the lane, cell and digit of the pencil mark at a point."""
        lane = self.lane_at(point)
        if lane is None or lane >= len(self._lanes):
            return None
        candidate = self._lanes[lane].board.candidate_at(point)
        return None if candidate is None else (lane, *candidate)

    def view(self, race: RaceSession) -> RaceView:
        """Return the current state of the race, ready to paint."""
        columns = race_columns(self.layout.strip, len(race.race.lanes))
        return race.composer.view(columns, fresh=race.race.mode is Motion.PAUSED)

    def paint(
        self,
        surface: pygame.Surface,
        race: RaceSession,
        theme: Theme,
        symbols: Symbols = Symbols.DIGITS,
        over: Overlay | None = None,
        zoom: float = 1.0,
        tooltip: Tooltip | None = None,
        reduced: bool = False,
    ) -> None:
        """Paint one frame on a surface of any size. ``over`` is the open card, ``zoom`` is the text scale, and
        ``reduced`` turns off motion.
        """
        count, geometry = len(race.race.lanes), race.race.puzzle.geometry
        layout = self.layout = RaceLayout.of(surface.get_size(), count, geometry, zoom)
        view = self.view(race)
        if zoom > 1 and lines_for(Canvas(surface, theme, self.fonts, layout.scale), layout.lanes, view.lanes) > 1:
            layout = self.layout = RaceLayout.of(surface.get_size(), count, geometry, zoom, lines=2)
        covered = bool(race.session.toast or race.session.cover or over or (tooltip and tooltip.text))
        ground = self._backdrop.ground(surface, covered)
        if covered is not self._covered:
            self._covered = covered
            for painter in self._lanes:
                painter.board.move_to(ground)
        canvas = Canvas(ground, theme, self.fonts, layout.scale)
        bars = replace(canvas, scale=scale_of(surface.get_size()) * zoom)
        look = (layout, theme, race.race.puzzle)
        if look != self._ground:
            self._clear(ground, theme, len(layout.lanes))
            self._ground = look
        if self._is_new("header", (view.rule, view.note, view.t, view.length, view.status)):
            paint_header(bars, layout.header, view)
        noted = any(lane.remark or lane.caption for lane in view.lanes)
        said = tuple((its.title, its.options, its.standing, its.place, its.finished) for its in view.lanes)
        if self._is_new("titles", said):
            self._title_size = title_size(canvas, layout.lanes, view.lanes)
        lanes = zip(self._lanes, layout.lanes, view.lanes, places_of(race.race), strict=True)
        for painter, room, lane, place in lanes:
            painter.board.symbols, painter.motion.reduced = symbols, reduced
            painter.paint(canvas, room, lane, place, noted=noted, title=self._title_size)
        states = tuple((lane.finished, lane.place) for lane in view.lanes)
        strip = self._gliding(view.strip)
        if self._is_new("strip", (strip, states)):
            paint_race_strip(bars, layout.strip, replace(view, strip=strip))
        if self._is_new("controls", self.controls.buttons(race.race, race.supply.level)):
            self.controls.paint(bars, layout.controls, race.race, race.supply.level)
        if covered:
            self._backdrop.show(surface)
            canvas = replace(canvas, surface=surface)
            self._paint_over(canvas, race, over, zoom)
            if tooltip:
                tooltip.paint(canvas)

    def _gliding(self, strip: RaceStrip) -> RaceStrip:
        """Return the timeline with its playhead part of the way to the new time, like the boards."""
        if strip.t != self._at:
            self._from, self._at = self._at, strip.t
        left = max((motion.left for motion in self.motions), default=0.0)
        return strip._replace(head=strip.t - (strip.t - self._from) * left) if left else strip

    def _clear(self, surface: pygame.Surface, theme: Theme, count: int) -> None:
        self._painted.clear()
        surface.fill(theme.background)
        while len(self._lanes) < count:
            self._lanes.append(LanePainter(theme, self.fonts))
        del self._lanes[count:]
        for painter in self._lanes:
            painter.invalidate()

    def _is_new(self, part: str, look: object) -> bool:
        if self._painted.get(part) == look:
            return False
        self._painted[part] = look
        return True

    def _paint_over(self, canvas: Canvas, race: RaceSession, over: Overlay | None, zoom: float) -> None:
        """Paint the open card, the help and messages."""
        session, whole = race.session, canvas.surface.get_rect()
        if session.toast:
            foot = pygame.Rect(whole.left, 0, whole.width, self.layout.strip.top)
            paint_toast(canvas, foot.inflate(-whole.width // 3, 0), session.toast)
        if over:
            over.paint(canvas, WindowLayout.of(whole.size, zoom=zoom))
        if session.show_help:
            paint_help_of(canvas, session)
        if session.notice:
            paint_notice(canvas, whole.inflate(-40, -40), session.notice)


def paint_header(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> None:
    """Paint the pace, its meaning and the state of the race on the left, and the clock on the right.

    The type is as large as the canvas's scale says, or as large as the height allows.
    """
    canvas = replace(canvas, scale=min(canvas.scale, rect.height / HEADER))
    canvas.fill(canvas.theme.background, rect)
    clock = pygame.Rect(rect.right - round(rect.width * 0.24), rect.top, round(rect.width * 0.24), rect.height)
    words = pygame.Rect(rect.left, rect.top, clock.left - rect.left - canvas.px(24), rect.height)
    with canvas.clipped(rect):
        _paint_rule(canvas, words, view)
        _paint_clock(canvas, clock, view)


def _paint_rule(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> None:
    theme, fonts = canvas.theme, canvas.fonts
    large, base, lines = _rule_lines(canvas, rect, view)
    while canvas.scale > (least := rect.height / HEADER_HEIGHT) and lines.cut:
        canvas = replace(canvas, scale=max(least, canvas.scale * 0.95))
        large, base, lines = _rule_lines(canvas, rect, view)
    canvas.text(view.rule, Face.STRONG, large, theme.ink, left=rect.left, base=base)
    if view.status:
        left = rect.left + fonts.width(view.rule, Face.STRONG, large) + canvas.px(18)
        size, room = canvas.em(17), rect.right - left
        canvas.text(
            view.status, Face.STRONG, size, theme.accent, left=left, base=base, within=room, least=canvas.smallest
        )
    canvas.paragraph((rect.left, base + canvas.px(7)), lines, theme.soft)


def _rule_lines(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> tuple[int, int, Paragraph]:
    """Return the size and the baseline of the pace's name, and the lines below it that say what it means."""
    fonts = canvas.fonts
    large = fonts.shrink(view.rule, Face.STRONG, canvas.px(25, 17), rect.width, canvas.smallest)
    base = rect.top + fonts.figure_height(Face.STRONG, large) + 2
    height = rect.bottom - base - canvas.px(7)
    return large, base, fonts.wrap(view.note, rect.width, height, canvas.em(15), canvas.smallest)


def _paint_clock(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> None:
    text = grouped(view.t)
    large, small = canvas.px(34, 20), canvas.em(15)
    size = canvas.fonts.shrink(text, Face.STRONG, large, rect.width, canvas.smallest)
    base = rect.top + canvas.fonts.figure_height(Face.STRONG, large) + 2
    canvas.text(text, Face.STRONG, size, canvas.theme.ink, right=rect.right, base=base)
    under = base + round(small * 1.55)
    canvas.text(grouped(view.length), Face.BODY, small, canvas.theme.soft, right=rect.right, base=under)
