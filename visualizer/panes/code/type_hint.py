"""Says how to declare a variable of the user's own solver that is shown as numbers and may stand for cells."""

from __future__ import annotations

import re
from collections.abc import Iterable

from puzzles.geometry import Geometry

_NUMBERS = re.compile(r"([\[({]?)((?:\d+, )*\d+)(?:…| … .*)?[\])}]?")
"""The text of a number or of a container of numbers."""
_KINDS = {"[": "list[Cell]", "(": "tuple[Cell, ...]", "{": "set[Cell]", "": "Cell"}
"""The type to declare, by the first character of the text. The types most likely to be right come first."""


def type_hint(variables: Iterable[tuple[str, str]], geometry: Geometry) -> str:
    """Return how to declare one of the variables, given their names and texts, or "" if none seems to hold cells.

    A number stands for a cell only if it is too large for a digit.
    """
    found = {name: (match[1], [int(one) for one in match[2].split(", ")])
             for name, text in variables if (match := _NUMBERS.fullmatch(text))}  # fmt: skip
    for opening, kind in _KINDS.items():
        for name, (begins, numbers) in found.items():
            large = next((one for one in numbers if one > geometry.symbols), 0)
            if begins == opening and large and max(numbers) < len(geometry.cells):
                return f'For {geometry.name(large)} instead of {large}: VARIABLES = {{"{name}": "{kind}"}}'
    return ""
