"""Paints the statistics as small plots over the part of the run shown in the timeline."""

import numpy as np
import pygame

from puzzles.figures import grouped_in as grouped
from visualizer.analysis.statistics import Plot
from visualizer.painting.time_line import paint_profile, stretched
from visualizer.panes.paint import PanePainter
from visualizer.toolkit.canvas import Canvas, Face, smallest_type
from visualizer.views.board import StripView

LABEL = 10
"""The width of the longest name and the value before it, in ems of the smallest type."""


class Painter(PanePainter[StripView]):
    """Paints the plots of a run's statistics."""

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: StripView) -> None:
        analysis, position = self.pane.run.composer.analysis, self.pane.run.player.known(view.position)
        columns = plot_columns(rect, len(analysis.statistics.labels), canvas.scale)
        plots = analysis.plots(position, columns)
        paint_statistics(canvas, rect, plots, analysis.window.fraction(position))


def plot_columns(rect: pygame.Rect, count: int, scale: float = 1.0) -> int:
    """Return how many values fit in each plot when ``count`` plots are shown, one per pixel."""
    return max(1, _grid(rect, count, scale)[0].width) if count else 1


def paint_statistics(canvas: Canvas, rect: pygame.Rect, plots: tuple[Plot, ...], head: float) -> None:
    """Paint the plots in rows, each with its name, its value at the playhead, and its range.

    ``head`` is the position of the playhead across them: 0 … 1 if it is in view.
    """
    for plot, place in zip(plots, _grid(rect, len(plots), canvas.scale), strict=False):
        with canvas.clipped(place):
            _paint_plot(canvas, place, plot, head)


def _grid(rect: pygame.Rect, count: int, scale: float) -> list[pygame.Rect]:
    """Return the plots' rectangles in rows of equal height. Plots are wide enough to read with ease, or narrower
    if the rows would otherwise be too short.
    """
    gap_x, gap_y = round(18 * scale), round(10 * scale)
    named = max(round(90 * scale), LABEL * smallest_type(scale))
    comfortable, narrow = (_fitting(rect.width, least, gap_x) for least in (max(named, round(150 * scale)), named))
    high, low = (_fitting(rect.height, round(least * scale), gap_y) for least in (42, 21))
    most = max(1, min(count, max(comfortable, min(narrow, -(-count // high)))))
    rows = max(1, min(-(-count // most), low))
    columns = max(1, min(most, -(-count // rows)))
    width = (rect.width - gap_x * (columns - 1)) // columns
    height = (rect.height - gap_y * (rows - 1)) // rows
    places = (divmod(i, columns) for i in range(min(count, rows * columns)))
    return [
        pygame.Rect(rect.left + column * (width + gap_x), rect.top + row * (height + gap_y), width, height)
        for row, column in places
    ]


def _fitting(room: int, least: int, gap: int) -> int:
    """Return how many items of the given size fit with gaps between them, at least one."""
    return max(1, (room + gap) // (least + gap))


def _paint_plot(canvas: Canvas, rect: pygame.Rect, plot: Plot, head: float) -> None:
    theme = canvas.theme
    size = canvas.em(13)
    middle = rect.top + round(size * 0.75)
    now = grouped(str(plot.now))
    shown = canvas.text(now, Face.STRONG, size, theme.ink, left=rect.left, middle=middle)
    room = rect.right - shown.right - size // 2
    most = grouped(f"{plot.low} to {plot.high}")
    width = canvas.fonts.width(most, Face.BODY, size) + size
    left = shown.right + size // 2
    drawn = canvas.text(
        plot.label, Face.BODY, size, theme.soft, left=left, middle=middle, within=room, least=canvas.smallest
    )
    if drawn.right + width < rect.right:
        canvas.text(most, Face.BODY, size, theme.soft, right=rect.right, middle=middle)
    body = pygame.Rect(rect.left, rect.top + round(size * 1.6), rect.width, 0)
    body.height = rect.bottom - body.top
    if body.height >= 6 and plot.values:
        _paint_curve(canvas, body, plot, head)


def _paint_curve(canvas: Canvas, rect: pygame.Rect, plot: Plot, head: float) -> None:
    """Paint a filled curve on a thin baseline, strong up to the playhead and pale after it."""
    theme, line = canvas.theme, canvas.px(1.5, 1)
    at = rect.left + round(head * (rect.width - 1))
    most = rect.height - line - 1
    heights = np.rint(np.array(plot.values) / (plot.high or 1) * most)
    body = pygame.Rect(rect.left, rect.top, rect.width, rect.height - 1)
    paint_profile(canvas, body, stretched(heights, rect.width), at, 0.62, 0.22)
    canvas.fill(theme.thin_line, (rect.left, rect.bottom - 1, rect.width, 1))
    if 0.0 <= head <= 1.0:
        canvas.fill(theme.ink, (at - line // 2, rect.top, line, rect.height))
