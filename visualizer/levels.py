"""How hard the next puzzle shall be: what the levels mean, choosing one, and a fresh puzzle of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.figures import grouped
from puzzles.puzzle import Puzzle
from puzzles.record import LEVELS
from solvers.techniques.scale import Level
from visualizer.keys import action, caps

if TYPE_CHECKING:
    from visualizer.session import Session

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
"""What a puzzle of a level takes at most (see :mod:`solvers.levels`)."""


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


def choose_level(session: Session, level: str | None) -> None:
    """Random and fresh puzzles are of this level from now on."""
    session.supply.stop(session)
    session.supply.level = level


def next_level(session: Session) -> None:
    """The next harder level, and after the hardest any: said, and nothing is drawn."""
    here = CHOICES.index(session.supply.level)
    level = CHOICES[(here + 1) % len(CHOICES)]
    choose_level(session, level)
    random, fresh = (caps(action(id))[0] for id in ("random", "fresh"))
    session.toast = f"{named(level).capitalize()}: {TAKES[level]}. {random} draws one, {fresh} makes one."


def fresh_puzzle(session: Session) -> None:
    """A new puzzle of the level that is chosen, as large as the one on the board."""
    session.supply.make(session.puzzle.geometry.side, session, session.load)
