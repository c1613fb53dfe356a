"""Messages over the window: a notice that stays, a toast that disappears, a tooltip, and the backdrop behind them."""

from collections.abc import Sequence

import pygame

from visualizer.style.theme import mix
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Icon, Paragraph, less_than

VEIL = 0.63
"""How much to darken everything behind a card, from 0 to 1."""


def centred(rect: pygame.Rect, width: int, height: int) -> pygame.Rect:
    """Return a rectangle of the given size in the middle of another, made smaller if it would not fit."""
    inner = pygame.Rect(0, 0, min(width, rect.width), min(height, rect.height))
    inner.center = rect.center
    return inner


def dim(canvas: Canvas, rect: pygame.Rect) -> None:
    left = 1 - VEIL
    canvas.surface.fill((round(255 * left),) * 3, rect, special_flags=pygame.BLEND_RGB_MULT)
    veil = mix((0, 0, 0), mix(canvas.theme.background, (0, 0, 0), 0.55), VEIL)
    canvas.surface.fill(veil, rect, special_flags=pygame.BLEND_RGB_ADD)


def paint_card(canvas: Canvas, card: pygame.Rect) -> None:
    """Paint the background of a card, with rounded corners and a thin border."""
    radius, edge = canvas.px(12, 6), canvas.px(1, 1)
    canvas.rounded(card, canvas.theme.thin_line, radius)
    canvas.rounded(card.inflate(-2 * edge, -2 * edge), canvas.theme.panel, radius - edge)


def paint_keys(canvas: Canvas, rect: pygame.Rect, keys: Sequence[tuple[str, str]], middle: int | None = None) -> int:
    """Paint as many keys and their meanings as fit, along the bottom of the rectangle or centred on ``middle``.

    Return the y above the keys.
    """
    theme = canvas.theme
    size, cap = canvas.em(13), canvas.em(11.5)
    height = round(size * 1.9)
    x, middle = rect.left, rect.bottom - height // 2 if middle is None else middle
    for key, meaning in keys:
        width = keycap_width(key, canvas.fonts, cap)
        if x + width + size // 2 + canvas.fonts.width(meaning, Face.BODY, size) > rect.right:
            break
        paint_keycap(canvas, pygame.Rect(x, middle - cap, width, 2 * cap), key, cap, theme.panel, theme.soft)
        word = canvas.text(meaning, Face.BODY, size, theme.soft, left=x + width + size // 2, middle=middle)
        x = word.right + size
    return rect.bottom - height


def key_with_word(canvas: Canvas, right: int, middle: int, size: int, key: str, word: str) -> int:
    """Paint a key and what it does, with their right edge at the given x. Return their left edge."""
    theme = canvas.theme
    cap = less_than(size, 0.85)
    width = keycap_width(key, canvas.fonts, cap)
    said = canvas.text(word, Face.BODY, size, theme.soft, right=right, middle=middle)
    place = pygame.Rect(said.left - size // 2 - width, middle - cap, width, 2 * cap)
    paint_keycap(canvas, place, key, cap, theme.panel, theme.soft)
    return place.left


def paint_notice(canvas: Canvas, rect: pygame.Rect, text: str) -> pygame.Rect:
    """Paint a large, wrapped message on a card in the middle of the rectangle, with the key that closes it.

    The text may contain line breaks. The type shrinks before anything is cut off. Return the card's rectangle.
    """
    theme = canvas.theme
    pad, size = canvas.px(18, 10), canvas.px(20, 15)
    icon = round(size * 1.7)
    width = min(rect.width, 44 * size)
    lines = canvas.fonts.wrap(text, width - 3 * pad - icon, rect.height - 3 * pad - 2 * size, size, canvas.smallest)
    card = centred(rect, width, max(lines.height, icon) + 2 * pad + round(size * 1.7))
    top, small = card.top + pad, less_than(size)
    text_at = (card.left + 2 * pad + icon, top + max(0, icon - lines.leading) // 2)
    with canvas.clipped(card):
        paint_card(canvas, card)
        canvas.rounded(card, theme.conflict, canvas.px(12, 6), canvas.px(2, 2))
        middle = top + max(icon, lines.leading) // 2
        canvas.icon(Icon.ALERT, (card.left + pad + icon // 2, middle), icon, theme.conflict)
        canvas.paragraph(text_at, lines, theme.voice)
        key_with_word(canvas, card.right - pad, card.bottom - pad - small // 2, small, "Esc", "closes")
    return card


def paint_toast(canvas: Canvas, rect: pygame.Rect, text: str, words: pygame.Rect | None = None) -> pygame.Rect:
    """Paint a short message on a plate along the bottom: dark, or light in the dark theme. Return its rectangle.

    If the plate would cover the ``words`` on the right, it moves to the left of them.
    """
    size = canvas.px(17, 14)
    pad = round(size * 1.1)
    needed = canvas.fonts.width(text, Face.BODY, size) + 2 * pad
    if words and rect.centerx + needed // 2 > words.left - pad:
        rect = pygame.Rect(rect.left, rect.top, words.left - pad - rect.left, rect.height)
    lines = canvas.fonts.wrap(text, rect.width - 2 * pad, rect.height - size, size, canvas.smallest)
    width = max(canvas.fonts.line_width(line, lines.size) for line in lines.lines)
    plate = pygame.Rect(0, 0, min(width + 2 * pad, rect.width), min(lines.height + size, rect.height))
    plate.midbottom = rect.midbottom
    with canvas.clipped(plate):
        canvas.rounded(plate, canvas.theme.ink, min(plate.height // 2, size))
        canvas.paragraph((plate.left + pad, plate.top + size // 2), lines, canvas.theme.background)
    return plate


HOVER_DELAY = 0.6
"""How long the pointer must rest on a control before its tooltip appears, in seconds."""
WIDEST = 460
"""The maximum width in pixels at scale 1."""
CLEAR = 22
"""The distance between the tip of the pointer and the tooltip, in pixels at scale 1."""


class Tooltip:
    """A small text card beside the pointer, always kept inside the window."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.text = ""
        """The text shown, or "" while the tooltip is hidden."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._paragraph = Paragraph((), 0, 0)
        self._padding = (0, 0)

    def show(
        self, text: str, at: tuple[int, int], window: tuple[int, int], scale: float, row: pygame.Rect | None = None
    ) -> None:
        """Show text below a point in the window and the row of controls around it, or above if there is no room."""
        em = max(13, round(15 * scale))
        across, down = self._padding = round(10 * scale), round(7 * scale)
        widest = min(round(WIDEST * scale), window[0]) - 2 * across
        self.text = text
        self._paragraph = self.fonts.wrap(text, widest, window[1] - 2 * down, em, em)
        width = max(self.fonts.line_width(line, em) for line in self._paragraph.lines)
        self.rect = pygame.Rect(at, (width + 2 * across, self._paragraph.height + 2 * down))
        clear = round(CLEAR * scale)
        row = row.inflate(0, 2 * down) if row else pygame.Rect(at, (0, 0)).inflate(0, 2 * clear)
        below, above = row.bottom, row.top - self.rect.height
        self.rect.top = below if below + self.rect.height <= window[1] else above
        self.rect.clamp_ip(pygame.Rect((0, 0), window))

    def hide(self) -> bool:
        """Hide the tooltip. Return whether it was showing."""
        shown, self.text = bool(self.text), ""
        return shown

    def paint(self, canvas: Canvas) -> None:
        theme = canvas.theme
        if not self.text:
            return
        radius = self._padding[1] // 2
        canvas.rounded(self.rect, theme.panel, radius)
        canvas.rounded(self.rect, theme.soft, radius, 1)
        corner = self.rect.left + self._padding[0], self.rect.top + self._padding[1]
        canvas.paragraph(corner, self._paragraph, theme.ink)


class Backdrop:
    """The picture behind a card, message or tooltip. In each frame, paint what is below on :meth:`ground`, then call
    :meth:`show`, then paint what lies over it.
    """

    def __init__(self) -> None:
        self._copy: pygame.Surface | None = None
        """The picture while something covers it."""

    def ground(self, surface: pygame.Surface, covered: bool) -> pygame.Surface:
        """Return what to paint the picture on: the surface itself or, while something covers it, a copy. Both hold the
        picture as it was last painted.
        """
        copy = self._copy
        if copy is not None and copy.get_size() != surface.get_size():
            copy = None
        if covered and copy is None:
            copy = pygame.Surface(surface.get_size(), 0, surface)
            copy.blit(surface, (0, 0))
        elif not covered and copy is not None:
            surface.blit(copy, (0, 0))
            copy = None
        self._copy = copy
        return surface if copy is None else copy

    def show(self, surface: pygame.Surface) -> None:
        """Put the picture on the surface, if it is painted on a copy."""
        if self._copy is not None:
            surface.blit(self._copy, (0, 0))
