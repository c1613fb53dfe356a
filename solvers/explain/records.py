"""The parts of an explanation: cells, digits and units. They hold no English; views make the sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle

Candidate = tuple[Cell, Digit]


class Repeat(NamedTuple):
    """A digit given twice or more in a unit."""

    unit: int
    """The unit's index among the geometry's units."""
    digit: Digit
    cells: tuple[Cell, ...]


class DeadEnd(NamedTuple):
    """A cell without a possible digit, or a unit without a place for a digit."""

    cell: Cell = -1
    unit: int = -1
    digit: Digit = 0
    """The digit without a place in the unit."""
    because: tuple[Cell, ...] = ()
    """The cells that exclude each possibility: a holder of each digit, or one for each cell of the unit. A filled cell
    of the unit stands for itself.
    """
    refuted: tuple[Candidate, ...] = ()
    """Candidates excluded by an earlier trial."""


class Single(NamedTuple):
    """A digit placed by a single: the cell's only digit, or the unit's only place for it."""

    cell: Cell
    digit: Digit
    unit: int = -1
    """The unit in which the digit has only one place; -1 if it is the cell's only digit."""
    because: tuple[Cell, ...] = ()
    """The cells that exclude everything else, as in a :class:`DeadEnd`."""
    refuted: tuple[Candidate, ...] = ()


class Trial(NamedTuple):
    """A refuted digit: with it in the cell, the singles would follow and lead to the dead end."""

    cell: Cell
    digit: Digit
    singles: tuple[Single, ...]
    dead: DeadEnd


class Argument(NamedTuple):
    """A proof that givens contradict each other; each line follows from the lines before it."""

    givens: tuple[Cell, ...]
    """All givens that the argument starts from."""
    lines: tuple[Single | Trial, ...]
    dead: DeadEnd

    @property
    def trials(self) -> int:
        """The number of digits tried and refuted; 0 if singles are enough."""
        return sum(isinstance(line, Trial) for line in self.lines)

    @property
    def length(self) -> int:
        """The number of digits that the argument places, including tried ones."""
        return sum(1 + len(line.singles) if isinstance(line, Trial) else 1 for line in self.lines)


class SolutionCount(Enum):
    """A puzzle's number of solutions, as far as the answer needs it."""

    NONE = "none"
    ONE = "one"
    SEVERAL = "several"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Explanation:
    """All that is known about a puzzle's solutions, and why. No solution is a result, not an error."""

    puzzle: Puzzle
    answer: SolutionCount
    repeats: tuple[Repeat, ...] = ()
    """All digits given more than once in a unit."""
    guilty: tuple[Cell, ...] = ()
    """Givens that contradict each other, in row order."""
    unsure: tuple[Cell, ...] = ()
    """The guilty cells not proved needed. Without any one of the other guilty cells, the rest is solvable."""
    argument: Argument | None = None
    """The proof, if short enough to follow; it may start from more givens than the guilty ones."""
    guesses: int | None = None
    """The guesses that a search needs to refute the guilty givens; ``None`` if unknown."""
    solutions: tuple[Puzzle, ...] = ()
    """The solution, or two that are close to each other."""
    count: int = 0
    """The number of solutions counted so far."""
    more: bool = False
    """Whether there are, or may be, more than were counted (see ``finished``)."""
    finished: bool = True
    """Whether nothing was left out for lack of time."""

    @property
    def minimal(self) -> bool:
        """Whether each of the guilty givens is needed."""
        return not self.unsure

    @property
    def differ(self) -> tuple[Cell, ...]:
        """The cells in which the two solutions differ."""
        if len(self.solutions) < 2:
            return ()
        one, other = self.solutions
        return tuple(cell for cell in self.puzzle.geometry.cells if one.givens[cell] != other.givens[cell])
