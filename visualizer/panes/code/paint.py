"""Paints the code pane: the running source, its current line highlighted, and the variables there."""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from functools import lru_cache
from typing import NamedTuple

import pygame

from visualizer.panes.code.listing import CodeView, Scrolled
from visualizer.panes.code.pane import CodePane
from visualizer.panes.code.rows import lines_in, rows_of, scrolled, shown, variables_scrolled
from visualizer.panes.paint import Lines, PanePainter
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import ELLIPSIS, Face
from visualizer.toolkit.icons import Icon
from visualizer.toolkit.layout import Point

_JOINS = re.compile(r"(?<=[^\w\s])(?=[^\w\s])")
"""Goes between two signs. Drawn in one piece, the font would join <= or -> into one sign, and the pane must show the
exact source.
"""
Mark = tuple[int, int, str]
"""The start and end of a part of a line with its own colour, and its voice."""
_VOICES = {tokenize.COMMENT: "soft", tokenize.STRING: "string"}


class Painter(PanePainter[CodeView]):
    """Paints the code, and scrolls it."""

    pane: CodePane
    areas: CodeAreas

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: CodeView) -> None:
        self.areas = paint_code(canvas, rect, view)

    def scroll(self, point: Point, rows: int) -> bool:
        to = self.areas.scrolled(point, rows)
        self.pane.scrolled = to or self.pane.scrolled
        return to is not None


class CodeAreas(NamedTuple):
    """Where code and variables are, for scrolling."""

    view: CodeView
    code: pygame.Rect
    lines: int
    """The number of lines of code that fit."""
    variables: pygame.Rect
    rows: int
    """The number of rows for the variables."""

    def scrolled(self, point: Point, by: int) -> Scrolled | None:
        """Return the scroll position after moving down that many rows, or ``None`` if the point is not on the pane."""
        if self.variables.collidepoint(point):
            return variables_scrolled(self.view, self.rows, by)
        return scrolled(self.view, self.lines, by) if self.code.collidepoint(point) else None


def paint_code(canvas: Canvas, rect: pygame.Rect, view: CodeView) -> CodeAreas:
    """Paint as many lines as fit the rectangle, in a thin frame, with the variables in its lower part."""
    pane = _Pane(canvas, rect)
    inner = pane.rect
    with canvas.clipped(inner):
        rows = pane.paint_variables(view) if view.variables else 0
        below = inner.bottom - (rows * pane.height + 2 * pane.pad if rows else 0)
        code = pygame.Rect(inner.left, inner.top, inner.width, below - inner.top)
        lines = pane.paint_lines(code, view)
    return CodeAreas(view, code, lines, pygame.Rect(inner.left, below, inner.width, inner.bottom - below), rows)


class _Pane(Lines):
    """The ground on which the rows are set."""

    def paint_lines(self, rect: pygame.Rect, view: CodeView) -> int:
        """Paint the lines. Return how many fit."""
        canvas, size, height, pad = self.canvas, self.size, self.height, self.pad
        rows = max(1, (rect.height - 2 * pad) // height)
        numbers = canvas.fonts.width(str(len(view.lines)), Face.CODE, size)
        left = rect.left + pad + numbers + canvas.px(14)
        most = max(8, (rect.right - pad - left) // self.advance)
        kinds = colours_of(view.lines)
        line = 0
        for i, row in enumerate(rows_of(view, rows, most)):
            line = row.number or line
            y = rect.top + pad + i * height
            middle = y + height // 2
            if row.lit:
                self._paint_lit(y, view.wrong)
            if row.number:
                at = rect.left + pad + numbers
                canvas.text(str(row.number), Face.CODE, size, canvas.theme.faint, right=at, middle=middle)
                if view.wrong and row.lit:  # recognisable by more than its colour
                    canvas.icon(Icon.CLOSE, (left - canvas.px(7), middle), canvas.px(9), canvas.theme.conflict)
            text, start = view.text(line), row.piece.start
            marks = _moved(kinds.get(line, ()), len(view.lines[line - 1]) - len(text) + start)
            text, marks = _cut(text[start : row.piece.end], marks, most)
            self._paint_line(left + row.piece.indent * self.advance, middle, text, marks)
        return lines_in(view, rows, most)

    def _paint_lit(self, top: int, wrong: bool) -> None:
        """Paint the background of the current line."""
        theme = self.canvas.theme
        self.fill_row(mix(theme.background, theme.conflict, 0.16) if wrong else theme.step_wash, top)
        bar = theme.conflict if wrong else theme.guessed
        self.canvas.fill(bar, (self.rect.left, top, self.canvas.px(4, 3), self.height))

    def _paint_line(self, x: int, middle: int, line: str, marks: list[Mark]) -> None:
        """Paint the line in one colour, with its marked parts in theirs."""
        theme, at = self.canvas.theme, 0
        for start, end, voice in [*marks, (len(line), len(line), "")]:
            for begin, stop, colour in ((at, start, theme.ink), (start, end, _colour(theme, voice))):
                for piece in _JOINS.split(line[begin:stop]) if stop > begin else ():
                    left = x + begin * self.advance
                    self.canvas.text(piece, Face.CODE, self.size, colour, left=left, middle=middle)
                    begin += len(piece)
            at = max(at, end)

    def paint_variables(self, view: CodeView) -> int:
        """Paint names and values at the foot of the pane. Return the number of rows."""
        canvas, rect, size, height, pad = self.canvas, self.rect, self.size, self.height, self.pad
        theme = canvas.theme
        rows = min(len(view.variables), max(2, (rect.height // 2 - 2 * pad) // height))
        top = rect.bottom - rows * height - 2 * pad
        canvas.fill(theme.panel, (rect.left, top, rect.width, rect.bottom - top))
        canvas.fill(theme.thin_line, (rect.left, top, rect.width, 1))
        variables, others = shown(view.variables, rows, view.scrolled.variables)
        names = max(canvas.fonts.width(name, Face.CODE, size) for name, _ in variables)
        right = rect.right - pad
        for i, (name, value) in enumerate(variables):
            middle = top + pad + i * height + height // 2
            if others and i == rows - 1:  # at the end of the last row
                said = canvas.text(others, Face.CODE, size, theme.soft, right=right, middle=middle)
                right = said.left - pad
            canvas.text(name, Face.CODE, size, theme.deduced, left=rect.left + 2 * pad, middle=middle)
            left = rect.left + 3 * pad + names
            canvas.text(value, Face.CODE, size, theme.ink, left=left, middle=middle, within=right - left)
        return rows


def _cut(line: str, marks: list[Mark], most: int) -> tuple[str, list[Mark]]:
    """Return the line, or as much of it as fits with an ellipsis at the end."""
    if len(line) <= most:
        return line, marks
    last = most - 1
    return line[:last] + ELLIPSIS, [(start, min(end, last), voice) for start, end, voice in marks if start < last]


def _moved(marks: tuple[Mark, ...], by: int) -> list[Mark]:
    return [(max(0, start - by), end - by, voice) for start, end, voice in marks if end > by]


def _colour(theme: Theme, voice: str) -> Color:
    return {"keyword": theme.deduced, "soft": theme.soft, "string": theme.solved}.get(voice, theme.ink)


@lru_cache(maxsize=32)
def colours_of(lines: tuple[str, ...]) -> dict[int, tuple[Mark, ...]]:
    """Return, for each line, the parts with their own colour: keywords, comments, strings. None if it is not Python."""
    marks: dict[int, list[Mark]] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
            voice = _VOICES.get(token.type, "")
            if token.type == tokenize.NAME and keyword.iskeyword(token.string):
                voice = "keyword"
            if voice:
                _mark(marks, token.start, token.end, voice, lines)
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return {}
    return {number: tuple(parts) for number, parts in marks.items()}


def _mark(
    marks: dict[int, list[Mark]], start: tuple[int, int], end: tuple[int, int], voice: str, lines: tuple[str, ...]
) -> None:
    """Mark a token, which may span several lines."""
    for number in range(start[0], end[0] + 1):
        begin = start[1] if number == start[0] else 0
        stop = end[1] if number == end[0] else len(lines[number - 1])
        marks.setdefault(number, []).append((begin, stop, voice))
