"""What all pictures for an audience have in common: the stops at the bottom, and whatever lies over the picture."""

from dataclasses import replace
from typing import NamedTuple, Protocol

import pygame

from puzzles.figures import counted, grouped
from visualizer.session.mode import Presented
from visualizer.session.session import Session
from visualizer.toolkit.canvas import Canvas, Face, Icon
from visualizer.toolkit.layout import WindowLayout
from visualizer.toolkit.messages import paint_toast
from visualizer.window.frame import Frame, Picture

MOST = 15
"""The maximum number of stops drawn, centred on the current one. Smaller dots at the ends stand for the rest."""
LOW = 0.66
"""The minimum distance from the middle of the words to the bottom of the picture, in ems."""
CARDS = 1.75
"""The least zoom of the cards over the picture, which an audience reads too."""
MENU = 0
"""The number that stands for the menu in the clickable rectangles. Stops are numbered from 1."""


class StopsView(NamedTuple):
    number: int
    """The number of the last stop reached; 0 before the first."""
    total: int
    complete: bool
    """Whether no more stops will be added."""
    clock: str
    """The playhead's position in words, as in "step 1,204"."""
    typed: str = ""
    """The digits of a stop number typed so far."""
    speed: str = ""
    """The speed in words during playback, or what strokes on the board mean."""
    menu: bool = False
    """Whether the menu icon is shown."""
    looking: str = ""
    """What is being searched for, if anything. It is shown instead of the position, which does not change meanwhile."""
    noun: str = "stop"
    """The noun for the stops."""

    @classmethod
    def of(cls, mode: "Presenting", speed: str, menu: bool, looking: str = "") -> "StopsView":
        presented = mode.presented
        stops, here = presented.stops, presented.position
        shown = stops.number(here), stops.total, stops.complete, presented.clock_text
        return cls(*shown, mode.typed, speed, menu, looking, presented.noun)

    @property
    def words(self) -> str:
        """Where the playhead is, in words: "stop 6 of 12  ·  step 1,204"."""
        if self.typed:
            return f"go to {self.noun} {self.typed} …"
        if self.looking:
            return self.looking
        known = f" of {grouped(self.total)}" if self.complete else ""
        stop = f"{self.noun} {grouped(self.number)}{known}"
        if not self.number:
            stop = counted(self.total, self.noun) if self.total and self.complete else ""
        return "  ·  ".join(filter(None, [stop, self.clock, self.speed]))

    @property
    def numbers(self) -> range:
        first = max(1, min(self.number - MOST // 2, self.total - MOST + 1))
        return range(first, min(first + MOST, self.total + 1))

    def leads_on(self, number: int) -> bool:
        """Return whether a dot at one end stands for more stops beyond it."""
        first, last = self.numbers[0], self.numbers[-1]
        return number != self.number and (1 < number == first or last == number < self.total)


def paint_stops(
    canvas: Canvas, rect: pygame.Rect, view: StopsView, scale: float
) -> tuple[dict[int, pygame.Rect], pygame.Rect]:
    """Paint dots at the given scale on the left and words on the right, onto a cleared background. Return the
    clickable rectangles, and the area of the words.
    """
    size = canvas.px(20, 13)
    middle = min(rect.top + round(47 * scale), rect.bottom - round(LOW * size))
    right, room, places = rect.right, rect.width // 2, dict[int, pygame.Rect]()
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
    return places, pygame.Rect(words.left, rect.top, rect.right - words.left, rect.height)


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


class Presenting(Protocol):
    """The subject being presented, and the number of a stop being typed."""

    typed: str

    @property
    def presented(self) -> Presented:
        """The subject being presented."""


class AudiencePicture(Frame):
    """A picture of what is presented. A mode that has its own declares it as ``PICTURE`` in its ``presented.py``.

    It is always painted on a copy, because the presenter draws on the screen.
    """

    def __init__(self, window: Picture, mode: Presenting) -> None:
        super().__init__(window)
        self.mode = mode
        self.places: dict[int, pygame.Rect] = {}
        """The clickable rectangles at the bottom: the stops by number, and the menu."""
        self.foot = self._words = pygame.Rect(0, 0, 0, 0)
        """The area at the bottom, with the stops, and the words in it, which a message must not cover."""
        self._scale = 1.0
        self.has_menu = False

    def paint(self, surface: pygame.Surface, session: Session) -> None:
        """Paint a frame, without anything over it."""
        self._paint(self._backdrop.ground(surface, covered=True), session)
        self._backdrop.show(surface)

    def _paint(self, ground: pygame.Surface, session: Session) -> None:
        """Paint what has changed."""
        raise NotImplementedError

    def _paint_stops(self, canvas: Canvas, foot: pygame.Rect, scale: float, view: StopsView) -> None:
        """Paint the stops at the given scale, if they have changed, with words of the canvas's scale."""
        self.foot, self._scale = foot, scale
        if self._is_new("stops", view):
            canvas.fill(canvas.theme.background, foot)
            self.places, self._words = paint_stops(canvas, foot, view, scale)

    def paint_over(self, surface: pygame.Surface, session: Session) -> None:
        layout = WindowLayout.of(surface.get_size(), zoom=max(self.window.zoom, CARDS))
        canvas = Canvas(surface, self.window.theme, self.fonts, layout.scale)
        self._paint_over(canvas, session, layout)

    def _paint_toast(self, canvas: Canvas, toast: str) -> None:
        room = pygame.Rect(self.foot.topleft, (self.foot.width, round(self.foot.height * 0.9)))
        paint_toast(replace(canvas, scale=self._scale * 1.2), room, toast, self._words)
