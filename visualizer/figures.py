"""Figures as people read them."""

from __future__ import annotations


def grouped(number: int) -> str:
    """Thousands apart by a thin space that does not break: 1 204 000."""
    return f"{number:,}".replace(",", "\u202f")


def speed_text(speed: float) -> str:
    """ "0.5 steps/s", "200 steps/s", "5 M steps/s"."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if speed >= size:
            return f"{speed / size:g}{letter} steps/s"
    return f"{speed:g} step{'s' * (speed != 1)}/s"


def rounded(rate: float) -> float:
    """A rate to two figures, so that it stands still while it is read."""
    return float(f"{rate:.1e}")
