"""The five levels under their common names, on HoDoKu's scale (see :mod:`solvers.techniques.scale`).

=========  =======================================================================
easy       Easy: singles, and a score of 800 at most
medium     Medium: locked candidates, pairs and triples at most; 1000 at most
hard       Hard: fish, wings, colouring, unique rectangles at most; 1600 at most
fiendish   Unfair: chains, finned fish, almost locked sets at most; 1800 at most
extreme    Extreme: forcing chains or a guess, or a higher score
=========  =======================================================================
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.corpus.record import LEVELS
from puzzles.geometry import STANDARD
from puzzles.puzzle import Puzzle
from solvers.core.counting import engine
from solvers.core.step import Why
from solvers.grading.rating import Rating, level_of, rate
from solvers.techniques.candidate_grid import Grid
from solvers.techniques.climb import rungs, uses
from solvers.techniques.scale import SCALE, Level

HODOKU = dict(zip(LEVELS, Level, strict=True))
NAMES = {level: name for name, level in HODOKU.items()}


@dataclass(frozen=True)
class Grade:
    """The level and score given on a line of a graded collection."""

    level: str
    score: int

    def __str__(self) -> str:
        return f"{self.level} {self.score}"


def grade_of(rating: Rating) -> Grade | None:
    """Return the grade for a rating, or ``None`` if the rating has no level."""
    return Grade(NAMES[rating.level], rating.score) if rating.level else None


def grade(puzzle: Puzzle) -> Grade | None:
    """Grade a puzzle. Return ``None`` if it has no solution or several."""
    return grade_of(rate(puzzle))


def plainly_easy(puzzle: Puzzle) -> bool:
    """Return whether a puzzle is certainly easy, without rating it: singles solve it, and their total score is low
    enough.

    :mod:`solvers.core.counting` places singles in an order of its own, but the order does not affect the result.
    """
    search = engine(puzzle.geometry)
    blanks = puzzle.givens.count(0)
    if blanks * _DEAREST > Level.EASY or puzzle.geometry != STANDARD:
        return False
    return search.propagate(search.full, search.bits(puzzle.givens), len(puzzle.givens))[2] == 0


_DEAREST = max(SCALE[why].score for why in SCALE if why <= Why.HIDDEN_SINGLE)
"""The highest score of a single."""


def grade_within(puzzle: Puzzle, most: str) -> Grade | None:
    """Return the grade of a puzzle that has one solution. Stop and return ``None`` once it is above level ``most``."""
    if HODOKU[most] is Level.EXTREME:
        return grade(puzzle)
    grid, score, level = Grid.of(puzzle), 0, Level.EASY
    allowed = [technique for technique in rungs(puzzle.geometry) if technique.level <= HODOKU[most]]
    for technique, finding in uses(grid, allowed):
        if finding is not None:
            score += technique.score
            level = max(level, technique.level)
            if score > HODOKU[most]:
                return None
    return None if grid.open else Grade(NAMES[max(level, level_of(score))], score)
