"""The symbols that stand for digits and for blanks."""

from __future__ import annotations

from puzzles.geometry import LARGEST

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ".*_ "


def usual_alphabet(side: int) -> str:
    """Return the usual symbols for the digits: 1 … 9, then A onwards. A 36x36 grid needs one more, so it has 0 … Z."""
    return SYMBOLS[1 : side + 1] if side < LARGEST else SYMBOLS
