"""An arrow: the digits along it make the digit in its circle. ``# arrow r5c5 r4c5 r3c5`` begins at the circle."""

from collections.abc import Iterator
from math import hypot

from puzzles.geometry import Geometry
from puzzles.kinds.kind import Mark
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, middles, rule

RADIUS = 0.38
"""The radius of the circle, in squares."""


@rule("arrow")
class Arrow(Rule):
    """The state is what is left of the circle's digit, or -1 before the circle."""

    goal = "the digits along each arrow make the digit in its circle"
    sizes = (2, 64)
    start = -1

    def step(self, state: int, digit: int) -> int | None:
        left = digit if state < 0 else state - digit
        return left if left >= 0 else None

    def accepts(self, state: int) -> bool:
        return state == 0

    def says(self, puzzle: Puzzle) -> str:
        circle, *along = map(puzzle.geometry.name, self.cells)
        return f"{' + '.join(along)} = {circle}"

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        way = middles(geometry, self.cells)
        (before, beside), tip = way[-2:]
        down, across = tip[0] - before, tip[1] - beside
        length = hypot(down, across) * 6
        back, aside = (tip[0] - down / length, tip[1] - across / length), (across / length, down / length)
        head = (back[0] - aside[0], back[1] + aside[1]), tip, (back[0] + aside[0], back[1] - aside[1])
        (row, column), (below, right) = way[:2]
        share = RADIUS / hypot(below - row, right - column)
        rim = row + share * (below - row), column + share * (right - column)
        yield Mark((rim, *way[1:]), size=0.05, pale=True)
        yield Mark(head, size=0.05, pale=True)
        yield Mark(way[:1], size=2 * RADIUS, hollow=True, pale=True)
