"""The parts of an explanation: cells, digits and units. They contain no English; views write the sentences."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from puzzles.geometry import Cell, Digit
from puzzles.puzzle import Puzzle

Candidate = tuple[Cell, Digit]


class Repeat(NamedTuple):
    """A digit given more than once in a unit."""

    unit: int
    """The unit's index in the geometry."""
    digit: Digit
    cells: tuple[Cell, ...]


class DeadEnd(NamedTuple):
    """A cell with no possible digit, or a unit with no place for a digit."""

    cell: Cell = -1
    unit: int = -1
    digit: Digit = 0
    """The digit that has no place in the unit."""
    because: tuple[Cell, ...] = ()
    """The cells that rule out each possibility: for a cell, one that holds each digit; for a unit, one for each of its
    cells (a filled cell stands for itself).
    """
    refuted: tuple[Candidate, ...] = ()
    """Candidates ruled out by an earlier trial."""


class Single(NamedTuple):
    """A digit placed by a single: the cell's only digit, or the unit's only place for it."""

    cell: Cell
    digit: Digit
    unit: int = -1
    """The unit in which the digit has only one place; -1 if it is the cell's only digit."""
    because: tuple[Cell, ...] = ()
    """The cells that rule out everything else, as in a :class:`DeadEnd`."""
    refuted: tuple[Candidate, ...] = ()


class Trial(NamedTuple):
    """A refuted digit: placing it in the cell leads, through the singles, to the dead end."""

    cell: Cell
    digit: Digit
    singles: tuple[Single, ...]
    dead: DeadEnd


class Argument(NamedTuple):
    """A proof that givens contradict each other. Each line follows from earlier ones."""

    givens: tuple[Cell, ...]
    """All the givens the argument starts from."""
    lines: tuple[Single | Trial, ...]
    dead: DeadEnd

    @property
    def trials(self) -> int:
        """The number of digits tried and refuted; 0 if singles are enough."""
        return sum(isinstance(line, Trial) for line in self.lines)

    @property
    def length(self) -> int:
        """The number of digits the proof places, including those placed in trials."""
        return sum(1 + len(line.singles) if isinstance(line, Trial) else 1 for line in self.lines)


class WhatIf(NamedTuple):
    """A digit that cannot be in a cell: assuming it is leads to a contradiction."""

    cell: Cell
    digit: Digit
    argument: Argument

    @property
    def options(self) -> tuple[Candidate, ...]:
        """The cases of the argument: candidates that it tries, one of which would have to be true. Empty if none."""
        tried = {(line.cell, line.digit) for line in self.argument.lines if isinstance(line, Trial)}
        return tuple(candidate for candidate in self.argument.dead.refuted if candidate in tried)

    @property
    def parts(self) -> tuple[tuple[Single | Trial, ...], ...]:
        """The lines in the parts in which to tell them: the singles that follow from the assumption, then each trial by
        itself and the singles after it.
        """
        parts: list[tuple[Single | Trial, ...]] = [()]
        for line in self.argument.lines:
            if isinstance(line, Trial):
                parts += [(line,), ()]
            else:
                parts[-1] = (*parts[-1], line)
        return (parts[0], *filter(None, parts[1:]))


class SolutionCount(Enum):
    """A rough count of solutions: none, one, several or unknown."""

    NONE = "none"
    ONE = "one"
    SEVERAL = "several"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Explanation:
    """Everything known about a puzzle's solutions, with the reasons. Having no solution is a result, not an error."""

    puzzle: Puzzle
    answer: SolutionCount
    repeats: tuple[Repeat, ...] = ()
    """All digits given more than once in a unit."""
    guilty: tuple[Cell, ...] = ()
    """Givens that contradict each other, in row order."""
    unsure: tuple[Cell, ...] = ()
    """The guilty cells not proved necessary. If any other one is left out, the rest of them have a solution."""
    argument: Argument | None = None
    """The proof, if it is short enough to follow. It may start from more givens than the guilty ones."""
    guesses: int | None = None
    """The number of guesses a search needs to refute the guilty givens; ``None`` if unknown."""
    solutions: tuple[Puzzle, ...] = ()
    """The solution, or two similar ones."""
    count: int = 0
    """The number of solutions counted so far."""
    more: bool = False
    """Whether there are, or may be, more solutions than were counted (see ``finished``)."""
    finished: bool = True
    """Whether everything was examined; False if something was skipped because time ran out."""

    @property
    def differ(self) -> tuple[Cell, ...]:
        if len(self.solutions) < 2:
            return ()
        one, other = self.solutions
        return tuple(cell for cell in self.puzzle.geometry.cells if one.givens[cell] != other.givens[cell])
