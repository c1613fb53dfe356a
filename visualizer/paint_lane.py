"""One lane of a race: its name, what it has come to, its board, its counters."""

from __future__ import annotations

from dataclasses import fields

import pygame

from visualizer import shapes
from visualizer.fonts import Face, Fonts, grouped
from visualizer.paint_board import BoardPainter
from visualizer.paint_help import paint_card
from visualizer.race_layout import LaneLayout
from visualizer.race_view import LaneView
from visualizer.scene import Counter, Span
from visualizer.theme import Color, Theme

_WORDS = [field.name for field in fields(LaneView) if field.name != "board"]

CACHE = 12_000_000
"""Bytes of pictures that each lane's board keeps."""


class LanePainter:
    """Paints a lane, and of it only what has changed."""

    def __init__(self, theme: Theme, fonts: Fonts) -> None:
        self.fonts = fonts
        self.board = BoardPainter(theme, fonts, CACHE)
        self._words: tuple[object, ...] = ()
        self._trouble = ""

    def invalidate(self) -> None:
        """Forget what was painted last."""
        self.board.invalidate()
        self._words = ()

    def paint(self, surface: pygame.Surface, layout: LaneLayout, lane: LaneView, theme: Theme, scale: float) -> None:
        """The lane in its rectangle."""
        words = (layout, theme, *(getattr(lane, name) for name in _WORDS))
        news = words != self._words
        if lane.trouble != self._trouble:
            self.board.invalidate()
        self._words, self._trouble = words, lane.trouble
        self.board.theme = theme
        self.board.paint(surface, layout.board, lane.board)
        if news:
            self._paint_words(surface, layout, lane, theme, scale)
        if lane.trouble:
            paint_trouble(surface, layout.board, lane.trouble, theme, self.fonts, scale)

    def _paint_words(
        self, surface: pygame.Surface, layout: LaneLayout, lane: LaneView, theme: Theme, scale: float
    ) -> None:
        for rect, paint in ((layout.heading, paint_heading), (layout.facts, paint_facts)):
            surface.fill(theme.background, rect)
            with shapes.clipped(surface, rect):
                paint(surface, rect, lane, theme, self.fonts, scale)


def paint_heading(
    surface: pygame.Surface, rect: pygame.Rect, lane: LaneView, theme: Theme, fonts: Fonts, scale: float
) -> None:
    """The lane's name with its options; below it, at the foot of the rectangle, its place and what it has come to."""
    row = round(30 * scale)
    size = max(14, round(21 * scale))
    said = (Span(lane.title, "title"), Span(f"  {lane.options}")) if lane.options else (Span(lane.title, "title"),)
    lines = fonts.wrap(said, rect.width, rect.height - row, size, 12)
    colors = {"title": theme.ink}
    fonts.draw_paragraph(surface, rect.topleft, lines, lambda voice: colors.get(voice, theme.soft))
    below = pygame.Rect(rect.left, rect.top + lines.height, rect.width, row)
    _paint_standing(surface, below, lane, theme, fonts, scale)


def _paint_standing(
    surface: pygame.Surface, rect: pygame.Rect, lane: LaneView, theme: Theme, fonts: Fonts, scale: float
) -> None:
    """A badge with its place, where it has one, and what it has come to."""
    left, detail = rect.left, lane.standing
    if lane.place:
        left = _paint_badge(surface, rect, lane, theme, fonts, scale) + round(9 * scale)
        detail = detail.removeprefix(lane.place).removeprefix(" · ")
    color = standing_color(lane, theme)
    face = Face.STRONG if lane.finished else Face.BODY
    size = fonts.shrink(detail, face, max(13, round(17 * scale)), rect.right - left, 11)
    text = fonts.shorten(grouped(detail), face, size, rect.right - left)
    fonts.draw(surface, text, face, size, color, left=left, middle=rect.centery)


def standing_color(lane: LaneView, theme: Theme) -> Color:
    """Of what a lane has come to: solved, trouble or given up, under way."""
    if lane.place:
        return theme.solved
    return theme.conflict if lane.trouble else theme.guessed if lane.finished else theme.soft


def _paint_badge(
    surface: pygame.Surface, rect: pygame.Rect, lane: LaneView, theme: Theme, fonts: Fonts, scale: float
) -> int:
    """The place on a plate, filled for the first. Returns its right end."""
    size = max(14, round(18 * scale))
    plate = pygame.Rect(rect.left, 0, fonts.width(lane.place, Face.STRONG, size) + size, round(size * 1.42))
    plate.centery = rect.centery
    radius, edge = plate.height // 2, max(1, round(1.5 * scale))
    shapes.rounded(surface, plate, theme.solved, radius)
    if lane.rank > 1:
        shapes.rounded(surface, plate.inflate(-2 * edge, -2 * edge), theme.background, radius - edge)
    ink = theme.on(theme.solved) if lane.rank == 1 else theme.solved
    fonts.draw(surface, lane.place, Face.STRONG, size, ink, centre=plate.centerx, middle=plate.centery)
    return plate.right


def paint_facts(
    surface: pygame.Surface, rect: pygame.Rect, lane: LaneView, theme: Theme, fonts: Fonts, scale: float
) -> None:
    """Counters, side by side where the rectangle is wide, else below one another; then bare time and remark."""
    gap = round(6 * scale)
    wide = rect.width > 3 * rect.height
    below = _paint_row(surface, rect, lane.counters, theme, fonts, scale) if wide else rect.top
    if not wide:
        below = _paint_table(surface, rect, lane.counters, theme, fonts, scale)
    for text in filter(None, (lane.timing and f"Bare time: {lane.timing}", lane.remark)):
        size, room = max(12, round(14 * scale)), rect.bottom - below - gap
        if room < round(12 * 1.36):
            return
        lines = fonts.wrap((Span(text),), rect.width, room, size, 11)
        fonts.draw_paragraph(surface, (rect.left, below + gap), lines, lambda voice: theme.soft)
        below += lines.height + gap


def _paint_row(
    surface: pygame.Surface, rect: pygame.Rect, counters: tuple[Counter, ...], theme: Theme, fonts: Fonts, scale: float
) -> int:
    """Figures over labels; the first, which grows largest, has more room. Returns the y below."""
    large, small = max(15, round(20 * scale)), max(11, round(13 * scale))
    unit, gap = rect.width / (len(counters) + 0.5) if counters else 0, round(8 * scale)
    room = int(unit) - gap
    small = min((fonts.shrink(its.label, Face.BODY, small, room, 10) for its in counters), default=small)
    base = rect.top + fonts.figure_height(Face.STRONG, large) + 1
    for i, counter in enumerate(counters):
        left = rect.left + round(i * unit + (unit / 2 if i else 0))
        value, more = grouped(counter.value), round(unit / 2) if i == 0 else 0
        size = fonts.shrink(value, Face.STRONG, large, room + more, 10)
        fonts.draw(surface, value, Face.STRONG, size, theme.ink, left=left, base=base)
        label = fonts.shorten(counter.label, Face.BODY, small, room + more)
        fonts.draw(surface, label, Face.BODY, small, theme.soft, left=left, base=base + round(small * 1.4))
    return base + round(small * 1.75) if counters else rect.top


def _paint_table(
    surface: pygame.Surface, rect: pygame.Rect, counters: tuple[Counter, ...], theme: Theme, fonts: Fonts, scale: float
) -> int:
    """Figures on the left, their labels beside them, a line each. Returns the y below."""
    if not counters:
        return rect.top
    row = max(12, min(round(29 * scale), rect.height // len(counters)))
    large, small = min(round(20 * scale), round(row * 0.9)), min(max(12, round(15 * scale)), round(row * 0.75))
    figures = max(fonts.width("000 000", Face.STRONG, large), *(_wide(its, fonts, large) for its in counters))
    figures = min(figures, rect.width * 3 // 5)
    for i, counter in enumerate(counters):
        middle = rect.top + i * row + row // 2
        value = grouped(counter.value)
        size = fonts.shrink(value, Face.STRONG, large, figures, 9)
        fonts.draw(surface, value, Face.STRONG, size, theme.ink, right=rect.left + figures, middle=middle)
        left = rect.left + figures + small // 2
        label = fonts.shorten(grouped(counter.label), Face.BODY, small, rect.right - left)
        fonts.draw(surface, label, Face.BODY, small, theme.soft, left=left, middle=middle)
    return rect.top + row * len(counters)


def _wide(counter: Counter, fonts: Fonts, size: int) -> int:
    return fonts.width(grouped(counter.value), Face.STRONG, size)


def paint_trouble(
    surface: pygame.Surface, board: pygame.Rect, text: str, theme: Theme, fonts: Fonts, scale: float
) -> pygame.Rect:
    """What went wrong with a lane, on a card over its board. Returns the card."""
    pad, size = max(8, round(12 * scale)), max(12, round(17 * scale))
    width = board.width - 2 * pad
    lines = fonts.wrap((Span(text),), width - 2 * pad, board.height - 4 * pad, size, 10)
    card = pygame.Rect(0, 0, width, lines.height + 2 * pad)
    card.center = board.center
    paint_card(surface, card, theme, scale)
    surface.fill(theme.conflict, (card.left, card.top + pad, max(3, round(4 * scale)), card.height - 2 * pad))
    with shapes.clipped(surface, card):
        fonts.draw_paragraph(surface, (card.left + pad, card.top + pad), lines, lambda voice: theme.ink)
    return card
