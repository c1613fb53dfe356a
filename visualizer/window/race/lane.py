"""One lane of a race: its name, what it has come to, its board, its counters."""

from __future__ import annotations

import re
from dataclasses import fields

import pygame

from puzzles.figures import grouped_in as grouped
from visualizer.painting.board import BoardPainter
from visualizer.race.view import LaneView
from visualizer.style.theme import Color, Theme
from visualizer.text.spans import Span
from visualizer.toolkit import shapes
from visualizer.toolkit.fonts import Face, Fonts
from visualizer.toolkit.messages import paint_card
from visualizer.views.board import BoardView, Counter
from visualizer.window.race.layout import LaneLayout

_WORDS = [field.name for field in fields(LaneView) if field.name != "board"]

_UNIT = re.compile(r"(\d) (?=(ns|µs|ms|s)\b)")
"""What stands between a time and its unit, where no line is to end."""
CACHE = 12_000_000
"""Bytes of pictures that each lane's board keeps."""


class LanePainter:
    """Paints a lane, and of it only what has changed."""

    def __init__(self, theme: Theme, fonts: Fonts) -> None:
        self.fonts = fonts
        self.board = BoardPainter(theme, fonts, CACHE)
        self._words: tuple[object, ...] = ()
        self._shown: BoardView | None = None
        self._covered = False

    def invalidate(self) -> None:
        """Forget what was painted last."""
        self.board.invalidate()
        self._words = ()

    def paint(
        self,
        surface: pygame.Surface,
        layout: LaneLayout,
        lane: LaneView,
        theme: Theme,
        scale: float,
        *,
        noted: bool = False,
    ) -> None:
        """The lane in its rectangle; ``noted``: some lane has more to say than counters, so all leave room for it."""
        words = (layout, theme, noted, *(getattr(lane, name) for name in _WORDS))
        news = words != self._words
        if not news and lane.trouble and lane.board is self._shown:
            return  # the card on the board stays as it is: painted twice, its corners would be darker
        if lane.trouble or self._covered:
            self.board.invalidate()
        self._words, self._shown, self._covered = words, lane.board, bool(lane.trouble)
        self.board.theme = theme
        self.board.paint(surface, layout.board, lane.board)
        if news:
            self._paint_words(surface, layout, lane, theme, scale, noted)
        if lane.trouble:
            paint_trouble(surface, layout.board, lane.trouble, theme, self.fonts, scale)

    def _paint_words(
        self, surface: pygame.Surface, layout: LaneLayout, lane: LaneView, theme: Theme, scale: float, noted: bool
    ) -> None:
        for rect in (layout.heading, layout.facts):
            surface.fill(theme.background, rect)
        with shapes.clipped(surface, layout.heading):
            paint_heading(surface, layout.heading, lane, theme, self.fonts, scale)
        with shapes.clipped(surface, layout.facts):
            paint_facts(surface, layout.facts, lane, theme, self.fonts, scale, noted)


def paint_heading(
    surface: pygame.Surface, rect: pygame.Rect, lane: LaneView, theme: Theme, fonts: Fonts, scale: float
) -> None:
    """The lane's name with its options, and what it has come to: at the right end of a low rectangle, else below."""
    row, size = round(30 * scale), max(14, round(21 * scale))
    low = rect.height < 2 * row
    room = pygame.Rect(rect.left, rect.top, rect.width, rect.height - (0 if low else row))
    if low:
        room.width -= min(_standing_width(lane, fonts, scale), round(rect.width * 0.55)) + round(14 * scale)
    said = (Span(lane.title, "title"), *([Span(f" {lane.options}")] if lane.options else ()))
    lines = fonts.wrap(said, room.width, room.height, size, 12)
    colors = {"title": theme.ink}
    top = rect.top + ((row - lines.height) // 2 if low else 0)
    fonts.draw_paragraph(surface, (room.left, top), lines, lambda voice: colors.get(voice, theme.soft))
    if low:
        width = min(_standing_width(lane, fonts, scale), round(rect.width * 0.55))
        place = pygame.Rect(rect.right - width, rect.top, width, row)
    else:
        place = pygame.Rect(rect.left, rect.top + lines.height, rect.width, row)
    _paint_standing(surface, place, lane, theme, fonts, scale)


def _standing_size(scale: float) -> int:
    return max(13, round(17 * scale))


def _standing(lane: LaneView) -> tuple[str, Face]:
    """What it has come to, besides its place."""
    detail = lane.standing.removeprefix(lane.place).removeprefix(" · ") if lane.place else lane.standing
    return grouped(detail), Face.STRONG if lane.finished else Face.BODY


def _standing_width(lane: LaneView, fonts: Fonts, scale: float) -> int:
    text, face = _standing(lane)
    width = fonts.width(text, face, _standing_size(scale))
    return width + (_badge_width(lane, fonts, scale) + round(9 * scale) if lane.place else 0)


def _paint_standing(
    surface: pygame.Surface, rect: pygame.Rect, lane: LaneView, theme: Theme, fonts: Fonts, scale: float
) -> None:
    """A badge with its place, where it has one, and what it has come to."""
    left = rect.left
    if lane.place:
        left = _paint_badge(surface, rect, lane, theme, fonts, scale) + round(9 * scale)
    text, face = _standing(lane)
    size = fonts.shrink(text, face, _standing_size(scale), rect.right - left, 11)
    text = fonts.shorten(text, face, size, rect.right - left)
    fonts.draw(surface, text, face, size, standing_color(lane, theme), left=left, middle=rect.centery)


def standing_color(lane: LaneView, theme: Theme) -> Color:
    """Of what a lane has come to: solved, trouble or given up, under way."""
    if lane.place:
        return theme.solved
    return theme.conflict if lane.trouble else theme.guessed if lane.finished else theme.soft


def _badge_size(scale: float) -> int:
    return max(14, round(18 * scale))


def _badge_width(lane: LaneView, fonts: Fonts, scale: float) -> int:
    size = _badge_size(scale)
    return fonts.width(lane.place, Face.STRONG, size) + size


def _paint_badge(
    surface: pygame.Surface, rect: pygame.Rect, lane: LaneView, theme: Theme, fonts: Fonts, scale: float
) -> int:
    """The place on a plate, filled for the first. Returns its right end."""
    size = _badge_size(scale)
    plate = pygame.Rect(rect.left, 0, _badge_width(lane, fonts, scale), round(size * 1.42))
    plate.centery = rect.centery
    radius, edge = plate.height // 2, max(1, round(1.5 * scale))
    shapes.rounded(surface, plate, theme.solved, radius)
    if lane.rank > 1:
        shapes.rounded(surface, plate.inflate(-2 * edge, -2 * edge), theme.background, radius - edge)
    ink = theme.on(theme.solved) if lane.rank == 1 else theme.solved
    fonts.draw(surface, lane.place, Face.STRONG, size, ink, centre=plate.centerx, middle=plate.centery)
    return plate.right


def paint_facts(
    surface: pygame.Surface,
    rect: pygame.Rect,
    lane: LaneView,
    theme: Theme,
    fonts: Fonts,
    scale: float,
    noted: bool = False,
) -> None:
    """Counters, side by side where the rectangle is wide, else below one another; then bare time and remark."""
    gap = round(6 * scale)
    notes = [_UNIT.sub("\\1\N{NO-BREAK SPACE}", f"Bare time: {lane.timing}")] if lane.timing else []
    notes += [lane.remark] if lane.remark else []
    room = rect.copy()
    room.height -= round(52 * scale) if noted or notes else 0
    below = _paint_counters(surface, room, rect.height, lane.counters, theme, fonts, scale)
    for text in notes:
        size, left = max(12, round(14 * scale)), rect.bottom - below - gap
        if left < round(11 * 1.36):
            return
        lines = fonts.wrap((Span(text),), rect.width, left, size, 11)
        fonts.draw_paragraph(surface, (rect.left, below + gap), lines, lambda voice: theme.soft)
        below += lines.height + gap


def _paint_counters(
    surface: pygame.Surface,
    rect: pygame.Rect,
    height: int,
    counters: tuple[Counter, ...],
    theme: Theme,
    fonts: Fonts,
    scale: float,
) -> int:
    """As large as the rectangle allows; in as many columns for any ``height`` with or without notes below."""
    row = round(54 * scale)
    if not counters:
        return rect.top
    if rect.width >= 280 * scale:
        columns = 3 if height >= 2 * row and rect.width < 480 * scale else len(counters)
        return _paint_grid(surface, rect, row, columns, counters, theme, fonts, scale)
    if height >= 7 * row:
        return _paint_grid(surface, rect, row, 1, counters, theme, fonts, scale)
    return _paint_table(surface, rect, counters, theme, fonts, scale)


def _paint_grid(
    surface: pygame.Surface,
    rect: pygame.Rect,
    row: int,
    columns: int,
    counters: tuple[Counter, ...],
    theme: Theme,
    fonts: Fonts,
    scale: float,
) -> int:
    """Large figures over their labels; where all are in one line the first, which grows most, has more room.

    Returns the y below.
    """
    crowded = columns > 3
    large, small = max(15, round((20 if crowded else 26) * scale)), max(11, round((13 if crowded else 15) * scale))
    unit, gap = rect.width / (columns + 0.5 * crowded), round(8 * scale)
    small = min(fonts.shrink(grouped(its.label), Face.BODY, small, int(unit) - gap, 10) for its in counters)
    for i, counter in enumerate(counters):
        line, column = divmod(i, columns)
        left = rect.left + round((column + 0.5 * (crowded and column > 0)) * unit)
        room = int(unit * (1.5 if crowded and column == 0 else 1)) - gap
        base = rect.top + line * row + fonts.figure_height(Face.STRONG, large) + 1
        value = grouped(counter.value)
        size = fonts.shrink(value, Face.STRONG, large, room, 10)
        fonts.draw(surface, value, Face.STRONG, size, theme.ink, left=left, base=base)
        label = fonts.shorten(grouped(counter.label), Face.BODY, small, room)
        fonts.draw(surface, label, Face.BODY, small, theme.soft, left=left, base=base + round(small * 1.35))
    lines = -(-len(counters) // columns)
    return rect.top + lines * row - (round(12 * scale) if lines == 1 else 0)


def _paint_table(
    surface: pygame.Surface, rect: pygame.Rect, counters: tuple[Counter, ...], theme: Theme, fonts: Fonts, scale: float
) -> int:
    """Figures on the left, their labels beside them, a line each. Returns the y below."""
    row = max(12, min(round(29 * scale), rect.height // len(counters)))
    large, small = min(round(20 * scale), round(row * 0.9)), min(max(12, round(15 * scale)), round(row * 0.75))
    figures = max(fonts.width("00,000", Face.STRONG, large), *(_wide(its, fonts, large) for its in counters))
    figures = min(figures, rect.width * 2 // 5)
    room = rect.width - figures - small // 2
    small = min(fonts.shrink(grouped(its.label), Face.BODY, small, room, 10) for its in counters)
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
