"""Exit codes, messages on standard error, errors that become another kind of error, and untrusted text made safe to
show, such as a puzzle's name, a solver's message or a file name.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of a command. For several puzzles, a command returns the highest."""

    DONE = 0
    NO_ANSWER = 1
    """There is no solution, or the grid is not valid."""
    BAD_INPUT = 2
    STOPPED = 3
    """The run was interrupted, or reached a limit."""


def say(message: str) -> None:
    if sys.stderr is not None:
        print(plain(message), file=sys.stderr, flush=True)


@contextmanager
def raised_as(kind: type[Exception], *errors: type[Exception], before: str = "") -> Iterator[None]:
    """Raise errors of some kinds as another kind, with the same message and what stands before it."""
    try:
        yield
    except errors as error:
        raise kind(f"{before}{error.args[0] if isinstance(error, LookupError) else error}") from None


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that move a terminal's cursor, or colour or reverse its text. Tabs and line feeds are harmless."""


def plain(text: str) -> str:
    r"""Return the text with control characters escaped, as in ``\x1b``, so that a terminal does not act on them.

    >>> print(plain("red \x1b[31m, half a \udcff, \u202eback"))
    red \x1b[31m, half a \xff, \u202eback
    """
    return text if text.isascii() and text.isprintable() else _CONTROL.sub(_written_out, text)


def blanked(text: str) -> str:
    """Return the text with each control character, line feeds included, replaced by a character of the same width."""
    if text.isascii() and text.isprintable():
        return text
    return _CONTROL.sub("\ufffd", text).replace("\n", " ").replace("\t", " ")


def _written_out(found: re.Match[str]) -> str:
    number = ord(found[0])
    if 0xDC80 <= number <= 0xDCFF:  # a non-UTF-8 byte in a file name
        number -= 0xDC00
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
