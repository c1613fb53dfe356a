"""The picture of a presented race: boards as large as possible, and under each its name, its dials and a sentence."""

from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import NamedTuple

import pygame

from puzzles.discovery import About
from puzzles.figures import grouped_in as grouped
from puzzles.geometry import Geometry
from visualizer.race.mode import RaceSession
from visualizer.race.view import LaneView, RaceView
from visualizer.session.session import Session
from visualizer.text.spans import Span
from visualizer.timeline.transport import Motion
from visualizer.toolkit.canvas import Canvas, Face, Paragraph, smallest_type
from visualizer.views.board import Counter
from visualizer.window.presented import AudiencePicture, StopsView
from visualizer.window.race.frame import RaceFrame, paint_winner
from visualizer.window.race.lane import GRIDS, LEAST_BOARD, LaneLayout, LanePainter, cells, fitted_board, side_of

ABOUT = About("race")
"""The declaration of the racing mode's picture for an audience."""
REFERENCE = (960, 720)
"""The smallest window at scale 1."""
MARGIN, TOP, FOOT, ACROSS, DOWN = 32, 20, 70, 28, 16
"""The margins and gaps at scale 1."""
LEAST, LEAST_OF_FEW, MOST = 24, 26, 40
"""The minimum and maximum size of type at scale 1. Up to FEW lanes have room for larger type."""
FEW = 3
SAID, SMALLER = 40, 0.9
"""The size at scale 1 of the lanes' sentences, and the minimum share of its size that a board keeps to make room for
them. If that is not enough, the sentences are smaller.
"""
TITLE, NAMED, VERDICT = 52, 30, 48
"""The height of the title, the size of its type, and that of the verdict, the largest of all, at scale 1."""
WORDS = 1.25
"""The scale of the words at the bottom relative to the picture."""
EM = 20
"""The size of type on a canvas of scale 1."""
NAME = 23
"""The size of a lane's name on a canvas of scale 1."""
LEADING = 1.36
SENTENCE, USUAL_SENTENCE, LONGEST_NAME = 40, 30, 22
"""The numbers of characters to make room for. With MANY lanes, long sentences are in smaller type."""
MANY = 5
LETTER = 0.54
"""The width of a letter, in ems."""
KEPT = 0.9
"""The minimum share of its size that a board keeps when type is enlarged."""
BESIDE = 11
"""The minimum width of text beside a board, in ems."""


class PresentedRaceLayout(NamedTuple):
    scale: float
    type_scale: float
    """The scale of the lanes' text, which is EM pixels high at scale 1."""
    lanes: tuple[LaneLayout, ...]
    foot: pygame.Rect
    """The area at the bottom, with the stops."""
    said: int
    """The size of the lanes' sentences in pixels."""
    title: pygame.Rect
    """The area of the title or, at the end, of the verdict. It may be empty."""
    least: int
    """The minimum size of names and sentences in pixels. Enlarging the type does not change it."""

    @classmethod
    @lru_cache(maxsize=8)
    def of(
        cls, size: tuple[int, int], count: int, geometry: Geometry, zoom: float = 1.0, titled: bool = False
    ) -> "PresentedRaceLayout":
        """Lay out 2 to 6 lanes. Boards are as large as the least type allows; type is as large as these boards allow.

        ``titled``: whether there is a title above the lanes. Zoom enlarges type further, as long as the boards keep at
        least LEAST_BOARD and a share KEPT of their size. Long sentences are then in smaller type.
        """
        if zoom > 1:
            return cls.of(size, count, geometry, 1.0, titled)._enlarged(count, geometry, zoom)
        width, height = size
        scale = min(height / REFERENCE[1], width / REFERENCE[0])
        margin, top, low = round(MARGIN * scale), round(TOP * scale), round(FOOT * scale)
        foot = pygame.Rect(margin, height - low, width - 2 * margin, low)
        title = pygame.Rect(margin, top, foot.width, round(TITLE * scale) if titled else 0)
        room = pygame.Rect(margin, title.bottom, foot.width, foot.top - title.bottom)
        least = scale * (LEAST_OF_FEW if count <= FEW else LEAST)
        em = said = ceil(least)
        lanes = _lanes(room, count, geometry, em, said, scale)
        wanted = SMALLER * side_of(lanes)
        while said < SAID * scale and side_of(larger := _lanes(room, count, geometry, em, said + 1, scale)) >= wanted:
            said, lanes = said + 1, larger
        wanted = side_of(lanes)
        while em < MOST * scale * zoom:
            larger = _lanes(room, count, geometry, em + 1, said, scale)
            if side_of(larger) < wanted:
                break
            em, lanes = em + 1, larger
        return cls(scale, em / EM, lanes, foot, max(em, said), title, em)

    def _enlarged(self, count: int, geometry: Geometry, zoom: float) -> "PresentedRaceLayout":
        """Return this layout with larger type. ``count`` is the number of lanes."""
        room = pygame.Rect(self.foot.left, self.title.bottom, self.foot.width, self.foot.top - self.title.bottom)
        em, lanes, scale = self.least, self.lanes, self.scale
        enough = max(LEAST_BOARD * min(room.right, self.foot.bottom), KEPT * side_of(lanes))
        while em < min(MOST * scale, self.least) * zoom:
            larger = _lanes(room, count, geometry, em + 1, self.said, scale, USUAL_SENTENCE)
            if side_of(larger) < enough:
                break
            em, lanes = em + 1, larger
        return self._replace(type_scale=em / EM, lanes=lanes, said=max(em, self.said))


def _lanes(
    room: pygame.Rect, count: int, geometry: Geometry, em: int, said: int, scale: float, most: int = SENTENCE
) -> tuple[LaneLayout, ...]:
    """Return the lanes, choosing the grid and the position of the text that make the boards largest.

    ``most`` is the maximum number of characters to make room for.
    """
    characters = most if count < MANY else USUAL_SENTENCE
    across, down = round(ACROSS * scale), round(DOWN * scale)
    ways = [
        tuple(way(rect, geometry, em, max(em, said), characters) for rect in cells(room, grid, count, across, down))
        for grid in GRIDS[count]
        for way in (_below, _beside)
    ]
    return max(ways, key=side_of)


def _height(width: int, characters: int, size: float) -> int:
    """Return the height of a text of the given length, broken into lines of the given width."""
    return ceil(characters * LETTER * size / max(1, width)) * round(LEADING * size)


def _heights(width: int, em: int, said: int, characters: int) -> tuple[int, int]:
    """Return two heights: of a lane's name, and of its dials with a sentence of the given length."""
    return _height(width, LONGEST_NAME, em * NAME / EM), round(LEADING * em) + _height(width, characters, said)


def _below(rect: pygame.Rect, geometry: Geometry, em: int, said: int, characters: int) -> LaneLayout:
    """Lay out a lane with its name above the board, and everything else below it."""
    gap, side = em // 3, rect.width
    for _ in range(2):  # text below a smaller board is narrower, and so takes more lines
        above, under = _heights((rect.width + side) // 2, em, said, characters)
        side = max(1, min(rect.width, rect.height - above - under - gap))
    board = fitted_board(rect.left + (rect.width - side) // 2, 0, side, geometry)
    top = rect.top + (rect.height - above - board.height - gap - under) // 2
    board.top = top + above
    heading = pygame.Rect(board.left, top, rect.right - board.left, above)
    facts = pygame.Rect(board.left, board.bottom + gap, heading.width, rect.bottom - board.bottom - gap)
    return LaneLayout(rect, heading, board, facts)


def _beside(rect: pygame.Rect, geometry: Geometry, em: int, said: int, characters: int) -> LaneLayout:
    """Lay out a lane with all text to the right of the board."""
    side, gap = max(1, min(rect.height, rect.width - (BESIDE + 1) * em)), em
    board = fitted_board(rect.left, rect.top, side, geometry)
    left = board.right + gap
    above, under = _heights(rect.right - left, em, said, characters)
    if above + under > rect.height:
        board.size = 1, 1
    heading = pygame.Rect(left, rect.top, rect.right - left, above)
    facts = pygame.Rect(left, heading.bottom, heading.width, rect.bottom - heading.bottom)
    return LaneLayout(rect, heading, board, facts)


class PresentedLanePainter(LanePainter):
    """Paints a lane for an audience: its name, its board, its dials and one sentence."""

    def _paint_words(
        self, canvas: Canvas, layout: LaneLayout, lane: LaneView, size: int = EM, name: int = NAME, least: int = EM
    ) -> None:
        """Paint everything but the board. The sizes are those of the sentence and of the name, and the smallest."""
        heading, facts = layout.heading, layout.facts
        for rect in (heading, facts):
            canvas.fill(canvas.theme.background, rect)
        theme = canvas.theme
        lines = name_of(canvas, heading, lane, least, name)
        above = heading.bottom <= layout.board.top
        top = heading.bottom - lines.height if above else heading.top
        canvas.paragraph((heading.left, top), lines, lambda voice: theme.ink if voice else theme.soft)
        top = facts.top if above else top + lines.height
        rest = pygame.Rect(facts.left, top, facts.width, facts.bottom - top)
        below = _paint_dials(canvas, rest, rest.height - _height(rest.width, SENTENCE, size), lane.counters)
        said = (Span(grouped(lane.standing), "standing"),) if lane.finished else (Span(lane.caption),)
        lines = canvas.fonts.wrap(said, rest.width, rest.bottom - below, size, least)
        color = self.standing_color(lane, theme)
        canvas.paragraph((rest.left, below), lines, lambda voice: color if voice else theme.soft)


class PresentedRacePicture(AudiencePicture, RaceFrame):
    painter = PresentedLanePainter

    @property
    def _race(self) -> RaceSession:
        race = self.mode.presented.pictured
        assert isinstance(race, RaceSession)
        return race

    def view(self) -> RaceView:
        """Return the current state of the race, without words that mention keys."""
        race = self._race
        paused, digits_only = race.race.mode is Motion.PAUSED, race.session.digits_only
        return race.composer.view(0, fresh=paused, keys=False, digits_only=digits_only)

    def _paint(self, ground: pygame.Surface, session: Session) -> None:
        race, theme, zoom, title = self._race.race, self.window.theme, self.window.zoom, self.mode.presented.title
        view, size, count = self.view(), ground.get_size(), len(race.lanes)
        at = PresentedRaceLayout.of(size, count, race.puzzle.geometry, zoom, bool(title or view.verdict))
        canvas = Canvas(ground, theme, self.fonts, at.type_scale)
        if self._clear(ground, size, at, theme, race, title, view.verdict, zoom):
            self._renew(count)
            self._paint_title(canvas, at, title, view.verdict)
        names = (name_of(canvas, room.heading, lane, at.least) for room, lane in zip(at.lanes, view.lanes, strict=True))
        named = min(name.size for name in names)
        self._paint_lanes(canvas, at.lanes, view.lanes, self._race, at.said, named, at.least)
        looking = view.status if race.looking else ""
        stops = StopsView.of(self.mode, view.speed if view.playing else view.status, self.has_menu, looking)
        self._paint_stops(replace(canvas, scale=WORDS * at.scale * zoom), at.foot, at.scale, stops)

    def _paint_title(self, canvas: Canvas, at: PresentedRaceLayout, title: str, verdict: str) -> None:
        """Paint the title above the lanes or, once all have ended, who won."""
        if verdict:
            paint_winner(canvas, at.title, verdict, round(VERDICT * at.scale))
            return
        size, ink = round(NAMED * at.scale), canvas.theme.ink
        base = at.title.top + canvas.fonts.figure_height(Face.BOLD, size)
        least, within = smallest_type(at.scale), at.title.width
        canvas.text(title, Face.BOLD, size, ink, left=at.title.left, base=base, within=within, least=least)


def name_of(canvas: Canvas, room: pygame.Rect, lane: LaneView, least: int, most: int = 0) -> Paragraph:
    """Break a lane's name into lines in the largest type that fits without breaking a word, at most ``most`` pixels."""
    fonts, most = canvas.fonts, most or canvas.px(NAME)
    name = Span(lane.title, "name"), *([Span(f" {lane.options}")] if lane.options else [])
    sizes = (fonts.shrink(word, Face.STRONG, most, room.width) for word in lane.title.split())
    return fonts.wrap(name, room.width, room.height, min(sizes), least)


def _paint_dials(canvas: Canvas, rect: pygame.Rect, height: int, counters: tuple[Counter, ...]) -> int:
    """Paint as many dials as fit, at least a line of them. The profile comes first, and the steps last.

    Return the y below them.
    """
    em = canvas.px(EM)
    left, top, row = rect.left, rect.top, round(LEADING * em)
    for counter in sorted(counters[1:], key=lambda its: not its.main) + list(counters[:1]):
        value, label = grouped(counter.value), f" {grouped(counter.label)}"
        width = canvas.fonts.width(value, Face.STRONG, em) + canvas.fonts.width(label, Face.BODY, em)
        if left > rect.left and left + width > rect.right:
            if top + 2 * row > rect.top + height:
                continue
            left, top = rect.left, top + row
        base = top + round(em * 1.02)
        drawn = canvas.text(value, Face.STRONG, em, canvas.theme.ink, left=left, base=base, within=rect.right - left)
        room = rect.right - drawn.right
        soft, least = canvas.theme.soft, canvas.smallest
        canvas.text(label, Face.BODY, em, soft, left=drawn.right, base=base, within=room, least=least)
        left += width + em
    return top + row


PICTURE = PresentedRacePicture
