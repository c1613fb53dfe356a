"""How many cells hold a digit: from ``args[1]`` to ``args[2]`` of them hold the digit ``args[0]``."""

from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, rule


@rule("count")
class Count(Rule):
    start = 0

    def step(self, state: int, digit: int) -> int | None:
        state += digit == self.args[0]
        return state if state <= self.args[2] else None

    def accepts(self, state: int) -> bool:
        return state >= self.args[1]

    def says(self, puzzle: Puzzle) -> str:
        _, least, most = self.args
        name, times = puzzle.geometry.name, "exactly one" if least == most == 1 else f"{least} to {most}"
        held = "at most one" if (least, most) == (0, 1) else times
        return f"{name(self.cells[0])} to {name(self.cells[-1])} hold {held} {puzzle.symbol(self.args[0])}"
