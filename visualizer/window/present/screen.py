"""Presenting in the window: handles keys, draws the presenter's ink, and paints a large, calm picture."""

from functools import cache
from math import ceil, hypot
from time import strftime

import pygame

from puzzles.discovery import About, entries
from visualizer.keymap import cap, key_of
from visualizer.present.lecture import PresentedLecture
from visualizer.present.mode import PRESENT, PresentMode
from visualizer.style.theme import Color
from visualizer.toolkit.buttons import keycap_width, paint_keycap
from visualizer.toolkit.canvas import Canvas
from visualizer.toolkit.layout import Point
from visualizer.toolkit.shapes import FINE, stamp
from visualizer.window.display import places
from visualizer.window.present.picture import PresentLayout, PresentPicture, SlidePicture
from visualizer.window.present.speaker import SpeakerView, SpeakerWindow, spoken
from visualizer.window.presented import MENU, AudiencePicture
from visualizer.window.run_screen import LEAST_WORK, WHEEL
from visualizer.window.screen import Pointer, Screen, WindowContext, printed, typed

PEN = 1 / 100
"""The width of a line, as a share of the window's height."""
ERASER = 1 / 14
"""The width of the eraser, as a share of the window's height."""


class PenLines:
    """Lines in one colour. Each is made of overlapping round stamps, so only the new part needs drawing."""

    def __init__(self) -> None:
        self._surface: pygame.Surface | None = None
        self._bounds = pygame.Rect(0, 0, 0, 0)
        """The part of the surface that has been drawn on."""
        self._color: Color = (0, 0, 0)

    def __bool__(self) -> bool:
        return self._surface is not None

    def wipe(self) -> None:
        self._surface = None

    def draw(self, size: tuple[int, int], color: Color, start: Point, end: Point) -> None:
        if self._surface is None or self._surface.get_size() != size:
            self._surface = pygame.Surface(size, pygame.SRCALPHA)
            self._surface.fill((*color, 0))
            self._bounds, self._color = pygame.Rect(start, (0, 0)), color
        brush = _brush(max(4, round(PEN * size[1])), color)
        self._stamp(self._surface, brush, start, end, pygame.BLEND_RGBA_MAX)

    def erase(self, start: Point, end: Point) -> None:
        if self._surface is not None:
            brush = _brush(round(ERASER * self._surface.get_height()), (0, 0, 0))
            self._stamp(self._surface, brush, start, end, pygame.BLEND_RGBA_SUB)

    def _stamp(self, surface: pygame.Surface, brush: pygame.Surface, start: Point, end: Point, how: int) -> None:
        width, (ax, ay), (bx, by) = brush.get_width(), start, end
        steps, half = max(1, ceil(hypot(bx - ax, by - ay) / (width / 8))), width / 2
        places = ((ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps + 1))
        surface.fblits([(brush, (round(x - half), round(y - half))) for x, y in places], how)
        touched = pygame.Rect(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by)).inflate(width + 3, width + 3)
        self._bounds = self._bounds.union(touched).clip(surface.get_rect())

    def paint(self, surface: pygame.Surface, color: Color) -> None:
        """Paint the lines over a picture in the given colour."""
        if self._surface is None:
            return
        if color != self._color:
            self._color = color
            self._surface.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
            self._surface.fill((*color, 0), special_flags=pygame.BLEND_RGBA_ADD)
        surface.blit(self._surface, self._bounds.topleft, self._bounds)


@cache
def _brush(width: int, color: Color) -> pygame.Surface:
    """Return a disc with a smooth edge."""
    half = width * FINE / 2
    return stamp(width, width, color, lambda large: pygame.draw.circle(large, (*color, 255), (half, half), half))


class KeyStrip:
    """The keys pressed last, which the audience sees for a moment."""

    MOST, SECONDS, SIZE, GAP = 5, 3.0, 22, 8
    """How many keys are shown and for how long, their type's size and the space between them at scale 1."""

    def __init__(self) -> None:
        self._caps: list[str] = []
        self.left = 0.0
        """How much longer the keys are shown, in seconds."""

    def add(self, key: str) -> None:
        self._caps = [*(self._caps if self.left > 0 else ()), key][-self.MOST :]
        self.left = self.SECONDS

    def paint(self, canvas: Canvas, foot: pygame.Rect) -> None:
        if self.left <= 0:
            return
        size, gap, theme = canvas.px(self.SIZE), canvas.px(self.GAP), canvas.theme
        widths = [keycap_width(key, canvas.fonts, size) for key in self._caps]
        place = pygame.Rect(0, foot.top, 0, 2 * size)
        place.left = foot.centerx - (sum(widths) + gap * (len(widths) - 1)) // 2
        for key, place.width in zip(self._caps, widths, strict=True):
            paint_keycap(canvas, place, key, size, theme.panel, theme.ink)
            place.left += place.width + gap


ABOUT = About("present")
"""The declaration of the presenting mode's screen."""
POINTER_SECONDS = 2.0
"""How long the mouse pointer stays visible at rest, in seconds."""


class PresentScreen(Screen, Pointer):
    """A run shown to an audience on the whole display. The mouse is a pen, except at the bottom."""

    fills = True

    def __init__(self, window: WindowContext) -> None:
        super().__init__(window)
        self.pointer = self
        self.mode = window.session.modes[PresentMode]
        self.of_run = PresentPicture(window.picture, self.mode)
        self.of_lecture = SlidePicture(window.picture, self.mode)
        own = entries("visualizer.window", pattern="*/presented.py")
        self._pictures: dict[str, AudiencePicture] = {
            entry.name: entry.load().PICTURE(window.picture, self.mode) for entry in own
        }
        self.speaker = SpeakerWindow(window.picture.fonts)
        self._began: float | None = None
        """When the lecture began, on the window's clock."""
        self.keys = KeyStrip()
        self.ink = PenLines()
        self._drawn_at: object = None
        """The subject and position presented when the ink was drawn."""
        self._pen: Point | None = None
        """The position of the pen on the picture; ``None`` if it is up."""
        self._erases = False
        self._at: Point | None = None
        """The position of the mouse; ``None`` if it is outside the window."""
        self._seen_for = 0.0
        """How much longer the mouse pointer stays visible, in seconds."""

    @property
    def picture(self) -> AudiencePicture:
        beneath, lecture = self.mode.beneath, self.mode.lecture
        if lecture is not None and self.mode.presented is lecture and lecture.tells_first:
            return self.of_lecture
        return self._pictures[beneath.name] if beneath is not None else self.of_run

    @property
    def subject(self) -> object:
        return self.mode.presented.subject

    @property
    def busy(self) -> bool:
        hides = (self._seen_for > 0 and self.window.picture.over is None) or self.keys.left > 0
        return self.mode.presented.busy or bool(self.mode.typed) or self.picture.active or hides

    @property
    def working(self) -> bool:
        return self.mode.presented.working

    def entered(self) -> None:
        self.window.picture.put_away()
        self.ink.wipe()
        self._show_pointer()

    def left(self) -> None:
        self._pen = None
        self.speaker.close()
        pygame.mouse.set_visible(True)

    def beside(self, event: pygame.Event) -> None:
        if self.speaker.handle(event):
            self.mode.has_speaker = False

    def forget(self) -> None:
        for picture in (self.of_run, self.of_lecture, *self._pictures.values()):
            picture.forget()

    # Time and pictures

    def advance(self, dt: float, spare: float) -> None:
        session = self.session
        changed = self.mode.presented.tick(dt, self.window.clock, max(LEAST_WORK, spare))
        changed = self.mode.tick(self.window.clock(), changed)
        if self.picture.pass_time(session, dt) or changed or 0 < self.keys.left <= dt:
            self.window.invalidate()
        self.keys.left = max(0.0, self.keys.left - dt)
        if self.mode.lecture is not None:
            self._show_speaker(self.mode.lecture)
        if self.window.picture.over is not None:
            self._show_pointer()
        elif self._seen_for > 0 and self._pen is None:
            self._seen_for -= dt
            if self._seen_for <= 0:
                pygame.mouse.set_visible(False)
                self._show_menu(False)

    def _show_speaker(self, lecture: PresentedLecture) -> None:
        """Update the speaker's window, or close it if it is not wanted."""
        now = self.window.clock()
        self._began = now if self._began is None else self._began
        if not (self.mode.on and self.mode.has_speaker is not False and self.mode.presented is lecture):
            self._close_speaker()
            return
        if self.speaker.surface is None:
            self._open_speaker(lecture.lecture.title)
        hall = self.mode.hall
        said = self.of_lecture.caption if lecture.slide.scene and lecture.race is None else ()
        view = SpeakerView.of(lecture, said, strftime("%H:%M"), now - self._began, self.mode.black)
        view = view._replace(next_stop=hall.next_name or view.next_stop, asked=spoken(hall))
        self.speaker.show(view, self.window.picture.theme)

    def _open_speaker(self, title: str) -> None:
        """Open the speaker's window on a second display or, if the speaker asked for it, on a part of the only one."""
        display = self.window.display
        stage, place = places(display.desktops(), display.rect, share=self.mode.has_speaker is True)
        self.mode.has_speaker = place is not None
        if place is None:
            return
        self.speaker.open(title, place)
        if self.speaker.trouble:
            self.session.toast, self.mode.has_speaker, self.speaker.trouble = self.speaker.trouble, False, ""
        elif stage not in display.desktops():
            display.fill(True, stage)

    def _close_speaker(self) -> None:
        if self.speaker.surface is not None:
            self.speaker.close()
            self.window.display.fill(True)

    def paint(self, surface: pygame.Surface) -> None:
        if self.mode.black:
            surface.fill((0, 0, 0))
            return
        if self._playhead != self._drawn_at:
            self.ink.wipe()
        self.picture.paint(surface, self.session)
        self.ink.paint(surface, self.window.picture.theme.accent)
        self.picture.paint_over(surface, self.session)
        theme, fonts = self.window.picture.theme, self.window.picture.fonts
        scale = PresentLayout.of(surface.get_size()).scale
        self.keys.paint(Canvas(surface, theme, fonts, scale), self.picture.foot)

    @property
    def _playhead(self) -> tuple[int, int]:
        return id(self.subject), self.mode.presented.transport.position

    # Keys

    def act(self, id: str) -> None:
        """Perform an action, clearing any number being typed unless the action uses it."""
        if id not in ("jump", "close", "erase digit"):
            self.mode.forget_number()
        super().act(id)

    def key(self, event: pygame.Event, name: str | None, repeated: bool) -> bool:
        """Show a blacked-out picture again, pass the key to the open card, or add a digit to a stop's number."""
        if self.mode.keys_shown and not repeated and (shown := name or printed(event).upper()):
            self.keys.add(cap(shown))
            self.window.invalidate()
        if self.picture.stop() or self.mode.black:
            self.window.invalidate()
        if self.mode.black:
            self.mode.black = False
            return True
        if super().key(event, name, repeated):
            return True
        if self.session.keymap.action_for(name) if name else None:
            return False
        symbol = typed(event)
        used = symbol is not None and not repeated and self.mode.type(*symbol)
        if used:
            self.window.invalidate()
        return used

    def unused(self, event: pygame.Event) -> None:
        """Say that a key does nothing here, so that no key is dead without a word."""
        if (text := printed(event)) and self.window.picture.over is None:
            help_key = key_of("help", PRESENT.mode)
            self.session.toast = f"{text.upper()} does nothing while presenting. {help_key} lists the keys."
            self.window.invalidate()

    # The mouse

    def handle(self, event: pygame.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONUP and event.button == 3:
            self.released(event.pos)
            return True
        return super().handle(event)

    def moved(self, point: Point | None) -> None:
        self._at = point
        self._show_pointer()
        self._show_menu(point is not None and self._pen is None and self.picture.foot.collidepoint(point))
        if self._pen is not None and point is not None:
            self._draw(self._pen, point)
            self._pen = point

    def pressed(self, point: Point) -> None:
        self._put_down(point, self.mode.erasing)

    def pressed_other(self, point: Point) -> None:
        self._put_down(point, True)

    def released(self, point: Point) -> None:
        self.moved(point)
        self._pen = None

    def wheel(self, up: float, right: float = 0) -> None:
        """Scroll the pane under the pointer. The run stays where it is: the wheel is too easy to turn by accident."""
        if self._at and not self.mode.black and self.picture.scroll(self._at, round(-WHEEL * up)):
            self.window.invalidate()

    def _show_menu(self, shown: bool) -> None:
        if shown != self.picture.has_menu:
            self.picture.has_menu = shown
            self.window.invalidate()

    def _put_down(self, point: Point, erases: bool) -> None:
        """Put the pen down, go to the stop under the pointer, open the menu, or close whatever covers the picture."""
        self._show_pointer()
        self.window.invalidate()
        if self.mode.black:
            self.mode.black = False
        elif self.session.cover:
            self.session.click_message()
        elif self.picture.foot.collidepoint(point):
            found = [number for number, place in self.picture.places.items() if place.collidepoint(point)]
            if MENU in found:
                self.window.act("palette")
            elif found:
                self.mode.go_to(found[0])
        else:
            self._pen, self._erases = point, erases
            self._draw(point, point)

    def _draw(self, start: Point, end: Point) -> None:
        if self._playhead != self._drawn_at:
            self.ink.wipe()
            self._drawn_at = self._playhead
        if self._erases:
            self.ink.erase(start, end)
        else:
            self.ink.draw(self.window.size, self.window.picture.theme.accent, start, end)
        self.window.invalidate()

    def _show_pointer(self) -> None:
        self._seen_for = POINTER_SECONDS
        pygame.mouse.set_visible(True)


SCREEN = PresentScreen
