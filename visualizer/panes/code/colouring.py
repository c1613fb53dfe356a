"""Which parts of a Python file are keywords, comments and strings."""

from __future__ import annotations

import io
import keyword
import tokenize
from functools import lru_cache

Mark = tuple[int, int, str]
"""A coloured part of a line: its start, its end, and the name of its colour."""
_VOICES = {tokenize.COMMENT: "soft", tokenize.STRING: "string"}


@lru_cache(maxsize=32)
def colours_of(lines: tuple[str, ...]) -> dict[int, tuple[Mark, ...]]:
    """Return the coloured parts of each line: keywords, comments and strings. Empty if the source is not Python."""
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
    """Record the colour of a token, which may span several lines."""
    for number in range(start[0], end[0] + 1):
        begin = start[1] if number == start[0] else 0
        stop = end[1] if number == end[0] else len(lines[number - 1])
        marks.setdefault(number, []).append((begin, stop, voice))
