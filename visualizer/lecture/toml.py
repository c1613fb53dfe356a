"""Reads TOML with bounds on size, nesting and numbers, and finds its parts, so that a list in it can be extended.

With the standard library alone, some input takes minutes or crashes the program: a key of 20,000 parts, 2,000 lists
within each other, or a number of 5,000 digits.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from puzzles.bounds import DEEPEST, LONGEST_NUMBER, size_text

LARGEST = 1 << 16
"""The maximum size of a text, in characters."""
_TOKEN = re.compile(
    r"""
      (?P<text> \"{3} (?: [^"\\] | \\. | "(?!"") )* (?: \"{3,5} )?      # any of these may be unterminated
              | '{3} (?: [^'] | '(?!'') )* (?: '{3,5} )?
              | " (?: [^"\\\n] | \\[^\n] )* "?
              | ' [^'\n]* '? )
    | (?P<comment> \# [^\n]* )
    | (?P<mark> [][{}=,.\n] )
    | (?P<word> [^][{}=,.\s"'\#]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


class TomlError(ValueError):
    """Invalid TOML, or TOML that exceeds the bounds. ``line`` counts from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


def read(text: str) -> dict[str, Any]:
    """Parse TOML. Raises :class:`TomlError`."""
    if len(text) > LARGEST:
        raise TomlError(f"it is larger than {size_text(LARGEST)}", 1)
    _check(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        said = re.sub(r" \(at .*\)$", "", str(error))
        last = max(1, text.count("\n"))
        raise TomlError(f"this is not TOML: {said[:1].lower()}{said[1:]}", int(found[1]) if found else last) from None


def tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield the strings, comments, words and marks of a text. A line feed is a mark. A number is one word or more."""
    return _TOKEN.finditer(text)


def _check(text: str) -> None:
    """Raise :class:`TomlError` if anything is nested too deeply, or a number or name is too long."""
    depth = dots = 0
    for token in tokens(text):
        if token.lastgroup == "mark":
            depth += (token[0] in "[{") - (token[0] in "]}")
            dots = dots + 1 if token[0] == "." else 0
            if max(depth, dots) > DEEPEST:
                raise _beyond(f"lists and tables are nested more than {DEEPEST} deep", token)
        elif token.lastgroup == "word" and len(token[0]) > LONGEST_NUMBER:
            raise _beyond(f"a number or name has more than {LONGEST_NUMBER} characters", token)


def _beyond(reason: str, token: re.Match[str]) -> TomlError:
    return TomlError(reason, token.string.count("\n", 0, token.start()) + 1)
