"""Text in spans, each with a voice that sets its colour, and phrases: lists, capitals, why a digit cannot go in a cell.

Commands import this module, so it must stay lightweight.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from puzzles.kinds.kind import Kind
from puzzles.puzzle import Puzzle
from solvers.core.board import Board
from visualizer.text import shell

STRONG, EMPHASIS, CODE = "strong", "emphasis", "code"
"""The voices of words in a lecture. They differ in typeface, not in colour."""


class Span(NamedTuple):
    """Text in a single voice: "", "deduced", "guessed", "conflict" or "solved"; in lectures, STRONG, EMPHASIS, CODE."""

    text: str
    voice: str = ""
    literal: int = 0
    """The literal this span stands for, if any, so that the pointer can select it."""


Caption = tuple[Span, ...]


def plain(caption: Caption) -> str:
    """Return the text of the spans without their voices."""
    return "".join(span.text for span in caption)


def shorter(caption: Caption) -> Iterator[Caption]:
    """Yield a caption, and then the caption without its last sentence, without its last two, and so on."""
    yield caption
    text = plain(caption)
    for end in reversed([found.end() for found in _SENTENCE.finditer(text)]):
        starts = accumulate((len(span.text) for span in caption), initial=0)
        there = [(span, end - start) for span, start in zip(caption, starts, strict=False) if start < end]
        yield tuple(span._replace(text=span.text[:left]) for span, left in there)


_SENTENCE = re.compile(r"[.?!](?= )")
"""The end of a sentence that is followed by another."""


def in_words_of(kind: Kind, caption: Caption) -> Caption:
    """Return a caption in the words of a kind of puzzle. Do so once, where it is shown: a word of the kind may be a
    different word of Sudoku.
    """
    return tuple(span._replace(text=kind.says(span.text)) for span in caption) if kind.words else caption


# Phrases


MOST_NAMED = 6
"""The maximum number of guesses, digits or cells to name in a sentence. A longer list ends in "and 9 more"."""

_CELL = re.compile(r"r\d+c\d")


def capitalised(words: str) -> str:
    """Capitalise the start of a sentence: "Row 3 …". The name of a cell is left alone: "r3c2 …"."""
    return words if _CELL.match(words) else words[:1].upper() + words[1:]


def capital(letter: str) -> str:
    """Return the capital of a letter, or the letter itself if the capital is not a single letter (as for ß)."""
    return letter.upper() if len(letter.upper()) == 1 else letter


def shortened(words: Sequence[str], most: int = MOST_NAMED) -> list[str]:
    """Return the words or, if there are too many, the first few and how many more there are."""
    return list(words) if len(words) <= most else [*words[: most - 1], f"{len(words) - most + 1} more"]


def with_article(symbol: str) -> str:
    """Return a digit with its article, as spoken: "a 7", "an 8", "an A"."""
    return f"{'an' if symbol in '8AEFHILMNORSX' else 'a'} {symbol}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as in "a, b and c". Returns "" for no words."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def drawable(text: str) -> str:
    """Return the text with control characters escaped, and without characters that SDL rejects."""
    return shell.plain(text).encode("utf-8", "replace").decode("utf-8")


def held(board: Board, puzzle: Puzzle, cell: Cell, digit: Digit) -> str:
    """Say which peer keeps a digit out of a cell, in the puzzle's symbols. Returns "" if none does."""
    holders = board.holders(cell, digit)
    if not holders:
        return ""
    unit = board.geometry.shared_unit(cell, holders[0])
    where = f" in {board.geometry.units[unit]}" if unit is not None else ""
    name = board.geometry.name
    return f"{puzzle.symbol(digit)} cannot go in {name(cell)}: {name(holders[0])} holds it{where}."
