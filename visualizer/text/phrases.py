"""Phrases: lists, capitals at the start of a sentence, reasons that exclude a digit from a cell, and drawable text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers.core.board import Board
from visualizer.text.plain_text import plain

MOST_NAMED = 6
"""The maximum number of literals, guesses or cells that a sentence names; a longer list ends with "and 9 more"."""

_CELL = re.compile(r"r\d+c\d")


def capitalised(words: str) -> str:
    """Begin a sentence with a capital: "Row 3 …". The name of a cell stays unchanged: "r3c2 …"."""
    return words if _CELL.match(words) else words[:1].upper() + words[1:]


def capital(letter: str) -> str:
    """Return the capital of a letter, or the letter itself if its capital is not one letter, as for ß."""
    return letter.upper() if len(letter.upper()) == 1 else letter


def shortened(words: Sequence[str], most: int = MOST_NAMED) -> list[str]:
    """Return the words or, if there are many, the first ones and the number of the others."""
    return list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} more"]


def with_article(symbol: str) -> str:
    """Return a digit with its article, as it is spoken: "a 7", "an 8", "an A"."""
    return f"{'an' if symbol in '8AEFHILMNORSX' else 'a'} {symbol}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """List words as "a, b and c"; "" if there are none."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def drawable(text: str) -> str:
    """Return the text with control characters escaped, and without the characters that SDL refuses."""
    return plain(text).encode("utf-8", "replace").decode("utf-8")


def held(board: Board, puzzle: Puzzle, cell: Cell, digit: Digit) -> str:
    """Say which peer excludes a digit from a cell, in the puzzle's symbols; "" if none does."""
    holders = board.holders(cell, digit)
    if not holders:
        return ""
    unit = board.geometry.shared_unit(cell, holders[0])
    where = f" in {board.geometry.units[unit]}" if unit is not None else ""
    name = board.geometry.name
    return f"{puzzle.symbol(digit)} cannot go in {name(cell)}: {name(holders[0])} holds it{where}."
