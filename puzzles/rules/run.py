"""A run of Kakuro: its cells differ and make its sum. ``across`` is along a row, ``down`` along a column."""

from puzzles.puzzle import Puzzle
from puzzles.rules.cage import Cage
from puzzles.rules.rule import Rule, rule


class Run(Cage):
    goal = "each run makes its sum"

    def called(self, first: str) -> str:
        return f"the run{f' of {self.args[0]}' if self.args else ''} {self.name} from {first}"

    def says(self, puzzle: Puzzle) -> str:
        name = puzzle.geometry.name(self.cells[0])
        return f"the run {self.name} from {name} makes {self.args[0]} in {len(self.cells)} cells"

    marks = Rule.marks  # its sum stands in the square before it, which the kind draws


@rule("across")
class Across(Run):
    pass


@rule("down")
class Down(Run):
    pass
