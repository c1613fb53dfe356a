"""Tests that keys are named by what they type on any keyboard."""

from __future__ import annotations

import pygame

from visualizer.keymap import WATCH
from visualizer.window.screen import key_name


def typed(key: int, text: str = "", mod: int = 0) -> str | None:
    return key_name(pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=mod))


def test_symbols_are_known_by_what_they_type_on_any_layout() -> None:
    shift = pygame.KMOD_LSHIFT
    assert typed(pygame.K_PLUS, "+") == "+"  # German
    assert typed(pygame.K_1, "+", shift) == "+"  # Swiss
    assert typed(pygame.K_6, "-") == "-"  # French
    assert typed(pygame.K_SEMICOLON, ".", shift) == "."  # French
    assert typed(pygame.K_KP_PLUS, "+") == typed(pygame.K_KP_PLUS) == "+"
    assert typed(pygame.K_KP_MINUS) == "-"


def test_keys_with_other_modifiers_are_left_to_the_system() -> None:
    for mod in (pygame.KMOD_LALT, pygame.KMOD_LMETA, pygame.KMOD_LCTRL | pygame.KMOD_LALT):
        assert typed(pygame.K_F11, "", mod) is None
    right = pygame.KMOD_LCTRL | pygame.KMOD_RALT
    assert typed(pygame.K_q, "@", right) is None, "so Windows says AltGr, which types characters"
    assert typed(pygame.K_q, "", pygame.KMOD_LCTRL | pygame.KMOD_LALT) == "Ctrl+Alt+Q"
    for key in "raw":
        assert WATCH.action_for(typed(pygame.key.key_code(key), "", pygame.KMOD_LCTRL) or "") is None
    assert typed(pygame.K_F13) is None and typed(0) is None


def test_capital_letters_count_as_letters() -> None:
    assert typed(pygame.K_r, "R", pygame.KMOD_CAPS) == "R"
    shifted = typed(pygame.K_v, "V", pygame.KMOD_LSHIFT)
    assert shifted is not None and WATCH.action_for(shifted) is WATCH["beside"], "unless Shift makes another of it"
    assert WATCH.action_for("Shift+R") is WATCH["level"]
    assert WATCH.action_for("Shift+B") is WATCH["next bookmark"] and WATCH.action_for("Shift+Z") is WATCH["zoom out"]
