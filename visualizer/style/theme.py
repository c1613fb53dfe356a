"""Colours by meaning, and the symbols for digits.

A theme is a JSON file in ``assets/themes`` with a value for every token of :class:`Theme`.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from math import cos, pi, sin
from string import ascii_uppercase, digits
from typing import ClassVar, NamedTuple, TypeVar

from puzzles import json_reader
from puzzles.geometry import LARGEST, Digit, usual_alphabet
from puzzles.puzzle import Puzzle, alphabet_of
from visualizer.style import SYMBOLS

Color = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

_FOLDER = resources.files("assets") / "themes"


@dataclass(frozen=True)
class Theme:
    """The colour tokens of a theme. It is hashable, so that caches can use it as a key."""

    name: str
    background: Color
    panel: Color
    ink: Color
    soft: Color
    faint: Color
    thin_line: Color
    box_line: Color
    deduced: Color
    guessed: Color
    conflict: Color
    solved: Color
    unit_wash: Color
    step_wash: Color

    @property
    def accent(self) -> Color:
        """The colour of the primary button, the played part of the timeline, and other accents."""
        return self.deduced

    @property
    def dark(self) -> bool:
        return luminance(self.background) < luminance(self.ink)

    def voice(self, voice: str) -> Color:
        """Return the colour of a voice: "" (ink), "deduced", "guessed", "conflict", "learnt", "solved" or "restart"."""
        voices = {"deduced": self.deduced, "guessed": self.guessed, "conflict": self.conflict, "solved": self.solved}
        return (voices | {"learnt": self.deduced, "restart": self.soft}).get(voice, self.ink)

    def mark(self, ink: str) -> Color:
        """Return the colour of an ink of a kind's or a rule's marks: see :mod:`visualizer.views.strokes`.

        It may be the name of a token too, with a share of it that is mixed into paper, as in "soft 0.5".
        """
        shares = {"edge": (self.soft, 0.75), "fine": (self.soft, 0.4), "pale": (self.faint, 0.4)}
        mixed = {name: mix(self.panel, color, share) for name, (color, share) in shares.items()}
        fixed = {"white": (255, 255, 255), "black": (20, 24, 29)}  # in both themes, as sentences name them
        named = mixed | fixed | {"paper": self.panel}
        name, _, share = ink.partition(" ")
        color: Color = named[name] if name in named else getattr(self, name)
        return mix(self.panel, color, float(share or 1))

    def on(self, ground: Color) -> Color:
        """Return the theme's lightest or darkest colour, whichever is more legible as text on the background."""
        return max((self.ink, self.panel, self.background), key=lambda color: contrast(color, ground))


@cache
def names() -> tuple[str, ...]:
    """Return the names of all themes, with light first."""
    found = {file.name.removesuffix(".json") for file in _FOLDER.iterdir() if file.name.endswith(".json")}
    return tuple(sorted(found, key=lambda name: (name != "light", name)))


@cache
def load(name: str) -> Theme:
    """Return the theme of the given name.

    Raises ``LookupError`` if there is no such theme, and ``ValueError`` if its file has missing or unknown tokens.
    """
    if name not in names():
        raise LookupError(f"no theme {name!r}; the themes are {', '.join(names())}")
    tokens: dict[str, str] = json_reader.read((_FOLDER / f"{name}.json").read_text("utf-8"))
    wanted = {field.name for field in fields(Theme)} - {"name"}
    if odd := wanted ^ tokens.keys():
        raise ValueError(f"theme {name!r}: these tokens are missing or unknown: {', '.join(sorted(odd))}")
    return Theme(name, **{token: parse_color(text) for token, text in tokens.items()})


def parse_color(text: str) -> Color:
    """Parse a colour written as ``#RRGGBB``. Raises ``ValueError`` for anything else."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"{text!r} is not a colour; write #RRGGBB")
    value = int(text[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


@lru_cache(maxsize=4096)
def mix(one: Color, other: Color, share: float) -> Color:
    """Mix two colours: a share of 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@lru_cache(maxsize=4096)
def luminance(color: Color) -> float:
    """Return the relative luminance, from 0 to 1 (WCAG 2)."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio, from 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# How digits are displayed: a setting of the view, never part of the puzzle. Letters replace digits in text too.
# Colours, shapes and pictures appear only on boards: text keeps the puzzle's own symbols, and a key explains them.


LETTERS = ascii_uppercase + digits
"""The alphabet, followed by figures for grids with more than 26 digits."""


@dataclass(frozen=True)
class Symbols:
    """A way to show digits."""

    value: str
    """What settings call it: one of :data:`SYMBOLS`, or the path of a folder of pictures."""
    pictures: tuple[bytes, ...] = ()
    """A PNG for each digit from 1 up. Digits without one, or with ``b""``, are text."""

    DIGITS: ClassVar["Symbols"]
    """The puzzle's own symbols: 1 to 9, then A …, unless its text used others."""
    LETTERS: ClassVar["Symbols"]
    COLOURS: ClassVar["Symbols"]
    """A patch of colour with a small digit on it."""
    SHAPES: ClassVar["Symbols"]

    @property
    def drawn(self) -> bool:
        """Whether the symbols are drawn, in which case text still uses the puzzle's own symbols."""
        return self not in (Symbols.DIGITS, Symbols.LETTERS)

    def picture(self, digit: Digit) -> bytes:
        """Return the picture of a digit, or ``b""`` if it has none."""
        return self.pictures[digit - 1] if 0 < digit <= len(self.pictures) else b""

    def alphabet(self, own: str) -> str:
        """Return the symbols for digits in text, given the puzzle's own. Idempotent.

        Symbols that cannot be drawn, such as those of another script, are replaced by the usual ones.
        """
        own = own if in_faces(own) else usual_alphabet(len(own))
        return LETTERS[: len(own)] if self == Symbols.LETTERS and not own.isalpha() else own

    def named(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with these symbols for its digits. It still compares equal, because symbols are ignored."""
        own = alphabet_of(puzzle)
        shown = self.alphabet(own)
        return puzzle if shown == own else replace(puzzle, alphabet=shown)


Symbols.DIGITS, Symbols.LETTERS, Symbols.COLOURS, Symbols.SHAPES = WAYS = [*map(Symbols, SYMBOLS)]
"""The ways to show digits that need no pictures, in the order in which a key goes through them."""


@lru_cache(maxsize=64)
def in_faces(text: str) -> bool:
    """Return whether the typefaces for digits have every character. They cover Latin, Greek and Cyrillic."""
    if text.isascii():
        return True
    from fontTools.ttLib import TTFont

    faces = [file for file in (resources.files("assets") / "fonts").iterdir() if file.name.startswith("IBMPlexSans-")]
    maps = (TTFont(str(file), lazy=True).getBestCmap() for file in faces if file.name.endswith(".ttf"))
    return all(set(map(ord, text)) <= known.keys() for known in maps)


Choice = TypeVar("Choice", bound=Enum)


def following(choice: Choice) -> Choice:
    """Return the next member of an enum, going back to the first after the last."""
    choices = list(type(choice))
    return choices[(choices.index(choice) + 1) % len(choices)]


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


# Thirty-six shapes for digits: nine outlines filled in four ways, distinguishable without colour. Coordinates run
# from -1 to 1, with y pointing down.


Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a polygon."""
STROKE = 0.18
"""The width of the line around an unfilled part."""
_ROUND = 48
"""The number of corners used to approximate a circle."""


class Fill(Enum):
    """The part of an outline that is filled."""

    ALL = "all"
    NONE = "none"
    LEFT = "left half"
    LOWER = "lower half"


class SymbolShape(NamedTuple):
    """A polygon to fill and, for some shapes, another to draw as a closed line of width STROKE."""

    filled: Outline
    stroked: Outline


@cache
def shape(digit: Digit) -> SymbolShape:
    """Return the shape for a digit from 1 to 36. Any nine in a row differ in outline, and neighbours differ in fill."""
    number = digit - 1
    outline, fill = OUTLINES[number % len(OUTLINES)], tuple(Fill)[number % len(Fill)]
    if fill is Fill.ALL:
        return SymbolShape(outline, ())
    inner = tuple((x * (1 - STROKE / 2), y * (1 - STROKE / 2)) for x, y in outline)
    middle = _middle(inner)
    within = {Fill.LEFT: lambda point: -point[0], Fill.LOWER: lambda point: point[1] - middle}
    return SymbolShape(_cut(inner, within[fill]) if fill in within else (), inner)


def _middle(outline: Outline) -> float:
    """Return the y that halves the area, so that half-filled is as distinct from full as from empty."""
    low, high = -1.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        below = _cut(outline, lambda point, level=middle: point[1] - level)  # type: ignore[misc]
        low, high = (middle, high) if _area(below) > _area(outline) / 2 else (low, middle)
    return low


def _area(outline: Outline) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, (*outline[1:], *outline[:1]), strict=True))) / 2


def _cut(outline: Outline, inside: Callable[[Point], float]) -> Outline:
    """Return the part of a polygon where ``inside``, which is linear along each edge, is at least 0."""
    kept: list[Point] = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        at, then = inside(a), inside(b)
        if at >= 0:
            kept.append(a)
        if at * then < 0:
            share = at / (at - then)
            kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return tuple(kept)


def _arc(centre: Point, radius: float, start: float, end: float, corners: int) -> list[Point]:
    """Return the points of an arc between two angles, which are in turns, clockwise from the right."""
    angles = [2 * pi * (start + (end - start) * i / corners) for i in range(corners + 1)]
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


OUTLINES: tuple[Outline, ...] = (
    tuple(_arc((0, 0), 0.95, 0, 1, _ROUND)[:-1]),
    ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    ((0, -0.98), (1, 0.8), (-1, 0.8)),
    ((-1, -0.8), (1, -0.8), (0, 0.98)),
    ((0, -1), (0.86, 0), (0, 1), (-0.86, 0)),
    (
        (-0.36, -1), (0.36, -1), (0.36, -0.36), (1, -0.36), (1, 0.36), (0.36, 0.36),
        (0.36, 1), (-0.36, 1), (-0.36, 0.36), (-1, 0.36), (-1, -0.36), (-0.36, -0.36),
    ),
    tuple((r * cos(pi * (i / 5 - 0.5)), r * sin(pi * (i / 5 - 0.5))) for i, r in enumerate([1.0, 0.5] * 5)),
    ((-0.92, -0.95), (0.92, -0.95), (0.28, 0), (0.92, 0.95), (-0.92, 0.95), (-0.28, 0)),
    tuple(_arc((0, 0.55), 1, 0.5, 1, _ROUND // 2)),
)  # fmt: skip
"""The nine outlines: disc, square, triangle, inverted triangle, diamond, plus, star, hourglass, dome."""
