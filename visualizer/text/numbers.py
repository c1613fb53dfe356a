"""Speeds, sizes and times as text."""

from math import ceil, floor, log10

from puzzles.figures import counted, grouped


def speed_text(speed: float, unit: str = "steps") -> str:
    """Format a speed: "0.5 steps/s", "1 digit/s", "200 steps/s", "5 M steps/s"."""
    return f"{magnitude(speed)} {unit_of(speed, unit)}/s"


def reached_text(reached: float, wanted: float, unit: str = "steps") -> str:
    """Format a speed and, unless it is 0, the lower one that is reached: "120 k of 20 M steps/s"."""
    return f"{magnitude(reached)} of " * bool(reached) + speed_text(wanted, unit)


def magnitude(number: float) -> str:
    """Format a number without its unit: "0.5", "200", "5 M"."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


def unit_of(number: float, unit: str) -> str:
    """Return a plural unit, or its singular for one: "digits", "guess"."""
    return unit.removesuffix("es" if unit == "guesses" else "s") if number == 1 else unit


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
