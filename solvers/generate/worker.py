"""Generates puzzles in a separate process, because rating them can take longer than a frame."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from puzzles.geometry import STANDARD, Geometry
from puzzles.puzzle import Puzzle
from solvers.generate.collector import CandidateWish, Collector
from solvers.generate.generator import Recipe
from solvers.processes.serve import OpenQuestion

ENDLESS = 10**9


def answer(series: tuple[str, str | None, int], call: OpenQuestion) -> Puzzle:
    """Generate the next puzzle of a series, given its seed, level (or ``None``) and side. 9x9 puzzles are graded."""
    return next(_puzzles(*series))


@lru_cache(maxsize=1)
def _puzzles(seed: str, level: str | None, side: int) -> Iterator[Puzzle]:
    geometry = Geometry.of_side(side)
    wish = CandidateWish(Recipe(geometry), {level: ENDLESS} if level else {}, graded=geometry == STANDARD)
    for one in Collector(seed, wish, ENDLESS, largest=1).picked():
        grade = f"{one.grade.level} {one.grade.score}" if one.grade else ""
        yield Puzzle(one.puzzle.givens, geometry, source=f"fresh (seed {seed}, {one.number})", grade=grade)
