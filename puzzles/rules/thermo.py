"""A thermometer: the digits rise from its bulb. ``# thermo r1c1 r2c2 r2c3`` begins at the bulb."""

from collections.abc import Iterator

from puzzles.geometry import Geometry
from puzzles.kinds.kind import Mark
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, middles, rule


@rule("thermo")
class Thermo(Rule):
    word = "thermometer"
    goal = "the digits of each thermometer rise from its bulb"
    sizes = (2, 64)

    def step(self, state: int, digit: int) -> int | None:
        return digit if digit > state else None

    def says(self, puzzle: Puzzle) -> str:
        first, last = (puzzle.geometry.name(self.cells[end]) for end in (0, -1))
        return f"the digits rise over {len(self.cells)} cells from {first} to {last}"

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        way = middles(geometry, self.cells)
        yield Mark(way[:1], size=0.75, pale=True)
        yield Mark(way, size=0.3, pale=True)
