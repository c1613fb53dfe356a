"""Speeds and rates as text."""

from __future__ import annotations


def speed_text(speed: float, unit: str = "steps") -> str:
    """Format a speed: "0.5 steps/s", "1 digit/s", "200 steps/s", "5 M steps/s"."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if speed >= size:
            return f"{speed / size:g}{letter} {unit}/s"
    return f"{speed:g} {_SINGULAR.get(unit, unit[:-1]) if speed == 1 else unit}/s"


_SINGULAR = {"guesses": "guess"}


def rounded(rate: float) -> float:
    """Round a rate to two significant digits, so that it does not flicker on screen."""
    return float(f"{rate:.1e}")
