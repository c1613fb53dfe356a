"""A sign between two cells: the first is less than the second. ``# less r1c1 r1c2`` draws ``<`` between them."""

from collections.abc import Iterator
from math import hypot

from puzzles.geometry import Geometry
from puzzles.kinds.kind import Mark
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, between, middles, rule


@rule("less")
class Less(Rule):
    word = "sign"
    goal = "each sign points to the smaller digit"
    sizes = (2, 2)

    def step(self, state: int, digit: int) -> int | None:
        return digit if digit > state else None

    def says(self, puzzle: Puzzle) -> str:
        return "{} is less than {}".format(*map(puzzle.geometry.name, self.cells))

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        (row, column), (below, right) = middles(geometry, self.cells)
        (y, x), link = between(geometry, self.cells)
        half = 0.065 / hypot(below - row, right - column)
        down, across = half * (below - row), half * (right - column)
        back = y + down, x + across
        ends = (back[0] + 2 * across, back[1] - 2 * down), (back[0] - 2 * across, back[1] + 2 * down)
        yield from link
        yield Mark((ends[0], (y - down, x - across), ends[1]), size=0.045)
