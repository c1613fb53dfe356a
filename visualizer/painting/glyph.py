"""How a digit looks: text, a patch of colour with text on it, a shape, or a picture."""

from math import ceil
from typing import NamedTuple

import pygame

from puzzles.geometry import Digit
from visualizer.style.theme import STROKE, Color, Symbols, colour, contrast, mix, shape
from visualizer.toolkit.canvas import Canvas, Face

SHAPE_SHARE = 0.78
"""The size of a shape relative to the font size. A bold shape is larger by BOLDER."""
BOLDER = 1.2
PATCH_SHARE = 0.9
FADED = 0.62
"""How much of its colour a fading patch keeps. At 0 it would be invisible."""
READABLE_PATCH = 15
"""The smallest patch, in pixels, on which text is legible. Patches are only smaller if space is short."""
CLOSE = 16
"""The number of symbols above which a key is tightly spaced."""
LEAST_MARK = 8
"""The smallest legible font size on a patch, in pixels."""
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


class Ink(NamedTuple):
    color: Color
    face: Face = Face.BODY
    ground: Color | None = None
    """The background to fade the digit into, along with its patch and text; ``None`` for no fading."""
    slanted: bool = False
    """Whether the digit leans like handwriting."""
    edged: bool = True
    """Whether a picture has an edge in the colour."""


def paint_symbol(
    canvas: Canvas, symbols: Symbols, digit: Digit, text: str, centre: tuple[int, int], size: int, width: int, ink: Ink
) -> None:
    """Paint a digit centred on a point, as large as text of the given size, but no wider than ``width``."""
    if symbols == Symbols.SHAPES:
        bold = BOLDER if ink.face is Face.BOLD else 1.0
        paint_shape(canvas, digit, centre, min(width, round(size * SHAPE_SHARE * bold)), ink.color)
    elif symbols == Symbols.COLOURS:
        _paint_patch(canvas, digit, text, centre, min(width, round(size * PATCH_SHARE)), ink)
    elif picture := symbols.picture(digit):
        _paint_picture(canvas, picture, centre, min(width, size), ink)
    else:
        size, (x, y) = canvas.fonts.shrink(text, ink.face, size, width, 6), centre
        canvas.text(text, ink.face, size, ink.color, centre=x, middle=y, slanted=ink.slanted)


def paint_shape(canvas: Canvas, digit: Digit, centre: tuple[int, int], side: int, color: Color) -> None:
    filled, stroked = shape(digit)
    canvas.figure(centre, max(3, side), filled, stroked, STROKE, color)


def _paint_patch(canvas: Canvas, digit: Digit, text: str, centre: tuple[int, int], side: int, ink: Ink) -> None:
    """Paint a rounded square in the digit's colour, edged in the ink. The edge is wide if the ink is bold.

    The text goes in a corner or, on a small patch, in the middle, where it is the main way to tell patches apart.
    """
    fill, wide = colour(digit), _edge(side, ink)
    if ink.ground is not None:
        fill = mix(ink.ground, fill, FADED)
    rect = pygame.Rect(centre[0] - side // 2, centre[1] - side // 2, side, side)
    radius = 0 if side < 8 else max(2, side // 8)
    canvas.rounded(rect, fill, radius)
    if side >= 8:
        canvas.rounded(rect, ink.color, radius, wide)
    _paint_mark(canvas, text, rect, wide, max((_BLACK, _WHITE), key=lambda one: contrast(one, fill)), ink.face)


def _edge(side: int, ink: Ink) -> int:
    return max(2, round(side * 0.075)) if ink.face is Face.BOLD else max(1, round(side * 0.03))


def _paint_picture(canvas: Canvas, picture: bytes, centre: tuple[int, int], side: int, ink: Ink) -> None:
    """Paint a picture on white, because most are drawn for paper."""
    rect = pygame.Rect(centre[0] - side // 2, centre[1] - side // 2, side, side)
    share = 1.0 if ink.ground is None else FADED
    canvas.fill(mix(ink.ground or _WHITE, _WHITE, share), rect)
    wide = _edge(side, ink) if ink.edged else 0
    canvas.picture(picture, rect.inflate(-2 * wide, -2 * wide), share)
    if wide:
        canvas.rounded(rect, ink.color, 0, wide)


def _paint_mark(canvas: Canvas, text: str, rect: pygame.Rect, edge: int, color: Color, face: Face) -> None:
    corner = rect.height >= 34
    size = round(rect.height * (0.42 if corner else 0.74))
    size = canvas.fonts.shrink(text, face, size, rect.width - 2 * edge, 6)
    if size < LEAST_MARK:
        return
    if corner:
        base = rect.top + edge + size // 5 + canvas.fonts.figure_height(face, size)
        canvas.text(text, face, size, color, left=rect.left + edge + size // 4, base=base)
    else:
        canvas.text(text, face, size, color, centre=rect.centerx, middle=rect.centery)


def paint_key(canvas: Canvas, rect: pygame.Rect, symbols: Symbols, alphabet: str) -> int:
    """Paint a key to the colours, shapes or pictures at the bottom of the rectangle. Return the y of its top edge.

    There is no key if digits are shown as text.
    """
    theme = canvas.theme
    if not symbols.drawn:
        return rect.bottom
    size = canvas.em(15)
    close = len(alphabet) > CLOSE
    row, widest = round(size * (1.5 if close else 1.7)), round(size * (2.4 if close else 3))
    rows = ceil(len(alphabet) / max(1, rect.width // widest))
    across = ceil(len(alphabet) / rows)
    top, ink = rect.bottom - rows * row, Ink(theme.ink)
    for i, text in enumerate(alphabet):
        line, column = divmod(i, across)
        x, middle = rect.left + column * widest, top + line * row + row // 2
        sign = (x + round(size * 0.6), middle)
        side = round(size * 1.1)
        if symbols == Symbols.COLOURS:
            _paint_patch(canvas, i + 1, "", sign, side, ink)
        else:
            paint_symbol(canvas, symbols, i + 1, "", sign, round(side / SHAPE_SHARE), side, ink)
        canvas.text(text, Face.BODY, size, theme.soft, left=x + round(size * 1.45), middle=middle)
    return top
