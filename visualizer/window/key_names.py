"""Names for key events, as the key table writes them."""

from __future__ import annotations

import pygame

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
}


def wheel_of(event: pygame.Event, shift: bool) -> tuple[float, float]:
    """Return how many notches a wheel was turned up and to the right; with Shift held, down means right."""
    return (0, event.x or -event.y) if shift else (event.y, event.x)


def key_name(event: pygame.Event) -> str | None:
    """Return ``Shift+Right``, ``R``, ``Ctrl+Alt+R``, ``+`` …, or ``None`` for a key without a name here.

    A symbol is identified by what it types, so that + is + on every keyboard layout.
    """
    typed = getattr(event, "unicode", "")
    control, shift = bool(event.mod & pygame.KMOD_CTRL), bool(event.mod & pygame.KMOD_SHIFT)
    alt = bool(event.mod & pygame.KMOD_LALT)  # the other one types characters: on Windows it is Ctrl+Alt as well
    letter = pygame.K_a <= event.key <= pygame.K_z
    if event.mod & (pygame.KMOD_RALT | pygame.KMOD_META) or (alt and not (control and letter)):
        return None
    if typed and typed in "+-?.=0123456789" and len(typed) == 1 and not control:
        return typed
    if letter:
        return "Ctrl+" * control + "Alt+" * alt + "Shift+" * shift + chr(event.key).upper()
    name = _NAMES.get(event.key)
    if name is None or len(name) == 1:
        return name
    return "Ctrl+" * control + "Shift+" * shift + name
