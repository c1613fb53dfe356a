"""The window's title: the puzzle and the algorithm."""

from __future__ import annotations

from puzzles.formats.base import on_one_line
from puzzles.puzzle import Puzzle
from visualizer.narration.levels import described
from visualizer.text.phrases import drawable

PROGRAM = "Solvescope"
LONGEST_PART = 48
"""The most characters of each part."""


def title_of(puzzle: Puzzle, what: str) -> str:
    """Return ``fig1 · Fewest candidates · Solvescope``: the puzzle, and what is done with it."""
    return " · ".join([*filter(None, map(_part, (described(puzzle), what))), PROGRAM])


def _part(text: str) -> str:
    """Return one line that every desktop can show, because a name may come from anywhere."""
    line = on_one_line(drawable(text[: 4 * LONGEST_PART]))
    return line if len(line) <= LONGEST_PART else line[: LONGEST_PART - 1].rstrip() + "…"
