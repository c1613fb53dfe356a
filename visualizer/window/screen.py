"""A screen fills the window: the usual one shows a run, and a mode may have its own.

It sees the window and gets its events, whose keys have the names of the key table.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

import pygame

from puzzles.discovery import entries
from visualizer.session.session import Session
from visualizer.session.settings import Size
from visualizer.text.spans import capital
from visualizer.timeline.timeline import Clock
from visualizer.toolkit.layout import Point
from visualizer.window.dialogs import Dialogs
from visualizer.window.display import Display
from visualizer.window.frame import Picture


class WindowContext(Protocol):
    """The window as seen by its parts."""

    session: Session
    picture: Picture
    dialogs: Dialogs
    display: Display
    clock: Clock

    @property
    def size(self) -> Size:
        """The width and height in pixels."""

    @property
    def targets(self) -> tuple[object, ...]:
        """The objects whose methods are actions."""

    def drop(self, path: Path) -> None:
        """Open a file of any kind, first leaving a mode that covers the run."""

    def invalidate(self) -> None:
        """Request a new frame because something visible has changed."""

    def act(self, id: str) -> None:
        """Perform the action of a key or a button."""


_NAMES = {
    **{getattr(pygame, f"K_{name.upper()}"): name for name in (
        "Space", "Escape", "Return", "Right", "Left", "Up", "Down", "PageDown", "PageUp", "Home", "End", "Tab",
        "Backspace", "Delete", *(f"F{number}" for number in range(1, 13)),
    )},
    pygame.K_KP_ENTER: "Return", pygame.K_KP_PLUS: "+", pygame.K_PLUS: "+", pygame.K_EQUALS: "=",
    pygame.K_KP_MINUS: "-", pygame.K_MINUS: "-", pygame.K_PERIOD: ".", pygame.K_KP_PERIOD: ".",
    pygame.K_QUESTION: "?", pygame.K_0: "0", pygame.K_KP0: "0",
}  # fmt: skip
"""The keys that have names in the key table, apart from letters."""


def wheel_of(event: pygame.Event, shift: bool) -> tuple[float, float]:
    """Return how many notches the wheel was turned up and to the right. With Shift held, down counts as right."""
    return (0, event.x or -event.y) if shift else (event.y, event.x)


def key_name(event: pygame.Event) -> str | None:
    """Return a key's name, such as ``Shift+Right``, ``R``, ``Ctrl+Alt+R`` or ``+``, or ``None`` if it has no name here.

    A symbol is identified by the character typed, so that + is + on every keyboard layout.
    """
    typed = getattr(event, "unicode", "")
    control, shift = bool(event.mod & pygame.KMOD_CTRL), bool(event.mod & pygame.KMOD_SHIFT)
    alt = bool(event.mod & pygame.KMOD_LALT)  # the right Alt is AltGr, which on Windows also reports Ctrl+Alt
    letter = pygame.K_a <= event.key <= pygame.K_z
    if event.mod & (pygame.KMOD_RALT | pygame.KMOD_META) or (alt and not (control and letter)):
        return None
    if typed and typed in "+-?./=0123456789" and len(typed) == 1 and not control:
        return typed
    if letter:
        return "Ctrl+" * control + "Alt+" * alt + "Shift+" * shift + chr(event.key).upper()
    name = _NAMES.get(event.key)
    if name is None:
        return None
    if len(name) == 1:
        return "Ctrl+" * (control and name in "+=-0") + name
    return "Ctrl+" * control + "Shift+" * shift + name


# Typing

_ROW = {getattr(pygame, f"KSCAN_{digit}"): str(digit) for digit in range(10)}
"""The keys above the letters, by position. On a French keyboard they type digits only with Shift."""
_PAD = {getattr(pygame, f"K_KP{digit}"): str(digit) for digit in range(10)}
_LAST_CHARACTER = sys.maxunicode
"""The highest SDL key code that stands for a character."""
_NO_TYPING = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


def typed(event: pygame.Event) -> tuple[str, bool] | None:
    """Return the digit or capital letter that a key types, and whether with Shift, or ``None`` if it types neither."""
    if event.mod & _NO_TYPING:
        return None
    shifted = bool(event.mod & pygame.KMOD_SHIFT)
    symbol = _ROW.get(getattr(event, "scancode", -1)) or _PAD.get(event.key)
    if symbol is None and pygame.K_0 <= event.key <= pygame.K_9:
        symbol = chr(event.key)
    if symbol is None and event.key <= _LAST_CHARACTER and chr(event.key).isalpha():
        symbol = capital(chr(event.key))
    return (symbol, shifted) if symbol else None


def printed(event: pygame.Event) -> str:
    """Return the visible character that a key types, or "" if it types none or Ctrl is held."""
    text: str = getattr(event, "unicode", "")
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_RALT:
        return ""
    return text if text.isprintable() and text.strip() else ""


class Pointer:
    """A screen's reactions to the mouse, by default none."""

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
    fills = False
    """Whether the screen fills the display that the window is on."""

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

    def handle(self, event: pygame.Event) -> bool:
        """Handle a mouse event. Return False for any other event."""
        if self.window.dialogs.mouse(event):  # an open card used it
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
