"""Reads JSON with bounds on size, nesting and numbers, and reports errors by line and column.

With the standard library alone, some input can crash the program: an integer of 4,301 digits, 1e400 (which is
infinite), NaN, or lists nested too deeply to walk through.
"""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

LARGEST_TEXT = 16 << 20
"""The default maximum size of JSON text, in bytes."""
DEEPEST = 100
"""The maximum nesting depth of lists and tables."""
WIDEST = 1 << 1000
"""The bound on integers, positive and negative. Any integer within it can be converted to a float."""
LONGEST_NUMBER = 400
"""The maximum number of characters in a number."""

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
        raise JsonError(_too_large(largest))
    text = (_decoded(text) if isinstance(text, bytes) else text).removeprefix("\ufeff")
    _check(text)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise JsonError(f"this is not JSON ({error.msg})", error.lineno, error.colno) from None


def read_file(path: Path, largest: int = LARGEST_TEXT) -> Any:
    """Parse a JSON file. Raises :class:`JsonError` and ``OSError``."""
    if path.exists() and not path.is_file():  # opening a pipe might block forever
        raise JsonError("this is not a regular file")
    with path.open("rb") as stream:
        return read(stream.read(largest + 1), largest)


def _too_large(largest: int) -> str:
    size = f"{largest >> 20} MiB" if largest >= 1 << 20 else f"{largest >> 10} KiB"
    return f"it is larger than {size}"


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")  # file names are not always valid text
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "surrogatepass")
        raise _wrong("this is not UTF-8 text", before, len(before)) from None


def _check(text: str) -> None:
    """Raise :class:`JsonError` if anything is nested too deeply or a number is out of bounds."""
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


def _is_bounded(number: str) -> bool:
    """Return whether a number is finite and, if whole, within bounds. Malformed numbers are left to the parser."""
    if len(number) > LONGEST_NUMBER:
        return False
    try:
        return abs(int(number)) < WIDEST
    except ValueError:
        pass
    try:
        return math.isfinite(float(number))
    except ValueError:
        return True


def _short(number: str) -> str:
    return number if len(number) <= 30 else f"{number[:20]}… ({len(number)} characters)"


def _wrong(message: str, text: str, at: int) -> JsonError:
    where = json.JSONDecodeError("", text, at)
    return JsonError(message, where.lineno, where.colno)
