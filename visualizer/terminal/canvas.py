"""A screenful of styled characters, and text wrapping to go with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.cells import get_character_cell_size

from visualizer.terminal.style import RESET, Style, TerminalLook
from visualizer.text.plain_text import blanked
from visualizer.text.spans import Span

PLAIN = Style()
Piece = tuple[str, Style]
"""Text in a single style."""


def width(text: str) -> int:
    """Return the width of some text in columns."""
    return len(text) if text.isascii() else sum(map(get_character_cell_size, text))


class TextCanvas:
    """A grid of characters that clips whatever falls outside. A wide character is followed by an empty one."""

    def __init__(self, columns: int, rows: int, look: TerminalLook) -> None:
        self.columns = columns
        self.rows = rows
        self.look = look
        self._characters = [[" "] * columns for _ in range(rows)]
        self._styles = [[PLAIN] * columns for _ in range(rows)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> int:
        """Write text at column x of row y. Return the column after it."""
        if not 0 <= y < self.rows:
            return x + width(text)
        for character in blanked(text):
            wide = get_character_cell_size(character) if ord(character) > 126 else 1
            if x >= 0 and x + wide <= self.columns:
                self._set(x, y, character, wide, style)
            x += wide
        return x

    def _set(self, x: int, y: int, character: str, wide: int, style: Style) -> None:
        """Set one character. A wide character that it would half cover is removed."""
        characters, styles = self._characters[y], self._styles[y]
        if not wide:  # a combining character joins the one before it
            if x:
                characters[x - 1 if characters[x - 1] else x - 2] += character
            return
        if not characters[x]:
            characters[x - 1] = " "
        if x + wide < self.columns and not characters[x + wide]:
            characters[x + wide] = " "
        characters[x], styles[x] = character, style
        if wide == 2:
            characters[x + 1], styles[x + 1] = "", style

    def write(self, x: int, y: int, pieces: Iterable[Piece]) -> int:
        """Write pieces one after another. Return the column after them."""
        for text, style in pieces:
            x = self.put(x, y, text, style)
        return x

    def fill(self, x: int, y: int, columns: int, rows: int, style: Style) -> None:
        """Fill a rectangle with spaces."""
        for row in range(y, y + rows):
            self.put(x, row, " " * columns, style)

    def lines(self) -> list[str]:
        """Return one string per row, with escape sequences unless everything is plain."""
        return [self._line(y) for y in range(self.rows)]

    def _line(self, y: int) -> str:
        characters = iter(self._characters[y])
        parts = []
        styled = False
        for style, run in groupby(self._styles[y]):
            text = "".join(next(characters) for _ in run)
            plain = not self.look.colors and style[2:] == PLAIN[2:]
            parts.append((RESET if styled else "") if plain else self.look.sgr(style))
            styled = not plain
            parts.append(text)
        return "".join(parts) + (RESET if styled else "")


def shorten(text: str, columns: int, look: TerminalLook) -> str:
    """Truncate text with an ellipsis if it is too long."""
    text = look.readable(text)
    if width(text) <= columns:
        return text
    while text and width(text) >= columns:
        text = text[:-1]
    return text.rstrip() + look.glyphs.more if columns > 0 else ""


def wrap(spans: Sequence[Span], columns: int, rows: int, look: TerminalLook) -> list[list[Span]]:
    """Wrap spans at word boundaries into at most ``rows`` lines, the last with an ellipsis if text is left over."""
    spans = [span._replace(text=look.readable(span.text)) for span in spans]
    text = "".join(span.text for span in spans)
    voices = [span.voice for span in spans for _ in span.text]
    breaks = list(_breaks(text, max(1, columns)))
    lines = [_spans(text, voices, start, end) for start, end in breaks[: max(0, rows)]]
    if lines and len(breaks) > rows:
        start, end = breaks[rows - 1]
        while end > start + 1 and width(text[start:end]) >= columns:
            end -= 1
        lines[-1] = [*_spans(text, voices, start, end), Span(look.glyphs.more, voices[end - 1])]
    return lines


def wrap_text(text: str, columns: int, rows: int, look: TerminalLook) -> list[str]:
    """Wrap plain text like :func:`wrap`, keeping its line breaks."""
    lines = [line for paragraph in text.splitlines() for line in wrap((Span(paragraph),), columns, rows, look) or [[]]]
    return ["".join(span.text for span in line) for line in lines[: max(0, rows)]]


def _breaks(text: str, columns: int) -> Iterable[tuple[int, int]]:
    """Yield the start and end of each line. A word longer than a line is split."""
    start, end = None, 0
    for word in re.finditer(r"\S+", text):
        at = word.start()
        if start is not None and width(text[start : word.end()]) > columns:
            yield start, end
            start = None
        start = at if start is None else start
        end = word.end()
        while width(text[start:end]) > columns:
            cut = start + 1
            while width(text[start : cut + 1]) <= columns:
                cut += 1
            yield start, cut
            start = cut
    if start is not None:
        yield start, end


def _spans(text: str, voices: Sequence[str], start: int, end: int) -> list[Span]:
    characters = iter(text[start:end])
    return [Span("".join(next(characters) for _ in run), voice) for voice, run in groupby(voices[start:end])]
