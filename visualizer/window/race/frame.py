"""A whole frame of a race: rule and clock, lanes, timeline, buttons, and anything over them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from puzzles.figures import grouped_in as grouped
from puzzles.geometry import STANDARD, Cell, Digit
from visualizer.keymap import key_of
from visualizer.painting.motion import BoardMotion, Place
from visualizer.painting.profile import depth_heights, paint_profile
from visualizer.race.mode import RACE, RaceSession
from visualizer.race.pace import RULES, Pace
from visualizer.race.race import Race
from visualizer.race.view import LaneStrip, LaneView, RaceStrip, RaceView, own_profile
from visualizer.session.session import Session
from visualizer.style.theme import mix
from visualizer.text.numbers import speed_text
from visualizer.timeline.transport import Motion
from visualizer.toolkit.buttons import Button
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Icon, Paragraph, smallest_type
from visualizer.toolkit.layout import REFERENCE, WindowLayout, scale_of
from visualizer.toolkit.messages import paint_toast
from visualizer.window import extras
from visualizer.window.frame import Frame, Picture
from visualizer.window.race.lane import HEADER_HEIGHT, LaneLayout, LanePainter, RaceLayout, lines_for, title_size

VERDICT = 46
"""The size of the type of a race's verdict at scale 1, larger than anything else in the window."""
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
        its = race.race
        for painter, room, lane, view in zip(self._lanes, rooms, its.lanes, lanes, strict=True):
            painter.board.symbols, painter.motion.reduced = race.session.symbols, self.window.motion.reduced
            left = lane.wait / its.speed if its.mode is Motion.PLAYING else None
            place = Place(lane.timeline, lane.position, its.travel, left) if lane.timeline else None
            painter.paint(canvas, room, view, place, *words)


class RacePicture(RaceFrame):
    def __init__(self, window: Picture) -> None:
        super().__init__(window)
        self.controls = RaceControls(window.fonts)
        self.layout = RaceLayout.of(REFERENCE, 2, STANDARD)
        self._title_size = 0
        self._from = self._at = 0
        """The race times between which the playhead glides."""

    def lane_at(self, point: tuple[int, int]) -> int | None:
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
        columns = Tracks.of(self.layout.strip, len(race.race.lanes)).along.width
        return race.composer.view(columns, fresh=race.race.mode is Motion.PAUSED, digits_only=race.session.digits_only)

    def paint(self, surface: pygame.Surface, race: RaceSession) -> None:
        count, geometry, theme = len(race.race.lanes), race.race.puzzle.geometry, self.window.theme
        size, zoom = surface.get_size(), self.window.zoom
        layout = self.layout = RaceLayout.of(size, count, geometry, zoom)
        view = self.view(race)
        if zoom > 1 and lines_for(Canvas(surface, theme, self.fonts, layout.scale), layout.lanes, view.lanes) > 1:
            layout = self.layout = RaceLayout.of(size, count, geometry, zoom, lines=2)
        ground = self._below(surface, race.session, *(painter.board for painter in self._lanes))
        canvas = Canvas(ground, theme, self.fonts, layout.scale)
        bars = replace(canvas, scale=scale_of(size) * zoom)
        if self._clear(ground, layout, theme, race.race.puzzle):
            self._renew(count)
        if self._is_new("header", (view.rule, view.t, view.length, view.status, view.verdict)):
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
        if self._is_new("controls", buttons := self.controls.buttons(race.race, race.supply.level)):
            self.controls.paint_row(bars, layout.controls, buttons)
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

    The type is as large as the canvas's scale says, or as large as the height allows. A verdict replaces the name of
    the pace.
    """
    canvas = replace(canvas, scale=min(canvas.scale, rect.height / HEADER))
    canvas.fill(canvas.theme.background, rect)
    if view.verdict:
        _paint_verdict(canvas, rect, view)
        return
    clock = pygame.Rect(rect.right - round(rect.width * 0.24), rect.top, round(rect.width * 0.24), rect.height)
    words = pygame.Rect(rect.left, rect.top, clock.left - rect.left - canvas.px(24), rect.height)
    with canvas.clipped(rect):
        _paint_rule(canvas, words, view)
        text, large, small = grouped(view.t), canvas.px(34, 20), canvas.em(15)
        size = canvas.fonts.shrink(text, Face.STRONG, large, clock.width, canvas.smallest)
        base = clock.top + canvas.fonts.figure_height(Face.STRONG, large) + 2
        canvas.text(text, Face.STRONG, size, canvas.theme.ink, right=clock.right, base=base)
        under = base + round(small * 1.55)
        canvas.text(grouped(view.length), Face.BODY, small, canvas.theme.soft, right=clock.right, base=under)


def _paint_verdict(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> None:
    """Paint who won, over the full width, and below it what the pace means."""
    theme = canvas.theme
    paint_winner(canvas, rect, view.verdict, canvas.px(VERDICT, 30))
    said, small = f"{view.rule.title}: {view.rule.note}", canvas.em(15)
    base = rect.bottom - small // 3
    canvas.text(said, Face.BODY, small, theme.soft, left=rect.left, base=base, within=rect.width, least=canvas.smallest)


def paint_winner(canvas: Canvas, rect: pygame.Rect, verdict: str, size: int) -> None:
    """Paint who won at the top of a rectangle. Drop the other cost before shrinking."""
    fonts = canvas.fonts
    whole = fonts.width(verdict, Face.STRONG, size) <= rect.width
    text = verdict if whole else verdict.partition(" against ")[0]
    size = fonts.shrink(text, Face.STRONG, size, rect.width, canvas.smallest)
    base = rect.top + fonts.figure_height(Face.STRONG, size) + size // 12  # letters are taller than figures
    canvas.text(text, Face.STRONG, size, canvas.theme.solved, left=rect.left, base=base, within=rect.width)


def _paint_rule(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> None:
    theme, fonts = canvas.theme, canvas.fonts
    large, base, lines = _rule_lines(canvas, rect, view)
    while canvas.scale > (least := rect.height / HEADER_HEIGHT) and lines.cut:
        canvas = replace(canvas, scale=max(least, canvas.scale * 0.95))
        large, base, lines = _rule_lines(canvas, rect, view)
    canvas.text(view.rule.title, Face.STRONG, large, theme.ink, left=rect.left, base=base)
    if view.status:
        left = rect.left + fonts.width(view.rule.title, Face.STRONG, large) + canvas.px(18)
        size, room = canvas.em(17), rect.right - left
        canvas.text(
            view.status, Face.STRONG, size, theme.accent, left=left, base=base, within=room, least=canvas.smallest
        )
    canvas.paragraph((rect.left, base + canvas.px(7)), lines, theme.soft)


def _rule_lines(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> tuple[int, int, Paragraph]:
    """Return the size and the baseline of the pace's name, and the lines below it that say what it means."""
    fonts = canvas.fonts
    large = fonts.shrink(view.rule.title, Face.STRONG, canvas.px(25, 17), rect.width, canvas.smallest)
    base = rect.top + fonts.figure_height(Face.STRONG, large) + 2
    height = rect.bottom - base - canvas.px(7)
    return large, base, fonts.wrap(view.rule.note, rect.width, height, canvas.em(15), canvas.smallest)


_SPEEDS = {speed_text(speed, pace.value) for pace in Pace for speed in RULES[pace].speeds}


def race_tip(id: str, race: Race) -> str:
    """Return what a control in a race does, and its keys."""
    if id == extras.SPEED:
        return f"Speed. {extras.speed_tip(RACE)}"
    if id == extras.STRIP:
        keys = f"{key_of('home', RACE.mode)}, {key_of('end', RACE.mode)}."
        others = {
            lane.title: lane.solver.dial(own_profile(lane.solver)).many
            for lane in race.lanes
            if lane.solver and own_profile(lane.solver)
        }
        instead = "".join(f"; for {title}, the {name}" for title, name in others.items())
        return f"The depth of each search over the race{instead}. Click or drag to move through it. {keys}"
    return extras.action_tip(id, RACE)


class RaceControls(extras.Bar):
    """The buttons of a race. They stay in place when the pace or the speed changes."""

    def __init__(self, fonts: Fonts) -> None:
        super().__init__(fonts)
        self._speed = self.widest(sorted(_SPEEDS), Face.STRONG)
        self._pace = self.widest(sorted({rule.title for rule in RULES.values()}), Face.STRONG)

    def buttons(self, race: Race, level: str | None = None) -> extras.ButtonRows:
        """Return the left-aligned and the right-aligned buttons. ``level`` is the level of the puzzles drawn."""
        left = [
            *extras.walking(race.t, race.at_end, race.running),
            Button(extras.SPEED, "Speed", "− +", value=race.speed_text, widest=self._speed),
        ]
        pace = extras.word_button("pace", "Pace", RACE, short="Pace")
        right = [
            pace._replace(value=RULES[race.pace].title, widest=self._pace),
            extras.word_button("lanes", "Lanes", RACE, short="Lanes")._replace(icon=Icon.CHEVRON),
            extras.word_button("random", f"Next: {level}" if level else "Next puzzle", RACE, short="Next"),
            extras.word_button("leave", "Leave", RACE),
            extras.word_button("help", "Help", RACE),
            extras.icon_button("palette", Icon.MENU, True, RACE),
        ]
        return [self.lit(button) for button in left], [self.lit(button) for button in right]


NAMES, MOST_NAMES = 0.17, 0.26
"""The minimum and maximum width of the names, as a share of the strip's. Larger type in higher rows widens them."""


class Tracks(NamedTuple):
    """The areas of the lanes' rows."""

    names: pygame.Rect
    along: pygame.Rect
    row: int
    knob: int

    @classmethod
    def of(cls, rect: pygame.Rect, count: int) -> "Tracks":
        """Divide a strip's rectangle among ``count`` lanes."""
        knob = max(5, rect.width // 190)
        row = max(6, (rect.height - 2 * knob - 3) // count)
        width = max(round(rect.width * NAMES), min(round(rect.width * MOST_NAMES), 8 * row))
        names = pygame.Rect(rect.left, rect.top + 2, width, row * count)
        left = names.right + 2 * knob
        return cls(names, pygame.Rect(left, names.top, rect.right - knob - left, names.height), row, knob)

    def lane(self, number: int) -> pygame.Rect:
        gap = max(2, self.row // 6)
        return pygame.Rect(self.along.left, self.along.top + number * self.row + gap, self.along.width, self.row - gap)


def race_fraction_at(point: tuple[int, int], rect: pygame.Rect, count: int) -> float:
    """Return how far into the race a point on the strip lies, from 0 to 1. Points outside the strip are clamped."""
    along = Tracks.of(rect, count).along
    return min(1.0, max(0.0, (point[0] - along.left) / max(1, along.width - 1)))


def paint_race_strip(canvas: Canvas, rect: pygame.Rect, view: RaceView) -> None:
    """Clear the rectangle and paint names, profiles, finishes and the playhead."""
    canvas.fill(canvas.theme.background, rect)
    strip = view.strip
    tracks = Tracks.of(rect, len(strip.lanes))
    along = tracks.along
    at = strip.t if strip.head is None else strip.head
    head = along.left + round(min(1.0, at / max(1, strip.length)) * (along.width - 1))
    left, room, least = tracks.names.left, tracks.names.width, smallest_type(scale_of(canvas.surface.get_size()))
    size = max(least, min(canvas.px(15), round(tracks.row * 0.8)))
    size = min(canvas.fonts.shrink(lane.name, Face.BODY, size, room, least) for lane in view.lanes)  # one for all names
    for number, (lane, words) in enumerate(zip(strip.lanes, view.lanes, strict=True)):
        place = tracks.lane(number)
        middle = place.bottom - tracks.row // 2 + 1
        canvas.text(words.name, Face.BODY, size, canvas.theme.soft, left=left, middle=middle, within=room)
        _paint_lane(canvas, place, lane, words, head)
    if strip.length:
        width, bottom = canvas.px(2, 2), along.bottom + tracks.knob
        height = bottom - along.top
        canvas.fill(canvas.theme.background, (head - width // 2 - 1, along.top, width + 2, height))
        canvas.fill(canvas.theme.ink, (head - width // 2, along.top, width, height))
        canvas.disc((head, bottom), tracks.knob, canvas.theme.ink)


def _paint_lane(canvas: Canvas, place: pygame.Rect, strip: LaneStrip, lane: LaneView, head: int) -> None:
    """Paint a lane's profile, a post at its finish, and its baseline, which is bold up to the playhead."""
    theme = canvas.theme
    thin = canvas.px(1.5, 1)
    end = place.right if strip.end is None else place.left + round(strip.end * (place.width - 1))
    width = min(place.width, max(1, len(strip.depths)))
    above = pygame.Rect(place.left, place.top, width, place.height - thin)
    if strip.depths:
        paint_profile(canvas, above, depth_heights(strip.depths, strip.deepest, width, above.height), head)
    canvas.fill(theme.thin_line, (place.left, place.bottom - thin, place.width, thin))
    canvas.fill(
        mix(theme.background, theme.accent, 0.8),
        (place.left, place.bottom - thin, max(0, min(head, end) - place.left), thin),
    )
    if strip.end is not None:
        color = LanePainter.standing_color(lane, theme) if lane.finished else theme.soft
        post = canvas.px(4, 3)
        canvas.fill(color, (min(end, place.right - post), place.top, post, place.height))
