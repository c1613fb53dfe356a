"""The code pane: the source that runs, its current line lit up, and the variables there where they are asked for."""

from __future__ import annotations

import io
import keyword
import tokenize
from functools import lru_cache

import pygame

from visualizer import shapes
from visualizer.fonts import Face, Fonts
from visualizer.icons import Icon, paint_icon
from visualizer.listing import CodeView
from visualizer.theme import Color, Theme, mix

_VOICES = {tokenize.COMMENT: "soft", tokenize.STRING: "string"}


def line_height(scale: float) -> int:
    """Pixels from one line of code to the next."""
    return round(code_size(scale) * 1.42)


def code_size(scale: float) -> int:
    """Pixels of the em of code."""
    return max(11, round(14 * scale))


def paint_code(
    surface: pygame.Surface, rect: pygame.Rect, view: CodeView, theme: Theme, fonts: Fonts, scale: float = 1.0
) -> None:
    """As many lines as fit the rectangle, in a thin frame; the variables take the lower part of it."""
    edge = max(1, round(scale))
    surface.fill(theme.thin_line, rect)
    inner = rect.inflate(-2 * edge, -2 * edge)
    surface.fill(mix(theme.background, theme.panel, 0.6), inner)
    with shapes.clipped(surface, inner):
        below = _paint_variables(surface, inner, view, theme, fonts, scale) if view.variables else inner.bottom
        _paint_lines(
            surface, pygame.Rect(inner.left, inner.top, inner.width, below - inner.top), view, theme, fonts, scale
        )


def _paint_lines(
    surface: pygame.Surface, rect: pygame.Rect, view: CodeView, theme: Theme, fonts: Fonts, scale: float
) -> None:
    size, height = code_size(scale), line_height(scale)
    pad = max(4, round(6 * scale))
    rows = max(1, (rect.height - 2 * pad) // height)
    top = view.top(rows)
    shown = view.lines[top - 1 : top - 1 + rows]
    define = view.lines[view.first - 1] if view.first else ""
    spare = len(define) - len(define.lstrip())
    numbers = fonts.width(str(len(view.lines)), Face.CODE, size)
    left = rect.left + pad + numbers + round(14 * scale)
    kinds = colours_of(view.lines)
    for row, line in enumerate(shown):
        number = top + row
        y = rect.top + pad + row * height
        if number == view.current:
            wash = mix(theme.background, theme.conflict, 0.16) if view.wrong else theme.step_wash
            surface.fill(wash, (rect.left, y, rect.width, height))
            bar = theme.conflict if view.wrong else theme.guessed
            surface.fill(bar, (rect.left, y, max(3, round(4 * scale)), height))
        middle = y + height // 2
        if view.wrong and number == view.current:  # told by more than its colour
            paint_icon(surface, Icon.CLOSE, (left - round(7 * scale), middle), round(9 * scale), theme.conflict)
        fonts.draw(surface, str(number), Face.CODE, size, theme.faint, right=rect.left + pad + numbers, middle=middle)
        _paint_line(surface, left, middle, line[spare:], _moved(kinds.get(number, ()), spare), theme, fonts, size)


def _moved(marks: tuple[tuple[int, int, str], ...], by: int) -> list[tuple[int, int, str]]:
    return [(start - by, end - by, voice) for start, end, voice in marks]


def _paint_line(
    surface: pygame.Surface,
    x: int,
    middle: int,
    line: str,
    marks: list[tuple[int, int, str]],
    theme: Theme,
    fonts: Fonts,
    size: int,
) -> None:
    """The line in one colour, with its marked parts in theirs."""
    advance = fonts.width("0", Face.CODE, size)
    at = 0
    for start, end, voice in [*marks, (len(line), len(line), "")]:
        for begin, stop, colour in ((at, start, theme.ink), (start, end, _colour(theme, voice))):
            if stop > begin and line[begin:stop].strip():
                fonts.draw(surface, line[begin:stop], Face.CODE, size, colour, left=x + begin * advance, middle=middle)
        at = max(at, end)


def _colour(theme: Theme, voice: str) -> Color:
    return {"keyword": theme.deduced, "soft": theme.soft, "string": theme.solved}.get(voice, theme.ink)


@lru_cache(maxsize=32)
def colours_of(lines: tuple[str, ...]) -> dict[int, tuple[tuple[int, int, str], ...]]:
    """Of each line, the parts in a colour of their own: keywords, comments, strings. None where it is not Python."""
    marks: dict[int, list[tuple[int, int, str]]] = {}
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
    marks: dict[int, list[tuple[int, int, str]]],
    start: tuple[int, int],
    end: tuple[int, int],
    voice: str,
    lines: tuple[str, ...],
) -> None:
    """A token may run over several lines."""
    for number in range(start[0], end[0] + 1):
        begin = start[1] if number == start[0] else 0
        stop = end[1] if number == end[0] else len(lines[number - 1])
        marks.setdefault(number, []).append((begin, stop, voice))


def _paint_variables(
    surface: pygame.Surface, rect: pygame.Rect, view: CodeView, theme: Theme, fonts: Fonts, scale: float
) -> int:
    """Names and values at the foot of the pane. Returns the y at which they start."""
    size, height = code_size(scale), line_height(scale)
    pad = max(4, round(6 * scale))
    rows = min(len(view.variables), max(1, (rect.height // 2 - 2 * pad) // height))
    top = rect.bottom - rows * height - 2 * pad
    surface.fill(theme.panel, (rect.left, top, rect.width, rect.bottom - top))
    surface.fill(theme.thin_line, (rect.left, top, rect.width, 1))
    names = max(fonts.width(name, Face.CODE, size) for name, _ in view.variables[-rows:])
    for row, (name, value) in enumerate(view.variables[-rows:]):
        middle = top + pad + row * height + height // 2
        fonts.draw(surface, name, Face.CODE, size, theme.deduced, left=rect.left + 2 * pad, middle=middle)
        left = rect.left + 3 * pad + names
        text = fonts.shorten(value, Face.CODE, size, rect.right - pad - left)
        fonts.draw(surface, text, Face.CODE, size, theme.ink, left=left, middle=middle)
    return top
