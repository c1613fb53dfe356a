"""The panel beside the board: the algorithm's name and summary, the caption and the counters.

Below them are the starting board or the legend, the tabs and panes or a pad, warnings, output from the user's own
solver, and the puzzle's origin.
"""

from dataclasses import replace
from typing import NamedTuple

import pygame

from puzzles.figures import grouped_in as grouped
from visualizer.narration.warnings import Remark
from visualizer.painting.board import BoardPainter
from visualizer.painting.cell import CellPainter
from visualizer.panes.paint import code_size, line_height
from visualizer.scene.scene import Scene
from visualizer.session.run_history import PrintedLines
from visualizer.session.session import Session
from visualizer.text.spans import Caption, Span
from visualizer.toolkit.canvas import LEADING, Canvas, Face, Icon
from visualizer.toolkit.layout import COUNTERS, WindowLayout, scale_of
from visualizer.views.board import Counter

ROW = 20
"""The height of a row of code at scale 1."""
LEAST_ROWS = 4
"""The minimum height of the pane, in rows of code. If larger text would leave fewer, other parts are dropped."""
LONG = 0.7
"""The em size of a caption that is too long for its card, as a share of the usual one."""
LONG_ENLARGED = 0.78
"""The same share for enlarged type. At this size it is still half as large again as normal type."""
LARGE = 34
"""The em size in pixels at and above which a caption's card has only two lines, to leave room for the pane."""
TALLEST = 0.45
"""The maximum height of the caption's card when it grows for a long caption, as a share of the panel's."""
FIGURE = 27, 20
"""The em size of a counter's figure at scale 1, and its minimum in pixels."""
UNDER, LABEL_LEADING, DESCENT = 1.35, 1.1, 0.2
"""The distance from a counter's figure to its label, from one line of a label to the next, and from the last to the end
of the counter, in ems.
"""
LABEL_LINES = 2
"""The maximum number of lines of a label in enlarged type."""
FEW = 66
"""The width of a column of counters at scale 1 when there is room for only a few."""


class PanelParts(NamedTuple):
    """Which parts of the panel fit above and below its tabs and panes."""

    heading: bool = True
    counters: bool = True
    foot: bool = True
    """Whether to show the row of buttons and the line about the puzzle."""

    pane_scale: float = 1.0
    bars: float = 0.0
    """The scale of the gaps if the text is enlarged, in which case the counters share one row; otherwise 0."""
    subtitle: bool = True

    @classmethod
    def of(cls, layout: WindowLayout, *, brief: bool, taller: int = 0) -> "PanelParts":
        """Return the parts to show, given how much the caption's card has grown. If ``brief``, show only the caption.

        With enlarged text, the panes' type shrinks and then parts are dropped until the pane has LEAST_ROWS rows: the
        foot first, then the heading, then the counters.
        """
        scale, panel, bars = layout.scale, layout.panel, layout.bar_scale
        if not layout.enlarged:
            return cls(not brief, not brief, not brief, scale)
        room = panel.height - caption_rect(panel, 0, scale).height - taller - round(82 * bars)
        counters = not (brief or layout.under.height) and room - LEAST_ROWS * ROW * bars >= COUNTERS * scale
        room -= round(COUNTERS * scale) * counters
        pane_scale = max(bars, min(scale, room / (LEAST_ROWS * ROW)))
        room -= round(LEAST_ROWS * ROW * pane_scale)
        heading = not brief and room >= round(44 * scale)
        room -= round(44 * scale) * heading
        return cls(heading, counters, not brief and room >= round(44 * bars + 24 * scale), pane_scale, bars, False)


def paint_panel(
    canvas: Canvas, rect: pygame.Rect, scene: Scene, parts: PanelParts, *, taller: int, heading: bool
) -> int:
    """Clear the rectangle and paint the title, subtitle, caption and counters, as requested, from the top down. Without
    the ``heading``, the title and subtitle stay as they are.

    Return the y at which the panel continues. Each part's position depends on the rectangle and the subtitle, so that
    nothing jumps during playback. Only ``taller``, by how much the caption's card has grown, depends on the step.
    """
    with canvas.clipped(rect):
        y = rect.top
        if heading:
            canvas.fill(canvas.theme.background, rect)
        if parts.heading:
            y = _paint_heading(canvas, rect, scene, parts, shown=not heading)
        if not heading:
            canvas.fill(canvas.theme.background, (rect.left, y, rect.width, rect.bottom - y))
        card = caption_rect(rect, y, canvas.scale)
        card.height += taller
        y = paint_caption(canvas, card, scene.caption).bottom + max(12, round(18 * (parts.bars or canvas.scale)))
        below = pygame.Rect(rect.left, y, rect.width, max(0, rect.bottom - y))
        if parts.bars:
            below.height = min(below.height, canvas.px(COUNTERS, 49))
        return paint_counters(canvas, below, scene.counters, few=bool(parts.bars)) if parts.counters else below.top


def parts_that_fit(canvas: Canvas, rect: pygame.Rect, scene: Scene, parts: PanelParts) -> PanelParts:
    """Drop the subtitle and then the heading if the panel is too low for the caption's card at its tallest."""
    taller = max(0, round(TALLEST * rect.height) - caption_rect(rect, 0, canvas.scale).height)
    without = parts._replace(subtitle=False)
    for fewer in (parts, without):
        if height_above(canvas, rect, scene, fewer._replace(counters=False), taller=taller) <= rect.height:
            return fewer
    return without._replace(heading=False)


def height_above(canvas: Canvas, rect: pygame.Rect, scene: Scene, parts: PanelParts, *, taller: int) -> int:
    """Return the height of the panel down to the counters, as :func:`paint_panel` paints it."""
    y = _paint_heading(canvas, rect, scene, parts, shown=True) if parts.heading else rect.top
    y = caption_rect(rect, y, canvas.scale).bottom + taller + max(12, round(18 * (parts.bars or canvas.scale)))
    if parts.counters and scene.counters:
        rows = 1 if parts.bars else _columns_and_rows(canvas, rect.width, scene.counters, few=False)[1]
        y += rows * canvas.px(COUNTERS, 49)
    return y - rect.top


def _paint_heading(canvas: Canvas, rect: pygame.Rect, scene: Scene, parts: PanelParts, *, shown: bool) -> int:
    """Paint the title and the subtitle, unless they are already ``shown``. Return the y below them."""
    fonts, title, subtitle = canvas.fonts, scene.title, scene.subtitle if parts.subtitle else ""
    size = fonts.shrink(title, Face.STRONG, canvas.px(27, 16), rect.width, 14)
    base = rect.top + fonts.figure_height(Face.STRONG, size)
    if not shown:
        canvas.text(title, Face.STRONG, size, canvas.theme.ink, left=rect.left, base=base, within=rect.width)
    if not subtitle:
        return base + canvas.px(16)
    size = canvas.em(15)
    for most in (2, 3, 4):
        lines = fonts.wrap(subtitle, rect.width, round(size * 1.36) * most, size, canvas.smallest)
        if not lines.cut:
            break
    y = base + canvas.px(10)
    if not shown:
        canvas.paragraph((rect.left, y), lines, canvas.theme.soft)
    return y + lines.height + canvas.px(10)


def caption_rect(rect: pygame.Rect, y: int, scale: float) -> pygame.Rect:
    """Return the rectangle of the caption's card, with its top at ``y``. It is taller in a narrow panel."""
    size = caption_size(rect.width, scale)
    lines = 2 if rect.width >= 24 * size or size >= LARGE else 3 if rect.width >= 17 * size else 4
    return pygame.Rect(rect.left, y, rect.width, lines * round(size * 1.36) + 2 * max(8, round(13 * scale)))


def caption_size(width: int, scale: float) -> int:
    """Return the em size in pixels of the caption, the largest running text."""
    return max(16, min(round(23 * scale), width // 14))


def taller_by(canvas: Canvas, panel: pygame.Rect, scene: Scene) -> int:
    """Return how many pixels of extra height the card needs to fit its caption; 0 if the caption is soon replaced."""
    card = caption_rect(panel, 0, canvas.scale)
    enlarged = canvas.scale > scale_of(canvas.surface.get_size())
    share = LONG_ENLARGED if enlarged else LONG
    size = max(canvas.smallest, round(share * caption_size(card.width, canvas.scale)))
    room = _caption_room(canvas, card)
    most = round(TALLEST * panel.height) - card.height
    if not scene.lingers or most <= 0:
        return 0
    needed = canvas.fonts.wrap(scene.caption, room.width, card.height + most, size, canvas.smallest).height
    return min(most, max(0, needed - room.height))


def _caption_room(canvas: Canvas, card: pygame.Rect) -> pygame.Rect:
    """Return the space for text on a caption's card."""
    bar, pad = canvas.px(4, 3), canvas.px(16, 10)
    above = canvas.px(8, 4)
    return pygame.Rect(card.left + bar + pad, card.top + above, card.width - bar - 2 * pad, card.height - 2 * above)


def paint_caption(canvas: Canvas, rect: pygame.Rect, caption: Caption) -> pygame.Rect:
    """Paint the caption on a card whose left edge has the colour of the kind of step. Return its rectangle."""
    theme, scale = canvas.theme, canvas.scale
    voice = next((span.voice for span in caption if span.voice), "")
    canvas.fill(theme.panel, rect)
    edge = theme.voice(voice) if voice else theme.faint
    canvas.fill(edge, (rect.left, rect.top, canvas.px(4, 3), rect.height))
    room = _caption_room(canvas, rect)
    lines = canvas.fonts.wrap(caption, room.width, room.height, caption_size(rect.width, scale), canvas.smallest)
    canvas.paragraph((room.left, rect.top + (rect.height - lines.height) // 2), lines, theme.voice)
    return rect


def paint_counters(canvas: Canvas, rect: pygame.Rect, counters: tuple[Counter, ...], *, few: bool = False) -> int:
    """Paint large figures with small labels below, in columns of equal width. Return the y below them.

    Rows that do not fit are left out. With ``few``, paint only the first ones, as many as fit.
    """
    if not counters:
        return rect.top
    row_height = canvas.px(COUNTERS, 49)
    if few:
        fit = max(1, rect.width // canvas.px(FEW)) * max(1, rect.height // row_height)
        counters = tuple(Counter(its.value, its.short or its.label) for its in counters[:fit])
    columns, rows = _columns_and_rows(canvas, rect.width, counters, few)
    rows = rows if few else min(rows, rect.height // row_height)
    # The first column, for the steps, is half as wide again, because their number is by far the largest.
    first = 0 if few else 0.5
    width = min(int(rect.width / (columns + first)), canvas.px(140))
    room = width - canvas.px(10, 6)
    small = canvas.em(15)  # or what fits all labels but the first, whose extra room keeps its growing total from it
    for label in (grouped(its.label) for its in counters[1:]):
        small = canvas.fonts.shrink(label, Face.BODY, small, room, canvas.smallest)
    in_two = few and _wrapped_label_size(canvas, counters, room, row_height)
    wrapped = in_two > small
    small = max(small, in_two)
    for i, counter in enumerate(counters[: rows * columns]):
        row, column = divmod(i, columns)
        wider = round(width * first)
        left = rect.left + column * width + (wider if column else 0)
        cell = pygame.Rect(left, rect.top + row * row_height, room + (0 if column else wider), row_height)
        _paint_counter(canvas, cell, counter, small, wrapped)
    return rect.top + rows * row_height


def _columns_and_rows(canvas: Canvas, width: int, counters: tuple[Counter, ...], few: bool) -> tuple[int, int]:
    """Return the number of columns and rows for the counters, at least one, in which all labels but the first fit."""
    count, least = len(counters), canvas.px(FEW if few else 84, 66)
    labels = [canvas.fonts.width(grouped(its.label), Face.BODY, canvas.smallest) for its in counters[1:]]
    least = least if few else max([least, *(label + canvas.px(10, 6) for label in labels)])
    columns = max(1, min(count, int(width / least - (0 if few else 0.5))))
    rows = -(-count // columns)
    return -(-count // rows), rows


def _wrapped_label_size(canvas: Canvas, counters: tuple[Counter, ...], width: int, height: int) -> int:
    """Return the largest size in which all labels fit two lines below their figures without breaking a word, or 0."""
    fonts = canvas.fonts
    room = height - fonts.figure_height(Face.STRONG, canvas.px(*FIGURE))
    labels = [grouped(its.label) for its in counters]
    for size in range(min(canvas.em(15), int(room / (UNDER + LABEL_LEADING + DESCENT))), canvas.smallest - 1, -1):
        whole = all(fonts.width(word, Face.BODY, size) <= width for label in labels for word in label.split())
        if whole and all(len(_label_lines(canvas, label, width, size)) <= LABEL_LINES for label in labels):
            return size
    return 0


def _label_lines(canvas: Canvas, label: str, width: int, size: int) -> list[str]:
    lines = canvas.fonts.wrap(label, width, 1 << 20, size, size).lines
    return ["".join(span.text for span in line) for line in lines]


def _paint_counter(canvas: Canvas, rect: pygame.Rect, counter: Counter, small: int, wrapped: bool) -> None:
    large = canvas.px(*FIGURE)
    base = rect.top + canvas.fonts.figure_height(Face.STRONG, large)
    if paint_value(canvas, rect, base, grouped(counter.value), large):
        label, soft, under = grouped(counter.label), canvas.theme.soft, base + round(canvas.em(15) * UNDER)
        if counter.short and not wrapped and canvas.fonts.width(label, Face.BODY, small) > rect.width:
            label = counter.short
        lines = _label_lines(canvas, label, rect.width, small) if wrapped else [label]
        for i, line in enumerate(lines):
            at = under + round(i * small * LABEL_LEADING)
            canvas.text(line, Face.BODY, small, soft, left=rect.left, base=at, within=rect.width)


def paint_value(canvas: Canvas, rect: pygame.Rect, base: int, value: str, large: int) -> bool:
    """Paint a counter's value at the top of a rectangle, as large as fits. A name too long for a line, such as a
    technique's, takes up the whole rectangle. Return whether there is still room for a label.
    """
    fonts, ink, least = canvas.fonts, canvas.theme.ink, canvas.smallest
    size = fonts.shrink(value, Face.STRONG, large, rect.width, least)
    fits = fonts.width(value, Face.STRONG, size) <= rect.width or " " not in value
    if fits:
        canvas.text(value, Face.STRONG, size, ink, left=rect.left, base=base, within=rect.width)
    else:
        canvas.paragraph(rect.topleft, fonts.wrap((Span(value, "name"),), rect.width, rect.height, large, least), ink)
    return fits


START = "The starting board"
WHY = "Why there is no solution"
MOST_COLUMNS = 2
"""The maximum number of columns in the legend. A legend that needs more is not shown."""


def paint_start(canvas: Canvas, room: pygame.Rect, scene: Scene, beside: BoardPainter, size: int) -> pygame.Rect:
    """Paint the starting puzzle at the right edge of the area. Return its frame."""
    assert scene.start is not None
    top = room.top + round(size * 1.7)
    side = min(room.width, room.bottom - top)
    board = pygame.Rect(room.right - side, top, side, side)
    beside.paint(canvas.surface, board, scene.start)
    frame = beside.frame or board
    left = max(room.left, min(frame.left, room.right - canvas.fonts.width(START, Face.BODY, size)))
    canvas.text(START, Face.BODY, size, canvas.theme.soft, left=left, middle=room.top + size // 2)
    return frame


def paint_reasons(canvas: Canvas, room: pygame.Rect, reasons: tuple[Caption, ...]) -> None:
    """Explain line by line why there is no solution, in smaller type if there are many lines."""
    size = canvas.em(17)
    canvas.text(WHY, Face.STRONG, size, canvas.theme.ink, left=room.left, middle=room.top + size // 2)
    text = [span for line in reasons for span in (*line, Span("\n"))][:-1]
    height = max(0, room.height - round(size * 1.5))
    paragraph = canvas.fonts.wrap(tuple(text), room.width, height, size, canvas.smallest)
    canvas.paragraph((room.left, room.top + round(size * 1.4)), paragraph, canvas.theme.voice)


def paint_guide(canvas: Canvas, room: pygame.Rect, scene: Scene, session: Session) -> None:
    """Paint the legend: what to watch for, and how digits look depending on who wrote them."""
    theme, fonts = canvas.theme, canvas.fonts
    size = canvas.em(17)
    cell, gap = canvas.px(34), canvas.px(12)
    told = scene.board.geometry.told
    rows = [(view, told(meaning)) for view, meaning in scene.legend]
    text = fonts.wrap(told(session.solver.watch_for), room.width, max(0, room.height - size * 2), size, canvas.smallest)
    if session.solver.watch_for and text.height + size < room.height:
        canvas.text("Watch for", Face.STRONG, size, theme.ink, left=room.left, middle=room.top + size // 2)
        canvas.paragraph((room.left, room.top + round(size * 1.3)), text, lambda voice: theme.soft)
        room = pygame.Rect(room.left, room.top + text.height + size * 2, room.width, 0).union(
            pygame.Rect(room.left, room.bottom - 1, room.width, 1)
        )
    pitch = max(cell + gap // 2, 2 * round(LEADING * canvas.smallest))  # a meaning may take two lines
    high = (room.height + gap // 2) // pitch
    if not rows or high * MOST_COLUMNS < len(rows):
        return
    painter = CellPainter(theme, scene.board.geometry, scene.board.alphabet, cell, session.symbols)
    across = -(-len(rows) // -(-len(rows) // high))
    columns = [rows[start : start + across] for start in range(0, len(rows), across)]
    needed = [max(fonts.width(meaning, Face.BODY, size) for _, meaning in column) for column in columns]
    free = room.width - len(columns) * (cell + 2 * gap)
    share = free // len(columns)
    widths = [min(need, max(share, free - sum(needed) + need)) for need in needed]
    for column, width in zip(columns, widths, strict=True):
        for row, (view, meaning) in enumerate(column):
            place = pygame.Rect(room.left + 1, room.top + row * pitch + 1, cell, cell)
            canvas.rounded(place.inflate(2, 2), theme.thin_line, 0)
            painter.paint(replace(canvas, surface=canvas.surface.subsurface(place)), view)
            words = fonts.wrap(meaning, width, pitch, size, canvas.smallest)
            canvas.paragraph((place.right + gap, place.centery - words.height // 2), words, lambda voice: theme.soft)
        room.left += width + (free - sum(widths)) // len(columns) + cell + 2 * gap


def paint_remarks(canvas: Canvas, rect: pygame.Rect, remarks: tuple[Remark, ...]) -> int:
    """Paint each remark in a line or two with an icon, in at most a third of the area. Return the y below them."""
    size = canvas.em(15)
    indent, y = round(size * 1.7), rect.top
    bottom = rect.top + rect.height // 3
    for remark in remarks:
        if bottom - y < round(size * 1.36):
            break
        lines = canvas.fonts.wrap(remark.text, rect.width - indent, bottom - y, size, canvas.smallest)
        canvas.icon(Icon.ALERT, (rect.left + indent // 2, y + lines.leading // 2), size, canvas.theme.guessed)
        canvas.paragraph((rect.left + indent, y), lines, canvas.theme.guessed)
        y += lines.height + size // 2
    return y + size // 3 if y > rect.top else y


def paint_printed(canvas: Canvas, rect: pygame.Rect, printed: PrintedLines) -> int:
    """Paint the latest output in a thin frame at the bottom, in at most a third of the area. Return the y above it."""
    theme, scale = canvas.theme, canvas.scale
    size, height, pad = code_size(scale), line_height(scale), canvas.px(6, 4)
    rows = min(len(printed.lines), (rect.height // 3 - 2 * pad) // height - 1)
    if rows < 1:
        return rect.bottom
    frame = pygame.Rect(rect.left, 0, rect.width, (rows + 1) * height + 2 * pad)
    frame.bottom = rect.bottom
    edge = canvas.px(1, 1)
    canvas.fill(theme.thin_line, frame)
    canvas.fill(theme.panel, frame.inflate(-2 * edge, -2 * edge))
    left, y = frame.left + 2 * pad, frame.top + pad + height // 2
    small = canvas.em(13)
    with canvas.clipped(frame):
        canvas.text(printed.heading, Face.BODY, small, theme.soft, left=left, middle=y)
        for row, line in enumerate(printed.lines[-rows:], 1):
            canvas.text(
                line, Face.CODE, size, theme.ink, left=left, middle=y + row * height, within=frame.right - pad - left
            )
    return frame.top
