"""A row of buttons in the window, and functions that create buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pygame

from visualizer.keymap import WATCH, Keymap, key_of
from visualizer.text.numbers import magnitude, speed_text
from visualizer.timeline.player import Player
from visualizer.toolkit.buttons import (
    Button,
    ButtonDetail,
    button_width,
    label_size,
    lay_out_row,
    list_part,
    paint_button,
)
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face, Fonts, Lru
from visualizer.toolkit.icons import Icon
from visualizer.toolkit.layout import scale_of

SPEED, CHOOSE, STRIP = "speed", "choose", "strip"
ButtonRows = tuple[list[Button], list[Button]]
"""The left-aligned and the right-aligned buttons."""
LEAST_SCALE = 0.75
"""The minimum scale of a button."""
LEAST_HEIGHT = 25
"""The minimum height of a row of buttons at scale 1. If the row is lower, the buttons are scaled down."""
LEAST_GAP = 4
"""The minimum distance between two buttons, in pixels."""
PICTURES = 64
"""How many pictures of buttons to keep: a few states of each."""
BAR, HAND = "bar", "hand"
"""The names of the rows of buttons."""
SPARED = ("help",)
"""Buttons dropped from a row that is too narrow. They are still in the menu."""
SPARED_BY_HAND = ("quiz",)
"""Buttons dropped from the row at the bottom of the panel if the others could not show their keys."""
SPARED_FOR_TYPE: tuple[tuple[str, ...], ...] = (("help",), ("sat",), ("race",), ("home", "end"), (), ("random",))
"""Groups of buttons to drop, in order, until enlarged type fits. Only a row with a menu drops any. At the empty group,
the remaining buttons are narrowed instead.
"""
ENOUGH = 0.72
"""The size that enlarged type on buttons should reach, as a share of the wanted size."""
LISTS = {"random": "level"}
"""What the drop-down list of each split button chooses."""


class Bar:
    """A row of buttons, their rectangles, and the one under the pointer."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.rects: dict[str, pygame.Rect] = {}
        self._rows: dict[str, dict[str, pygame.Rect]] = {}
        self._pictures: Lru[pygame.Surface] = Lru(PICTURES)
        self._split: set[str] = set()
        """The buttons with a drop-down list."""
        self.hovered: str | None = None
        self.pressed: str | None = None

    def paint_row(self, canvas: Canvas, rect: pygame.Rect, buttons: tuple[list[Button], list[Button]]) -> None:
        """Paint the left-aligned and the right-aligned buttons."""
        canvas, buttons = self._enlarged(canvas, rect, buttons)
        left, right = self._that_fit(*buttons, rect, canvas.scale)
        self._split = {button.id for button in (*left, *right) if button.split}
        self._place(BAR, lay_out_row(left, right, rect, self.fonts, canvas.scale))
        canvas.fill(canvas.theme.background, rect)
        for button in (*left, *right):
            self.paint_button(canvas, self.rects[button.id], button)

    def paint_button(self, canvas: Canvas, rect: pygame.Rect, button: Button) -> None:
        """Paint a button, reusing a cached picture if it has been painted in this state before."""

        def make() -> pygame.Surface:
            picture = pygame.Surface(rect.size, 0, canvas.surface)
            picture.fill(canvas.theme.background)
            paint_button(replace(canvas, surface=picture), picture.get_rect(), button)
            return picture

        canvas.surface.blit(self._pictures.get((button, rect.size, canvas.scale, canvas.theme), make), rect)

    def _enlarged(self, canvas: Canvas, rect: pygame.Rect, buttons: ButtonRows) -> tuple[Canvas, ButtonRows]:
        """Return the canvas for the row, and its buttons. If enlarged type does not fit, drop some of the buttons,
        unless the type would be no larger even then.
        """
        fitted = whole = self._smaller(canvas, rect, [*buttons[0], *buttons[1]])
        usual = scale_of(canvas.surface.get_size())
        if canvas.scale <= usual or not any(button.id == "palette" for button in buttons[1]):
            return whole, buttons
        least, fewer = ENOUGH * label_size(usual) * canvas.scale / usual, buttons
        for ids in SPARED_FOR_TYPE:
            if label_size(fitted.scale) >= least:
                break
            left, right = ([one if ids else _narrowed(one) for one in row if one.id not in ids] for row in fewer)
            fewer = left, right
            fitted = self._smaller(canvas, rect, [*fewer[0], *fewer[1]])
        return (fitted, fewer) if label_size(fitted.scale) > label_size(whole.scale) else (whole, buttons)

    def _smaller(self, canvas: Canvas, rect: pygame.Rect, buttons: list[Button]) -> Canvas:
        """Return the canvas, scaled down if the row is too low or the buttons do not fit even when packed."""
        canvas = replace(canvas, scale=max(LEAST_SCALE, min(canvas.scale, rect.height / LEAST_HEIGHT)))
        while canvas.scale > LEAST_SCALE:
            widths = sum(button_width(button, self.fonts, canvas.scale, ButtonDetail.BARE) for button in buttons)
            if widths + LEAST_GAP * len(buttons) <= rect.width:
                break
            canvas = replace(canvas, scale=max(LEAST_SCALE, canvas.scale * 0.95))
        return canvas

    def _place(self, row: str, rects: dict[str, pygame.Rect]) -> None:
        """Record the current positions of a row's buttons."""
        self._rows[row] = rects
        self.rects = {id: rect for row in self._rows.values() for id, rect in row.items()}

    def lit(self, button: Button) -> Button:
        """Return the button, marked as hovered or pressed if it is."""
        hovered = button.id == self.hovered
        return button._replace(hovered=hovered, pressed=hovered and button.id == self.pressed)

    def widest(self, texts: Iterable[str], face: Face) -> str:
        """Return the widest text."""
        return max(texts, key=lambda text: self.fonts.width(text, face, 100))

    def _that_fit(
        self, left: list[Button], right: list[Button], rect: pygame.Rect, scale: float
    ) -> tuple[list[Button], list[Button]]:
        """If the buttons do not fit, drop the keycaps of icons (tooltips still show the keys), then the buttons in
        SPARED.
        """
        wanted = sum(button_width(button, self.fonts, scale) for button in (*left, *right))
        if wanted + len(left + right) * round(10 * scale) > rect.width:
            left, right = (
                [button._replace(keycap="") if button.icon and not button.label else button for button in row]
                for row in (left, right)
            )
        barest = sum(button_width(button, self.fonts, scale, ButtonDetail.BARE) for button in (*left, *right))
        if barest + len(left + right) * LEAST_GAP > rect.width:
            right = [button for button in right if button.id not in SPARED]
        return left, right

    def row_at(self, point: tuple[int, int]) -> pygame.Rect | None:
        """Return the rectangle around the row of buttons at a point."""
        rows = [one.unionall(more) for one, *more in (list(row.values()) for row in self._rows.values() if row)]
        return next((row for row in rows if row.collidepoint(point)), None)

    def at(self, point: tuple[int, int]) -> str | None:
        """Return the button at a point."""
        return next((id for id, rect in self.rects.items() if rect.collidepoint(point)), None)

    def action(self, id: str, point: tuple[int, int]) -> str:
        """Return the action triggered by clicking a button. The two halves of a button may have different actions."""
        if id == SPEED:
            return "faster" if point[0] >= self.rects[id].centerx else "slower"
        if id in self._split and point[0] >= list_part(self.rects[id]).left:
            return LISTS[id]
        return id


def _narrowed(button: Button) -> Button:
    """Return a narrower button: a split button without its list and icon, any other with its brief value."""
    if button.split:
        return button._replace(split=False, icon=None)
    return button._replace(value=button.brief[0], widest=button.brief[1]) if button.brief[0] else button


def walking(position: int, at_end: bool, playing: bool) -> list[Button]:
    """Return the buttons for stepping through one or more runs."""
    label, icon = ("Pause", Icon.PAUSE) if playing else ("Play", Icon.PLAY)
    play = Button("play", label, key_of("play"), icon, primary=True, widest="Pause")
    return [
        icon_button("home", Icon.START, position > 0),
        icon_button("back", Icon.BACK, position > 0),
        play,
        icon_button("forward", Icon.FORWARD, not at_end),
        icon_button("end", Icon.END, not at_end),
    ]


def icon_button(id: str, icon: Icon, enabled: bool, table: Keymap = WATCH) -> Button:
    """Return a button with an icon and the first key of its action."""
    return Button(id, keycap=key_of(id, table.mode), icon=icon, enabled=enabled)


def word_button(id: str, label: str, table: Keymap, *, short: str = "", enabled: bool = True) -> Button:
    """Return a button with a word and the first key of its action."""
    return Button(id, label, key_of(id, table.mode), short=short, enabled=enabled)


def menu_button(table: Keymap) -> Button:
    """Return the button that opens the menu of all actions."""
    return icon_button("palette", Icon.MENU, True, table)


def speed_button(player: Player) -> Button:
    """Return the button that shows the speed."""
    speeds = [speed_text(speed, player.grain.unit) for speed in (player.pace, 500_000)]
    now, most = (f"{text.rpartition(' ')[0]}/s" for text in speeds)
    less = f"{magnitude(player.reached)} of {now}" if player.reached else ""
    return Button(
        SPEED,
        "Slowed" if player.slowed else "Speed",
        "− +",
        value=less or speeds[0],
        widest=max(speeds[1], "130 k of 20 M/s", key=len),
        brief=(now, most),
        labels="Slowed" if player.self_slowing else "",
        voice="guessed" if player.slowed else "",
    )
