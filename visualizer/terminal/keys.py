"""Translates terminal input into key names from the key table."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from visualizer.keymap import WATCH

_FINALS = {
    "A": "Up", "B": "Down", "C": "Right", "D": "Left", "H": "Home", "F": "End", "P": "F1", "Z": "Shift+Tab",
    "a": "Shift+Up", "b": "Shift+Down", "c": "Shift+Right", "d": "Shift+Left",
}  # fmt: skip
"""Keys by the final letter of the sequence. The lower-case letters come from rxvt."""
_RXVT_CONTROL = {"c": "Ctrl+Right", "d": "Ctrl+Left"}
_NUMBERS = {1: "Home", 7: "Home", 4: "End", 8: "End", 5: "PageUp", 6: "PageDown", 11: "F1"}
"""Keys by the number before the tilde."""
_TYPED = {" ": "Space", "\t": "Tab", "\r": "Return", "\n": "Return", "\x03": "Ctrl+C", "\x11": "Ctrl+Q"}
_SYMBOLS = "+-=.?"
_SHIFT, _CONTROL = 1, 4

_SEQUENCE = re.compile(
    r"\x1b+(?:\[\[(?P<console>[A-E])|\[(?P<parameters>[0-9:;<=>?]*)[ -/]*(?P<final>[@-Z\\^-~])"
    r"|O(?P<old>[A-Za-z])|(?P<alt>[^\x1b\[O]))",
    re.DOTALL,
)
_BEGUN = re.compile(r"\x1b+(?:\[\[?|\[[0-9:;<=>?]*[ -/]*|O)?\Z")
_PASTE_BEGINS, _PASTE_ENDS = "\x1b[200~", "\x1b[201~"
LONGEST_PASTE = 65536
"""The maximum number of characters to keep from a paste."""


class Paste(NamedTuple):
    """Text that was pasted rather than typed."""

    text: str


class Decoder:
    """Assembles input that arrives in pieces. A lone Escape is a key only if nothing follows; call :meth:`flush`."""

    def __init__(self) -> None:
        self._rest = ""
        self._pasted: str | None = None

    @property
    def waiting(self) -> bool:
        """Whether there is an unfinished sequence."""
        return bool(self._rest)

    def feed(self, text: str) -> list[str | Paste]:
        """Return the keys (``Shift+Right``, ``R``, ``Space``) and pastes completed by this input."""
        self._rest += text
        found: list[str | Paste] = []
        while self._rest:
            if self._pasted is not None:
                if not self._paste(found):
                    break
            elif self._rest[0] != "\x1b":
                if name := typed_name(self._rest[0]):
                    found.append(name)
                self._rest = self._rest[1:]
            elif not self._sequence(found):
                break
        return found

    def flush(self) -> list[str | Paste]:
        """Return the key left over when no more input comes: a lone Escape. A broken sequence is dropped."""
        alone = self._rest.startswith("\x1b") and not self._rest.strip("\x1b") and self._pasted is None
        if self._pasted is None:
            self._rest = ""
        return ["Escape"] if alone else []

    def _sequence(self, found: list[str | Paste]) -> bool:
        """Consume one sequence. Return False if it is incomplete."""
        if _BEGUN.match(self._rest):
            return False
        if self._rest.startswith(_PASTE_BEGINS):
            self._rest, self._pasted = self._rest[len(_PASTE_BEGINS) :], ""
            return True
        match = _SEQUENCE.match(self._rest)
        if match is None:
            self._rest = self._rest[1:]
            return True
        self._rest = self._rest[match.end() :]
        if name := sequence_name(match):
            found.append(name)
        return True

    def _paste(self, found: list[str | Paste]) -> bool:
        assert self._pasted is not None
        text, ends, rest = self._rest.partition(_PASTE_ENDS)
        if not ends:  # the end marker of a paste may be split in two
            keep = len(_PASTE_ENDS) - 1
            text, rest = self._rest[:-keep], self._rest[-keep:]
        self._pasted = (self._pasted + text)[:LONGEST_PASTE]
        self._rest = rest
        if ends:
            found.append(Paste(self._pasted.replace("\r\n", "\n").replace("\r", "\n")))
            self._pasted = None
        return bool(ends)


@cache
def _capitals() -> dict[str, str]:
    """Return the capital letters that mean something different from the lower-case letters.

    Every other capital is the same key as its lower-case letter, as with Caps Lock.
    """
    keys = (key for row in WATCH if not row.window_only for key in row.keys)
    return {key[-1]: key for key in keys if re.fullmatch(r"Shift\+.", key)}


def typed_name(character: str) -> str | None:
    """Return the name of the key that types a character, or ``None`` if no such key can be in the table."""
    if character in _TYPED:
        return _TYPED[character]
    if character in _SYMBOLS:
        return character
    if character in _capitals():
        return _capitals()[character]
    return character.upper() if character.isascii() and character.isalpha() else None


def sequence_name(match: re.Match[str]) -> str | None:
    """Return the name of the key that sends a sequence, or ``None`` if it is unknown."""
    if match["console"]:
        return "F1" if match["console"] == "A" else None
    if match["old"]:
        return _RXVT_CONTROL.get(match["old"]) or _FINALS.get(match["old"])
    if match["final"] is None or match["parameters"][:1] in ("<", "=", ">", "?"):
        return None  # Alt and a letter, or a terminal's report about itself
    numbers = [int(part) if part.isdigit() else 1 for part in match["parameters"].split(";")]
    name = _NUMBERS.get(numbers[0]) if match["final"] == "~" else _FINALS.get(match["final"])
    held = numbers[1] - 1 if len(numbers) > 1 else 0
    if name is None or held & ~(_SHIFT | _CONTROL):
        return None
    return "Ctrl+" * bool(held & _CONTROL) + "Shift+" * bool(held & _SHIFT) + name
