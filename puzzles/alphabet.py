"""The symbols that stand for digits and for blanks."""

from __future__ import annotations

from puzzles.geometry import LARGEST

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ".*_ "


def usual_alphabet(side: int) -> str:
    """Return 1 … 9, then A …; at 36x36, which needs one more, 0 … Z."""
    return SYMBOLS[1 : side + 1] if side < LARGEST else SYMBOLS
