"""Difficulty levels in words."""

import re
from pathlib import Path

from puzzles.corpus.record import LEVELS
from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.techniques.scale import Level

ANY = "any level"
CHOICES: tuple[str | None, ...] = (None, *LEVELS)
"""The choices: any level, then each level, easiest first."""
TAKES = {
    None: "whatever comes",
    "easy": "naked and hidden singles are enough",
    "medium": "locked candidates, pairs and triples",
    "hard": "fish, wings, unique rectangles, colouring",
    "fiendish": "chains, larger finned fish, almost locked sets",
    "extreme": "forcing chains and nets, or a guess",
}
"""The hardest techniques needed at each level (see :mod:`solvers.grading.rating`)."""


def named(level: str | None) -> str:
    """Return the name of the level, or say that any level will do."""
    return level or ANY


_HARDEST = dict(zip(LEVELS, Level, strict=True))


def points(level: str | None) -> str:
    """Return the highest HoDoKu score for this level; "" if there is no limit."""
    most = _HARDEST[level] if level else Level.EXTREME
    return "" if most is Level.EXTREME else f"up to {grouped(int(most))} points"


def described(puzzle: Puzzle) -> str:
    """Describe where a puzzle comes from and, if known, its level."""
    level, _, score = puzzle.grade.partition(" ")
    source = _NOBODY_READS.sub("", Path(puzzle.source).name)
    return ", ".join(filter(None, [puzzle.name or source, level, score and grouped(int(score))]))


_NOBODY_READS = re.compile(r", byte \d+$| \(seed .*, \d+\)$")
"""Matches the undisplayed part of a source: a byte position in a file, or the seed of a generated puzzle."""
