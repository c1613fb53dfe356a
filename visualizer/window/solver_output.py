"""The output of the user's own solver, and warnings about the running solver, in small type in the side column."""

from __future__ import annotations

import pygame

from visualizer.narration.warnings import Remark
from visualizer.panes.paint import code_size, line_height
from visualizer.session.solver_output import Printed
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.icons import Icon


def paint_remarks(canvas: Canvas, rect: pygame.Rect, remarks: tuple[Remark, ...]) -> int:
    """Paint a line or two for each, with a sign, on at most a third of the room. Return the y below."""
    size = canvas.px(15, 12)
    indent, y = round(size * 1.7), rect.top
    bottom = rect.top + rect.height // 3
    for remark in remarks:
        if bottom - y < round(size * 1.36):
            break
        lines = canvas.fonts.wrap(remark.text, rect.width - indent, bottom - y, size, 11)
        canvas.icon(Icon.ALERT, (rect.left + indent // 2, y + lines.leading // 2), size, canvas.theme.guessed)
        canvas.paragraph((rect.left + indent, y), lines, canvas.theme.guessed)
        y += lines.height + size // 2
    return y + size // 3 if y > rect.top else y


def paint_printed(canvas: Canvas, rect: pygame.Rect, printed: Printed) -> int:
    """Paint the last lines in a thin frame at the foot of the room, on at most a third of it. Return the y above
    them.
    """
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
    small = canvas.px(13, 11)
    with canvas.clipped(frame):
        canvas.text(printed.heading, Face.BODY, small, theme.soft, left=left, middle=y)
        for row, line in enumerate(printed.lines[-rows:], 1):
            canvas.text(
                line, Face.CODE, size, theme.ink, left=left, middle=y + row * height, within=frame.right - pad - left
            )
    return frame.top
