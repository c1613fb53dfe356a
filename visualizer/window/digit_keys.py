"""The keyboard and the mouse of a person who writes digits: what a key types, and where a click goes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import pygame

from puzzles.geometry import Digit
from puzzles.puzzle import alphabet_of
from visualizer.keymap import key_of
from visualizer.play import moves
from visualizer.play.mode import typed_symbols

if TYPE_CHECKING:
    from visualizer.session.session import Session

_ROW = {getattr(pygame, f"KSCAN_{digit}"): str(digit) for digit in range(10)}
"""The keys above the letters, by where they are: on a French keyboard they type digits only with Shift."""
_PAD = {getattr(pygame, f"K_KP{digit}"): str(digit) for digit in range(10)}
_LAST_CHARACTER = sys.maxunicode
"""Above it, key codes of SDL stand for keys that type no character."""
_NO_TYPING = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


class Typed(NamedTuple):
    """A symbol that was typed."""

    symbol: str
    shifted: bool


def typed(event: pygame.Event) -> Typed | None:
    """The digit or letter of a key, or ``None``; letters are capitals."""
    if event.mod & _NO_TYPING:
        return None
    shifted = bool(event.mod & pygame.KMOD_SHIFT)
    symbol = _ROW.get(getattr(event, "scancode", -1)) or _PAD.get(event.key)
    if symbol is None and pygame.K_0 <= event.key <= pygame.K_9:
        symbol = chr(event.key)
    if symbol is None and event.key <= _LAST_CHARACTER and chr(event.key).isalpha():
        symbol = _capital(chr(event.key))
    return Typed(symbol, shifted) if symbol else None


def key(session: Session, event: pygame.Event) -> bool:
    """Write what a key types. False where it types no symbol of this grid, and so may do something else.

    Where letters are digits, a letter past the last of them does nothing else either, and that is said.
    """
    what = typed(event)
    if what is None:
        return False
    digit = digit_of(session, what.symbol)
    if session.game.editing and what.shifted and what.symbol.isalpha():
        return False  # nobody marks givens: with Shift, a letter does what it does elsewhere
    if digit is not None:
        moves.type_digit(session, digit, other=what.shifted)
    elif what.symbol == "0" and not what.shifted:
        (moves.leave_blank if session.game.editing else moves.clear)(session)
    elif what.symbol.isalpha() and not what.shifted and any(map(str.isalpha, typed_symbols(session))):
        _say_digits(session, what.symbol)
    else:
        return False
    return True


def digit_of(session: Session, symbol: str) -> Digit | None:
    """Return the digit of the grid on the board that is called so: as digits are shown, else as the puzzle writes them.

    Else a figure is the digit of that number: not every keyboard has the puzzle's own symbols.
    """
    for puzzle in (session.composer.puzzle, session.puzzle):
        alphabet = [_capital(own) for own in alphabet_of(puzzle)]
        if symbol in alphabet:
            return alphabet.index(symbol) + 1
    return int(symbol) if symbol in "123456789" and int(symbol) <= session.puzzle.geometry.symbols else None


def _capital(letter: str) -> str:
    """Return the capital of a letter, or the letter itself where that is no single letter, as of ß."""
    return letter.upper() if len(letter.upper()) == 1 else letter


def refuse(session: Session, event: pygame.Event) -> bool:
    """Say which digits can be typed, once for each puzzle: this key means nothing. False where that is not said."""
    text = getattr(event, "unicode", "")
    told = session.game.refused == session.puzzle
    if told or not (session.solver.person and text.isprintable() and text.strip()) or session.notice:
        return False
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_RALT:
        return False
    _say_digits(session, text)
    return True


def _say_digits(session: Session, text: str) -> None:
    """Say which digits can be typed, and where all keys are listed."""
    session.game.refused = session.puzzle
    digits = _ranges(alphabet_of(session.composer.puzzle))
    session.toast = f"Only digits, please: {digits}. {key_of('help')} lists all keys."
    session.note("refused", typed=text)


def _ranges(symbols: str) -> str:
    """Return "1 … 9, A … G": symbols that follow each other are not listed one by one."""
    runs: list[str] = []
    for symbol in symbols:
        if runs and ord(symbol) == ord(runs[-1][-1]) + 1:
            runs[-1] += symbol
        else:
            runs.append(symbol)
    return ", ".join(f"{run[0]} … {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)
