"""A surface to paint on with its theme and scale, text in four faces at any size, and icons.

Text is rendered once and cached. All figures in all faces are the same width, so that a counter does not jitter as it
counts. Icons are shapes rather than glyphs, so that none can be missing and all are sharp at any size.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial, reduce
from importlib import resources
from io import BytesIO
from itertools import pairwise
from math import ceil, hypot
from typing import Generic, NamedTuple, TypedDict, TypeVar, Unpack

import pygame

from visualizer.style.theme import Color, Theme
from visualizer.text.spans import CODE, EMPHASIS, Caption, Span, drawable
from visualizer.toolkit import shapes
from visualizer.toolkit.shapes import Blit, Point

ELLIPSIS = "…"
LONGEST = 256
"""The length of the longest piece of a line, in pixels."""
GROUP_SPACE = "\N{FOUR-PER-EM SPACE}"
"""Used instead of a thin space, which some faces lack."""
_THIN = str.maketrans(dict.fromkeys("\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}", GROUP_SPACE))

Value = TypeVar("Value")


class Face(Enum):
    BODY = "IBMPlexSans-Regular.ttf"
    STRONG = "IBMPlexSans-SemiBold.ttf"
    BOLD = "IBMPlexSans-Bold.ttf"
    CODE = "JetBrainsMono-Regular.ttf"

    __hash__ = object.__hash__


class Anchor(TypedDict, total=False):
    """Where to put a line of text: the x of its left edge, centre or right edge, and the y of its digits' middle or of
    its baseline.
    """

    left: int
    centre: int
    right: int
    middle: int
    base: int


class Lru(Generic[Value]):
    """A cache that evicts the least recently used entries when their total weight exceeds a limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.weight = 0
        self._kept: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], Value], weigh: Callable[[Value], int] = lambda value: 1) -> Value:
        """Return the cached value for the key, calling ``make`` first if there is none."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found[0]
        value = make()
        weight = weigh(value)
        self._kept[key] = value, weight
        self.weight += weight
        while self.weight > self.limit and len(self._kept) > 1:
            self.weight -= self._kept.popitem(last=False)[1][1]
        return value

    def clear(self) -> None:
        self._kept.clear()
        self.weight = 0


def weigh_surface(surface: pygame.Surface) -> int:
    """Return the size of the surface's pixels in bytes."""
    return surface.get_width() * surface.get_height() * surface.get_bytesize()


LEADING = 1.36
"""The line spacing of a paragraph, in multiples of its size."""


class Paragraph(NamedTuple):
    """A caption broken into lines, at a size that fits."""

    lines: tuple[tuple[Span, ...], ...]
    size: int
    leading: int
    """The line spacing in pixels, from baseline to baseline."""

    @property
    def height(self) -> int:
        return len(self.lines) * self.leading

    @property
    def cut(self) -> bool:
        """Whether the last line ends in an ellipsis."""
        return bool(self.lines and self.lines[-1] and self.lines[-1][-1].text.endswith(ELLIPSIS))


@cache
def _file(face: Face) -> bytes:
    return (resources.files("assets") / "fonts" / face.value).read_bytes()


class Fonts:
    """Bounded caches of fonts, rendered text and wrapped captions."""

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: Lru[pygame.Font] = Lru(64)
        self._texts: Lru[pygame.Surface] = Lru(16_000_000)
        self._widths: Lru[int] = Lru(8192)
        self.measured: Lru[int] = Lru(2048)
        """The widths in pixels of items that combine several texts, such as buttons."""
        self._heights: Lru[tuple[int, int]] = Lru(256)
        self._paragraphs: Lru[Paragraph] = Lru(512)

    def font(self, face: Face, size: int, slanted: bool = False) -> pygame.Font:
        """Return the font at a size in pixels; ``slanted`` makes it lean to the right, like handwriting."""

        def load() -> pygame.Font:
            font = pygame.Font(BytesIO(_file(face)), size)
            font.italic = slanted
            return font

        return self._fonts.get((face, size, slanted), load)

    def text(self, text: str, face: Face, size: int, color: Color, slanted: bool = False) -> pygame.Surface:
        """Return the rendered text. The surface is shared, so never draw on it."""

        def render() -> pygame.Surface:
            font, words = self.font(face, size, slanted), drawable(text)
            return font.render(words if font.size(words)[0] else "", True, color)  # text without width is an error

        return self._texts.get((text, face, size, color, slanted), render, weigh_surface)

    def width(self, text: str, face: Face, size: int) -> int:
        return self._widths.get((text, face, size), lambda: self.font(face, size).size(drawable(text))[0])

    def figure_height(self, face: Face, size: int) -> int:
        """Return the height of a figure above the baseline, in pixels."""
        return self._heights_of(face, size)[1]

    def _heights_of(self, face: Face, size: int) -> tuple[int, int]:
        """Return the heights of the font and of a figure above the baseline, in pixels."""

        def measure() -> tuple[int, int]:
            font = self.font(face, size)
            metrics = font.metrics("8")[0]
            return font.get_ascent(), metrics[3] if metrics else size

        return self._heights.get((face, size), measure)

    def draw(
        self, surface: pygame.Surface, text: str, face: Face, size: int, color: Color, *,
        slanted: bool = False, **at: Unpack[Anchor],
    ) -> pygame.Rect:  # fmt: skip
        """Draw a line of text at an anchor. Return the area it covers."""
        image = self.text(text, face, size, color, slanted)
        left = at.get("left", 0)
        if "centre" in at:
            left = at["centre"] - image.get_width() // 2
        elif "right" in at:
            left = at["right"] - image.get_width()
        ascent, figure = self._heights_of(face, size)
        base = at["middle"] + (figure + 1) // 2 if "middle" in at else at.get("base", 0)
        return surface.blit(image, (left, base - ascent))

    def centred(self, text: str, face: Face, size: int, color: Color, centre: tuple[int, int]) -> Blit:
        """Return a picture of the text centred on a point, and where to blit it."""
        image = self.text(text, face, size, color)
        ascent, figure = self._heights_of(face, size)
        return image, (centre[0] - image.get_width() // 2, centre[1] + (figure + 1) // 2 - ascent)

    def shorten(self, text: str, face: Face, size: int, width: int) -> str:
        """Return the text, cut short with an ellipsis if it does not fit."""
        if self.width(text, face, size) <= width:
            return text
        fitting = bisect_right(range(1, len(text)), width, key=lambda n: self.width(text[:n] + ELLIPSIS, face, size))
        return text[:fitting].rstrip() + ELLIPSIS

    def shrink(self, text: str, face: Face, size: int, width: int, least: int = 9) -> int:
        """Return the largest size from ``size`` down to ``least`` at which the text fits the width."""
        while size > least and self.width(text, face, size) > width:
            size -= 1
        return size

    def wrap(self, caption: Caption | str, width: int, height: int, size: int, least: int) -> Paragraph:
        """Break a caption or a plain string into lines of the given width.

        The result uses the largest size, up to ``size``, at which the lines fit the height. If even ``least`` is too
        large, the last line that fits ends in an ellipsis.
        """
        spans = (Span(caption),) if isinstance(caption, str) else caption
        return self._paragraphs.get(
            (spans, width, height, size, least),
            lambda: self._wrap(spans, width, height, size, min(size, least)),
        )

    def _wrap(self, caption: Caption, width: int, height: int, size: int, least: int) -> Paragraph:
        # Lines break elsewhere at every size, so that the height does not follow from the size: sizes are tried
        # downwards.
        while True:
            lines = self._break(caption, width, size)
            leading = round(size * LEADING)
            if len(lines) * leading <= height:
                return Paragraph(lines, size, leading)
            if size <= least:
                return Paragraph(self._cut(lines, max(1, height // leading), width, size), size, leading)
            size = max(least, min(size - 1, round(size * 0.94)))

    def span_face(self, span: Span) -> Face:
        """Return the face for a span. Coloured words are also heavier."""
        return _FACES.get(span.voice, Face.STRONG)

    def line_width(self, line: tuple[Span, ...], size: int) -> int:
        return sum(self.width(span.text, self.span_face(span), size) for span in line)

    def _break(self, caption: Caption, width: int, size: int) -> tuple[tuple[Span, ...], ...]:
        words = _words(caption)
        if _NEW_LINE not in words:  # most captions fit on one line, which is measured once instead of word by word
            whole = reduce(lambda line, word: _joined(line, (Span(" "), *word)), words[1:], words[0] if words else ())
            if self.line_width(whole, size) <= width:
                return (whole,)
        lines: list[tuple[Span, ...]] = []
        line: tuple[Span, ...] = ()
        for word in words:
            if word == _NEW_LINE:
                lines.append(line)
                line = ()
                continue
            for piece in self._short_enough(word, width, size):
                longer = _joined(line, (Span(" "), *piece) if line else piece)
                if line and self.line_width(longer, size) > width:
                    lines.append(line)
                    longer = piece
                line = longer
        return (*lines, line) if line or not lines else tuple(lines)

    def _short_enough(self, word: tuple[Span, ...], width: int, size: int) -> list[tuple[Span, ...]]:
        """Break a word longer than a line, such as a path, into pieces that fit."""
        if self.line_width(word, size) <= width:
            return [word]
        pieces: list[tuple[Span, ...]] = []
        piece: tuple[Span, ...] = ()
        for span in word:
            for letter in span.text:
                longer = _joined(piece, (Span(letter, span.voice),))
                if piece and self.line_width(longer, size) > width:
                    pieces.append(piece)
                    longer = (Span(letter, span.voice),)
                piece = longer
        return [*pieces, piece]

    def _cut(
        self, lines: tuple[tuple[Span, ...], ...], most: int, width: int, size: int
    ) -> tuple[tuple[Span, ...], ...]:
        kept, last = lines[: most - 1], lines[most - 1]
        ending = (Span(ELLIPSIS),)
        while last and self.line_width(_joined(last, ending), size) > width:
            text = last[-1].text[:-1].rstrip()
            last = (*last[:-1], Span(text, last[-1].voice)) if text else last[:-1]
        return (*kept, _joined(last, ending))


_FACES = {"": Face.BODY, EMPHASIS: Face.BODY, CODE: Face.CODE}
"""The typefaces of voices. All other voices use a heavier one."""
_NEW_LINE: tuple[Span, ...] = (Span("\n"),)
_EQUALS = ("=", "≠")
_SHORT = 3
"""The longest number, in characters, that is kept on the same line as the word before it."""


def _words(caption: Caption) -> list[tuple[Span, ...]]:
    """Split a caption into words. A word may cross spans, like the 7 and the colon in "must be 7:"."""
    words: list[tuple[Span, ...]] = []
    word: tuple[Span, ...] = ()
    for span in caption:
        for letter in span.text.translate(_THIN):
            if letter not in " \n":
                word = _joined(word, (Span(letter, span.voice),))
                continue
            if word:
                words.append(word)
                word = ()
            if letter == "\n":
                words.append(_NEW_LINE)
    return _with_equations([*words, word] if word else words)


def _with_equations(words: list[tuple[Span, ...]]) -> list[tuple[Span, ...]]:
    """Keep equations such as "r2c1 = 4" on one line, and short numbers with the word before them, as in "Level 1.",
    so that no line begins with a short number.
    """
    whole: list[tuple[Span, ...]] = []
    holds = False
    for word in words:
        text = "".join(span.text for span in word)
        sign, number = text in _EQUALS, text.rstrip(".,;:?").isdigit() and len(text) <= _SHORT
        joins = sign or holds or (number and whole and whole[-1] != _NEW_LINE)
        if whole and joins and word != _NEW_LINE:
            whole[-1] = _joined(whole[-1], _joined((Span(" "),), word))
        else:
            whole.append(word)
        holds = sign
    return whole


def _joined(line: tuple[Span, ...], more: tuple[Span, ...]) -> tuple[Span, ...]:
    """Join two runs of spans, merging neighbours of the same colour."""
    if line and more and line[-1].voice == more[0].voice:
        return (*line[:-1], Span(line[-1].text + more[0].text, more[0].voice), *more[1:])
    return (*line, *more)


SMALL, SMALLEST = 13, 11
"""The smallest font sizes in pixels, for windows of 1024x768 or more and for smaller ones."""
ROOMY = 0.85
"""The minimum scale at which SMALL is the smallest font size."""


def smallest_type(scale: float) -> int:
    """Return the smallest font size in pixels at the given scale."""
    return SMALL if scale >= ROOMY else SMALLEST


def less_than(size: int, share: float = 0.8) -> int:
    """Return the font size for secondary text next to text of the given size: smaller, if that is still legible."""
    return min(size, max(SMALL, round(size * share)))


class Icon(Enum):
    PLAY = "play"
    PAUSE = "pause"
    BACK = "one step back"
    FORWARD = "one step forward"
    START = "to the start"
    END = "to the end"
    CHEVRON = "opens a list"
    CLOSE = "close"
    ALERT = "trouble"
    FOLDER = "folder"
    MENU = "everything there is"


@dataclass(frozen=True, slots=True)
class Canvas:
    """A surface to paint on, in one theme and at one scale."""

    surface: pygame.Surface
    theme: Theme
    fonts: Fonts
    scale: float = 1.0
    """The number of pixels per pixel of the reference window."""

    def px(self, length: float, least: int = 0) -> int:
        """Convert a length in the reference window to whole pixels on this canvas."""
        return max(least, round(length * self.scale))

    @property
    def smallest(self) -> int:
        """The smallest font size in pixels."""
        return smallest_type(self.scale)

    def em(self, size: float) -> int:
        """Convert a font size in the reference window to pixels on this canvas, keeping it legible."""
        return self.px(size, self.smallest)

    def fill(self, color: Color, rect: pygame.Rect | tuple[float, float, float, float]) -> None:
        self.surface.fill(color, rect)

    @contextmanager
    def clipped(self, rect: pygame.Rect) -> Iterator[None]:
        """Clip drawing to the rectangle, within any clip already set, until the block ends."""
        before = self.surface.get_clip()
        self.surface.set_clip(rect.clip(before))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def text(
        self,
        text: str,
        face: Face,
        size: int,
        color: Color,
        *,
        within: int | None = None,
        least: int | None = None,
        slanted: bool = False,
        **at: Unpack[Anchor],
    ) -> pygame.Rect:
        """Draw a line of text at an anchor. Return the area it covers.

        Text wider than ``within`` is shrunk, down to size ``least`` if necessary, and then cut off. ``slanted`` text
        leans to the right, like handwriting.
        """
        if within is not None:
            size = self.fonts.shrink(text, face, size, within, least or size)
            text = self.fonts.shorten(text, face, size, within)
        return self.fonts.draw(self.surface, text, face, size, color, slanted=slanted, **at)

    def paragraph(self, at: tuple[int, int], paragraph: Paragraph, color: Color | Callable[[str], Color]) -> None:
        """Draw wrapped lines with their top left corner at a point, in one colour or with a colour for each span."""
        fonts, size, leading = self.fonts, paragraph.size, paragraph.leading
        body = fonts.font(Face.BODY, size)
        base = at[1] + (leading - body.get_height()) // 2 + body.get_ascent()
        for line in paragraph.lines:
            left = at[0]
            for span in line:
                ink = color(span.voice) if callable(color) else color
                face, slanted = fonts.span_face(span), span.voice == EMPHASIS
                fonts.draw(self.surface, span.text, face, size, ink, left=left, base=base, slanted=slanted)
                left += fonts.width(span.text, face, size)
            base += leading

    def icon(self, icon: Icon, centre: tuple[int, int], size: int, color: Color) -> None:
        _ICONS[icon](self, centre[0], centre[1], size / 2, color)

    def rounded(self, rect: pygame.Rect, color: Color, radius: int, width: int = 0) -> None:
        """Draw a rectangle with rounded corners; a width of 0 fills it."""
        shapes.rounded(self.surface, rect, color, radius, width)

    def disc(self, centre: tuple[int, int], radius: int, color: Color, width: int = 0) -> None:
        """Draw a circle; a width of 0 fills it."""
        if radius > 0:
            self.surface.blit(*shapes.disc_of(centre, radius, color, width))

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        self.surface.blit(*shapes.polygon_of(points, color))

    def stroke(self, start: Point, end: Point, width: float, color: Color) -> None:
        """Draw a line with rounded ends, a long one in pieces: the picture of each is kept, and takes a rectangle."""
        (x, y), across, down = start, end[0] - start[0], end[1] - start[1]
        pieces = max(1, ceil(hypot(across, down) / LONGEST))
        points = [(x + across * i / pieces, y + down * i / pieces) for i in range(pieces + 1)]
        for one, other in pairwise(points):
            self.surface.blit(*shapes.stroke_between(one, other, width, color))

    def cross(self, centre: Point, reach: float, width: float, color: Color) -> None:
        """Draw a cross with arms of the given length."""
        x, y = centre
        for up in (reach, -reach):
            self.stroke((x - reach, y - up), (x + reach, y + up), width, color)

    def arrow_head(self, start: Point, tip: Point, length: float, half: float, color: Color) -> None:
        """Draw the head of an arrow that runs from ``start`` to ``tip``; ``half`` is half the head's width."""
        dx, dy = tip[0] - start[0], tip[1] - start[1]
        far = max(1.0, hypot(dx, dy))
        ux, uy = dx / far, dy / far
        x, y = tip[0] - ux * length, tip[1] - uy * length
        self.polygon([tip, (x - uy * half, y + ux * half), (x + uy * half, y - ux * half)], color)

    def check(self, centre: Point, reach: float, color: Color) -> None:
        """Draw a tick; ``reach`` is half its width."""
        x, y = centre
        knee = (x - reach * 0.2, y + reach * 0.65)
        width = max(1.0, reach * 0.38)
        self.stroke((x - reach * 0.85, y), knee, width, color)
        self.stroke(knee, (x + reach * 0.85, y - reach * 0.6), width, color)

    def hatch(self, rect: pygame.Rect, gap: int, width: float, color: Color) -> None:
        """Hatch a rectangle with diagonal lines."""
        with self.clipped(rect):
            for x in range(rect.left - rect.height, rect.right, max(2, gap)):
                self.stroke((x, rect.bottom), (x + rect.height, rect.top), width, color)

    def picture(self, png: bytes, rect: pygame.Rect, share: float = 1.0) -> None:
        """Draw a picture in the middle of a rectangle, as large as fits; at a share of 0 it is invisible."""
        picture = shapes.fitted(png, rect.size, share)
        self.surface.blit(picture, picture.get_rect(center=rect.center))

    def figure(
        self, centre: tuple[int, int], side: int, filled: Sequence[Point], stroked: Sequence[Point], width: float,
        color: Color,
    ) -> None:  # fmt: skip
        """Draw one polygon filled and another as a closed line. Both, and the line's width, are given from -1 to 1."""
        picture = shapes.figure(side, tuple(filled), tuple(stroked), width, color)
        self.surface.blit(picture, (centre[0] - side // 2, centre[1] - side // 2))


# Icons


_TRANSPORT: dict[Icon, tuple[tuple[float, ...], tuple[tuple[float, int, float], ...]]] = {
    Icon.PLAY: ((), ((0.85, 1, 1.5),)),
    Icon.BACK: ((0.6,), ((-0.8, -1, 1.3),)),
    Icon.FORWARD: ((-0.94,), ((0.8, 1, 1.3),)),
    Icon.START: ((-1.0,), ((-0.62, -1, 0.85), (0.2, -1, 0.85))),
    Icon.END: ((0.66,), ((-0.2, 1, 0.85), (0.62, 1, 0.85))),
}
"""The left edges of an icon's vertical bars, and its triangles: tip, direction (1 is right) and length."""


def _transport(icon: Icon, canvas: Canvas, x: float, y: float, r: float, color: Color) -> None:
    bars, triangles = _TRANSPORT[icon]
    top, low = round(y - r * 0.82), round(y + r * 0.82)
    for left in bars:
        canvas.fill(color, (round(x + r * left), top, max(2, round(r * 0.34)), low - top))
    for at, towards, length in triangles:
        tip = x + r * at
        back = tip - towards * r * length
        canvas.polygon([(back, y - r * 0.82), (tip, y), (back, y + r * 0.82)], color)


def _pause(canvas: Canvas, x: float, y: float, r: float, color: Color) -> None:
    width = max(2, round(r * 0.42))
    for left in (round(x - r * 0.2) - width, round(x + r * 0.2)):
        canvas.fill(color, (left, round(y - r * 0.78), width, round(r * 1.56)))


def _chevron(canvas: Canvas, x: float, y: float, r: float, color: Color) -> None:
    width = max(1.5, r * 0.36)
    canvas.stroke((x - r * 0.75, y - r * 0.3), (x, y + r * 0.45), width, color)
    canvas.stroke((x, y + r * 0.45), (x + r * 0.75, y - r * 0.3), width, color)


def _alert(canvas: Canvas, x: float, y: float, r: float, color: Color) -> None:
    corners = [(x, y - r * 0.82), (x + r * 0.95, y + r * 0.8), (x - r * 0.95, y + r * 0.8)]
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        canvas.stroke(start, end, max(1.5, r * 0.19), color)
    canvas.stroke((x, y - r * 0.22), (x, y + r * 0.22), max(1.5, r * 0.2), color)
    canvas.disc((round(x), round(y + r * 0.52)), max(1, round(r * 0.12)), color)


def _folder(canvas: Canvas, x: float, y: float, r: float, color: Color) -> None:
    left, top, width = round(x - r * 0.9), round(y - r * 0.7), round(r * 1.8)
    canvas.fill(color, (left, top, round(r * 0.8), round(r * 0.4)))
    canvas.rounded(pygame.Rect(left, top + round(r * 0.25), width, round(r * 1.2)), color, max(1, round(r / 5)))


def _menu(canvas: Canvas, x: float, y: float, r: float, color: Color) -> None:
    """Paint three lines of equal length."""
    wide, high = round(r * 1.7), max(2, round(r * 0.26))
    for row in (-1, 0, 1):
        canvas.fill(color, (round(x - wide / 2), round(y + row * r * 0.6 - high / 2), wide, high))


_ICONS: dict[Icon, Callable[[Canvas, float, float, float, Color], None]] = {
    **{icon: partial(_transport, icon) for icon in _TRANSPORT},
    Icon.PAUSE: _pause,
    Icon.CHEVRON: _chevron,
    Icon.CLOSE: lambda canvas, x, y, r, color: canvas.cross((x, y), r * 0.65, max(1.5, r * 0.28), color),
    Icon.ALERT: _alert,
    Icon.FOLDER: _folder,
    Icon.MENU: _menu,
}
