"""Paints the trail level by level, the newest at the bottom. Earlier parts are summarised."""

from typing import NamedTuple

import pygame

from puzzles.figures import grouped
from visualizer.panes.paint import PanePainter, TextArea
from visualizer.panes.trail.pane import Band, Chip, TrailView
from visualizer.style.theme import mix
from visualizer.toolkit.canvas import ELLIPSIS, Canvas, Face


class TrailRow(NamedTuple):
    """A line of the pane: a level's heading, some of its literals, or a note about hidden levels."""

    band: Band | None
    chips: tuple[Chip, ...] = ()
    text: str = ""


class Painter(PanePainter[TrailView]):
    def paint(self, canvas: Canvas, rect: pygame.Rect, view: TrailView) -> None:
        TrailRows(canvas, rect).paint(view)


def rows_of(view: TrailView, per_row: int, room: int) -> list[TrailRow]:
    """Return the latest rows that fit, each with at most ``per_row`` literals.

    The first row summarises what does not fit. A level's heading is always above its literals. An undone level has just
    one row of literals, so that the level being returned to stays visible.
    """
    rows: list[TrailRow] = []
    for number, band in reversed(list(enumerate(view.bands))):
        wide = per_row if band.gone or not view.reasons else 1
        lines = [TrailRow(band, band.chips[i : i + wide]) for i in range(0, len(band.chips), wide)]
        lines = lines[:1] if band.gone else lines
        left = room - len(rows) - 1  # the heading needs a row
        whole = (band.earlier == 0 or band.gone) and len(lines) <= left
        last = number == 0
        if whole and (last or len(lines) < left):
            rows = [TrailRow(band, text=band.heading), *lines, *rows]
            continue
        shown = lines[max(0, len(lines) - max(0, left - 1)) :]
        count = sum(len(line.chips) for line in shown)
        hidden = len(band.chips) + band.earlier - count
        levels = number if hidden else number - 1
        more = hidden + sum(len(other.chips) + other.earlier for other in view.bands[:number])
        head = [TrailRow(band, text=band.heading)] if shown else []
        where = f"in levels 0-{levels}" if levels > 0 else "in level 0" if levels == 0 else "before these"
        return [TrailRow(None, text=f"{ELLIPSIS} {grouped(more)} more {where}"), *head, *shown, *rows]
    return rows


class TrailRows(TextArea):
    """The painter of the trail's rows: the latest that fit the rectangle, in a thin frame."""

    def paint(self, view: TrailView) -> None:
        if view.unknown:
            paragraph = self.canvas.fonts.wrap(view.unknown, *self.text.size, self.size, self.size)
            self.canvas.paragraph(self.text.topleft, paragraph, self.canvas.theme.soft)
            return
        self.indent = round(self.size * 1.2)
        """The distance of the literals from the left, in pixels."""
        longest = max((len(chip.text) for band in view.bands for chip in band.chips), default=6)
        slot = (longest + 2) * self.advance
        per_row = max(1, (self.text.width - self.indent) // slot)
        rows = rows_of(view, per_row, max(2, self.text.height // self.height))
        with self.canvas.clipped(self.rect):
            for i, row in enumerate(rows):
                self._paint_row(row, self.text.top + i * self.height, slot, view.reasons)

    def _paint_row(self, row: TrailRow, y: int, slot: int, reasons: bool) -> None:
        theme, middle = self.canvas.theme, y + self.height // 2
        gone = row.band is not None and row.band.gone
        if row.band is not None and not gone and row.band.level % 2:  # every other level has a different background
            self.fill_row(mix(theme.background, theme.soft, 0.1), y)
        if not row.chips:
            self._paint_heading(row, middle, gone)
            return
        for i, chip in enumerate(row.chips):
            self._paint_chip(chip, self.text.left + self.indent + i * slot, middle, gone, slot)
            if reasons and chip.reason and not gone:
                left = self.text.left + self.indent + slot
                text = self.canvas.fonts.shorten(chip.reason, Face.BODY, self.size, self.text.right - left)
                self.canvas.text(text, Face.BODY, self.size, theme.soft, left=left, middle=middle)

    def _paint_heading(self, row: TrailRow, middle: int, gone: bool) -> None:
        """Paint a level's heading, with its guess. A level that is undone is struck through."""
        face = Face.STRONG if row.band is not None else Face.BODY
        more = len(row.band.chips) + row.band.earlier - 1 if row.band is not None else 0
        text = f"{row.text}, undone with {grouped(more)} more" if gone else row.text
        text = self.canvas.fonts.shorten(text, face, self.size, self.text.width)
        guess = row.band is not None and row.band.level > 0 and not gone
        ink = self.canvas.theme.guessed if guess else self.canvas.theme.soft
        drawn = self.canvas.text(text, face, self.size, ink, left=self.text.left, middle=middle)
        if gone:
            self._strike(drawn.left, drawn.width, middle)

    def _paint_chip(self, chip: Chip, left: int, middle: int, gone: bool, slot: int) -> None:
        """Paint a literal: guesses underlined, the newest framed, undone ones struck through."""
        theme, width = self.canvas.theme, len(chip.text) * self.advance
        positive = "=" in chip.text
        ink = theme.soft if gone or not positive else theme.guessed if chip.guessed else theme.deduced
        if chip.newest:
            frame = pygame.Rect(left - self.advance // 2, 0, width + self.advance, self.height - 1)
            frame.centery = middle
            self.canvas.rounded(frame, theme.step_wash, max(2, self.height // 5))
            self.canvas.rounded(frame, theme.guessed, max(2, self.height // 5), 1)
            ink = theme.ink
        self.canvas.text(chip.text, Face.CODE, self.size, ink, left=left, middle=middle)
        if gone:
            self._strike(left, width, middle)
        elif chip.guessed:
            under = middle + round(self.size * 0.5)
            self.canvas.fill(theme.guessed, (left, under, width, max(1, self.size // 10)))

    def _strike(self, left: int, width: int, middle: int) -> None:
        self.canvas.fill(self.canvas.theme.soft, (left, middle, width, max(1, self.size // 10)))
