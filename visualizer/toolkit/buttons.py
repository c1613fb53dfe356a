"""Buttons, each with its shortcut on a key cap. Icons are drawn as shapes, not taken from a font."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import pygame

from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.canvas import Canvas, Face, Fonts, Icon, smallest_type


class ButtonDetail(Enum):
    """How much of a button to show, from everything to the bare minimum. The key is the last thing to go."""

    FULL = 0
    TIGHT = 1
    """Less space between the parts."""
    BRIEF = 2
    """The short label, or no label next to a value."""
    SHORT = 3
    """No label next to an icon."""
    CRAMPED = 4
    """The shorter value, and almost no space between the parts of the button."""
    BARE = 5
    """No key."""


class Button(NamedTuple):
    """A button to draw: its icon, label, value, chevron and key."""

    id: str
    label: str = ""
    keycap: str = ""
    icon: Icon | None = None
    primary: bool = False
    enabled: bool = True
    hovered: bool = False
    pressed: bool = False
    value: str = ""
    widest: str = ""
    """The longest value (or, without a value, label) to leave room for, so that neighbouring buttons never move."""
    short: str = ""
    """The label to use when the button is narrow."""
    labels: str = ""
    """Alternative labels to leave room for."""
    shorts: str = ""
    """Alternative short labels to leave room for."""
    voice: str = ""
    """The name of the colour for the value."""
    brief: tuple[str, str] = ("", "")
    """A shorter value and the longest one to expect, for a narrow row."""
    on: bool | None = None
    """Whether the button's mode is on; if so, the button is highlighted. ``None`` if it has no mode."""
    split: bool = False
    """Whether the chevron at the right end is a separate target (see :func:`list_part`)."""


class _Part(NamedTuple):
    kind: str
    text: str
    width: int


def button_height(scale: float = 1.0) -> int:
    return max(32, round(38 * scale))


def button_width(button: Button, fonts: Fonts, scale: float = 1.0, density: ButtonDetail = ButtonDetail.FULL) -> int:
    """Return the width in pixels that the button needs at the given density."""

    def measure() -> int:
        parts = _parts(button, fonts, scale, density)
        gap, pad = _spaces(scale, density)
        gaps = max(0, len(parts) - 1) * gap
        width = max(button_height(scale), sum(part.width for part in parts) + gaps + 2 * pad)
        return width + (_list_width(button_height(scale)) if button.split else 0)

    return fonts.measured.get((button, scale, density), measure)


def list_part(rect: pygame.Rect) -> pygame.Rect:
    """Return the right-hand part of a split button, which opens its list."""
    width = _list_width(rect.height)
    return pygame.Rect(rect.right - width, rect.top, width, rect.height)


def _list_width(height: int) -> int:
    return round(height * 0.74)


def lay_out_row(
    left: Sequence[Button], right: Sequence[Button], rect: pygame.Rect, fonts: Fonts, scale: float = 1.0
) -> dict[str, pygame.Rect]:
    """Return a rectangle for each button id, with one group at the left and one at the right, as dense as necessary."""
    gap = max(6, round(10 * scale))
    height = min(button_height(scale), rect.height)
    for density in ButtonDetail:
        widths = {button.id: button_width(button, fonts, scale, density) for button in (*left, *right)}
        if sum(widths.values()) + gap * (len(widths) - 1) <= rect.width:
            break
        gap = max(4, gap - 3)
    top = rect.top + (rect.height - height) // 2
    start = rect.right - sum(widths[button.id] for button in right) - gap * (len(right) - 1)
    rects = {}
    for x, buttons in ((rect.left, left), (start, right)):
        for button in buttons:
            rects[button.id] = pygame.Rect(x, top, widths[button.id], height)
            x += widths[button.id] + gap
    return rects


def fill_row(buttons: Sequence[Button], rect: pygame.Rect, fonts: Fonts, scale: float = 1.0) -> list[pygame.Rect]:
    """Split the full width of the row between the buttons, equally if they fit, and as densely as necessary."""
    if not buttons:
        return []
    gap = max(4, round(8 * scale))
    room = rect.width - gap * (len(buttons) - 1)
    for density in ButtonDetail:
        widths = [button_width(button, fonts, scale, density) for button in buttons]
        if max(widths) * len(buttons) <= room:
            widths = [room // len(buttons)] * len(buttons)
        if sum(widths) <= room:
            break
    spare = max(0, room - sum(widths))
    rects, x = [], rect.left
    for i, width in enumerate(widths, 1):
        width += spare * i // len(widths) - spare * (i - 1) // len(widths)
        rects.append(pygame.Rect(x, rect.top, width, rect.height))
        x += width + gap
    return rects


def paint_button(canvas: Canvas, rect: pygame.Rect, button: Button) -> None:
    """Paint the button, with as many of its parts as fit in the rectangle."""
    theme, scale = canvas.theme, canvas.scale
    density = next(
        (d for d in ButtonDetail if button_width(button, canvas.fonts, scale, d) <= rect.width), ButtonDetail.BARE
    )
    ground, line, ink, soft = _colors(button, theme)
    radius = canvas.px(8, 5)
    canvas.rounded(rect, line, radius)
    edge = canvas.px(1, 1)
    canvas.rounded(rect.inflate(-2 * edge, -2 * edge), ground, radius - edge)
    if button.split:
        rect = _paint_list_part(canvas, rect, ink, line)
    parts = _parts(button, canvas.fonts, scale, density)
    gap = _spaces(scale, density)[0]
    x = rect.left + (rect.width - sum(part.width for part in parts) - gap * (len(parts) - 1)) // 2
    with canvas.clipped(rect):
        for part in parts:
            place = pygame.Rect(x, rect.top, part.width, rect.height)
            stressed = theme.voice(button.voice) if button.voice and part.kind == "value" else ink
            _paint_part(canvas, place, part, button, (ground, stressed, soft))
            x += part.width + gap


def _paint_list_part(canvas: Canvas, rect: pygame.Rect, ink: Color, line: Color) -> pygame.Rect:
    """Paint a divider and, to its right, a chevron. Return the rest of the button's rectangle."""
    end = list_part(rect)
    edge = canvas.px(1, 1)
    canvas.fill(line, (end.left, rect.top + edge, edge, rect.height - 2 * edge))
    canvas.icon(Icon.CHEVRON, end.center, round(_sizes(canvas.scale)[0] * 0.7), ink)
    return pygame.Rect(rect.left, rect.top, end.left - rect.left, rect.height)


_SPACES = ((8, 14), (6, 10), (6, 10), (6, 8), (5, 5), (5, 5))
"""The space between a button's parts and around them, for each density, at scale 1."""


def _spaces(scale: float, density: ButtonDetail) -> tuple[int, int]:
    gap, pad = _SPACES[density.value]
    return max(4, round(gap * scale)), max(5, round(pad * scale))


def label_size(scale: float) -> int:
    return max(13, round(15 * scale))


def _sizes(scale: float) -> tuple[int, int]:
    """Return the font sizes of labels and key caps, in pixels."""
    return label_size(scale), max(smallest_type(scale), round(12.5 * scale))


def _parts(button: Button, fonts: Fonts, scale: float, density: ButtonDetail) -> list[_Part]:
    size, cap = _sizes(scale)
    parts: list[_Part] = []
    chevron = button.icon is Icon.CHEVRON and not button.split
    if button.icon and not chevron and not button.split:
        parts.append(_Part("icon", "", size))
    short, drawn = density.value >= ButtonDetail.BRIEF.value, density.value >= ButtonDetail.SHORT.value
    if button.brief[0] and density.value >= ButtonDetail.CRAMPED.value:
        button = button._replace(value=button.brief[0], widest=button.brief[1])
    label = (button.short or button.label) if short else button.label
    if label and not (short and button.value or drawn and parts):
        widest = (button.shorts if short else "") or button.labels or ("" if button.value or drawn else button.widest)
        faces = (Face.BODY,) if button.on is None else (Face.BODY, Face.STRONG)
        width = max(fonts.width(text, face, size) for text in (label, widest) for face in faces)
        parts.append(_Part("label", label, width))
    if button.value:
        width = max(fonts.width(text, Face.STRONG, size) for text in (button.value, button.widest))
        parts.append(_Part("value", button.value, width))
    if chevron:
        parts.append(_Part("icon", "", round(size * 0.7)))
    if button.keycap and not (density is ButtonDetail.BARE and parts):
        parts.append(_Part("key", button.keycap, keycap_width(button.keycap, fonts, cap)))
    return parts


def _colors(button: Button, theme: Theme) -> tuple[Color, Color, Color, Color]:
    """Return the colours of the background, the edge, the text and the secondary text."""
    ground = theme.accent if button.primary else theme.unit_wash if button.on else theme.panel
    ink = theme.on(ground)
    soft = mix(ground, ink, 0.8) if button.primary else theme.soft
    line = theme.accent if button.primary or button.on else theme.thin_line
    if not button.enabled:
        ground, line = mix(theme.background, ground, 0.35), mix(theme.background, line, 0.7)
        return ground, line, mix(ground, theme.soft, 0.6), mix(ground, theme.soft, 0.5)
    if button.pressed:
        ground = mix(ground, ink, 0.16)
    elif button.hovered:
        ground, line = mix(ground, ink, 0.07), mix(line, ink, 0.35)
    return ground, line, ink, soft


def _paint_part(
    canvas: Canvas, rect: pygame.Rect, part: _Part, button: Button, colors: tuple[Color, Color, Color]
) -> None:
    ground, ink, soft = colors
    size, cap = _sizes(canvas.scale)
    if part.kind == "icon" and button.icon:
        canvas.icon(button.icon, rect.center, part.width, ink)
    elif part.kind == "key":
        paint_keycap(canvas, rect, part.text, cap, ground, soft)
    else:
        face = Face.STRONG if part.kind == "value" or button.on else Face.BODY
        canvas.text(part.text, face, size, ink, left=rect.left, middle=rect.centery)


def keycap_width(text: str, fonts: Fonts, size: int) -> int:
    """Return the width in pixels of a key cap with text of the given size."""
    return max(round(size * 1.7), fonts.width(text, Face.BODY, size) + round(size * 0.9))


def paint_keycap(canvas: Canvas, rect: pygame.Rect, text: str, size: int, ground: Color, ink: Color) -> None:
    """Paint a key cap as wide as the rectangle and vertically centred in it."""
    height = round(size * 1.6)
    cap = pygame.Rect(rect.left, rect.centery - height // 2, rect.width, height)
    edge = max(1, size // 13)
    radius = max(3, size // 3)
    canvas.rounded(cap, mix(ground, ink, 0.5), radius)
    canvas.rounded(cap.inflate(-2 * edge, -2 * edge), ground, radius - edge)
    canvas.text(text, Face.BODY, size, ink, centre=cap.centerx, middle=cap.centery)
