"""The area below the counters: the starting board or the legend, warnings about the solver, output from the user's own
solver in small type, and the puzzle's origin.
"""

from __future__ import annotations

from dataclasses import replace

import pygame

from visualizer.narration.warnings import Remark
from visualizer.painting.board import BoardPainter
from visualizer.painting.cell import CellPainter
from visualizer.painting.glyph import paint_key
from visualizer.panes.paint import code_size, line_height
from visualizer.scene.scene import Scene
from visualizer.session.session import Session
from visualizer.session.solver_output import PrintedLines
from visualizer.text.spans import Caption, Span
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import LEADING, Face
from visualizer.toolkit.icons import Icon
from visualizer.window.column import PaneColumn
from visualizer.window.extras import Extras
from visualizer.window.panel import PanelParts
from visualizer.window.tabs import Tab

SEPARATOR = " · "
"""Between the parts of the line about the puzzle, the most important first."""
START = "The starting board"
WHY = "Why there is no solution"
MOST_COLUMNS = 2
"""The maximum number of columns in the legend. A legend that needs more is not shown."""
START_BESIDE_PAD = 0.45
"""The maximum share of the pad's width that the starting board may take."""


def paint_side(
    canvas: Canvas,
    bar_scale: float,
    rect: pygame.Rect,
    scene: Scene,
    session: Session,
    beside: BoardPainter,
    column: PaneColumn,
    tabs: tuple[Tab, ...],
    extras: Extras,
    pad: object | None,
    *,
    parts: PanelParts,
) -> None:
    """Paint the panel below the counters, with a line about the puzzle at the bottom if it is among the ``parts``."""
    size = canvas.em(14)
    end = rect.bottom - (round(size * 1.5) if parts.foot else 0)
    if parts.foot:
        said, middle = extras.origin or scene.heat_words or session.origin(), (end + rect.bottom) // 2
        least = canvas.smallest
        while canvas.fonts.width(said, Face.BODY, least) > rect.width and SEPARATOR in said:
            said = said.rpartition(SEPARATOR)[0]
        canvas.text(
            said, Face.BODY, size, canvas.theme.soft, left=rect.left, middle=middle, within=rect.width, least=least
        )
    room = pygame.Rect(rect.left, rect.top + round(10 * bar_scale), rect.width, 0)
    above = pygame.Rect(room.left, room.top, room.width, end - room.top)
    key = paint_key(canvas, above, session.symbols, scene.board.alphabet)
    room.height = key - room.top - round(8 * bar_scale)
    if room.height < 3 * size:
        return
    top = paint_remarks(replace(canvas, scale=bar_scale), room, session.remarks)
    room.update(room.left, top, room.width, room.bottom - top)
    if session.printed.lines:
        room.height = paint_printed(canvas, room, session.printed) - size // 2 - room.top
    if scene.start is not None:
        most = round(room.width * START_BESIDE_PAD) if pad else room.width
        start_room = pygame.Rect(room.right - most, room.top, most, room.height)
        start = _paint_start(canvas, start_room, scene, beside, size)
        room.width = start.left - canvas.px(14) - room.left
    if pad is not None and extras.pad is not None:
        column.paint_pad(canvas, room, extras.pad, pad)
        return
    if scene.start is not None and room.width < 20 * size:
        return
    column.arrange(column.paint_tabs(canvas, room, tabs, bar_scale), session, parts.pane_scale)
    canvas = replace(canvas, scale=parts.pane_scale)
    column.paint(canvas, scene, session)
    if not column.blank or scene.start is not None:
        return
    if scene.reasons:
        _paint_reasons(canvas, column.room, scene.reasons)
    else:
        _paint_guide(canvas, column.room, scene, session)


def _paint_start(canvas: Canvas, room: pygame.Rect, scene: Scene, beside: BoardPainter, size: int) -> pygame.Rect:
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


def _paint_reasons(canvas: Canvas, room: pygame.Rect, reasons: tuple[Caption, ...]) -> None:
    """Explain line by line why there is no solution, in smaller type if there are many lines."""
    size = canvas.em(17)
    canvas.text(WHY, Face.STRONG, size, canvas.theme.ink, left=room.left, middle=room.top + size // 2)
    text = [span for line in reasons for span in (*line, Span("\n"))][:-1]
    height = max(0, room.height - round(size * 1.5))
    paragraph = canvas.fonts.wrap(tuple(text), room.width, height, size, canvas.smallest)
    canvas.paragraph((room.left, room.top + round(size * 1.4)), paragraph, canvas.theme.voice)


def _paint_guide(canvas: Canvas, room: pygame.Rect, scene: Scene, session: Session) -> None:
    """Paint the legend: what to watch for, and how digits look depending on who wrote them."""
    theme, fonts = canvas.theme, canvas.fonts
    size = canvas.em(17)
    cell, gap = canvas.px(34), canvas.px(12)
    rows = scene.legend
    text = fonts.wrap(session.solver.watch_for, room.width, max(0, room.height - size * 2), size, canvas.smallest)
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
            painter.paint(canvas.surface.subsurface(place), fonts, view)
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
