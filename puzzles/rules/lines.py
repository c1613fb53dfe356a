"""How many lines there are around a square, or at a dot, of a puzzle whose cells are edges: 1 is a line, 2 is none.

The first cell of a number's edges is the one above it, and that of a dot's is to its right or, if its argument is 1, to
its left. Both are named after a square, as in ``r3c4-top``.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from puzzles.figures import counted
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, impossible, rule

LINE, NONE = 1, 2


class Lines(Rule):
    """The state is the number of lines so far."""

    sizes = (2, 4)

    def allowed(self) -> Container[int]:
        """Return how many lines there may be."""
        raise NotImplementedError

    def step(self, state: int, digit: int) -> int:
        return state + (digit == LINE)

    def accepts(self, state: int) -> bool:
        return state in self.allowed()

    def clauses(
        self, masks: Sequence[int], literal: Callable[[int, int], int | None], fresh: Callable[[], int]
    ) -> Iterator[list[int]]:
        """Yield a clause for each choice of too many or too few lines, without more variables."""
        every = range(len(masks))
        allowed = [many for many in range(len(masks) + 1) if self.accepts(many)]
        line = [literal(at, LINE) if mask >> LINE & 1 else 0 for at, mask in enumerate(masks)]  # None if it is one
        for many in {*range(max(allowed[0] - 1, 0), allowed[-1] + 2)} - {*allowed}:
            for lines in combinations(every, many):
                here = [line[at] for at in lines if many > allowed[0]]
                not_here = [line[at] for at in every if at not in lines and many < allowed[-1]]
                if 0 not in here and None not in not_here:
                    clause = [-one for one in here if one] + [one for one in not_here if one]
                    yield from [clause] if clause else impossible(fresh)


@rule("clue")
class Clue(Lines):
    """A number, and the four edges around it."""

    goal = "each number has that many lines around it"
    takes = True

    def allowed(self) -> Container[int]:
        return self.args

    def called(self, first: str) -> str:
        return f"the {self.args[0]} at {first.partition('-')[0]}"

    def says(self, puzzle: Puzzle) -> str:
        lines = counted(self.args[0], "line") if self.args[0] else "no lines"
        return f"{self.called(puzzle.geometry.name(self.cells[0]))} has {lines} around it"


@rule("joint")
class Joint(Lines):
    """A dot, and the edges that meet there."""

    word = "dot"
    goal = "each dot has two lines or none"
    sides: ClassVar = {(): "left", (1,): "right"}

    def allowed(self) -> Container[int]:
        return 0, 2

    def called(self, first: str) -> str:
        square, _, side = first.partition("-")
        return f"the dot at the {side} {self.sides[self.args]} of {square}"

    def says(self, puzzle: Puzzle) -> str:
        return f"{self.called(puzzle.geometry.name(self.cells[0]))} has two lines or none"
