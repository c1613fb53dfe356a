"""A cage: its cells differ, and make its sum. ``# cage 15 r1c1 r1c2`` is written above the cells of a puzzle."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from puzzles.geometry import Geometry
from puzzles.kinds.kind import Mark
from puzzles.puzzle import Puzzle
from puzzles.rules.rule import Rule, rule


@rule("cage")
class Cage(Rule):
    """The state is the set of digits so far as a mask, which also keeps them different."""

    goal = "each cage makes its sum"
    takes = True
    differ = True

    def step(self, state: int, digit: int) -> int | None:
        after = state | 1 << digit
        return after if after != state and total(after) <= self.args[0] else None

    def accepts(self, state: int) -> bool:
        return total(state) == self.args[0]

    def combinations(self, masks: Sequence[int], symbols: int) -> list[tuple[int, ...]]:
        """Return the sets of digits that can fill the cage, given what each cell may hold."""
        sets = (one for one in combinations(range(1, symbols + 1), len(self.cells)) if sum(one) == self.args[0])
        return [one for one in sets if self.can_be_kept([mask & sum(1 << digit for digit in one) for mask in masks])]

    def called(self, first: str) -> str:
        return f"the cage{f' of {self.args[0]}' if self.args else ''} at {first}"

    def says(self, puzzle: Puzzle) -> str:
        cells = f" in {len(self.cells)} cells" if len(self.cells) > 1 else ""
        return f"the cage at {puzzle.geometry.name(self.cells[0])} makes {self.args[0]}{cells}"

    def marks(self, geometry: Geometry) -> Iterable[Mark]:
        (row, column), text = geometry.places[self.cells[0]], str(self.args[0])
        yield Mark(((row + 0.14, column + 0.07 + 0.06 * len(text)),), text, 0.2)


@lru_cache(maxsize=10_000)
def total(mask: int) -> int:
    """Return the sum of the digits of a mask."""
    return sum(digit for digit in range(mask.bit_length()) if mask >> digit & 1)
