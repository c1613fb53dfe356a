"""The parts of an explanation: cells, digits and units. No English; a view makes the sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle

Candidate = tuple[Cell, Digit]


class Repeat(NamedTuple):
    """A digit that is given twice or more in a unit."""

    unit: int
    """Its index among the geometry's units."""
    digit: Digit
    cells: tuple[Cell, ...]


class DeadEnd(NamedTuple):
    """A cell without a digit, or a unit without a place for one."""

    cell: Cell = -1
    unit: int = -1
    digit: Digit = 0
    """The digit without a place in the unit."""
    because: tuple[Cell, ...] = ()
    """The cells that exclude what was possible: a holder of each digit, or one for each cell of the unit. A filled cell
    of the unit stands for itself."""
    refuted: tuple[Candidate, ...] = ()
    """Candidates that an earlier trial has excluded."""


class Single(NamedTuple):
    """A digit that follows: the only one for its cell, or with the only place in a unit."""

    cell: Cell
    digit: Digit
    unit: int = -1
    """The unit where it has its only place; -1: it is the only digit for its cell."""
    because: tuple[Cell, ...] = ()
    """The cells that exclude all else, as in a :class:`DeadEnd`."""
    refuted: tuple[Candidate, ...] = ()


class Trial(NamedTuple):
    """If the digit were in the cell, the singles would follow, and then the dead end: so it is not there."""

    cell: Cell
    digit: Digit
    singles: tuple[Single, ...]
    dead: DeadEnd


class Argument(NamedTuple):
    """The reason why givens contradict each other, each line from what stands before it."""

    givens: tuple[Cell, ...]
    """All that it starts from."""
    lines: tuple[Single | Trial, ...]
    dead: DeadEnd

    @property
    def trials(self) -> int:
        """The number of digits that are tried and refuted; 0: singles suffice."""
        return sum(isinstance(line, Trial) for line in self.lines)

    @property
    def length(self) -> int:
        """The number of digits that it places, tried ones included."""
        return sum(1 + len(line.singles) if isinstance(line, Trial) else 1 for line in self.lines)


class Answer(Enum):
    """The number of solutions of a puzzle."""

    NONE = "none"
    ONE = "one"
    SEVERAL = "several"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Explanation:
    """All that is known of a puzzle's solutions, and why. A result: nothing is raised where there is none."""

    puzzle: Puzzle
    answer: Answer
    repeats: tuple[Repeat, ...] = ()
    """Digits given twice in a unit: all of them."""
    guilty: tuple[Cell, ...] = ()
    """Givens that contradict each other, in row order."""
    unsure: tuple[Cell, ...] = ()
    """The cells that may or may not be needed; each of the others is: without any one the rest is solvable."""
    argument: Argument | None = None
    """Why, where it is short enough to be followed; it may start from more givens than the guilty ones."""
    guesses: int | None = None
    """The guesses that a search needs to refute the guilty givens; ``None``: not known."""
    solutions: tuple[Puzzle, ...] = ()
    """The solution, or two that lie close together."""
    count: int = 0
    """Solutions counted."""
    more: bool = False
    """True if there are more than were counted, or may be (see ``finished``)."""
    finished: bool = True
    """True if nothing was left out because the time was up."""

    @property
    def minimal(self) -> bool:
        """True if each of the guilty givens is needed."""
        return not self.unsure

    @property
    def differ(self) -> tuple[Cell, ...]:
        """The cells in which the two solutions differ."""
        if len(self.solutions) < 2:
            return ()
        one, other = self.solutions
        return tuple(cell for cell in self.puzzle.geometry.cells if one.givens[cell] != other.givens[cell])
