"""The levels of difficulty, in words."""

from __future__ import annotations

import re
from pathlib import Path

from puzzles.corpus.record import LEVELS
from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from solvers.techniques.scale import Level

ANY = "any level"
CHOICES: tuple[str | None, ...] = (None, *LEVELS)
"""What can be chosen: no level, or one, easiest first."""
TAKES = {
    None: "whatever comes",
    "easy": "naked and hidden singles are enough",
    "medium": "locked candidates, pairs and triples",
    "hard": "fish, wings, unique rectangles, colouring",
    "fiendish": "chains, larger finned fish, almost locked sets",
    "extreme": "forcing chains and nets, or a guess",
}
"""What a puzzle of a level takes at most (see :mod:`solvers.grading.levels`)."""


def named(level: str | None) -> str:
    """The level, or that it may be any."""
    return level or ANY


_MOST = dict(zip(LEVELS, Level, strict=True))


def points(level: str | None) -> str:
    """The most that HoDoKu's scale gives a puzzle of the level; "" where there is no most."""
    most = _MOST[level] if level else Level.EXTREME
    return "" if most is Level.EXTREME else f"up to {grouped(int(most))} points"


def described(puzzle: Puzzle) -> str:
    """Where a puzzle is from, and how hard it is called, where that is known."""
    level, _, score = puzzle.grade.partition(" ")
    source = _NOBODY_READS.sub("", Path(puzzle.source).name)
    return ", ".join(filter(None, [puzzle.name or source, level, score and grouped(int(score))]))


_NOBODY_READS = re.compile(r", byte \d+$| \(seed .*, \d+\)$")
"""Of a source: the place in a file whose lines are not counted yet, and what a fresh puzzle was made from."""
