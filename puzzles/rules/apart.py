"""Two cells that are not consecutive: ``# apart r1c1 r1c2``. Nothing is drawn, as there is no dot between them."""

from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, rule


@rule("apart")
class Apart(Rule):
    word = "pair"
    goal = "cells without a dot between them are not consecutive"
    sizes = (2, 2)
    MET = -1

    def step(self, state: int, digit: int) -> int | None:
        return digit if not state else self.MET if abs(state - digit) != 1 else None

    def says(self, puzzle: Puzzle) -> str:
        return "{} and {} are not consecutive".format(*map(puzzle.geometry.name, self.cells))
