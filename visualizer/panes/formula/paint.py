"""Paints the formula: clauses in a monospaced font, each marked if it is unit, conflicting, learnt or satisfied."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pygame

from puzzles.figures import counted
from visualizer.panes.formula.pane import FormulaPane
from visualizer.panes.formula.view import FormulaLine, FormulaView, following, in_columns
from visualizer.panes.paint import PanePainter, TextArea, code_size, line_height
from visualizer.style.theme import mix
from visualizer.text.spans import Span
from visualizer.toolkit.canvas import ELLIPSIS, Canvas, Face, smallest_type
from visualizer.toolkit.layout import Point

SpanRow = tuple[Span, ...]
_NOTE = "note"
"""The text colour of headings and of notes about clauses."""
FEWEST_ROWS = 7
"""The minimum number of rows in a pane with a model, unless type of the usual size leaves fewer."""
LEAST_NAMED = 5
"""The minimum height, in rows, of a pane that names the variable under the pointer."""


class Painter(PanePainter[FormulaView]):
    """Paints the formula, keeping its scroll position until the formula changes."""

    pane: FormulaPane

    def __init__(self, pane: FormulaPane) -> None:
        super().__init__(pane)
        self.area: FormulaArea | None = None
        self.top: int | None = None
        """The number of lines scrolled out of view, or None if the user has not scrolled."""

    @property
    def look(self) -> object:
        return self.top, self.pane.turned

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: FormulaView) -> None:
        if not (view.pointed or self.has_buttons):
            view = view._replace(words="")  # there is no pointer on a stage or in a film
        area, before = self.area, self.area.view if self.area else None
        if before is None or view.lines != before.lines:
            self.top = None
        elif area and (turned := self.pane.turned):
            self.top = min(area.last, area.top + max(1, area.shown)) if turned > 0 else area.back
        self.pane.turned = 0
        self.area = paint_formula(canvas, rect, view, self.top)
        self.pane.hidden = self.area.top, self.area.last - self.area.top
        away = view.pointed and not any(abs(one) == view.pointed for _, one in self.area.places)
        if away and before and view.pointed != before.pointed and (line := self.area.line_of) is not None:
            self.top = min(line, self.area.last)
            self.area = paint_formula(canvas, rect, view, self.top)

    def literal_at(self, point: Point) -> int:
        places = self.area.places if self.area else ()
        return next((literal for rect, literal in places if rect.collidepoint(point)), 0)

    def scroll(self, point: Point, rows: int) -> bool:
        area = self.area
        if area is None or not area.last or not area.whole.collidepoint(point):
            return False
        most = max(1, area.shown)  # however few lines fit, none is skipped
        self.top = min(area.last, max(0, area.top + max(-most, min(most, rows))))
        return True


def paint_formula(canvas: Canvas, rect: pygame.Rect, view: FormulaView, top: int | None = None) -> "FormulaArea":
    """Paint as many whole clauses as fit the rectangle, in a thin frame, and say how many are left.

    ``top`` is the number of lines scrolled out of view, or ``None`` for just enough to show the step's line.
    """
    area = _fitting_area(canvas, rect, view)
    with canvas.clipped(area.rect):
        area.paint(view, top)
    return area


def _fitting_area(canvas: Canvas, rect: pygame.Rect, view: FormulaView) -> "FormulaArea":
    """Return a pane in the largest type in which all of a model fits.

    If it fits in none, the type is the canvas's, or smaller if large type would leave too few rows.
    """
    if all(line.mark != "literal" for line in view.lines):
        return FormulaArea(canvas, rect)
    least, scale = smallest_type(canvas.scale) / code_size(1), canvas.scale
    while scale >= least:
        pane = FormulaArea(replace(canvas, scale=scale), rect)
        if pane.holds_model(view):
            return pane
        scale = max(least, 0.94 * scale) if scale > least else 0.0
    fewest = rect.height / (FEWEST_ROWS * line_height(1))
    return FormulaArea(replace(canvas, scale=min(canvas.scale, max(1.0, fewest))), rect)


class FormulaArea(TextArea):
    """One frame of the formula, and what is where once it is painted."""

    def __init__(self, canvas: Canvas, rect: pygame.Rect) -> None:
        super().__init__(canvas, rect)
        self.whole = rect.copy()
        """The rectangle with its frame, in which the wheel scrolls."""
        self.places: list[tuple[pygame.Rect, int]] = []
        self.indent = round(self.size * 1.4)
        self.hanging = 2 * self.advance

    def holds_model(self, view: FormulaView) -> bool:
        """Return whether all literals of a model fit, with a row for a note and one for a name below them."""
        lines = in_columns(view.lines, (self.text.width - self.indent) // self.advance)
        end = max(i for i, line in enumerate(lines) if line.mark == "literal") + 1
        return sum(len(self.rows_of(line)) for line in lines[:end]) + 2 <= self.text.height // self.height

    def paint(self, view: FormulaView, top: int | None) -> None:
        self.view = view
        room = max(1, self.text.height // self.height)
        named = bool(view.words) and room >= LEAST_NAMED
        room -= named
        lines = in_columns(view.lines, (self.text.width - self.indent) // self.advance)
        rows = cache(lambda i: self.rows_of(lines[i]))

        def height(i: int) -> int:
            return len(rows(i))

        self.last = _last_top(len(lines), height, room)
        """The maximum number of lines that can be scrolled out of view."""
        self.top = top = min(following(lines, height, room) if top is None else top, self.last)
        heights = [1] * (len(lines) - top)
        for i in range(len(heights)):
            if sum(heights[:i]) > room:  # the remaining heights do not matter
                break
            heights[i] = height(top + i)
        shown = fitting(lines[top:], heights, room)
        y = self.text.top
        for i, count in enumerate(shown, top):
            self._paint_line(lines[i], rows(i)[:count], y)
            y += count * self.height
        if shown != heights:
            self._paint_row((Span(left_out(lines, top + len(shown)), _NOTE),), self.text.left + self.indent, y)
        if named:
            self._paint_words(view.words)
        if self.last:
            self._paint_bar(top, top + len(shown), len(lines))
        about = (i for i, line in enumerate(lines) if any(abs(span.literal) == view.pointed for span in line.text))
        self.back, self.shown = _last_top(top, height, room - 1), len(shown)
        """The number of lines out of view on the page before, and the number shown."""
        self.line_of = next(about, None) if view.pointed else None
        """The index of the line with the literal under the pointer, or None."""

    def _paint_bar(self, top: int, end: int, count: int) -> None:
        """Paint a scroll bar at the right edge, showing which of the ``count`` lines are visible."""
        wide, track = max(3, self.canvas.px(4)), self.rect
        y, bottom = (track.top + track.height * line // count for line in (top, max(end, top + 1)))
        self.canvas.fill(self.canvas.theme.faint, (track.right - wide, y, wide, bottom - y))

    def _paint_words(self, words: str) -> None:
        """Name the variable under the pointer, in a row at the bottom."""
        foot = pygame.Rect(self.rect.left, self.rect.bottom - self.height - self.pad, self.rect.width, 0)
        foot.height = self.rect.bottom - foot.top
        theme, face = self.canvas.theme, Face.STRONG if self.view.pointed else Face.BODY
        if self.view.pointed:
            self.canvas.fill(theme.step_wash, foot)
        width, left, ink = self.text.width, self.text.left, theme.ink if self.view.pointed else theme.soft
        least, middle = self.canvas.smallest, foot.centery
        self.canvas.text(words, face, self.size, ink, within=width, least=least, left=left, middle=middle)

    def rows_of(self, line: FormulaLine) -> list[SpanRow]:
        """Break a clause and its note into rows, never inside a literal. Continuation rows are indented."""
        if line.mark == "heading":
            return [(Span(self.canvas.fonts.shorten(line.note, Face.BODY, self.size, self.text.width), _NOTE),)]
        rows: list[SpanRow] = [()]
        room = left = self.text.width - self.indent
        for word in _words(line):
            if rows[-1] and self.width_of(word) > left:
                rows.append(())
                left = room - self.hanging
                word = (word[0]._replace(text=word[0].text.lstrip()), *word[1:])
            rows[-1] += word
            left -= self.width_of(word)
        return rows

    def width_of(self, row: SpanRow) -> int:
        """Return the width of a row. Only notes need measuring, since code is monospaced."""
        in_code = sum(len(span.text) for span in row if _face(span) is Face.CODE)
        notes = (self.canvas.fonts.width(span.text, Face.BODY, self.size) for span in row if _face(span) is Face.BODY)
        return in_code * self.advance + sum(notes)

    def _paint_line(self, line: FormulaLine, rows: list[SpanRow], y: int) -> None:
        if line.mark in ("unit", "conflict"):
            theme = self.canvas.theme
            wash = theme.unit_wash if line.mark == "unit" else mix(theme.panel, theme.conflict, 0.12)
            self.fill_row(wash, y, len(rows))
        self._paint_sign(line.mark, round(self.text.left + self.indent * 0.35), y + self.height // 2)
        left = self.text.left + (self.indent if line.mark != "heading" else 0)
        for i, row in enumerate(rows):
            self._paint_row(row, left + (self.hanging if i else 0), y + i * self.height)

    def _paint_row(self, row: SpanRow, left: int, top: int) -> None:
        """Paint a row. True literals are underlined and false ones dashed, so that colour is never the only cue."""
        canvas, theme, middle = self.canvas, self.canvas.theme, top + self.height // 2
        voices = {"true": theme.deduced, "guessed": theme.guessed, "": theme.ink}
        for span in row:
            face, colour = _face(span), voices.get(span.voice, theme.soft)
            width = self.width_of((span,))
            place = pygame.Rect(left, top, width, self.height)
            if span.literal:
                self.places.append((place, span.literal))
                if abs(span.literal) == self.view.pointed:
                    canvas.fill(theme.step_wash, place)
                    canvas.rounded(place, theme.guessed, 2, canvas.px(1, 1))
            canvas.text(span.text, face, self.size, colour, left=left, middle=middle)
            if span.voice in ("true", "false", "guessed"):
                dash = width if span.voice != "false" else max(2, self.size // 5)
                for x in range(left, place.right, 2 * dash):
                    line = x, middle + round(self.size * 0.5), min(dash, place.right - x), max(1, self.size // 10)
                    canvas.fill(colour, line)
            left += width

    def _paint_sign(self, mark: str, x: int, y: int) -> None:
        """Paint a clause's mark: unit an arrow, conflict a cross, learnt a diamond, satisfied a tick."""
        theme, r = self.canvas.theme, self.size * 0.36
        if mark == "unit":
            self.canvas.polygon([(x - r * 0.8, y - r), (x + r, y), (x - r * 0.8, y + r)], theme.deduced)
        elif mark == "conflict":
            self.canvas.cross((x, y), r, max(1.5, r * 0.5), theme.conflict)
        elif mark == "learnt":
            r *= 1.2
            self.canvas.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], theme.guessed)
        elif mark == "satisfied":
            self.canvas.check((x, y), r * 1.1, theme.solved)


def _face(span: Span) -> Face:
    return Face.BODY if span.voice == _NOTE else Face.CODE


def _words(line: FormulaLine) -> list[SpanRow]:
    """Split a line into unbreakable parts: each literal with the operator after it, and each word of the note."""
    words: list[SpanRow] = []
    for span in line.text:
        if span.voice == "operator" and words:
            words[-1] += (span,)
        else:
            words.append((span,))
    gap = "   " if line.text else ""
    words += [(Span(f"{gap if i == 0 else ' '}{word}", _NOTE),) for i, word in enumerate(line.note.split())]
    return words


def fitting(lines: tuple[FormulaLine, ...], heights: list[int], room: int) -> list[int]:
    """Return how many rows of each line to show, starting from the first, so that they fit.

    If not all fit, one row is kept for the number left out. Only a first clause that is too tall is cut short.
    """
    if sum(heights) <= room:
        return heights
    count, used = 0, 1
    while used + heights[count] <= room:
        used += heights[count]
        count += 1
    if room > used and all(line.mark == "heading" for line in lines[:count]):
        return [*heights[:count], room - used]
    while count and lines[count - 1].mark == "heading":  # drop a heading with nothing below it
        count -= 1
    return heights[:count]


def _last_top(count: int, height: Callable[[int], int], room: int) -> int:
    """Return the number of lines hidden above when scrolled to the end."""
    top, used = count, 0
    while top and used + height(top - 1) <= room:
        top -= 1
        used += height(top)
    return min(top, max(0, count - 1))


def left_out(lines: tuple[FormulaLine, ...], shown: int) -> str:
    """Return "… and 12 more clauses" (literals, if a model is shown). Headings and notes do not count."""
    hidden = [line for line in lines[shown:] if line.text]
    what = "literal" if hidden and hidden[0].mark == "literal" else "clause"
    return f"{ELLIPSIS} and {counted(sum(line.holds for line in hidden), f'more {what}')}" if hidden else ELLIPSIS
