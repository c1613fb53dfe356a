"""A screen fills the window. The usual one shows a run; a mode may have its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import pygame

from puzzles.discovery import entries
from visualizer.toolkit.layout import Point
from visualizer.window.context import WindowContext
from visualizer.window.key_names import wheel_of


class Pointer(Protocol):
    """A screen's reactions to the mouse."""

    def moved(self, point: Point | None) -> None:
        """Handle a mouse movement. The point is ``None`` if the mouse left the window."""

    def pressed(self, point: Point) -> None:
        """Handle a press of the main button."""

    def pressed_other(self, point: Point) -> None:
        """Handle a right click."""

    def released(self, point: Point) -> None:
        """Handle a release of the main button."""

    def wheel(self, up: float, right: float = 0) -> None:
        """Handle the mouse wheel, given how many notches it was turned up and to the right."""


class Screen:
    """A view that fills the window and handles its events.

    A mode with its own screen defines it as ``SCREEN`` in ``visualizer/window/<mode>/screen.py``.
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
        """Whether anything on the screen is moving."""
        return False

    @property
    def working(self) -> bool:
        """Whether work is going on that must continue even while the window is hidden."""
        return False

    def entered(self) -> None:
        """Take over the window."""

    def left(self) -> None:
        """Hand the window over to another screen."""

    def advance(self, dt: float, spare: float) -> None:
        """Advance by dt seconds, of which up to ``spare`` may be spent working."""

    def paint(self, surface: pygame.Surface) -> None:
        """Paint one frame."""

    def beside(self, event: pygame.Event) -> None:
        """Handle an event of a window other than the main one."""

    def forget(self) -> None:
        """Force a full repaint of the next frame, because the surface has lost the picture."""

    def act(self, id: str) -> None:
        """Perform an action from this screen's key table."""
        self.window.act(id)

    def key(self, event: pygame.Event, name: str | None, repeated: bool) -> bool:
        """Pass a key to the open card, or to a field being typed in. Return True if the key was used."""
        open_before = self.window.picture.over
        used = self.window.dialogs.key(name, repeated)
        if used or self.window.picture.over is not open_before:
            self.window.invalidate()
        return used

    def unused(self, event: pygame.Event) -> None:
        """Tell the user that a key has no effect here."""

    def card(self, event: pygame.Event) -> bool:
        """Pass an event to the open card. Return True if the event was used."""
        return self.window.dialogs.mouse(event)

    def handle(self, event: pygame.Event) -> bool:
        """Handle a mouse event. Return False for any other event."""
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


class Screens(Mapping[str, Screen]):
    """The screens of the modes that have their own, by the mode's name. Each is created when it is first needed."""

    def __init__(self, window: WindowContext) -> None:
        self._window = window
        self._declared = {entry.name: entry for entry in entries("visualizer.window", pattern="*/screen.py")}
        self.made: dict[str, Screen] = {}
        """The screens created so far."""

    def __getitem__(self, name: str) -> Screen:
        if name not in self.made:
            self.made[name] = self._declared[name].load().SCREEN(self._window)
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)
