"""Building blocks for sentences about findings, and the registry of those sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle
from solvers import techniques
from solvers.core.finding import Finding
from visualizer.text.phrases import listed, shortened

MOST_CELLS = 12
"""The maximum number of cells to list. Longer lists say how many more there are."""


@dataclass(frozen=True)
class Words:
    """A finding and the names of its cells, digits and units."""

    finding: Finding
    puzzle: Puzzle

    def cell(self, cell: Cell) -> str:
        return self.puzzle.geometry.name(cell)

    def cells(self, cells: Iterable[Cell], last: str = "and") -> str:
        return listed(shortened([self.cell(cell) for cell in cells], MOST_CELLS), last)

    def digit(self, digit: Digit) -> str:
        return self.puzzle.symbol(digit)

    def digits(self, digits: Iterable[Digit], last: str = "and") -> str:
        return listed([self.digit(digit) for digit in digits], last)

    def unit(self, unit: int) -> str:
        return str(self.puzzle.geometry.units[unit])

    def units(self, units: Iterable[int], last: str = "and") -> str:
        """Return the names of units, such as "row 2", "rows 2 and 5" or "row 2 and box 1"."""
        found = [self.puzzle.geometry.units[unit] for unit in units]
        if len(found) > 1 and len({unit.kind for unit in found}) == 1:
            plural = "boxes" if found[0].kind == "box" else f"{found[0].kind}s"
            return f"{plural} {listed([str(unit.number) for unit in found], last)}"
        return listed([str(unit) for unit in found], last)

    def marked(self, role: str, last: str = "and") -> str:
        return self.cells(dict.fromkeys(cell for cell, _ in self.finding.marked(role)), last)

    @property
    def title(self) -> str:
        return techniques.get(self.finding.technique).title

    @property
    def result(self) -> str:
        """The result in words, such as "r1c1 must be 3" or "4 is struck from r2c7 and r2c8; 5 from r3c1"."""
        if self.finding.places:
            return listed([f"{self.cell(cell)} must be {self.digit(digit)}" for cell, digit in self.finding.places])
        by_digit: dict[Digit, list[Cell]] = {}
        for cell, digit in self.finding.strikes:
            by_digit.setdefault(digit, []).append(cell)
        texts = [f"{self.digit(digit)} from {self.cells(sorted(by_digit[digit]))}" for digit in sorted(by_digit)]
        return "; ".join(texts).replace(" ", " is struck ", 1)


Sentence = Callable[[Words, Finding], str]
SENTENCES: dict[str, Sentence] = {}
"""For each technique, the function that writes its sentence up to the result, which is added later."""


def explains(*names: str) -> Callable[[Sentence], Sentence]:
    """Register the decorated function as the one that writes the sentence for these techniques."""

    def register(sentence: Sentence) -> Sentence:
        SENTENCES.update(dict.fromkeys(names, sentence))
        return sentence

    return register
