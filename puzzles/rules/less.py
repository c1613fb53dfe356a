"""A sign between two cells: the first is less than the second. ``# less r1c1 r1c2`` draws ``<`` between them."""

from collections.abc import Iterator

from puzzles.geometry import Geometry
from puzzles.kinds.kind import Mark
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, middles, rule


@rule("less")
class Less(Rule):
    goal = "each sign points to the smaller digit"
    sizes = (2, 2)

    def step(self, state: int, digit: int) -> int | None:
        return digit if digit > state else None

    def says(self, puzzle: Puzzle) -> str:
        return "{} is less than {}".format(*map(puzzle.geometry.name, self.cells))

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        (row, column), (below, right) = middles(geometry, self.cells)
        half = 0.09 / max(abs(below - row), abs(right - column), 1)
        tip = (row + below) / 2 - half * (below - row), (column + right) / 2 - half * (right - column)
        back = (row + below) / 2 + half * (below - row), (column + right) / 2 + half * (right - column)
        aside = 2 * half * (right - column), 2 * half * (below - row)
        yield Mark(((back[0] - aside[0], back[1] - aside[1]), tip, (back[0] + aside[0], back[1] + aside[1])), size=0.05)
