"""The window on the desktop: opening and closing it, its size, title and icon, showing frames, full screen."""

import ctypes
import os
from collections.abc import Sequence

import pygame

from puzzles.formats.base import on_one_line
from puzzles.puzzle import Puzzle
from visualizer.narration.levels import described
from visualizer.session.settings import SMALLEST_WINDOW, NoDisplay, Size
from visualizer.style.theme import Color, mix
from visualizer.text.spans import drawable
from visualizer.toolkit import shapes

PROGRAM = "Solvescope"
LONGEST_PART = 48
"""The maximum number of characters in each part of the title."""
ICON = 128
"""The size of the window icon in pixels. The desktop scales it down; a larger one would not fit in an X message."""
_OUT_OF_SIGHT = (pygame.WINDOWHIDDEN, pygame.WINDOWMINIMIZED)
_IN_SIGHT = (
    pygame.WINDOWSHOWN,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSGAINED,
)


class Display:
    """An open window. Raises :class:`NoDisplay` if the window cannot be opened."""

    def __init__(
        self, size: Size | None = None, fullscreen: bool = False, place: tuple[int, int] | None = None
    ) -> None:
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        try:
            pygame.display.init()
            if pygame.display.get_driver() == "x11":
                # Drawing each frame as a texture, as SDL would, takes 7 ms without a graphics card. This takes 0.9.
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            self._desktop = pygame.display.get_desktop_sizes()[0]
            wanted = size or first_size(self._desktop)
            self._window = pygame.Window(PROGRAM, wanted, place or pygame.WINDOWPOS_UNDEFINED, resizable=True)
            self._window.set_icon(emblem(ICON))
            if place is None:
                self._window.minimum_size = SMALLEST_WINDOW
                self._fit(wanted)
            self.whole = False
            """Whether the window fills the screen, or its part of it."""
            self._moved = False
            """Whether it was put there by us rather than by a window manager, which would take it back."""
            self._before = self._window.position, wanted
            if fullscreen:
                self.fill(True)
            self._window.get_surface()
        except pygame.error as error:
            raise NoDisplay(f"cannot open a window: {error}") from error
        pygame.key.set_repeat(350, 45)
        self.seen = True
        """Whether the window is visible: neither hidden nor minimised."""

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on. It is replaced whenever the window is resized."""
        return self._window.get_surface()

    @property
    def size(self) -> Size:
        """The width and height in pixels."""
        return self.surface.get_size()

    @property
    def title(self) -> str:
        return self._window.title

    @title.setter
    def title(self, words: str) -> None:
        words = drawable(words)
        if words != self._window.title:
            self._window.title = words

    def owns(self, event: pygame.Event) -> bool:
        """Return whether an event is about this window, or about no particular window."""
        return getattr(event, "window", self._window) is self._window

    def note(self, event: pygame.Event) -> bool:
        """Update :attr:`seen` from an event. Return True if it changed."""
        before = self.seen
        self.seen = event.type in _IN_SIGHT or (self.seen and event.type not in _OUT_OF_SIGHT)
        return self.seen is not before

    def show(self) -> None:
        self._window.flip()

    @property
    def rect(self) -> pygame.Rect:
        """The window's place on the desktop."""
        return pygame.Rect(self._window.position, self._window.size)

    def desktops(self) -> list[pygame.Rect]:
        """Return the rectangles of all displays. SDL tells only their sizes, so centre a hidden window on each."""
        sizes = pygame.display.get_desktop_sizes()
        return [_desktop(i, size) for i, size in enumerate(sizes)] if sizes[1:] else [pygame.Rect((0, 0), sizes[0])]

    def fill(self, whole: bool, part: pygame.Rect | None = None) -> None:
        """Fill the display that the window is on, or a part of it, or go back to the window as it was before."""
        if whole and not self.whole:
            self._before = self._window.position, self._window.size
        if whole and part is None and is_managed():
            self._window.set_fullscreen(desktop=True)
        elif whole:  # without a window manager nothing else enlarges the window
            self._put(part or home_of(self.desktops(), self.rect))
        elif self.whole:
            self._window.set_windowed()
            self._fit(self._before[1])
            if self._moved:
                self._window.size, self._window.position = self._before[1], self._before[0]
        self.whole, self._moved = whole, whole and self._moved

    def _put(self, place: pygame.Rect) -> None:
        self._moved = True
        self._window.set_windowed()
        self._window.size, self._window.position = place.size, place.topleft

    def resize(self, size: Size) -> None:
        self._window.size = size

    def _fit(self, size: Size) -> None:
        """Maximise the window if it does not fit on the desktop at this size with its frame."""
        fits = fitting(size, self._desktop)
        if fits != size and is_managed():
            self._window.size = fits  # the size at which it is no longer maximised
            self._window.maximize()

    def close(self) -> None:
        """Close the window. Closing twice is harmless."""
        if pygame.display.get_init():
            self._window.destroy()


# The title


def title_of(puzzle: Puzzle, what: str) -> str:
    """Return the title, such as ``fig1 · Fewest candidates · Solvescope``: the puzzle, then the current activity."""
    return " · ".join([*filter(None, map(_part, (described(puzzle), what))), PROGRAM])


def _part(text: str) -> str:
    """Return a part of the title as a single line any desktop can show. A puzzle's name may contain any character."""
    line = on_one_line(drawable(text[: 4 * LONGEST_PART]))
    return line if len(line) <= LONGEST_PART else line[: LONGEST_PART - 1].rstrip() + "…"


# The icon: one box of a grid, with two givens and a digit being tried

GROUND: Color = (0, 103, 168)
PAPER: Color = (255, 255, 255)
TRIED: Color = (242, 165, 65)
BLANK = mix(GROUND, PAPER, 0.34)
SIZES = (16, 24, 32, 48, 64, 128, 256)
"""The icon sizes desktops request, in pixels."""
_CELLS = (PAPER, BLANK, BLANK, BLANK, TRIED, BLANK, BLANK, BLANK, PAPER)


def emblem(size: int) -> pygame.Surface:
    """Return the icon, ``size`` pixels square, on a transparent background, with all edges on whole pixels."""
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    picture.fill((*GROUND, 0))
    shapes.rounded(picture, picture.get_rect(), GROUND, round(size * 0.2))
    gap, least = max(1, round(size * 0.06)), 1 if size <= 24 else round(size * 0.12)
    cell = (size - 2 * (gap + least)) // 3
    cell -= (size - cell) % 2  # split the remainder between both sides
    margin = (size - 3 * cell - 2 * gap) // 2
    for i, color in enumerate(_CELLS):
        at = (margin + i % 3 * (cell + gap), margin + i // 3 * (cell + gap))
        shapes.rounded(picture, pygame.Rect(at, (cell, cell)), color, round(cell * 0.2) if cell >= 6 else 0)
    return picture


def _desktop(number: int, size: Size) -> pygame.Rect:
    window = pygame.Window(PROGRAM, size, (_CENTRED | number, _CENTRED | number), hidden=True)
    place = pygame.Rect(window.position, size)
    window.destroy()
    return place


_CENTRED = 0x2FFF0000
"""SDL's position at the centre of a display, to which the display's number is added."""


# Where the audience's and the speaker's windows go


def home_of(desktops: Sequence[pygame.Rect], window: pygame.Rect) -> pygame.Rect:
    """Return the desktop that most of a window is on."""

    def shared(desktop: pygame.Rect) -> int:
        width, height = window.clip(desktop).size
        return width * height

    return max(desktops, key=shared)


def places(
    desktops: Sequence[pygame.Rect], window: pygame.Rect, share: bool = False
) -> tuple[pygame.Rect, pygame.Rect | None]:
    """Return where the audience's window and the speaker's go: the whole desktop that most of the audience's is on,
    and the largest desktop beside it. On a single desktop, or one that only mirrors it, there is no place for the
    speaker unless they ``share`` it.
    """
    stage = home_of(desktops, window)
    others = [desktop for desktop in desktops if not desktop.colliderect(stage)]
    if others:
        return stage, _framed(max(others, key=lambda one: one.width * one.height))
    if not share:
        return stage, None
    left = pygame.Rect(stage.topleft, (round(STAGE * stage.width), stage.height))
    return _framed(left), _framed(pygame.Rect(left.topright, (stage.right - left.right, stage.height)))


def _framed(room: pygame.Rect) -> pygame.Rect:
    """Return the place of a window that lies in a room together with its frame."""
    return room.inflate(-AROUND[0], -AROUND[1])


STAGE = 2 / 3
"""The width of the audience's window on a desktop that it shares with the speaker's."""
AROUND = (16, 80)
"""The space to leave for a window's frame and the desktop's panels, in pixels."""


def first_size(desktop: Size) -> Size:
    """Return the initial size: comfortable on a laptop, larger on a large screen, never larger than the screen."""
    width, height = desktop
    return min(width, max(1280, round(width * 0.7))), min(height, max(800, round(height * 0.75)))


def fitting(size: Size, desktop: Size) -> Size:
    """Return the size, reduced where the window and its frame would not fit on the desktop."""
    width, height = (
        max(least, min(wanted, whole - around))
        for wanted, whole, around, least in zip(size, desktop, AROUND, SMALLEST_WINDOW, strict=True)
    )
    return width, height


def is_managed() -> bool:
    """Return whether something frames, maximises and enlarges windows: a window manager, or a desktop that is one."""
    driver = pygame.display.get_driver()
    return _has_window_manager() if driver == "x11" else driver in ("windows", "cocoa", "wayland")


def _has_window_manager() -> bool:
    """Return whether the X server's root window names a window manager, as all that manage full screen do."""
    try:
        x = ctypes.CDLL("libX11.so.6")
        for function in (x.XOpenDisplay, x.XListProperties):
            function.restype = ctypes.c_void_p
        x.XInternAtom.restype = x.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x.XOpenDisplay(None))
    except (OSError, AttributeError):
        return True
    if not display:
        return True
    name, count = x.XInternAtom(display, b"_NET_SUPPORTING_WM_CHECK", False), ctypes.c_int()
    root = ctypes.c_ulong(x.XDefaultRootWindow(display))
    there = x.XListProperties(display, root, ctypes.byref(count))
    names = ctypes.cast(there, ctypes.POINTER(ctypes.c_ulong))[: count.value] if there else []
    if there:
        x.XFree(ctypes.c_void_p(there))
    x.XCloseDisplay(display)
    return name in names
