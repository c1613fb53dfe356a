"""Makes untrusted text safe to show, such as a puzzle's name, a solver's message or a file name."""

from __future__ import annotations

import re

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
