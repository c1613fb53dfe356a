"""Paints the statistics as small plots over the part of the run shown in the timeline, and the copies of its puzzle."""

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, floor, log10

import numpy as np
import pygame

from puzzles.figures import grouped_in as grouped
from solvers.study.copies import RunEnd
from solvers.study.cost import OK, OTHER, TIMEOUT
from visualizer.analysis.statistics import Plot
from visualizer.painting.profile import paint_profile, stretched
from visualizer.panes.paint import PanePainter
from visualizer.panes.statistics.copies import NOT_BEGUN, CopiesView, CopyRunner
from visualizer.panes.statistics.pane import StatisticsPane, StatisticsView
from visualizer.style.theme import Color, mix
from visualizer.toolkit.canvas import Anchor, Canvas, Face, smallest_type
from visualizer.toolkit.layout import Point

LABEL = 10
"""The width of the longest name and the value before it, in ems of the smallest type."""
NOWHERE = pygame.Rect(0, 0, 0, 0)
WIDE, STRIP, HIGH, LOW = 480, 96, 42, 32
"""The width from which the copies have their sentences beside them, their height then, and those of the lowest plots
above and beside them, in pixels of the reference window.
"""


class Painter(PanePainter[StatisticsView]):
    """Paints the plots of a run's statistics, and its place among copies of the puzzle."""

    pane: StatisticsPane
    _place, _words = NOWHERE, ""

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: StatisticsView) -> None:
        if not self.filmed:
            self.pane.runner = self.pane.runner or CopyRunner()
        analysis, position = self.pane.run.composer.analysis, self.pane.run.player.known(view.strip.position)
        count = len(analysis.statistics.labels)
        places = grid(rect, count, canvas.scale)
        if copies := view.copies:
            places, self._place = with_copies(rect, places, canvas.scale)
            self._words = f"{copies.words} {copies.about}"
            with canvas.clipped(self._place):
                paint_copies(canvas, self._place, copies)
        plots = analysis.plots(position, max(1, places[0].width) if places else 1)
        paint_statistics(canvas, places, plots, analysis.window.fraction(position))

    def words_at(self, point: Point) -> str:
        return self._words if self._place.collidepoint(point) else ""


def with_copies(rect: pygame.Rect, plots: list[pygame.Rect], scale: float) -> tuple[list[pygame.Rect], pygame.Rect]:
    """Return the places of plots and copies, given those of plots alone, which keep their width. The copies come below
    the plots or, if these would be too low, in one more place among them. They are left out if that is too low as well.
    """
    count, height = len(plots), max(round(STRIP * scale), rect.height // 4)
    columns = len({place.left for place in plots}) or 1
    above = pygame.Rect(rect.topleft, (rect.width, rect.height - height - round(14 * scale)))
    fewer, more = (grid(area, number, scale, columns) for area, number in ((above, count), (rect, count + 1)))
    if rect.width >= WIDE * scale and above.height > 0 and all(place.height >= HIGH * scale for place in fewer):
        return fewer, pygame.Rect(rect.left, rect.bottom - height, rect.width, height)
    if len(more) <= count or more[0].height < LOW * scale:
        return plots, NOWHERE
    last = more.pop()
    return more, pygame.Rect(last.topleft, (rect.right - last.left, last.height))


def paint_copies(canvas: Canvas, rect: pygame.Rect, view: CopiesView) -> None:
    """Paint the copies, with sentences beside them, or with a few words above them if there is little room."""
    size, chart, side = canvas.em(13), rect.copy(), rect.copy()
    if rect.width >= WIDE * canvas.scale and rect.height >= round(STRIP * canvas.scale):
        chart.width = rect.width // 2
        side.width, side.left = rect.width - chart.width - 2 * size, chart.right + 2 * size
        side.top += _write(canvas, side, view.words, canvas.theme.ink)
        side.height = rect.bottom - side.top
        _write(canvas, side, view.about, canvas.theme.soft)
    elif view.copies:
        fewer, of = f"{view.fewer(OK)}", f"{'or more ' * (view.fewer(TIMEOUT) > 0)}of {len(view.copies)}"
        room = rect.width - canvas.fonts.width(fewer, Face.STRONG, size) - size
        names = (f"{of} copies take fewer", f"{of} take fewer", of)
        if view.own == NOT_BEGUN:
            fewer, names = f"{len(view.copies)}", ("copies of the puzzle", "copies", "")
        name = next((name for name in names if canvas.fonts.width(name, Face.BODY, size) <= room), names[-1])
        chart = _paint_heading(canvas, rect, fewer, name)
    else:
        _write(canvas, rect, view.words, canvas.theme.soft)
    if view.copies and chart.height >= canvas.px(10):
        _paint_dots(canvas, chart, view)


def _write(canvas: Canvas, rect: pygame.Rect, text: str, color: Color) -> int:
    """Write a text unless it has to be cut short. Return its height."""
    words = canvas.fonts.wrap(text, rect.width, rect.height, canvas.em(13), canvas.em(13))
    if not words.cut:
        canvas.paragraph(rect.topleft, words, color)
    return words.height


def _paint_dots(canvas: Canvas, rect: pygame.Rect, view: CopiesView) -> None:
    """Paint a dot for each copy, in piles above a logarithmic scale of steps, and a line for the run. A copy without an
    answer is a ring, one that was stopped a triangle that points on.
    """
    theme, size, radius = canvas.theme, canvas.em(13), canvas.px(4, 3)
    labelled, going = rect.height > 4 * size, view.own.status == TIMEOUT
    logs = [log10(max(1, one.steps)) for one in (*view.copies, view.own)]
    low = floor(min(logs[:-1] if going else logs))  # the scale stays as it is while the run grows
    high = max(low + 1, ceil(max(logs)))
    top, base = rect.top + size * labelled, rect.bottom - 1 - round(1.5 * size) * labelled

    def across(log: float) -> int:
        return radius + round((max(low, log) - low) / (high - low) * (rect.width - 3 * radius))

    piles = defaultdict[int, list[RunEnd]](list)
    for log, one in sorted(zip(logs, view.copies, strict=False)):
        piles[across(log) // (2 * radius)].append(one)
    lift = min(2 * radius, (base - top - 2 * radius) / max(map(len, piles.values())))
    dots = [(column, row, one) for column, pile in piles.items() for row, one in enumerate(pile)]
    for column, row, one in dots:
        x, y = rect.left + radius * (2 * column + 1), base - radius - round(lift * row)
        color = mix(theme.background, theme.accent, 0.8 if one.status == OK and one.steps < view.own.steps else 0.4)
        if one.status == TIMEOUT:
            canvas.polygon([(x - radius, y - radius), (x + radius, y), (x - radius, y + radius)], color)
        else:
            canvas.disc((x, y), radius, color, canvas.px(1.5, 1) * (one.status == OTHER))
    line = rect.left + across(logs[-1])
    canvas.fill(theme.thin_line, (rect.left, base, rect.width, 1))
    canvas.fill(theme.ink, (line - canvas.px(1, 1), rect.top, canvas.px(2, 1), base - rect.top))
    if labelled:
        word, middle, gap = "so far" if going else "this run", rect.top + size // 2, size // 2
        right = line > rect.centerx
        at = Anchor(right=line - gap, middle=middle) if right else Anchor(left=line + gap, middle=middle)
        if canvas.fonts.width(word, Face.BODY, size) + gap <= max(line - rect.left, rect.right - line):
            canvas.text(word, Face.BODY, size, theme.ink, **at)
        for power in range(low, high + 1, ceil((high - low) * 7 * size / rect.width)):
            text, share = grouped(str(10**power)), (power - low) / (high - low)
            left = rect.left + round(share * (rect.width - canvas.fonts.width(text, Face.BODY, size)))
            canvas.text(text, Face.BODY, size, theme.soft, left=left, middle=base + round(0.8 * size))


def paint_statistics(canvas: Canvas, places: Sequence[pygame.Rect], plots: tuple[Plot, ...], head: float) -> None:
    """Paint the plots in their places, each with its name, its value at the playhead, and its range.

    ``head`` is the position of the playhead across them: 0 … 1 if it is in view.
    """
    for plot, place in zip(plots, places, strict=False):
        with canvas.clipped(place):
            _paint_plot(canvas, place, plot, head)


def grid(rect: pygame.Rect, count: int, scale: float, columns: int = 0) -> list[pygame.Rect]:
    """Return the plots' rectangles in rows of equal height. Unless the columns are given, plots are wide enough to read
    with ease, or narrower if the rows would otherwise be too short.
    """
    gap_x, gap_y = round(18 * scale), round(10 * scale)
    named = max(round(90 * scale), LABEL * smallest_type(scale))
    comfortable, narrow = (_fitting(rect.width, least, gap_x) for least in (max(named, round(150 * scale)), named))
    high, low = (_fitting(rect.height, round(least * scale), gap_y) for least in (42, 21))
    most = columns or max(1, min(count, max(comfortable, min(narrow, -(-count // high)))))
    rows = max(1, min(-(-count // most), low))
    columns = columns or max(1, min(most, -(-count // rows)))
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
    body = _paint_heading(canvas, rect, str(plot.now), plot.label, f"{plot.low} to {plot.high}")
    if body.height >= 6 and plot.values:
        _paint_curve(canvas, body, plot, head)


def _paint_heading(canvas: Canvas, rect: pygame.Rect, now: str, label: str, most: str = "") -> pygame.Rect:
    """Paint a value, its name and, if there is room, its range. Return the area below them."""
    theme, size = canvas.theme, canvas.em(13)
    middle, most = rect.top + round(size * 0.75), grouped(most)
    shown = canvas.text(grouped(now), Face.STRONG, size, theme.ink, left=rect.left, middle=middle)
    left, width = shown.right + size // 2, canvas.fonts.width(most, Face.BODY, size) + size
    within, least = rect.right - shown.right - size // 2, canvas.smallest
    drawn = canvas.text(label, Face.BODY, size, theme.soft, left=left, middle=middle, within=within, least=least)
    if drawn.right + width < rect.right:
        canvas.text(most, Face.BODY, size, theme.soft, right=rect.right, middle=middle)
    below = round(size * 1.6)
    return pygame.Rect(rect.left, rect.top + below, rect.width, rect.height - below)


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
