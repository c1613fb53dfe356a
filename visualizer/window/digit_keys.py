"""The symbol that a key types, on any keyboard."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pygame

from visualizer.session.mode import Mode
from visualizer.text.phrases import capital

_ROW = {getattr(pygame, f"KSCAN_{digit}"): str(digit) for digit in range(10)}
"""The keys above the letters, by position: on a French keyboard they type digits only with Shift."""
_PAD = {getattr(pygame, f"K_KP{digit}"): str(digit) for digit in range(10)}
_LAST_CHARACTER = sys.maxunicode
"""Above this code, SDL's keys type no character."""
_NO_TYPING = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class Typed(NamedTuple):
    """A symbol that was typed."""

    symbol: str
    shifted: bool


def typed(event: pygame.Event) -> Typed | None:
    """Return the digit or letter of a key, or ``None``; letters are capitals."""
    if event.mod & _NO_TYPING:
        return None
    shifted = bool(event.mod & pygame.KMOD_SHIFT)
    symbol = _ROW.get(getattr(event, "scancode", -1)) or _PAD.get(event.key)
    if symbol is None and pygame.K_0 <= event.key <= pygame.K_9:
        symbol = chr(event.key)
    if symbol is None and event.key <= _LAST_CHARACTER and chr(event.key).isalpha():
        symbol = capital(chr(event.key))
    return Typed(symbol, shifted) if symbol else None


def refuse(mode: Mode, event: pygame.Event) -> bool:
    """Say that a key types nothing here. Return False if that can be left unsaid."""
    text = getattr(event, "unicode", "")
    if not (text.isprintable() and text.strip()):
        return False
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_RALT:
        return False
    return mode.refuse(text)
