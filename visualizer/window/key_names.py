"""Key event names as used in the key table, and the characters that keys type on any keyboard."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pygame

from visualizer.text.phrases import capital

_NAMES = {
    pygame.K_SPACE: "Space",
    pygame.K_ESCAPE: "Escape",
    pygame.K_RETURN: "Return",
    pygame.K_KP_ENTER: "Return",
    pygame.K_RIGHT: "Right",
    pygame.K_LEFT: "Left",
    pygame.K_UP: "Up",
    pygame.K_DOWN: "Down",
    pygame.K_PAGEDOWN: "PageDown",
    pygame.K_PAGEUP: "PageUp",
    pygame.K_HOME: "Home",
    pygame.K_END: "End",
    pygame.K_TAB: "Tab",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_DELETE: "Delete",
    **{pygame.K_F1 + number: f"F{number + 1}" for number in range(12)},
    pygame.K_KP_PLUS: "+",
    pygame.K_PLUS: "+",
    pygame.K_EQUALS: "=",
    pygame.K_KP_MINUS: "-",
    pygame.K_MINUS: "-",
    pygame.K_PERIOD: ".",
    pygame.K_KP_PERIOD: ".",
    pygame.K_QUESTION: "?",
    pygame.K_0: "0",
    pygame.K_KP0: "0",
}


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


class TypedSymbol(NamedTuple):
    """A typed symbol."""

    symbol: str
    shifted: bool


def typed(event: pygame.Event) -> TypedSymbol | None:
    """Return the digit or capital letter that a key types, or ``None`` if it types neither."""
    if event.mod & _NO_TYPING:
        return None
    shifted = bool(event.mod & pygame.KMOD_SHIFT)
    symbol = _ROW.get(getattr(event, "scancode", -1)) or _PAD.get(event.key)
    if symbol is None and pygame.K_0 <= event.key <= pygame.K_9:
        symbol = chr(event.key)
    if symbol is None and event.key <= _LAST_CHARACTER and chr(event.key).isalpha():
        symbol = capital(chr(event.key))
    return TypedSymbol(symbol, shifted) if symbol else None


def printed(event: pygame.Event) -> str:
    """Return the visible character that a key types, or "" if it types none or Ctrl is held."""
    text: str = getattr(event, "unicode", "")
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_RALT:
        return ""
    return text if text.isprintable() and text.strip() else ""
