"""A whole frame of a race: rule and clock, lanes, timeline, buttons, and anything over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from puzzles.figures import grouped_in as grouped
from puzzles.geometry import STANDARD, Cell, Digit
from visualizer.painting.motion import BoardMotion
from visualizer.race.controller import RaceSession
from visualizer.race.depth_strip import RaceStrip
from visualizer.race.view import LaneView, RaceView
from visualizer.session.session import Session
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Paragraph
from visualizer.toolkit.layout import REFERENCE, WindowLayout, scale_of
from visualizer.toolkit.messages import paint_toast
from visualizer.window.frame import Frame, Picture
from visualizer.window.race.controls import RaceControls
from visualizer.window.race.lane import LanePainter, lines_for, places_of, title_size
from visualizer.window.race.layout import HEADER_HEIGHT, LaneLayout, RaceLayout
from visualizer.window.race.time_line import paint_race_strip, race_columns

HEADER = 50
"""The minimum height of the header at scale 1. If the header is lower, its type is scaled down."""


class RaceFrame(Frame):
    """A picture of a race, whose boards may move."""

    painter = LanePainter

    def __init__(self, window: Picture) -> None:
        super().__init__(window)
        self._lanes: list[LanePainter] = []

    @property
    def motions(self) -> list[BoardMotion]:
        """The motion of each lane's board."""
        return [painter.motion for painter in self._lanes]

    @property
    def active(self) -> bool:
        return any(motion.moving for motion in self.motions)

    def pass_time(self, session: Session, dt: float) -> bool:
        return any([motion.advance(dt) for motion in self.motions])

    def stop(self) -> bool:
        return any([motion.stop() for motion in self.motions])

    def _renew(self, count: int) -> None:
        """Force a full repaint of all lanes, which may be more or fewer than before."""
        del self._lanes[count:]
        while len(self._lanes) < count:
            self._lanes.append(self.painter(self.window.theme, self.fonts))
        for painter in self._lanes:
            painter.invalidate()

    def _paint_lanes(
        self, canvas: Canvas, rooms: Sequence[LaneLayout], lanes: Sequence[LaneView], race: RaceSession, *words: int
    ) -> None:
        """Paint the lanes. ``words`` are the sizes of their type."""
        for painter, room, lane, place in zip(self._lanes, rooms, lanes, places_of(race.race), strict=True):
            painter.board.symbols, painter.motion.reduced = race.session.symbols, self.window.motion.reduced
            painter.paint(canvas, room, lane, place, *words)


class RacePicture(RaceFrame):
    """Paints a race in the usual window."""

    def __init__(self, window: Picture) -> None:
        super().__init__(window)
        self.controls = RaceControls(window.fonts)
        self.layout = RaceLayout.of(REFERENCE, 2, STANDARD)
        self._title_size = 0
        self._from = self._at = 0
        """The race times between which the playhead glides."""

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

    def paint(self, surface: pygame.Surface, race: RaceSession) -> None:
        """Paint one frame on a surface of any size."""
        count, geometry, theme = len(race.race.lanes), race.race.puzzle.geometry, self.window.theme
        size, zoom, level = surface.get_size(), self.window.zoom, race.supply.level
        layout = self.layout = RaceLayout.of(size, count, geometry, zoom)
        view = self.view(race)
        if zoom > 1 and lines_for(Canvas(surface, theme, self.fonts, layout.scale), layout.lanes, view.lanes) > 1:
            layout = self.layout = RaceLayout.of(size, count, geometry, zoom, lines=2)
        ground = self._below(surface, race.session, *(painter.board for painter in self._lanes))
        canvas = Canvas(ground, theme, self.fonts, layout.scale)
        bars = replace(canvas, scale=scale_of(size) * zoom)
        if self._clear(ground, layout, theme, race.race.puzzle):
            self._renew(count)
        if self._is_new("header", (view.rule, view.note, view.t, view.length, view.status)):
            paint_header(bars, layout.header, view)
        said = tuple((its.title, its.options, its.standing, its.place, its.finished) for its in view.lanes)
        if self._is_new("titles", said):
            self._title_size = title_size(canvas, layout.lanes, view.lanes)
        noted = any(lane.remark or lane.caption for lane in view.lanes)
        self._paint_lanes(canvas, layout.lanes, view.lanes, race, self._title_size, noted)
        states = tuple((lane.finished, lane.place) for lane in view.lanes)
        strip = self._gliding(view.strip)
        if self._is_new("strip", (strip, states)):
            paint_race_strip(bars, layout.strip, replace(view, strip=strip))
        if self._is_new("controls", self.controls.buttons(race.race, level)):
            self.controls.paint(bars, layout.controls, race.race, level)
        if self._covered:
            self._backdrop.show(surface)
            self._paint_over(replace(canvas, surface=surface), race.session, WindowLayout.of(size, zoom=zoom))

    def _gliding(self, strip: RaceStrip) -> RaceStrip:
        """Return the timeline with its playhead part of the way to the new time, like the boards."""
        if strip.t != self._at:
            self._from, self._at = self._at, strip.t
        left = max((motion.left for motion in self.motions), default=0.0)
        return strip._replace(head=strip.t - (strip.t - self._from) * left) if left else strip

    def _paint_toast(self, canvas: Canvas, toast: str) -> None:
        width = canvas.surface.get_width()
        paint_toast(canvas, pygame.Rect(0, 0, width, self.layout.strip.top).inflate(-width // 3, 0), toast)


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
