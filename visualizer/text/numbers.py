"""Speeds and rates as text."""

from __future__ import annotations

from math import ceil, floor, log10


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


def ceil_to_two_digits(rate: float) -> float:
    """Round a rate up to two significant digits."""
    unit = 10.0 ** (floor(log10(rate)) - 1)
    return float(f"{ceil(rate / unit) * unit:.1e}")
