"""Formats numbers for people to read, with thousands separators."""

import re

_LONG = re.compile(r"\d{4,}")


def grouped(number: int) -> str:
    """Format a number as ``1,204,000``. Every font and terminal has commas, and a copied number stays in one piece."""
    return f"{number:,}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 step`` or ``1,204 steps``. Pass ``plural`` if the noun needs more than an s."""
    return f"{grouped(number)} {noun if number == 1 else plural or f'{noun}s'}"


def grouped_in(text: str) -> str:
    """Return the text with thousands separators in every number of four or more digits."""
    return _LONG.sub(lambda found: grouped(int(found[0])), text)
