"""The window on the desktop: opening it, showing pictures, filling the screen, closing it."""

from __future__ import annotations

import os

import pygame

from visualizer.session.settings import SMALLEST_WINDOW, NoDisplay, Size
from visualizer.text.phrases import drawable
from visualizer.window.emblem import emblem

ICON = 128
"""The side of the window's icon in pixels, which the desktop shrinks; a larger one would exceed an X message."""
_OUT_OF_SIGHT = (pygame.WINDOWHIDDEN, pygame.WINDOWMINIMIZED)
_IN_SIGHT = (
    pygame.WINDOWSHOWN,
    pygame.WINDOWRESTORED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWFOCUSGAINED,
)


class Display:
    """An open window. Raises :class:`NoDisplay` if none can be opened."""

    def __init__(self, size: Size | None = None, fullscreen: bool = False) -> None:
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        try:
            pygame.display.init()
            if pygame.display.get_driver() == "x11":
                # SDL would draw a texture for each frame, which takes 7 ms without a graphics card; this takes 0.9.
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
            desktop = pygame.display.get_desktop_sizes()[0]
            self._window = pygame.Window("Solvescope", size or first_size(desktop), resizable=True)
            self._window.minimum_size = SMALLEST_WINDOW
            self._window.set_icon(emblem(ICON))
            self.fill(fullscreen)
            self._window.get_surface()
        except pygame.error as error:
            raise NoDisplay(f"no window can be opened here: {error}") from error
        pygame.key.set_repeat(350, 45)
        self.seen = True
        """Whether the window can be seen: it is neither minimised nor off the screen."""

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on; a new one after each change of size."""
        return self._window.get_surface()

    @property
    def size(self) -> Size:
        """The width and height in pixels."""
        return self.surface.get_size()

    @property
    def title(self) -> str:
        """The title that the desktop shows."""
        return self._window.title

    @title.setter
    def title(self, words: str) -> None:
        words = drawable(words)
        if words != self._window.title:
            self._window.title = words

    def note(self, event: pygame.Event) -> bool:
        """Learn from an event whether the window can be seen. Return True if that has changed."""
        before = self.seen
        self.seen = event.type in _IN_SIGHT or (self.seen and event.type not in _OUT_OF_SIGHT)
        return self.seen is not before

    def show(self) -> None:
        """Show what has been drawn."""
        self._window.flip()

    def fill(self, whole: bool) -> None:
        """Fill the whole screen, or go back to a window."""
        if whole:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def resize(self, size: Size) -> None:
        """Resize the window."""
        self._window.size = size

    def close(self) -> None:
        """Close the window. Closing twice is harmless."""
        if pygame.display.get_init():
            self._window.destroy()


def first_size(desktop: Size) -> Size:
    """Return the window's first size: comfortable on a laptop, larger on a large screen, always within the screen."""
    width, height = desktop
    return min(width, max(1280, round(width * 0.7))), min(height, max(800, round(height * 0.75)))
