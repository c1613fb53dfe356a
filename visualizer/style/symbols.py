"""How digits are displayed, which is a setting of the view and never part of the puzzle.

Letters replace digits in text too. Colours and shapes appear only on boards: text keeps the puzzle's own symbols, and a
key explains them.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import lru_cache
from importlib import resources
from string import ascii_uppercase, digits

from puzzles.geometry import LARGEST, Digit, usual_alphabet
from puzzles.puzzle import Puzzle, alphabet_of
from visualizer.style.theme import Color, parse_color

SYMBOLS = ("digits", "letters", "colours", "shapes")
"""The names of the ways to show digits, which are the values of :class:`Symbols`."""

LETTERS = ascii_uppercase + digits
"""The alphabet, followed by figures for grids with more than 26 digits."""


class Symbols(Enum):
    """A way to show digits."""

    DIGITS = SYMBOLS[0]
    """The puzzle's own symbols: 1 to 9, then A …, unless its text used others."""
    LETTERS = SYMBOLS[1]
    COLOURS = SYMBOLS[2]
    """A patch of colour with a small digit on it."""
    SHAPES = SYMBOLS[3]

    @property
    def drawn(self) -> bool:
        """Whether the symbols are pictures, in which case text still uses the puzzle's own symbols."""
        return self in (Symbols.COLOURS, Symbols.SHAPES)

    def alphabet(self, own: str) -> str:
        """Return the symbols for digits in text, given the puzzle's own. Idempotent.

        Symbols that cannot be drawn, such as those of another script, are replaced by the usual ones.
        """
        own = own if in_faces(own) else usual_alphabet(len(own))
        return LETTERS[: len(own)] if self is Symbols.LETTERS and not own.isalpha() else own

    def named(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with these symbols for its digits. It still compares equal, because symbols are ignored."""
        own = alphabet_of(puzzle)
        shown = self.alphabet(own)
        return puzzle if shown == own else replace(puzzle, alphabet=shown)


@lru_cache(maxsize=64)
def in_faces(text: str) -> bool:
    """Return whether the typefaces for digits have every character. They cover Latin, Greek and Cyrillic."""
    if text.isascii():
        return True
    from fontTools.ttLib import TTFont

    faces = [file for file in (resources.files("assets") / "fonts").iterdir() if file.name.startswith("IBMPlexSans-")]
    maps = (TTFont(str(file), lazy=True).getBestCmap() for file in faces if file.name.endswith(".ttf"))
    return all(set(map(ord, text)) <= known.keys() for known in maps)


def following(symbols: Symbols) -> Symbols:
    """Return the next way to show digits, going back to the first after the last."""
    ways = list(Symbols)
    return ways[(ways.index(symbols) + 1) % len(ways)]


_PALETTE = (
    "0066CC EEEE11 DD6600 55CCEE 771155 FFAA88 9988AA 99FFDD 885544 442299 6688FF 554400 BB3388 AABB00 0011DD BB9977 "
    "9911FF BB6666 CCDDFF EECC55 88AAFF FF55CC 00EEBB 7766AA 991177 FF88AA 339911 336600 7733AA DD44EE BBFF88 FF1188 "
    "CC0033 55CC66 774455 99CCCC"
)
"""Colours chosen so that each is as different as possible from all earlier ones, even to colour-blind eyes.

They come from a grid of 17 steps per channel, with OKLab lightness 0.38 to 0.93 and chroma above 0.05. Each is the
colour whose distance to the nearest one already chosen is greatest. None of the first nine is red, as conflicts are.
The distance is the smallest of three quarters of the normal distance and the distances seen without red, green or blue
cones, after Machado, Oliveira and Fernandes (2009), severity 1.
"""


def colour(digit: Digit) -> Color:
    """Return the colour for a digit from 1 to 36, which is the same in both themes."""
    start = 7 * ((digit - 1) % LARGEST)
    return parse_color("#" + _PALETTE[start : start + 6])
