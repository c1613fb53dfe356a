"""Colours by meaning. A theme is a JSON file in ``assets/themes`` with a value for every token of :class:`Theme`."""

from dataclasses import dataclass, fields
from functools import cache, lru_cache
from importlib import resources

from puzzles import json_reader

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
