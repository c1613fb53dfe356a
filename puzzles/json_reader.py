"""Reads JSON with bounds on size, nesting and numbers, and reports errors by line and column.

With the standard library alone, some input can crash the program: an integer of 4,301 digits, 1e400 (which is
infinite), NaN, or lists nested too deeply to walk through.
"""

import json
import math
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from puzzles import bounds
from puzzles.bounds import DEEPEST, LARGEST_TEXT, BoundsError, size_text

_TOKEN = re.compile(
    r"""
    " [^"\\]* (?: \\. [^"\\]* )* "?         # a string, possibly unterminated
    | (?P<open> [\[{] ) | (?P<close> [\]}] )
    | (?P<number> -? [0-9] (?: [0-9.+-]* [eE] [0-9.eE+-]* | [0-9.eE+-]{17,} ) | NaN | -?Infinity )
    """,
    re.VERBOSE | re.DOTALL,
)
"""The tokens to check before parsing. Numbers of up to 17 plain digits are never out of bounds, so they are skipped."""


class JsonError(ValueError):
    """Invalid JSON, or JSON that exceeds the bounds. ``line`` and ``column`` count from 1; 0 means unknown."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"line {line}, column {column}: {reason}" if line else reason)
        self.reason = reason
        self.line = line
        self.column = column


def read(text: str | bytes, largest: int = LARGEST_TEXT) -> Any:
    """Parse JSON text. Raises :class:`JsonError`."""
    if len(text) > largest:
        raise JsonError(f"it is larger than {size_text(largest)}")
    text = (_decoded(text) if isinstance(text, bytes) else text).removeprefix("\ufeff")
    depth = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "open":
            depth += 1
            if depth > DEEPEST:
                raise _wrong(f"lists and tables are nested more than {DEEPEST} deep", text, token.start())
        elif token.lastgroup == "close":
            depth -= 1
        elif token.lastgroup == "number" and not _is_bounded(token[0]):
            raise _wrong(f"the number {_short(token[0])} is out of bounds", text, token.start())
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise JsonError(f"this is not JSON ({error.msg})", error.lineno, error.colno) from None


def read_file(path: Path, largest: int = LARGEST_TEXT) -> Any:
    """Parse a JSON file. Raises :class:`JsonError` and ``OSError``."""
    try:
        return read(bounds.read_file(path, largest), largest)
    except BoundsError as error:
        raise JsonError(str(error)) from None


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")  # file names are not always valid text
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "surrogatepass")
        raise _wrong("this is not UTF-8 text", before, len(before)) from None


def _is_bounded(number: str) -> bool:
    """Return whether a number is finite and, if whole, within bounds. Malformed numbers are left to the parser."""
    try:
        bounds.whole(number)
    except BoundsError:
        return False
    except ValueError:
        with suppress(ValueError):
            return math.isfinite(float(number))
    return True


def _short(number: str) -> str:
    return number if len(number) <= 30 else f"{number[:20]}… ({len(number)} characters)"


def _wrong(message: str, text: str, at: int) -> JsonError:
    where = json.JSONDecodeError("", text, at)
    return JsonError(message, where.lineno, where.colno)
