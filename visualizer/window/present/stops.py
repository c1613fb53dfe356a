"""The bottom of a presented run: its stops as dots, the current one as a bar, and the playhead's place in words."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pygame

from puzzles.figures import counted, grouped
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.fonts import Face
from visualizer.toolkit.icons import Icon

MOST = 15
"""The maximum number of stops drawn, centred on the current one. Smaller dots at the ends stand for the rest."""
MENU = 0
"""The menu's number among the clickable rectangles. Stops are numbered from 1."""


class StopsView(NamedTuple):
    number: int
    """The number of the last stop reached; 0 before the first."""
    total: int
    complete: bool
    """Whether no more stops will be added."""
    position: int
    typed: str = ""
    """The digits of a stop number typed so far."""
    speed: str = ""
    """The speed in words during playback."""
    menu: bool = False
    """Whether the menu icon is shown."""

    @property
    def words(self) -> str:
        """Where the playhead is, in words: "stop 6 of 12  ·  step 1,204"."""
        if self.typed:
            return f"go to stop {self.typed} …"
        known = f" of {grouped(self.total)}" if self.complete else ""
        stop = f"stop {grouped(self.number)}{known}"
        if not self.number:
            stop = counted(self.total, "stop") if self.total and self.complete else ""
        return "  ·  ".join(filter(None, [stop, f"step {grouped(self.position)}", self.speed]))

    @property
    def numbers(self) -> range:
        """The numbers of the stops drawn."""
        first = max(1, min(self.number - MOST // 2, self.total - MOST + 1))
        return range(first, min(first + MOST, self.total + 1))

    def leads_on(self, number: int) -> bool:
        """Return whether a dot at one end stands for more stops beyond it."""
        shown = self.numbers
        return number != self.number and (
            (number == shown[0] and number > 1) or (number == shown[-1] and number < self.total)
        )


def paint_stops(canvas: Canvas, rect: pygame.Rect, view: StopsView, scale: float) -> dict[int, pygame.Rect]:
    """Paint dots at the given scale on the left and words on the right, onto a cleared background.

    Return the clickable rectangles: the stops by number, and the menu.
    """
    middle, size = rect.top + round(47 * scale), canvas.px(20, 13)
    right, room, places = rect.right, rect.width // 2, {}
    if view.menu:
        places[MENU] = icon = pygame.Rect(right - 2 * size, middle - size, 2 * size, 2 * size)
        canvas.icon(Icon.MENU, icon.center, size, canvas.theme.ink)
        right = icon.left - size // 2
    words = canvas.text(
        view.words, Face.BODY, size, canvas.theme.soft, right=right, middle=middle, within=room, least=13
    )
    canvas = replace(canvas, scale=scale)
    with canvas.clipped(pygame.Rect(rect.left, rect.top, words.left - canvas.px(24) - rect.left, rect.height)):
        left = rect.left
        for number in view.numbers:
            right = _paint_stop(canvas, left, middle, number, view)
            places[number] = pygame.Rect(left, rect.top, right - left, rect.height).inflate(canvas.px(10), 0)
            left = right + canvas.px(10)
    return places


def _paint_stop(canvas: Canvas, left: int, middle: int, number: int, view: StopsView) -> int:
    """Paint one stop with its left edge at ``left``. Return its right edge."""
    radius = canvas.px(7, 3)
    if number == view.number:
        bar = pygame.Rect(left, middle - radius, canvas.px(34), 2 * radius)
        canvas.rounded(bar, canvas.theme.accent, radius)
        return bar.right
    small = canvas.px(4, 2) if view.leads_on(number) else radius
    ring = 0 if number < view.number else canvas.px(2, 1)
    canvas.disc((left + radius, middle), small, canvas.theme.faint, ring)
    return left + 2 * radius
