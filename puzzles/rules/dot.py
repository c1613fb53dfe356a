"""A Kropki dot between two cells: white if they are consecutive, black if one is twice the other.

``# dot consecutive r1c1 r1c2`` and ``# dot double r1c1 r2c1`` are written above the cells of a puzzle.
"""

from collections.abc import Iterator

from puzzles.geometry import Geometry
from puzzles.kinds.kind import Mark
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, between, rule


@rule("dot")
class Dot(Rule):
    goal = "white dots stand between consecutive digits, and black ones where one digit is twice the other"
    sizes = (2, 2)
    words = {"consecutive": (1,), "double": (2,)}
    takes = True
    MET = -1

    def step(self, state: int, digit: int) -> int | None:
        small, large = sorted((state, digit))
        if not state:
            return digit
        return self.MET if large == (small + 1 if self.args == (1,) else 2 * small) else None

    def says(self, puzzle: Puzzle) -> str:
        one, other = map(puzzle.geometry.name, self.cells)
        white, black = f"{one} and {other} are consecutive", f"one of {one} and {other} is twice the other"
        return white if self.args == (1,) else black

    def marks(self, geometry: Geometry) -> Iterator[Mark]:
        point, link = between(geometry, self.cells)
        yield from link
        yield Mark((point,), size=0.24, hollow=self.args == (1,))
