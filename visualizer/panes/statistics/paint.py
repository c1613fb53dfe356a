"""The statistics pane: a few small plots over the part of the run that the time line shows."""

from __future__ import annotations

import pygame

from puzzles.figures import grouped_in as grouped
from visualizer.analysis.statistics import Plot, PlotsView
from visualizer.style.theme import Theme, mix
from visualizer.toolkit import shapes
from visualizer.toolkit.fonts import Face, Fonts


def plot_columns(rect: pygame.Rect, count: int, scale: float = 1.0) -> int:
    """How many values each of so many plots has room for: one a pixel."""
    return max(1, _grid(rect, count, scale)[0].width) if count else 1


def paint_statistics(
    surface: pygame.Surface, rect: pygame.Rect, view: PlotsView, theme: Theme, fonts: Fonts, scale: float = 1.0
) -> None:
    """The plots in rows, each with its name, what holds at the playhead, and its greatest value."""
    for plot, place in zip(view.plots, _grid(rect, len(view.plots), scale), strict=False):
        with shapes.clipped(surface, place):
            _paint_plot(surface, place, plot, view.head, theme, fonts, scale)


def _grid(rect: pygame.Rect, count: int, scale: float) -> list[pygame.Rect]:
    """Where plots go, in rows of one height: wide enough to be read if the rows are high enough then, else narrower;
    only as many as there is room for."""
    gap_x, gap_y = round(18 * scale), round(10 * scale)
    comfortable, narrow = (_fitting(rect.width, round(least * scale), gap_x) for least in (150, 90))
    high, low = (_fitting(rect.height, round(least * scale), gap_y) for least in (42, 21))
    most = max(1, min(count, max(comfortable, min(narrow, -(-count // high)))))
    rows = max(1, min(-(-count // most), low))
    columns = max(1, min(most, -(-count // rows)))
    width = (rect.width - gap_x * (columns - 1)) // columns
    height = (rect.height - gap_y * (rows - 1)) // rows
    return [
        pygame.Rect(
            rect.left + i % columns * (width + gap_x), rect.top + i // columns * (height + gap_y), width, height
        )
        for i in range(min(count, rows * columns))
    ]


def _fitting(room: int, least: int, gap: int) -> int:
    """How many of that size, with gaps between them, have room: one at least."""
    return max(1, (room + gap) // (least + gap))


def _paint_plot(
    surface: pygame.Surface,
    rect: pygame.Rect,
    plot: Plot,
    head: float,
    theme: Theme,
    fonts: Fonts,
    scale: float,
) -> None:
    size = max(11, round(13 * scale))
    middle = rect.top + round(size * 0.75)
    now = grouped(str(plot.now))
    shown = fonts.draw(surface, now, Face.STRONG, size, theme.ink, left=rect.left, middle=middle)
    room = rect.right - shown.right - size // 2
    most = grouped(f"{plot.low} to {plot.high}")
    width = fonts.width(most, Face.BODY, size) + size
    label = fonts.shorten(plot.label, Face.BODY, size, room)
    drawn = fonts.draw(surface, label, Face.BODY, size, theme.soft, left=shown.right + size // 2, middle=middle)
    if drawn.right + width < rect.right:
        fonts.draw(surface, most, Face.BODY, size, theme.soft, right=rect.right, middle=middle)
    body = pygame.Rect(rect.left, rect.top + round(size * 1.6), rect.width, 0)
    body.height = rect.bottom - body.top
    if body.height >= 6 and plot.values:
        _paint_curve(surface, body, plot, head, theme, scale)


def _paint_curve(
    surface: pygame.Surface, rect: pygame.Rect, plot: Plot, head: float, theme: Theme, scale: float
) -> None:
    """A filled curve, strong up to the playhead and pale beyond, on a thin base line."""
    base, span = rect.bottom - 1, max(1, plot.high - min(plot.low, 0))
    count, at = len(plot.values), rect.left + round(head * (rect.width - 1))
    past, rest = mix(theme.background, theme.accent, 0.62), mix(theme.background, theme.accent, 0.22)
    line = max(1, round(1.5 * scale))
    start, height = rect.left, 0
    for i, value in enumerate((*plot.values, None)):
        x = rect.left + i * rect.width // count
        tall = -1 if value is None else round((value - min(plot.low, 0)) / span * (rect.height - line - 1))
        if tall == height and value is not None:
            continue
        for left, right, color in ((start, min(x, at), past), (max(start, at), x, rest)):
            if height > 0 and right > left:
                surface.fill(color, (left, base - height, right - left, height))
        start, height = x, tall
    surface.fill(theme.thin_line, (rect.left, base, rect.width, 1))
    if 0.0 <= head <= 1.0:
        surface.fill(theme.ink, (at - line // 2, rect.top, line, rect.height))
