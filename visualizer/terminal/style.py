"""Text styles named by meaning, and the escape sequences for them at each colour depth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from visualizer.style import theme as themes
from visualizer.style.symbols import Symbols, colour
from visualizer.style.theme import Color, Theme, contrast

TRUE_COLOR, INDEXED, FEW, NO_COLOR = 1 << 24, 256, 8, 0
"""Colour depths: 24-bit, a 256-colour palette, the original eight colours, none."""
RESET = "\x1b[0m"
_PATCH, _ON_PATCH = "patch ", "on patch "
_EXTREMES: tuple[Color, ...] = ((0, 0, 0), (255, 255, 255))


class Style(NamedTuple):
    """A text style; ``ink`` and ``ground`` are tokens of :class:`Theme`, or a digit's colour (see :func:`patch`)."""

    ink: str = "ink"
    ground: str = "background"
    bold: bool = False
    underline: bool = False
    reverse: bool = False
    faint: bool = False
    italic: bool = False


def patch(digit: int, style: Style) -> Style:
    """Return the style on the background colour for a digit."""
    return style._replace(ink=f"{_ON_PATCH}{digit}", ground=f"{_PATCH}{digit}", reverse=False)


@dataclass(frozen=True)
class Glyphs:
    """The signs a terminal can display."""

    corners: tuple[str, ...]
    """The junctions of the board's lines, one string for each kind of horizontal line: top, thin, box, bottom. Each
    string has the junctions at the left edge, at a thin line, at a box line and at the right edge.
    """
    across: str
    """The horizontal lines: top, thin, box, bottom."""
    down: str
    spark: str
    """The signs for a depth, from none to full."""
    head: str
    marks: Mapping[str, str]
    """The signs on the timeline for "guessed", "conflict" and "solved", and for its baseline ("")."""
    cross: str
    """The sign for a dead cell or a struck candidate."""
    refused: str
    levels: str
    """The superscripts 0 to 9, for the level of a guess; empty if the encoding has none."""
    guess: str
    """The sign beside a guess if its level does not fit."""
    guess_frame: tuple[str, str, str]
    """The top, middle and bottom of the frame around a guess in a large cell."""
    blame_frame: tuple[str, str, str]
    unit: str
    """Fills the cells of a highlighted unit if the terminal cannot show it by background colour."""
    bar: str
    play: str
    pause: str
    dot: str
    more: str


UNICODE = Glyphs(
    ("┏┯┳┓", "┠┼╂┨", "┣┿╋┫", "┗┷┻┛"), "━─━━", "┃│┃┃",
    "▁▂▃▄▅▆▇█", "┃", {"": "─", "guessed": "┴", "conflict": "▴", "solved": "◆"},
    "×", "≠", "⁰¹²³⁴⁵⁶⁷⁸⁹", "°", ("╭───╮", "│   │", "╰───╯"), ("╔═══╗", "║   ║", "╚═══╝"),
    "·", "▌", "▶", "■", "·", "…",
)  # fmt: skip
ASCII = Glyphs(
    ("++++",) * 4, "=-==", "|:||",
    "_.-=+*#@", "|", {"": "-", "guessed": "'", "conflict": "^", "solved": "$"},
    "x", "/", "", "?", (".---.", "|   |", "'---'"), ("#===#", "#   #", "#===#"),
    ".", "|", ">", "||", "-", "~",
)  # fmt: skip

_ASCII_FOR = str.maketrans({
    "…": "...", "·": "-", "→": "->", "←": "<-", "↑": "up", "↓": "down", "−": "-", "–": "-", "—": "-", "≠": "!=",
    "×": "x", "“": '"', "”": '"', "‘": "'", "’": "'", "é": "e", "ü": "ue", "ö": "oe", "ä": "ae",
})  # fmt: skip

_FEW_DARK = {
    "background": 0, "panel": 0, "unit_wash": 0, "step_wash": 0, "ink": 7, "soft": 7, "faint": 7, "thin_line": 7,
    "box_line": 7, "deduced": 6, "guessed": 3, "conflict": 1, "solved": 2,
}  # fmt: skip
_FEW_LIGHT = {token: 7 - index for token, index in _FEW_DARK.items() if index in (0, 7)} | {
    "deduced": 4, "guessed": 5, "conflict": 1, "solved": 2,
}  # fmt: skip
"""The eight colours in a light theme. Yellow is illegible on white, so guesses are magenta."""
_FAINT_TOKENS = ("faint", "thin_line")


@dataclass(frozen=True)
class TerminalLook:
    """A theme at a given colour depth, with the glyphs the terminal can display."""

    theme: Theme
    colors: int = TRUE_COLOR
    glyphs: Glyphs = UNICODE
    symbols: Symbols = Symbols.DIGITS
    """How digits are shown."""
    _sequences: dict[Style, str] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, theme: str, colors: int = TRUE_COLOR, encoding: str | None = "utf-8") -> TerminalLook:
        """Return the look for a theme name, falling back to ASCII if the encoding lacks the glyphs."""
        return cls(themes.load(theme), colors, UNICODE if can_show(encoding) else ASCII)

    @property
    def shows_grounds(self) -> bool:
        """Whether pale backgrounds can be told apart from the plain one. If not, signs are used instead."""
        return self.colors >= INDEXED

    @property
    def ways(self) -> tuple[Symbols, ...]:
        """The available ways to show digits. Colours need more than eight colours, and shapes need a window."""
        colours = (Symbols.COLOURS,) if self.colors >= INDEXED else ()
        return (Symbols.DIGITS, Symbols.LETTERS, *colours)

    def readable(self, text: str) -> str:
        """Replace any characters that the terminal cannot display or would interpret as control codes."""
        text = "".join(character if character.isprintable() else " " for character in text)
        if self.glyphs is UNICODE:
            return text
        return text.translate(_ASCII_FOR).encode("ascii", "replace").decode("ascii")

    def sgr(self, style: Style) -> str:
        """Return the escape sequence for a style, which also resets any other style."""
        found = self._sequences.get(style)
        if found is None:
            found = self._sequences[style] = f"\x1b[{';'.join(['0', *self._codes(style)])}m"
        return found

    def _codes(self, style: Style) -> list[str]:
        faint = style.faint or (style.ink in _FAINT_TOKENS and self.colors < INDEXED)
        flags = {"1": style.bold, "2": faint, "3": style.italic, "4": style.underline, "7": style.reverse}
        codes = [code for code, on in flags.items() if on]
        if self.colors:
            codes += [self._color(style.ink, 30), self._color(style.ground, 40)]
        return codes

    def _color(self, token: str, base: int) -> str:
        if self.colors < INDEXED:
            return str(base + (_FEW_DARK if self.theme.dark else _FEW_LIGHT)[token])
        color = self._rgb(token)
        if self.colors == INDEXED:
            return f"{base + 8};5;{nearest_index(color, keep_hue=token.endswith('wash') or token.startswith(_PATCH))}"
        return f"{base + 8};2;{color[0]};{color[1]};{color[2]}"

    def _rgb(self, token: str) -> Color:
        if token.startswith(_PATCH):
            return colour(int(token.removeprefix(_PATCH)))
        if token.startswith(_ON_PATCH):
            ground = colour(int(token.removeprefix(_ON_PATCH)))
            return max(_EXTREMES, key=lambda ink: contrast(ink, ground))
        color: Color = getattr(self.theme, token)
        return color


_CUBE = (0, 95, 135, 175, 215, 255)
_GREYS = tuple(8 + 10 * i for i in range(24))


def nearest_index(color: Color, keep_hue: bool = False) -> int:
    """Return the nearest of the 240 fixed colours in the 256-colour palette; with ``keep_hue``, never a grey."""
    steps = [min(range(6), key=lambda i, v=value: abs(_CUBE[i] - v)) for value in color]  # type: ignore[misc]
    cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    grey = min(range(24), key=lambda i: sum((_GREYS[i] - value) ** 2 for value in color))
    far = sum((_CUBE[step] - value) ** 2 for step, value in zip(steps, color, strict=True))
    if keep_hue or far <= sum((_GREYS[grey] - value) ** 2 for value in color):
        return cube
    return 232 + grey


def can_show(encoding: str | None) -> bool:
    """Return whether the encoding has the glyphs in :data:`UNICODE`."""
    try:
        "┏╂▁◆⁰≠▌▶■╭╔×…".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def color_depth(environment: Mapping[str, str], platform: str) -> int:
    """Return the apparent colour depth of the terminal, or none if NO_COLOR is set."""
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term == "dumb" or term.startswith("vt"):
        return NO_COLOR
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return TRUE_COLOR
    if platform == "win32" or environment.get("WT_SESSION") or environment.get("TERM_PROGRAM") == "iTerm.app":
        return TRUE_COLOR
    return INDEXED if "256" in term else FEW
