"""A screen fills the window. The usual one shows a run; a mode may have its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import pygame

from puzzles.discovery import entries
from visualizer.toolkit.layout import Point
from visualizer.window.context import WindowContext
from visualizer.window.key_names import wheel_of


class Pointer(Protocol):
    """A screen's reactions to the mouse."""

    def moved(self, point: Point | None) -> None:
        """Follow the mouse; ``None`` if it is outside the window."""

    def pressed(self, point: Point) -> None:
        """Act on a press of the main button."""

    def pressed_other(self, point: Point) -> None:
        """Act on a right click."""

    def released(self, point: Point) -> None:
        """Act on the release of the main button."""

    def wheel(self, up: float, right: float = 0) -> None:
        """Act on the mouse wheel, given the notches that it was turned away from the user or to the right."""


class Screen:
    """A picture that fills the window, handles events and changes as time passes.

    A mode with its own screen keeps it in ``visualizer/window/<mode>/screen.py``, as ``SCREEN``.
    """

    pointer: Pointer

    def __init__(self, window: WindowContext) -> None:
        self.window = window
        self.session = window.session

    @property
    def targets(self) -> Iterable[object]:
        """The objects whose methods are actions, whichever screen is open."""
        return (self,)

    @property
    def subject(self) -> object:
        """The run or race on the screen."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether something on the screen is moving."""
        return False

    @property
    def working(self) -> bool:
        """Whether work continues even when the window cannot be seen."""
        return False

    def entered(self) -> None:
        """Take over the window."""

    def left(self) -> None:
        """Give the window to another screen."""

    def advance(self, dt: float, spare: float) -> None:
        """Let dt seconds pass, of which ``spare`` may be used for work."""

    def paint(self, surface: pygame.Surface) -> None:
        """Paint one frame."""

    def forget(self) -> None:
        """Paint the whole next frame, because the surface has lost what was painted."""

    def act(self, id: str) -> None:
        """Carry out an action of this screen's key table."""
        self.window.act(id)

    def key(self, event: pygame.Event, name: str | None, repeated: bool) -> bool:
        """Pass a key to the open card, or to a field that is being typed in. Return True if the key was used."""
        open_before = self.window.picture.over
        used = self.window.dialogs.key(name, repeated)
        if used or self.window.picture.over is not open_before:
            self.window.invalidate()
        return used

    def unused(self, event: pygame.Event) -> None:
        """Tell the user that a key does nothing here."""

    def card(self, event: pygame.Event) -> bool:
        """Pass an event to the open card. Return True if the event was used."""
        return self.window.dialogs.mouse(event)

    def handle(self, event: pygame.Event) -> bool:
        """Act on a mouse event. Return False for any other event."""
        if self.card(event):
            self.window.invalidate()
        elif event.type == pygame.MOUSEWHEEL:
            self.pointer.wheel(*wheel_of(event, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)))
        elif event.type == pygame.MOUSEMOTION:
            self.pointer.moved(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self.pointer.moved(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.pointer.pressed(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.pointer.pressed_other(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.pointer.released(event.pos)
        else:
            return False
        return True


def screens(window: WindowContext) -> dict[str, Screen]:
    """Make the screens of the modes that have their own."""
    return {entry.name: entry.load().SCREEN(window) for entry in entries("visualizer.window", pattern="*/screen.py")}
