"""Speeds, sizes and times as text."""

from __future__ import annotations

from math import ceil, floor, log10

from puzzles.figures import counted, grouped


def speed_text(speed: float, unit: str = "steps") -> str:
    """Format a speed: "0.5 steps/s", "1 digit/s", "200 steps/s", "5 M steps/s"."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if speed >= size:
            return f"{speed / size:g}{letter} {unit}/s"
    return f"{speed:g} {_SINGULAR.get(unit, unit[:-1]) if speed == 1 else unit}/s"


_SINGULAR = {"guesses": "guess"}


def size_text(size: int) -> str:
    """Format the size of a file, given in bytes: "304 kB", "2.6 MB"."""
    return f"{size / 1e6:.1f} MB" if size >= 999_500 else f"{grouped(max(1, round(size / 1000)))} kB"


def time_text(seconds: float) -> str:
    """Format how long something takes: "20 seconds", "4 minutes", "2 hours"."""
    name, length = next(unit for unit in _TIMES if seconds >= 1.5 * unit[1] or unit[1] == 1)
    return counted(max(1, round(seconds / length)), name)


_TIMES = (("hour", 3600), ("minute", 60), ("second", 1))


def rounded(rate: float) -> float:
    """Round a rate to two significant digits, so that it does not flicker on screen."""
    return float(f"{rate:.1e}")


def ceil_to_two_digits(rate: float) -> float:
    """Round a rate up to two significant digits."""
    unit = 10.0 ** (floor(log10(rate)) - 1)
    return float(f"{ceil(rate / unit) * unit:.1e}")
