"""Paints the code pane: plain words or the source, with the current line highlighted, and the variables."""

import re
from dataclasses import replace
from typing import NamedTuple

import pygame

from visualizer.keymap import key_of
from visualizer.panes.code import listing
from visualizer.panes.code.pane import CodePane
from visualizer.panes.paint import PanePainter, TextArea
from visualizer.style.theme import mix
from visualizer.text.spans import Span
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, Face, Icon, less_than
from visualizer.toolkit.layout import Point, enlarged, full_scale_of

_JOINS = re.compile(r"(?<=[^\w\s])(?=[^\w\s])")
"""The gaps between symbols. Code is split there because some fonts draw <= or -> as a single glyph."""
WORDS, PYTHON = "Plain words", "Python"
KEY, CALLER = "python", "caller"
"""The actions that switch between plain words and Python, and that show the variables of another function."""
LARGEST = 1.3
"""The maximum factor by which type grows in a pane that would stay half empty. The caption remains larger."""
MANY_LINES, LONG_LINE = 20, 90
"""The lines of code, and the characters of a line, that must fit before code is set in larger type."""
AIRY, DENSE = 1.8, 1.28
"""The normal and the minimum line spacing of plain words, in ems."""


class Painter(PanePainter[listing.View]):
    pane: CodePane

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: listing.View) -> None:
        if isinstance(view, listing.PlainView):
            canvas = self.as_fits(canvas, lambda larger: CodeAreas(larger, rect).holds(view))
        # In a window so large that the pane would stay half empty, the type grows.
        largest = min(full_scale_of(canvas.surface.get_size()), LARGEST * canvas.scale)
        canvases = (replace(canvas, scale=scale) for scale in enlarged(canvas.scale, largest))
        canvas = next((larger for larger in canvases if CodeAreas(larger, rect).is_airy(view)), canvas)
        self.areas = paint_code(canvas, rect, view, self.has_buttons)

    def scroll(self, point: Point, rows: int) -> bool:
        to = self.areas.scrolled(point, rows)
        self.pane.scrolled = to or self.pane.scrolled
        return to is not None

    def action_at(self, point: Point) -> str | None:
        return KEY if self.areas.switch.collidepoint(point) else None


def paint_code(canvas: Canvas, rect: pygame.Rect, view: listing.View, has_buttons: bool = False) -> "CodeAreas":
    """Paint as many lines as fit the rectangle, in a thin frame, with the variables at the bottom."""
    areas = CodeAreas(canvas, rect)
    with canvas.clipped(areas.rect):
        areas.paint(view, has_buttons)
    return areas


class CodeAreas(TextArea):
    """One frame of the code pane, and the areas of the code and the variables, for scrolling and clicking."""

    def paint(self, view: listing.View, has_buttons: bool) -> None:
        self.view, inner = view, self.rect
        self.rows = self.paint_variables(view) if view.variables else 0
        below = inner.bottom - (self.rows * self.height + 2 * self.pad if self.rows else 0)
        above = pygame.Rect(inner.left, inner.top, inner.width, below - inner.top)
        self.switch = self.paint_switch(above, view) if has_buttons else pygame.Rect(0, 0, 0, 0)
        """The button that switches between plain words and Python, empty if there is none."""
        top = above.top + self.switch.height
        code = self.code = pygame.Rect(above.left, top, above.width, above.bottom - top)
        self.lines, self.columns = (
            self.paint_words(code, view) if isinstance(view, listing.PlainView) else self.paint_lines(code, view)
        )
        """How many rows of code fit, and how many characters fit a row."""
        self.variables = pygame.Rect(inner.left, below, inner.width, inner.bottom - below)

    def scrolled(self, point: Point, by: int) -> listing.ScrollPosition | None:
        """Return the position after scrolling ``by`` rows down, or ``None`` if nothing scrolls at the point."""
        if self.variables.collidepoint(point):
            return listing.variables_scrolled(self.view, self.rows, by)
        if isinstance(self.view, listing.PlainView) or not self.code.collidepoint(point):
            return None
        return listing.scrolled(self.view, self.lines, self.columns, by)

    def is_airy(self, view: listing.View) -> bool:
        """Return whether plain words fit in widely spaced lines that do not wrap, or many long lines of code fit."""
        room = self.rect.height // (2 if view.variables else 1) - self.canvas.px(28, 22)
        if isinstance(view, listing.CodeView):
            return room >= MANY_LINES * self.height and self.rect.width >= LONG_LINE * self.advance
        size = self.canvas.px(17, 13)
        rows = self._broken(self.rect, view, size)
        return len(rows) == len(view.lines) and len(rows) * AIRY * size <= room

    def holds(self, view: listing.PlainView) -> bool:
        """Return whether all plain words fit in full-size type above the variables."""
        variables = min(len(view.variables), self.rect.height // 2 // self.height)
        below = variables * self.height + 2 * self.pad if variables else 0
        size = self.canvas.px(17, 13)
        return len(self._broken(self.rect, view, size)) * size * DENSE <= self.rect.height - below - self.pad

    def paint_switch(self, rect: pygame.Rect, view: listing.View) -> pygame.Rect:
        """Paint the switch between plain words and Python at the top, if there is room. Return its rectangle.

        The current choice is bold and underlined.
        """
        canvas, theme, pad = self.canvas, self.canvas.theme, self.pad
        height = canvas.px(28, 22)
        least = self._least_height(view) if isinstance(view, listing.PlainView) else 4 * height * view.has_words
        if not least or rect.height < height + least:
            return pygame.Rect(0, 0, 0, 0)
        x, size = rect.left + 2 * pad, canvas.em(15)
        middle = rect.top + pad // 2 + height // 2
        for title, on in ((WORDS, isinstance(view, listing.PlainView)), (PYTHON, isinstance(view, listing.CodeView))):
            face, colour = (Face.STRONG, theme.ink) if on else (Face.BODY, theme.soft)
            said = canvas.text(title, face, size, colour, left=x, middle=middle)
            if on:
                canvas.fill(theme.deduced, (x, middle + size * 3 // 4, said.width, canvas.px(2, 1)))
            x = said.right + canvas.px(18)
        said = canvas.text(key_of(KEY), Face.BODY, size, theme.soft, left=x, middle=middle)
        return pygame.Rect(rect.left, rect.top, said.right - rect.left + pad, height)

    def paint_words(self, rect: pygame.Rect, view: listing.PlainView) -> tuple[int, int]:
        """Paint the lines of plain words, spaced further apart if there is room. Return how many rows fit, and 0
        for the columns, which are not counted.
        """
        canvas, theme, pad = self.canvas, self.canvas.theme, self.pad
        room = rect.height - pad
        size = max(self._least, min(canvas.px(17, 13), int(room / (len(view.lines) * DENSE))))
        rows = self._broken(rect, view, size)
        while len(rows) * size * DENSE > room and size > self._least:
            size -= 1
            rows = self._broken(rect, view, size)
        height = max(round(DENSE * size), min(round(AIRY * size), room // len(rows)))
        fit = max(1, room // height)
        lit = [i for i, row in enumerate(rows) if row.number == view.current and view.current]
        first = max(0, min(lit[-1] - fit + 1 if lit else 0, len(rows) - fit))
        begun = 0
        for i, row in enumerate(rows[first : first + fit]):
            top = rect.top + pad // 2 + i * height
            on = row.number == view.current
            if on:
                canvas.fill(theme.step_wash, (rect.left, top, rect.width, height))
                canvas.fill(theme.guessed, (rect.left, top, canvas.px(4, 3), height))
            if row.number != begun:
                at = self._margin(rect, size) - size // 2
                small = max(self._least, round(0.8 * size))
                canvas.text(str(row.number), Face.BODY, small, theme.soft, right=at, middle=top + height // 2)
            begun = row.number
            face = Face.STRONG if on else Face.BODY
            canvas.text(row.text, face, size, theme.ink, left=row.left, middle=top + height // 2)
        return fit, 0

    @property
    def _least(self) -> int:
        """The minimum em size of plain words: 13 pixels, or less in a very small window."""
        return max(self.canvas.px(13), min(13, self.canvas.em(15)))

    def _least_height(self, view: listing.PlainView) -> int:
        """Return the height of the plain words at the smallest size, if no line wraps."""
        return round((len(view.lines) + 0.5) * DENSE * self._least)

    def _margin(self, rect: pygame.Rect, size: int) -> int:
        """Return the x at which unindented lines start, to the right of the line numbers."""
        return rect.left + 2 * self.pad + self.canvas.fonts.width("10", Face.BODY, size) + size // 2

    def _broken(self, rect: pygame.Rect, view: listing.PlainView, size: int) -> "list[_WordRow]":
        """Wrap the lines into rows that fit the width even in bold."""
        found = []
        for number, line in enumerate(view.lines, 1):
            left = self._margin(rect, size) + round(1.5 * size * line.depth)
            width = max(4 * size, rect.right - self.pad - left)
            bold = (Span(line.text, "lit"),)
            for i, row in enumerate(self.canvas.fonts.wrap(bold, width, 99 * size, size, size).lines):
                found.append(_WordRow(number, left + (size if i else 0), "".join(span.text for span in row)))
        return found

    def paint_lines(self, rect: pygame.Rect, view: listing.CodeView) -> tuple[int, int]:
        """Paint the source lines. Return how many rows and columns fit."""
        canvas, size, height, pad = self.canvas, self.size, self.height, self.pad
        rows = max(1, (rect.height - 2 * pad) // height)
        numbers = canvas.fonts.width(str(len(view.lines)), Face.CODE, size)
        left = rect.left + pad + numbers + canvas.px(14)
        most = max(8, (rect.right - pad - left) // self.advance)
        kinds = listing.colours_of(view.lines)
        for i, row in enumerate(listing.rows_of(view, rows, most)):
            y = rect.top + pad + i * height
            middle = y + height // 2
            if row.lit:
                theme, bar = canvas.theme, canvas.theme.conflict if view.wrong else canvas.theme.guessed
                self.fill_row(mix(theme.background, theme.conflict, 0.16) if view.wrong else theme.step_wash, y)
                canvas.fill(bar, (self.rect.left, y, canvas.px(4, 3), height))
            if row.number:
                at = rect.left + pad + numbers
                canvas.text(str(row.number), Face.CODE, size, canvas.theme.faint, right=at, middle=middle)
                if view.wrong and row.lit:  # so that colour is not the only cue
                    canvas.icon(Icon.CLOSE, (left - canvas.px(7), middle), canvas.px(9), canvas.theme.conflict)
            line, (start, end, indent) = view.lines[row.line - 1], row.piece
            text = listing.indented(line, view.spare, most)
            by = len(line) - len(text) + start
            marks = [(max(0, a - by), min(end - start, b - by), voice) for a, b, voice in kinds.get(row.line, ())]
            self._paint_line(left + indent * self.advance, middle, text[start:end], marks)
        return rows, most

    def _paint_line(self, x: int, middle: int, line: str, marks: list[listing.Mark]) -> None:
        """Paint a line in the default colour, except for parts with their own colour."""
        theme, at = self.canvas.theme, 0
        colours = {"keyword": theme.deduced, "soft": theme.soft, "string": theme.solved, "": theme.ink}
        for start, end, voice in [*(mark for mark in marks if mark[0] < mark[1]), (len(line), len(line), "")]:
            for begin, stop, colour in ((at, start, theme.ink), (start, end, colours[voice])):
                for piece in _JOINS.split(line[begin:stop]) if stop > begin else ():
                    left = x + begin * self.advance
                    self.canvas.text(piece, Face.CODE, self.size, colour, left=left, middle=middle)
                    begin += len(piece)
            at = max(at, end)

    def paint_variables(self, view: listing.View) -> int:
        """Paint names and values at the bottom of the pane. Return the number of rows."""
        canvas, rect, size, height, pad = self.canvas, self.rect, self.size, self.height, self.pad
        theme = canvas.theme
        room = rect.height // 2
        if isinstance(view, listing.PlainView):  # plain words are short: show them all
            room = min(room, rect.height - self._least_height(view))
        spare = (rect.height - height - 4 * pad) // height  # always leave room for a row of code
        rows = min(len(view.variables), max(2, (room - 2 * pad) // height), spare)
        if rows < 1:
            return 0
        top = rect.bottom - rows * height - 2 * pad
        canvas.fill(theme.panel, (rect.left, top, rect.width, rect.bottom - top))
        canvas.fill(theme.thin_line, (rect.left, top, rect.width, 1))
        variables, others = listing.shown(view.variables, rows, view.scrolled.variables)
        names = max(canvas.fonts.width(row.name, Face.CODE, size) for row in variables)
        right = rect.right - pad
        for i, row in enumerate(variables):
            middle = top + pad + i * height + height // 2
            if others and i == rows - 1:  # at the end of the last row
                said = canvas.text(others, Face.CODE, size, theme.soft, right=right, middle=middle)
                right = said.left - pad
            if row.name:
                self._paint_variable(row, middle, names, right)
                continue
            left = rect.left + 2 * pad
            placed = canvas.text(
                row.text, Face.BODY, size, theme.soft, left=left, middle=middle, within=max(1, right - left)
            )
            if row is view.variables[0]:
                key, cap = key_of(CALLER), less_than(size, 0.85)
                place = pygame.Rect(placed.right + pad, 0, keycap_width(key, canvas.fonts, cap), height - 1)
                place.centery = middle
                paint_keycap(canvas, place, key, cap, theme.background, theme.soft)
        return rows

    def _paint_variable(self, row: listing.VariableRow, middle: int, names: int, right: int) -> None:
        """Paint a variable with a dot if the step changed it, and with the new parts of its value highlighted."""
        canvas, theme, pad, size, height = self.canvas, self.canvas.theme, self.pad, self.size, self.height
        if row.marks is not None:
            canvas.disc((self.rect.left + pad, middle), max(2, size // 5), theme.guessed)
        canvas.text(row.name, Face.CODE, size, theme.deduced, left=self.rect.left + 2 * pad, middle=middle)
        left = self.rect.left + 3 * pad + names
        parts = row.marks or ()
        excerpt = listing.around(row.text, max(1, (right - left) // self.advance), *parts[:1])
        for start, end in map(excerpt.place, parts):
            width = (end - start) * self.advance
            canvas.fill(theme.step_wash, (left + start * self.advance, middle - height // 2, width, height))
        canvas.text(excerpt.text, Face.CODE, size, theme.ink, left=left, middle=middle)


class _WordRow(NamedTuple):
    number: int
    """The number of the line that the row is part of, counting from 1."""
    left: int
    text: str
