"""The layout of a race, and the painter of one lane: its name, state, board and counters."""

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from typing import NamedTuple, Self

import pygame

from puzzles.figures import grouped_in as grouped
from puzzles.geometry import Geometry
from visualizer.painting.board import BoardLayout, BoardPainter
from visualizer.painting.motion import BoardMotion, Place
from visualizer.race.view import LaneView
from visualizer.style.theme import Color, Theme
from visualizer.text.spans import Span
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Paragraph, smallest_type
from visualizer.toolkit.layout import BARS, scale_of
from visualizer.toolkit.messages import paint_card
from visualizer.views.board import BoardView, Counter
from visualizer.window.panel import paint_value

GRIDS = {
    2: ((2, 1), (1, 2)),
    3: ((3, 1), (2, 2), (1, 3)),
    4: ((2, 2), (4, 1), (1, 4)),
    5: ((3, 2), (2, 3), (1, 5)),
    6: ((3, 2), (2, 3), (1, 6)),
}
"""(columns, rows) by number of lanes. The first is used unless another makes boards larger by a factor of MUCH, or
of MUCH_IN_LARGE_TYPE if names take two lines, because a row of lanes is easier to compare.
"""
MUCH, MUCH_IN_LARGE_TYPE = 1.1, 1.2
LEAST_BOARD = 0.23
"""The minimum size of a board, as a share of the window's smaller side. Text is enlarged only as far as this allows."""
HEADER_HEIGHT = 66
_ROWS = {2: 27, 3: 23, 4: 20, 5: 18, 6: 16}
"""The height of a lane's row in the timeline, keyed by the number of lanes."""
_ROW_GROWTH = {2: 1.75, 3: 1.6, 4: 1.5}
"""The maximum factor by which zoom enlarges a row, keyed by the number of lanes. With more lanes, it is BARS."""
HEADINGS = {1: 37, 2: 58}
"""The height of a heading at scale 1, keyed by the number of lines."""
HEADINGS_BESIDE = {1: (84, 0.5), 2: (112, 0.62)}
"""The maximum height at scale 1 of a heading beside a board, and its maximum share of the height, keyed by the number
of lines that it would need above the board.
"""
FEET = {1: 76, 2: 60}
"""The height of the text below a board at scale 1, keyed by the number of lines above it."""


class LaneLayout(NamedTuple):
    rect: pygame.Rect
    heading: pygame.Rect
    """The area for the lane's name and state."""
    board: pygame.Rect
    """The exact rectangle of the board, including its frame."""
    facts: pygame.Rect
    """The area for counters, captions and remarks."""

    @classmethod
    def of(cls, rect: pygame.Rect, geometry: Geometry, scale: float, lines: int = 1) -> "LaneLayout":
        """Lay out a lane with its name above the board, in one line or two. If the board would be larger by a factor of
        MUCH with all text beside it, or with text above and below, use that layout instead.
        """
        ways = [way(rect, geometry, scale, lines) for way in (_named_above, _beside, _stacked)]
        best = max(ways, key=lambda way: way.board.width)
        return ways[0] if best.board.width < MUCH * ways[0].board.width else best


class RaceLayout(NamedTuple):
    scale: float
    header: pygame.Rect
    lanes: tuple[LaneLayout, ...]
    strip: pygame.Rect
    controls: pygame.Rect
    bar_scale: float
    """The scale of everything except the lanes."""

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, size: tuple[int, int], count: int, geometry: Geometry, zoom: float = 1.0, lines: int = 1) -> Self:
        """Return the layout of 2 to 6 lanes in a window of at least 800x600.

        ``zoom`` enlarges the lanes' text fully, as long as the boards keep LEAST_BOARD, the timeline if there are few
        lanes, and everything else a little. ``lines`` is the number of lines for the lanes' names: 1 or 2.
        """
        width, height = size
        usual = scale_of(size)
        bars = usual * min(zoom, BARS)
        margin = max(14, round(30 * usual))
        controls = pygame.Rect(margin, 0, width - 2 * margin, round(46 * bars))
        controls.bottom = height - round(margin * 0.7)
        row = usual * min(zoom, _ROW_GROWTH.get(count, BARS))
        high = max(16 if row >= 0.85 else 13, round(_ROWS[count] * row))  # a row has to fit a lane's name
        strip = pygame.Rect(margin, 0, controls.width, count * high + round(15 * bars))
        strip.bottom = controls.top - round(6 * usual)
        header = pygame.Rect(margin, round(margin * 0.6), controls.width, round(HEADER_HEIGHT * bars))
        room = pygame.Rect(margin, header.bottom + round(10 * usual), controls.width, 0)
        room.height = strip.top - round(10 * usual) - room.top
        scale = usual * zoom
        lanes = _lanes(room, count, geometry, scale, lines)
        while scale > bars and side_of(lanes) < LEAST_BOARD * min(size):
            scale = max(bars, scale * 0.97)
            lanes = _lanes(room, count, geometry, scale, lines)
        return cls(scale, header, lanes, strip, controls, bars)


def _lanes(room: pygame.Rect, count: int, geometry: Geometry, scale: float, lines: int) -> tuple[LaneLayout, ...]:
    """Return the lanes in the first grid, unless another makes the boards much larger."""
    across, down = round(28 * scale), round(18 * scale)
    grids = [cells(room, grid, count, across, down) for grid in GRIDS[count]]
    ways = [tuple(LaneLayout.of(rect, geometry, scale, lines) for rect in rects) for rects in grids]
    best, much = max(ways, key=side_of), MUCH if lines == 1 else MUCH_IN_LARGE_TYPE
    return ways[0] if side_of(best) < much * side_of(ways[0]) else best


def side_of(lanes: tuple[LaneLayout, ...]) -> int:
    """Return the width of the boards."""
    return lanes[0].board.width


def cells(room: pygame.Rect, grid: tuple[int, int], count: int, across: int, down: int) -> list[pygame.Rect]:
    """Return the rectangles of lanes in a grid of columns and rows, with the gaps across and down between them."""
    columns, rows = grid
    width, height = (room.width - (columns - 1) * across) // columns, (room.height - (rows - 1) * down) // rows
    corners = ((i % columns * (width + across), i // columns * (height + down)) for i in range(count))
    return [pygame.Rect(room.left + x, room.top + y, width, height) for x, y in corners]


def _column(scale: float) -> int:
    """Return the minimum width of the text beside a board, which is legible at any scale."""
    return round(max(136 * scale, 10.5 * smallest_type(scale)))


def fitted_board(left: int, top: int, side: int, geometry: Geometry) -> pygame.Rect:
    """Return the frame of the largest board that fits a square, moved to the square's top left corner."""
    return pygame.Rect((left, top), _board_size(max(1, side), geometry))


@lru_cache(maxsize=256)
def _board_size(side: int, geometry: Geometry) -> tuple[int, int]:
    """Return the size of the largest board that fits a square, which is asked for again and again."""
    return BoardLayout.fit(pygame.Rect(0, 0, side, side), geometry).frame.size


def _named_above(rect: pygame.Rect, geometry: Geometry, scale: float, lines: int) -> LaneLayout:
    gap, top = round(14 * scale), round(HEADINGS[lines] * scale)
    side = min(rect.height - top, rect.width - gap - _column(scale))
    board = fitted_board(rect.left, rect.top + top, side, geometry)
    facts = pygame.Rect(board.right + gap, board.top, rect.right - board.right - gap, rect.bottom - board.top)
    return LaneLayout(rect, pygame.Rect(rect.left, rect.top, rect.width, top), board, facts)


def _beside(rect: pygame.Rect, geometry: Geometry, scale: float, lines: int) -> LaneLayout:
    gap = round(14 * scale)
    board = fitted_board(rect.left, rect.top, min(rect.height, rect.width - gap - _column(scale)), geometry)
    text = pygame.Rect(board.right + gap, rect.top, rect.right - board.right - gap, rect.height)
    tall, share = HEADINGS_BESIDE[lines]
    heading = pygame.Rect(text.left, text.top, text.width, min(round(tall * scale), round(share * text.height)))
    facts = pygame.Rect(text.left, heading.bottom, text.width, text.bottom - heading.bottom)
    return LaneLayout(rect, heading, board, facts)


def _stacked(rect: pygame.Rect, geometry: Geometry, scale: float, lines: int) -> LaneLayout:
    top, foot = round(HEADINGS[lines] * scale), round(FEET[lines] * scale)
    board = fitted_board(rect.left, rect.top + top, min(rect.width, rect.height - top - foot), geometry)
    width = min(rect.width, max(board.width, round(300 * scale)))
    left = rect.left + (rect.width - width) // 2
    board.left = left if board.width > width * 0.8 else left + (width - board.width) // 2
    top_of_facts = board.bottom + round(9 * scale)
    facts = pygame.Rect(left, top_of_facts, width, min(rect.bottom - top_of_facts, 3 * foot))
    return LaneLayout(rect, pygame.Rect(left, rect.top, width, top), board, facts)


_WORDS = [field.name for field in fields(LaneView) if field.name != "board"]

BESIDE_STATE = 0.6
"""The maximum width of a title beside its lane's state, as a share of the heading's."""
TWO_LINES = 1.8
"""The minimum height of a heading with two lines, in rows."""
CACHE = 12_000_000
"""The maximum size of each lane's cached board pictures, in bytes."""


class LanePainter:
    def __init__(self, theme: Theme, fonts: Fonts) -> None:
        self.fonts = fonts
        self.board = BoardPainter(theme, fonts, CACHE)
        self.motion = BoardMotion()
        self._words: tuple[object, ...] = ()
        self._shown: BoardView | None = None
        self._covered = False

    def invalidate(self) -> None:
        self.board.invalidate()
        self._words = ()

    def paint(
        self, canvas: Canvas, layout: LaneLayout, lane: LaneView, place: Place | None = None, *sizes: int
    ) -> None:
        """Paint the lane in its rectangle. If a place is given, animate the board from where it was painted last.

        ``sizes`` is what :meth:`_paint_words` needs to know of the other lanes.
        """
        words = (layout, canvas.theme, sizes, *(getattr(lane, name) for name in _WORDS))
        news = words != self._words
        if not news and lane.trouble and lane.board is self._shown:
            return  # leave the card on the board: painting it twice would darken its corners
        if lane.trouble or self._covered:
            self.board.invalidate()
        self._words, self._shown, self._covered = words, lane.board, bool(lane.trouble)
        self.board.theme = canvas.theme
        if lane.trouble:
            self.motion.stop()  # its board is not painted again, so no motion on it may be left unfinished
        elif place is not None:
            self.motion.follow(place, lane.board)
        self.motion.paint(canvas.surface, layout.board, self.board, lane.board)
        if news:
            self._paint_words(canvas, layout, lane, *sizes)
        if lane.trouble:
            paint_trouble(canvas, layout.board, lane.trouble)

    def _paint_words(
        self, canvas: Canvas, layout: LaneLayout, lane: LaneView, title: int = 0, noted: int = False
    ) -> None:
        """Paint everything but the board. ``title`` is the size of all lanes' titles, or 0 for its own. ``noted`` means
        that at least one lane has notes, so every lane leaves room for them.
        """
        for rect in (layout.heading, layout.facts):
            canvas.fill(canvas.theme.background, rect)
        with canvas.clipped(layout.heading):
            size = title or title_size(canvas, (layout,), (lane,))
            paint_heading(canvas, layout.heading, lane, size)
        with canvas.clipped(layout.facts):
            paint_facts(canvas, layout.facts, lane, noted)

    @staticmethod
    def standing_color(lane: LaneView, theme: Theme) -> Color:
        """Return the colour of a lane's state: solved, given up, in trouble or still running."""
        if lane.place:
            return theme.solved
        return theme.conflict if lane.trouble else theme.guessed if lane.finished else theme.soft


def title_size(canvas: Canvas, layouts: Sequence[LaneLayout], lanes: Sequence[LaneView]) -> int:
    """Return one size for the titles of all lanes, small enough to avoid cut titles and broken words if possible."""
    size, least = canvas.px(21, 14), canvas.smallest
    while size > least and not all(
        _fits(canvas, layout.heading, lane, size) for layout, lane in zip(layouts, lanes, strict=True)
    ):
        size -= 1
    return size


def _fits(canvas: Canvas, rect: pygame.Rect, lane: LaneView, size: int) -> bool:
    """Return whether a title of the given size fits its heading without breaking a word."""
    room, low = _title_room(canvas, rect, lane, size)
    widest = max((canvas.fonts.width(word, Face.STRONG, size) for word in lane.title.split()), default=0)
    lines = _title_lines(canvas, room, lane, size)
    if low and room.width == rect.width and len(lines.lines) > 1:
        last = canvas.fonts.line_width(lines.lines[-1], size) + canvas.px(14)
        widest = max(widest, last + _standing_room(canvas, rect, lane, size))
    return widest <= room.width and lines.size == size


def lines_for(canvas: Canvas, layouts: Sequence[LaneLayout], lanes: Sequence[LaneView]) -> int:
    """Return how many lines the titles need at full size: 2 if any of them leaves too little room for a state beside
    it.
    """
    size = canvas.px(21, 14)
    names = (f"{lane.title} {lane.options}".rstrip() for lane in lanes)
    wide = (canvas.fonts.width(name, Face.STRONG, size) for name in names)
    rooms = (layout.heading.width * BESIDE_STATE for layout in layouts)
    return 2 if any(width > room for width, room in zip(wide, rooms, strict=True)) else 1


def _title_room(canvas: Canvas, rect: pygame.Rect, lane: LaneView, size: int) -> tuple[pygame.Rect, bool]:
    """Return the area for the lane's title and options, and whether its state goes beside it rather than below.

    In a heading of two lines, the state is beside the last one only.
    """
    row = canvas.px(30)
    low = rect.height < 2 * row
    room = pygame.Rect(rect.left, rect.top, rect.width, rect.height - (0 if low else row))
    if low and rect.height < TWO_LINES * row:
        room.width -= _standing_room(canvas, rect, lane, size) + canvas.px(14)
    return room, low


def _standing_room(canvas: Canvas, rect: pygame.Rect, lane: LaneView, size: int) -> int:
    """Return the width of the area for the lane's state beside its title."""
    return min(_standing(canvas, lane, size)[3], round(rect.width * 0.55))


def _title_lines(canvas: Canvas, room: pygame.Rect, lane: LaneView, size: int) -> Paragraph:
    said = (Span(lane.title, "title"), *([Span(f" {lane.options}")] if lane.options else ()))
    return canvas.fonts.wrap(said, room.width, room.height, size, canvas.smallest)


def paint_heading(canvas: Canvas, rect: pygame.Rect, lane: LaneView, size: int) -> None:
    """Paint the lane's name and options. Its state goes on the right if the rectangle is short, otherwise below."""
    row = canvas.px(30)
    room, low = _title_room(canvas, rect, lane, size)
    lines = _title_lines(canvas, room, lane, size)
    colors = {"title": canvas.theme.ink}
    whole = room.width == rect.width
    top = rect.top + (max(0, row - lines.height) // 2 if low and not whole else 0)
    canvas.paragraph((room.left, top), lines, lambda voice: colors.get(voice, canvas.theme.soft))
    if low:
        width = _standing_room(canvas, rect, lane, size)
        middle = rect.top + round(1.5 * lines.leading) if whole else rect.top + row // 2
        left = rect.left if whole and len(lines.lines) == 1 else rect.right - width
        place = pygame.Rect(left, middle - row // 2, width, row)
    else:
        place = pygame.Rect(rect.left, rect.top + lines.height, rect.width, row)
    _paint_standing(canvas, place, lane, size)


def _standing(canvas: Canvas, lane: LaneView, title: int) -> tuple[str, Face, int, int]:
    """Return the lane's state without its place, its face, its size (never larger than its title), and its width,
    including the badge with the place.
    """
    detail = lane.standing.removeprefix(lane.place).removeprefix(" · ") if lane.place else lane.standing
    text, face = grouped(detail), Face.STRONG if lane.finished else Face.BODY
    size = max(canvas.smallest, min(canvas.em(17), title))
    badge = _badge(canvas, lane)[1] + canvas.px(9) if lane.place else 0
    return text, face, size, badge + canvas.fonts.width(text, face, size)


def _paint_standing(canvas: Canvas, rect: pygame.Rect, lane: LaneView, title: int) -> None:
    """Paint a lane's state, preceded by a badge with its place if it has one. The badge is filled for first place."""
    theme, left = canvas.theme, rect.left
    if lane.place:
        size, width = _badge(canvas, lane)
        plate = pygame.Rect(left, 0, width, round(size * 1.42))
        plate.centery = rect.centery
        radius, edge = plate.height // 2, canvas.px(1.5, 1)
        canvas.rounded(plate, theme.solved, radius)
        if lane.rank > 1:
            canvas.rounded(plate.inflate(-2 * edge, -2 * edge), theme.background, radius - edge)
        ink = theme.on(theme.solved) if lane.rank == 1 else theme.solved
        canvas.text(lane.place, Face.STRONG, size, ink, centre=plate.centerx, middle=plate.centery)
        left = plate.right + canvas.px(9)
    text, face, size, _ = _standing(canvas, lane, title)
    color, room = LanePainter.standing_color(lane, theme), rect.right - left
    canvas.text(text, face, size, color, left=left, middle=rect.centery, within=room, least=canvas.smallest)


def _badge(canvas: Canvas, lane: LaneView) -> tuple[int, int]:
    """Return the size of the type on the badge with a lane's place, and the badge's width."""
    size = canvas.px(18, 14)
    return size, canvas.fonts.width(lane.place, Face.STRONG, size) + size


def paint_facts(canvas: Canvas, rect: pygame.Rect, lane: LaneView, noted: int = False) -> None:
    """Paint counters, caption and remark. In a wide rectangle the counters are side by side."""
    gap = canvas.px(6)
    notes = [text for text in (lane.caption, lane.remark) if text]
    room = rect.copy()
    room.height -= canvas.px(52) if noted or notes else 0
    below = _paint_counters(canvas, room, rect.height, lane.counters)
    for text in notes:
        least = canvas.smallest
        size, left = canvas.px(14, least), rect.bottom - below - gap
        if left < round(least * 1.36):
            return
        lines = canvas.fonts.wrap(text, rect.width, left, size, least)
        canvas.paragraph((rect.left, below + gap), lines, canvas.theme.soft)
        below += lines.height + gap


def _paint_counters(canvas: Canvas, rect: pygame.Rect, height: int, counters: tuple[Counter, ...]) -> int:
    """Paint counters as large as the rectangle allows. Notes do not affect the number of columns."""
    scale = canvas.scale
    row = canvas.px(54)
    if not counters:
        return rect.top
    if rect.width >= 280 * scale:
        columns = 3 if height >= 2 * row and rect.width < 480 * scale else len(counters)
        return _paint_grid(canvas, rect, row, columns, counters)
    if height >= 7 * row:
        return _paint_grid(canvas, rect, row, 1, counters)
    return _paint_table(canvas, rect, counters)


def _paint_grid(canvas: Canvas, rect: pygame.Rect, row: int, columns: int, counters: tuple[Counter, ...]) -> int:
    """Paint large figures with labels below. In a single row, the first figure has extra room to grow.

    Return the y below them.
    """
    fonts, least = canvas.fonts, canvas.smallest
    crowded = columns > 3
    large, small = canvas.px(20 if crowded else 26, 15), canvas.em(13 if crowded else 15)
    lines = [counters[i : i + columns] for i in range(0, len(counters), columns)]
    widths = _widths(canvas, lines[0], rect.width, small) if crowded else (rect.width // columns,) * columns
    gap = canvas.px(8)
    labels = [grouped(its.label) for its in counters]
    rooms = [width - gap for width in widths] * len(lines)
    small = min(fonts.shrink(label, Face.BODY, small, room, least) for label, room in zip(labels, rooms, strict=False))
    for line, shown in enumerate(lines):
        base = rect.top + line * row + fonts.figure_height(Face.STRONG, large) + 1
        for column, counter in enumerate(shown):
            left, room = rect.left + sum(widths[:column]), widths[column] - gap
            place = pygame.Rect(left, rect.top + line * row, room, row - gap)
            if paint_value(canvas, place, base, grouped(counter.value), large):
                label, under = grouped(counter.label), base + round(small * 1.35)
                canvas.text(label, Face.BODY, small, canvas.theme.soft, left=left, base=under, within=room)
    return rect.top + len(lines) * row - (canvas.px(12) if len(lines) == 1 else 0)


def _widths(canvas: Canvas, counters: tuple[Counter, ...], width: int, size: int) -> tuple[int, ...]:
    """Return the column widths of a single row: equal except for the first, or as wide as the labels need."""
    unit = int(width / (len(counters) + 0.5))
    usual = (unit + unit // 2, *[unit] * (len(counters) - 1))
    needed = [canvas.fonts.width(grouped(its.label), Face.BODY, size) + canvas.px(8) for its in counters]
    if all(has >= need for has, need in zip(usual, needed, strict=True)):
        return usual
    room_to_grow = min(max(0, width - sum(needed)), max(0, unit - needed[0]))
    spare = (width - sum(needed) - room_to_grow) // len(counters)
    return (needed[0] + room_to_grow + spare, *(need + spare for need in needed[1:]))


def _paint_table(canvas: Canvas, rect: pygame.Rect, counters: tuple[Counter, ...]) -> int:
    """Paint as many figures as fit, one per line, with labels beside them. Return the y below them."""
    fonts, least = canvas.fonts, canvas.smallest
    row = max(round(least * 1.3), canvas.px(17), min(canvas.px(29), rect.height // len(counters)))
    counters = counters[: max(1, rect.height // row)]
    large, small = min(canvas.px(20), round(row * 0.9)), max(least, min(canvas.px(15), round(row * 0.75)))
    widest = max(fonts.width(grouped(its.value), Face.STRONG, large) for its in counters)
    labels = max(fonts.width(grouped(its.label), Face.BODY, least) for its in counters)
    figures = max(min(fonts.width("00,000", Face.STRONG, large), rect.width * 2 // 5), widest)
    figures = min(figures, rect.width - labels - small // 2)
    room = rect.width - figures - small // 2
    small = min(fonts.shrink(grouped(its.label), Face.BODY, small, room, least) for its in counters)
    for i, counter in enumerate(counters):
        middle = rect.top + i * row + row // 2
        value = grouped(counter.value)
        size = fonts.shrink(value, Face.STRONG, large, figures, least)
        if fonts.width(value, Face.STRONG, size) > figures:  # a long name says by itself what it is
            name = value if fonts.width(value, Face.STRONG, size) <= rect.width else value.partition(" (")[0]
            canvas.text(name, Face.STRONG, size, canvas.theme.ink, left=rect.left, middle=middle, within=rect.width)
            continue
        canvas.text(value, Face.STRONG, size, canvas.theme.ink, right=rect.left + figures, middle=middle)
        left = rect.left + figures + small // 2
        width = rect.right - left
        canvas.text(grouped(counter.label), Face.BODY, small, canvas.theme.soft, left=left, middle=middle, within=width)
    return rect.top + row * len(counters)


def paint_trouble(canvas: Canvas, board: pygame.Rect, text: str) -> pygame.Rect:
    """Paint a card over a lane's board that says what went wrong. Return its rectangle."""
    pad, size = canvas.px(12, 8), canvas.em(17)
    width = board.width - 2 * pad
    lines = canvas.fonts.wrap(text, width - 2 * pad, board.height - 4 * pad, size, canvas.smallest)
    card = pygame.Rect(0, 0, width, lines.height + 2 * pad)
    card.center = board.center
    paint_card(canvas, card)
    canvas.fill(canvas.theme.conflict, (card.left, card.top + pad, canvas.px(4, 3), card.height - 2 * pad))
    with canvas.clipped(card):
        canvas.paragraph((card.left + pad, card.top + pad), lines, canvas.theme.ink)
    return card
