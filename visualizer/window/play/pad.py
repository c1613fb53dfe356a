"""The number pad beside the board: large keys for digits, small ones for tools."""

from __future__ import annotations

import pygame

from visualizer.painting.glyph import Ink, paint_symbol
from visualizer.play.pad import DigitKey, PadMeasures, PadView, ToolKey, Tools, arrange, ways
from visualizer.style.theme import Color, Theme, mix
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas, less_than
from visualizer.toolkit.fonts import Face

LARGEST_KEY = 92
"""The maximum size of a digit key, in pixels at scale 1."""
LEAST_FIGURE = 34
"""The minimum size of a digit key, in pixels, for it to show how many are left."""


class PaintedPad:
    """The painted pad and the rectangles of its keys."""

    def __init__(self) -> None:
        self.rects: dict[str, pygame.Rect] = {}

    def at(self, point: tuple[int, int]) -> str | None:
        """Return the key at a point."""
        return next((id for id, rect in self.rects.items() if rect.collidepoint(point)), None)

    def paint(self, canvas: Canvas, room: pygame.Rect, view: PadView) -> None:
        """Paint all keys, starting at the top left of the area, onto a cleared background."""
        measures = PadMeasures(canvas.px(LARGEST_KEY, 40), canvas.px(28, 24), canvas.px(7, 4))
        places = arrange(room.width, room.height, view.geometry, _ways(canvas, view), measures)
        self.rects = {}
        for digit, place in zip(view.digits, places.digits, strict=False):  # some keys may not fit
            rect = self.rects[digit.id] = pygame.Rect(place).move(room.topleft)
            _paint_digit(canvas, rect, digit, view)
        shown = (tool for tool in view.tools if tool.id in places.shown.ids)
        for tool, place in zip(shown, places.tools, strict=True):
            rect = self.rects[tool.id] = pygame.Rect(place).move(room.topleft)
            _paint_tool(canvas, rect, tool if places.shown.caps else tool._replace(key=""))


def _ways(canvas: Canvas, view: PadView) -> tuple[Tools, ...]:
    """Return the possible layouts of the tools, based on the widths of their labels and keycaps."""
    size = canvas.em(15)
    labels = [canvas.fonts.width(tool.label, Face.STRONG, size) for tool in view.tools]
    caps = [keycap_width(tool.key, canvas.fonts, _cap_size(size)) for tool in view.tools]
    both = max(map(int.__add__, labels, caps), default=0)
    return ways(view.tools, both + round(size * 2.4), max(labels, default=0) + round(size * 1.7))


def _cap_size(size: int) -> int:
    return less_than(size)


def _ink(view: PadView, ground: Color, done: bool, theme: Theme) -> Ink:
    """Return how a digit looks on the board: heavy if it is a given, slanted if written by the player."""
    face = Face.BOLD if view.writes == "given" else Face.BODY
    if done:
        return Ink(mix(ground, theme.soft, 0.45), face, ground, slanted=view.writes == "pen")
    return Ink(theme.soft if view.writes == "pencil" else theme.ink, face, slanted=view.writes == "pen")


def _paint_digit(canvas: Canvas, rect: pygame.Rect, key: DigitKey, view: PadView) -> None:
    theme = canvas.theme
    ground = theme.unit_wash if key.lit else theme.panel
    done = key.left is not None and key.left <= 0
    if done and not key.lit:
        ground = mix(theme.background, theme.panel, 0.35)
    _ground(canvas, rect, ground, lit=key.lit, hovered=key.hovered, pressed=key.pressed)
    side = min(rect.size)
    share = 0.4 if view.writes == "pencil" else 0.6
    middle = rect.centery - (round(side * 0.06) if side >= LEAST_FIGURE and key.left is not None else 0)
    text, at, size = view.alphabet[key.digit - 1], (rect.centerx, middle), max(8, round(side * share))
    ink = _ink(view, ground, done, theme)
    paint_symbol(canvas, view.symbols, key.digit, text, at, size, round(rect.width * 0.7), ink)
    if side >= LEAST_FIGURE and key.left is not None:
        _paint_left(canvas, rect, key.left, side, ground)


def _paint_left(canvas: Canvas, rect: pygame.Rect, left: int, side: int, ground: Color) -> None:
    """Paint how many of a digit are left, at the bottom right: a tick if none, a warning if too many are placed."""
    theme = canvas.theme
    inset, size = max(4, round(side * 0.09)), max(canvas.smallest, round(side * 0.19))
    size = max(size, min(canvas.px(11), round(side * 0.3)))  # grows with enlarged type, as far as the key allows
    if not left:
        reach = size * 0.42
        at = (rect.right - inset - reach, rect.bottom - inset - size * 0.45)
        canvas.check(at, reach, mix(ground, theme.solved, 0.85))
        return
    text, color, face = (str(left), theme.soft, Face.BODY) if left > 0 else (f"+{-left}", theme.conflict, Face.STRONG)
    canvas.text(text, face, size, color, right=rect.right - inset, base=rect.bottom - inset)


def _ground(canvas: Canvas, rect: pygame.Rect, ground: Color, *, lit: bool, hovered: bool, pressed: bool) -> None:
    """Paint a key's face and border. The border is heavy if the key is on."""
    theme = canvas.theme
    if pressed:
        ground = mix(ground, theme.ink, 0.14)
    elif hovered:
        ground = mix(ground, theme.ink, 0.06)
    line = theme.accent if lit else mix(theme.thin_line, theme.ink, 0.3 if hovered else 0.0)
    edge = canvas.px(2.5, 2) if lit else canvas.px(1, 1)
    radius = max(3, min(canvas.px(8), min(rect.size) // 5))
    canvas.rounded(rect, line, radius)
    canvas.rounded(rect.inflate(-2 * edge, -2 * edge), ground, max(1, radius - edge))


def _pressed_in(canvas: Canvas, rect: pygame.Rect) -> None:
    """Paint the border of a pressed key, with a bar on its left."""
    edge, bar = canvas.px(1.3, 1), canvas.px(4, 3)
    radius = max(3, min(canvas.px(8), min(rect.size) // 5))
    canvas.rounded(rect, canvas.theme.accent, radius, edge)
    canvas.fill(canvas.theme.accent, (rect.left + edge, rect.top + radius, bar, rect.height - 2 * radius))


def _paint_tool(canvas: Canvas, rect: pygame.Rect, tool: ToolKey) -> None:
    """Paint a tool's label on the left and its shortcut key on the right. A tool that is on looks pressed in."""
    theme = canvas.theme
    ground = theme.unit_wash if tool.on else theme.panel if tool.enabled else mix(theme.background, theme.panel, 0.35)
    hovered, pressed = tool.hovered and tool.enabled, tool.pressed and tool.enabled
    _ground(canvas, rect, ground, lit=False, hovered=hovered, pressed=pressed)
    if tool.on:
        _pressed_in(canvas, rect)
    ink, soft = (theme.ink, theme.soft) if tool.enabled else (mix(ground, theme.soft, 0.6),) * 2
    size = canvas.em(15)
    pad, cap = round(size * 0.7), _cap_size(size)
    place = pygame.Rect(rect.right - size // 2, rect.top, 0, rect.height)
    if tool.key:
        width = keycap_width(tool.key, canvas.fonts, cap)
        place = pygame.Rect(place.left - width, rect.top, width, rect.height)
        paint_keycap(canvas, place, tool.key, cap, ground, soft)
    face = Face.STRONG if tool.on else Face.BODY
    room = place.left - rect.left - pad - (size // 3 if tool.key else 0)
    canvas.text(tool.label, face, size, ink, left=rect.left + pad, middle=rect.centery, within=room)
